"""The names of a workspace that sound like some of the words that were heard: what may have been meant. Pure.

They are told to who proposes a wording; what is said to be meant for sure is found in `mending`.
"""

from typing import Final

from solovox.text.code_talk import STOP_WORDS
from solovox.text.heard_words import heard_words, sound_of, windows
from solovox.text.sound_keys import distance
from solovox.text.spoken_forms import SIGN_WORDS
from solovox.text.workspace_names import NameLexicon

MOST: Final = 20
MOST_HEARD: Final = 60
"""Words that are looked at: the first."""
MOST_WORDS: Final = 6
"""Words that are heard for one name."""
FEWEST_SOUNDS: Final = 3
NEAR: Final = 0.4
"""How far a name may be, for each of its sounds."""
LENGTH: Final = 1 / 60
"""What each sound of a name counts, up to `LONG` of them: short names are like something in any sentence."""
LONG: Final = 12


def nearby_names(heard: str, lexicon: NameLexicon) -> tuple[str, ...]:
    """At most `MOST` names, the nearest first."""
    found: dict[str, float] = {}
    for window in windows(heard, heard_words(heard)[:MOST_HEARD], MOST_WORDS):
        key = sound_of(window)
        if len(key) < FEWEST_SOUNDS or _unlikely(window[0].low) or _unlikely(window[-1].low):
            continue
        for way in lexicon.near(key):
            far = distance(key, way.key, NEAR * len(way.key)) / len(way.key)
            if far <= NEAR:
                unlike = far - min(len(way.key), LONG) * LENGTH
                found[way.name] = min(unlike, found.get(way.name, unlike))
    return tuple(sorted(found, key=lambda name: (found[name], name))[:MOST])


def _unlikely(word: str) -> bool:
    """Whether no name begins or ends with it."""
    return word in STOP_WORDS or word in SIGN_WORDS
