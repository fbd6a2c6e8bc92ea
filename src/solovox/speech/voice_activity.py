"""Voice activity, behind the port `Vad`: Silero's model, and one that needs no weights.

Rule 1: what was not speech leaves a state of Silero's that is slow to notice the speech that follows (music most of all). So it is begun
anew every two seconds, but only inside a run of frames that are clearly not speech (source: pipecat-ai 1.14, `audio/vad/silero.py`,
which measured it).
Rule 2: without weights it is asked whether it is louder than the room has lately been. That floor falls to quieter sound at once; it rises
slowly, and more slowly still during probable speech. Nothing below -60 dBFS is speech. A door is as good as a word there: the base
install has it for the onset (law T1).
"""

import math
from pathlib import Path
from typing import Final

import numpy as np

from solovox.speech.log_mel import Floats, samples
from solovox.speech.onnx import OnnxSession, open_model

_CONTEXT: Final = 64
_REFRESH_FRAMES: Final = 62
"""Two seconds."""
_CLEAR: Final = 0.1
_CLEAR_FRAMES: Final = 5


class SileroVad:
    """Silero VAD (v5) by onnxruntime: 0.13 ms for a frame of 32 ms. `model` is the file `silero_vad.onnx`, or what `open_model` made of
    it: several can share that.

    The model sees each frame of 512 samples behind the last 64 samples of the one before, and hands a recurrent state (2, 1, 128) from
    frame to frame (source: snakers4/silero-vad, `utils_vad.py`)."""

    frame_samples = 512

    def __init__(self, model: Path | OnnxSession) -> None:
        self._session = open_model(model) if isinstance(model, Path) else model
        self._rate = np.array(16_000, dtype=np.int64)
        self.reset()

    def reset(self) -> None:
        """Forget everything heard so far."""
        self._state: Floats = np.zeros((2, 1, 128), dtype=np.float32)
        self._before: Floats = np.zeros((1, _CONTEXT), dtype=np.float32)
        self._age = 0
        self._clear = 0

    def probability(self, frame: bytes) -> float:
        """0 to 1 for the next 512 samples. Raises `ValueError` for any other length."""
        if len(frame) != 2 * self.frame_samples:
            raise ValueError(f"a frame has {self.frame_samples} samples, not {len(frame) / 2:g}")
        if self._age >= _REFRESH_FRAMES and self._clear >= _CLEAR_FRAMES:
            self.reset()
        seen = np.concatenate((self._before, samples(frame)[None]), axis=1)
        found, self._state = self._session.run(None, {"input": seen, "state": self._state, "sr": self._rate})
        self._before = seen[:, -_CONTEXT:]
        probability = float(found[0, 0])
        self._age += 1
        self._clear = self._clear + 1 if probability < _CLEAR else 0
        return probability


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
