"""A timeline as one self-contained page.

Rule: the journal's content is data, never markup: it stands in one JSON block in which no `<`,
`>` or `&` is left, and the page's script writes it as text only. It holds the sound too, and loads nothing.
"""

import base64
import math
from importlib import resources
from pathlib import Path
from typing import Annotated, Final

import msgspec
import numpy as np
from msgspec import Meta

from solovox.core.units import MIC_RATE, VOICE_RATE
from solovox.recordings import playback
from solovox.recordings.codec import core_version
from solovox.recordings.lanes import LANES, Mark
from solovox.recordings.timeline import Decision, Timeline, turn_in_words

STEP_MS: Final = 40
"""One value of a waveform stands for this much sound, or for a multiple of it where that would be too many."""
MOST_VALUES: Final = 2_000
"""Of one lane, where a page draws it by itself: what it is told stays small, however long the session was."""
_HARMLESS: Final = {"<": "\\u003c", ">": "\\u003e", "&": "\\u0026", "\u2028": "\\u2028", "\u2029": "\\u2029"}


class LaneWave(msgspec.Struct):
    """How loud the sound of a lane was, from 0 to 100, one value for every `step_ms`."""

    at: int
    step_ms: int
    peaks: list[int]
    heard: Annotated[bool, Meta(description="False: it was cut before it was played.")] = True


class JournalLanes(msgspec.Struct):
    """What happened when in a session. `waves` has the lanes whose sound was kept."""

    session: str
    length_ms: int
    lanes: tuple[str, ...]
    marks: tuple[Mark, ...]
    waves: dict[str, list[LaneWave]]


def page(timeline: Timeline, folder: Path | None = None) -> str:
    """The HTML of a timeline. With `folder` (a journal's) the sound kept there is drawn, and can be played."""
    text = msgspec.json.encode(_data(timeline, folder), order="deterministic").decode()
    for character, harmless in _HARMLESS.items():
        text = text.replace(character, harmless)
    template = resources.files("solovox.recordings").joinpath("timeline.html").read_text(encoding="utf-8")
    return template.replace("{{DATA}}", text)


def lanes(timeline: Timeline, folder: Path) -> JournalLanes:
    """What a page draws by itself. `folder` is a journal's."""
    waves = _waves(timeline, folder / "sound", MOST_VALUES)
    return JournalLanes(timeline.header.session, timeline.length_ms, LANES, timeline.marks, waves)


def _data(timeline: Timeline, folder: Path | None) -> dict[str, object]:
    head = timeline.header
    turns = [turn_in_words(one) | {"at": one.at, "cut_at": one.cut_at} for one in timeline.turns]
    return timeline.summary() | {
        "header": {
            "session": head.session,
            "created": head.created,
            "profile": head.profile,
            "core": head.core,
            "mic_rate": head.mic_rate,
            "voice_rate": head.voice_rate,
        },
        "core": core_version(),
        "length_ms": timeline.length_ms,
        "lanes": LANES,
        "marks": timeline.marks,
        "turns": turns,
        "sums": [{"text": str(one), "holds": one.holds} for one in timeline.ledger.sums()],
        "decisions": [_decision(one) for one in timeline.decisions],
        "differs_at": timeline.differs_at,
        "killed": timeline.killed,
        "waves": _waves(timeline, folder / "sound") if folder is not None else {},
        "sound": _sound(timeline, folder / "sound" if folder is not None else None),
    }


def _decision(one: Decision) -> dict[str, object]:
    step = one.step
    return {
        "n": step.n,
        "at": step.at,
        "event": type(step.event).__name__,
        "fields": msgspec.to_builtins(step.event),
        "commands": [
            {"name": type(command).__name__, "fields": msgspec.to_builtins(command), "law": law}
            for command, law in zip(step.commands, one.laws, strict=True)
        ],
    }


def _waves(timeline: Timeline, folder: Path, most: int | None = None) -> dict[str, list[LaneWave]]:
    """Waveforms of the microphone, and of each read where it was played. `most`: values of a lane, about."""
    waves: dict[str, list[LaneWave]] = {}
    if (mic := playback.person(timeline, folder)) is not None:
        step = step_ms(len(mic.pcm), MIC_RATE, most)
        waves["mic"] = [_wave(mic.pcm, mic.at, MIC_RATE, step)]
    if played := playback.voice(timeline, folder):
        step = step_ms(sum(len(one.pcm) for one in played), VOICE_RATE, most)
        waves["played"] = [_wave(one.pcm, one.at, VOICE_RATE, step, heard=one.heard) for one in played]
    return waves


def step_ms(size: int, rate: int, most: int | None) -> int:
    """What one value stands for, in milliseconds: `STEP_MS`, or the multiple of it with which `size` bytes make at most `most` values."""
    if most is None:
        return STEP_MS
    values = size // 2 * 1000 / rate / STEP_MS
    return STEP_MS * max(1, math.ceil(values / most))


def _sound(timeline: Timeline, folder: Path | None) -> dict[str, str]:
    """What is played, as text, or why there is nothing."""
    flac, why = playback.whole(timeline, folder) if folder is not None else (b"", "no sound was kept")
    return {"flac": base64.b64encode(flac).decode(), "why": why}


def _wave(pcm: bytes, at: int, rate: int, step_ms: int, *, heard: bool = True) -> LaneWave:
    """The peaks of a sound, 0 to 100, one for every `step_ms`."""
    samples = np.abs(np.frombuffer(pcm, "<i2").astype(np.int32))
    step = rate * step_ms // 1000
    padded = np.pad(samples, (0, -len(samples) % step)).reshape(-1, step)
    return LaneWave(at, step_ms, (padded.max(axis=1) * 100 // 32_768).tolist(), heard)
