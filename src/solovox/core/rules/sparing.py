"""Joint rule of speech that is not for us.

T6  Where a wake phrase is asked for, words without it are kept from all, but where they may answer us, or follow the phrase: the recogniser
    is told when that is.
"""

from dataclasses import replace

from solovox.core.commands import HearAll
from solovox.core.listening.utterance import Utterance
from solovox.core.sense import SILENT, Intent
from solovox.core.talk import Talk
from solovox.core.units import Instant


def follows_until(talk: Talk) -> Instant | None:
    """Until when what begins needs no wake phrase."""
    follow_ms = talk.policy.follow_ms
    return Instant(talk.voice.cues.loud_at + follow_ms) if follow_ms else None


def needs_phrase(talk: Talk) -> bool:
    """Whether what begins now is for us only with the wake phrase."""
    return bool(talk.policy.wake) and not (_waits(talk) or follows(talk))


def follows(talk: Talk) -> bool:
    """Whether what begins now needs no wake phrase."""
    until = follows_until(talk)
    return until is not None and (talk.voice.reads.is_open or talk.at < until)


def follow_ends_at(talk: Talk) -> Instant | None:
    """When to look again: the time in which no phrase is needed is over."""
    until = follows_until(talk) if talk.policy.wake else None
    return None if until is None or talk.at >= until else until


def _waits(talk: Talk) -> bool:
    """Whether we have asked something, or the phrase was said alone: what is said now may answer or follow."""
    said = talk.turn.open
    called = said is not None and _only_called(said) and not (talk.turn.speaks or said.local.pending)
    return called or bool(talk.approvals.waiting) or talk.voice.script.asked_at is not None


def _only_called(said: Utterance) -> bool:
    """Whether the phrase is all that is known of it."""
    return said.speech.called_at is not None and said.local.sense.kind in (Intent.CALL, *SILENT)


def open_floor(talk: Talk, *, anew: bool) -> None:
    """The phrase was said alone, now (`anew`) or before. What follows may be under way already: those words are wanted, too."""
    speech, wait = talk.turn.said.speech, talk.policy.timing.after_wake
    if anew:
        speech = replace(speech, called_at=talk.at if speech.ended_at is None else speech.ended_at)
        talk.revise(speech=speech)
    if _only_called(talk.turn.said) and speech.began_at < (speech.called_at or 0) + wait:
        _want(talk, on=True)


def keeps(talk: Talk) -> bool:
    """Whether what is being said is kept from the ear: so far it is without the phrase."""
    return talk.policy.spares and not (talk.turn.open is not None and talk.turn.open.woken)


def admit(talk: Talk) -> None:
    """Tell the recogniser whether words without the phrase are wanted, if that has changed."""
    _want(talk, on=not (talk.policy.spares and needs_phrase(talk)))


def _want(talk: Talk, *, on: bool) -> None:
    if on is not talk.turn.admits:
        talk.turn = replace(talk.turn, admits=on)
        talk.say(HearAll(on))
