"""Kokoro-82M, the exact voice: text to 24 kHz sound, piece by piece.

The model is the int8 ONNX export of Kokoro 1.0 (inputs `tokens`, `style`, `speed`). Its graph
predicts how many frames of 600 samples each phoneme takes; that tensor is made an output here, so
that every word's end is known to the frame. Its convolutions are computed as products (`integer_products.py`).

Rule 1: `said_to` counts a word only with the whole of its sound (law N4: rounded down).
Rule 2: silence before the first word is cut away; pauses after a piece are ours.
"""

from collections.abc import Iterator
from importlib.resources import files
from pathlib import Path
from typing import Final

import numpy as np
from numpy.typing import NDArray

from solovox.core.units import VOICE_RATE
from solovox.ports import Spoken
from solovox.speech.g2p.english import English, SpokenWord
from solovox.speech.integer_products import as_products
from solovox.speech.onnx import open_model
from solovox.speech.tts.pieces import RenderPiece, pieces, spoken_in_order, with_output, word_by_word


def _ids() -> Iterator[tuple[str, int]]:
    """Kokoro's alphabet, the `vocab` of Kokoro-82M's config.json: runs of consecutive ids, each with its first."""
    for row in files("solovox.speech.tts").joinpath("kokoro.txt").read_text(encoding="utf-8").splitlines():
        first, _, phonemes = row.partition(" ")
        yield from ((phoneme, int(first) + at) for at, phoneme in enumerate(phonemes))


IDS: Final = dict(_ids())
"""Phoneme → id. 0 is the pad at both ends."""


VOICES: Final = (
    "af_bella",
    "af_nicole",
    "af_sarah",
    "am_adam",
    "am_michael",
    "bf_emma",
    "bm_george",
    "bm_lewis",
)
"""The packs that are installed: a = American, b = British; f = female, m = male."""

_FRAME: Final = 600
"""Samples of one frame of the duration predictor."""
_LONGEST: Final = 510
"""Phonemes the model takes at once, without the two pads."""
_DURATIONS: Final = "/encoder/Round_output_0"


class Kokoro:
    """A `Tts`. Not for two callers at once.

    `model` is the ONNX file, `voice` a pack of 510 × 256 little-endian float32 (one style for each
    length). Raises `OSError` when a file cannot be read, `ValueError` when it is not what it should be.
    """

    def __init__(
        self, model: Path, voice: Path, english: English, *, speed: float = 1.0, threads: int = 2
    ) -> None:
        self._styles = load_voice(voice)
        self._english = english
        self._speed = speed
        self._session = open_model(with_output(as_products(model.read_bytes()), _DURATIONS), threads)

    def speak(self, text: str, pace: float = 1.0) -> Iterator[Spoken]:
        """The sound of `text`, about a word at a time, rendered in pieces of at most three seconds."""
        return spoken_in_order(
            text,
            (one for piece in pieces(text, self._english.sound_words) for one in self._render(piece, pace)),
        )

    def _render(self, piece: RenderPiece, pace: float) -> Iterator[Spoken]:
        ids, ends = _tokens(piece.words)
        feeds: dict[str, NDArray[np.generic]] = {
            "tokens": np.array([[0, *ids, 0]], dtype=np.int64),
            "style": self._styles[len(ids) - 1][None],
            "speed": np.array([self._speed * pace], dtype=np.float32),
        }
        audio, durations = self._session.run(["audio", _DURATIONS], feeds)
        at = np.cumsum(np.asarray(durations).ravel()).astype(int) * _FRAME
        marks = [(int(at[min(end, len(at) - 1)]), w.end) for end, w in zip(ends, piece.words, strict=True)]
        yield from word_by_word(np.asarray(audio).ravel(), VOICE_RATE, marks, piece, pace)


def load_voice(path: Path) -> NDArray[np.float32]:
    """A voice pack as 510 styles of 256 numbers."""
    styles = np.fromfile(path, dtype="<f4")
    if styles.size != _LONGEST * 256:
        raise ValueError(f"{path.name} is not a Kokoro voice: install the voices again")
    return styles.reshape(_LONGEST, 256).astype(np.float32)


def _tokens(words: tuple[SpokenWord, ...]) -> tuple[list[int], list[int]]:
    """The ids of all phonemes, and for each word how many ids (with the space after it) complete it."""
    ids: list[int] = []
    ends: list[int] = []
    for at, word in enumerate(words):
        ids += [IDS[phoneme] for phoneme in word.phonemes if phoneme in IDS]
        if at + 1 < len(words) and words[at + 1].source is not None:
            ids.append(IDS[" "])
        ends.append(min(len(ids), _LONGEST))
    return ids[:_LONGEST], ends
