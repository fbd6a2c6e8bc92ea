"""A live model's own sound, resampled to our rate.

Rule 1: sound at our rate passes unchanged. The resampler is handed in: it lives in `speech/resample.py`, and only `app/` may
join the two.
Rule 2 (G6): sound is inaudible if no sample is further from zero than `INAUDIBLE`.
"""

from collections.abc import Callable
from typing import Final, Protocol

import numpy as np

from solovox.core.errors import PeerFault
from solovox.core.units import VOICE_RATE

INAUDIBLE: Final = 32
"""60 dB below full scale. At natural speech level this is quieter than the noise of a quiet room."""


class Resampling(Protocol):
    """16-bit mono at one rate to another, as it comes. It is used until `finish`."""

    def feed(self, pcm: bytes) -> bytes:
        """What can be given already."""
        ...

    def finish(self) -> bytes:
        """The rest."""
        ...


Resample = Callable[[int, int], Resampling]
"""From one rate to another, in samples a second. Raises `ValueError` for a rate that no sound has."""


class OutputRate:
    """The resampling of one connection's sound."""

    def __init__(self, resample: Resample | None = None) -> None:
        self._resample = resample
        self._rate = VOICE_RATE
        self._going: Resampling | None = None

    def feed(self, pcm: bytes, rate: int) -> bytes:
        """A piece at `rate`; a few milliseconds of it may come later. Raises `PeerFault` for what cannot be used."""
        before = self.rest() if rate != self._rate else b""
        if rate == VOICE_RATE:
            return before + pcm
        if self._going is None:
            if self._resample is None:
                raise PeerFault(f"the live model speaks at {rate} samples a second, not {VOICE_RATE}")
            try:
                self._going, self._rate = self._resample(rate, VOICE_RATE), rate
            except ValueError as error:
                raise PeerFault(f"the live model's sound cannot be used: {error}") from None
        return before + self._going.feed(pcm)

    def rest(self) -> bytes:
        """What is left, when the model has finished."""
        going, self._going, self._rate = self._going, None, VOICE_RATE
        return going.finish() if going is not None else b""


def is_silent(pcm: bytes) -> bool:
    """Whether it is inaudible: whole samples, 16-bit little-endian."""
    samples = np.frombuffer(pcm, "<i2")
    return not samples.size or -INAUDIBLE <= int(samples.min()) <= int(samples.max()) <= INAUDIBLE
