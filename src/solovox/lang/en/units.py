"""Units and what they are called: length, area, volume, mass, temperature, time, speed and data (`units.txt`).

Sizes are the definitions of the SI and of the international yard and pound (1959); US customary volumes.
Months and years are none: they have no one length.

Short writings of units, and what they stand for: the voice says them, the matcher understands them.
"""

import re
from dataclasses import dataclass
from fractions import Fraction
from importlib.resources import files
from typing import Final

_PLURALS: Final = {
    "foot": "feet",
    "inch": "inches",
    "stone": "stone",
    "celsius": "degrees Celsius",
    "kelvin": "kelvins",
}


@dataclass(frozen=True, slots=True)
class Measure:
    """A unit: its kind, its name and its size in the first unit of the kind."""

    kind: str
    name: str
    size: Fraction


def _named() -> dict[str, Measure]:
    found: dict[str, Measure] = {}
    table = files("solovox.lang.en").joinpath("units.txt").read_text(encoding="utf-8")
    for row in table.splitlines():
        head, _, aliases = row.partition(":")
        kind, name, size = head.split()
        measure = Measure(kind, name.replace("_", " "), Fraction(size))
        found |= {alias.replace("_", " "): measure for alias in (name, f"{name}s", *aliases.split())}
    return found


MEASURES: Final = _named()
"""Each name that a unit is known by."""


BITS: Final = re.compile(r"\b[KMGT]b\b")
"""Units of bits, which are not known: in small letters they are taken for bytes."""


def measure(name: str) -> Measure | None:
    """The unit of that name. Of bits there is none: "Mb" is no "MB"."""
    if BITS.fullmatch(name.strip()):
        return None
    folded = " ".join(name.casefold().replace("_", " ").strip(" .").split())
    return MEASURES.get(folded) or MEASURES.get(folded.removeprefix("degrees ").removesuffix("s"))


def measured(number: str, unit: str) -> str:
    """A number with its unit: `1 mile`, `2 degrees Celsius`, `60 miles per hour`."""
    if unit in ("celsius", "fahrenheit"):
        return f"{number} degree{'' if number == '1' else 's'} {unit.capitalize()}"
    if number == "1":
        return f"1 {unit}"
    first, per, rest = unit.partition(" per ")
    plural = " ".join([*first.split()[:-1], _PLURALS.get(first.split()[-1], first.split()[-1] + "s")])
    return f"{number} {plural}{per}{rest}"


SIGNS_OF_MONEY: Final = "$¢-¥֏؋߾߿৲৳৻૱௹฿៛\u20a0-\u20cf꠸﷼﹩＄￠￡￥￦\U00011fdd-\U00011fe0\U0001e2ff\U0001ecb0"
"""All of Unicode's, as ranges of a class."""

_PREFIXES: Final = {
    "p": "pico", "n": "nano", "u": "micro", "µ": "micro", "μ": "micro", "m": "milli", "c": "centi", "h": "hecto", "k": "kilo",
    "K": "kilo", "M": "mega", "G": "giga", "T": "tera", "P": "peta",
}  # fmt: skip
_BASES: Final = {
    "m": ("meter", "nµμcmk"), "g": ("gram", "µμmk"), "s": ("second", "pnuµμm"), "l": ("liter", "mc"), "L": ("liter", "m"), "Hz": ("hertz", "kMGT"),
    "B": ("byte", "kKMGTP"), "bit": ("bit", "kMG"), "W": ("watt", "mkMGT"), "V": ("volt", "mk"), "A": ("amp", "µμmk"), "Ω": ("ohm", "mkM"), "\u2126": ("ohm", "mkM"), "\u212a": ("kelvin", "m"),
    "J": ("joule", "kM"), "Pa": ("pascal", "hkM"), "N": ("newton", "k"), "eV": ("electron volt", "kMG"), "Wh": ("watt hour", "kMGT"), "F": ("farad", "pnµμ"),
    "cal": ("calorie", "k"), "bps": ("bit per second", "kMG"),
}  # fmt: skip
"""Each with the prefixes that it is written with."""
_ALONE: Final = "m g s l L Hz bit W V A Ω \u2126 \u212a J Pa N eV Wh cal bps".split()


def _many(one: str) -> str:
    head, per, rest = one.partition(" per ")
    return f"{_PLURALS.get(head, head if head.endswith(('hertz', 's')) else f'{head}s')}{per}{rest}"


_SHORT: Final = {
    "d": "day", "sec": "second", "min": "minute", "mins": "minute", "h": "hour", "hr": "hour", "hrs": "hour", "km/h": "kilometer per hour", "mph": "mile per hour",
    "ft": "foot", "lb": "pound", "lbs": "pound", "oz": "ounce", "mi": "mile", "yd": "yard", "ha": "hectare", "px": "pixel", "fps": "frame per second",
    "dB": "decibel", "rpm": "revolution per minute", "bpm": "beat per minute", "ppm": "part per million", "mol": "mole", "KiB": "kibibyte", "MiB": "mebibyte",
    "GiB": "gibibyte", "TiB": "tebibyte", "x": "time",
}  # fmt: skip
SHORT_UNITS: Final = (
    {short: (one, _many(one)) for short, one in _SHORT.items()}
    | {base: (_BASES[base][0], _many(_BASES[base][0])) for base in _ALONE}
    | {
        prefix + base: (one, _many(one))
        for base, (name, prefixes) in _BASES.items()
        for prefix in prefixes
        if (one := _PREFIXES[prefix].removesuffix("o" if name == "ohm" and prefix == "k" else "") + name)
    }
    | {
        "°C": ("degree celsius", "degrees celsius"),
        "°F": ("degree fahrenheit", "degrees fahrenheit"),
        "°": ("degree", "degrees"),
    }
    | {
        "k": ("thousand", "thousand"),
        "K": ("K", "K"),
        "M": ("million", "million"),
        "mn": ("million", "million"),
        "bn": ("billion", "billion"),
    }
)
"""Each as it is said of one, and of many."""

PHONE: Final = (
    r"(?<![\w.-])(?:(?:\+?1[ .-])?\(?\d{3}\)?[ .-]\d{3}[ .-]\d{4}|\d{3}-\d{4}|\d{3}-\d{2}-\d{4}"
    r"|\+\d[\d ().-]{6,18}\d|(?=\(?0(?:[) -]*\d){8})\(?0\d{1,4}\)?(?:[ -]\d{2,4}){1,4}|\d{4}(?:[ -]\d{4}){3})(?![\w-])"
)
"""Digits in the groups of a telephone number, or of a card: said one by one."""
