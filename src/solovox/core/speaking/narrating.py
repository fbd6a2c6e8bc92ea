"""Joint rules of what a narrator tells of a read: its sound, its text, its end.

G1 G2  Sound passes only through `Reads.sound`.
G6  A live reader is heard as far as its transcription follows the script. One that strays is cut, and the exact voice says again
    what was not heard whole. If there is no exact voice, the failure is shown and cued.
"""

from dataclasses import replace
from typing import assert_never

from solovox.core import runs
from solovox.core.commands import DropReason, SoundOrigin
from solovox.core.events import (
    NarratorEvent,
    ReadFailed,
    ReadFollowed,
    ReadRendered,
    ReadSounded,
    ReadStrayed,
)
from solovox.core.speaking import pacing, speaking
from solovox.core.speaking.reading import FLUSHING, SOUNDS, Reading
from solovox.core.talk import Talk
from solovox.core.units import Instant, ReadId


def take_narration(talk: Talk, event: NarratorEvent) -> None:
    """What a narrator tells of a read."""
    reading = talk.voice.reads.find(event.read, SoundOrigin.NARRATOR)
    if isinstance(event, ReadSounded):
        talk.sound(SoundOrigin.NARRATOR, event.read, event.span, event.said_to, event.kind)
    elif reading is not None:
        _note_told(talk, reading, event)
    _let_go(talk, event.read)
    _sounds(talk, event.read)


def _note_told(
    talk: Talk, reading: Reading, event: ReadFollowed | ReadStrayed | ReadRendered | ReadFailed
) -> None:
    paced = reading.pacing if reading.state in SOUNDS else None
    match event:
        case ReadRendered():
            _end_sound(talk, reading)
            if reading.state in SOUNDS | FLUSHING:
                speaking.works_on(talk, reading)
        case ReadFailed(reason=reason) if paced is None:
            speaking.fail_read(talk, reading, reason)
        case ReadFailed(reason=reason):
            _break_off(talk, reading, reason, over=True)
        case ReadFollowed(said_to=said_to) if paced is not None:
            paced = pacing.follow_script(paced, talk.at, reading.sounded, said_to, talk.policy.timing)
            talk.voice.reads.put(replace(reading, pacing=paced))
        case ReadStrayed() if paced is not None:
            _stray(talk, reading, "the reader said something else", works=paced.ended_at is None)
        case ReadFollowed() | ReadStrayed():
            pass
        case _:
            assert_never(event)


def _end_sound(talk: Talk, reading: Reading) -> None:
    """The narrator says that all sound has come. That ends the read, unless its text must be waited for (G6)."""
    if reading.pacing is None:
        talk.voice.reads.mark_given(reading)
    else:
        talk.voice.reads.put(replace(reading, pacing=pacing.end_sound(reading.pacing, talk.at)))


def _let_go(talk: Talk, read: ReadId) -> None:
    """A live reader gave a sign of life. Play what the text covers, and free the mouth when all is said (N1, N4)."""
    reads, timing = talk.voice.reads, talk.policy.timing
    reading = reads.find(read, SoundOrigin.NARRATOR)
    if reading is None or reading.pacing is None or reading.state not in SOUNDS:
        return
    paced = reading.pacing
    while pacing.allows(paced, reading.sounded, timing):
        span = paced.held[0][1]
        paced, said_to = pacing.said_to(replace(paced, held=paced.held[1:]), reading.sounded + span.count)
        reading, play = reads.play(talk.at, replace(reading, pacing=paced), span, said_to)
        talk.add_sound(play)
    reading = replace(reading, since=talk.at)
    if pacing.is_whole(paced, reading.sounded, timing):
        mark = (reading.sounded, len(reading.said), reading.marks[-1][2])
        reads.mark_given(replace(reading, marks=(*reading.marks, mark)))
    else:
        reads.put(reading)


def _sounds(talk: Talk, read: ReadId) -> None:
    """After the first sound of an answer it counts as heard (T2)."""
    reading = talk.voice.reads.find(read)
    spoken = None if reading is None or not reading.pieces else reading.pieces[0].run
    run = None if spoken is None else runs.find(talk.work.runs, spoken)
    if reading is not None and reading.sounded and run is not None and not run.sounded:
        talk.work.runs = runs.put(talk.work.runs, replace(run, sounded=True))
        if run.ear:
            speaking.dealt_with(talk)


def silent_at(talk: Talk) -> Instant | None:
    """When the read under way is given up, because its sound or, of a live reader, its text or its end is missing (G6)."""
    reading, timing = talk.voice.reads.coming, talk.policy.timing
    if reading is None:
        return None
    if reading.pacing is None:
        return Instant(reading.since + timing.first_sound)
    due = pacing.deadline(reading.pacing, talk.voice.reads.ends_at, timing)
    return Instant(reading.since + timing.reader) if due is None else due


def give_up(talk: Talk) -> None:
    """What a narrator owes of the read under way has been missing for too long."""
    reading = talk.voice.reads.coming
    if reading is not None and reading.pacing is None:
        speaking.cancel_read(talk, reading)
        speaking.fail_read(talk, reading, "the narrator gave no sound")
    elif reading is not None:
        why = "the reader's sound does not go with its text" if reading.held else "the reader went silent"
        _break_off(talk, reading, why)


def _break_off(talk: Talk, reading: Reading, reason: str, *, over: bool = False) -> None:
    """No more of the read comes. It has strayed, unless nothing but its end was missing: what was heard whole is not said
    again (G6). `over`: the reader has ended."""
    had_ended = over or (reading.pacing is not None and reading.pacing.ended_at is not None)
    _end_sound(talk, reading)
    _let_go(talk, reading.id)
    if (left := talk.voice.reads.coming) is None:
        speaking.cancel_read(talk, reading, works=not over)
    else:
        _stray(talk, left, reason, works=not had_ended)


def _stray(talk: Talk, reading: Reading, reason: str, *, works: bool) -> None:
    """Nothing more of the read is played. The rest is said exactly, or only shown (G6). `works`: the reader has not ended."""
    exact = talk.policy.exact_voice
    speaking.silence(talk, [reading], why=DropReason.STRAYED, works=works, again=exact)
    if not exact:
        talk.fail(f"reading aloud failed: {reason}")
