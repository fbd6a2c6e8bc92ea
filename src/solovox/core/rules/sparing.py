"""Joint rule of speech that is not for us.

T6  Where a wake phrase is asked for, words without it are kept from all, but where they may answer us: the recogniser is told when that is.
"""

from dataclasses import replace

from solovox.core.commands import HearAll
from solovox.core.talk import Talk
from solovox.core.units import Instant


def follows_until(talk: Talk) -> Instant | None:
    """Until when what begins needs no wake phrase."""
    if not talk.policy.follow_ms:
        return None
    return Instant(talk.cues.loud_at + talk.policy.follow_ms)


def needs_phrase(talk: Talk) -> bool:
    """Whether what begins now is for us only with the wake phrase."""
    return bool(talk.policy.wake) and not (_asks(talk) or follows(talk))


def follows(talk: Talk) -> bool:
    """Whether what begins now needs no wake phrase."""
    until = follows_until(talk)
    return until is not None and (talk.reads.is_open or talk.at < until)


def follow_ends_at(talk: Talk) -> Instant | None:
    """When to look again: the time in which no phrase is needed is over."""
    until = follows_until(talk) if talk.policy.wake else None
    return None if until is None or talk.at >= until else until


def _asks(talk: Talk) -> bool:
    """Whether we have asked something: what is said may be the answer."""
    return bool(talk.approvals.waiting) or talk.budget.asked_at is not None


def keeps(talk: Talk) -> bool:
    """Whether what is being said is kept from the ear: so far it is without the phrase."""
    return talk.policy.spares and not (talk.turn.open is not None and talk.turn.open.woken)


def admit(talk: Talk) -> None:
    """Tell the recogniser whether words without the phrase are wanted, if that has changed."""
    wanted = not (talk.policy.spares and needs_phrase(talk))
    if wanted is not talk.turn.admits:
        talk.turn = replace(talk.turn, admits=wanted)
        talk.say(HearAll(wanted))
