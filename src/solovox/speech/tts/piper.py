"""Piper's voices, the fast ones: text to 24 kHz sound, by our own phonemes.

The model (VITS, one ONNX graph: `input`, `input_lengths`, `scales`) was trained on espeak's IPA; ours is
translated. Its graph rounds up how many frames of 256 samples each symbol takes; that tensor is made an
output here, so that every word's end is known. No program of others takes part.
"""

import json
import re
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Any, Final

import numpy as np
from numpy.typing import NDArray

from solovox.ports import Spoken
from solovox.speech.g2p.english import English, SpokenWord
from solovox.speech.onnx import open_model
from solovox.speech.tts.pieces import RenderPiece, pieces, spoken_in_order, with_output, word_by_word

_HOP: Final = 256
_DURATIONS: Final = "/Ceil_output_0"
_CALM: Final = 0.5
"""How much of the usual variation: with half of it a recogniser misheard 3 % of the words, with all 5 %."""
BUDGETS: Final = (30, 60, 90)
"""Phonemes of the first, second and later pieces: it renders six times faster than it speaks."""

_LONG: Final = {"ɑ": "ɑː", "ɔ": "ɔː", "u": "uː", "i": "iː", "ɜ": "ɜː"}
_IPA: Final = {
    "A": "eɪ",
    "I": "aɪ",
    "O": "oʊ",
    "W": "aʊ",
    "Y": "ɔɪ",
    "ʤ": "dʒ",
    "ʧ": "tʃ",
    "ᵊ": "ə",
    "T": "ɾ",
    "—": ",",
    "…": ".",
    **_LONG,
}
_COLOURED: Final = (("ɜɹ", "ɜː"), ("əɹ", "ɚ"), ("ɔɹ", "oːɹ"))
_WEAK_I: Final = re.compile(r"(?<![ˈˌ])i(?=$|[^ː])")


class Piper:
    """A `Tts`. Not for two callers at once.

    `model` is the ONNX file and `config` the JSON beside it (sample rate, phoneme ids, scales). Raises
    `OSError`, `ValueError` or `KeyError` when they are not what they should be.
    """

    def __init__(
        self, model: Path, config: Path, english: English, *, speed: float = 1.0, threads: int = 2
    ) -> None:
        settings: dict[str, Any] = json.loads(config.read_text(encoding="utf-8"))
        usual = settings["inference"]
        self._rate = int(settings["audio"]["sample_rate"])
        self._ids: dict[str, list[int]] = settings["phoneme_id_map"]
        self._scales = np.array(
            [usual["noise_scale"] * _CALM, usual["length_scale"] / speed, usual["noise_w"] * _CALM],
            dtype=np.float32,
        )
        self._english = english
        self._session = open_model(with_output(model.read_bytes(), _DURATIONS), threads)

    def speak(self, text: str, pace: float = 1.0) -> Iterator[Spoken]:
        """The sound of `text`, about a word at a time."""
        return spoken_in_order(
            text,
            (
                one
                for piece in pieces(text, self._english.sound_words, BUDGETS)
                for one in self._render(piece, pace)
            ),
        )

    def _render(self, piece: RenderPiece, pace: float) -> Iterator[Spoken]:
        ids, ends = self._tokens(piece.words)
        feeds: dict[str, NDArray[np.generic]] = {
            "input": np.array([ids], dtype=np.int64),
            "input_lengths": np.array([len(ids)], dtype=np.int64),
            "scales": self._scales * np.array([1, 1 / pace, 1], dtype=np.float32),
        }
        audio, durations = self._session.run(["output", _DURATIONS], feeds)
        at = np.cumsum(np.asarray(durations).ravel()).astype(int) * _HOP
        marks = [(int(at[min(end, len(at)) - 1]), w.end) for end, w in zip(ends, piece.words, strict=True)]
        yield from word_by_word(np.asarray(audio).ravel(), self._rate, marks, piece, pace)

    def _tokens(self, words: Sequence[SpokenWord]) -> tuple[list[int], list[int]]:
        """Ids with a blank after each, as the model was taught; and where each word ends among them."""
        blank = self._ids["_"]
        ids = [*self._ids["^"], *blank]
        ends = []
        for at, word in enumerate(words):
            space = " " if at + 1 < len(words) and words[at + 1].source is not None else ""
            for symbol in ipa(word.phonemes) + space:
                if symbol in self._ids:
                    ids += [*self._ids[symbol], *blank]
            ends.append(len(ids))
        return [*ids, *self._ids["$"]], ends


def ipa(phonemes: str) -> str:
    """Kokoro's phonemes as espeak writes American English."""
    for ours, theirs in _COLOURED:
        phonemes = phonemes.replace(ours, theirs)
    weak = _WEAK_I.sub("\0", phonemes)
    said = "".join(c if phonemes[at + 1 : at + 2] == "ː" else _IPA.get(c, c) for at, c in enumerate(weak))
    return said.replace("\0", "i")
