"""The sentence model: all-MiniLM-L6-v2 by onnxruntime.

Rule 1: one text a run, without padding, so a text's point does not depend on its neighbours.
"""

from pathlib import Path
from typing import Any, Final

import numpy as np

from solovox.meaning.wordpiece import WordPiece
from solovox.ports.meaning import POINT_SIZE, Point

NO_EXTRA: Final = "the sentence model needs onnxruntime: run in a checkout: pip install '.[local]'"


class PackageMissing(Exception):
    """onnxruntime is not installed. One line that says what to do."""


class MiniLM:
    """`Embedding` of the folder of weights `minilm`: `model.onnx` and `tokenizer.json`."""

    def __init__(self, folder: Path, threads: int = 1) -> None:
        """Raises `PackageMissing` where the extra `local` is missing."""
        self._words = WordPiece.read(folder / "tokenizer.json")
        self._session = _open(folder / "model.onnx", threads)

    def point(self, text: str) -> Point:
        """As `Embedding` says: the mean of the model's last states, normalised."""
        numbers = np.array([self._words.encode(text)], dtype=np.int64)
        if numbers.shape[1] <= 2:
            return np.zeros(POINT_SIZE, dtype=np.float32)
        given = {
            "input_ids": numbers,
            "attention_mask": np.ones_like(numbers),
            "token_type_ids": np.zeros_like(numbers),
        }
        mean = self._session.run(None, given)[0][0].mean(axis=0)
        point: Point = (mean / np.linalg.norm(mean)).astype(np.float32)
        return point


def _open(path: Path, threads: int) -> Any:
    """Few threads that never spin: spinning threads take the cores from other work."""
    try:
        import onnxruntime
    except ImportError:
        raise PackageMissing(NO_EXTRA) from None
    options = onnxruntime.SessionOptions()
    options.intra_op_num_threads = threads
    options.inter_op_num_threads = 1
    options.add_session_config_entry("session.intra_op.allow_spinning", "0")
    options.log_severity_level = 3
    return onnxruntime.InferenceSession(str(path), options, providers=["CPUExecutionProvider"])
