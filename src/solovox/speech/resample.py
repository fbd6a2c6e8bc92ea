"""Any sound to mono signed 16-bit little-endian PCM at the rate that is wanted.

Rule 1: the same rate, one channel and 16 bits go through untouched.
Rule 2: `n` samples at `rate` become ceil(n × to ÷ rate): no drift, whole or in pieces.
Rule 3: too loud is clipped, never wrapped.
Channels are averaged. The filter is soxr's HQ (linear phase, 20 bits).
"""

from typing import Final

import numpy as np
import soxr
from numpy.typing import NDArray

from solovox.core.units import MIC_RATE

_Floats = NDArray[np.floating]

RATES: Final = range(1_000, 768_001)
"""What is believed of a file; anything else is damage."""


def to_mono16(sound: NDArray[np.generic], rate: int, to: int = MIC_RATE) -> bytes:
    """Samples of shape (n,) or (n, channels) at `rate` as s16le mono at `to`.

    Floats are ±1.0; integers are full scale for their width (unsigned 8-bit has its zero at 128).
    Raises `ValueError` for a rate that no sound has, and for shapes and types that are not sound.
    """
    _check(rate)
    _check(to)
    if sound.ndim not in (1, 2) or (sound.ndim == 2 and not sound.shape[1]):
        raise ValueError("sound has one row a sample and one column a channel")
    if rate == to and sound.dtype == np.int16 and (sound.ndim == 1 or sound.shape[1] == 1):
        return sound.astype("<i2").tobytes()
    mono = _floats(sound)
    if mono.ndim == 2:
        mono = mono.mean(axis=1)
    return _pcm(_exactly(soxr.resample(mono, rate, to), -(-len(mono) * to // rate)) if rate != to else mono)


class Resampler:
    """s16le mono at one rate to s16le mono at another, as it comes."""

    def __init__(self, rate: int, to: int) -> None:
        """Raises `ValueError` for a rate that no sound has."""
        _check(rate)
        _check(to)
        self._rate = rate
        self._to = to
        self._stream = soxr.ResampleStream(rate, to, 1, dtype="float32") if rate != to else None
        self._fed = 0
        self._given = 0

    def feed(self, pcm: bytes) -> bytes:
        """What can be given already; the rest (a few milliseconds) comes later."""
        if self._stream is None:
            return pcm
        sound = np.frombuffer(pcm, "<i2").astype(np.float32) / 32768
        self._fed += len(sound)
        return self._out(self._stream.resample_chunk(sound), self._length())

    def finish(self) -> bytes:
        """The rest. Afterwards it takes no more."""
        if self._stream is None:
            return b""
        whole = self._length()
        rest = self._stream.resample_chunk(np.zeros(0, np.float32), last=True)
        return self._out(_exactly(rest, whole - self._given), whole)

    def _length(self) -> int:
        return -(-self._fed * self._to // self._rate)

    def _out(self, sound: _Floats, most: int) -> bytes:
        given = sound[: max(0, most - self._given)]
        self._given += len(given)
        return _pcm(given)


def _check(rate: int) -> None:
    if rate not in RATES:
        raise ValueError(f"{rate} Hz is not a rate of sound (1000 to 768000 Hz)")


def _floats(sound: NDArray[np.generic]) -> _Floats:
    match sound.dtype.kind, sound.dtype.itemsize:
        case "f", _:
            return np.nan_to_num(sound.astype(np.float64), nan=0.0, posinf=1.0, neginf=-1.0)
        case "u", 1:
            return (sound.astype(np.float64) - 128) / 128
        case "i", size:
            return sound.astype(np.float64) / float(2 ** (8 * size - 1))
        case _:
            raise ValueError(f"samples of type {sound.dtype} are not sound")


def _exactly(sound: _Floats, length: int) -> _Floats:
    missing = length - len(sound)
    return np.pad(sound, (0, missing)) if missing > 0 else sound[: max(0, length)]


def _pcm(sound: _Floats) -> bytes:
    clipped: NDArray[np.int16] = np.clip(np.rint(sound * 32768), -32768, 32767).astype("<i2")
    return clipped.tobytes()
