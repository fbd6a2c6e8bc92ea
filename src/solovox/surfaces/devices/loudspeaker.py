"""The voice on its way to a device, which takes it from a thread of its own.

Rule: what the device has taken counts as played; it cannot be recalled. What it did not take waits, also while there is no device.
"""

import threading
from collections.abc import Callable

import numpy as np

from solovox.core.units import ReadId
from solovox.surfaces.speaker import DUCKED, Speaker


class Loudspeaker:
    """`took`: given what the device takes, 24 kHz mono s16le, in its thread, and whether it is of a read: if not, it is a cue or silence."""

    def __init__(self, took: Callable[[bytes, bool], None] = lambda pcm, read: None) -> None:
        self._took = took
        self._lock = threading.Lock()
        self._next = bytearray()
        self._speaker = Speaker(self._next.extend)
        self._told: dict[ReadId, int] = {}
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

    def play(self, read: ReadId, pcm: bytes) -> None:
        """After what is there."""
        with self._lock:
            self._speaker.play(read, pcm)

    def flush(self, read: ReadId) -> int:
        """Nothing more of this read; returns how many samples of it were taken."""
        with self._lock:
            self._told[read] = self._speaker.flush(read)
            return self._told[read]

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
            played = self._speaker.played
            found = [(read, count) for read, count in played.items() if count > self._told.get(read, 0)]
            self._told = {read: count for read, count in self._told.items() if read in played} | dict(found)
        return found

    @property
    def idle(self) -> bool:
        """Whether nothing is left to play."""
        with self._lock:
            return self._speaker.idle
