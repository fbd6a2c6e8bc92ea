"""Which slips of a recogniser `tolerant` forgives: those that cannot make another word of the one that was said.

Rule 1: what is left out or put in is an article or a hesitation.
Rule 2: what is misheard is another ending of the same word ("fail", "fails", "failed"), or another article. No other two
words are near enough: opposites are spelt and said nearly alike ("ascending", "descending"), and which words are
opposites no list knows.
Rule 3: nothing that is closed is ever misheard: negations ("not", "without"), numbers and their units, signs, names, code,
and small words that turn a meaning ("before", "is"). In a text that is not English every word is: which of its words
deny is not known here.
"""

import re
from collections.abc import Iterator
from functools import lru_cache
from typing import Final

from solovox.lang.en.asking import HESITATIONS
from solovox.lang.en.numbers import ORDINALS, SCALES, TENS, UNITS
from solovox.lang.en.word_lists import word_list
from solovox.text.spoken.forms import Unit, UnitKind

SCALE_WORDS: Final = frozenset(SCALES) | {"hundred"}
NUMBER_WORDS: Final = (frozenset(UNITS) | frozenset(TENS) | SCALE_WORDS | frozenset(ORDINALS)) - {"second"}
_DENYING: Final = word_list("denying")
_OPPOSED: Final = word_list("opposed")
CLOSED_WORDS: Final = _DENYING | _OPPOSED | NUMBER_WORDS
"""In lower case."""
_ARTICLES: Final = word_list("articles")
_HESITATIONS: Final = HESITATIONS | {"mm"}
_WITHIN: Final = re.compile(r"[^\s.!?:][\s\"'“‘(]*$")
"""Before a word that does not begin a sentence: there "A" is a letter."""
_SHORTEST: Final = 3
"""Letters of a word that has endings."""
_HISSING: Final = re.compile("(?:[sxz]|[cs]h)$")
_Y: Final = re.compile("[^aeiou]y$")
_DOUBLED: Final = re.compile("[^aeiou][aeiou][^aeiouwxy]$")
"""A word whose last letter is written twice before "-ed": "stop"; in words of several syllables, sometimes."""


_OPENERS: Final = word_list("sentence_openers")
_CODE: Final = re.compile(r"[^\s,.;:!?)\]\"'”’…-]|[.:'’-]\w")
"""What follows a word that is part of a name of code or of an address."""
_BEFORE_CODE: Final = (".", "_", "@", "/", "\\", "-", "$")


def is_closed(unit: Unit, text: str, *, english: bool) -> bool:
    """Whether no slip may touch it."""
    if unit.kind is not UnitKind.WORD or unit.glued or not english:
        return True
    lower = unit.written.casefold()
    if lower in CLOSED_WORDS or "'" in lower or not lower.isascii():
        return True
    return (
        _is_name(unit, text)
        or _CODE.match(text, unit.end) is not None
        or text[: unit.first].endswith(_BEFORE_CODE)
    )


def _is_name(unit: Unit, text: str) -> bool:
    """Words with a capital, except the small words that begin sentences."""
    return any(c.isupper() for c in unit.written) and unit.written.casefold() not in _OPENERS


def weightless(unit: Unit, text: str, *, english: bool) -> bool:
    """Whether nothing of the meaning is lost without it, or won with it."""
    lower = unit.written.casefold()
    option = unit.written != lower and _WITHIN.search(text[: unit.first]) is not None
    return lower in _ARTICLES | _HESITATIONS and not option and not is_closed(unit, text, english=english)


def misheard(one: Unit, other: Unit) -> bool:
    """Whether one open word may be the other, heard wrongly."""
    said, heard = one.written.casefold(), other.written.casefold()
    if said in _ARTICLES and heard in _ARTICLES:
        return True
    turned = {said[-3:], heard[-3:]} >= {"ing"} and "ed" in (said[-2:], heard[-2:])
    return not turned and not _bases(said).isdisjoint(_bases(heard))


@lru_cache(4096)
def _bases(word: str) -> frozenset[str]:
    """The words that it may be, with an ending or without."""
    cut = {word[: len(word) - many] + end for many in range(5) for end in ("", "e", "y")}
    return frozenset(base for base in cut if len(base) >= _SHORTEST and word in (base, *_with_endings(base)))


def _with_endings(base: str) -> Iterator[str]:
    """Of a verb or a noun, as English writes them: "-s", "-ed", "-ing"."""
    stem = base[:-1] if _Y.search(base) else ""
    if stem or not _HISSING.search(base):
        yield f"{stem}ies" if stem else f"{base}s"
    if base.endswith("o") or _HISSING.search(base):
        yield f"{base}es"
    if base.endswith("e"):
        yield from (f"{base}d", f"{base[:-1]}ing")
        return
    doubled = _DOUBLED.search(base) is not None
    if doubled:
        yield from (f"{base}{base[-1]}ed", f"{base}{base[-1]}ing")
    if not doubled or len(re.findall("[aeiouy]+", base)) > 1:
        yield from (f"{stem}ied" if stem else f"{base}ed", f"{base}ing")
