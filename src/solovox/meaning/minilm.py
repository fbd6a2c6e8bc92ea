"""The sentence model: all-MiniLM-L6-v2 by onnxruntime, and WordPiece, which makes of a text the numbers that it was taught with.

Rule 1: one text a run, without padding, so a text's point does not depend on its neighbours.
Rule 2: the same numbers as the `tokenizers` library gives for `bert-base-uncased`, but for text that spells a
special token ("[SEP]"): here it is only text (source: BERT's `tokenization.py`, and the tokenizer.json itself).
"""

import json
import unicodedata
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Any, Final, Self

import numpy as np

from solovox.ports.meaning import POINT_SIZE, Point

LONGEST_WORD: Final = 100
"""A longer word is one unknown token."""


class WordPiece:
    """Lower case, without accents; each word in the longest known pieces, from its left."""

    def __init__(self, vocabulary: Mapping[str, int]) -> None:
        self._numbers = vocabulary
        self._unknown, self._first, self._last = (vocabulary[name] for name in ("[UNK]", "[CLS]", "[SEP]"))

    @classmethod
    def read(cls, path: Path) -> Self:
        """From a `tokenizer.json`. Raises `ValueError` for one of another kind."""
        written: Any = json.loads(path.read_text(encoding="utf-8"))
        if written.get("model", {}).get("type") != "WordPiece":
            raise ValueError(f"{path.name} is not of a WordPiece tokenizer")
        return cls(written["model"]["vocab"])

    def encode(self, text: str, most: int = 128) -> list[int]:
        """The numbers of a text between those of "[CLS]" and "[SEP]"; at most `most` of them, cut at the end."""
        found = [self._first]
        for word in _words(text[: most * LONGEST_WORD]):
            if len(found) >= most:
                break
            found += self._pieces(word)
        return [*found[: most - 1], self._last]

    def _pieces(self, word: str) -> list[int]:
        if len(word) > LONGEST_WORD:
            return [self._unknown]
        found, at = [], 0
        while at < len(word):
            mark = "##" if at else ""
            ends = range(len(word), at, -1)
            end = next((end for end in ends if mark + word[at:end] in self._numbers), None)
            if end is None:
                return [self._unknown]
            found.append(self._numbers[mark + word[at:end]])
            at = end
        return found


def _words(text: str) -> Iterator[str]:
    """Words and single signs of punctuation, folded."""
    spaced = "".join(_fold(sign) for sign in text)
    plain = (sign for sign in unicodedata.normalize("NFD", spaced) if unicodedata.category(sign) != "Mn")
    for word in "".join(plain).lower().split():
        run = ""
        for sign in word:
            if _is_punctuation(sign):
                yield from filter(None, (run, sign))
                run = ""
            else:
                run += sign
        if run:
            yield run


def _fold(sign: str) -> str:
    """One character as it counts: a space, nothing, or itself; an ideograph stands alone."""
    if sign in "\t\n\r":
        return " "
    if sign == "\ufffd" or unicodedata.category(sign) in ("Cc", "Cf", "Co", "Cs", "Cn"):
        return ""
    return f" {sign} " if _is_ideograph(ord(sign)) else sign


def _is_ideograph(code: int) -> bool:
    return any(
        low <= code <= high
        for low, high in (
            (0x4E00, 0x9FFF), (0x3400, 0x4DBF), (0x20000, 0x2A6DF), (0x2A700, 0x2B73F),
            (0x2B740, 0x2B81F), (0x2B820, 0x2CEAF), (0xF900, 0xFAFF), (0x2F800, 0x2FA1F),
        )
    )  # fmt: skip


def _is_punctuation(sign: str) -> bool:
    ascii_sign = sign.isascii() and sign.isprintable() and not sign.isalnum() and sign != " "
    return ascii_sign or unicodedata.category(sign).startswith("P")


NO_EXTRA: Final = "the sentence model needs onnxruntime: run: solovox install talk"


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
