"""Text that a recogniser invents where there is no speech.

Whisper was trained on subtitles; given silence, noise or music it writes what subtitles say there
("Thanks for watching!"). Rule: text is believed unless the evidence is against it. Real speech with these
words is believed when the recogniser is sure of it.
"""

import re
import zlib
from dataclasses import dataclass
from typing import Final

from solovox.core.transcripts import plain
from solovox.lang.en.words import ENGLISH
from solovox.lang.pack import LanguagePack, made_of

ANSWER_CONFIDENCE: Final = 0.2
"""A yes or a no of one word ("Yes." of a clear voice: 0.23) is as short. Of noise none was written at all, unsure or not."""
GHOSTLY_ANSWER: Final = 0.35
"""Also of one that a recogniser invents ("Yeah." of clear voices: 0.28 to 0.55, with no more than 0.14 for no speech)."""
_ANNOTATION: Final = re.compile(r"\[[^\]]*\]|\([^)]*\)|\*[^*]*\*|[♪♫♬]+[^♪♫♬]*[♪♫♬]*")


@dataclass(frozen=True, slots=True)
class Evidence:
    """What there is to judge a piece of text by.

    `confidence` is the mean probability of a token; `no_speech` the model's own probability that there is no speech.
    """

    text: str
    confidence: float
    no_speech: float
    seconds: float


def believed(heard: Evidence, language: LanguagePack = ENGLISH) -> bool:
    """Whether this was really said. Short words in one breath leave the recogniser unsure of itself, and a stop must never be
    missed (law T4); it does not hear one in noise."""
    words = plain(_ANNOTATION.sub(" ", heard.text))
    if not words:
        return False
    consents = language.consent(heard.text) is not None
    if language.is_stop(words) or language.is_quiet(words):
        # in one breath they leave the recogniser unsure, and must never be missed (law T4); in noise it hears none
        return heard.no_speech < 0.5 and heard.confidence > 0.1
    least = ANSWER_CONFIDENCE if consents else 0.3
    if heard.confidence < least or (heard.no_speech > 0.6 and heard.confidence < 0.55):
        return False
    if squeezed(heard.text) > 2.4 and heard.confidence < 0.75:
        return False
    if any(made_of(words, {ghost}) for ghost in language.ghosts):
        sure = GHOSTLY_ANSWER if consents else 0.6
        return heard.no_speech < 0.3 and heard.confidence > sure
    return True


def squeezed(text: str) -> float:
    """How many times smaller `text` becomes when compressed: text that loops is above 2.4."""
    raw = text.encode()
    return len(raw) / len(zlib.compress(raw)) if raw else 0.0
