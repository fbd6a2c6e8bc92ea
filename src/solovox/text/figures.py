"""How numbers that are written in digits may be said: amounts, decimals, money, times, dates, fractions.

Each function takes digits as they stand and gives every way of saying them that keeps what they are: "3.10" is
"three point ten" or "three point one zero", never "three point one"; "0042" is never "forty two".
"""

import re
from typing import Final

from solovox.lang.en.days import MONTHS, SHORT_MONTHS
from solovox.lang.en.numbers import NAMES, ORDINAL_NAMES, SCALES, in_words
from solovox.text.forms import Aloud, Digits, Either, Form, either, maybe, seq

_LONGEST: Final = 15
"""More digits than this have no name."""
_POINT: Final = Either(("point", "dot"))
_MONEY: Final = {
    "$": ("dollars", "dollar", "cents", "cent"), "€": ("euros", "euro", "cents", "cent"),
    "£": ("pounds", "pound", "pence", "penny"), "¥": ("yen", "yen", "sen", "sen"), "₹": ("rupees", "rupee", "paise", "paisa"),
}  # fmt: skip
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


def number(written: str) -> Form:
    """Digits with or without commas between the thousands, and with any number of points."""
    whole, *fractions = written.split(".")
    bare = whole.replace(",", "")
    if len(fractions) == 1:
        return _with_fraction(whole, fractions[0])
    first = plain(bare) if bare == whole or len(bare) > _LONGEST else amount(bare)
    return seq(first, *(part for one in fractions for part in (_POINT, plain(one))))


def _with_fraction(whole: str, fraction: str) -> Form:
    bare = whole.replace(",", "")
    ones = plain(bare) if bare else "zero"
    first = Either((ones, "")) if bare in ("", "0") else ones
    said = seq(first, _POINT, Digits(fraction))
    return Either((said, seq(ones, "and a half"))) if fraction == "5" and bare not in ("", "0") else said


def release(written: str) -> Form:
    """A version of two numbers behind a name, as it is said without its point: "Python three twelve"."""
    whole, _, part = written.partition(".")
    heard_as_one = int(whole) >= 20 and whole[-1] == "0" and len(part) == 1 and part != "0"
    if not part.isdecimal() or not 1 <= len(part) <= 2 or len(whole) > 2 or whole[0] == "0" or heard_as_one:
        return number(written)
    tail = Digits(part) if part[0] == "0" or len(part) == 1 else in_words(int(part))
    return Either((number(written), Aloud(seq(in_words(int(whole)), tail))))


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
            first = not parts and hundreds == 1
            parts += [Either(("one", "a")) if first else NAMES[hundreds], "hundred", *_and_rest(rest)]
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
        *first, last = in_words(value).split()
        return seq(*first, f"{last}th")
    small = ORDINAL_NAMES.get(rest) or f"{NAMES[rest - rest % 10]} {ORDINAL_NAMES[rest % 10]}"
    return seq(_whole(value - rest), maybe("and"), small) if value > rest else small


def decade(digits: str) -> Form:
    """The digits of "1980s": the ten, and maybe the hundreds before it."""
    ten = NAMES[int(digits[-2:])] if digits[-2:] == "10" or digits[-2] != "1" else ""
    if digits[-2:] == "00":
        return seq(in_words(int(digits[:-2])), "hundreds") if len(digits) > 2 else "hundreds"
    said = ten[:-1] + "ies" if ten.endswith("y") else ten + "s"
    return seq(in_words(int(digits[:-2])), said) if len(digits) > 2 else said


def money(sign: str, written: str, scale: str) -> Form:
    """An amount of money: "$5.20", "$5 million" (`scale`)."""
    many, one, coins, coin = _MONEY[sign]
    unit = Either((many, one))
    whole, _, fraction = written.partition(".")
    if scale or len(fraction) != 2:
        return seq(number(written), *([scale] if scale else []), unit)
    bare = whole.replace(",", "") or "0"
    cents = int(fraction)
    change: Form = in_words(cents) if cents else "zero"
    small = seq(change, Either((coins, coin)))
    if not int(bare):
        return Either((small, seq(number(written), unit))) if cents else seq("zero", unit)
    head = seq(number(whole), unit)
    ways = [seq(number(written), unit), seq(head, maybe("and"), small)]
    if cents:
        ways += [seq(head, maybe("and"), change)]
        ways += [Aloud(seq(number(whole), change if cents > 9 else Digits(fraction)))]
    else:
        ways += [head]
    return either(*ways)


def clock(hour: str, minute: str, second: str = "") -> Form:
    """A time of day, or a span of time written as one."""
    hours = in_words(int(hour)) if int(hour) else Either(("zero", "zero zero", "twelve", "oh"))
    minutes = int(minute)
    if second:
        tail = seq(maybe("and"), plain(str(int(second))), "seconds")
        last = Either((tail, Digits(second), *([in_words(int(second))] if second > "09" else [])))
        return seq(hours, Digits(minute) if minutes < 10 else in_words(minutes), last)
    if not minutes:
        return Either((hours, seq(hours, Either(("oclock", "hundred", "hundred hours", "zero zero")))))
    ways: list[Form] = [seq(hours, Digits(minute) if minutes < 10 else in_words(minutes))]
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


def day(digits: str) -> Form:
    """The day of a month: "May 5", "May fifth", "May the fifth"."""
    bare = digits.lstrip("0") or "0"
    return Either((plain(bare), seq(maybe("the"), ordinal(bare))))


def date(year: str, month: str, day_: str) -> Form:
    """A date in figures, the year first: by the name of its month, or figure by figure."""
    dash = maybe(Either(("dash", "slash", "hyphen")))
    ways: list[Form] = [seq(Digits(year), dash, _figure(month), dash, _figure(day_))]
    if 1 <= int(month) <= 12 and 1 <= int(day_) <= 31:
        name = MONTHS[int(month) - 1].casefold()
        ways.append(seq(name, day(day_), plain(year)))
        ways.append(seq(maybe("the"), day(day_), maybe("of"), name, plain(year)))
    return either(*ways)


def slashed_date(first: str, second: str, year: str) -> Form:
    """7/4/1999: either may be the month."""
    slash = maybe(Either(("slash", "dash")))
    ways: list[Form] = [seq(_figure(first), slash, _figure(second), slash, plain(year))]
    for month_, day_ in ((first, second), (second, first)):
        if 1 <= int(month_) <= 12:
            name = MONTHS[int(month_) - 1].casefold()
            ways.append(seq(name, day(day_), plain(year)))
            ways.append(seq(maybe("the"), day(day_), maybe("of"), name, plain(year)))
    return either(*ways)


def _figure(digits: str) -> Form:
    bare = digits.lstrip("0")
    return Either((Digits(digits), plain(bare))) if bare else Digits(digits)


def fraction(top: str, bottom: str) -> Form:
    """Of 3/4: three quarters, three fourths, three over four; 24/7 is said like that."""
    n, d = int(top), int(bottom)
    ways: list[Form] = [seq(number(top), Either(("over", "slash", "divided by", "out of")), number(bottom))]
    if (n, d) == (24, 7):
        ways.append("twenty four seven")
    if n >= d:
        ways.append(Aloud(seq(number(top), number(bottom))))
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


def hexadecimal(written: str) -> Form:
    """What follows "0x", in lower case."""
    runs = re.findall(r"[a-f]+|\d", written)
    said = (plain(run) if run.isdecimal() else Either((run, " ".join(run))) for run in runs)
    return seq(Either(("hex", "zero x", "oh x")), *said)
