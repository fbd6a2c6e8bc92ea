"""Smart Turn 3.2 by onnxruntime: has the person finished, or only paused? About 95 ms of one core.

It judges the last eight seconds, silence before shorter sound; the wave is brought to mean 0 and variance 1 before
its features are taken (source: pipecat-ai 1.14, `audio/turn/smart_turn`).
"""

from pathlib import Path
from typing import Final

import numpy as np

from solovox.speech.log_mel import RATE, log_mel, samples
from solovox.speech.onnx import open_model

# A turn detector that knows nothing: every pause is as likely an end as not, so its length alone decides.


class PauseOnly:
    """Port `TurnDetector`, without weights."""

    def rate_end(self, pcm: bytes) -> float:
        """Always 0.5."""
        return 0.5


_SECONDS: Final = 8


class SmartTurn:
    """Port `TurnDetector`. `model` is the file `smart-turn-v3.2-cpu.onnx`."""

    def __init__(self, model: Path, threads: int = 1) -> None:
        self._session = open_model(model, threads)

    def rate_end(self, pcm: bytes) -> float:
        """0 (will go on) to 1 (has finished) for 16 kHz sound that ends with about 0.2 s of a pause."""
        window = np.zeros(_SECONDS * RATE, dtype=np.float32)
        heard = samples(pcm)[-len(window) :]
        if len(heard):
            window[-len(heard) :] = heard
        window = (window - window.mean()) / np.sqrt(window.var() + np.float32(1e-7))
        (found,) = self._session.run(None, {"input_features": log_mel(window, _SECONDS)[None]})
        return float(found[0, 0])
