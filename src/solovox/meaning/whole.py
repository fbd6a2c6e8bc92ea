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

_CLOSED: Final = {
    "d": "a an the my your his our their every each another whose",
    "p": "of to from into onto for with at by than as between among during without within through toward towards against"
    " about via per upon across behind beside beyond like unlike versus",
    "q": "in on up down off out over under after before around along back away inside outside above below near",
    "c": "and or but nor plus",
    "s": "because if whether unless although though while since until once whereas so",
    "t": "that which this these those",
    "w": "who what when where why how whom",
    "i": "i we they he she you it",
    "o": "me us them him her one ones mine yours it's",
    "b": "is are was were am be been being i'm you're we're they're he's she's that's what's there's isn't aren't wasn't",
    "x": "do does did can could will would shall should may might must have has had don't doesn't didn't can't couldn't"
    " won't wouldn't shouldn't i'll we'll you'll i'd we'd you'd i've we've you've let let's gonna wanna",
    "n": "zero one two three four five six seven eight nine ten eleven twelve thirteen fourteen fifteen sixteen seventeen"
    " eighteen nineteen twenty thirty forty fifty sixty seventy eighty ninety hundred thousand million oh double point half",
    "j": "um uh er erm hm hmm well okay ok oh wait sorry actually mean",
    "e": "please now again too then there here today tomorrow tonight yesterday yet already instead together anyway later"
    " soon once right away first",
    "v": "very really quite more most less some any no not only even just also almost still",
    "k": "set make put give get tell show send call open close add remove find run start stop write create change move"
    " rename want need think know say said called named use take let look ask read buy turn play go try check",
}
_KIND: Final = {word: kind for kind, words in _CLOSED.items() for word in words.split()}
_ENDINGS: Final = ("ly", "ing", "ed", "tion", "ment", "ness", "able", "ous", "ful", "est", "er", "ss", "s")


def words_of(text: str) -> list[str]:
    """The last `LAST` words in lower case, without marks; "it's" is one."""
    return re.findall(r"[^\W_]+(?:'[^\W_]+)*", text.lower().replace("’", "'"))[-LAST:]


def places(words: Sequence[str]) -> list[int]:
    """The numbers of the features that an utterance has; none where it has no words."""
    return sorted({zlib.crc32(one.encode()) % PLACES for one in _named(words)})


def _named(words: Sequence[str]) -> Iterator[str]:
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
