"""Numbers written as words, as digits, and as both: "twenty five point two" and 25.2, "5 million" and "five million".

Whole numbers below 10**15, decimals after "point", ordinals, years read in pairs. The words for one to ninety are the core's.
"""

import re
from dataclasses import dataclass
from decimal import Decimal
from typing import Final

from solovox.lang.en.words import ENGLISH

_LINES: Final = ENGLISH.lines
UNITS: Final = {word: value for value, word in enumerate(("zero", *_LINES.ones))} | dict.fromkeys(
    ("oh", "nought", "naught", "nil"), 0
)
_TENS: Final = {word: value * 10 for value, word in enumerate(_LINES.tens, start=2)}
TENS: Final = _TENS | {"fourty": 40, "ninty": 90}
SCALES: Final = {"thousand": 10**3, "million": 10**6, "billion": 10**9, "trillion": 10**12}
NAMES: Final = {value: word for word, value in reversed((UNITS | _TENS).items())}
"""How each number below twenty, and each ten, is said."""
ORDINAL_NAMES: Final = {
    value: f"{word[:-1]}ieth" if word.endswith("y") else f"{word}th" for value, word in NAMES.items()
} | {1: "first", 2: "second", 3: "third", 5: "fifth", 8: "eighth", 9: "ninth", 12: "twelfth"}
ORDINALS: Final = {word: value for value, word in ORDINAL_NAMES.items()}

_DIGITS: Final = re.compile(r"\d+(?:,\d{3})*(?:\.\d+)?|\.\d+")
_MAGNITUDE: Final = re.compile(r"0|[1-9]\d{0,14}", re.ASCII)
_DECIMAL: Final = re.compile(r"\d{1,15}\.\d{1,15}", re.ASCII)


@dataclass(frozen=True, slots=True)
class Number:
    """A number found in words: its digits ("25", "2.5", "21st"), and how many words it took."""

    digits: str
    words: int


def number_at(words: list[str], at: int) -> Number | None:
    """The longest number that begins with `words[at]`; the words are lower case, without punctuation."""
    if words[at] in ("oh", "nil"):
        return None
    year = _year(words, at)
    if year:
        return year
    if _DECIMAL.fullmatch(words[at]):
        return _scale(words[at], words, at, at + 1)
    whole, end, ordinal = _whole(words, at)
    if end == at:
        return None
    if ordinal:
        return Number(f"{whole}{suffix(whole)}", end - at)
    fraction, after = _fraction(words, end)
    return _scale(f"{whole}.{fraction}", words, at, after) if fraction else Number(str(whole), after - at)


def _scale(decimal: str, words: list[str], at: int, end: int) -> Number:
    """A number with decimals that ends before `words[end]`: "1.5 million" is a whole one."""
    scale = SCALES.get(words[end]) if end < len(words) else None
    if scale is None:
        return Number(decimal, end - at)
    value = f"{Decimal(decimal) * scale:f}"
    return Number(value.rstrip("0").rstrip(".") if "." in value else value, end + 1 - at)


def digits(token: str) -> str | None:
    """`1,250.50` as `1250.5`; None for what is not a plain number."""
    if not _DIGITS.fullmatch(token):
        return None
    whole, _, fraction = token.replace(",", "").partition(".")
    fraction = fraction.rstrip("0")
    return (whole.lstrip("0") or "0") + (f".{fraction}" if fraction else "")


def in_words(number: int) -> str:
    """A whole number as it is said; raises `ValueError` outside ±10**15."""
    if abs(number) >= 10**15:
        raise ValueError(f"{number} is too large to be said in words")
    if number < 0:
        return f"minus {in_words(-number)}"
    for word, scale in reversed(SCALES.items()):
        if number >= scale:
            rest = number % scale
            return f"{in_words(number // scale)} {word}" + (f" {in_words(rest)}" if rest else "")
    if number >= 100:
        rest = number % 100
        return f"{NAMES[number // 100]} hundred" + (f" {in_words(rest)}" if rest else "")
    if number < 20:
        return NAMES[number]
    return NAMES[number - number % 10] + (f" {NAMES[number % 10]}" if number % 10 else "")


def in_digits(text: str) -> str:
    """A text with its number words as digits: "in twenty five days" is "in 25 days"."""
    words, out, at = text.split(), list[str](), 0
    while at < len(words):
        number = number_at(words, at) if words[at].isalpha() else None
        taken = number.words if number else 1
        out += [number.digits] if number else words[at : at + taken]
        at += taken
    return " ".join(out)


def _below_hundred(words: list[str], at: int) -> tuple[int, int, bool]:
    """(value, index behind, whether it was an ordinal); the index is `at` when there is none."""
    if at >= len(words):
        return 0, at, False
    word = words[at]
    if word in TENS:
        if at + 1 < len(words):
            following = words[at + 1]
            if 0 < UNITS.get(following, 0) < 10:
                return TENS[word] + UNITS[following], at + 2, False
            if 0 < ORDINALS.get(following, 0) < 10:
                return TENS[word] + ORDINALS[following], at + 2, True
        return TENS[word], at + 1, False
    if word in UNITS:
        return UNITS[word], at + 1, False
    return (ORDINALS[word], at + 1, True) if word in ORDINALS else (0, at, False)


def _below_thousand(words: list[str], at: int) -> tuple[int, int, bool]:
    value, end, ordinal = _below_hundred(words, at)
    if end == at and at < len(words) and _MAGNITUDE.fullmatch(words[at]):
        value, end = int(words[at]), at + 1
    if end == at and words[at : at + 2] in (["a", "hundred"], ["a", "thousand"], ["a", "million"]):
        value, end = 1, at + 1
    if end == at or ordinal or end >= len(words) or words[end] != "hundred":
        return value, end, ordinal
    rest = end + 1 + (words[end + 1 : end + 2] == ["and"])
    more, after, ordinal = _below_hundred(words, rest)
    return (value * 100 + more, after, ordinal) if after > rest else (value * 100, end + 1, False)


def _whole(words: list[str], at: int) -> tuple[int, int, bool]:
    total, end, below = 0, at, 10**15
    while True:
        begin = end + (end > at and words[end : end + 1] == ["and"])
        if begin >= len(words):
            return total, end, False
        value, after, ordinal = _below_thousand(words, begin)
        if after == begin:
            return total, end, False
        scale = SCALES.get(words[after], 1) if after < len(words) and not ordinal else 1
        if end > at and (scale >= below or below == 1):
            return total, end, False
        if begin > end and below == 1:
            return total, end, False
        total, end, below = total + value * scale, after + (scale > 1), scale
        if scale == 1 or ordinal:
            return total, end, ordinal


def _fraction(words: list[str], at: int) -> tuple[str, int]:
    if words[at : at + 1] != ["point"]:
        return "", at
    found, end = "", at + 1
    while end < len(words):
        value = UNITS.get(words[end], TENS.get(words[end]))
        if value is None:
            break
        digit = UNITS.get(words[end + 1], 0) if words[end] in TENS and end + 1 < len(words) else 0
        joined = 0 < digit < 10  # "point twenty five" is .25
        found, end = found + str(value + digit * joined), end + 1 + joined
    return (found.rstrip("0") or "0", end) if end > at + 1 else ("", at)


def _year(words: list[str], at: int) -> Number | None:
    """Two pairs, as in "nineteen eighty four" and "twenty twenty five"."""
    century, end, ordinal = _below_hundred(words, at)
    if ordinal or end != at + 1 or not (12 < century <= 20) or end >= len(words):
        return None
    rest, after, ordinal = _below_hundred(words, end)
    if ordinal or after == end or rest < 10 or words[after : after + 1] in (["hundred"], ["thousand"]):
        return None
    return Number(str(century * 100 + rest), after - at)


def suffix(value: int) -> str:
    if value % 100 in (11, 12, 13):
        return "th"
    return {1: "st", 2: "nd", 3: "rd"}.get(value % 10, "th")
