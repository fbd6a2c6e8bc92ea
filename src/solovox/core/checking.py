"""Joint rules of verbatim reading: what a live reader says, held against its script.

G6  Its sound passes as far as its transcription follows. Whoever strays is cut, and what was not heard
    whole is said again by the exact voice; where there is none, that is shown and cued.
G2  What was held and is not released is dropped, as STRAYED.
N1  The mouth is free when a checked read is whole, not when the reader says so.
"""

from typing import assert_never

from solovox.core import gate as gates
from solovox.core import narration as narrations
from solovox.core import speaking, verbatim
from solovox.core.commands import CancelRead, Drop, Voicer, Why
from solovox.core.events import (
    NarratorEvent,
    ReadFailed,
    ReadFollowed,
    ReadRendered,
    ReadSounded,
    ReadStrayed,
)
from solovox.core.talk import Talk
from solovox.core.units import Instant
from solovox.core.verbatim import Check, CheckState


def narrated(talk: Talk, event: NarratorEvent) -> None:
    """Whatever a narrator tells."""
    check = talk.check
    if check is None or check.over or check.read != event.read:
        _unchecked(talk, event)
        return
    match event:
        case ReadSounded(span=span, silent=silent):
            talk.check = verbatim.sounded(check, talk.at, span, silent=silent)
        case ReadFollowed(said_to=said_to):
            talk.check = verbatim.followed(check, talk.at, said_to, talk.policy.timing)
        case ReadRendered():
            talk.check = verbatim.ended(check, talk.at)
        case ReadStrayed():
            _stray(talk, check, "the reader said something else")
        case ReadFailed(reason=reason):
            _stray(talk, check, reason, over=True)
        case _:
            assert_never(event)
    talk.narration = narrations.alive(talk.narration, talk.at, event.read)
    _release(talk)


def expire(talk: Talk) -> None:
    """A live reader that keeps its sound, its text or its end to itself for too long has strayed."""
    check = talk.check
    assert check is not None
    if verbatim.settled(check, talk.at, talk.policy.timing).over:
        _release(talk)
    else:
        why = "the reader's sound does not go with its text" if check.held else "the reader went silent"
        _stray(talk, check, why)


def deadline(talk: Talk) -> Instant | None:
    """When the read under way has strayed by what is missing."""
    due = verbatim.deadline(talk.check, talk.policy.timing)
    reading = talk.narration.rendering
    if due is not None or talk.check is None or talk.check.over or reading is None:
        return due
    return Instant(reading.since + talk.policy.timing.reader)


def _unchecked(talk: Talk, event: NarratorEvent) -> None:
    """An exact voice's read, or nobody's."""
    match event:
        case ReadSounded():
            speaking.sounded(talk, event)
        case ReadRendered():
            speaking.rendered(talk, event)
        case ReadFailed():
            speaking.read_failed(talk, event)
        case ReadFollowed() | ReadStrayed():
            pass
        case _:
            assert_never(event)


def _release(talk: Talk) -> None:
    """Let go what its text covers, and the mouth when all is said (N1, N4). What strayed lets nothing go."""
    check, timing = talk.check, talk.policy.timing
    assert check is not None
    check, span = verbatim.release(check, timing)
    while span is not None:
        check, reached = verbatim.said_to(check)
        speaking.sounded(talk, ReadSounded(check.read, span, reached))
        check, span = verbatim.release(check, timing)
    talk.check = check = verbatim.settled(check, talk.at, timing)
    if check.state is CheckState.WHOLE:
        talk.narration = narrations.sounded(talk.narration, talk.at, check.read, 0, check.length)
        speaking.rendered(talk, ReadRendered(check.read))


def _stray(talk: Talk, check: Check, reason: str, *, over: bool = False) -> None:
    """Nothing more of it is played; the rest is said exactly, or only shown (G6). `over`: the reader has ended."""
    talk.check, held = verbatim.strayed(check)
    talk.say(*(Drop(Voicer.NARRATOR, span, Why.STRAYED) for span in held))
    reading = narrations.find(talk.narration.readings, check.read)
    if reading is not None and not over and check.ended_at is None:
        speaking.cancel_read(talk, reading)
    else:
        talk.say(CancelRead(check.read))
    talk.narration = narrations.stray(talk.narration, check.read, again=talk.policy.exact_voice)
    speaking.shut(talk, check.read)
    if not talk.policy.exact_voice:
        talk.fail(f"reading aloud failed: {reason}")


def overdue(talk: Talk) -> None:
    """A speaker without reports has played what it was given by now; one that reports exactly is given up: nothing
    more of the read is heard, and only what was reported counts (G3, N4)."""
    for voice in talk.gate.voices:
        if voice.state is not gates.ReadState.RENDERED or talk.at < voice.ends_at + talk.drain:
            continue
        if talk.presence.exact:
            talk.narration = narrations.stray(talk.narration, voice.read, again=False)
            speaking.shut(talk, voice.read)
        else:
            talk.gate = gates.played(talk.gate, voice.ends_at, voice.read, voice.sounded)
