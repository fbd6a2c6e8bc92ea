"""Finds what was meant where something else was heard: the person's corrections, and names of the workspace.

Rule 1: never invented: what is put in is the person's own `meant`, or a name of the lexicon.
Rule 2: a correction counts by its very words. It is cut down to what differs (`phrases`); a word that alone says little keeps its
neighbours. A name counts by its sound.
Rule 3: words that are a name of the lexicon already stay, and so do stop words and ordinary English: what consists of
common words alone has to sound exactly like the name, and to stand where code is talked of.
Rule 4: digits stay, and so does what was surely heard, but for how it is written (law K3).
"""

import re
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from difflib import SequenceMatcher
from functools import lru_cache
from typing import Final

from solovox.core.mends import AFTER, BEFORE, Mend, MendWhy, whole
from solovox.text.names.code_talk import STOP_WORDS, common
from solovox.text.names.heard_words import (
    Place,
    TranscriptWord,
    heard_words,
    nameless,
    names_here,
    sound_of,
    stops,
    windows,
)
from solovox.text.names.sounds import distance, near_sounds, sound_key
from solovox.text.names.workspace_names import SIGN_WORDS, NameLexicon, SpokenName, draw_together, letters

MOST_WORDS: Final = 9
"""Of the words that are heard for one name."""
FEWEST_SOUNDS: Final = 4
"""A shorter name counts only by its very sound."""
FEWEST_DRAWN: Final = 4
"""Letters of a word that was drawn to the end of a name."""
SIGNED: Final = 0.26
"""How far a name may be where its signs were heard, for each of its sounds."""
STRANGE: Final = 0.22
"""How far it may be where a word was heard that is no common one, or letters."""
EXACT: Final = 6.0
"""How much more several words that sound like a name count than what is only near to another."""
PLAIN: Final = 0.08
"""How far it may be from common words: a vowel, or a sound like another."""
EDGED: Final = 0.12
"""How far it may be from what begins or ends with a stop word, or has a pause within."""
SPELLED: Final = 0.18
"""How far it may be where letters were heard, and common words."""
SURE: Final = 0.9
"""The probability of a word from which on the recogniser is sure of it. (Of 86 names that were put in rightly where another sound was
heard, each had a word of at most 0.81.)"""
_VERBS: Final = (
    "show open add use find make run rename read delete update install start move fix merge check".split()
)
_BEFORE: Final = re.compile(BEFORE)
_AFTER: Final = re.compile(AFTER)
_SIGNED: Final = re.compile(r"\w[._/]\w|\w \.[a-z]")
_DOTTED: Final = re.compile(r"\. [a-z]")
"""The last dot of "A.P.I. keys"."""


@dataclass(frozen=True, slots=True)
class _Found:
    first: int
    end: int
    meant: str
    gain: float


def mends(text: str, corrections: Iterable[tuple[str, str]], lexicon: NameLexicon) -> tuple[Mend, ...]:
    """The mends for a transcript. `corrections`: what was heard, and what was meant."""
    return looked_at(text, tuple(corrections), lexicon)[0]


@lru_cache(maxsize=4)
def looked_at(
    text: str, corrections: tuple[tuple[str, str], ...], lexicon: NameLexicon
) -> tuple[tuple[Mend, ...], tuple[tuple[int, int], ...]]:
    """The mends, and where it is known what was meant: from where to where, in characters. A word of any talk is not.

    An utterance that is heard again is asked for three times."""
    own = [
        Mend(heard, meant, MendWhy.CORRECTION)
        for heard, meant in phrases(corrections)
        if whole(heard).search(text)
    ]
    taken = [match.span() for mend in own for match in whole(mend.heard).finditer(text)]
    words = heard_words(text)
    found = [one for window in windows(text, words, MOST_WORDS) for one in _from(text, window, lexicon)]
    named: dict[str, Mend] = {}
    plain: set[tuple[int, int]] = set()
    for one in sorted(found, key=lambda one: (-one.gain, one.first)):
        if all(one.end <= first or end <= one.first for first, end in taken):
            taken.append((one.first, one.end))
            heard = " ".join(text[one.first : one.end].split())
            if heard == one.meant and heard.isalpha() and common(heard.lower()):
                plain.add(taken[-1])
            if heard != one.meant:
                named.setdefault(heard.lower(), Mend(heard.lower(), one.meant, MendWhy.LEXICON))
    return (*own, *named.values()), tuple(place for place in taken if place not in plain)


def permit_mends(
    found: Iterable[Mend], text: str, sure: Sequence[float], lexicon: NameLexicon
) -> tuple[Mend, ...]:
    """Those of the mends that rule 4 allows. `sure`: the probability of each word of the text; none, if that is not known."""
    words = [word.span() for word in re.finditer(r"\S+", text)]
    known = len(sure) == len(words)
    doubted = (
        [at for at, chance in zip(words, sure, strict=True) if chance < SURE] if known else [(0, len(text))]
    )
    return tuple(
        mend
        for mend in found
        if _digits(mend.heard) in ("", _digits(mend.meant))
        and (
            mend.why is MendWhy.CORRECTION
            or sound_of(heard_words(mend.heard)) in lexicon.sounds(mend.meant)
            or any(
                first < at.end() and at.start() < end
                for at in whole(mend.heard).finditer(text)
                for first, end in doubted
            )
        )
    )


def _digits(text: str) -> str:
    return "".join(filter(str.isdigit, text))


def _from(text: str, window: Sequence[TranscriptWord], lexicon: NameLexicon) -> Iterable[_Found]:
    """What these words may be, if they are a name."""
    first, end = window[0], window[-1].end
    if not (_BEFORE.match(text, first.first) and _AFTER.match(text, end)):
        return
    last = end + bool(len(window[-1].text) == 1 and _DOTTED.match(text, end))
    place_first = _with_dot(text, first.first)
    best = _name_words(Place(text, place_first, last), window, lexicon)
    if best is not None:
        yield best
    for cut, name in _drawn_with(window, lexicon) if _SIGNED.search(text, first.first, end) else ():
        yield _Found(place_first, end, f"{name} {window[-1].text[-cut:]}", EXACT * (end - first.first - cut))
    for verb in _drawn_to(first):
        rest = TranscriptWord(first.text[len(verb) :], first.first + len(verb), first.end)
        inner = _name_words(Place(text, rest.first, end), (rest, *window[1:]), lexicon)
        if inner is not None:
            yield _Found(first.first, inner.end, f"{first.text[: len(verb)]} {inner.meant}", inner.gain)


def _with_dot(text: str, first: int) -> int:
    """Where a word begins whose first sign is a dot: ".gitignore"."""
    dotted = text[first - 1 : first] == "." and (first == 1 or text[first - 2].isspace())
    return first - dotted


def _drawn_with(words: Sequence[TranscriptWord], lexicon: NameLexicon) -> Iterable[tuple[int, str]]:
    """The names that the words are exactly, with a common word drawn to their end: "sys.pathfails"; how long that is."""
    last = words[-1].low
    if len(words) == 1 or common(last):
        return
    for cut in range(FEWEST_DRAWN, len(last)):
        key = (
            sound_key(draw_together([*(word.low for word in words[:-1]), last[:-cut]]))
            if common(last[-cut:])
            else ""
        )
        ways = [way for way in lexicon.exact(key) if not way.stem and len(key) >= FEWEST_SOUNDS]
        if ways:
            yield cut, min(way.name for way in ways)


def _drawn_to(word: TranscriptWord) -> Iterable[str]:
    """The verbs that a recogniser may have drawn together with what follows: "Showmodels.py"."""
    if (word.text[0].isupper() or not word.first) and not common(word.low):
        return [verb for verb in _VERBS if word.low.startswith(verb) and len(word.low) > len(verb) + 2]
    return ()


@dataclass(frozen=True, slots=True)
class _Window:
    """Words that may be one name, and what speaks for that."""

    place: Place
    key: str
    signed: bool
    """Signs of a name were heard: "dot", a dot between letters."""
    spelled: bool
    """Letters were heard."""
    strange: bool
    """A word was heard that is no common one."""
    edged: bool
    """It begins or ends with a word that is none of a name, mostly."""

    @property
    def evidence(self) -> bool:
        return self.signed or self.spelled or self.strange


def _name_words(place: Place, words: Sequence[TranscriptWord], lexicon: NameLexicon) -> _Found | None:
    """The name that these words are, if they are one."""
    heard, low = place.words, [word.low for word in words]
    key = sound_of(words)
    sounding = lexicon.exact(key)
    right = any(_one_word(way.name) and way.name.lower() == heard.lower() for way in sounding)
    if right or heard in lexicon.names:
        return _Found(place.first, place.end, heard, 3.0 * len(key))
    if nameless(words):
        return None
    window = _Window(
        place,
        key,
        any(word in SIGN_WORDS for word in low) or _SIGNED.search(heard) is not None,
        any(word.letter or word.capitals for word in words),
        any(len(word) > 2 and not word.isdecimal() and not common(word) for word in low),
        stops(words[0]) or stops(words[-1]) or low[-1] in SIGN_WORDS,
    )
    if len(words) == 1 and place.elsewhere and heard.islower() and not (window.signed or window.spelled):
        return None
    exact = [way for way in sounding if _fits(way, place, window.evidence and not window.edged)]
    if exact:
        best = min(exact, key=lambda way: (*_unlike(way, heard), len(way.name), way.name))
        return _Found(place.first, place.end, best.name, (EXACT if len(words) > 1 else 3.0) * len(key))
    return _near(window, lexicon)


def _near(window: _Window, lexicon: NameLexicon) -> _Found | None:
    """The name that sounds most like these words, if it is near enough."""
    place, key, share = window.place, window.key, _share(window)
    if len(key) < FEWEST_SOUNDS or (window.edged and place.elsewhere):
        return None
    least = min(share, EDGED)
    found: list[tuple[float, bool, int, str]] = []
    for way in lexicon.near(key):
        stem = way.stem and not window.strange
        if len(way.key) < FEWEST_SOUNDS or stem or not near_sounds(key[0], way.key[0]):
            continue
        most = share if window.signed or window.spelled or not _has_ending(way.name) else least
        far = distance(key, way.key, most * len(way.key)) / len(way.key)
        if far <= most and (window.evidence or names_here(place, way.name)):
            found.append((far, way.stem, len(way.name), way.name))
    if not found:
        return None
    far, _, _, name = min(found)
    if name.lower() == place.words.lower() and _one_word(name):
        return None
    return _Found(place.first, place.end, name, (2.0 - 4 * far) * len(key) / (1 + far))


def _share(window: _Window) -> float:
    """How far a name may be from these words."""
    heard = window.place.words
    if window.signed:
        share = SIGNED
    else:
        share = STRANGE if window.strange else SPELLED if window.spelled else PLAIN
        share = min(share, EDGED) if window.place.elsewhere else share
    return min(share, EDGED) if window.edged or "," in heard or "?" in heard else share


def _unlike(way: SpokenName, heard: str) -> tuple[bool, bool, bool]:
    """In what a name that sounds so differs from what was written."""
    return ("." in heard) != ("." in way.name), letters(heard) != letters(way.name), way.stem


def _fits(way: SpokenName, place: Place, evidence: bool) -> bool:
    """Whether a name that sounds exactly so is meant."""
    return (evidence and not way.stem) or names_here(place, way.name)


def _one_word(name: str) -> bool:
    """Whether nothing but the size of its first letter could be heard wrong."""
    return name[1:].islower() and name.isalpha()


def _has_ending(name: str) -> bool:
    """Whether it is a file's, whose ending is heard in some way."""
    return re.search(r"\w\.\w+$", name) is not None


# What a person's corrections teach of other utterances: the phrases in which heard and meant differ.

MOST_CORRECTIONS: Final = 1_000
_EDGES: Final = ' \t\n.,;:!?"“”()'


def phrases(corrections: tuple[tuple[str, str], ...]) -> list[tuple[str, str]]:
    """Each phrase with what was meant, a phrase once; the newest correction counts."""
    found: dict[str, str] = {}
    for heard, meant in corrections[-MOST_CORRECTIONS:]:
        found.update(_differing(heard, meant))
    return list(found.items())


@lru_cache(maxsize=4_096)
def _differing(heard: str, meant: str) -> dict[str, str]:
    old, new = _words(heard), _words(meant)
    match = SequenceMatcher(None, [w.lower() for w in old], [w.lower() for w in new], autojunk=False)
    found = {}
    for tag, *place in match.get_opcodes():
        if tag == "equal":
            pairs = zip(old[place[0] : place[1]], new[place[2] : place[3]], strict=True)
            found.update({was.lower(): now for was, now in pairs if was != now and _own_writing(now)})
            continue
        first, end, new_first, new_end = _widen(old, place)
        if not _stops(old[first:end]):
            found[" ".join(old[first:end]).lower()] = " ".join(new[new_first:new_end])
    return found


def _words(text: str) -> list[str]:
    return [word for found in text.split() if (word := found.strip(_EDGES))]


def _own_writing(word: str) -> bool:
    """Whether capitals in it are not those of any sentence's beginning."""
    return not word.islower() and not common(word.lower())


def _widen(old: list[str], place: list[int]) -> tuple[int, int, int, int]:
    """With the words around it that it needs: from where to where, in what was heard and in what was meant."""
    first, end, new_first, new_end = place
    if new_first == new_end or not _telling(old[first:end]):
        left, right = int(first > 0), int(end < len(old))
        first, new_first, end, new_end = first - left, new_first - left, end + right, new_end + right
    while end < len(old) and _stops(old[first:end]):
        end, new_end = end + 1, new_end + 1
    return first, end, new_first, new_end


def _stops(words: list[str]) -> bool:
    return all(word.lower() in STOP_WORDS for word in words)


def _telling(words: list[str]) -> bool:
    """Whether these words say enough to be mended wherever they are heard."""
    words = [word.lower() for word in words]
    return any(not common(word) for word in words) or sum(word not in STOP_WORDS for word in words) > 1
