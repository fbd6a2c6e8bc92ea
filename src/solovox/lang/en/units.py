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

from solovox.lang.tables import read_tables

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


def _read_measures() -> dict[str, Measure]:
    found: dict[str, Measure] = {}
    table = files("solovox.lang.en").joinpath("units.txt").read_text(encoding="utf-8")
    for row in table.splitlines():
        head, _, aliases = row.partition(":")
        kind, name, size = head.split()
        measure = Measure(kind, name.replace("_", " "), Fraction(size))
        found |= {alias.replace("_", " "): measure for alias in (name, f"{name}s", *aliases.split())}
    return found


MEASURES: Final = _read_measures()
"""Each name that a unit is known by."""


BITS: Final = re.compile(r"\b[KMGT]b\b")
"""Units of bits, which are not known: in small letters they are taken for bytes."""


def measure(name: str) -> Measure | None:
    """The unit of that name. Of bits there is none: "Mb" is no "MB"."""
    if BITS.fullmatch(name.strip()):
        return None
    folded = " ".join(name.casefold().replace("_", " ").strip(" .").split())
    return MEASURES.get(folded) or MEASURES.get(folded.removeprefix("degrees ").removesuffix("s"))


def say_measure(number: str, unit: str) -> str:
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

SHORT_UNITS: Final = read_tables("solovox.lang.en", "short_units.txt")[""]
"""Each as it is said of one, of many, and in other words."""

PHONE: Final = (
    r"(?<![\w.-])(?:(?:\+?1[ .-])?\(?\d{3}\)?[ .-]\d{3}[ .-]\d{4}|\d{3}-\d{4}|\d{3}-\d{2}-\d{4}"
    r"|\+\d[\d ().-]{6,18}\d|(?=\(?0(?:[) -]*\d){8})\(?0\d{1,4}\)?(?:[ -]\d{2,4}){1,4}|\d{4}(?:[ -]\d{4}){3})(?![\w-])"
)
"""Digits in the groups of a telephone number, or of a card: said one by one."""
