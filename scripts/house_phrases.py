"""Phrases of a private dialect, which a reader has to translate: found in comments, docstrings and pages.

What stands in quotes or code is left alone: it may be what a person says. Add a phrase only if plain English never
needs it.
"""

import io
import re
import tokenize
from collections.abc import Iterator
from typing import Final

DIALECT: Final = re.compile(
    r"\bso (?:long|many|much|often)\b(?! (?:that|as)\b)"  # a measure word without its measure: how long?
    r"|\b(?:nobody|anybody|somebody)\b"  # who? no client, a person, the caller
    r"|\b(?:is|are|be|was|were) met with\b"
    r"|\bbehind the end\b"
    r"|\ball the same(?=[.,;:)]|$)"
    r"|\bha(?:s|ve) (?:its|their) way with\b",
    re.IGNORECASE,
)
NO_PAGES: Final = ("CHANGELOG.md", "docs/decisions/", "benches/results/")
"""Records of a day are not rewritten."""
_QUOTED: Final = re.compile(r'`[^`]*`|(?<![\w"])"[^"\n]+"(?!["\w])')
_COMMENT: Final = re.compile(r"/\*.*?\*/|(?:^|(?<=\s))//[^\n]*", re.MULTILINE | re.DOTALL)
_FENCED: Final = re.compile(r"^```.*?^```$", re.MULTILINE | re.DOTALL)


def dialect(path: str, text: str) -> Iterator[tuple[int, str]]:
    """The phrases of a file, each with its line."""
    if DIALECT.search(text):  # most files have none: they are not taken apart
        for number, prose in _prose(path, text):
            for n, line in enumerate(_QUOTED.sub("", prose).split("\n")):
                yield from ((number + n, found.group()) for found in DIALECT.finditer(line))


def _prose(path: str, text: str) -> Iterator[tuple[int, str]]:
    """What is written for people, each piece with its first line."""
    if path.endswith(".md") and not path.startswith(NO_PAGES):
        yield 1, _FENCED.sub(lambda found: "\n" * found.group().count("\n"), text)
    elif path.endswith(".py") and path.startswith(("src/", "scripts/", "benches/")):
        for token in tokenize.generate_tokens(io.StringIO(text).readline):
            if token.type == tokenize.COMMENT or token.string.startswith('"""'):
                yield token.start[0], token.string.strip('"')
    elif path.startswith("web/") and path.endswith((".ts", ".tsx", ".js", ".mjs", ".css")):
        for found in _COMMENT.finditer(text):
            yield text.count("\n", 0, found.start()) + 1, found.group()
