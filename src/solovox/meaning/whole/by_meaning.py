"""The same question put to the sentence model: a small layer over its last states. About 6 ms of processor.

Rule 1: it sees the mean of the states and that of the last word, of the words in lower case without marks.
Rule 2: its score and that of the words alone (`judge.py`) count the same: each knows what the other does not.
Its numbers are `states.npz`, written by `benches/train_whole_states.py`.
"""

import io
import math
from dataclasses import dataclass
from importlib.resources import files
from typing import Final, Protocol, Self

import numpy as np
from numpy.typing import NDArray

from solovox.meaning.whole.features import words_of
from solovox.meaning.whole.judge import Whole
from solovox.ports.meaning import POINT_SIZE

FILE: Final = "states.npz"
SEEN: Final = 2 * POINT_SIZE
Numbers = NDArray[np.float32]


class States(Protocol):
    """A sentence model: `MiniLM`."""

    def states(self, text: str) -> Numbers:
        """Shape (tokens, 384), with a token before the words and one after."""
        ...


@dataclass(frozen=True, slots=True)
class WholeByMeaning:
    """`inner`: shape (SEEN + 1, hidden), the last row added to all; `outer`: (hidden + 1,), likewise."""

    model: States
    words: Whole
    inner: Numbers
    outer: Numbers

    @classmethod
    def read(cls, model: States) -> Self:
        """The layers that ship with the package."""
        raw = files("solovox.meaning.whole").joinpath(FILE).read_bytes()
        with np.load(io.BytesIO(raw), allow_pickle=False) as kept:
            inner, outer = (kept[name].astype(np.float32) for name in ("inner", "outer"))
        return cls(model, Whole.read(), inner, outer)

    def whole(self, text: str) -> float:
        """0 (surely goes on) to 1 (surely ends here); 0 for a text without words. English only. May be called from any thread."""
        words = words_of(text)
        if not words:
            return 0.0
        alone = min(max(self.words.of_words(words), 1e-6), 1 - 1e-6)
        score = (math.log(alone / (1 - alone)) + self.score(seen(self.model, " ".join(words)))) / 2
        return 1 / (1 + math.exp(-max(-30.0, min(30.0, score))))

    def score(self, point: Numbers) -> float:
        """What the layer says of what is seen: above 0 is rather whole."""
        hidden = np.maximum(point @ self.inner[:-1] + self.inner[-1], 0)
        return float(hidden @ self.outer[:-1] + self.outer[-1])


def seen(model: States, text: str) -> Numbers:
    """Shape (SEEN,): the mean of the states, and that of the last word's last piece."""
    states = model.states(text)
    return np.concatenate([states.mean(axis=0), states[-2]])


def as_file(inner: Numbers, outer: Numbers) -> bytes:
    """What `read` reads: half precision."""
    made = io.BytesIO()
    np.savez_compressed(made, inner=inner.astype(np.float16), outer=outer.astype(np.float16))
    return made.getvalue()
