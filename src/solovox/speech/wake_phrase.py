"""The wake phrase: spotted in the sound by pocketsphinx, and read in a transcript, where it stands as a call does (law T6).

Key-phrase spotting costs 0.026 s of one core a second of sound; the acoustic model comes in the package
(pocketsphinx 5.1, BSD). Words it has no pronunciation for are read only, and so is every phrase where pocketsphinx has no
wheel: later by the time that the recogniser takes.
"""

from typing import Any, Final

from solovox.core.transcripts import plain
from solovox.lang.en.words import ENGLISH
from solovox.lang.pack import LanguagePack
from solovox.lang.understanding import ENDS, strip_wake_phrase

_THRESHOLD: Final = 1e-5
"""Of 160 wakes 1e-15 spots 70, 1e-10 65, 1e-6 47; the others are read, a little later. In 3.1 hours of other speech 1e-10 spots three, 1e-6 one, 1e-5 none."""


class TextWake:
    """Port `WakeWord`, by text alone: no weights, nothing to install."""

    def __init__(self, phrase: str = "computer", language: LanguagePack = ENGLISH) -> None:
        self._phrase, self._language = phrase, language

    def hear_phrase(self, pcm: bytes) -> bool:
        """Never: this one only reads."""
        return False

    def read(self, text: str, *, more: bool = False) -> bool:
        """Whether a transcript calls by the phrase. `more`: the words go on, so their end is no end of a sentence."""
        return strip_wake_phrase(f"{text.rstrip(ENDS)} -" if more else text, self._phrase, self._language)[1]


class SpottedWake:
    """Port `WakeWord`, by sound and by text. Raises `ImportError` where pocketsphinx is missing."""

    def __init__(self, phrase: str = "computer") -> None:
        import pocketsphinx

        self._text = TextWake(phrase)
        self._decoder: Any = pocketsphinx.Decoder(
            keyphrase=plain(phrase), kws_threshold=_THRESHOLD, lm=None, loglevel="FATAL"
        )
        self._decoder.start_utt()

    def hear_phrase(self, pcm: bytes) -> bool:
        """Whether the phrase has just ended in the next piece of 16 kHz sound."""
        if not pcm:
            return False
        self._decoder.process_raw(pcm, False, False)
        if self._decoder.hyp() is None:
            return False
        # What was found stays found until the utterance is ended.
        self._decoder.end_utt()
        self._decoder.start_utt()
        return True

    def read(self, text: str, *, more: bool = False) -> bool:
        """As `TextWake`."""
        return self._text.read(text, more=more)


def wake_word(phrase: str, language: LanguagePack = ENGLISH) -> TextWake | SpottedWake:
    """By its sound where it is English, which is all that the acoustic model has heard, and this Python has pocketsphinx; else read only."""
    if language is not ENGLISH:
        return TextWake(phrase, language)
    try:
        return SpottedWake(phrase)
    except ImportError:
        return TextWake(phrase)
