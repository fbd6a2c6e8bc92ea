"""Languages and scripts, as far as the matcher needs them.

Marks belong to the letter before them: without its vowel sign a syllable of Hindi or Thai is another. Accents of an
English text are ornament ("café"); in others they tell words apart ("schön", "schon").
"""

import re
import unicodedata
from typing import Final

_GAPLESS: Final = (
    "\u0e01-\u0e3a\u0e40-\u0e4e\u0e81-\u0edf\u1000-\u103f\u1780-\u17d3\u3005-\u3007\u3041-\u309f\u30a1-\u30fa\u30fc-\u30ff"
    "\u31f0-\u31ff\u3400-\u4dbf\u4e00-\u9fff\uac00-\ud7a3\uf900-\ufaff\uff66-\uff9f\U00020000-\U0003ffff"
)
"""Scripts that have no gaps between words, or in which gaps are free (Korean): a unit is a letter with its marks."""
_JOINER: Final = "\u02d0"
"""Stands for a mark while a text is taken apart: a letter of no language at hand."""
FOREIGN_LETTER: Final = f"[{_GAPLESS}]{_JOINER}*"
_ENGLISH: Final = frozenset(
    "the is are of and to it you we with for this that at has have be will your my our were they not from as by".split()
)
_FOREIGN: Final = frozenset(
    "der die das und ist nicht ein eine ich wir sie mit auf für den dem zu im sind"
    " le la les est et un une des du je il elle nous vous dans pour que qui pas au ce"
    " el los las es y una en por con para mi su lo se del al il di che non  sono della"
    " uma não da de het een en niet van ik zijn och att det är på".split()
)
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
    """Whether a text is to be taken for English: by its small words, and by its letters."""
    if text.isascii() and len(text) < 3:
        return True
    found = _WORD.findall(text.casefold().replace("’", "'"))
    ours = sum(one in _ENGLISH for one in found) + ("a" in found) / 2
    theirs = sum(one in _FOREIGN or one.startswith(_ELIDED) for one in found)
    accented = sum(not one.isascii() for one in found)
    return ours > theirs or (ours == theirs and not accented and not theirs)
