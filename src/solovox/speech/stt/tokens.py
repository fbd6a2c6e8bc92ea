"""Text as the tokens of a Whisper vocabulary, and back, without a tokenizer.

Source: openai/gpt-2, `encoder.py` (`bytes_to_unicode`, `bpe`). A token is older than those that are made of it, so its
number says which pair is joined first.

How sure the model is of its words and, by the marks it would write, that a sentence is complete. What it writes says little: a full stop
follows nearly everything. How likely it found the other marks, and further words, says more. (Of 285 pauses and ends, a true end ranked
above a pause in 74 % of the pairs; by the turn detector alone in 59 %.) It is asked where the last word ends: of the token that follows it.
"""

import json
import math
import re
from collections.abc import Mapping, Sequence
from itertools import pairwise
from pathlib import Path
from typing import Final

import numpy as np
from numpy.typing import ArrayLike, NDArray

_PARTS: Final = re.compile(r" ?[A-Za-z]+| ?[0-9]+| ?[^\sA-Za-z0-9]+|\s+")


def _byte_of_letter() -> dict[str, int]:
    """GPT-2's alphabet: printable bytes stand for themselves, the others for letters from U+0100 on."""
    printable = [*range(0x21, 0x7F), *range(0xA1, 0xAD), *range(0xAE, 0x100)]
    others = [byte for byte in range(256) if byte not in printable]
    letters = {chr(byte): byte for byte in printable}
    return letters | {chr(0x100 + n): byte for n, byte in enumerate(others)}


_BYTES: Final = _byte_of_letter()
_LETTERS: Final = {byte: letter for letter, byte in _BYTES.items()}


def read_tokens(tokens: Sequence[str]) -> str:
    """Byte-level tokens as text; a character cut in half becomes U+FFFD, and is left out."""
    raw = bytes(_BYTES[letter] for token in tokens for letter in token if letter in _BYTES)
    return raw.decode("utf-8", errors="ignore").strip()


def words_of(tokens: Sequence[str]) -> list[list[int]]:
    """Which tokens write each word of the text."""
    words: list[list[int]] = []
    within = False
    for at, token in enumerate(tokens):
        for letter in token:
            blank = chr(_BYTES.get(letter, 0x20)).isspace()
            if not blank and not within:
                words.append([])
            within = not blank
        if words and within:
            words[-1].append(at)
    return words


def read_vocabulary(folder: Path) -> Mapping[str, int]:
    """The number of each token of a model: a list, or a line for each."""
    listed = folder / "vocabulary.json"
    if listed.exists():
        tokens = json.loads(listed.read_text(encoding="utf-8"))
    else:
        tokens = (folder / "vocabulary.txt").read_text(encoding="utf-8").split("\n")
    return {token: number for number, token in enumerate(tokens)}


def write_tokens(text: str, vocabulary: Mapping[str, int]) -> list[str]:
    """Text as tokens."""
    return [token for part in _PARTS.findall(text) for token in _merge_pairs(part, vocabulary)]


def _merge_pairs(part: str, vocabulary: Mapping[str, int]) -> list[str]:
    tokens = [_LETTERS[byte] for byte in part.encode()]
    while True:
        pairs = [
            (vocabulary[one + other], at)
            for at, (one, other) in enumerate(pairwise(tokens))
            if one + other in vocabulary
        ]
        if not pairs:
            return tokens
        _, at = min(pairs)
        tokens[at : at + 2] = [tokens[at] + tokens[at + 1]]


_ENDS: Final = (".", "?", "!")
_SILENT: Final = ("<|endoftext|>",)
"""No mark at all: it tells neither."""
_MARKS: Final = frozenset((*_ENDS, *_SILENT, ",", "...", "-", ";", ":"))


def chances(
    tokens: Sequence[str], logits: Sequence[ArrayLike], vocabulary: Mapping[str, int]
) -> tuple[float, ...]:
    """The probability of each word: of its least likely token that has a letter or a digit. `logits`: as for `ends`."""
    return tuple(
        min(
            (_weights(logits[at])[vocabulary[tokens[at]]] for at in word if _has_letters(tokens[at])),
            default=1.0,
        )
        for word in words_of(tokens)
    )


def _has_letters(token: str) -> bool:
    return any(letter.isalnum() for letter in token)


def _weights(logits: ArrayLike) -> NDArray[np.float64]:
    scores = np.asarray(logits, np.float64).ravel()
    weights = np.exp(scores - scores.max())
    shares: NDArray[np.float64] = weights / weights.sum()
    return shares


def ends(tokens: Sequence[str], logits: Sequence[ArrayLike], vocabulary: Mapping[str, int]) -> float:
    """The probability (0 to 1) of a mark that ends the sentence, among those and all that go on.

    `logits`: for each token, the scores of the whole vocabulary from which it was chosen.
    """
    last = len(tokens)
    while last and tokens[last - 1] in _MARKS:
        last -= 1
    weights = _weights(logits[min(last, len(logits) - 1)])
    over, silent = (sum(float(weights[vocabulary[mark]]) for mark in marks) for marks in (_ENDS, _SILENT))
    goes_on = 1.0 - over - silent
    return 0.5 if math.isclose(over + goes_on, 0.0) else over / (over + goes_on)
