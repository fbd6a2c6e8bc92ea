"""Classifies a markdown line from as few characters as possible."""

import re
from dataclasses import dataclass
from enum import Enum, auto
from typing import Final

HEAD: Final = 200
"""The kind of a line depends on this many of its first characters at most."""
ROW: Final = 1000
"""Whether a line belongs to a block depends on this many of its first characters at most."""


class LineKind(Enum):
    """What a line opens."""

    BLANK = auto()
    RULE = auto()
    """A thematic break or the underline of a heading: nothing to say."""
    FENCE = auto()
    FORMULA = auto()
    TABLE = auto()
    HEADING = auto()
    ITEM = auto()
    QUOTE = auto()
    TEXT = auto()


@dataclass(frozen=True, slots=True)
class BlockLine:
    """A classified line: `skip` characters of marks stand before its content."""

    kind: LineKind
    skip: int = 0
    lead: str = ""
    """What is said instead of the marks: the number of an item."""
    fence: str = ""
    language: str = ""


_UNDECIDED: Final = re.compile(r"[ \t]*(?:[-*+•_=~`#>$\\ \t]*|\d{1,9}(?:[.)][ \t]*)?)")
_RULE: Final = re.compile(r"[ \t]*(?:(?:-[ \t]*)+|(?:\*[ \t]*){3,}|(?:_[ \t]*){3,}|=+[ \t]*)")
_FENCE: Final = re.compile(r"[ \t]*(`{3,}|~{3,})[ \t]*([^`\n]*)")
_FORMULA: Final = re.compile(r"[ \t]*(\$\$|\\\[)")
_HEADING: Final = re.compile(r"[ \t]*#{1,6}[ \t]+(?=\S)")
_ITEM: Final = re.compile(r"[ \t]*(?:[-*+•]|(\d{1,9})[.)])[ \t]+(?=\S)")
_QUOTE: Final = re.compile(r"[ \t]*>[ \t]?")
_DELIMITER: Final = re.compile(r"[ \t|:-]*-[ \t|:-]*")

LANGUAGES: Final = {
    "py": "Python",
    "python3": "Python",
    "pycon": "Python",
    "js": "JavaScript",
    "javascript": "JavaScript",
    "jsx": "JavaScript",
    "ts": "TypeScript",
    "typescript": "TypeScript",
    "tsx": "TypeScript",
    "sh": "shell",
    "bash": "shell",
    "zsh": "shell",
    "shell": "shell",
    "console": "shell",
    "json": "JSON",
    "yaml": "YAML",
    "yml": "YAML",
    "toml": "TOML",
    "html": "HTML",
    "css": "CSS",
    "sql": "SQL",
    "xml": "XML",
    "md": "Markdown",
    "rs": "Rust",
    "rb": "Ruby",
    "cpp": "C plus plus",
    "c++": "C plus plus",
    "cs": "C sharp",
    "csharp": "C sharp",
    "text": "",
    "txt": "",
    "plaintext": "",
    "output": "",
}


def classify(head: str, complete: bool) -> BlockLine | None:
    """The line that begins with `head`; None when more of it must be seen.

    `complete` says that the line ends with `head`, or that `head` is as long as `HEAD`.
    """
    if not complete and (not head.strip() or _UNDECIDED.fullmatch(head)):
        return None
    if not head.strip():
        return BlockLine(LineKind.BLANK)
    if _FENCE.match(head):
        if not complete:
            return None
        fence = _FENCE.fullmatch(head)
        if fence:
            info = fence.group(2).split()
            return BlockLine(
                LineKind.FENCE, fence=fence.group(1), language=info[0].strip("{}.") if info else ""
            )
    if _FORMULA.match(head):
        return BlockLine(LineKind.FORMULA) if complete else None
    if _RULE.fullmatch(head):
        return BlockLine(LineKind.RULE)
    return _prose(head)


def is_delimiter(line: str) -> bool:
    """Whether a line is the `--- | ---` under the head of a table."""
    return "|" in line and _DELIMITER.fullmatch(line) is not None


class Row(Enum):
    """What a line inside a block is."""

    UNSURE = auto()
    COUNTS = auto()
    SILENT = auto()
    """Part of the block that is not counted."""
    LAST = auto()
    BEHIND = auto()
    """Not part of the block any more."""


def row(block: BlockLine, line: str, complete: bool, first: bool) -> Row:
    """What `line`, inside `block`, is. `complete` as for `classify`, with `ROW`."""
    if block.kind is LineKind.FENCE:
        bare = line.lstrip(" \t>").rstrip()
        if bare.strip(block.fence[0]):
            return Row.COUNTS
        if not complete:
            return Row.UNSURE
        return Row.LAST if len(bare) >= len(block.fence) else Row.COUNTS
    if not complete:
        return Row.UNSURE
    if block.kind is LineKind.TABLE:
        if "|" not in line:
            return Row.BEHIND
        return Row.SILENT if is_delimiter(line) else Row.COUNTS
    content = line.strip().removeprefix("$$").removeprefix("\\[") if first else line
    if not first and not content.strip():
        return Row.BEHIND
    return Row.LAST if "$$" in content or "\\]" in content else Row.COUNTS


def described(block: BlockLine, lines: int) -> str:
    """How a whole block is said: by what it is, not by what is in it."""
    if block.kind is LineKind.FORMULA:
        return "a formula, on screen."
    if block.kind is LineKind.TABLE:
        return f"a table of {_counted(max(1, lines - 1), 'row')}, on screen."
    kind = LANGUAGES.get(block.language.casefold())
    if kind is None:
        kind = block.language.capitalize() if block.language.isalpha() and len(block.language) <= 20 else ""
    noun = f"{kind} code block".strip()
    article = "an" if noun[0] in "AEIOU" or noun.startswith(("HTML", "XML")) else "a"
    return f"{article} {noun} of {_counted(lines, 'line')}, on screen."


def _counted(number: int, noun: str) -> str:
    return f"{number} {noun}{'' if number == 1 else 's'}"


def _prose(head: str) -> BlockLine:
    if head.lstrip()[0] == "|":
        return BlockLine(LineKind.TABLE)
    for kind, pattern in ((LineKind.HEADING, _HEADING), (LineKind.ITEM, _ITEM), (LineKind.QUOTE, _QUOTE)):
        found = pattern.match(head)
        if found:
            number = found.group(1) if kind is LineKind.ITEM else None
            return BlockLine(kind, skip=found.end(), lead=f"{number}, " if number else "")
    return BlockLine(LineKind.TEXT, skip=len(head) - len(head.lstrip()))
