"""Short writings of units, and what they stand for. The voice says them, the matcher understands them."""

from typing import Final

SIGNS_OF_MONEY: Final = "$€£¥₹"

UNITS: Final = {
    "ms": ("millisecond", "milliseconds"), "µs": ("microsecond", "microseconds"), "μs": ("microsecond", "microseconds"),
    "us": ("microsecond", "microseconds"), "ns": ("nanosecond", "nanoseconds"), "s": ("second", "seconds"),
    "sec": ("second", "seconds"), "min": ("minute", "minutes"), "h": ("hour", "hours"), "hr": ("hour", "hours"),
    "hrs": ("hour", "hours"), "Hz": ("hertz", "hertz"), "kHz": ("kilohertz", "kilohertz"), "MHz": ("megahertz", "megahertz"),
    "GHz": ("gigahertz", "gigahertz"), "kB": ("kilobyte", "kilobytes"), "KB": ("kilobyte", "kilobytes"),
    "MB": ("megabyte", "megabytes"), "GB": ("gigabyte", "gigabytes"), "TB": ("terabyte", "terabytes"),
    "KiB": ("kibibyte", "kibibytes"), "MiB": ("mebibyte", "mebibytes"), "GiB": ("gibibyte", "gibibytes"),
    "kbps": ("kilobit per second", "kilobits per second"), "Mbps": ("megabit per second", "megabits per second"),
    "Gbps": ("gigabit per second", "gigabits per second"), "mm": ("millimeter", "millimeters"),
    "cm": ("centimeter", "centimeters"), "m": ("meter", "meters"), "km": ("kilometer", "kilometers"),
    "km/h": ("kilometer an hour", "kilometers an hour"), "mph": ("mile an hour", "miles an hour"), "ft": ("foot", "feet"),
    "mg": ("milligram", "milligrams"), "g": ("gram", "grams"), "kg": ("kilogram", "kilograms"), "lb": ("pound", "pounds"),
    "lbs": ("pound", "pounds"), "ml": ("milliliter", "milliliters"), "°C": ("degree celsius", "degrees celsius"),
    "°F": ("degree fahrenheit", "degrees fahrenheit"), "°": ("degree", "degrees"), "px": ("pixel", "pixels"),
    "fps": ("frame per second", "frames per second"), "dB": ("decibel", "decibels"), "W": ("watt", "watts"),
    "kW": ("kilowatt", "kilowatts"), "kWh": ("kilowatt hour", "kilowatt hours"), "V": ("volt", "volts"),
    "mA": ("milliamp", "milliamps"), "x": ("time", "times"), "k": ("thousand", "thousand"), "K": ("K", "K"),
    "M": ("million", "million"),
}  # fmt: skip
"""Each as it is said of one, and of many."""

PHONE: Final = (
    r"(?<![\w.-])(?:(?:\+?1[ .-])?\(?\d{3}\)?[ .-]\d{3}[ .-]\d{4}|\d{3}-\d{4}|\d{3}-\d{2}-\d{4}"
    r"|\+\d[\d ().-]{6,18}\d|(?=0(?:[ -]?\d){8})0\d{1,4}(?:[ -]\d{2,4}){1,4}|\d{4}(?:[ -]\d{4}){3})(?![\w-])"
)
"""Digits in the groups of a telephone number, or of a card: said one by one."""
