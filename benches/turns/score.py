"""What a detector did, counted: ends that were none, ends that came late, and ends that never came.

    false end   said to be over while more came: of a pause within what is said
    spoken over of those, where a voice that begins 0.9 s later would have been heard before the person went on
    delay       from the last sample of speech to when it was said to be over
    missed      not said to be over within 4.9 seconds

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
    delay: float
    """Seconds; infinite: missed."""
    asked: float
    """The same, until the words were known; infinite where the detector knows none."""
    cpu: float


def judged(row: dict, found: dict) -> Judged:
    """`row` of the index, and what the detector says: times in seconds."""
    speech, ended = row["speech"], found["ended"]
    last = speech[-1][1]
    counts = row["kind"] != "two at once"
    false = tuple(
        any(
            speech[at][0] < end <= speech[at + 1][0] or (end > speech[at + 1][0] and _within(end, speech, at))
            for end in ended
        )
        for at in range(len(speech) - 1)
    )
    over = tuple(
        any(speech[at][0] < end and end + ANSWER <= speech[at + 1][0] for end in ended) and false[at]
        for at in range(len(speech) - 1)
    )
    after = min((end for end in ended if last - EARLY <= end < last + PATIENCE), default=math.inf)
    asked = min((at for at in found.get("asked", ()) if after <= at), default=math.inf)
    pauses = tuple(second[0] - first[1] for first, second in pairwise(speech))
    return Judged(
        pauses if counts else (),
        false if counts else (),
        over if counts else (),
        after - last,
        asked - last,
        found.get("cpu", 0.0),
    )


def _within(end, speech, at):
    """An end while the part after a pause is spoken is an end of that pause that came late."""
    _, last = speech[at + 1]
    return end < (last - EARLY if at + 2 == len(speech) else last)


def summed(rows: list[Judged]) -> dict:
    """The figures of some takes."""
    false = [one for row in rows for one in row.false]
    over = [one for row in rows for one in row.over]
    delays = sorted(row.delay for row in rows)
    asked = sorted(row.asked for row in rows)
    return {
        "takes": len(rows),
        "pauses": len(false),
        "false": sum(false),
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
        "cpu s": round(sum(row.cpu for row in rows) / max(1, len(rows)), 2),
    }


def at(values: list[float], share: float) -> float | None:
    """That quantile in ms; None: it never came."""
    found = values[min(len(values) - 1, math.ceil(share * len(values)) - 1)] if values else math.inf
    return None if found == math.inf else round(1000 * found)
