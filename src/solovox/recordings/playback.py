"""The audible sound of a session on one timeline: the person, and the played part of each read.

Rule 1: sample n of the sound is n / 24 000 s after the session began, as in `ask --out`; here the person is heard too.
Rule 2: cut sound is shown after the played sound, up to the next sound, and never played.
"""

import io
from dataclasses import dataclass
from pathlib import Path
from typing import Final

import numpy as np
import soundfile
import soxr

from solovox.core.units import MIC_RATE, VOICE_RATE, StreamId
from solovox.recordings import sound_files
from solovox.recordings.codec import JournalError
from solovox.recordings.timeline import Timeline
from solovox.recordings.turns import ReadSaid

MIC: Final = StreamId("mic")
LONGEST_MS: Final = 30 * 60 * 1000
LARGEST: Final = 32_000_000
"""Limits of the sound in a page, in bytes and in time: a browser keeps all of it in memory."""
PER_MS: Final = VOICE_RATE // 1000


@dataclass(frozen=True, slots=True)
class SoundStretch:
    """Sound of one voice without a pause; `heard` is false for what was cut before it was played."""

    at: int
    pcm: bytes
    heard: bool = True


def voice(timeline: Timeline, folder: Path) -> list[SoundStretch]:
    """What the speaker played, in order, and what was cut before it; `folder` has the sound."""
    found: list[SoundStretch] = []
    free = cut = 0  # until when the speaker is busy, and until when what was cut is shown
    for one in (read for turn in timeline.turns for read in turn.reads):
        pcm = _read_kept_sound(folder, one)
        for at, first, end in _stretches(one, free):
            heard = min(max(one.played, first), end)
            found.append(SoundStretch(at, pcm[2 * first : 2 * heard]))
            free = at + (heard - first) // PER_MS
            if one.cut:
                cut = max(cut, free)
                found.append(SoundStretch(cut, pcm[2 * heard : 2 * end], heard=False))
                cut += (end - heard) // PER_MS
    shown = [_before_the_next(piece, found) for piece in found]
    return [piece for piece in shown if piece.pcm]


def person(timeline: Timeline, folder: Path) -> SoundStretch | None:
    """The microphone's sound, at 16 kHz."""
    pcm = sound_files.read(folder, MIC)
    return SoundStretch(timeline.mic.of(0), pcm) if pcm else None


def _before_the_next(piece: SoundStretch, pieces: list[SoundStretch]) -> SoundStretch:
    """What was cut ends where the next sound begins."""
    if piece.heard:
        return piece
    behind = pieces[pieces.index(piece) :]
    room = min((max(0, one.at - piece.at) for one in behind if one.heard and one.pcm), default=None)
    return piece if room is None else SoundStretch(piece.at, piece.pcm[: 2 * PER_MS * room], heard=False)


def whole(timeline: Timeline, folder: Path) -> tuple[bytes, str]:
    """All of it as FLAC, 24 kHz mono; or empty, and why in a few words."""
    if timeline.length_ms > LONGEST_MS:
        return b"", f"longer than {LONGEST_MS // 60_000} minutes: its sound stays beside the journal"
    said = person(timeline, folder)
    pieces = [SoundStretch(said.at, _at_our_rate(said.pcm))] if said is not None else []
    pieces += [one for one in voice(timeline, folder) if one.heard]
    if not pieces:
        return b"", "no sound was kept"
    mix = np.zeros(max(one.at * PER_MS + len(one.pcm) // 2 for one in pieces), np.int32)
    for one in pieces:
        samples = np.frombuffer(one.pcm, "<i2")
        mix[one.at * PER_MS : one.at * PER_MS + len(samples)] += samples
    flac = io.BytesIO()
    soundfile.write(flac, np.clip(mix, -32_768, 32_767).astype(np.int16), VOICE_RATE, "PCM_16", format="FLAC")
    if len(flac.getvalue()) > LARGEST:
        return b"", f"more than {LARGEST // 1_000_000} MB: its sound stays beside the journal"
    return flac.getvalue(), ""


def _at_our_rate(pcm: bytes) -> bytes:
    made = soxr.resample(np.frombuffer(pcm, "<i2"), MIC_RATE, VOICE_RATE)
    return np.asarray(made, "<i2").tobytes()


def _stretches(one: ReadSaid, free: int) -> list[tuple[int, int, int]]:
    """When the speaker could play which samples of a read without a pause: a time, first, end."""
    found: list[tuple[int, int, int]] = []
    first = 0
    for at, end in zip(one.times, one.ends, strict=True):
        if found and at <= free:
            found[-1] = (found[-1][0], found[-1][1], end)
        else:
            found.append((max(at, free), first, end))
        free = found[-1][0] + (end - found[-1][1]) * 1000 // VOICE_RATE
        first = end
    return found


def _read_kept_sound(folder: Path, one: ReadSaid) -> bytes:
    try:
        streams = {span.stream: sound_files.read(folder, span.stream) for span in one.spans}
    except JournalError:
        return b""
    return b"".join(streams[span.stream][2 * span.first : 2 * span.end] for span in one.spans)
