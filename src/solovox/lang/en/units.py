"""Units and what they are called: length, area, volume, mass, temperature, time, speed and data.

Sizes are the definitions of the SI and of the international yard and pound (1959); US customary volumes.
Months and years are none: they have no one length.

Short writings of units, and what they stand for: the voice says them, the matcher understands them.
"""

import re
from dataclasses import dataclass
from fractions import Fraction
from typing import Final

_TABLE: Final = """
length metre 1: m meter metres meters
length kilometre 1000: km kilometer kilometers kilometres k
length centimetre 1/100: cm centimeter centimeters centimetres
length millimetre 1/1000: mm millimeter millimeters millimetres
length micrometre 1/1000000: um micron microns micrometer micrometers
length mile 1609.344: mi miles
length yard 0.9144: yd yards
length foot 0.3048: ft feet
length inch 0.0254: in inches
length nautical_mile 1852: nmi
mass kilogram 1: kg kilo kilos kilogramme kilogrammes
mass gram 1/1000: g gramme grammes
mass milligram 1/1000000: mg
mass tonne 1000: t tonnes metric_ton metric_tons
mass ton 907.18474: tons short_ton short_tons
mass pound 0.45359237: lb lbs pounds
mass ounce 0.028349523125: oz ounces
mass stone 6.35029318: st stones
volume litre 1: l liter liters litres
volume millilitre 1/1000: ml milliliter milliliters millilitres
volume centilitre 1/100: cl centiliter centiliters centilitres
volume cubic_metre 1000: m3 cubic_meter cubic_meters cubic_metres
volume gallon 3.785411784: gal gallons us_gallon us_gallons
volume quart 0.946352946: qt quarts
volume pint 0.473176473: pt pints
volume cup 0.2365882365: cups
volume fluid_ounce 0.0295735295625: fl_oz fluid_ounces
volume tablespoon 0.01478676478125: tbsp tablespoons
volume teaspoon 0.00492892159375: tsp teaspoons
time second 1: s sec secs seconds
time millisecond 1/1000: ms milliseconds
time minute 60: min mins minutes
time hour 3600: h hr hrs hours
time day 86400: d days
time week 604800: wk weeks
speed metre_per_second 1: m/s mps meters_per_second metres_per_second meter_per_second
speed kilometre_per_hour 5/18: km/h kmh kph kilometers_per_hour kilometres_per_hour kilometers_an_hour kilometer_per_hour
speed mile_per_hour 0.44704: mph mi/h miles_per_hour miles_an_hour
speed knot 463/900: kn kt knots
speed foot_per_second 0.3048: ft/s fps feet_per_second
data byte 1: b bytes
data bit 1/8: bits
data kilobyte 1000: kb kilobytes
data megabyte 1000000: mb megabytes megs meg
data gigabyte 1000000000: gb gigabytes gigs gig
data terabyte 1000000000000: tb terabytes
data kibibyte 1024: kib kibibytes
data mebibyte 1048576: mib mebibytes
data gibibyte 1073741824: gib gibibytes
data megabit 125000: mbit megabits
data gigabit 125000000: gbit gigabits
area square_metre 1: m2 square_meter square_meters square_metres
area square_kilometre 1000000: km2 square_kilometer square_kilometers square_kilometres
area square_foot 0.09290304: sq_ft square_feet
area square_mile 2589988.110336: square_miles
area acre 4046.8564224: acres
area hectare 10000: ha hectares
temperature celsius 0: c centigrade degrees_celsius degree_celsius degrees_centigrade °c
temperature fahrenheit 0: f degrees_fahrenheit degree_fahrenheit farenheit °f
temperature kelvin 0: kelvins degrees_kelvin
"""
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
    for row in _TABLE.strip().splitlines():
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
