"""A VAD without weights: is it louder than the room has lately been?

Rule 1: the noise floor falls to quieter sound at once. It rises slowly, and more slowly still during probable speech.
Rule 2: nothing below -60 dBFS is speech.

It hears *sound*, not speech: a door is as good as a word. The base install has it for the onset
(law T1); where Silero is installed, Silero is asked.
"""

import math
from typing import Final

import numpy as np

_FULL_SCALE: Final = 32_768.0**2
_SILENCE_DB: Final = -60.0
_START_DB: Final = -50.0
"""The floor that is assumed before anything was heard."""
_RISE_DB: Final = 0.12
"""A frame's rise of the floor (4 dB a second)."""
_RISE_SPEAKING_DB: Final = 0.02
_HALF_DB: Final = 9.0
"""Level above the floor at which the probability of speech is 0.5 (dB)."""
_SLOPE_DB: Final = 2.0
_ONES: Final = np.ones(512)
"""A sum as a product: numpy's own costs four times as much for so few samples."""


class EnergyVad:
    """Port `Vad`: frames of 512 samples, no weights, some microseconds each."""

    frame_samples = 512

    def __init__(self) -> None:
        self.reset()

    def reset(self) -> None:
        """Forget the room."""
        self._floor = _START_DB

    def probability(self, frame: bytes) -> float:
        """0 to 1 for the next 512 samples. Raises `ValueError` for any other length."""
        if len(frame) != 2 * self.frame_samples:
            raise ValueError(f"a frame has {self.frame_samples} samples, not {len(frame) / 2:g}")
        sound = np.frombuffer(frame, "<i2").astype(np.float64)
        offset = float(sound @ _ONES) / self.frame_samples  # a microphone's constant offset is no sound
        power = (float(sound @ sound) / self.frame_samples - offset * offset) / _FULL_SCALE
        level = 10.0 * math.log10(max(power, 1e-12))
        above = level - max(self._floor, _SILENCE_DB)
        probability = 1.0 / (1.0 + math.exp((_HALF_DB - above) / _SLOPE_DB))
        if level < self._floor:
            self._floor = max(level, _SILENCE_DB - _HALF_DB)
        else:
            self._floor = min(level, self._floor + (_RISE_DB if probability < 0.5 else _RISE_SPEAKING_DB))
        return probability if level > _SILENCE_DB else 0.0
