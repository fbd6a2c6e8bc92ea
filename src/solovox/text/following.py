"""Does a transcription follow the script? Law G6's evidence, piece by piece.

Rule 1: the judgement depends on all that was heard so far, not on how it was cut into pieces.
Rule 2: spoken forms are compared: script and transcription agree if one way of saying each is the same
(`spoken_units`, `course`). Signs, zeros and the borders of numbers are said; case, punctuation and most gaps are not.
Rule 3: the last word may still grow ("twen", "twenty"), and so may a number or a sign before it ("$5", "$5 million"):
it can cover, but not stray, until another word follows or the reading is over.
Rule 4: a read that has strayed stays strayed.

`strict` allows no other word. `tolerant` allows slips of recognition: in any `WINDOW` units of the script one word may
be misheard, left out or put in, but none that is `closed`. A second slip strays from before the first of the two.
"""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Final, NamedTuple

from solovox.text.closed import is_closed, misheard, weightless
from solovox.text.course import SHORTEST_GROUP, Course, HeardWord, Spot, border
from solovox.text.pronounced import Sayings, said_either_way
from solovox.text.spoken.forms import Unit, UnitKind, moves
from solovox.text.spoken.script import is_english
from solovox.text.spoken.spoken_units import units
from solovox.text.spoken.written_values import has_commas

WINDOW: Final = 8
"""Units of the script within which one slip is allowed."""
_OPEN: Final = 40
"""How many numbers and signs at the end of what was heard may still change."""


_GROWS: Final = ("'s", "’s", "http", "https", "www", "minus", "negative")
"""Words whose meaning depends on the word after them."""


@dataclass(frozen=True, slots=True)
class Followed:
    """What is known of a reading."""

    said_to: int
    """How many characters of the script are covered."""
    strayed: bool = False
    score: float = 1.0
    """The share of words said as written: of those due so far or, once it is over, of all."""


class _Slips(NamedTuple):
    """What was forgiven on the way to a place."""

    many: int = 0
    last: int = -WINDOW
    """The unit of the script at which it last was."""


_Spots = Mapping[Spot, _Slips]
"""Where in the script the words heard so far may have led."""


class Follower:
    """Follows one script."""

    def __init__(
        self, script: str, *, tolerant: bool = False, language: str = "en", pronounced: Sayings = ()
    ) -> None:
        """`pronounced`: how the person wants words said."""
        self._length = len(script)
        self._english = is_english(script)
        self._commas = has_commas(script, language)
        written = self._units(script, whole=True)
        self._course = Course(script, said_either_way(written, script, pronounced, english=self._english))
        self._tolerant = tolerant
        self._heard = ""
        self._at = 0
        """Up to here the heard words are settled."""
        self._before: Unit | None = None
        self._spots: _Spots = {Spot(0, 0): _Slips()}
        self._best = (0, 0)
        self._state = self._judge(over=False)

    @property
    def state(self) -> Followed:
        """What is known now."""
        return self._state

    @property
    def complete(self) -> bool:
        """Whether the whole script was said, and nothing else so far."""
        return not self._state.strayed and self._state.said_to == self._length

    def feed(self, piece: str) -> Followed:
        """The next piece of the transcription."""
        if not self._state.strayed and piece:
            self._heard += piece
            self._state = self._judge(over=False)
        return self._state

    def at_end(self) -> Followed:
        """What would be known if no more came: the last word stays as it is, and what is missing is missing."""
        return self._state if self._state.strayed else self._judge(over=True)

    def _judge(self, *, over: bool) -> Followed:
        tail = self._units(self._heard, self._at, before=self._before)
        sure = len(tail) if over else _count_settled(tail, self._heard)
        spots, before, best = self._spots, self._before, self._best
        for place, unit in enumerate(tail):
            reached = self._measure_reach(spots, WINDOW)
            spots, before = self._after(spots, unit, before), unit
            if not spots and place < sure:
                return self._score(reached, strayed=True)
            best = max(best, self._measure_reach(spots, 1 if over else 2))
            if place + 1 == sure and not over:
                self._spots, self._before, self._at, self._best = spots, unit, unit.end, best
        if not over:
            return self._score(best, strayed=False)
        slips = [slips for spot, slips in spots.items() if not spot.owed and spot.unit >= self._course.end]
        if not slips:
            return self._score(best, strayed=True)
        return self._score((len(self._course.units), -min(slips).many), strayed=False, over=True)

    def _units(
        self, text: str, at: int = 0, *, before: Unit | None = None, whole: bool = False
    ) -> list[Unit]:
        return units(text, at, english=self._english, commas=self._commas, before=before, whole=whole)

    def _after(self, spots: _Spots, unit: Unit, before: Unit | None) -> _Spots:
        """Where a heard unit leads from some places."""
        groups = before is not None and min(len(before.written), len(unit.written)) >= SHORTEST_GROUP
        open_ten = before is not None and len(before.written) > 1 and before.written[-1] == "0"
        whole = groups or not open_ten or unit.written[0] == "0"
        heard = HeardWord(unit, True, border(self._heard, before, unit), whole)
        after = self._exactly(spots, heard)
        if self._tolerant:
            for spot, slips in spots.items():
                self._slip(spot, slips, heard, after)
        return after

    def _exactly(self, spots: _Spots, heard: HeardWord) -> dict[Spot, _Slips]:
        """Word by word, all ways of a heard unit side by side."""
        ways = moves(heard.unit.ways)
        front: dict[int, dict[Spot, _Slips]] = {0: dict(spots)}
        after: dict[Spot, _Slips] = {}
        while front:
            further: dict[int, dict[Spot, _Slips]] = {}
            for node, here in front.items():
                for word, to in ways[node]:
                    if not word:
                        for spot, slips in here.items():
                            after[spot] = min(slips, after.get(spot, slips))
                        continue
                    there = further.setdefault(to, {})
                    for spot, slips in here.items():
                        for one in self._course.over(spot, word, heard):
                            there[one] = min(slips, there.get(one, slips))
            front = {node: here for node, here in further.items() if here}
            heard = heard._replace(first=False)
        return after

    def _slip(self, spot: Spot, slips: _Slips, heard: HeardWord, after: dict[Spot, _Slips]) -> None:
        """Where it leads if one word was misheard, left out or put in."""
        script, at = self._course.units, spot.unit
        while at < len(script) and script[at].silent:
            at += 1
        if spot.owed or spot.node or at >= len(script) or at - slips.last < WINDOW:
            return
        slipped, behind = _Slips(slips.many + 1, at), Spot(at + 1, 0)
        text, english = self._course.text, self._english
        if weightless(script[at], text, english=english):
            for one, other in self._exactly({behind: slipped}, heard).items():
                after[one] = min(other, after.get(one, other))
        if weightless(heard.unit, self._heard, english=english):
            after.setdefault(spot, slipped)
        both = ((script[at], text), (heard.unit, self._heard))
        if misheard(script[at], heard.unit) and not any(is_closed(*one, english=english) for one in both):
            after.setdefault(behind, slipped)

    def _measure_reach(self, spots: _Spots, doubt: int = 2) -> tuple[int, int]:
        """(units covered, slips below zero) at best. What a slip has led to counts when it is `doubt` units behind."""
        best = (0, 0)
        for spot, (many, last) in spots.items():
            covered = spot.unit - (bool(spot.owed) and spot.node == 0)
            doubted = many and covered - last < doubt
            best = max(best, (last, 1 - many) if doubted else (covered, -many))
        return best

    def _score(self, reached: tuple[int, int], *, strayed: bool, over: bool = False) -> Followed:
        covered, slips = reached
        loud = self._course.loud[covered]
        whole = covered >= self._course.end
        said_to = self._length if whole else self._course.ends[covered]
        due = self._course.loud[-1] + (strayed and whole) if strayed or over else loud
        score = max(loud + slips, 0) / due if due else 1.0
        return Followed(said_to, strayed, round(score, 3))


def _count_settled(tail: list[Unit], text: str) -> int:
    """How many units can no longer change by what is heard next."""
    at = max(len(tail) - 1, 0)
    least = max(at - _OPEN, 0)
    while at > least and _one_word(text[tail[at - 1].end : tail[at].first]):
        at -= 1
    while at > least and _may_grow(tail[at - 1]):
        at -= 1
    return at


def _one_word(between: str) -> bool:
    """Whether what stands around it is written as one word, and may be taken apart differently when it is longer: `fe8`, `fe80::1`."""
    return not any(one.isspace() for one in between)


def _may_grow(unit: Unit) -> bool:
    """Whether what a unit is depends on the word behind it."""
    return unit.kind in (UnitKind.NUMBER, UnitKind.SIGN) or unit.written.casefold().endswith(_GROWS)
