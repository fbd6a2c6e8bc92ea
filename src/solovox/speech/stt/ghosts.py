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
from solovox.lang.pack import made_of

GHOSTS: Final = frozenset({
    "", "you", "thank you", "thank you very much", "thank you so much", "thanks", "thanks for watching",
    "thank you for watching", "thanks for listening", "thank you for listening", "thanks for watching bye",
    "please subscribe", "subscribe", "like and subscribe", "dont forget to subscribe", "see you next time",
    "see you in the next video", "ill see you in the next video", "well see you next time", "the end", "bye", "bye bye",
    "bye bye bye", "so", "oh", "okay", "music", "applause", "silence", "yeah", "the", "i", "a", "and", "ah", "hmm",
    "im", "im i", "im sorry", "im going to go to the next video", "you you", "oh my god", "beep", "beeping", "sighs",
})  # fmt: skip
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


def believed(heard: Evidence) -> bool:
    """Whether this was really said."""
    words = plain(_ANNOTATION.sub(" ", heard.text))
    if not words:
        return False
    if ENGLISH.is_stop(words) or ENGLISH.is_quiet(words):
        # in one breath they leave the recogniser unsure, and must never be missed (law T4); in noise it hears none
        return heard.no_speech < 0.5 and heard.confidence > 0.1
    least = 0.3 if ENGLISH.consent(heard.text) is None else ANSWER_CONFIDENCE
    if heard.confidence < least or (heard.no_speech > 0.6 and heard.confidence < 0.55):
        return False
    if squeezed(heard.text) > 2.4 and heard.confidence < 0.75:
        return False
    if any(made_of(words, {ghost}) for ghost in GHOSTS):
        sure = 0.6 if ENGLISH.consent(heard.text) is None else GHOSTLY_ANSWER
        return heard.no_speech < 0.3 and heard.confidence > sure
    return True


def squeezed(text: str) -> float:
    """How many times smaller `text` becomes when compressed: text that loops is above 2.4."""
    raw = text.encode()
    return len(raw) / len(zlib.compress(raw)) if raw else 0.0
