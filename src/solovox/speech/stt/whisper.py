"""Whisper by ctranslate2: our own features in, token strings out, no tokenizer and no hub.

Rule 1: the encoder sees a window of 16 s, of 12 s for sound of up to 8 s, and of 8 s for up to 5 s. (It was trained on
30 s, and its cost grows with the window. In a short one the decoder sometimes says it all again: where that may be, the
sound is heard anew in 12 s. A single word is surer in 12 s.)
Rule 2: longer sound is cut at its quietest points, and arrives whole.
Rule 3: sound without words has empty text. `ghosts` says what is not believed. What is believed is told as it was written.
Rule 4: a second hearing has names in its prompt; the encoder works once for both.
Rule 5: one model hears in many languages (`hearing`). Where the language is to be found out, a piece of `_TELLING` seconds tells it,
if that is likelier than all others together. Else the talk keeps the one it has: a word or two sound like many languages.

Source: Radford et al., "Robust Speech Recognition via Large-Scale Weak Supervision" (2022), and its
`decoding.py` for the prompt and the use of the no-speech probability.
"""

import copy
import math
from collections import Counter
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Any, Final, Protocol

import numpy as np
from numpy.typing import ArrayLike

from solovox.core.mends import Mend
from solovox.lang.languages import AUTO, DEFAULT, PACKS, pack_of
from solovox.ports import Transcript
from solovox.speech.log_mel import HOP, RATE, Floats, log_mel, samples
from solovox.speech.stt.ghosts import Evidence, is_believed, loop, repeats
from solovox.speech.stt.tokens import chances, ends, read_tokens, read_vocabulary, words_of, write_tokens

WINDOW_SECONDS: Final = 16
SAFE_WINDOW_SECONDS: Final = 12
"""A window in which it hardly ever says it again."""
_WINDOWS: Final = ((1.5, SAFE_WINDOW_SECONDS), (5.0, 8), (8.0, SAFE_WINDOW_SECONDS))
"""Seconds of sound, at most, and the window that they have."""
DRAFT_SECONDS: Final = 8
_SPARE_SECONDS: Final = 2
"""A window that is full to its end loses sentences."""
_TOKENS_A_SECOND: Final = 6
_TOKENS_ABROAD: Final = 12
"""Words of other languages have more tokens."""
_TELLING: Final = 2.0
_FEWEST_TOKENS: Final = 12
_MOST_TOKENS: Final = 220
NAMES_BEFORE: Final = " Now we look at {} and the rest of the code."
"""What a second hearing takes for said before."""
_MOST_BEFORE: Final = 96
"""Its tokens, at most."""
_QUIET_PEAK: Final = 1e-3
"""Sound that never passes -60 dBFS is not asked about."""
_FRAME: Final = 0.02
"""Seconds: the grain in which the decoder looks at the sound."""
_HUM: Final = RATE // 50
"""20 ms: the grain in which the quietest point is looked for."""

Near = Callable[[Transcript], Sequence[str]]
"""The names that are near to words of a first hearing."""


def _nothing(heard: Transcript) -> tuple[str, ...]:
    return ()


class _Written(Protocol):
    """What the decoder wrote: each list has one part for each way of saying it, and there is one."""

    sequences: Sequence[Sequence[str]]
    sequences_ids: Sequence[Sequence[int]]
    scores: Sequence[float]
    logits: Sequence[Sequence[ArrayLike]]
    no_speech_prob: float


class Whisper:
    """Port `Stt`. `folder` holds a ctranslate2 Whisper model (`whisper-base`, `whisper-tiny.en`).

    `together`: how many questions run at once, each with `threads` threads; more of them wait.
    Loads on construction (about 0.3 s). Raises `ImportError` where the extra `local` is missing.
    """

    def __init__(self, folder: Path, threads: int = 2, together: int = 1) -> None:
        import ctranslate2

        self._ct2: Any = ctranslate2
        self._model: Any = ctranslate2.models.Whisper(
            str(folder), device="cpu", compute_type="int8", intra_threads=threads, inter_threads=together
        )
        self._vocabulary = read_vocabulary(folder)
        self.language, self._talk = DEFAULT, ""
        """What it hears; and, where that is to be found out, the language of the talk so far."""

    @property
    def is_multilingual(self) -> bool:
        """Whether it hears other languages than English."""
        return bool(self._model.is_multilingual)

    def hearing(self, language: str) -> "Whisper":
        """The same model as a recogniser of another language, or of whichever it finds. Raises `ValueError` where it hears only English."""
        if language != DEFAULT and not self.is_multilingual:
            raise ValueError("this model hears English only: run: solovox models install")
        other = copy.copy(self)
        other.language = language
        return other

    def transcribe(self, pcm: bytes) -> Transcript:
        """What was said. Sound of any length; about 0.15 s of one core a second of sound."""
        return self.transcribe_twice(pcm, _nothing)[0]

    def transcribe_twice(self, pcm: bytes, near: Near) -> tuple[Transcript, str]:
        """What was said, and how it is heard with the names in mind that are near to it; without any it is the same."""
        sound = samples(pcm)
        return self._hear(sound, window_of(len(sound)), near)

    def draft(self) -> "DraftWhisper":
        """The same model as a quicker, less exact recogniser of unfinished speech."""
        return DraftWhisper(self)

    def hear(self, sound: Floats, window: int) -> Transcript:
        """What was said in `sound`, of which the encoder sees `window` seconds at a time."""
        return self._hear(sound, window, _nothing)[0]

    def _hear(self, sound: Floats, window: int, near: Near) -> tuple[Transcript, str]:
        heard = [self._piece(piece, window, near) for piece in split(sound, window)]
        spoken = [piece for piece, _ in heard if piece.text]
        if not spoken:
            return Transcript("", max((piece.confidence for piece, _ in heard), default=1.0)), ""
        letters = sum(len(piece.text) for piece in spoken)
        confidence = sum(piece.confidence * len(piece.text) for piece in spoken) / letters
        return Transcript(
            " ".join(piece.text for piece in spoken),
            confidence,
            tuple(mend for piece in spoken for mend in piece.mends),
            spoken[-1].ends,
            sure=tuple(one for piece in spoken for one in piece.sure),
        ), " ".join(again for _, again in heard if again)

    def _piece(self, sound: Floats, window: int, near: Near) -> tuple[Transcript, str]:
        if len(sound) < RATE // 50 or float(np.abs(sound).max()) < _QUIET_PEAK:
            return Transcript("", 1.0), ""
        seconds = len(sound) / RATE
        encoded, found = self._hear_window(sound, window)
        if window < SAFE_WINDOW_SECONDS and self._runs_on(found, seconds):
            encoded, found = self._hear_window(sound, SAFE_WINDOW_SECONDS)
        text, confidence = _text(found), math.exp(found.scores[0])
        evidence = Evidence(text, confidence, found.no_speech_prob, seconds)
        if not is_believed(evidence, pack_of(self.language)):
            return Transcript("", confidence), ""
        written = (found.sequences[0], found.logits[0], self._vocabulary)
        mends = self._loop(encoded, found, len(sound)) if repeats(text)[0] else ()
        first = Transcript(text, confidence, mends, ends(*written), sure=chances(*written))
        names = near(first)
        again = _text(self._decode(encoded, seconds, names)) if names else text
        return first, again

    def _loop(self, encoded: object, found: _Written, count: int) -> tuple[Mend, ...]:
        """The mend for a loop, by where the decoder looked in the sound, of `count` samples, for each word."""
        start = [self._vocabulary[token] for token in self._prompt(encoded, count / RATE)[:-1]]
        (aligned,) = self._model.align(encoded, start, found.sequences_ids, [count // HOP])
        lasts = Counter(token for token, _ in aligned.alignments)
        words = words_of(found.sequences[0])
        return loop(_text(found), [_FRAME * sum(lasts[token] for token in word) for word in words])

    def _hear_window(self, sound: Floats, window: int) -> tuple[object, _Written]:
        """What the encoder makes of it, and what the decoder writes."""
        features = self._ct2.StorageView.from_array(np.ascontiguousarray(log_mel(sound, window)[None]))
        encoded = self._model.encode(features)
        return encoded, self._decode(encoded, len(sound) / RATE)

    def _decode(self, encoded: object, seconds: float, names: Sequence[str] = ()) -> _Written:
        prompt = [*(self._with_names(names) if names else ()), *self._prompt(encoded, seconds)]
        found: _Written
        (found,) = self._model.generate(
            encoded,
            [prompt],
            beam_size=1,
            max_length=length_for(self._most_tokens(seconds), len(prompt)),
            return_scores=True,
            return_no_speech_prob=True,
            return_logits_vocab=True,
        )
        return found

    def _with_names(self, names: Sequence[str]) -> list[str]:
        before = write_tokens(NAMES_BEFORE.format(", ".join(names)), self._vocabulary)
        return ["<|startofprev|>", *before[:_MOST_BEFORE]]

    def _prompt(self, encoded: object, seconds: float) -> list[str]:
        spoken = [f"<|{self._detect_language(encoded, seconds)}|>", "<|transcribe|>"] * self.is_multilingual
        return ["<|startoftranscript|>", *spoken, "<|notimestamps|>"]

    def _detect_language(self, encoded: object, seconds: float) -> str:
        """The language of a piece (rule 5)."""
        if self.language != AUTO:
            return self.language
        if seconds < _TELLING and self._talk:
            return self._talk
        (found,) = self._model.detect_language(encoded)
        codes = {token.strip("<|>"): chance for token, chance in found}
        likely = next(iter(codes))
        if seconds >= _TELLING and codes[likely] > 0.5:
            self._talk = likely
        return self._talk or next((code for code in codes if code in PACKS), DEFAULT)

    def _most_tokens(self, seconds: float) -> int:
        return most_tokens(seconds, _TOKENS_A_SECOND if self.language == DEFAULT else _TOKENS_ABROAD)

    def _runs_on(self, found: _Written, seconds: float) -> bool:
        """Whether it wrote as much as it may, or the same again and again."""
        full = len(found.sequences_ids[0]) >= self._most_tokens(seconds)
        return full or bool(repeats(_text(found))[0])


def most_tokens(seconds: float, a_second: int = _TOKENS_A_SECOND) -> int:
    """The most tokens that are written for these seconds of sound: more than people say in them, and a loop ends."""
    return min(max(_FEWEST_TOKENS, int(seconds * a_second)), _MOST_TOKENS)


def length_for(most: int, prompt: int) -> int:
    """The `max_length` with which ctranslate2 writes up to `most` tokens: it takes the smaller of its half, and of it without the prompt."""
    return max(2 * most, most + prompt)


def _text(found: _Written) -> str:
    return read_tokens([token for token in found.sequences[0] if not token.startswith("<|")])


class DraftWhisper:
    """Port `Stt`, for speech that goes on: a window of eight seconds, the last of longer sound."""

    def __init__(self, whisper: Whisper) -> None:
        self._whisper = whisper

    def transcribe(self, pcm: bytes) -> Transcript:
        """What was probably said so far; half the cost of `Whisper.transcribe`."""
        sound = samples(pcm)
        window = DRAFT_SECONDS if len(sound) <= (DRAFT_SECONDS - 1) * RATE else WINDOW_SECONDS
        return self._whisper.hear(sound, window)


def window_of(count: int) -> int:
    """The seconds that the encoder sees of sound of `count` samples (rule 1)."""
    return next((window for most, window in _WINDOWS if count <= most * RATE), WINDOW_SECONDS)


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
