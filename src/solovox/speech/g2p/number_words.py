"""Numbers as words (American English): cardinals, ordinals, years, digits, money.

Each function takes digits as they were written and gives the words that are said, separated by
spaces. Numbers too long to be understood are said digit by digit.
"""

from typing import Final

from solovox.lang.en.numbers import NAMES, in_words, ordinal_in_words

_LONGEST: Final = 15
"""More digits than this have no name here."""
_CURRENCIES: Final = {
    "$": ("dollar", "cent"), "€": ("euro", "cent"), "£": ("pound", "penny"), "¥": ("yen", ""), "₹": ("rupee", "paisa"),
}  # fmt: skip


def digits(written: str) -> str:
    """Every digit by its name: "007" is "zero zero seven"."""
    return " ".join(NAMES[int(digit)] for digit in written if digit.isdecimal())


def _unnamed(plain: str) -> bool:
    return len(plain) > _LONGEST or (len(plain) > 1 and plain[0] == "0")


def cardinal(written: str) -> str:
    """A whole number; commas between the thousands are fine, and a leading zero means digit by digit."""
    plain = written.replace(",", "")
    return digits(plain) if _unnamed(plain) else in_words(int(plain))


def ordinal(written: str) -> str:
    """21 is "twenty first"; what has no name ends so, too: "zero zero first"."""
    plain = written.replace(",", "")
    if not _unnamed(plain):
        return ordinal_in_words(int(plain))
    return f"{digits(plain[:-1])} {ordinal_in_words(int(plain[-1]))}"


def decimal(written: str) -> str:
    """A number with or without a fraction: 3.14 is "three point one four"."""
    whole, point, fraction = written.partition(".")
    said = cardinal(whole) if whole else "zero"
    return f"{said} point {digits(fraction)}" if point and fraction else said


def year(written: str) -> str:
    """Four digits as a year: 1999, 2005, 2026."""
    high, low = int(written[:2]), int(written[2:])
    if (high == 20 and low < 10) or (low == 0 and high % 10 == 0):
        return cardinal(written)
    if low == 0:
        return f"{in_words(high)} hundred"
    return f"{in_words(high)} {'oh ' if low < 10 else ''}{in_words(low)}"


def decade(written: str) -> str:
    """1980 (of "1980s") is "nineteen eighties", 90 (of "'90s") "nineties"."""
    said = year(written) if len(written) == 4 else cardinal(written)
    return said[:-1] + "ies" if said.endswith("y") else said + "s"


def grouped(written: str) -> str:
    """Digits glued to a name (sha256, h264, utf8): short ones whole, three as "two fifty six"."""
    if len(written) == 3 and written[0] != "0" and written[1] != "0":
        return f"{NAMES[int(written[0])]} {in_words(int(written[1:]))}"
    return cardinal(written) if len(written) < 3 else digits(written)


def clock(hour: str, minute: str, half: str) -> str:
    """A time of day; `half` is "a", "p" or nothing."""
    h, m = int(hour), int(minute)
    if m:
        said = f"{in_words(h)} {'oh ' if m < 10 else ''}{in_words(m)}"
    elif half:
        said = in_words(h)
    else:
        said = f"{in_words(h)} {'oclock' if 0 < h <= 12 else 'hundred'}"
    return f"{said} {half.upper()} M" if half else said


def money(sign: str, whole: str, cents: str, scale: str) -> str:
    """$5.20 is "five dollars and twenty cents"; "$5 million" is "five million dollars"."""
    unit, small = _CURRENCIES[sign]
    many = unit if unit == "yen" else unit + "s"
    if scale:
        amount = decimal(f"{whole}.{cents}" if cents else whole)
        return f"{amount} {scale} {many}"
    n = int(whole.replace(",", ""))
    said = f"{cardinal(whole)} {unit if n == 1 else many}"
    c = int(cents.ljust(2, "0")) if cents else 0
    if not c or not small:
        return said
    coins = {"penny": "pence", "paisa": "paise"}.get(small, small + "s")
    change = f"{in_words(c)} {small if c == 1 else coins}"
    return f"{said} and {change}" if n else change


def fraction(top: str, bottom: str) -> str:
    """1/2 is "one half", 3/4 "three quarters", 24/7 "twenty four seven"."""
    n, d = int(top), int(bottom)
    if (n, d) == (24, 7):
        return "twenty four seven"
    if not 0 < n < d <= 20 or d < 2:
        return f"{cardinal(top)} over {cardinal(bottom)}"
    name = {2: "half", 4: "quarter"}.get(d, ordinal(bottom))
    if n == 1:
        return f"one {name}"
    return f"{cardinal(top)} {'halves' if d == 2 else name + 's'}"
