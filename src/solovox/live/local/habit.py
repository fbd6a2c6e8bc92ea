"""How long a person pauses, and the patience that follows from it. Pure.

Rule 1: a pause is a silence of 0.3 to 4 s after which the person goes on with what they were saying. Kept is how many pauses there
were of each length, in eight bins: no words, no sound, no time of day.
Rule 2: the waits are such that about one pause in twenty is longer. That length, of the person's pauses together with `USUAL`,
counted in percent of that of `USUAL` alone, is the patience, from 70 to 150. Who is new has 100; it takes some tens of short pauses to have the least.
Rule 3: what was long ago counts less: where more than `MOST` are kept, each count is halved.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from itertools import pairwise
from typing import Final

EDGES: Final = (300, 500, 800, 1_200, 1_600, 2_000, 2_500, 3_000, 4_000)
"""Where the bins begin and end, in ms."""
USUAL: Final = (6.0, 5.0, 4.0, 2.0, 1.0, 1.0, 0.5, 0.5)
"""Twenty pauses, as they are usual."""
USUAL_PATIENCE: Final = 100
LEAST: Final = 70
MOST_PATIENT: Final = 150
MOST: Final = 200
"""Pauses that are kept."""
SHARE: Final = 0.95
"""How many of the pauses are to be no longer than the wait."""
NONE: Final = (0.0,) * len(USUAL)


@dataclass(frozen=True, slots=True)
class Habit:
    """The pauses of one person: how many are in each bin. What was halved is no whole number."""

    counts: tuple[float, ...] = NONE

    @property
    def pauses(self) -> int:
        """How many are kept."""
        return round(sum(self.counts))

    @property
    def reach(self) -> int:
        """The length in ms that 19 of 20 of them do not exceed; 0: there are none."""
        return round(_reach(self.counts)) if any(self.counts) else 0

    @property
    def patience(self) -> int:
        """How long to wait, in percent of the usual waits."""
        reach = _reach([own + usual for own, usual in zip(self.counts, USUAL, strict=True)])
        return min(MOST_PATIENT, max(LEAST, round(USUAL_PATIENCE * reach / _reach(USUAL))))

    def with_pauses(self, lengths: Sequence[int]) -> "Habit":
        """The habit after these pauses, in ms. Those that are none (rule 1) change nothing."""
        counts = list(self.counts)
        for length in lengths:
            if not is_pause(length):
                continue
            counts[next(n for n, end in enumerate(EDGES[1:]) if length <= end)] += 1
            if sum(counts) > MOST:
                counts = [one / 2 for one in counts]
        return Habit(tuple(counts))

    def write(self) -> str:
        """As it is kept."""
        return " ".join(f"{one:.4g}" for one in self.counts)


def is_pause(length: int) -> bool:
    """Whether a silence of this length in ms, after which the person went on, counts."""
    return EDGES[0] <= length <= EDGES[-1]


def read(text: str) -> Habit:
    """What `written` wrote. A habit of no pauses, if it is anything else."""
    try:
        counts = tuple(map(float, text.split()))
    except ValueError:
        return Habit()
    fits = len(counts) == len(NONE) and all(0 <= one <= MOST for one in counts) and sum(counts) <= MOST + 1
    return Habit(counts) if fits else Habit()


def _reach(counts: Sequence[float]) -> float:
    """The length in ms that `SHARE` of them do not exceed. Within a bin they are taken to be spread evenly."""
    left = SHARE * sum(counts)
    for (begin, end), count in zip(pairwise(EDGES), counts, strict=True):
        if count and left <= count:
            return begin + (end - begin) * left / count
        left -= count
    return float(EDGES[-1])
