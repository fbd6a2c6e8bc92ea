"""Whose turn it is: the utterance that is open, and the one before. Whoever has begun one has the floor.

T1  The floor is the person's as soon as sound is confirmed as speech.
T2  Speech that resumes belongs to the same utterance: `reopen`. Nothing follows from it before its words are known.
"""

from dataclasses import dataclass, replace

from solovox.core.units import HoldId, Instant, UtteranceId
from solovox.core.utterance import Utterance

RECENT = 40
"""So many words back an ear may be late."""
REMEMBERED = 8
"""Of so many utterances words are still waited for after they were settled."""


@dataclass(frozen=True, slots=True)
class Turn:
    """The open utterance, and the one that was settled last."""

    stirred_at: Instant | None = None
    """Since when there is sound that may be speech,"""
    stirred_over: bool = False
    """whether a voice of ours could be heard then,"""
    stirred_beside: tuple[HoldId, ...] = ()
    """and what waited for a yes."""
    woken: int = -1
    """The sample at which the wake phrase last ended."""
    open: Utterance | None = None
    last: Utterance | None = None
    owed: tuple[Utterance, ...] = ()
    """What was settled before all of our recogniser's words had come, oldest first."""
    count: int = 0

    @property
    def speaks(self) -> bool:
        """Whether the person is speaking."""
        return self.open is not None and self.open.ended_at is None


def begin(
    turn: Turn,
    at: Instant,
    first: int,
    *,
    spoken: bool,
    over_voice: bool = False,
    deaf: bool = False,
    beside: tuple[HoldId, ...] = (),
) -> Turn:
    """A new utterance."""
    last = turn.last
    utterance = Utterance(
        UtteranceId(turn.count + 1),
        first,
        first,
        spoken,
        began_at=at,
        sign_at=at,
        ended_at=None if spoken else at,
        stale=last is not None and (last.owes or bool(last.local.pending)),
        before=" ".join(f"{last.before} {last.known}".split()[-RECENT:]) if last is not None else "",
        woken=turn.woken >= first,
        over_voice=over_voice,
        deaf=deaf,
        beside=beside,
    )
    return replace(turn, open=utterance, count=turn.count + 1)


def reopen(turn: Turn, at: Instant, first: int, utterance: Utterance) -> Turn:
    """The person goes on speaking: the same utterance, its earlier call and end forgotten (T2)."""
    remote = replace(
        utterance.remote,
        called=False,
        proposed="",
        ended=False,
        nudged_at=None,
        reopened=len(utterance.remote.text),
    )
    return again(
        turn,
        replace(
            utterance,
            ended_at=None,
            remote=remote,
            spoken=True,
            keeps=False,
            resumed=first,
            began_at=at,
            sign_at=at,
        ),
    )


def again(turn: Turn, utterance: Utterance) -> Turn:
    """A settled utterance is open once more."""
    return replace(turn, open=utterance, owed=tuple(one for one in turn.owed if one.id != utterance.id))


def close(turn: Turn, said: Utterance, at: Instant, asked: str) -> Turn:
    """The open utterance is settled: `asked`, if something came of it."""
    last = replace(said, ended_at=at if said.ended_at is None else said.ended_at)
    if asked:
        last = replace(last, asked=asked, parts=len(said.local.texts), awaited=len(said.local.pending))
    owed = (*turn.owed, last)[-REMEMBERED:] if last.local.pending else turn.owed
    return replace(turn, open=None, last=last if last.known or last.local.pending else turn.last, owed=owed)
