"""Other rates for sound that cannot wait: a linear-phase FIR in numpy, behind the interface of `speech/resample.py`.

Rule 1: what is held back is less than 2 ms; a stream of soxr holds 20 to 38 ms.
Rule 2: in pieces it gives the same samples as whole, to the bit: taps are integers, so that sums are exact in any order.
Rule 3: `n` samples at `rate` become ceil(n × to ÷ rate), and sample 0 stays where it is: there is no drift and no delay.
Rule 4: what the lower of the two rates cannot carry is taken away: at least 60 dB from 1.1 × its half on.
Rule 5: too loud is clipped, never wrapped.
"""

from functools import cache
from math import ceil, gcd
from typing import Final

import numpy as np
from numpy.lib.stride_tricks import sliding_window_view
from numpy.typing import NDArray

from solovox.core.units import MIC_RATE

CHANNEL_RATE: Final = 48_000
"""Discord's: stereo signed 16-bit little-endian."""
BETA: Final = 8.0
"""Of Kaiser's window: about 80 dB."""
REACH: Final = 24.0
"""Samples of the lower rate that the filter looks ahead and back."""
ONE: Final = 1 << 20
"""A gain of 1, in taps."""


class FirResampler:
    """s16le mono at one rate to s16le mono at another, as it comes. Raises `ValueError` for a rate of no sound."""

    def __init__(self, rate: int, to: int) -> None:
        if min(rate, to) < 1_000 or max(rate, to) > 192_000:
            raise ValueError(f"{rate} to {to} Hz are not rates of sound (1000 to 192000 Hz)")
        same = gcd(rate, to)
        self._up, self._down = to // same, rate // same
        self._taps = _taps(self._up, self._down)
        self._ahead = self._taps.shape[1] // 2
        self._kept = np.zeros(self._ahead)
        """Samples that outputs still need; the first is number `_first`."""
        self._first = -self._ahead
        self._fed = 0
        self._given = 0

    def feed(self, pcm: bytes) -> bytes:
        """What can be given already; the rest comes later."""
        if self._up == self._down:
            return pcm
        self._fed += len(pcm) // 2
        self._keep(np.frombuffer(pcm, "<i2"))
        return self._give(self._ready(self._fed - self._ahead))

    def finish(self) -> bytes:
        """The rest. Afterwards it takes no more."""
        if self._up == self._down:
            return b""
        self._keep(np.zeros(self._ahead + 1))
        return self._give(self._ready(self._fed))

    def _ready(self, samples: int) -> int:
        """How many outputs lie before input `samples`."""
        return max(self._given, -(-samples * self._up // self._down))

    def _keep(self, sound: NDArray[np.int16] | NDArray[np.float64]) -> None:
        self._kept = np.concatenate([self._kept, sound])

    def _give(self, end: int) -> bytes:
        out = np.zeros(end - self._given)
        if not len(out):
            return b""
        windows = sliding_window_view(self._kept, self._taps.shape[1])
        for n in range(min(self._up, len(out))):
            at, phase = divmod((self._given + n) * self._down, self._up)
            count = len(out[n :: self._up])
            begins = at - self._ahead - self._first
            heard = windows[begins : begins + (count - 1) * self._down + 1 : self._down]
            out[n :: self._up] = heard @ self._taps[phase]
        self._given = end
        needed = end * self._down // self._up - self._ahead
        self._kept = self._kept[needed - self._first :]
        self._first = needed
        pcm: bytes = np.clip(np.floor(out / ONE + 0.5), -32768, 32767).astype("<i2").tobytes()
        return pcm


def mono(stereo: bytes) -> bytes:
    """The mean of both channels. Both are s16le, `stereo` of shape (n, 2)."""
    both = np.frombuffer(stereo, "<i2").astype(np.int32)
    pcm: bytes = ((both[::2] + both[1::2]) >> 1).astype("<i2").tobytes()
    return pcm


def stereo(sound: bytes) -> bytes:
    """The same on both channels: s16le of shape (n,) becomes (n, 2)."""
    pcm: bytes = np.repeat(np.frombuffer(sound, "<i2"), 2).tobytes()
    return pcm


class ToMicrophone:
    """48 kHz stereo, as a speaker's decoder gives it, to the microphone's 16 kHz mono."""

    def __init__(self) -> None:
        self._line = FirResampler(CHANNEL_RATE, MIC_RATE)

    def feed(self, pcm: bytes) -> bytes:
        """What can be given already."""
        return self._line.feed(mono(pcm))


@cache
def _taps(up: int, down: int) -> NDArray[np.float64]:
    """Taps of shape (up, 2 × ahead): row p is for outputs that lie p ÷ up after an input; of each `ahead` are before
    its own sample. Whole numbers, each row of the sum `ONE`."""
    width = REACH * max(1.0, down / up)
    ahead = ceil(width) + 1
    times = ahead - np.arange(2 * ahead)[None, :] + np.arange(up)[:, None] / up
    inside = np.sqrt(np.clip(1 - (times / width) ** 2, 0, None))
    window = np.where(abs(times) < width, np.i0(BETA * inside), 0)
    rows = np.sinc(times * min(1.0, up / down)) * window
    whole: NDArray[np.float64] = np.rint(rows / rows.sum(axis=1, keepdims=True) * ONE)
    whole[:, ahead] += ONE - whole.sum(axis=1)
    return whole
