"""The way of our own voice from the speaker back into the microphone: it is measured once, and taken out of what was heard.

Rule 1: what was heard keeps its length, whatever is done to it, once it was measured.
Rule 2: nothing is measured before both devices are at work, nor while something is read; what is cut short is not believed.
Rule 3: nothing is captured until it was measured: our chirp is no person's speech.
Rule 4: the canceller is not told of cues: a cue of 60 ms sounds while the person talks on, and a canceller silences both (docs/decisions).
Rule 5: what the microphone is not measured to hear is not taken out of it.
Rule 6: half duplex is told from what the speaker took: silence is captured while it sounds, and until the room is still.
"""

import threading
from collections.abc import Callable
from dataclasses import dataclass, field
from enum import Enum
from functools import cache
from typing import Final, Protocol

import numpy as np
from numpy.typing import NDArray

from solovox.core.units import MIC_RATE, VOICE_RATE
from solovox.ports import Clock
from solovox.surfaces.speaker import Loudspeaker

# How loud, and how late, the microphone hears the speaker: a chirp is played, and what comes of it decides how the person can break in.
#
# Rule: the figures are those of the whole way: from the call in which the speaker takes a sample to the moment at which the microphone has it.


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


def find_chirp(heard: bytes, begun: int) -> Coupling | None:
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


def _level(sound: NDArray[np.float64], at: int, wanted: NDArray[np.float64]) -> float | None:
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


LOOK_MS: Final = 20
WAIT_MS: Final = 5_000
"""Devices that are not at work by then are not measured."""
LONG: Final = (CHIRP_MS + MOST_MS) * MIC_RATE // 1000
"""Samples of the microphone that are kept after the chirp was taken."""
BEFORE: Final = MIC_RATE // 2
"""Samples that are kept before it: what the room sounds like."""
REST_MS: Final = 250
UNKNOWN: Final = "how loud the microphone hears the speaker was not measured: nothing is changed"


class EchoCanceller(Protocol):
    """Takes what was played out of what was heard. Each method is called in one thread: the speaker's, the microphone's, the loop's."""

    def take_played(self, pcm: bytes) -> None:
        """The speaker takes this: 24 kHz mono s16le."""
        ...

    def clean(self, pcm: bytes) -> bytes:
        """The microphone gives this: 16 kHz mono s16le; as long comes back."""
        ...

    def late(self, ms: int) -> None:
        """How long after it was played a sound is heard, as well as is known."""
        ...


class NoCanceller:
    """Everything is as it was heard."""

    def take_played(self, pcm: bytes) -> None:
        """Forgotten."""

    def clean(self, pcm: bytes) -> bytes:
        """The same."""
        return pcm

    def late(self, ms: int) -> None:
        """Forgotten."""


@dataclass(frozen=True, slots=True, kw_only=True)
class EchoOptions:
    """What is done about it. `talks_over`: the person is to be heard while a voice of ours sounds."""

    canceller: EchoCanceller = field(default_factory=NoCanceller)
    measures: bool = False
    talks_over: bool = False
    said: Callable[[str], None] = lambda line: None
    """Takes the one line that says what was measured and chosen."""


class EchoPath:
    """Between the devices' threads and the surface."""

    def __init__(self, clock: Clock, options: EchoOptions) -> None:
        self._clock = clock
        self._options = options
        self._lock = threading.Lock()
        self._measures = options.measures
        self._cleans = True
        self._heard = bytearray()
        self._heard_at = 0
        """When the last of it came."""
        self._begun: int | None = None
        """The sample of `_heard` that was due when the chirp was taken."""
        self._sounded_at: int | None = None
        self._rest_ms = 0
        """How long after the last sound of ours the microphone rests; 0: it never does."""

    def take_played(self, pcm: bytes, read: bool) -> None:
        """In the speaker's thread, when it takes this."""
        self._options.canceller.take_played(pcm if read else bytes(len(pcm)))
        if not any(pcm):
            return
        now = self._clock.now()
        self._sounded_at = now
        with self._lock:
            if self._measures and self._begun is None:
                since = (now - self._heard_at) * MIC_RATE // 1000
                self._begun = len(self._heard) // 2 + since + _silent(pcm) * MIC_RATE // VOICE_RATE

    def take_heard(self, pcm: bytes) -> bytes:
        """In the microphone's thread: what is to be captured. Nothing, as long as it is measured."""
        clean = self._options.canceller.clean(pcm) if self._cleans else pcm
        now = self._clock.now()
        with self._lock:
            if self._measures:
                self._heard += pcm
                self._heard_at = now
                if self._begun is None and (old := len(self._heard) - 2 * BEFORE) > 0:
                    del self._heard[:old]
                return b""
        rests = self._sounded_at is not None and now - self._sounded_at < self._rest_ms
        return bytes(len(clean)) if rests else clean

    async def settle(self, speaker: Loudspeaker) -> None:
        """Measure, choose, and say so. Returns when sound is captured."""
        if not self._options.measures:
            return
        try:
            whole = await self._play_chirp(speaker)
        finally:
            self._measures = False
        if not whole or self._begun is None:
            self._options.said(UNKNOWN)
            return
        coupling = find_chirp(bytes(self._heard), self._begun)
        self._heard.clear()
        self._cleans = coupling is not None and coupling.db > BARE_DB
        if coupling is not None:
            self._options.canceller.late(coupling.delay_ms)
        choice = duplex(coupling, cancels=not isinstance(self._options.canceller, NoCanceller))
        self._options.said(line(coupling, choice, talks_over=self._options.talks_over))
        if self._options.talks_over and coupling is not None:
            speaker.lower(on=choice is Duplex.DUCK)
            self._rest_ms = coupling.delay_ms + REST_MS if choice is Duplex.HALF else 0

    async def _play_chirp(self, speaker: Loudspeaker) -> bool:
        """Whether a whole chirp was played, and as long as need be listened for."""
        until = self._clock.now() + WAIT_MS
        while len(self._heard) < 2 * BEFORE:
            if not await self._goes_on(until):
                return False
        if not speaker.idle:
            return False
        speaker.cue(chirp())
        while self._begun is None or len(self._heard) < 2 * (self._begun + LONG):
            if not await self._goes_on(until) or not speaker.idle:
                return False
        return True

    async def _goes_on(self, until: int) -> bool:
        await self._clock.sleep_until(self._clock.now() + LOOK_MS)
        return self._clock.now() < until


def _silent(pcm: bytes) -> int:
    """How many samples of silence it begins with."""
    return next(at for at, byte in enumerate(pcm) if byte) // 2
