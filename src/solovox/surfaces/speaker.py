"""A speaker without a loudspeaker: what would be heard, sample by sample, on the session's timeline.

Rule 1: sample n of the output is what sounds n / 24 000 seconds after the session began; where
nothing plays there is silence.
Rule 2: reads play one after another in the order in which their sound came.
Rule 3: a cue never sounds over a read: a read that begins ends it, and while one plays there is none.
"""

from collections import deque
from collections.abc import Callable
from typing import Final

import numpy as np

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
        return played

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
