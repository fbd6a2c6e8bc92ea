"""How far a text was said: all places in the script that the heard words may have reached.

Writing leaves several ways to say a thing, and a recogniser several to write what was said. The two agree where one
way of each has the same words. Of words that sound the same however they are parted ("set up", "setup") the gap does
not count; where it makes other words ("not able", "notable") it does. What is no word of English in one ("readme") has
no other meaning in two. A border between two numbers always counts.
"""

from collections.abc import Iterable
from dataclasses import dataclass
from functools import cached_property
from itertools import accumulate
from typing import Final, NamedTuple

from solovox.lang.en.word_lists import word_list
from solovox.text.closed import NUMBER_WORDS, SCALE_WORDS
from solovox.text.names.code_talk import english
from solovox.text.spoken.forms import ALOUD, Unit, UnitKind, moves

_SHORTEST: Final = 3
SHORTEST_GROUP: Final = 3
"""Digits of a part of a long number that stand by themselves."""
_LEADS: Final = word_list("word_beginnings")
"""What begins a word that is written in one or in two."""
_TAILS: Final = word_list("word_ends")
"""What ends one."""
_ALONE: Final = word_list("never_joined")
"""What is never part of a longer word: "the rapist", "not able", "now here"."""


class Spot(NamedTuple):
    """A place in the script: before a node of a unit."""

    unit: int
    node: int
    owed: str = ""
    """Letters of the word before that must still be heard, of a word written in one and heard in two."""
    part: str = ""
    """The part of that word that was heard last; empty if the parts have no other meaning than the whole."""


class WordStep(NamedTuple):
    """A word that may be said at a place, of which unit it is, whether its first, and where it leads."""

    word: str
    unit: int
    first: bool
    to: Spot


@dataclass(frozen=True)
class Border:
    """What stands between a number and one before it: two numbers, or groups of one."""

    hard: bool = False
    """No reading of one number may go over it."""
    soft: bool = False
    """None but one of a long row of digits."""


_OPEN: Final = Border()


def border(text: str, before: Unit | None, unit: Unit) -> Border:
    """The border before `unit`."""
    if before is None or not (_counts(before) and _counts(unit)):
        return _OPEN
    between = text[before.end : unit.first]
    marked = any(mark in between for mark in ",.;:!?")
    if before.kind is not UnitKind.NUMBER or unit.kind is not UnitKind.NUMBER:
        return Border(hard=marked and before.written.casefold() not in SCALE_WORDS)
    if len(before.written) == len(unit.written) == 1 and not between.strip(" ,"):
        return Border(soft=marked)
    groups = between.isspace() and min(len(before.written), len(unit.written)) >= SHORTEST_GROUP
    return Border(hard=not groups, soft=groups)


def _counts(unit: Unit) -> bool:
    return unit.kind is UnitKind.NUMBER or (
        unit.kind is UnitKind.WORD and unit.written.casefold() in NUMBER_WORDS
    )


class Course:
    """The units of a script as one graph."""

    def __init__(self, text: str, units: list[Unit]) -> None:
        self.units = units
        self.text = text
        self._steps: dict[tuple[int, int], tuple[WordStep, ...]] = {}
        loud = [None, *(unit if not unit.silent else None for unit in units)]
        for at, unit in enumerate(loud):
            loud[at] = unit or (loud[at - 1] if at else None)
        self.borders = [border(text, before, unit) for before, unit in zip(loud, units, strict=False)]

    @cached_property
    def loud(self) -> list[int]:
        """Up to each unit, how many must be said."""
        return [0, *accumulate(not unit.silent for unit in self.units)]

    @cached_property
    def ends(self) -> list[int]:
        """Up to each unit, where the last that must be said ends."""
        return [0, *accumulate((0 if unit.silent else unit.end for unit in self.units), max)]

    @cached_property
    def end(self) -> int:
        """From this unit on everything may be silent."""
        last = len(self.units)
        while last and self.units[last - 1].silent:
            last -= 1
        return last

    def steps(self, unit: int, node: int) -> tuple[WordStep, ...]:
        """What may be said at a place."""
        found = self._steps.get((unit, node))
        if found is None:
            found = self._steps[unit, node] = tuple(self._find_steps(unit, node))
        return found

    def _find_steps(self, unit: int, node: int) -> Iterable[WordStep]:
        if unit == len(self.units):
            return
        ways = moves(self.units[unit].ways)
        for word, to in ways[node]:
            if not word:
                yield from self.steps(unit + 1, 0)
                continue
            inner = any(said for said, _ in ways[to])
            if inner:
                yield WordStep(word, unit, node == 0, Spot(unit, to))
            if any(not said for said, _ in ways[to]):
                yield WordStep(word, unit, node == 0, Spot(unit + 1, 0))

    def over(self, spot: Spot, word: str, heard: "HeardWord") -> Iterable[Spot]:
        """Where a word leads from a place."""
        letters = heard.unit.letters
        if spot.owed:
            if (
                letters
                and spot.owed.startswith(letters)
                and self._joins(spot.part, letters, heard.unit.glued)
            ):
                rest = spot.owed[len(letters) :]
                if rest and heard.unit.owns:
                    return
                yield spot._replace(owed=rest, part=spot.part and letters if rest else "")
            return
        only_words, bare = word.startswith(ALOUD), word.removeprefix(ALOUD)
        aloud = ALOUD + word if heard.unit.kind is UnitKind.WORD else word
        for step in self.steps(spot.unit, spot.node):
            if only_words:
                if step.word == bare and self.units[step.unit].kind is UnitKind.WORD:
                    yield step.to
            elif step.word in (word, aloud):
                if self._passes(step, heard):
                    yield step.to
            elif letters and (written := self.units[step.unit].letters):
                rest = written[len(letters) :]
                if written.startswith(letters) and not (rest and heard.unit.owns):
                    yield Spot(step.to.unit, step.to.node, rest, _part(letters, written))
                elif letters.startswith(written) and not self.units[step.unit].owns:
                    yield from self._split(step.to, _part(written, letters), letters[len(written) :])

    def _split(self, spot: Spot, part: str, rest: str) -> Iterable[Spot]:
        """A word that was heard as one and is written in several."""
        for step in self.steps(spot.unit, spot.node):
            unit = self.units[step.unit]
            letters = unit.letters
            if letters and rest.startswith(letters) and self._joins(part, letters, unit.glued):
                if rest == letters:
                    yield step.to
                elif not unit.owns:
                    yield from self._split(step.to, part and letters, rest[len(letters) :])

    def _joins(self, one: str, other: str, glued: bool) -> bool:
        """Whether two words may be one."""
        if glued or not one or (len(one) == len(other) == 1):
            return True
        if one in _ALONE or (other in _ALONE and other not in _TAILS):
            return one in _LEADS and other not in _ALONE
        if one in _LEADS:
            return True
        long = len(one) >= _SHORTEST
        return long and (len(other) >= _SHORTEST or other in _TAILS)

    def _passes(self, step: WordStep, heard: "HeardWord") -> bool:
        """Whether no border of numbers is in the way."""
        unit = self.units[step.unit]
        before = self.borders[step.unit]
        crossed = before.hard or (before.soft and not heard.unit.long)
        if crossed and step.first and not heard.first and heard.unit.kind is UnitKind.NUMBER:
            return False
        if heard.first and not step.first and unit.kind is UnitKind.NUMBER:
            return not (heard.border.hard or heard.border.soft) or (unit.long and heard.whole)
        return True


def _part(part: str, whole: str) -> str:
    """The first part of a word, where in two words it may be another: not of what is no word in one."""
    return part if len(part) == 1 or part in _ALONE or english(whole) else ""


class HeardWord(NamedTuple):
    """A word of what was heard: of which unit, whether its first, and what is before that."""

    unit: Unit
    first: bool
    border: Border
    whole: bool = True
    """The number before it cannot go on: not "1990" before "8"."""
