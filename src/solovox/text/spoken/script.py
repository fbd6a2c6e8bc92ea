"""Languages and scripts, as far as the matcher needs them.

Marks belong to the letter before them: without its vowel sign a syllable of Hindi or Thai is another. Accents of an
English text are ornament ("café"); in others they tell words apart ("schön", "schon").
"""

import re
import unicodedata
from typing import Final

from solovox.lang.en.word_lists import word_list
from solovox.text.names.code_talk import common

_GAPLESS: Final = (
    "\u0e01-\u0e3a\u0e40-\u0e4e\u0e81-\u0edf\u1000-\u103f\u1780-\u17d3\u3005-\u3007\u3041-\u309f\u30a1-\u30fa\u30fc-\u30ff"
    "\u31f0-\u31ff\u3400-\u4dbf\u4e00-\u9fff\uac00-\ud7a3\uf900-\ufaff\uff66-\uff9f\U00020000-\U0003ffff"
)
"""Scripts that have no gaps between words, or in which gaps are free (Korean): a unit is a letter with its marks."""
_JOINER: Final = "\u02d0"
"""Stands for a mark while a text is taken apart: a letter of no language at hand."""
FOREIGN_LETTER: Final = f"[{_GAPLESS}]{_JOINER}*"
_ENGLISH: Final = word_list("small_english")
_FOREIGN: Final = word_list("small_foreign")
_WORD: Final = re.compile(r"[^\W\d_]+(?:'[^\W\d_]+)*")
_ELIDED: Final = ("l'", "d'", "c'", "qu'", "j'", "n'", "s'", "dell'", "all'")


def joined_letters(text: str) -> str:
    """The text with every mark as a letter, so that it is not parted from its own; places stay the same."""
    if text.isascii():
        return text
    return "".join(
        _JOINER if not c.isascii() and unicodedata.category(c) in ("Mn", "Mc", "Cf") else c for c in text
    )


def is_english(text: str) -> bool:
    """Whether a text is to be taken for English: by its small words, by its letters, or by most of its words."""
    if text.isascii() and len(text) < 3:
        return True
    found = _WORD.findall(text.casefold().replace("’", "'"))
    ours = sum(one in _ENGLISH for one in found) + ("a" in found) / 2
    theirs = sum(one in _FOREIGN or one.startswith(_ELIDED) for one in found)
    accented = sum(not one.isascii() for one in found)
    if ours or theirs:
        return bool(ours > theirs)
    if not accented:
        return True
    known = sum(common(one) for one in found if one.isascii())
    return known > 1 and 2 * known > len(found) - accented


_MARKED: Final = re.compile(
    "LATIN (SMALL|CAPITAL) (?:LETTER|LIGATURE) (?:DOTLESS )?([A-Z]{1,2})(?: WITH .+)?"
)
_IN_TWO: Final = {"ä": "ae", "ö": "oe", "ü": "ue", "ø": "oe", "å": "aa", "æ": "ae", "œ": "oe"}
"""How a letter is written where there is no key for it."""
_ORNAMENTS: Final = re.compile("[\u0300-\u0302\u0327]")
"""Grave, acute, circumflex and cedilla: capitals are often written without."""
_ONE_VOWEL: Final = re.compile("[^aeiouy]*(?:(?<=q)u)?[aeiouy][^aeiouy]*")


def in_two(word: str) -> str:
    """A word in lower case with two letters for each that not every keyboard has: "schoen"."""
    return "".join(_IN_TWO.get(c, c) for c in word)


def without_marks(text: str) -> str:
    """A text by its letters alone: "Zoe", "Lukasz"."""
    bare = (c for c in unicodedata.normalize("NFD", text) if not "\u0300" <= c <= "\u036f")
    return unicodedata.normalize("NFC", "".join(c if c.isascii() else _bare_letter(c) for c in bare))


def _bare_letter(c: str) -> str:
    found = _MARKED.fullmatch(unicodedata.name(c, ""))
    return c if found is None else found[2] if found[1] == "CAPITAL" else found[2].lower()


def as_capital(word: str) -> str:
    """A word with a capital, in lower case, without the accents that it is often written without.

    They are those of the capital itself ("État") and, of a word with one vowel, any ("Qué").
    """
    head, tail = (
        unicodedata.normalize("NFC", _ORNAMENTS.sub("", unicodedata.normalize("NFD", part.casefold())))
        for part in (word[:1], word[1:])
    )
    if not word[:1].isupper():
        return word.casefold()
    return head + (tail if _ONE_VOWEL.fullmatch(head + tail) else word[1:].casefold())


_HAMZA: Final = str.maketrans("أإآ", "ااا")


def plain(raw: str) -> str:
    """A word in comparable form: case, marks that are not sounded and invisible characters do not count."""
    folded = unicodedata.normalize("NFKC", raw).casefold().replace("ё", "е").replace("ς", "σ")
    return "".join(c for c in in_two(folded).translate(_HAMZA) if is_sounded(c))


def is_sounded(c: str) -> bool:
    """Not the vowel points of Arabic and Hebrew, nor what only joins or parts letters."""
    return not ("\u064b" <= c <= "\u0652" or "\u0591" <= c <= "\u05c7" or c in "\u0640\u0670'") and (
        unicodedata.category(c) != "Cf"
    )
