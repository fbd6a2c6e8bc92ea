"""One line of what was written, on demand ("read line 3").

Line n is counted in the newest code block; where the text has none, in its newest list or table; else among its lines.
"""

from collections.abc import Sequence
from itertools import pairwise
from typing import Final

from markdown_it import MarkdownIt
from markdown_it.token import Token

from solovox.text import inline
from solovox.text.blocks import DIFFS, language_of, prints_code
from solovox.text.code_aloud import aloud

_CHANGES: Final = {"+": "added: ", "-": "removed: "}
_MARKDOWN: Final = MarkdownIt("commonmark").enable("table")
_LISTS: Final = ("bullet_list_open", "ordered_list_open", "table_open")


def line(text: str, number: int) -> str | None:
    """The line of this number, from 1, as words to say; None where there is none."""
    found = _MARKDOWN.parse(text)
    code = [one for one in found if _is_code(one)]
    said = _code_lines(code[-1]) if code else [one for one in map(inline.say, _written(found)) if one]
    return said[number - 1] if 0 < number <= len(said) else None


def _is_code(token: Token) -> bool:
    return token.type in ("fence", "code_block") or (token.type == "inline" and prints_code(token.content))


def _code_lines(block: Token) -> list[str]:
    lines = block.content.splitlines()
    if language_of(block.info) not in DIFFS and block.type != "inline":
        return [aloud(one) for one in lines]
    return [_CHANGES.get(one[:1], "") + aloud(one[one[:1] in _CHANGES :]) for one in lines]


def _written(found: Sequence[Token]) -> list[str]:
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
