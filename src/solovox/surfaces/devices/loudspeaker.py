"""The voice on its way to a device, which takes it from a thread of its own.

Rule: what the device has taken counts as played; it cannot be recalled. What it did not take waits, also while there is no device.
"""

import threading
from collections.abc import Callable

from solovox.core.units import ReadId
from solovox.surfaces.speaker import Speaker


class Loudspeaker:
    """`took`: given what the device takes, 24 kHz mono s16le, in its thread."""

    def __init__(self, took: Callable[[bytes], None] = lambda _: None) -> None:
        self._took = took
        self._lock = threading.Lock()
        self._next = bytearray()
        self._speaker = Speaker(self._next.extend)

    def take(self, samples: int) -> bytes:
        """What is to sound next: exactly so many samples."""
        with self._lock:
            self._next.clear()
            self._speaker.go_on(samples)
            pcm = bytes(self._next)
        self._took(pcm)
        return pcm

    def play(self, read: ReadId, pcm: bytes) -> None:
        """After what is there."""
        with self._lock:
            self._speaker.play(read, pcm)

    def flush(self, read: ReadId) -> int:
        """Nothing more of this read; returns how many samples of it were taken."""
        with self._lock:
            return self._speaker.flush(read)

    def duck(self, *, on: bool) -> None:
        """Softer, or not."""
        with self._lock:
            self._speaker.ducked = on

    def cue(self, pcm: bytes) -> None:
        """A short sound of our own, if no read plays."""
        with self._lock:
            self._speaker.cue(pcm)

    @property
    def played(self) -> dict[ReadId, int]:
        """Samples taken of the newest reads."""
        with self._lock:
            return dict(self._speaker.played)

    @property
    def idle(self) -> bool:
        """Whether nothing is left to play."""
        with self._lock:
            return self._speaker.idle
