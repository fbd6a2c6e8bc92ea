"""Joint rule of speech that is not for us.

T6  Where a wake phrase is asked for, words without it are kept from all, but where they may answer us, or follow the phrase: the recogniser
    is told when that is.
"""

from dataclasses import replace

from solovox.core.commands import HearAll
from solovox.core.sense import SILENT, Intent
from solovox.core.talk import Talk
from solovox.core.units import Instant


def follows_until(talk: Talk) -> Instant | None:
    """Until when what begins needs no wake phrase."""
    if not talk.policy.follow_ms:
        return None
    return Instant(talk.cues.loud_at + talk.policy.follow_ms)


def follows(talk: Talk) -> bool:
    """Whether what begins now needs no wake phrase."""
    until = follows_until(talk)
    return until is not None and (talk.reads.is_open or talk.at < until)


def follow_ends_at(talk: Talk) -> Instant | None:
    """When to look again: the time in which no phrase is needed is over, and nothing else wants words without it."""
    only = talk.policy.spares and talk.turn.admits and not (talk.reads.is_open or _waits(talk))
    return follows_until(talk) if only else None


def _waits(talk: Talk) -> bool:
    """Whether we have asked something, or the phrase was said alone: what is said now may answer or follow."""
    return bool(talk.approvals.waiting) or talk.budget.asked_at is not None or _is_called(talk)


def _is_called(talk: Talk) -> bool:
    """Whether the phrase was said alone, and nothing after it yet."""
    said = talk.turn.open
    if said is None or said.speech.called_at is None or talk.turn.speaks or said.local.pending:
        return False
    return said.local.sense.kind in (Intent.CALL, *SILENT)


def called(talk: Talk) -> None:
    """The phrase was said alone. What follows it may be under way already: those words are wanted, too."""
    assert talk.turn.open is not None
    speech = talk.turn.open.speech
    called_at = talk.at if speech.ended_at is None else speech.ended_at
    talk.revise(speech=replace(speech, called_at=called_at))
    _want(talk, on=True)


def keeps(talk: Talk) -> bool:
    """Whether what is being said is kept from the ear: so far it is without the phrase."""
    return talk.policy.spares and not (talk.turn.open is not None and talk.turn.open.woken)


def admit(talk: Talk) -> None:
    """Tell the recogniser whether words without the phrase are wanted, if that has changed."""
    _want(talk, on=not talk.policy.spares or _waits(talk) or follows(talk))


def _want(talk: Talk, *, on: bool) -> None:
    if on is not talk.turn.admits:
        talk.turn = replace(talk.turn, admits=on)
        talk.say(HearAll(on))
