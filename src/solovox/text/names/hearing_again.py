"""What a second hearing of the same sound tells, which had names in its prompt that are near to the first one's words.

Rule 1: the second hearing only finds mends: words of the first that are a name in the second, and near to it in sound.
All that stands beside them is as it was heard first. It never replaces the first.
Rule 2: it is worth its time only where words are near to a name and it is not known what was meant by them. A word or
two are never heard again, nor is a yes or a no.
Rule 3: what a person may have meant (`nearby_names`) is told to who proposes a wording, and is put in nowhere.
"""

import re
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from difflib import SequenceMatcher
from functools import lru_cache
from math import inf
from typing import Final

from solovox.core.mends import Mend, MendWhy, mend_text, whole
from solovox.lang.en.words import ENGLISH
from solovox.text.names.code_talk import STOP_WORDS, common
from solovox.text.names.heard_words import (
    Place,
    TranscriptWord,
    heard_words,
    nameless,
    names_here,
    sound_of,
    windows,
)
from solovox.text.names.mending import looked_at, mends, phrases
from solovox.text.names.sounds import distance, near_sounds, sound_key
from solovox.text.names.workspace_names import SIGN_WORDS, NameLexicon, draw_together, letters

MOST_NAMES: Final = 4
"""In the prompt."""
MOST_WORDS: Final = 6
"""Of the words that are near to one name."""
FEWEST_WORDS: Final = 3
"""Of a transcript that is heard again."""
FEWEST_SOUNDS: Final = 3
NEAR: Final = 0.28
"""How far a name in the prompt may be from what was heard, for each sound of the longer."""
PLAIN: Final = 0.2
"""How far it may be from ordinary words."""
PLAIN_SURE: Final = 0.13
"""The same, where the recogniser was sure of them."""
SURE: Final = 0.8
ELSEWHERE: Final = 0.1
"""How far it may be in a sentence of other things than code."""
HEARD_TWICE: Final = 0.45
"""How far a name may be from the words that it was heard for."""
BESIDE: Final = 0.4
"""How far words beside a name may be from those that were heard first."""
_SHARED: Final = 0.3
_EDGES: Final = '.,;:!?"()“”'
_HYPHEN: Final = re.compile(r"(?<=\w)-(?=\w)")


def near_names(
    text: str, confidence: float, corrections: Iterable[tuple[str, str]], lexicon: NameLexicon
) -> tuple[str, ...]:
    """The names to hear again with, the nearest first; mostly none. `confidence`: how sure the first hearing was."""
    words = heard_words(text)
    if len(words) < FEWEST_WORDS or ENGLISH.consent(text) is not None:
        return ()
    own = tuple(corrections)
    _, known = looked_at(text, own, lexicon)
    found: dict[str, float] = {}
    for window in windows(text, words, MOST_WORDS):
        if nameless(window) or _overlaps(window[0], window[-1], known):
            continue
        for names in (_list_taught_names(own), lexicon):
            for name, far in _near(text, window, names, sure=confidence > SURE):
                found[name] = min(far, found.get(name, far))
    return tuple(sorted(found, key=lambda name: (found[name], name))[:MOST_NAMES])


def heard_again(
    first: str, second: str, corrections: Iterable[tuple[str, str]], lexicon: NameLexicon
) -> tuple[Mend, ...]:
    """The mends that a second hearing tells, beyond those of `mends`."""
    own = tuple(corrections)
    _, known = looked_at(first, own, lexicon)
    words = heard_words(first)
    parts = _parts(second, own, lexicon)
    match = SequenceMatcher(None, [w.low for w in words], [part.key for part in parts], autojunk=False)
    found = [
        _mend(first, [word for word in words[start:end] if not _overlaps(word, word, known)], parts[at:to])
        for tag, start, end, at, to in match.get_opcodes()
        if tag == "replace"
    ]
    return tuple(dict.fromkeys(mend for mend in found if mend is not None))


def _near(
    text: str, window: Sequence[TranscriptWord], names: NameLexicon, *, sure: bool
) -> Iterable[tuple[str, float]]:
    key = sound_of(window)
    if len(key) < FEWEST_SOUNDS:
        return
    place = Place(text, window[0].first, window[-1].end)
    alone = len(window) == 1 and window[0].text.islower()
    plain = not _strange(window) or (sure and alone)  # no list has all words
    most = (PLAIN_SURE if sure else PLAIN) if plain else NEAR
    if place.elsewhere:
        most = min(most, ELSEWHERE)
    for way in names.near(key, _SHARED):
        longer = max(len(key), len(way.key))
        if len(way.key) < FEWEST_SOUNDS or (plain and not _edges_like(key, way.key)):
            continue
        far = distance(key, way.key, most * longer) / longer
        if far <= most and (not plain or names_here(place, way.name)):
            yield way.name, far


def _edges_like(key: str, other: str) -> bool:
    """Whether they begin with sounds that are near, or end with the same two."""
    return near_sounds(key.lstrip("h")[:1], other.lstrip("h")[:1]) or key[-2:] == other[-2:]


@dataclass(frozen=True, slots=True)
class _Part:
    """A word of the second hearing, or a name there."""

    key: str
    name: str = ""
    why: MendWhy = MendWhy.LEXICON
    sounds: tuple[str, ...] = ()


def _parts(text: str, corrections: tuple[tuple[str, str], ...], lexicon: NameLexicon) -> list[_Part]:
    """The words of the second hearing and its names."""
    taught = _list_taught_names(corrections)
    plain = " ".join(_apart(token, taught, lexicon) for token in text.split())
    parts: list[_Part] = []
    for token in mend_text(plain, mends(plain, corrections, lexicon)).split():
        named = _find_name(token, taught, lexicon)
        parts += [named] if named else [_Part(word.low) for word in heard_words(token)]
    return parts


def _apart(token: str, taught: NameLexicon, lexicon: NameLexicon) -> str:
    """A word as it is, if it is a name; else without hyphens, and without what is drawn to a name: "intokenizer.py"."""
    if common(letters(token)) or _find_name(token, taught, lexicon):
        return token
    cuts = (cut for cut in range(2, 5) if token[:cut].lower() in STOP_WORDS)
    cut = next((cut for cut in cuts if _find_name(token[cut:], taught, lexicon)), None)
    return _HYPHEN.sub(" ", token) if cut is None else f"{token[:cut]} {token[cut:]}"


def _find_name(token: str, taught: NameLexicon, lexicon: NameLexicon) -> _Part | None:
    for names, why in ((taught, MendWhy.CORRECTION), (lexicon, MendWhy.LEXICON)):
        for name in (token, token.rstrip(_EDGES), token.strip(_EDGES)):
            found = names.find_written(name)
            if found:
                return _Part(f"\0{found}", found, why, names.sounds(found))
    return None


def _mend(first: str, words: Sequence[TranscriptWord], parts: Sequence[_Part]) -> Mend | None:
    """The mend for words of the first hearing, where these parts stand in the second."""
    at = [number for number, part in enumerate(parts) if part.name]
    if len(at) != 1 or len(words) > MOST_WORDS:
        return None
    name = parts[at[0]]
    before, after = ([part.key for part in some] for some in (parts[: at[0]], parts[at[0] + 1 :]))
    found = [
        way
        for start in range(len(words))
        for end in range(start + 1, len(words) + 1)
        for way in _ways(first, words, (start, end), name, (before, after))
    ]
    if not found:
        return None
    _, _, heard, meant = min(found)
    return Mend(heard, meant, name.why)


_Ways = Iterable[tuple[float, int, str, str]]


def _ways(
    first: str,
    words: Sequence[TranscriptWord],
    at: tuple[int, int],
    name: _Part,
    beside: tuple[list[str], list[str]],
) -> _Ways:
    """The mend of these of the words, if what is before and after them was heard beside the name too, or drawn together."""
    window, before, after = words[at[0] : at[1]], *beside
    if nameless(window):
        return
    if _like(words[: at[0]], before) and _like(words[at[1] :], after):
        yield from _far(first, window, name, [], [])
    whole_letters = "".join(word.low for word in window)
    edges = whole_letters.startswith("".join(before)) and whole_letters.endswith("".join(after))
    if len(window) == len(words) and edges:
        yield from _far(first, window, name, before, after)


def _like(words: Sequence[TranscriptWord], others: Sequence[str]) -> bool:
    """Whether these were heard for those."""
    key, other = sound_of(words), sound_key(draw_together(others))
    return key == other or distance(key, other, BESIDE * max(len(key), len(other))) < inf


def _far(
    first: str, window: Sequence[TranscriptWord], name: _Part, before: list[str], after: list[str]
) -> _Ways:
    """How far these words are from the name, with words before and after it that were drawn together with it."""
    place = Place(first, window[0].first, window[-1].end)
    heard = " ".join(place.words.split()).lower()
    if not _strange(window) and (place.elsewhere or not names_here(place, name.name)):
        return
    key = sound_of(window)
    most = ELSEWHERE if place.elsewhere else HEARD_TWICE
    for way in name.sounds:
        sound = sound_key(draw_together(before)) + way + sound_key(draw_together(after))
        longer = max(len(key), len(sound))
        far = distance(key, sound, most * longer) / longer
        if far <= most and whole(heard).search(first) is not None:
            yield far, len(heard), heard, " ".join([*before, name.name, *after])


def _overlaps(first: TranscriptWord, last: TranscriptWord, places: Iterable[tuple[int, int]]) -> bool:
    return any(first.first < end and start < last.end for start, end in places)


def _strange(window: Sequence[TranscriptWord]) -> bool:
    """Whether they are no ordinary words alone."""
    return any(
        word.letter
        or word.capitals
        or word.low in SIGN_WORDS
        or (len(word.text) > 2 and not common(word.low))
        for word in window
        if not word.text.isdecimal()
    )


@lru_cache(maxsize=4)
def _list_taught_names(corrections: tuple[tuple[str, str], ...]) -> NameLexicon:
    """Words of what the person meant that are no ordinary English."""
    meant = (word.strip(_EDGES) for _, phrase in phrases(corrections) for word in phrase.split())
    return NameLexicon(word for word in meant if not common(word.lower()))


MOST_NEARBY: Final = 20
MOST_NEARBY_HEARD: Final = 60
"""Words that are looked at: the first."""
NEARBY: Final = 0.4
"""How far a name may be, for each of its sounds."""
LENGTH: Final = 1 / 60
"""What each sound of a name counts, up to `LONG` of them: short names are like something in any sentence."""
LONG: Final = 12


def nearby_names(heard: str, lexicon: NameLexicon) -> tuple[str, ...]:
    """At most `MOST_NEARBY` names, the nearest first."""
    found: dict[str, float] = {}
    for window in windows(heard, heard_words(heard)[:MOST_NEARBY_HEARD], MOST_WORDS):
        key = sound_of(window)
        if len(key) < FEWEST_SOUNDS or _unlikely(window[0].low) or _unlikely(window[-1].low):
            continue
        for way in lexicon.near(key):
            far = distance(key, way.key, NEARBY * len(way.key)) / len(way.key)
            if far <= NEARBY:
                unlike = far - min(len(way.key), LONG) * LENGTH
                found[way.name] = min(unlike, found.get(way.name, unlike))
    return tuple(sorted(found, key=lambda name: (found[name], name))[:MOST_NEARBY])


def _unlikely(word: str) -> bool:
    """Whether no name begins or ends with it."""
    return word in STOP_WORDS or word in SIGN_WORDS
