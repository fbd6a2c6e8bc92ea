"""How likely an utterance ends after these words, by the words alone. Its numbers are data, `whole.npz`, written by `benches/train_whole.py`.
English.

Rule 1: only words count: no marks, no case, no length. A recogniser writes a full stop after nearly everything.

A logistic layer over what is seen of the words: the last ones, the first ones, and what kind of word each is. No weights are needed, and a
judgement takes less than 0.1 ms. It was taught with whole utterances against their beginnings. Of each length as many were whole, so that
length tells nothing; and it was told that a third of what it is asked is whole. It is weak at commands that often have a tail in what it was
taught with: "log in", "what time is it" are judged to go on. It is one witness of three (`live.local.ending`).
"""

import io
import math
import re
import zlib
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from importlib.resources import files
from typing import Final, Self

import numpy as np
from numpy.typing import NDArray

PLACES: Final = 8192
"""How many numbers the features share."""
LAST: Final = 24
"""Words that count: what was said before them does not."""

_KIND: Final = {
    word: kind
    for kind, *words in map(
        str.split, files("solovox.meaning").joinpath("whole.txt").read_text("utf-8").splitlines()
    )
    for word in words
}
"""The closed classes of words."""
_ENDINGS: Final = ("ly", "ing", "ed", "tion", "ment", "ness", "able", "ous", "ful", "est", "er", "ss", "s")


def words_of(text: str) -> list[str]:
    """The last `LAST` words in lower case, without marks; "it's" is one."""
    return re.findall(r"[^\W_]+(?:'[^\W_]+)*", text.lower().replace("’", "'"))[-LAST:]


def places(words: Sequence[str]) -> list[int]:
    """The numbers of the features that an utterance has; none where it has no words."""
    return sorted({zlib.crc32(one.encode()) % PLACES for one in _name_features(words)})


def _name_features(words: Sequence[str]) -> Iterator[str]:
    if not words:
        return
    kinds = [kind(word) for word in words]
    a, b, c = (["^", "^", *words])[-3:]
    x, y, z = (["^", "^", *kinds])[-3:]
    yield from (f"1 {c}", f"2 {b} {c}", f"3 {a} {b} {c}", f"k1 {z}", f"k2 {y} {z}", f"k3 {x} {y} {z}")
    yield from (
        f"wk {b} {z}",
        f"kw {y} {c}",
        f"k4 {''.join(kinds[-4:])}",
        f"wkk {a} {y} {z}",
        f"kww {x} {b} {c}",
    )
    first = words[0]
    yield from (
        f"f {first}",
        f"ff {' '.join(words[:2])}",
        f"fk {first} {z}",
        f"fkk {first} {y} {z}",
        f"f1 {first} {c}",
    )
    yield f"fk3 {first} {''.join(kinds[-3:])}"
    yield f"kf {kinds[0]} {y} {z}"
    if len(words) < 5:
        yield f"all {' '.join(words)}"
        yield f"kinds {''.join(kinds)}"
    heads = "".join(kind for kind in kinds if kind in "swcbxtj")
    yield f"heads {heads[-3:]} {z}"
    yield f"verb {any(kind in 'bxk' for kind in kinds)} {kinds[0]} {z}"


def kind(word: str) -> str:
    """A rough class: one of the closed ones, "0" for digits, or how the word ends."""
    found = _KIND.get(word)
    if found:
        return found
    if word[0].isdigit():
        return "0"
    return next((f"<{end}>" for end in _ENDINGS if len(word) > len(end) + 2 and word.endswith(end)), "<>")


FILE: Final = "whole.npz"


@dataclass(frozen=True, slots=True)
class Whole:
    """`weights`: shape (PLACES,), of each feature. `bias`: of an utterance without features."""

    weights: NDArray[np.float32]
    bias: float

    @classmethod
    def read(cls) -> Self:
        """The layer that ships with the package."""
        raw = files("solovox.meaning").joinpath(FILE).read_bytes()
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
