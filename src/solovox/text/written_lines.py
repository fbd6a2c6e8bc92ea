"""One line of what was written, on demand ("read line 3"), and how long something takes to say.

Line n is counted in the newest code block; where the text has none, in its newest list or table; else among its lines.
"""

import re
from collections.abc import Iterator
from dataclasses import dataclass
from typing import Final

from solovox.text import blocks, inline
from solovox.text.blocks import BLOCKS, DIFFS, HEAD, ROW, TOP, BlockLine, Follows, LineKind, Row
from solovox.text.code_aloud import aloud

CODE: Final = (LineKind.FENCE, LineKind.INDENTED, LineKind.PATCH, LineKind.LITERAL)
PROSE: Final = (LineKind.ITEM, LineKind.TEXT, LineKind.HEADING, LineKind.QUOTE)

LETTER: Final = 0.056
DIGIT: Final = 0.28
REST: Final = 0.29
"""Seconds at 1x of a letter or a gap, of a digit, and of a rest at a comma or a stop: fitted to the voice `joe` saying 36 replies."""
_CHANGES: Final = {"+": "added: ", "-": "removed: "}
_CELL: Final = re.compile(r"(?<!\\)\|")


@dataclass(slots=True)
class _Group:
    """Neighbouring lines of one kind; `block` is what opened them."""

    block: BlockLine
    lines: list[str]


def line(text: str, number: int) -> str | None:
    """The line of this number, from 1, as words to say; None where there is none."""
    groups = list(_groups(text))
    code = [group for group in groups if group.block.kind in CODE]
    listed = [group for group in groups if group.block.kind in (LineKind.ITEM, LineKind.TABLE)]
    if code:
        return _of_code(code[-1], number)
    if listed:
        said = (_of_list(listed[-1].block, one) for one in listed[-1].lines)
    else:
        said = (inline.say(one) for group in groups for one in group.lines)
    return next((one for at, one in enumerate(filter(None, said), 1) if at == number), None)


def spoken_seconds(said: str) -> float:
    """About how long a text takes to say at 1x: digits are whole words, and stops are rests."""
    digits = sum(c.isdigit() for c in said)
    rests = len(re.findall(r"[.,;:!?…—](?=\s|$)", said))
    return LETTER * (len(said) - digits) + DIGIT * digits + REST * rests


def _of_code(group: _Group, number: int) -> str | None:
    if not 1 <= number <= len(group.lines):
        return None
    written = group.lines[number - 1]
    if group.block.language in DIFFS or group.block.kind is LineKind.PATCH:
        return _CHANGES.get(written[:1], "") + aloud(written.removeprefix(written[:1].strip(" @d*")))
    return aloud(written)


def _of_list(block: BlockLine, written: str) -> str:
    if block.kind is LineKind.ITEM:
        return inline.say(written)
    cells = (inline.say(cell) for cell in _CELL.split(written.strip().strip("|")))
    return ", ".join(cell for cell in cells if cell)


def _groups(text: str) -> Iterator[_Group]:
    """What the text is made of, from top to bottom."""
    lines, at, follows = text.splitlines(), 0, TOP
    group: _Group | None = None
    while at < len(lines):
        kind = blocks.classify(lines[at][:HEAD], complete=True, follows=follows) or BlockLine(LineKind.TEXT)
        if kind.kind is LineKind.TEXT and _heads_table(lines, at):
            kind = BlockLine(LineKind.TABLE)
        if kind.kind in BLOCKS:
            if group:
                yield group
            at, block = _block(lines, at, kind)
            yield block
            group, follows = None, Follows(False, follows.listed)
            continue
        if kind.kind in PROSE:
            group, done = _prose(group, kind, lines[at], follows)
            if done:
                yield done
            indented = lines[at][:1] in (" ", "\t")
            follows = Follows(
                True, kind.kind is LineKind.ITEM or (follows.listed and (indented or follows.open))
            )
        else:
            follows = Follows(False, follows.listed)
        at += 1
    if group:
        yield group


def _prose(
    group: _Group | None, kind: BlockLine, written: str, follows: Follows
) -> tuple[_Group, _Group | None]:
    """The group with one more line, and the one that it ends."""
    listed = group is not None and group.block.kind is LineKind.ITEM
    content = written[kind.skip :].strip()
    if group and kind.kind is LineKind.ITEM and listed:
        group.lines.append(content)
        return group, None
    if group and listed and kind.kind is LineKind.TEXT and (follows.open or written[:1] in (" ", "\t")):
        group.lines[-1] += " " + content
        return group, None
    if group and not listed and kind.kind is not LineKind.ITEM:
        group.lines.append(content)
        return group, None
    return _Group(kind, [content]), group


def _heads_table(lines: list[str], at: int) -> bool:
    return "|" in lines[at] and at + 1 < len(lines) and blocks.is_delimiter(lines[at + 1])


def _block(lines: list[str], at: int, block: BlockLine) -> tuple[int, _Group]:
    """The lines that count of a block that begins at `at`, and where it ends; of a table those below its head."""
    group = _Group(block, [])
    at += block.kind is LineKind.FENCE
    first = True
    while at < len(lines):
        row = blocks.row(block, lines[at][:ROW], complete=True, first=first)
        if row is Row.BEHIND:
            break
        at += 1
        if row is Row.LAST:
            if block.kind is LineKind.LITERAL:
                group.lines.append(lines[at - 1])
            break
        if row is not Row.SILENT or block.kind is LineKind.INDENTED:
            group.lines.append(lines[at - 1][block.skip if block.kind is LineKind.FENCE else 0 :])
        first = False
    if block.kind is LineKind.TABLE:
        del group.lines[:1]
    return at, group
