"""One line of what was written, on demand ("read line 3").

Line n is counted in the newest code block; where the text has none, in its newest list or table; else among its lines.
A line of code is said as words that a person can follow, "def login, open paren, user, close paren, colon": names by their words, signs by
their names with a rest around them, an address by its host.
"""

import re
from collections.abc import Sequence
from itertools import pairwise
from typing import Final

from markdown_it import MarkdownIt
from markdown_it.token import Token

from solovox.text.markdown import inline
from solovox.text.markdown.blocks import DIFFS, language_of, prints_code
from solovox.text.markdown.inline import humps
from solovox.text.markdown.named import KEPT, InWords, name_links, space_words
from solovox.text.spoken.signs import IN_CODE

_CHANGES: Final = {"+": "added: ", "-": "removed: "}
_MARKDOWN: Final = MarkdownIt("commonmark").enable("table")
_LISTS: Final = ("bullet_list_open", "ordered_list_open", "table_open")


def line(text: str, number: int) -> str | None:
    """The line of this number, from 1, as words to say; None where there is none."""
    found = _MARKDOWN.parse(text)
    code = [one for one in found if _is_code(one)]
    said = _code_lines(code[-1]) if code else [one for one in map(inline.say, _list_lines(found)) if one]
    return said[number - 1] if 0 < number <= len(said) else None


def _is_code(token: Token) -> bool:
    return token.type in ("fence", "code_block") or (token.type == "inline" and prints_code(token.content))


def _code_lines(block: Token) -> list[str]:
    lines = block.content.splitlines()
    if language_of(block.info) not in DIFFS and block.type != "inline":
        return [aloud(one) for one in lines]
    return [_CHANGES.get(one[:1], "") + aloud(one[one[:1] in _CHANGES :]) for one in lines]


def _list_lines(found: Sequence[Token]) -> list[str]:
    """The items of the newest list, the rows of the newest table, or all lines."""
    first = max((at for at, one in enumerate(found) if one.type in _LISTS and not one.level), default=None)
    if first is None:
        return [written for one in found if one.type == "inline" for written in one.content.splitlines()]
    end = next(at for at in range(first, len(found)) if found[at].nesting < 0 and not found[at].level)
    inner = found[first:end]
    if found[first].type != "table_open":
        return [one.content.replace("\n", " ") for one in inner if one.type == "inline"]
    rows: list[list[str]] = []
    for before, one in pairwise(inner):
        if one.type == "tr_open":
            rows.append([])
        elif before.type == "td_open" and one.content:
            rows[-1].append(one.content)
    return [", ".join(row) for row in rows[1:]]


MOST_TOKENS: Final = 48
"""What is longer is cut: a listener holds no more of a line in the head."""

_FEWER: Final = "|".join(re.escape(sign) for sign in sorted(IN_CODE, key=len, reverse=True))
_TOKEN: Final = re.compile(
    rf"(?P<number>\d[\d_]*(?:\.\d+)*\w*)|(?P<word>[^\W\d_][\w]*(?:['’](?:t|s|re|ll|ve|m|d)\b)?|_+[^\W_]\w*|[{KEPT}])"
    rf"|(?P<flag>(?<!\S)--?(?=[A-Za-z]))|(?P<point>(?<=[\w)\]])\.(?=[^\W\d])|(?<=[^\W\d])-(?=[^\W\d]))|(?P<bullet>^\s*-(?=\s))|(?P<bang>(?<=\w)!(?!=))|(?P<sign>{_FEWER})"
)


def aloud(code: str) -> str:
    """How one line of code is read out; "an empty line" when nothing is on it."""
    kept = InWords()
    parts: list[str] = []
    rest, glued = True, False
    for count, found in enumerate(_TOKEN.finditer(name_links(code, kept))):
        if count == MOST_TOKENS:
            parts.append(", and so on")
            break
        said, rests = _say_token(found)
        if parts:
            parts.append(", " if (rest or rests) and not glued else " ")
        parts.append(said)
        rest, glued = rests, found.lastgroup in ("flag", "point")
    said = kept.fill("".join(parts)).replace(" ,", ",")
    return said.replace(", dot ", " dot ") or "an empty line"


def _say_token(found: re.Match[str]) -> tuple[str, bool]:
    """A token in words, and whether there is a rest around it."""
    written = found[0]
    match found.lastgroup:
        case "flag":
            return ("dash dash" if written == "--" else "dash"), False
        case "point":
            return ("dot" if written == "." else "dash"), False
        case "bullet":
            return "dash", True
        case "bang":
            return "bang", False
        case "sign":
            return IN_CODE[written], True
        case "number":
            return written.replace("_", ""), False
        case _:
            return humps(space_words(written)), False
