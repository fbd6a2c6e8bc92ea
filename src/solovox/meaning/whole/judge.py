"""How likely an utterance ends after these words. Its numbers are data, `layer.npz`, written by `benches/train_whole.py`.

A logistic layer over the features of the words; no weights are needed, and a judgement takes less than 0.1 ms.
It was taught with whole utterances against their beginnings. Of each length as many were whole, so that length tells
nothing; and it was told that a third of what it is asked is whole.
"""

import io
import math
from collections.abc import Sequence
from dataclasses import dataclass
from importlib.resources import files
from typing import Final, Self

import numpy as np
from numpy.typing import NDArray

from solovox.meaning.whole.features import PLACES, places, words_of

FILE: Final = "layer.npz"


@dataclass(frozen=True, slots=True)
class Whole:
    """`weights`: shape (PLACES,), of each feature. `bias`: of an utterance without features."""

    weights: NDArray[np.float32]
    bias: float

    @classmethod
    def read(cls) -> Self:
        """The layer that ships with the package."""
        raw = files("solovox.meaning.whole").joinpath(FILE).read_bytes()
        with np.load(io.BytesIO(raw), allow_pickle=False) as kept:
            return cls(kept["weights"].astype(np.float32) * float(kept["step"]), float(kept["bias"]))

    def whole(self, text: str) -> float:
        """0 (surely goes on) to 1 (surely ends here); 0 for a text without words. English only. May be called from any thread."""
        return self.of_words(words_of(text))

    def of_words(self, words: Sequence[str]) -> float:
        """The same of words as `words_of` gives them."""
        if not words:
            return 0.0
        score = float(self.weights[places(words)].sum()) + self.bias
        return 1 / (1 + math.exp(-max(-30.0, min(30.0, score))))


def as_file(weights: NDArray[np.float64], bias: float) -> bytes:
    """What `read` reads: a byte a weight. Raises `ValueError` for another number of weights."""
    if weights.shape != (PLACES,):
        raise ValueError(f"{weights.shape} weights, not {PLACES}")
    step = max(float(np.abs(weights).max()), 1e-9) / 127
    made = io.BytesIO()
    np.savez_compressed(made, weights=np.round(weights / step).astype(np.int8), step=step, bias=bias)
    return made.getvalue()
