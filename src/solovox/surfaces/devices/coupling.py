"""How loud, and how late, the microphone hears the speaker: a chirp is played, and what comes of it decides how the person can break in.

Rule: the figures are those of the whole way: from the call in which the speaker takes a sample to the moment at which the microphone has it.
"""

from dataclasses import dataclass
from enum import Enum
from functools import cache
from typing import Any, Final

import numpy as np
from numpy.typing import NDArray

from solovox.core.units import MIC_RATE, VOICE_RATE

CHIRP_MS: Final = 240
FROM_HZ, TO_HZ = 500, 4_000
LOUD: Final = 2_000.0
"""-24 dBFS: as soft as a cue."""
FADE_MS: Final = 20
MOST_MS: Final = 600
"""A chirp that comes later than this is not found."""
SURE: Final = 8.0
"""How far the best match must stand above the others (their root mean square)."""
ROOM_MS: Final = 60
"""What comes that much later is counted to the level, too: the nearer walls."""

FULL_DB: Final = -12.0
"""Up to here a recogniser reads every word of who talks over the voice (benches/results/echo.md)."""
DUCK_DB: Final = 0.0
"""Up to here it does when the voice is 12 dB lower."""
BARE_DB: Final = -60.0
"""Up to here without a canceller. At -45 dB two of three of our own words are still read."""


class Duplex(Enum):
    """How the person can break in while a voice of ours sounds."""

    FULL = "full duplex"
    DUCK = "duck"
    HALF = "half duplex"


@dataclass(frozen=True, slots=True)
class Coupling:
    """`db`: heard against played. `delay_ms`: from played to heard."""

    db: float
    delay_ms: int


@cache
def chirp() -> bytes:
    """The sound to play: 24 kHz mono s16le."""
    return _samples(VOICE_RATE).astype("<i2").tobytes()


def found(heard: bytes, begun: int) -> Coupling | None:
    """The chirp in 16 kHz mono s16le, of which sample `begun` was due when the chirp was taken. None: it is not to be heard."""
    sound = np.frombuffer(heard, "<i2").astype(np.float64)
    wanted = _samples(MIC_RATE)
    if len(sound) < len(wanted):
        return None
    spare = len(sound) + len(wanted)
    match = np.fft.irfft(np.fft.rfft(sound, spare) * np.conj(np.fft.rfft(wanted, spare)), spare)
    match = np.abs(match[max(0, begun) : begun + MOST_MS * MIC_RATE // 1000])
    if not len(match):
        return None
    at = int(match.argmax())
    others = np.concatenate((match[: max(0, at - 80)], match[at + 80 + ROOM_MS * MIC_RATE // 1000 :]))
    if not match[at] or (len(others) and match[at] < SURE * np.sqrt((others**2).mean())):
        return None
    db = _level(sound, max(0, begun) + at, wanted)
    return None if db is None else Coupling(db, (max(0, begun) + at - begun) * 1000 // MIC_RATE)


def duplex(coupling: Coupling | None, *, cancels: bool) -> Duplex:
    """What is possible. A speaker that is not heard needs nothing; one that is as loud as the person cannot be talked over."""
    if coupling is None or coupling.db <= (FULL_DB if cancels else BARE_DB):
        return Duplex.FULL
    return Duplex.DUCK if cancels and coupling.db <= DUCK_DB else Duplex.HALF


SAID: Final = {
    Duplex.FULL: "full duplex, you can talk over the voice",
    Duplex.DUCK: "you can talk over the voice, which is 12 dB lower for it",
    Duplex.HALF: "half duplex, the microphone rests while a voice sounds",
}
POSSIBLE: Final = {
    Duplex.FULL: "with barge-in you could talk over the voice",
    Duplex.DUCK: "with barge-in you could talk over the voice, if it were 12 dB lower",
    Duplex.HALF: "too loud to talk over",
}


def line(coupling: Coupling | None, choice: Duplex, *, talks_over: bool) -> str:
    """What was measured, and what follows. `talks_over`: barge-in was asked for; else only what would be possible is said."""
    heard = (
        "the microphone does not hear the speaker"
        if coupling is None
        else f"the microphone hears the speaker at {_decibels(coupling.db)} dB, {coupling.delay_ms} ms later"
    )
    return f"{heard}: {(SAID if talks_over else POSSIBLE)[choice]}"


def _decibels(db: float) -> str:
    return f"{round(db):+d}".replace("-", "−")


def _level(sound: NDArray[Any], at: int, wanted: NDArray[Any]) -> float | None:
    """In dB: the energy where the chirp is, without that of as long a time before it. None: there is no more than before it."""
    long = len(wanted) + ROOM_MS * MIC_RATE // 1000
    heard = float((sound[at : at + long] ** 2).sum())
    before = sound[max(0, at - long) : at]
    noise = float((before**2).mean()) * long if len(before) else 0.0
    return float(10 * np.log10((heard - noise) / (wanted**2).sum())) if heard > noise else None


@cache
def _samples(rate: int) -> NDArray[np.float64]:
    seconds = CHIRP_MS / 1000
    when = np.arange(rate * CHIRP_MS // 1000) / rate
    wave = np.sin(2 * np.pi * (FROM_HZ * when + (TO_HZ - FROM_HZ) * when**2 / (2 * seconds)))
    ramp = np.minimum(1.0, np.arange(len(when)) / (rate * FADE_MS // 1000))
    sound: NDArray[np.float64] = LOUD * wave * ramp * ramp[::-1]
    return sound
