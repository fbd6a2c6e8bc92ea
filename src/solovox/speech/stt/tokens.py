"""Text as the tokens of a Whisper vocabulary, and back, without a tokenizer.

Source: openai/gpt-2, `encoder.py` (`bytes_to_unicode`, `bpe`). A token is older than those that are made of it, so its
number says which pair is joined first.
"""

import json
import re
from collections.abc import Mapping, Sequence
from itertools import pairwise
from pathlib import Path
from typing import Final

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
    return [token for part in _PARTS.findall(text) for token in _joined(part, vocabulary)]


def _joined(part: str, vocabulary: Mapping[str, int]) -> list[str]:
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
