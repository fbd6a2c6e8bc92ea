"""Numbers as words (American English): cardinals, ordinals, years, digits, money.

Each function takes digits as they were written and gives the words that are said, separated by
spaces. Numbers too long to be understood are said digit by digit.
"""

from typing import Final

_ONES: Final = (
    "zero one two three four five six seven eight nine ten eleven twelve thirteen fourteen "
    "fifteen sixteen seventeen eighteen nineteen"
).split()
_TENS: Final = "_ _ twenty thirty forty fifty sixty seventy eighty ninety".split()
_SCALES: Final = ("", " thousand", " million", " billion", " trillion")
_LONGEST: Final = 15
"""More digits than this have no name here."""
_ORDINALS: Final = {
    "one": "first",
    "two": "second",
    "three": "third",
    "five": "fifth",
    "eight": "eighth",
    "nine": "ninth",
    "twelve": "twelfth",
}
_CURRENCIES: Final = {
    "$": ("dollar", "cent"),
    "€": ("euro", "cent"),
    "£": ("pound", "penny"),
    "¥": ("yen", ""),
    "₹": ("rupee", "paisa"),
}


def digits(written: str) -> str:
    """Every digit by its name: "007" is "zero zero seven"."""
    return " ".join(_ONES[int(digit)] for digit in written if digit.isdecimal())


def _below_hundred(n: int) -> str:
    if n < 20:
        return _ONES[n]
    tens, ones = divmod(n, 10)
    return _TENS[tens] + (f" {_ONES[ones]}" if ones else "")


def _below_thousand(n: int) -> str:
    hundreds, rest = divmod(n, 100)
    if not hundreds:
        return _below_hundred(rest)
    return f"{_ONES[hundreds]} hundred" + (f" {_below_hundred(rest)}" if rest else "")


def cardinal(written: str) -> str:
    """A whole number; commas between the thousands are fine, and a leading zero means digit by digit."""
    plain = written.replace(",", "")
    if len(plain) > _LONGEST or (len(plain) > 1 and plain[0] == "0"):
        return digits(plain)
    n = int(plain)
    if n == 0:
        return "zero"
    parts: list[str] = []
    for scale in _SCALES:
        n, group = divmod(n, 1000)
        if group:
            parts.insert(0, _below_thousand(group) + scale)
    return " ".join(parts)


def ordinal(written: str) -> str:
    """21 is "twenty first"."""
    words = cardinal(written).split()
    last = words[-1]
    if last in _ORDINALS:
        words[-1] = _ORDINALS[last]
    elif last.endswith("y"):
        words[-1] = last[:-1] + "ieth"
    else:
        words[-1] = last + "th"
    return " ".join(words)


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
        return f"{_below_hundred(high)} hundred"
    return f"{_below_hundred(high)} {'oh ' if low < 10 else ''}{_below_hundred(low)}"


def decade(written: str) -> str:
    """1980 (of "1980s") is "nineteen eighties", 90 (of "'90s") "nineties"."""
    said = year(written) if len(written) == 4 else cardinal(written)
    return said[:-1] + "ies" if said.endswith("y") else said + "s"


def grouped(written: str) -> str:
    """Digits glued to a name (sha256, h264, utf8): short ones whole, three as "two fifty six"."""
    if len(written) == 3 and written[0] != "0" and written[1] != "0":
        return f"{_ONES[int(written[0])]} {_below_hundred(int(written[1:]))}"
    return cardinal(written) if len(written) < 3 else digits(written)


def clock(hour: str, minute: str, half: str) -> str:
    """A time of day; `half` is "a", "p" or nothing."""
    h, m = int(hour), int(minute)
    if m:
        said = f"{_below_hundred(h)} {'oh ' if m < 10 else ''}{_below_hundred(m)}"
    elif half:
        said = _below_hundred(h)
    else:
        said = f"{_below_hundred(h)} {'oclock' if 0 < h <= 12 else 'hundred'}"
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
    change = f"{_below_hundred(c)} {small if c == 1 else coins}"
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
