"""Joint rules of who may command: the owners of a session, if it has any.

A4  Who is no owner commands nothing and consents to nothing. Their words are shown, and go nowhere; where guests are
    welcome, to the live model of `self` alone. What else they do is ignored, counted, and told in one line.
"""

from dataclasses import replace
from typing import Final

from solovox.core.approvals import returning
from solovox.core.commands import ShowFailure, ShowHeard
from solovox.core.events import (
    ConsentDenied,
    ConsentGiven,
    Event,
    FloorGiven,
    FloorTaken,
    LocalTranscript,
    MendRefused,
    OnsetFaded,
    Overheard,
    SilenceAsked,
    SpeechConfirmed,
    StopAsked,
    Typed,
)
from solovox.core.listening import hearing, turn
from solovox.core.listening.utterance import Doubt
from solovox.core.talk import Talk
from solovox.core.units import (
    BEHIND,
    MIC,
    MIC_RATE,
    AudioSpan,
    Principal,
    SourceId,
    UtteranceId,
    milliseconds,
)

ACTS: Final = {
    Typed: "a typed line",
    ConsentGiven: "an answer",
    ConsentDenied: "an answer",
    MendRefused: "a mend taken back",
    StopAsked: "a stop",
    SilenceAsked: "a stop",
}
"""What only an owner does."""


def count_as_owners(talk: Talk, event: Event) -> Event | None:
    """What an event counts as: itself, if an owner did it. None: nothing.

    Speech of others is no speech to us, and their words are none. Whose sound it was is taken as who spoke.
    """
    match event:
        case SpeechConfirmed(first=first) if not talk.policy.hears(event.source):
            beside, over, echo = hearing.begins_beside(talk)
            like = turn.begin(talk.turn, talk.at, first, over | Doubt.UNENDED, beside, echo).said
            talk.turn = turn.aside(talk.turn, talk.at, AudioSpan(MIC, first, 0), event.source, like)
            return OnsetFaded(first)
        case LocalTranscript(text=text, final=final) if not talk.policy.hears(event.source):
            _show(talk, text if final else "", event.source)
            return replace(event, text="", mends=(), again=(), sense=None, whole=None)
        case FloorTaken() | FloorGiven() if not talk.policy.owns(event.source):
            return None
        case Typed() if talk.policy.may(event.principal):
            returning.introduce(talk, SourceId(event.principal))
        case Typed() | ConsentGiven() | ConsentDenied() | MendRefused() | StopAsked() | SilenceAsked() if (
            not talk.policy.may(event.principal)
        ):
            if isinstance(event, Typed):
                _show(talk, event.text, event.source)
            _ignore(talk, ACTS[type(event)], event.principal)
            return None
    return event


def show_overheard(talk: Talk, event: Overheard) -> None:
    """Words from behind the person. What began while our voice could be heard may be its echo, and is not shown."""
    since = talk.at - milliseconds(event.span.count, MIC_RATE) - talk.voice.cues.loud_at
    _show(talk, event.text if since > talk.policy.timing.echo else "", BEHIND)


def _show(talk: Talk, text: str, source: SourceId) -> None:
    if text.strip():
        talk.turn = replace(talk.turn, count=talk.turn.count + 1)
        talk.say(ShowHeard(UtteranceId(talk.turn.count), text.strip(), final=True, source=source))


def _ignore(talk: Talk, what: str, who: Principal) -> None:
    """The line comes at the first time, the second, the fourth, the eighth ...: no one can flood the screen."""
    talk.ignored += 1
    if talk.ignored & (talk.ignored - 1) == 0:
        line = f"{what} by {who} was ignored: only an owner commands and allows here"
        talk.say(ShowFailure(line if talk.ignored == 1 else f"{line} ({talk.ignored} times so far)"))
