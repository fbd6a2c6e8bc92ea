"""What a unit is beside its neighbours: a number beside a month is a day, "1 h" is one hour, "XIV" behind a name is fourteen.

Where the text does not decide between two readings, our own voice says the plainest, and the matcher understands both.
"""

import re
from collections.abc import Callable
from dataclasses import dataclass
from itertools import pairwise
from typing import Final

from solovox.lang.en.numbers import SCALES, in_words
from solovox.lang.en.units import SHORT_UNITS, measure
from solovox.text.names.code_talk import STOP_WORDS
from solovox.text.spoken import figures, signs
from solovox.text.spoken.forms import Digits, Either, Form, Unit, UnitKind, maybe, roman, seq

_EDGE: Final = Unit(-1, -1, UnitKind.PAUSE, ((),), " ")
"""Stands where nothing more is written."""
_LETTERS_ALONE: Final = re.compile("[b-df-hj-np-tv-xz]{1,3}")
_DAY: Final = re.compile(r"(\d{1,2})(?:st|nd|rd|th)?")
_LONG: Final = re.compile(r"\d{5,6}(?<!000)")
"""Digits without commas between the thousands: a code, an id. Longer ones are sums, and so are round ones."""
_POINTED: Final = re.compile(r"\d+(?:\.\d+)+")
_NO_UNITS: Final = frozenset("AKMkxJNFd")
"""Behind a gap these are letters: "plan 5 A"."""
_EQUATION: Final = ("=", "is", "equals")
_ALTERED: Final = (["minus"], ["plus"], ["about"], ["square"])
"""What is said before an amount, and no year."""
_DASHES: Final = ("-", "–", "—", "−")


@dataclass(frozen=True, slots=True)
class _Place:
    """A unit where it stands."""

    text: str
    unit: Unit
    front: tuple[Unit, Unit, Unit]
    """The three before it, the nearest last."""
    after: Unit
    behind: Unit
    """Behind the one after it."""

    @property
    def before(self) -> Unit:
        return self.front[-1]

    @property
    def left(self) -> str:
        """The character before it."""
        return self.text[self.unit.first - 1 : self.unit.first] if self.unit.first else ""

    @property
    def right(self) -> str:
        """The character behind it."""
        return self.text[self.unit.end : self.unit.end + 1]

    @property
    def numbers(self) -> bool:
        """Whether numbers are on both sides."""
        return self.before.kind is self.after.kind is UnitKind.NUMBER


def in_place(text: str, units: list[Unit], before: Unit | None) -> list[Unit]:
    """The units as their neighbours have them; `before` is the one in front of the first."""
    near = [_EDGE, _EDGE, before or _EDGE, *units, _EDGE, _EDGE]
    placed = []
    for at, unit in enumerate(units, start=3):
        plain = unit.kind is UnitKind.WORD and len(unit.written) > 1 and unit.written.islower()
        rule = None if plain else _KINDS.get(unit.kind)
        place = (text, unit, (near[at - 3], near[at - 2], near[at - 1]), near[at + 1], near[at + 2])
        placed.append(rule(_Place(*place)) if rule else unit)
    return placed


def _are_adjacent(*units: Unit) -> bool:
    """Whether nothing is between them."""
    return all(one.end == other.first for one, other in pairwise(units))


def _number(place: _Place) -> Unit:
    unit, before, after = place.unit, place.before, place.after
    written = unit.written
    plain = place.text[unit.first].isdecimal()
    if plain and _POINTED.fullmatch(written):
        named = place.text[before.end : unit.first] == " " and _is_name(before)
        bare = named and not _measures(unit, after)
        return unit.said_as(figures.release(written)) if bare else unit
    if before.kind is UnitKind.WORD and _are_adjacent(before, unit):
        return _in_code(unit)
    digits = _DAY.fullmatch(written)
    behind = figures.month(after.written) != "" and _near(place.text, unit, after)
    front = figures.month(before.written) != "" and _near(place.text, before, unit)
    if digits and (behind or front) and 1 <= int(digits[1]) <= 31:
        day = figures.day(digits[1])
        return unit.said_as(seq(day, maybe("of")) if behind else day)
    decade = before.written.casefold() == "the" or place.left in ("'", "’")
    if written[-1] == "s" and len(written) < 4 and not decade:
        return unit.aloud_as(seq(figures.plain(written[:-1]), "seconds"))
    return _say_bare_digits(place, written) if written.isdecimal() and plain else unit


def _say_bare_digits(place: _Place, digits: str) -> Unit:
    """Bare digits as our own voice says them: a code, a year, part of a name, or an amount."""
    unit, before, after = place.unit, place.before, place.after
    signed = (
        before.kind is UnitKind.SIGN and _are_adjacent(before, unit) and before.aloud.split()[:1] in _ALTERED
    )
    amount = _measures(unit, after) or signed
    if _LONG.fullmatch(digits) and not amount:
        return unit.aloud_as(Digits(digits))
    hyphened = (
        before.written == "-"
        and _are_adjacent(*place.front[1:], unit)
        and place.front[1].kind is UnitKind.WORD
    )
    amount = amount and not (signed and hyphened)
    if (year := figures.year(digits)) and not amount:
        return unit.aloud_as(year)
    if hyphened or (after.kind is UnitKind.WORD and _are_adjacent(unit, after)):
        return unit.aloud_as(figures.in_name(digits))
    return unit


def _in_code(unit: Unit) -> Unit:
    """A number behind a letter: an amount, or digit by digit, as "a94f"."""
    digits = unit.written
    if not digits.isdecimal():
        return unit
    if len(digits) == 2 and digits[0] != "0":
        unit = unit.said_as(Either((figures.plain(digits), Digits(digits))))
    return unit.aloud_as(figures.in_name(digits))


def _word(place: _Place) -> Unit:
    unit, before, after = place.unit, place.before, place.after
    month = figures.month(unit.written) if unit.written[0].isupper() else ""
    if month:
        front = before.kind is UnitKind.NUMBER and _near(place.text, before, unit)
        dated = front or (after.kind is UnitKind.NUMBER and _near(place.text, unit, after))
        return unit.aloud_as(month.capitalize()) if dated else unit
    if unit.written == "St" and _is_name(before):
        return unit.aloud_as("street")
    if len(unit.written) == 1 and before.written == "-" and before.aloud == "dash":
        return unit.aloud_as(unit.written.upper())
    value = 5 if unit.written == "V" and place.front[1].kind is UnitKind.WORD else roman(unit.written)
    named = _is_name(before) or (len(unit.written) > 1 and unit.written not in ("IV", "VI"))
    if (
        not (value and named)
        or before.kind is not UnitKind.WORD
        or place.text[before.end : unit.first] != " "
    ):
        return unit
    return unit.said_as(Either((in_words(value), unit.written, seq("the", figures.ordinal(str(value))))))


def _sign(place: _Place) -> Unit:
    unit, before = place.unit, place.before
    if unit.written == "." and _is_product(before, unit, place.after):
        return unit.said_as(signs.NAMED["standard"])
    known = _BESIDE.get(unit.written.strip())
    if known is not None and unit.written.strip() not in SHORT_UNITS:
        form = known(place)
        return unit if form is None else unit.aloud_as(form)
    return _say_unit(place) if before.kind is UnitKind.NUMBER and _are_adjacent(before, unit) else unit


def _say_unit(place: _Place) -> Unit:
    """A unit behind a number: of one, of many, or a letter; in "x86s" the number is part of a name."""
    unit, number = place.unit, place.before
    short, _, per = unit.written.strip(" -\u00a0\u202f").partition("/")
    sized = short == "x" and place.right.isdecimal()
    if short not in SHORT_UNITS or unit.written[-1].isspace() or sized:
        return unit
    name = place.front[0] if place.front[1].written == "-" and _are_adjacent(*place.front) else place.front[1]
    if name.kind is UnitKind.WORD and _are_adjacent(place.front[1], number):
        return unit.aloud_as(short.upper() if len(short) == 1 else short)
    if len(short) == 1 and short in _NO_UNITS and unit.written[0].isspace() and not per:
        return unit.aloud_as(short.upper())
    one, many, *_ = SHORT_UNITS[short]
    beside_hours = place.text[: number.first].rstrip().endswith("h") and place.front[1].written[-1] == "h"
    if short == "m" and (beside_hours or re.match(r"\s?\d+s\b", place.text[unit.end : unit.end + 6])):
        one, many = "minute", "minutes"
    return unit if per else unit.aloud_as(one if number.written == "1" else many)


def _dash(place: _Place) -> Form | None:
    """Between numbers: "5 - 3 = 2" subtracts, "x86-64" is a name."""
    before = place.before
    if before.kind is UnitKind.SIGN and before.written in ("=", "==", "+", "*", "/", "<", ">"):
        return "minus"
    named = (
        before.kind is UnitKind.WORD or place.front[1].kind is UnitKind.WORD or place.front[1].written == "-"
    )
    row = place.behind.written == "-" and _are_adjacent(place.unit, place.after, place.behind)
    if row or (named and _are_adjacent(*place.front[1:], place.unit)):
        return "" if place.numbers or before.kind is UnitKind.WORD else None
    return "minus" if place.unit.written[0] == " " and place.behind.written in _EQUATION else None


def _slash(place: _Place) -> Form | None:
    before, unit, after = place.before, place.unit, place.after
    if not _are_adjacent(before, unit):
        return None if place.numbers else "slash"
    if not _are_adjacent(unit, after):
        return ""
    if before.kind is after.kind is UnitKind.WORD:
        capitals = before.written.isupper() and after.written.isupper()
        return "" if capitals or place.text[before.first : after.end].casefold() == "and/or" else "slash"
    years = figures.year(before.written) and len(after.written) == 2
    return "slash" if before.written.count(".") > 2 or years or not place.numbers else "over"


def _colon(place: _Place) -> Form | None:
    before = place.before
    host = before.written.count(".") > 2 or before.written == "localhost"
    if host and place.after.kind is UnitKind.NUMBER:
        return "port"
    return None if place.numbers else ":"


def _star(place: _Place) -> Form | None:
    """Between two operands it multiplies; elsewhere it is a mark."""
    if place.numbers:
        return "times"
    if not (place.left.isspace() and place.right.isspace()):
        return ""
    sides = (place.before, place.after)
    operands = all(one is not _EDGE and (len(one.written) == 1 or not one.written.isupper()) for one in sides)
    return "times" if operands else "star"


def _stars(place: _Place) -> Form | None:
    """`a**b`; other pairs make letters bold."""
    sides = (place.before, place.after)
    operands = all(one.kind is UnitKind.NUMBER or len(one.written) == 1 for one in sides)
    return "to the power of" if operands and _are_adjacent(place.before, place.unit, place.after) else ""


def _middle_dot(place: _Place) -> Form | None:
    """Between two words it only parts them."""
    return "times" if _are_adjacent(place.before, place.unit, place.after) else None


def _prime(place: _Place) -> Form | None:
    if place.before.kind is UnitKind.NUMBER:
        return None
    return "prime" if place.unit.written == "′" else "double prime"


def _tilde(place: _Place) -> Form | None:
    about = place.right.isalnum() and not place.left.isalnum()
    return None if about or place.after.kind is UnitKind.NUMBER else "tilde"


def _more(place: _Place) -> Form | None:
    """Before an amount, with nothing that it compares."""
    return "more than" if not place.left.strip(" (") and place.right.isdecimal() else None


def _caret(place: _Place) -> Form | None:
    return None if place.left.isalnum() or place.left == ")" else "caret"


_BESIDE: Final[dict[str, Callable[[_Place], Form | None]]] = {
    **dict.fromkeys(_DASHES, _dash), "/": _slash, ":": _colon, "*": _star, "**": _stars, "·": _middle_dot, "′": _prime, "″": _prime, ">": _more, "~": _tilde, "^": _caret,
}  # fmt: skip
_KINDS: Final = {UnitKind.NUMBER: _number, UnitKind.WORD: _word, UnitKind.SIGN: _sign}


def _is_name(unit: Unit) -> bool:
    """Whether it is written as a name, and is none of the small words that begin a sentence."""
    word = unit.written
    return unit.kind is UnitKind.WORD and word[0].isupper() and word.casefold() not in STOP_WORDS


def _measures(number: Unit, unit: Unit) -> bool:
    """Whether what follows a number is its unit or its scale."""
    word = unit.written.casefold()
    if unit.kind is UnitKind.SIGN and _are_adjacent(number, unit):
        return word.strip() not in (*_DASHES, ":", "/")
    return word in SCALES or word in ("hundred", "percent", "per", "degrees") or measure(word) is not None


def _is_product(before: Unit, point: Unit, after: Unit) -> bool:
    """Whether a point stands in the name of a product, before letters that are read one by one: "Vue.js"."""
    named = _are_adjacent(before, point, after) and _is_name(before)
    return named and _LETTERS_ALONE.fullmatch(after.written) is not None


def _near(text: str, one: Unit, other: Unit) -> bool:
    return text[one.end : other.first] in (" ", ". ", " of ")
