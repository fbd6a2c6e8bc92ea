"""Log-mel features as Whisper and Smart Turn were trained on, in numpy.

Source: OpenAI Whisper, `audio.py` (16 kHz, 25 ms Hann window, 10 ms hop, 80 mel bands, log10, eight decades below
the maximum, scaled by (x + 4) / 4); the mel scale and its area normalisation are
Slaney's (Auditory Toolbox, 1998).
"""

from typing import Final

import numpy as np
from numpy.typing import NDArray

Floats = NDArray[np.float32]

RATE: Final = 16_000
HOP: Final = 160
_WINDOW: Final = 400
_BANDS: Final = 80
_FLOOR: Final = 1e-10


def samples(pcm: bytes) -> Floats:
    """Signed 16-bit little-endian mono as float32 in [-1, 1); half a sample at the end is left out."""
    return np.frombuffer(pcm, dtype="<i2", count=len(pcm) // 2).astype(np.float32) / np.float32(32768)


def log_mel(sound: Floats, seconds: int) -> Floats:
    """`(80, 100 * seconds)` float32 features of `sound` (16 kHz), as if silence followed it.

    Sound beyond `seconds` is left out. Frames of pure silence have one value, so only the frames
    that touch sound are computed.
    """
    frames = seconds * RATE // HOP
    heard = sound[: seconds * RATE]
    room = seconds * RATE - len(heard)
    tail = np.zeros(min(room, _WINDOW), dtype=np.float32)
    logs = np.log10(np.maximum(_mel(np.concatenate((heard, tail)))[:, :frames], _FLOOR))
    features = np.full((_BANDS, frames), np.log10(_FLOOR), dtype=np.float32)
    features[:, : logs.shape[1]] = logs
    np.maximum(features, features.max() - 8.0, out=features)
    return (features + np.float32(4.0)) / np.float32(4.0)


def _mel(sound: Floats) -> Floats:
    """The mel spectrum, one column every 10 ms, centred: the ends are mirrored."""
    if len(sound) <= _WINDOW:
        sound = np.concatenate((sound, np.zeros(_WINDOW + 1 - len(sound), dtype=np.float32)))
    mirrored = np.pad(sound, _WINDOW // 2, mode="reflect")
    pieces = np.lib.stride_tricks.sliding_window_view(mirrored, _WINDOW)[::HOP][:-1]
    spectrum = np.fft.rfft(pieces * _HANN, axis=-1)
    power = spectrum.real**2 + spectrum.imag**2
    # Not by a product of matrices: the threads of BLAS wait for more by spinning, 0.1 s of a core each time.
    mel: Floats = np.einsum("bf,tf->bt", _FILTERS, power).astype(np.float32)
    return mel


def _to_mel(hertz: NDArray[np.float64]) -> NDArray[np.float64]:
    """Slaney's scale: linear to 1 kHz, logarithmic above."""
    log_step = 27.0 / np.log(6.4)
    return np.where(
        hertz < 1000.0, hertz * 3.0 / 200.0, 15.0 + log_step * np.log(np.maximum(hertz, 1e-9) / 1000.0)
    )


def _to_hertz(mel: NDArray[np.float64]) -> NDArray[np.float64]:
    log_step = np.log(6.4) / 27.0
    return np.where(mel < 15.0, mel * 200.0 / 3.0, 1000.0 * np.exp(log_step * (mel - 15.0)))


def _filters() -> Floats:
    """`(80, 201)` triangles of equal area, from 0 Hz to 8 kHz."""
    top = _to_mel(np.array([RATE / 2.0]))[0]
    edges = _to_hertz(np.linspace(0.0, top, _BANDS + 2))
    bins = np.linspace(0.0, RATE / 2.0, _WINDOW // 2 + 1)
    rise = (bins[None, :] - edges[:-2, None]) / (edges[1:-1] - edges[:-2])[:, None]
    fall = (edges[2:, None] - bins[None, :]) / (edges[2:] - edges[1:-1])[:, None]
    triangles = np.maximum(0.0, np.minimum(rise, fall))
    area = 2.0 / (edges[2:] - edges[:-2])
    return (triangles * area[:, None]).astype(np.float32)


_HANN: Final[Floats] = np.hanning(_WINDOW + 1)[:-1].astype(np.float32)
_FILTERS: Final[Floats] = _filters()
