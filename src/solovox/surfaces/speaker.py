"""A speaker without a loudspeaker: what would be heard, sample by sample, on the session's timeline.

Rule 1: sample n of the output is what sounds n / 24 000 seconds after the session began; where
nothing plays there is silence.
Rule 2: reads play one after another in the order in which their sound came.
Rule 3: a cue never sounds over a read: a read that begins ends it, and while one plays there is none.
"""

import threading
from collections import deque
from collections.abc import Callable
from functools import cache
from typing import Final

import numpy as np

from solovox.core.commands import CueKind
from solovox.core.units import VOICE_RATE, ReadId

DUCKED: Final = 10 ** (-12 / 20)
"""-12 dB."""
SILENCE: Final = bytes(2 * VOICE_RATE)
READS: Final = 64
"""How many reads it remembers."""
PER_MS: Final = VOICE_RATE // 1000


class Speaker:
    """Told when sound comes and how late it is; writes what is heard to `out`."""

    def __init__(self, out: Callable[[bytes], None]) -> None:
        self._out = out
        self._at = 0
        """Samples written."""
        self._queue: deque[tuple[ReadId, memoryview]] = deque()
        self._cue = memoryview(b"")
        self.ducked = False
        self.played: dict[ReadId, int] = {}
        """Samples played of the newest reads, ducked or not."""
        self._told: dict[ReadId, int] = {}
        """The same, as far as it was asked for, or a flush has said it."""

    @property
    def idle(self) -> bool:
        """Whether nothing is left to play."""
        return not self._queue

    @property
    def ends_at(self) -> int:
        """The millisecond at which the queue will have been played, rounded up."""
        left = sum(len(pcm) for _, pcm in self._queue) // 2
        return -(-(self._at + left) // PER_MS)

    def advance(self, now: int) -> None:
        """Play on until millisecond `now`."""
        self.go_on(now * PER_MS - self._at)

    def go_on(self, samples: int) -> None:
        """Play on for this number of samples."""
        while samples > 0:
            samples -= self._read(samples) if self._queue else self._between(samples)

    def play(self, read: ReadId, pcm: bytes) -> None:
        """Sound to be played after what is there."""
        if not pcm:
            return
        self._queue.append((read, memoryview(pcm)))
        self._cue = memoryview(b"")
        self.played.setdefault(read, 0)
        while len(self.played) > READS and (oldest := next(iter(self.played))) != self._queue[0][0]:
            del self.played[oldest]

    def flush(self, read: ReadId, irrevocable: int = 0) -> int:
        """Throw away what is not played of a read, but what sounds in the next `irrevocable` milliseconds; returns how
        many samples were played, or will be."""
        kept, room, played = (
            deque[tuple[ReadId, memoryview]](),
            irrevocable * PER_MS,
            self.played.get(read, 0),
        )
        for one, pcm in self._queue:
            sure = min(room, len(pcm) // 2)
            room -= sure
            if one != read:
                kept.append((one, pcm))
            elif sure:
                kept.append((one, pcm[: 2 * sure]))
                played += sure
        self._queue = kept
        self._told[read] = played
        return played

    def news(self) -> list[tuple[ReadId, int]]:
        """The reads of which more was played since this was asked last, and how many samples in all."""
        found = [(read, count) for read, count in self.played.items() if count > self._told.get(read, 0)]
        self._told = {read: max(count, self._told.get(read, 0)) for read, count in self.played.items()}
        return found

    def cue(self, pcm: bytes) -> None:
        """A short sound of our own, if no read is playing."""
        if not self._queue:
            self._cue = memoryview(pcm)

    def silence(self) -> None:
        """Throw everything away."""
        self._queue.clear()
        self._cue = memoryview(b"")

    def _read(self, room: int) -> int:
        read, pcm = self._queue.popleft()
        count = min(room, len(pcm) // 2)
        if count < len(pcm) // 2:
            self._queue.appendleft((read, pcm[2 * count :]))
        heard = bytes(pcm[: 2 * count])
        if self.ducked:
            heard = (np.frombuffer(heard, "<i2") * DUCKED).astype("<i2").tobytes()
        self.played[read] += count
        return self._write(heard)

    def _between(self, room: int) -> int:
        if not self._cue:
            return self._write(SILENCE[: 2 * room])
        heard, self._cue = self._cue[: 2 * room], self._cue[2 * room :]
        return self._write(bytes(heard))

    def _write(self, pcm: bytes) -> int:
        self._out(pcm)
        self._at += len(pcm) // 2
        return len(pcm) // 2


# The cues as tones: short, soft, distinct. 24 kHz mono 16-bit.


LOUD: Final = 3_000.0
FADE: Final = 240
"""Samples (10 ms): a tone that begins or ends at once clicks."""
GAP: Final = 20
"""Milliseconds between two tones."""

MELODIES: Final[dict[CueKind, tuple[tuple[int, int], ...]]] = {
    CueKind.HEARD: ((660, 60),),
    CueKind.ROUTED: ((660, 50), (880, 60)),
    CueKind.WORKING: ((440, 40),),
    CueKind.FAILED: ((330, 120), (220, 180)),
    CueKind.STOPPED: ((520, 60), (390, 90)),
    CueKind.DONE: ((880, 60), (1175, 90)),
}
"""Tones of each cue: hertz, milliseconds."""


@cache
def tone(kind: CueKind) -> bytes:
    """The sound of a cue."""
    gap = bytes(2 * (VOICE_RATE * GAP // 1000))
    return gap.join(_tone(hertz, ms) for hertz, ms in MELODIES[kind])


def _tone(hertz: int, ms: int) -> bytes:
    count = VOICE_RATE * ms // 1000
    wave = LOUD * np.sin(np.arange(count) * (2 * np.pi * hertz / VOICE_RATE))
    ramp = np.minimum(1.0, np.arange(count) / FADE)
    faded: bytes = (wave * ramp * ramp[::-1]).astype("<i2").tobytes()
    return faded


# The voice on its way to a device, which takes it from a thread of its own.
#
# Rule: what the device has taken counts as played; it cannot be recalled. What it did not take waits, also while there is no device.


class Loudspeaker:
    """`took`: given what the device takes, 24 kHz mono s16le, in its thread, and whether it is of a read: if not, it is a cue or silence."""

    def __init__(self, took: Callable[[bytes, bool], None] = lambda pcm, read: None) -> None:
        self._took = took
        self._lock = threading.RLock()
        self._next = bytearray()
        self._speaker = Speaker(self._next.extend)
        self._lower = False

    def take(self, samples: int) -> bytes:
        """What is to sound next: exactly this number of samples."""
        with self._lock:
            self._next.clear()
            read = not self._speaker.idle
            self._speaker.go_on(samples)
            pcm = bytes(self._next)
        if self._lower:
            pcm = (np.frombuffer(pcm, "<i2") * DUCKED).astype("<i2").tobytes()
        self._took(pcm, read)
        return pcm

    def play(self, read: ReadId, pcm: bytes) -> bool:
        """After what is there. Whether it was taken: here all is."""
        with self._lock:
            self._speaker.play(read, pcm)
        return True

    def flush(self, read: ReadId) -> int:
        """Nothing more of this read; returns how many samples of it were taken."""
        with self._lock:
            return self._speaker.flush(read)

    def duck(self, *, on: bool) -> None:
        """Softer, or not."""
        with self._lock:
            self._speaker.ducked = on

    def lower(self, *, on: bool) -> None:
        """All that sounds is lower by 12 dB from now on, or not."""
        self._lower = on

    def cue(self, pcm: bytes) -> None:
        """A short sound of our own, if no read plays."""
        with self._lock:
            self._speaker.cue(pcm)

    def news(self) -> list[tuple[ReadId, int]]:
        """The reads of which more was taken since this was asked last, and how many samples in all."""
        with self._lock:
            return self._speaker.news()

    @property
    def idle(self) -> bool:
        """Whether nothing is left to play."""
        with self._lock:
            return self._speaker.idle
