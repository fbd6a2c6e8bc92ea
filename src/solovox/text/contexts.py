"""What a unit is beside its neighbours: a number beside a month is a day, "1 h" is one hour, "XIV" behind a name is fourteen.

Where the text does not decide between two readings, our own voice says the plainest, and the matcher understands both.
"""

import re
from typing import Final

from solovox.lang.en.numbers import SCALES, in_words
from solovox.lang.en.units import SHORT_UNITS, measure
from solovox.text import figures, signs
from solovox.text.code_talk import STOP_WORDS
from solovox.text.forms import Digits, Either, Form, maybe, seq
from solovox.text.unit import Unit, UnitKind, roman

_LETTERS_ALONE: Final = re.compile("[b-df-hj-np-tv-xz]{1,3}")
_DAY: Final = re.compile(r"(\d{1,2})(?:st|nd|rd|th)?")
_ONE_BY_ONE: Final = frozenset("zip pin code postcode passcode password otp id account serial".split())
"""Before digits that are no amount."""
_NUMBERED: Final = frozenset(
    "chapter part act war phase section volume book type level figure table article appendix bowl".split()
)
"""Before "V", which is a letter elsewhere."""
_NO_UNITS: Final = frozenset("AKMkxJNF")
"""Behind a gap these are letters: "plan 5 A"."""
_EQUATION: Final = frozenset(("=", "is", "equals"))


def in_place(text: str, units: list[Unit], before: Unit | None) -> list[Unit]:
    """The units as their neighbours have them; `before` is the one in front of the first."""
    near = [before, *units, None, None]
    return [_placed(text, unit, near, at) for at, unit in enumerate(units, start=1)]


def _placed(text: str, unit: Unit, near: list[Unit | None], at: int) -> Unit:
    before, after = near[at - 1], near[at + 1]
    match unit.kind:
        case UnitKind.NUMBER:
            return _number(text, unit, before, after)
        case UnitKind.WORD:
            return _word(text, unit, before, after)
        case UnitKind.SIGN:
            return _sign(text, unit, near, at)
        case _:
            return unit


def _number(text: str, unit: Unit, before: Unit | None, after: Unit | None) -> Unit:
    written = unit.written
    if "." in written and text[unit.first].isdecimal():
        named = before is not None and text[before.end : unit.first] == " " and _is_name(before)
        bare = named and not (after and _measures(unit, after))
        return unit.said_as(figures.release(_ascii(written))) if bare else unit
    if before is not None and before.kind is UnitKind.WORD and before.end == unit.first:
        return _in_code(unit)
    digits = _DAY.fullmatch(written)
    behind = after is not None and figures.month(after.written) != "" and _near(text, unit, after)
    front = before is not None and figures.month(before.written) != "" and _near(text, before, unit)
    if digits and (behind or front) and 1 <= int(digits[1]) <= 31:
        day = figures.day(digits[1])
        return unit.said_as(seq(day, maybe("of")) if behind else day)
    if not written.isdecimal():
        return unit
    if len(written) > 3 and before is not None and before.written.casefold() in _ONE_BY_ONE:
        return unit.aloud_as(Digits(_ascii(written)))
    amount = (after is not None and _measures(unit, after)) or (before is not None and _counts(before, unit))
    year = figures.year(_ascii(written))
    return unit.aloud_as(year) if year and not amount else unit


def _counts(sign: Unit, number: Unit) -> bool:
    """Whether a sign makes the number behind it an amount."""
    return sign.kind is UnitKind.SIGN and sign.end == number.first and sign.written[-1] in "-−–+±√~"


def _in_code(unit: Unit) -> Unit:
    """A number behind a letter: an amount, or digit by digit, as "a94f"."""
    digits = _ascii(unit.written)
    if not digits.isdecimal():
        return unit
    spoken = figures.in_name(digits)
    short = len(digits) == 2 and digits[0] != "0"
    return (unit.said_as(Either((figures.plain(digits), Digits(digits)))) if short else unit).aloud_as(spoken)


def _word(text: str, unit: Unit, before: Unit | None, after: Unit | None) -> Unit:
    month = figures.month(unit.written) if unit.written[0].isupper() else ""
    if month:
        dated = any(
            one is not None and one.kind is UnitKind.NUMBER and _near(text, *pair)
            for one, pair in ((before, (before, unit)), (after, (unit, after)))
            if one is not None
        )
        return unit.aloud_as(month.capitalize()) if dated else unit
    if len(unit.written) == 1 and before is not None and before.written == "-" and before.end == unit.first:
        return unit.aloud_as(f"{unit.written.upper()}") if before.aloud == "dash" else unit
    value = roman(unit.written) or {"I": 1, "V": 5, "X": 10}.get(unit.written, 0)
    if value and before is not None and before.kind is UnitKind.WORD and text[before.end : unit.first] == " ":
        known = before.written.casefold() in _NUMBERED
        if known or (len(unit.written) > 1 and (_is_name(before) or unit.written not in ("IV", "VI"))):
            return unit.aloud_as(in_words(value))
    return unit


def _sign(text: str, unit: Unit, near: list[Unit | None], at: int) -> Unit:
    before, after = near[at - 1], near[at + 1]
    written = unit.written.strip()
    if unit.written == "." and before is not None and _is_product(before, unit, after):
        return unit.said_as(signs.NAMED["standard"])
    if written in _BESIDE:
        form = _BESIDE[written](text, unit, near, at)
        return unit if form is None else unit.aloud_as(form)
    if before is None or before.kind is not UnitKind.NUMBER:
        return unit
    return _measured(text, unit, before)


def _measured(text: str, unit: Unit, number: Unit) -> Unit:
    short, _, per = unit.written.strip(" -\u00a0\u202f").partition("/")
    if short not in SHORT_UNITS or number.end != unit.first or unit.written[-1].isspace():
        return unit
    if len(short) == 1 and short in _NO_UNITS and unit.written[0].isspace() and not per:
        return unit.aloud_as(short.upper())
    one, many = SHORT_UNITS[short]
    if short == "m" and (
        re.search(r"\dh\s?$", text[: number.first]) or re.match(r"\s?\d+s\b", text[unit.end :])
    ):
        one, many = "minute", "minutes"
    if number.written not in ("1", "¹") and many != "minutes":
        return unit
    return unit if per else unit.aloud_as(one if number.written == "1" else many)


def _minus_or_to(text: str, unit: Unit, near: list[Unit | None], at: int) -> Form | None:
    """Between numbers: "5 - 3 = 2" subtracts."""
    if unit.first == unit.end - 1 or unit.written[0] != " ":
        return None
    return (
        "minus"
        if any(one is not None and one.written in _EQUATION for one in near[at + 2 : at + 3])
        else None
    )


def _slash(text: str, unit: Unit, near: list[Unit | None], at: int) -> Form | None:
    before, after = near[at - 1], near[at + 1]
    if before is None or before.end != unit.first:
        return None if before is not None and after is not None else "slash"
    if after is None or after.first != unit.end:
        return ""
    if before.kind is after.kind is UnitKind.WORD:
        capitals = before.written.isupper() and after.written.isupper()
        return "" if capitals or text[before.first : after.end].casefold() == "and/or" else "slash"
    return "slash" if before.written.count(".") > 2 or UnitKind.WORD in (before.kind, after.kind) else None


def _colon(text: str, unit: Unit, near: list[Unit | None], at: int) -> Form | None:
    before, after = near[at - 1], near[at + 1]
    host = before is not None and (before.written.count(".") > 2 or before.written == "localhost")
    if host and after is not None and after.kind is UnitKind.NUMBER:
        return "port"
    numbers = before is not None and after is not None and before.kind is after.kind is UnitKind.NUMBER
    return None if numbers else ":"


def _cross(text: str, unit: Unit, near: list[Unit | None], at: int) -> Form | None:
    """Sizes are "by", products "times"."""
    behind = near[at + 2]
    sized = behind is not None and (behind.written.strip() in SHORT_UNITS or behind.written == "×")
    return (
        "by"
        if sized or (unit.end == unit.first + 1 and not text[unit.first - 1 : unit.first].isspace())
        else "times"
    )


def _star(text: str, unit: Unit, near: list[Unit | None], at: int) -> Form | None:
    """Between two operands it multiplies; elsewhere it is a mark."""
    spaced = text[unit.first - 1 : unit.first].isspace() and text[unit.end : unit.end + 1].isspace()
    beside = [one for one in (near[at - 1], near[at + 1]) if one is not None]
    numbers = len(beside) == 2 and all(one.kind is UnitKind.NUMBER for one in beside)
    if numbers or (
        spaced
        and len(beside) == 2
        and not any(one.written.isupper() and len(one.written) > 1 for one in beside)
    ):
        return "times"
    return "star" if spaced else ""


def _tilde(text: str, unit: Unit, near: list[Unit | None], at: int) -> Form | None:
    after = near[at + 1]
    about = after is not None and after.first - unit.end < 2 and after.kind is not UnitKind.WORD
    return None if about else "tilde"


def _more(text: str, unit: Unit, near: list[Unit | None], at: int) -> Form | None:
    """Before an amount, with nothing that it compares."""
    alone = not text[unit.first - 1 : unit.first].strip(" (") and text[unit.end : unit.end + 1].isdecimal()
    return "more than" if alone else None


def _caret(text: str, unit: Unit, near: list[Unit | None], at: int) -> Form | None:
    before = near[at - 1]
    return (
        None
        if before is not None and unit.first - before.end < 2 and text[unit.first - 1 : unit.first] != " "
        else "caret"
    )


def _rate(text: str, unit: Unit, near: list[Unit | None], at: int) -> Form | None:
    if any(one is not None and one.kind is UnitKind.NUMBER for one in near[max(at - 3, 0) : at]):
        return None
    return seq("slash", unit.written[1:])


_BESIDE: Final = {
    "-": _minus_or_to, "−": _minus_or_to, "/": _slash, ":": _colon, "×": _cross, "~": _tilde, "^": _caret, "*": _star, ">": _more,
    **{f"/{per}": _rate for per in ("s", "sec", "min", "h", "hr", "d", "day", "wk", "week", "mo", "month", "yr", "year", "hour", "minute", "second")},
}  # fmt: skip


def _ascii(written: str) -> str:
    """ASCII digits for those of any script."""
    return written if written.isascii() else "".join(str(int(c)) if c.isdecimal() else c for c in written)


def _is_name(unit: Unit) -> bool:
    """Whether it is written as a name, and is none of the small words that begin a sentence."""
    word = unit.written
    return unit.kind is UnitKind.WORD and word[0].isupper() and word.casefold() not in STOP_WORDS


def _measures(number: Unit, unit: Unit) -> bool:
    """Whether what follows a number is its unit or its scale."""
    word = unit.written.casefold()
    return (
        unit.kind is UnitKind.SIGN
        and unit.first == number.end
        and unit.written.strip() not in ("-", "–", "—", ":", "")
    ) or (word in SCALES or word in ("hundred", "percent", "per", "degrees") or measure(word) is not None)


def _is_product(before: Unit, point: Unit, after: Unit | None) -> bool:
    """Whether a point stands in the name of a product, before letters that are read one by one: "Vue.js"."""
    together = before.end == point.first and after is not None and after.first == point.end
    return (
        together
        and _is_name(before)
        and after is not None
        and _LETTERS_ALONE.fullmatch(after.written) is not None
    )


def _near(text: str, one: Unit, other: Unit) -> bool:
    return text[one.end : other.first] in (" ", ". ", " of ")
