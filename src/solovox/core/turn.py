"""Whose turn it is: the floor, the utterance that is open, and the one before.

T1  The floor is the person's as soon as sound is confirmed as speech.
T2  Speech that resumes belongs to the same utterance: `reopen`. Nothing follows from it before its words are known.

Rule: every change of the floor is a row of FLOORS. A row that maps to itself means "harmless".
"""

from dataclasses import dataclass, replace
from enum import Enum

from solovox.core.units import Instant, UtteranceId
from solovox.core.utterance import Remote, Utterance


class Floor(Enum):
    """Who has the floor."""

    QUIET = "quiet"
    SPEAKING = "speaking"
    SETTLING = "settling"
    """The person has finished; it is not yet clear with what."""
    KEPT = "kept"
    """The person said "hang on"."""


class Step(Enum):
    """What moves the floor."""

    CONFIRM = "speech confirmed"
    END = "speech ended"
    WORDS = "words without speech"
    KEEP = "floor kept"
    SETTLE = "utterance settled"


FLOORS: dict[Floor, dict[Step, Floor]] = {
    Floor.QUIET: {
        Step.CONFIRM: Floor.SPEAKING,
        Step.END: Floor.QUIET,
        Step.WORDS: Floor.SETTLING,
        Step.KEEP: Floor.QUIET,
        Step.SETTLE: Floor.QUIET,
    },
    Floor.SPEAKING: {
        Step.CONFIRM: Floor.SPEAKING,
        Step.END: Floor.SETTLING,
        Step.WORDS: Floor.SPEAKING,
        Step.KEEP: Floor.SPEAKING,
        Step.SETTLE: Floor.QUIET,
    },
    Floor.SETTLING: {
        Step.CONFIRM: Floor.SPEAKING,
        Step.END: Floor.SETTLING,
        Step.WORDS: Floor.SETTLING,
        Step.KEEP: Floor.KEPT,
        Step.SETTLE: Floor.QUIET,
    },
    Floor.KEPT: {
        Step.CONFIRM: Floor.SPEAKING,
        Step.END: Floor.KEPT,
        Step.WORDS: Floor.KEPT,
        Step.KEEP: Floor.KEPT,
        Step.SETTLE: Floor.QUIET,
    },
}


@dataclass(frozen=True, slots=True)
class Turn:
    """The floor, the open utterance, and the one that was settled last."""

    floor: Floor = Floor.QUIET
    stirred_at: Instant | None = None
    """Since when there is sound that may be speech,"""
    stirred_over: bool = False
    """and whether a voice of ours could be heard then."""
    woken: int = -1
    """The sample at which the wake phrase last ended."""
    open: Utterance | None = None
    last: Utterance | None = None
    count: int = 0

    def step(self, step: Step) -> "Turn":
        """The same turn after one row of FLOORS."""
        return replace(self, floor=FLOORS[self.floor][step])


def begin(turn: Turn, at: Instant, first: int, *, spoken: bool, over_voice: bool = False) -> Turn:
    """A new utterance."""
    stale = turn.last is not None and turn.last.owes
    utterance = Utterance(
        UtteranceId(turn.count + 1),
        first,
        first,
        spoken,
        began_at=at,
        sign_at=at,
        remote=Remote(stale=stale),
        woken=turn.woken >= first,
        over_voice=over_voice,
    )
    step = Step.CONFIRM if spoken else Step.WORDS
    return replace(turn.step(step), open=utterance, count=turn.count + 1)


def reopen(turn: Turn, at: Instant, utterance: Utterance) -> Turn:
    """The person goes on speaking: the same utterance, its earlier call and end forgotten (T2)."""
    remote = replace(
        utterance.remote,
        called=False,
        proposed="",
        ended=False,
        nudged_at=None,
        reopened=len(utterance.remote.text),
    )
    again = replace(utterance, ended_at=None, remote=remote, spoken=True, sign_at=at)
    return replace(turn.step(Step.CONFIRM), open=again)


def late(turn: Turn, utterance: Utterance, at: Instant) -> Turn:
    """Our recogniser's words came when the utterance was settled without them: it is open again (T3)."""
    return replace(turn.step(Step.WORDS), open=replace(utterance, ended_at=at))


def close(turn: Turn, at: Instant, asked: str = "") -> Turn:
    """The open utterance is settled: `asked`, if something came of it."""
    said = turn.open
    if said is None:
        return turn
    ended_at = said.ended_at if said.ended_at is not None else at
    last = replace(said, asked=asked or said.asked, parts=len(said.local.texts), ended_at=ended_at)
    return replace(turn.step(Step.SETTLE), open=None, last=last)
