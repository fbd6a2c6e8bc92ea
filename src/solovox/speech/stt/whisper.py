"""Whisper by ctranslate2: our own features in, token strings out, no tokenizer and no hub.

Rule 1: the encoder sees a window of 16 s, and of 12 s for sound of up to 8 s. (It was trained on 30 s. Its cost grows
with the window, and these lost nothing on our clips; much shorter ones make the decoder repeat itself.)
Rule 2: longer sound is cut at its quietest points, and arrives whole.
Rule 3: sound without words has empty text. `ghosts` says what is not believed.

Source: Radford et al., "Robust Speech Recognition via Large-Scale Weak Supervision" (2022), and its
`decoding.py` for the prompt and the use of the no-speech probability.
"""

import math
from pathlib import Path
from typing import Any, Final

import numpy as np

from solovox.ports import Transcript
from solovox.speech.log_mel import RATE, Floats, log_mel, samples
from solovox.speech.stt.ghosts import Evidence, believed
from solovox.speech.stt.repairs import mend, without_repeats

WINDOW_SECONDS: Final = 16
SHORT_WINDOW_SECONDS: Final = 12
_SHORT_SECONDS: Final = 8
"""Sound up to this long has the short window."""
DRAFT_SECONDS: Final = 8
_SPARE_SECONDS: Final = 2
"""A window that is full to its end loses sentences."""
_TOKENS_A_SECOND: Final = 8
_FEWEST_TOKENS: Final = 12
_QUIET_PEAK: Final = 1e-3
"""Sound that never passes -60 dBFS is not asked about."""
_HUM: Final = RATE // 50
"""20 ms: the grain in which the quietest point is looked for."""


class Whisper:
    """Port `Stt`. `folder` holds a ctranslate2 Whisper model (`whisper-base`, `whisper-tiny.en`).

    `together`: how many questions run at once, each with `threads` threads; more of them wait.
    Loads on construction (about 0.3 s). Raises `ImportError` where the extra `local` is missing.
    """

    def __init__(self, folder: Path, threads: int = 2, language: str = "en", together: int = 1) -> None:
        import ctranslate2

        self._ct2: Any = ctranslate2
        self._model: Any = ctranslate2.models.Whisper(
            str(folder), device="cpu", compute_type="int8", intra_threads=threads, inter_threads=together
        )
        start = ["<|startoftranscript|>"]
        if self._model.is_multilingual:
            start += [f"<|{language}|>", "<|transcribe|>"]
        self._prompt = [*start, "<|notimestamps|>"]

    def transcribe(self, pcm: bytes) -> Transcript:
        """What was said. Sound of any length; about 0.15 s of one core a second of sound."""
        sound = samples(pcm)
        window = SHORT_WINDOW_SECONDS if len(sound) <= _SHORT_SECONDS * RATE else WINDOW_SECONDS
        return self.hear(sound, window)

    def draft(self) -> "DraftWhisper":
        """The same model as a quicker, less exact recogniser of unfinished speech."""
        return DraftWhisper(self)

    def hear(self, sound: Floats, window: int) -> Transcript:
        """What was said in `sound`, of which the encoder sees `window` seconds at a time."""
        heard = [self._piece(piece, window) for piece in split(sound, window)]
        spoken = [piece for piece in heard if piece.text]
        if not spoken:
            return Transcript("", max((piece.confidence for piece in heard), default=1.0))
        letters = sum(len(piece.text) for piece in spoken)
        confidence = sum(piece.confidence * len(piece.text) for piece in spoken) / letters
        return Transcript(mend(" ".join(piece.text for piece in spoken)), confidence)

    def _piece(self, sound: Floats, window: int) -> Transcript:
        if len(sound) < RATE // 50 or float(np.abs(sound).max()) < _QUIET_PEAK:
            return Transcript("", 1.0)
        seconds = len(sound) / RATE
        features = self._ct2.StorageView.from_array(np.ascontiguousarray(log_mel(sound, window)[None]))
        most = len(self._prompt) + max(_FEWEST_TOKENS, int(seconds * _TOKENS_A_SECOND))
        (found,) = self._model.generate(
            features,
            [self._prompt],
            beam_size=1,
            max_length=min(most, 224),
            return_scores=True,
            return_no_speech_prob=True,
        )
        tokens = [token for token in found.sequences[0] if not token.startswith("<|")]
        said = read_tokens(tokens)
        text = without_repeats(said)
        confidence = math.exp(found.scores[0])
        evidence = Evidence(text, said, confidence, found.no_speech_prob, seconds)
        return Transcript(text if believed(evidence) else "", confidence)


class DraftWhisper:
    """Port `Stt`, for speech that goes on: a window of eight seconds, the last of longer sound."""

    def __init__(self, whisper: Whisper) -> None:
        self._whisper = whisper

    def transcribe(self, pcm: bytes) -> Transcript:
        """What was probably said so far; half the cost of `Whisper.transcribe`."""
        sound = samples(pcm)
        window = DRAFT_SECONDS if len(sound) <= (DRAFT_SECONDS - 1) * RATE else WINDOW_SECONDS
        return self._whisper.hear(sound, window)


def split(sound: Floats, window: int) -> list[Floats]:
    """Pieces at least two seconds shorter than `window`, cut at the quietest point of each one's second half."""
    longest = (window - _SPARE_SECONDS) * RATE
    pieces: list[Floats] = []
    while len(sound) > longest:
        start = longest // 2
        grains = sound[start:longest]
        grains = grains[: len(grains) // _HUM * _HUM].reshape(-1, _HUM)
        loudness = np.convolve((grains**2).mean(axis=1), np.ones(5), mode="same")
        cut = start + int(loudness.argmin()) * _HUM + _HUM // 2
        pieces.append(sound[:cut])
        sound = sound[cut:]
    return [*pieces, sound]


def _byte_of_letter() -> dict[str, int]:
    """GPT-2's alphabet: printable bytes stand for themselves, the others for letters from U+0100 on.

    Source: openai/gpt-2, `encoder.py`, `bytes_to_unicode`.
    """
    printable = [*range(0x21, 0x7F), *range(0xA1, 0xAD), *range(0xAE, 0x100)]
    others = [byte for byte in range(256) if byte not in printable]
    letters = {chr(byte): byte for byte in printable}
    return letters | {chr(0x100 + n): byte for n, byte in enumerate(others)}


_BYTES: Final = _byte_of_letter()


def read_tokens(tokens: list[str]) -> str:
    """Byte-level tokens as text; a character cut in half becomes U+FFFD, and is left out."""
    raw = bytes(_BYTES[letter] for token in tokens for letter in token if letter in _BYTES)
    return raw.decode("utf-8", errors="ignore").strip()
