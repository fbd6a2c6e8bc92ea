"""How loud a frame is."""

import math
from typing import Final

import numpy as np

_FULL_SCALE: Final = 32_768.0**2
_NOTHING: Final = 1e-12
"""The power of digital silence: -120 dBFS."""


def level(frame: bytes) -> float:
    """RMS in dBFS of 16-bit mono samples, without their constant offset; -120 where there is none."""
    sound = np.frombuffer(frame, "<i2").astype(np.float64)
    power = float(sound.var()) / _FULL_SCALE if len(sound) else 0.0
    return 10.0 * math.log10(max(power, _NOTHING))
