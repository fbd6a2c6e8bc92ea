"""What a detector did, counted: ends that were none, ends that came late, and ends that never came.

    false end   said to be over while more came: of a pause within what is said
    spoken over of those, where an answer would have been heard before the person went on
    delay       from the last sample of speech to when it was said to be over
    missed      not said to be over within 4.9 seconds
    asked       when the words are known and given to the agent; the end, for a detector that tells only that
    taken back  a pause in which it was asked, and nothing said to be over
    first sound when an answer is heard: 0.9 s after it was asked, and not before it was said to be over

Between two questions that each stand by themselves ("two at once") an end is right or wrong as one likes: it is not counted.
"""

import math
from dataclasses import dataclass
from itertools import pairwise

ANSWER = 0.9
"""Seconds from an end to the first sound of an answer."""
PATIENCE = 4.9
"""Seconds after the last sample: then the sound is over, and an end is no finding."""
EARLY = 0.3
"""Seconds that an end may come before the last sample: the last sound of a word may be very quiet."""


@dataclass(frozen=True, slots=True)
class Judged:
    """One take, as a detector took it."""

    pauses: tuple[float, ...]
    """Its pauses in seconds, where an end counts."""
    false: tuple[bool, ...]
    """Of each of them: whether it was taken for the end."""
    over: tuple[bool, ...]
    """Of each of them: whether an answer would have begun in it. Until then an end can be taken back for free."""
    back: tuple[bool, ...]
    """Of each of them: whether it was asked in it, and taken back."""
    delay: float
    """Seconds; infinite: missed."""
    asked: float
    """The same, until it was asked."""
    first: float
    """The same, until an answer would be heard."""
    cpu: float


def judged(row: dict, found: dict) -> Judged:
    """`row` of the index, and what the detector says: times in seconds."""
    speech, ended = row["speech"], found["ended"]
    asked = found.get("asked", ended)
    first = found.get("first", [end + ANSWER for end in ended])
    counts, last = row["kind"] != "two at once", speech[-1][1]
    rooms = list(pairwise(speech)) if counts else []
    false = tuple(any(_within(end, speech, at) for end in ended) for at in range(len(rooms)))
    over = tuple(
        was and any(before[0] < sound <= after[0] for sound in first)
        for was, (before, after) in zip(false, rooms, strict=True)
    )
    back = tuple(not was and any(_within(ask, speech, at) for ask in asked) for at, was in enumerate(false))
    return Judged(
        tuple(after[0] - before[1] for before, after in rooms),
        false,
        over,
        back,
        _after(last, ended),
        _after(last, asked),
        _after(last, first),
        found.get("cpu", 0.0),
    )


def _after(last, times):
    """Seconds from the last sample to the first of these times that is of the end."""
    return min((at - last for at in times if -EARLY <= at - last < PATIENCE), default=math.inf)


def _within(time, speech, at):
    """Whether it is in that pause. While the part after it is spoken it is of that pause too, and came late."""
    first, last = speech[at + 1]
    return speech[at][0] < time <= first or first < time < (last - EARLY if at + 2 == len(speech) else last)


def summed(rows: list[Judged]) -> dict:
    """The figures of some takes."""
    false = [one for row in rows for one in row.false]
    over = [one for row in rows for one in row.over]
    back = [one for row in rows for one in row.back]
    delays = sorted(row.delay for row in rows)
    asked = sorted(row.asked for row in rows)
    first = sorted(row.first for row in rows)
    return {
        "takes": len(rows),
        "pauses": len(false),
        "false": sum(false),
        "taken back %": round(100 * sum(back) / max(1, len(back)), 1),
        "false %": round(100 * sum(false) / max(1, len(false)), 1),
        "spoken over %": round(100 * sum(over) / max(1, len(over)), 1),
        "cut off %": round(
            100
            * sum(any(row.false) for row in rows if row.false)
            / max(1, sum(bool(row.false) for row in rows)),
            1,
        ),
        "p50 ms": at(delays, 0.5),
        "p95 ms": at(delays, 0.95),
        "missed": sum(delay == math.inf for delay in delays),
        "asked p50 ms": at(asked, 0.5),
        "asked p95 ms": at(asked, 0.95),
        "first sound p50 ms": at(first, 0.5),
        "first sound p95 ms": at(first, 0.95),
        "cpu s": round(sum(row.cpu for row in rows) / max(1, len(rows)), 2),
    }


def at(values: list[float], share: float) -> float | None:
    """That quantile in ms; None: it never came."""
    found = values[min(len(values) - 1, math.ceil(share * len(values)) - 1)] if values else math.inf
    return None if found == math.inf else round(1000 * found)
