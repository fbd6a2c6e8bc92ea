"""Text that a recogniser invents where there is no speech.

Whisper was trained on subtitles; given silence, noise or music it writes what subtitles say there
("Thanks for watching!"). Rule: text is believed unless the evidence is against it. Real speech with these
words is believed when the recogniser is sure of it.

And a loop of the decoder: words that it wrote again where there was no sound for them. People repeat themselves, and code is full of it:
repeated words are a loop only as far as they have no time in the sound. What was heard stays: a loop is told as a mend, which is shown
and can be taken back, and digits are never taken away (law K3).
"""

import re
import zlib
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final

from solovox.core.mends import Mend, MendWhy
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


def is_believed(heard: Evidence, language: LanguagePack = ENGLISH) -> bool:
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
    if compression_ratio(heard.text) > 2.4 and heard.confidence < 0.75:
        return False
    if any(made_of(words, {ghost}) for ghost in language.ghosts):
        sure = GHOSTLY_ANSWER if consents else 0.6
        return heard.no_speech < 0.3 and heard.confidence > sure
    return True


def compression_ratio(text: str) -> float:
    """How many times smaller `text` becomes when compressed: text that loops is above 2.4."""
    raw = text.encode()
    return len(raw) / len(zlib.compress(raw)) if raw else 0.0


_SILENT: Final = 0.08
"""Seconds. No word is said in less; one that was not said has a frame of 20 ms, and one for its mark."""
_PROOF: Final = 3
"""Words without sound that prove a loop: one that was said quickly looks so, too."""
_FEWEST: Final = 4
"""Words of a repetition, in all its rounds."""
_LONGEST: Final = 24
"""Words that come again."""


def repeats(text: str) -> tuple[range, int]:
    """The longest repetition in a row: which words, and how many come again. The last round may break off with the text."""
    keys = [plain(word) for word in text.split()]
    runs = [
        (range(at, _end(keys, at, length)), length)
        for at in range(len(keys) - _FEWEST + 1)
        for length in range(1, min(_LONGEST, len(keys) - at) + 1)
    ]
    found = [(run, length) for run, length in runs if len(run) >= max(_FEWEST, length + min(length, 3))]
    return max(found, key=lambda one: (len(one[0]) - one[1], -one[1]), default=(range(0), 1))


def _end(keys: Sequence[str], at: int, length: int) -> int:
    end = at + length
    while end < len(keys) and keys[end] == keys[end - length]:
        end += 1
    return end if end == len(keys) else end - (end - at) % length


def loop(text: str, seconds: Sequence[float]) -> tuple[Mend, ...]:
    """The mend for a loop, if there is one. `seconds`: how long each word lasts in the sound."""
    run, length = repeats(text)
    heard = text.split()[run.start : run.stop]
    said = sum(seconds[at] > _SILENT for at in run)
    kept = length * max(1, round(said / length))
    if len(run) - said < _PROOF or kept >= len(heard) or any(map(str.isdigit, "".join(heard))):
        return ()
    last = heard[-1] if len(heard) % length == 0 else heard[kept - 1]
    return (Mend(" ".join(heard).lower(), " ".join([*heard[: kept - 1], last]), MendWhy.LOOP),)
