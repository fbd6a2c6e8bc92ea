"""Silero VAD (v5) by onnxruntime: 0.13 ms for a frame of 32 ms.

The model sees each frame of 512 samples behind the last 64 samples of the one before, and hands a
recurrent state (2, 1, 128) from frame to frame (source: snakers4/silero-vad, `utils_vad.py`).

Rule 1: what was not speech leaves a state that is slow to notice the speech that follows (music most of all). So the
state is begun anew every two seconds, but only inside a run of frames that are clearly not speech
(source: pipecat-ai 1.14, `audio/vad/silero.py`, which measured it).
"""

from pathlib import Path
from typing import Any, Final

import numpy as np

from solovox.speech.log_mel import Floats, samples
from solovox.speech.onnx import open_model

_CONTEXT: Final = 64
_REFRESH_FRAMES: Final = 62
"""Two seconds."""
_CLEAR: Final = 0.1
_CLEAR_FRAMES: Final = 5


class SileroVad:
    """Port `Vad`. `model` is the file `silero_vad.onnx`, or what `open_model` made of it: several can share that."""

    frame_samples = 512

    def __init__(self, model: Path | Any) -> None:
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
