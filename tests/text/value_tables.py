"""Values out of Unicode's tables and of other locales, and sentences out of Python's own reference, each with what may be said of it."""

import importlib
import pydoc_data.topics
import random
import re
import sys
import unicodedata
from functools import cache
from pathlib import Path

from text.value_words import bare, cardinal, decimal, digits


@cache
def _characters(category: str) -> list[str]:
    return [chr(one) for one in range(sys.maxunicode) if unicodedata.category(chr(one)) == category]


def draw_other_digits(r: random.Random) -> tuple[str, str]:
    """A number in the digits of another script."""
    zeros = [c for c in _characters("Nd") if unicodedata.digit(c) == 0 and c != "0"]
    zero, n = (
        ord(r.choice(zeros)),
        r.choice([r.randrange(10, 100), r.randrange(100, 1000), r.randrange(1000, 10_000)]),
    )
    return "".join(chr(zero + int(c)) for c in str(n)), f"(?:{bare(n)}|{digits(str(n))})"


def draw_numeral(r: random.Random) -> tuple[str, str]:
    """A character that is a whole number: in a circle, a bracket, of Rome."""
    whole = [
        c
        for c in (*_characters("No"), *_characters("Nl"))
        if unicodedata.numeric(c, 0.5) % 1 == 0
        and unicodedata.decomposition(c).partition(" ")[0] not in ("<super>", "<sub>")
        and unicodedata.numeric(c) >= 0
    ]
    c = r.choice(whole)
    return c, f"(?:circled )?{cardinal(int(unicodedata.numeric(c)))}"


def draw_named_sign(r: random.Random) -> tuple[str, str]:
    """A sign that is called by its name."""
    c = r.choice([*_characters("Sm"), *(chr(one) for one in range(0x219A, 0x21D0))])
    if ord(c) < 0x2266 or ord(c) >= 0xFE00:  # of these many have a word of their own
        c = chr(r.randrange(0x2A00, 0x2B00))
    name = unicodedata.name(c).casefold().replace("-", " ")
    return f"{c} here", f"{name.removesuffix(' sign')}(?: sign)? here"


def draw_other_locale(r: random.Random) -> tuple[str, str]:
    """A number in the groups of another country."""
    n, part = r.randrange(10_000, 10**8), str(r.randrange(10, 100))
    western = f"{n:,}"
    indian = re.sub(r"(?<=\d)(?=(?:\d\d)+$)", ",", str(n)[:-3]) + f",{n % 1000:03}"
    groups = r.choice([western.replace(",", one) for one in (".", "\u202f", "\u00a0", "'", "’")])
    mark = "." if groups[-4] in "'’" else ","
    return r.choice(
        [
            (f"{groups}{mark}{part}", decimal(n, part)),
            (indian if n > 99_999 else western, cardinal(n)),
            (f"{indian}.{part}" if n > 99_999 else f"{western}.{part}", decimal(n, part)),
        ]
    )


_COMPATIBLE = {
    "㎏": "kilograms", "㎎": "milligrams", "㎝": "centimeters", "㎜": "millimeters", "㎞": "kilometers", "㎡": "(?:square meters|meters squared)", "㎦": "(?:cubic kilometers|kilometers cubed)",
    "㎖": "milliliters", "㎐": "hertz", "㎑": "kilohertz", "㎒": "megahertz", "㎓": "gigahertz", "㎾": "kilowatts", "㎿": "megawatts", "㎅": "kilobytes", "㎆": "megabytes", "㎇": "gigabytes",
    "㎳": "milliseconds", "㎲": "microseconds", "㎱": "nanoseconds", "℃": "degrees celsius", "℉": "degrees fahrenheit", "\u212a": "kelvins?", "\u2126": "ohms?", "㎩": "pascals?", "㏈": "decibels?",
    "㎧": "meters per second", "㎨": "meters per second squared", "％": "(?:percent|per cent)",
}  # fmt: skip


def draw_compatible(r: random.Random) -> tuple[str, str]:
    """A unit in one character."""
    short, n = r.choice(sorted(_COMPATIBLE)), r.randint(2, 900)
    return f"{n}{r.choice(['', ' '])}{short}", f"{cardinal(n)} {_COMPATIBLE[short]}"


_SENTENCE = re.compile(r"(?<!\S)[A-Z][a-z]+(?: [a-z]+(?:-[a-z]+)?,?){3,13}\.(?=\s|$)")
_SHORT = re.compile(
    r"\b(?:etc|vs|int|str|repr|eval|exec|del|init|sys|args?|kwargs|iff|lhs|rhs|env|stdin|stdout|utf|pdb|posix|max|min|[b-hj-z])\b"
)
"""What is no word of a sentence, or short for one."""
_TEXTS = (
    "argparse",
    "inspect",
    "logging",
    "statistics",
    "subprocess",
    "tarfile",
    "threading",
    "turtle",
    "typing",
)


@cache
def _sentences() -> list[str]:
    library = [
        Path(importlib.import_module(name).__file__ or "").read_text(encoding="utf-8") for name in _TEXTS
    ]
    text = "\n\n".join([*pydoc_data.topics.topics.values(), *library])
    found = _SENTENCE.findall(re.sub(r"[ \n#]+", " ", text))
    return sorted({one for one in found if not _SHORT.search(one)})


def draw_sentence(r: random.Random) -> tuple[str, str]:
    """A sentence without anything but words."""
    text = r.choice(_sentences())
    return text, " ".join(re.findall("[a-z]+", text.casefold()))
