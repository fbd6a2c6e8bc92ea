"""How numbers that are written in digits may be said: amounts, decimals, money, times, dates, fractions.

Each function takes digits as they stand and gives every way of saying them that keeps what they are: "3.10" is
"three point ten" or "three point one zero", never "three point one"; "0042" is never "forty two".
"""

import re
import unicodedata
from fractions import Fraction
from functools import cache
from typing import Final

from solovox.lang.en.days import MONTHS, SHORT_MONTHS
from solovox.lang.en.numbers import NAMES, ORDINAL_NAMES, SCALES, in_words
from solovox.text.spoken.forms import Aloud, Digits, Either, Form, either, maybe, seq

_LONGEST: Final = 15
"""More digits than this have no name."""
_POINT: Final = Either(("point", "dot"))
_MONEY: Final = {
    "$": ("dollars", "dollar", "cents", "cent"), "€": ("euros", "euro", "cents", "cent"),
    "£": ("pounds", "pound", "pence", "penny"), "¥": ("yen", "yen", "sen", "sen"), "₹": ("rupees", "rupee", "paise", "paisa"),
    "R": ("rupees", "rupee", "paise", "paisa"), "₪": ("shekels", "shekel", "", ""),
}  # fmt: skip
_POINTED: Final = "$£₹¥R"
"""Money of countries where a point is none between thousands: "$3.459"."""
_GROUPED: Final = re.compile(r"\d{1,3}(?:\.\d{3})+")
_WITHOUT_PLURAL: Final = frozenset("won yen yuan dong baht bitcoin".split())
_HALVES: Final = {2: ("half", "halves"), 4: ("quarter", "quarters")}


def amount(digits: str) -> Form:
    """A whole number without a leading zero, by its value."""
    value = int(digits)
    forms = [_whole(value)]
    if 1000 < value < 10_000 and value // 100 % 10:
        rest = value % 100
        forms.append(seq(in_words(value // 100), "hundred", *_and_rest(rest)))
    for name, scale in SCALES.items():
        if value > scale and value % scale and value % (scale // 100) == 0:
            fraction = f"{value % scale * 100 // scale:02}".rstrip("0")
            forms.append(seq(_with_fraction(str(value // scale), fraction), name))
    return either(*forms)


def plain(digits: str) -> Form:
    """Digits without commas: an amount, a year, a number of a room; with a zero in front they are no amount."""
    if (digits[0] == "0" and len(digits) > 1) or len(digits) > _LONGEST:
        return Digits(digits)
    if len(digits) == 1:
        return Either(("zero", "oh", "nought", "nil")) if digits == "0" else NAMES[int(digits)]
    return amount(digits) if len(digits) == 2 else Either((amount(digits), Digits(digits)))


def year(digits: str) -> str:
    """Four digits as the year that they most often are, or nothing: "nineteen oh five"."""
    if not re.fullmatch(r"(?:19|20)\d\d", digits):
        return ""
    high, low = int(digits[:2]), int(digits[2:])
    if high == 20 and low < 10:
        return in_words(int(digits))
    return f"{in_words(high)} {'oh ' if 0 < low < 10 else ''}{in_words(low) if low else 'hundred'}"


def in_name(digits: str) -> Form:
    """Digits that are part of a name: `utf8`, `sha256`."""
    if named := year(digits):
        return Either((named, plain(digits)))
    three = len(digits) == 3 and "0" not in digits[:2]
    spoken = f"{NAMES[int(digits[0])]} {in_words(int(digits[1:]))}" if three else Digits(digits)
    if len(digits) == 2 and digits[0] != "0":
        return Either((amount(digits), Digits(digits)))
    return Either((spoken, plain(digits)))


def scientific(written: str) -> Form:
    """1.5e-3: one point five times ten to the minus three."""
    number_, _, power_ = written.casefold().partition("e")
    times = Either(("times ten to the", "times ten to the power of", "e"))
    return seq(number(number_), times, _say_signed(power_))


def _say_signed(power_: str) -> Form:
    bare = plain(power_.lstrip("+-−"))
    if power_[0] in "-−":
        return seq(Either(("minus", "negative")), bare)
    return seq(maybe("plus"), bare) if power_[0] == "+" else bare


_SMALL: Final = str.maketrans("⁰¹²³⁴⁵⁶⁷⁸⁹⁺⁻", "0123456789+-")
_POWERS: Final = {"2": ("squared", "square"), "3": ("cubed", "cube")}


def power(written: str) -> Form:
    """What is said of an exponent behind its base: "squared", "to the minus three"."""
    digits = written.translate(_SMALL)
    said = _say_signed(digits)
    ways: list[Form] = [*_POWERS.get(digits, ()), seq("to the", said), seq("to the power of", said)]
    if written == digits:
        ways.append(seq("caret", said))
    if digits.isdecimal() and 0 < int(digits) < 100:
        ways.append(seq("to the", ordinal(digits), maybe("power")))
    return either(*ways)


@cache
def character(c: str) -> Form:
    """A character that is a number: a half, a digit in a circle, a numeral of Rome."""
    value = Fraction(unicodedata.numeric(c, -1)).limit_denominator(1000)
    if unicodedata.numeric(c, None) is None:
        return unicodedata.name(c, "a number").casefold().replace("-", " ")
    whole, rest = divmod(abs(value), 1)
    part = fraction(str(rest.numerator), str(rest.denominator)) if rest else ""
    said = part if part and not whole else seq(plain(str(whole)), *(("and", part) if part else ()))
    return seq("minus", said) if value < 0 else said


def number(written: str) -> Form:
    """Digits with or without commas between the thousands, and with any number of points."""
    whole, *fractions = written.split(".")
    bare = whole.replace(",", "")
    if len(fractions) == 1:
        return _with_fraction(whole, fractions[0])
    head = plain(bare) if bare == whole or len(bare) > _LONGEST else amount(bare)
    point = Either(("dot", "point")) if len(fractions) > 2 else _POINT
    return seq(head, *(part for one in fractions for part in (point, plain(one))))


def _with_fraction(whole: str, fraction: str) -> Form:
    bare = whole.replace(",", "")
    ones = plain(bare) if bare else "zero"
    head = Either((ones, "")) if bare in ("", "0") else ones
    said = seq(head, _POINT, Digits(fraction))
    return Either((said, seq(ones, "and a half"))) if fraction == "5" and bare not in ("", "0") else said


def release(written: str) -> Form:
    """A version of two numbers behind a name, as it is said without its point: "Python three twelve"."""
    whole, _, part = written.partition(".")
    heard_as_one = int(whole) >= 20 and whole[-1] == "0" and len(part) == 1 and part != "0"
    if not part.isdecimal() or not 1 <= len(part) <= 2 or len(whole) > 2 or whole[0] == "0" or heard_as_one:
        return number(written)
    tail = Digits(part) if part[0] == "0" or len(part) == 1 else in_words(int(part))
    return Either(
        (seq(in_words(int(whole)), _POINT, tail), number(written), Aloud(seq(in_words(int(whole)), tail)))
    )


def _and_rest(rest: int) -> tuple[Form, ...]:
    return (maybe("and"), in_words(rest)) if rest else ()


def _whole(value: int) -> Form:
    """By value: "a hundred and five" and its kin."""
    if value < 100:
        return in_words(value)
    parts: list[Form] = []
    for name, scale in (*reversed(SCALES.items()), ("", 1)):
        group, value = divmod(value, scale)
        if not group:
            continue
        hundreds, rest = divmod(group, 100)
        if hundreds:
            leads = not parts and hundreds == 1
            parts += [Either(("one", "a")) if leads else NAMES[hundreds], "hundred", *_and_rest(rest)]
        elif name:
            parts.append(Either(("one", "a")) if not parts and rest == 1 else in_words(rest))
        else:
            parts += _and_rest(rest)
        if name:
            parts.append(name)
    return seq(*parts)


def ordinal(digits: str) -> Form:
    """The digits of "21st"."""
    value = int(digits)
    if value in ORDINAL_NAMES:
        return ORDINAL_NAMES[value]
    rest = value % 100
    if not rest:
        *head, last = in_words(value).split()
        return seq(*head, f"{last}th")
    small = ORDINAL_NAMES.get(rest) or f"{NAMES[rest - rest % 10]} {ORDINAL_NAMES[rest % 10]}"
    return seq(_whole(value - rest), maybe("and"), small) if value > rest else small


def decade(digits: str) -> Form:
    """The digits of "1980s": the ten, and maybe the hundreds before it."""
    ten = NAMES[int(digits[-2:])] if digits[-2:] == "10" or digits[-2] != "1" else ""
    if digits[-2:] == "00":
        return seq(in_words(int(digits[:-2])), "hundreds") if len(digits) > 2 else "hundreds"
    said = ten[:-1] + "ies" if ten.endswith("y") else ten + "s"
    return seq(in_words(int(digits[:-2])), said) if len(digits) > 2 else said


@cache
def _coins(sign: str) -> tuple[str, str, str, str]:
    """The names of its amounts, of one, and of its coins; of most signs Unicode knows the name."""
    known = _MONEY.get(sign)
    if known:
        return known
    name = (
        unicodedata.name(sign, "money")
        .casefold()
        .replace(" sign", "")
        .replace("-", " ")
        .split("symbol ")[-1]
        .split("fullwidth ")[-1]
    )
    return (name if name in _WITHOUT_PLURAL else f"{name}s"), name, "", ""


def money(sign: str, written: str, scale: str) -> Form:
    """An amount of money: "$5.20", "$5 million" (`scale`)."""
    many, one, coins, coin = _coins(sign)
    grouped = sign not in _POINTED and _GROUPED.fullmatch(written)
    whole, _, fraction = (written.replace(".", ",") if grouped else written).partition(".")
    single = whole == "1" and not scale and not int(fraction or 0)
    unit = Either((one, many) if single else (many, one))
    amount_ = number(f"{whole}.{fraction}" if fraction else whole)
    if scale or len(fraction) != 2 or not coins:
        return seq(amount_, *([scale] if scale else []), unit)
    bare = whole.replace(",", "") or "0"
    cents = int(fraction)
    change: Form = in_words(cents) if cents else "zero"
    small = seq(change, Either((coin, coins) if cents == 1 else (coins, coin)))
    if not int(bare):
        return Either((small, seq(amount_, unit))) if cents else seq("zero", unit)
    head = seq(number(whole), unit if single else Either((one, many) if bare == "1" else (many, one)))
    if not cents:
        return either(head, seq(amount_, unit), seq(head, maybe("and"), small))
    return either(
        seq(head, Either(("and", "")), small),
        seq(amount_, unit),
        seq(head, maybe("and"), change),
        Aloud(seq(number(whole), change if cents > 9 else Digits(fraction))),
    )


def clock(hour: str, minute: str, second: str = "", *, half: bool = False) -> Form:
    """A time of day, or a span of time written as one; `half`: "a.m." follows."""
    hours = in_words(int(hour)) if int(hour) else Either(("zero", "zero zero", "twelve", "oh"))
    minutes = int(minute)
    exact = in_words(minutes) if minutes > 9 else Either((f"oh {in_words(minutes)}", Digits(minute)))
    if second:
        one, point, part = second.partition(".")
        unit: tuple[Form, ...] = ("second", "seconds") if second == "01" else ("seconds", "second")
        tail = seq(
            Either(("and", "")), number(f"{int(one)}{point}{part}"), Either((*unit, "") if point else unit)
        )
        bare: list[Form] = (
            [] if point else [Digits(second), *([in_words(int(second))] if second > "09" else [])]
        )
        last = Either((tail, *bare))
        return seq(hours, exact if minutes else Digits(minute), last)
    if not minutes:
        whole = seq(hours, Either(("oclock", "hundred") if 0 < int(hour) <= 12 else ("hundred", "oclock")))
        ways: list[Form] = [hours, whole] if half else [whole, hours]
        return either(*ways, seq(hours, Either(("hundred hours", "zero zero"))))
    ways = [seq(hours, exact)]
    twelve = (int(hour) - 1) % 12 + 1
    if minutes == 30:
        ways.append(seq("half past", in_words(twelve)))
    before_or_after = {15: "quarter", 45: "quarter"}.get(minutes)
    name: Form = seq(maybe("a"), before_or_after) if before_or_after else in_words(min(minutes, 60 - minutes))
    if minutes < 30:
        ways.append(seq(name, Either(("past", "after")), in_words(twelve)))
    elif minutes > 30:
        ways.append(seq(name, Either(("to", "till", "of")), in_words(twelve % 12 + 1)))
    return either(*ways)


_UTC: Final = ("U T C", "UTC")


def stamp(time: tuple[str, str, str], zone: str) -> Form:
    """What stands behind the day of an ISO time: `T20:15:00Z`."""
    hour, minute, second = time
    short = clock(hour, minute)
    exact = either(short, clock(hour, minute, second)) if second == "00" else clock(hour, minute, second)
    offset: Form = Either((*_UTC, "Z", "zulu", ""))
    if zone[1:]:
        hours, minutes = zone[1:3], zone[-2:]
        said = seq(
            plain(str(int(hours))), *([in_words(int(minutes))] if minutes != "00" else []), maybe("hours")
        )
        offset = seq(Either(("", *_UTC)), "plus" if zone[0] == "+" else Either(("minus", "dash")), said)
        offset = Either((*_UTC, offset)) if int(hours + minutes) == 0 else offset
    return seq(Either(("at", "", "T")), exact, *([offset] if zone else []))


def day(digits: str) -> Form:
    """The day of a month: "May 5", "May fifth", "May the fifth"."""
    bare = digits.lstrip("0") or "0"
    return Either((seq(maybe("the"), ordinal(bare)), plain(bare)))


def date(year_: str, month: str, day_: str) -> Form:
    """A date in figures, the year first: by the name of its month, or figure by figure."""
    dash = maybe(Either(("dash", "slash", "hyphen")))
    figures: Form = seq(Digits(year_), dash, _figure(month), dash, _figure(day_))
    return either(*_by_name(year_, month, day_), figures)


def _by_name(year_: str, month_: str, day_: str) -> list[Form]:
    if not (1 <= int(month_) <= 12 and 1 <= int(day_) <= 31):
        return []
    name = MONTHS[int(month_) - 1]
    said = Either((year(year_), plain(year_))) if year(year_) else plain(year_)
    return [seq(name, day(day_), said), seq(maybe("the"), day(day_), maybe("of"), name, said)]


def slashed_date(one: str, other: str, year_: str, *, day_first: bool = False) -> Form:
    """7/4/1999: either may be the month; the first is, where it can be."""
    slash = maybe(Either(("slash", "dash", "dot")))
    orders = [(one, other), (other, one)]
    named = [
        way
        for month_, day_ in (reversed(orders) if day_first else orders)
        for way in _by_name(year_, month_, day_)
    ]
    return either(*named, seq(_figure(one), slash, _figure(other), slash, plain(year_)))


def _figure(digits: str) -> Form:
    bare = digits.lstrip("0")
    return Either((Digits(digits), plain(bare))) if bare else Digits(digits)


def fraction(top: str, bottom: str) -> Form:
    """Of 3/4: three quarters, three fourths, three over four; 24/7 is said like that."""
    n, d = int(top), int(bottom)
    over = seq(number(top), Either(("over", "slash", "divided by", "out of")), number(bottom))
    ways: list[Form] = ["twenty four seven"] if (n, d) == (24, 7) else []
    if n > 0 and 2 <= d <= 100:
        one, many = _HALVES.get(d, ("", ""))
        name = ordinal(bottom)
        names: list[Form] = [one if n == 1 else many] if one else []
        if d != 2:
            names.append(name if n == 1 else _plural(name))
        head: Form = (
            Either(("one", "a", "")) if (n, d) == (1, 2) else Either(("one", "a")) if n == 1 else number(top)
        )
        ways.append(seq(head, either(*names)))
        if (n, d) == (1, 2):
            ways.append("half a")
    ways = [*ways, over] if n < d <= 20 or (n, d) == (24, 7) else [over, *ways]
    if n >= d:
        ways.insert(len(ways) * (n != d), Aloud(seq(number(top), number(bottom))))
    return either(*ways)


def _plural(form: Form) -> Form:
    match form:
        case str():
            return form + "s"
        case _:
            return seq(form, "s")


def month(name: str) -> str:
    """A month's whole name, of any writing of it; empty if it is none."""
    number_ = SHORT_MONTHS.get(name.capitalize().rstrip("."))
    return MONTHS[number_ - 1].casefold() if number_ else ""


def telephone(written: str) -> Form:
    """A telephone number, with or without the gaps between its groups."""
    groups = re.findall(r"\d+", written)
    said = Either((Digits("".join(groups)), seq(*map(Digits, groups))))
    return seq(maybe("plus"), said) if written[0] == "+" else said


def row(written: str) -> Form:
    """Digits apart from each other, as `speakable` writes a telephone number; a comma ends a group."""
    return seq(*(Digits(one.replace(" ", "")) for one in written.split(",")))


def row_aloud(written: str) -> str:
    """The same with a rest behind each group."""
    return ", ".join(" ".join(NAMES[int(digit)] for digit in one.split()) for one in written.split(","))


def hexadecimal(written: str) -> Form:
    """What follows "0x", in lower case."""
    runs = re.findall(r"[a-f]+|\d", written)
    said = (plain(run) if run.isdecimal() else Either((" ".join(run.upper()), run)) for run in runs)
    return seq(Either(("hex", "zero x", "oh x")), *said)
