"""Edits that fit: a text that stands exactly once in a file, and what takes its place. Pure."""

from collections.abc import Sequence
from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Replacement:
    """`old` stands once in the file as it is, and `new` once in what becomes of it: it can be undone. `line`: where it begins."""

    old: str
    new: str
    line: int


def replacement(lines: Sequence[str], span: range, new: Sequence[str]) -> Replacement:
    """`new` in place of the lines of a span (counted from 0), with as many of their neighbours as make it the only one."""
    before, after = span.start, span.stop
    whole = "\n".join(lines)
    becomes = "\n".join([*lines[: span.start], *new, *lines[span.stop :]])
    while True:
        old = "\n".join(lines[before:after])
        made = "\n".join([*lines[before : span.start], *new, *lines[span.stop : after]])
        if old and made and times(whole, old) == 1 and times(becomes, made) == 1:
            return Replacement(old, made, before + 1)
        if before == 0 and after == len(lines):
            return Replacement(old, made, 1)
        after = min(len(lines), after + 1) if after < len(lines) else after
        if times(whole, "\n".join(lines[before:after])) > 1 or after == len(lines):
            before = max(0, before - 1)


def times(text: str, part: str) -> int:
    """How often a text has a part, also where the places overlap."""
    found, at = 0, text.find(part) if part else -1
    while at >= 0:
        found, at = found + 1, text.find(part, at + 1)
    return found


def groups(numbers: Sequence[int], gap: int) -> list[range]:
    """Numbers as ranges from the first to the last of those that are near one another."""
    found: list[range] = []
    for one in sorted(set(numbers)):
        if found and one - found[-1].stop < gap:
            found[-1] = range(found[-1].start, one + 1)
        else:
            found.append(range(one, one + 1))
    return found
