"""Joint rules of what a narrator tells of a read: its sound, its text, its end.

G1 G2  Sound passes only through `reads.sound`.
G6  A live reader is heard as far as its transcription follows the script. One that strays is cut, and the exact voice says again
    what was not heard whole. If there is no exact voice, the failure is shown and cued.
"""

from typing import assert_never

from solovox.core import pacing, reads
from solovox.core.commands import Drop, DropReason, SoundOrigin
from solovox.core.events import (
    NarratorEvent,
    ReadFailed,
    ReadFollowed,
    ReadRendered,
    ReadSounded,
    ReadStrayed,
)
from solovox.core.reading import SOUNDS, Reading, ReadState
from solovox.core.rules import speaking
from solovox.core.talk import Talk
from solovox.core.units import Instant, ReadId


def narrated(talk: Talk, event: NarratorEvent) -> None:
    """What a narrator tells of a read."""
    reading = reads.find(talk.voice.reads, event.read, SoundOrigin.NARRATOR)
    checked = reading is not None and reading.pacing is not None and reading.state in SOUNDS
    match event:
        case ReadSounded(read=read, span=span, said_to=said_to):
            talk.sound(SoundOrigin.NARRATOR, read, span, said_to, event.kind)
        case ReadFollowed(said_to=said_to) if reading is not None and checked:
            talk.voice.reads = reads.put(
                talk.voice.reads, reading.followed(talk.at, said_to, talk.policy.timing)
            )
        case ReadRendered() if reading is not None:
            talk.voice.reads = reads.ended(talk.voice.reads, talk.at, reading)
            if reading.state in (*SOUNDS, ReadState.CUT):
                speaking.works_on(talk, reading)
        case ReadStrayed() if reading is not None and checked:
            _stray(talk, reading, "the reader said something else")
        case ReadFailed(reason=reason) if reading is not None and checked:
            _break_off(talk, reading, reason, over=True)
        case ReadFailed(reason=reason) if reading is not None:
            speaking.fail_read(talk, reading, reason)
        case ReadFollowed() | ReadRendered() | ReadStrayed() | ReadFailed():
            pass
        case _:
            assert_never(event)
    if checked:
        _let_go(talk, event.read)
    speaking.sounds(talk, event.read)


def _let_go(talk: Talk, read: ReadId) -> None:
    """Play what the text covers, and free the mouth when all is said (N1, N4)."""
    if (reading := reads.find(talk.voice.reads, read)) is None or reading.state not in SOUNDS:
        return
    timing = talk.policy.timing
    talk.voice.reads, plays = reads.let_go(talk.voice.reads, talk.at, reading, timing)
    talk.heard(*plays)
    talk.voice.reads = reads.finish(talk.voice.reads, talk.at, read, timing)


def pacing_deadline(talk: Talk) -> Instant | None:
    """When the read under way counts as strayed, because sound, text or its end is missing (G6)."""
    reading, timing = talk.voice.reads.coming, talk.policy.timing
    if reading is None or reading.pacing is None:
        return None
    due = pacing.deadline(reading.pacing, talk.voice.reads.ends_at, reading.next_word, timing)
    return Instant(reading.since + timing.reader) if due is None else due


def expire_pacing(talk: Talk) -> None:
    """A live reader's sound, text or end has been missing for too long."""
    reading = talk.voice.reads.coming
    assert reading is not None
    why = "the reader's sound does not go with its text" if reading.held else "the reader went silent"
    _break_off(talk, reading, why)


def _break_off(talk: Talk, reading: Reading, reason: str, *, over: bool = False) -> None:
    """No more of the read comes. It has strayed, unless nothing but its end was missing: what was heard whole is not said
    again (G6)."""
    ended = reads.ended(talk.voice.reads, talk.at, reading)
    talk.voice.reads = reads.finish(ended, talk.at, reading.id, talk.policy.timing)
    if talk.voice.reads.coming is None:
        speaking.cancel_read(talk, reading, works=not over)
    else:
        _stray(talk, reading, reason, over=over)


def _stray(talk: Talk, reading: Reading, reason: str, *, over: bool = False) -> None:
    """Nothing more of the read is played. The rest is said exactly, or only shown (G6). `over`: the reader
    has ended."""
    talk.say(*(Drop(SoundOrigin.NARRATOR, span, DropReason.STRAYED) for span in reading.held))
    ended = over or (reading.pacing is not None and reading.pacing.ended_at is not None)
    speaking.cancel_read(talk, reading, works=not ended)
    talk.voice.reads = reads.give_up(talk.voice.reads, reading, again=talk.policy.exact_voice)
    speaking.shut(talk, reading.id)
    if not talk.policy.exact_voice:
        talk.fail(f"reading aloud failed: {reason}")
