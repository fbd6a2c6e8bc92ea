"""Closed words: a recognition error in them would change the meaning, so `tolerant` never forgives one.

Closed are: negations ("not", "without"), numbers and their units, signs, names, code, and words that
have an opposite of nearly the same sound or place ("before", "enable"). In a text that is not English every word is:
which of its words deny is not known here.
"""

import re
from difflib import SequenceMatcher
from typing import Final

from solovox.lang.en.numbers import ORDINALS, SCALES, TENS, UNITS
from solovox.text.spoken_units import Unit, UnitKind

SCALE_WORDS: Final = frozenset(SCALES) | {"hundred"}
NUMBER_WORDS: Final = (frozenset(UNITS) | frozenset(TENS) | SCALE_WORDS | frozenset(ORDINALS)) - {"second"}
_DENYING: Final = frozenset(
    "no not never none nor neither nothing nobody nowhere cannot without unless except hardly barely only almost".split()
)
_OPPOSED: Final = frozenset(
    "before after above below left right up down on off in out more less most least yes true false always sometimes"
    " all some any every with from to and or but if can could must may might should shall will would first last next"
    " previous open close opened closed start stop begin end enable disable allow deny add remove accept reject increase"
    " decrease include exclude import export push pull old new big small high low good bad safe same different both"
    " either half double is was are were did does do has had have then than he she they we you i it him us them dollars euros pounds cents percent per point dot minus plus times over".split()
)
_PREFIXES: Final = ("un", "in", "im", "il", "ir", "non", "dis", "de", "mis", "anti")
CLOSED_WORDS: Final = _DENYING | _OPPOSED | NUMBER_WORDS
"""In lower case."""
_ALIKE: Final = 0.5
"""How alike two words must be for one to count as the other misheard."""
_SMALL: Final = frozenset("a an the this that these those his her its their".split())


_OPENERS: Final = frozenset(
    "a an the this that these those is are was were there here so well now then as at for by of what when where why how"
    " please let also just i it".split()
)
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


def misheard(one: Unit, other: Unit) -> bool:
    """Whether one open word may be the other, heard wrongly."""
    said, heard = (re.sub(r"[^\w]", "", unit.written.casefold()) for unit in (one, other))
    if said in _SMALL and heard in _SMALL:
        return True
    longer, shorter = (said, heard) if len(said) > len(heard) else (heard, said)
    if any(longer == prefix + shorter for prefix in _PREFIXES):
        return False
    return SequenceMatcher(None, said, heard, autojunk=False).ratio() >= _ALIKE
