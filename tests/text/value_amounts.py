"""Numbers, money, units and shares as they are written, each with what may be said of it."""

import random
from fractions import Fraction

from text.value_words import (
    AND,
    MINUS,
    bare,
    cardinal,
    decimal,
    digits,
    exponent,
    ordinal,
    plural,
    power_of,
)

_SUPERSCRIPT = str.maketrans("0123456789-", "⁰¹²³⁴⁵⁶⁷⁸⁹⁻")


def draw_whole(r: random.Random) -> tuple[str, str]:
    n = r.choice(
        [r.randrange(10), r.randrange(100), r.randrange(1000), r.randrange(100_000), r.randrange(10**9)]
    )
    if r.random() < 0.5:
        return f"{n:,}", cardinal(n) if n >= 1000 else bare(n)
    return str(n), bare(n) if n < 10_000 or n > 99_999 else f"(?:{bare(n)}|{digits(str(n))})"


def draw_decimal(r: random.Random) -> tuple[str, str]:
    whole, fraction = (
        r.choice([0, r.randrange(20), r.randrange(2000)]),
        str(r.randrange(10 ** r.randint(1, 4))),
    )
    fraction = fraction.zfill(r.randint(1, 4))
    written = f"{whole:,}.{fraction}"
    return written, decimal(whole, fraction)


def draw_negative(r: random.Random) -> tuple[str, str]:
    written, said = r.choice((draw_whole, draw_decimal))(r)
    return r.choice("-−–") + written, f"{MINUS} {said}"


def draw_scientific(r: random.Random) -> tuple[str, str]:
    whole, power = r.randint(1, 9), r.choice([-1, 1]) * r.randint(2, 20)
    fraction = r.choice(["", "", str(r.randint(1, 99))])
    first = decimal(whole, fraction) if fraction else cardinal(whole)
    lead = r.choice(["", "", "-", "−"])
    head = f"{whole}.{fraction}" if fraction else str(whole)
    way = r.choice(["e", "E", "×", "x"])
    behind = f"times ten {power_of(power)}" if power in (2, 3) else "-"
    said = f"{MINUS + ' ' if lead else ''}{first} (?:(?:times ten to the(?: power of)?|e) {exponent(power)}|{behind})"
    if way in "eE":
        return f"{lead}{head}{way}{r.choice(['+', '']) if power > 0 else ''}{power}", said
    return f"{lead}{head} × 10{str(power).translate(_SUPERSCRIPT)}", said


_NAMED = {2: ("half", "halves"), 4: ("(?:quarter|fourth)", "(?:quarters|fourths)")}


def _part(n: int, d: int) -> str:
    one, many = _NAMED.get(d, (ordinal(d), f"{ordinal(d)}s"))
    named = f"(?:one|a) {one}" if n == 1 else f"{cardinal(n)} {many}"
    return f"(?:{named}|{cardinal(n)} (?:over|out of) {cardinal(d)})"


_VULGAR = "½ ⅓ ⅔ ¼ ¾ ⅕ ⅖ ⅗ ⅘ ⅙ ⅚ ⅐ ⅛ ⅜ ⅝ ⅞ ⅑ ⅒".split()
_PARTS = [
    Fraction(*map(int, one.split("/")))
    for one in "1/2 1/3 2/3 1/4 3/4 1/5 2/5 3/5 4/5 1/6 5/6 1/7 1/8 3/8 5/8 7/8 1/9 1/10".split()
]


def draw_fraction(r: random.Random) -> tuple[str, str]:
    d = r.randint(2, 16)
    n = r.randint(1, d - 1)
    slash = r.choice(["/", "/", "⁄"])
    if r.random() < 0.3:
        whole = r.randint(1, 9)
        return f"{whole} {n}/{d}", f"{cardinal(whole)} and {_part(n, d)}"
    return f"{n}{slash}{d}", _part(n, d)


def draw_vulgar(r: random.Random) -> tuple[str, str]:
    at, whole = r.randrange(len(_VULGAR)), r.choice([0, 0, r.randint(1, 40)])
    part = _part(_PARTS[at].numerator, _PARTS[at].denominator)
    if not whole:
        return _VULGAR[at], part
    return f"{whole}{r.choice(['', ' '])}{_VULGAR[at]}", f"{cardinal(whole)} and {part}"


def draw_power(r: random.Random) -> tuple[str, str]:
    power = r.choice([2, 2, 3, 4, 6, 10, -1, -2, -3, -9])
    base = r.choice(["x", "n", "10", "2", str(r.randint(2, 99))])
    said = base if base.isalpha() else cardinal(int(base))
    way = r.choice(["super", "super", "^", "**"])
    if way == "super":
        return f"{base}{str(power).translate(_SUPERSCRIPT)}", f"{said} {power_of(power)}"
    ways = f"(?:{power_of(power)}|to the(?: power of)? {exponent(power)})"
    return f"{base}{way}{power}", f"{said} {ways}"


def draw_range(r: random.Random) -> tuple[str, str]:
    one = r.randint(0, 90)
    other = one + r.randint(1, 300)
    dash = r.choice(["-", "–", " – ", "—"])
    unit, said = r.choice(
        [
            ("", ""),
            ("", ""),
            ("%", " percent"),
            (" ms", " milliseconds"),
            (" km", " kilometers"),
            (" °C", " degrees celsius"),
        ]
    )
    return f"{one}{dash}{other}{unit}", f"{cardinal(one)} (?:to|through) {bare(other)}{said}"


_COMPARED = {
    "<": "(?:is )?less than", ">": "(?:is )?(?:greater|more) than", "<=": "(?:is )?(?:at most|less than or equal to)",
    ">=": "(?:is )?(?:at least|greater than or equal to)", "≤": "(?:is )?(?:at most|less than or equal to)",
    "≥": "(?:is )?(?:at least|greater than or equal to)", "!=": "(?:is not|(?:is )?not equals?)(?: to| equal to)?",
    "≠": "(?:is not|(?:is )?not equals?)(?: to| equal to)?", "==": "(?:is|equals|is equal to)", "≈": "(?:is )?(?:about|approximately)",
}  # fmt: skip


def draw_comparison(r: random.Random) -> tuple[str, str]:
    sign, name = r.choice(sorted(_COMPARED)), r.choice(["x", "y", "load", "count", "n", "p"])
    gap = r.choice(["", " "])
    written, said = r.choice((draw_whole, draw_decimal))(r)
    if r.random() < 0.2 and sign in "<>≤≥":
        return f"{sign}{gap}{written}", f"{_COMPARED[sign]} {said}"
    return f"{name}{gap}{sign}{gap}{written}", f"{name} {_COMPARED[sign]} {said}"


def draw_arrow(r: random.Random) -> tuple[str, str]:
    one, other = r.sample(["read", "write", "idle", "busy", "north", "south"], 2)
    first, second = draw_whole(r), draw_whole(r)
    return r.choice(
        [
            (f"{one} → {other}", f"{one} (?:to|becomes) {other}"), (f"{one} -> {other}", f"{one} (?:to|becomes) {other}"),
            (f"{one} ← {other}", f"{one} from {other}"), (f"{one} ↔ {other}", f"{one} (?:both ways|to and from) {other}"),
            (f"{one} ⇒ {other}", f"{one} (?:to|gives|implies) {other}"), (f"{one} ↓ {first[0]}%", f"{one} down {first[1]} percent"),
            (f"{one} ↑ {first[0]}%", f"{one} up {first[1]} percent"), (f"{first[0]} → {second[0]}", f"{first[1]} (?:to|becomes) {second[1]}"),
            (f"{one} ⬆ {first[0]}", f"{one} up {first[1]}"), (f"{one} ▼ {first[0]}", f"{one} down {first[1]}"),
        ]
    )  # fmt: skip


_MONEY = {
    "$": ("dollar", "dollars", "cent", "cents"), "€": ("euro", "euros", "cent", "cents"), "£": ("pound", "pounds", "penny", "pence"),
    "₹": ("rupee", "rupees", "paisa", "paise"), "¥": ("yen", "yen", "", ""), "₩": ("won", "won", "", ""), "₽": ("rubles?", "rubles?", "", ""),
    "₺": ("(?:turkish )?liras?", "(?:turkish )?liras?", "", ""), "₴": ("hryvnias?", "hryvnias?", "", ""), "₿": ("bitcoin", "bitcoins?", "", ""),
    "₪": ("(?:new )?she(?:k|q)els?", "(?:new )?she(?:k|q)els?", "", ""), "₫": ("dongs?", "dongs?", "", ""),
}  # fmt: skip


def _amount(sign: str, whole: int, fraction: str) -> str:
    one, many, coin, coins = _MONEY[sign]
    unit = plural(whole, one, many)
    if not fraction:
        return f"{cardinal(whole)} {unit}" if whole < 1000 else f"{bare(whole)} {unit}"
    change = int(fraction)
    plain = f"{decimal(whole, fraction)} {many}"
    if not coin:
        return plain
    if not change:
        return f"(?:{plain}|{bare(whole)} {unit})"
    small = f"{cardinal(change)} {plural(change, coin, coins)}"
    return f"(?:{plain}|{cardinal(whole)} {unit}{AND} {small}" + (f"|{small})" if not whole else ")")


def draw_american_money(r: random.Random) -> tuple[str, str]:
    sign = r.choice("$$$£€¥₩₽₺₴₿₪₫")
    whole = r.choice([r.randrange(1, 20), r.randrange(100), r.randrange(2000), r.randrange(10**6)])
    fraction = r.choice(["", f"{r.randrange(100):02}"]) if _MONEY[sign][2] else ""
    lead = r.choice(["", "", "", "-", "−"])
    written = f"{lead}{sign}{whole:,}" + (f".{fraction}" if fraction else "")
    said = _amount(sign, whole, fraction)
    return written, f"{MINUS} {said}" if lead else said


def draw_scaled_money(r: random.Random) -> tuple[str, str]:
    sign, whole, fraction = r.choice("$€£"), r.randint(1, 400), r.choice(["", str(r.randint(1, 9))])
    scale, name = r.choice([("bn", "billion"), ("B", "billion"), ("M", "million"), ("m", "million"), ("k", "thousand"), (" million", "million"),
                            (" billion", "billion"), ("K", "thousand"), (" trillion", "trillion"), ("mn", "million")])  # fmt: skip
    said = decimal(whole, fraction) if fraction else cardinal(whole)
    return f"{sign}{whole}{'.' + fraction if fraction else ''}{scale}", f"{said} {name} {_MONEY[sign][1]}"


def draw_foreign_money(r: random.Random) -> tuple[str, str]:
    whole, fraction = r.randrange(1, 10**7), f"{r.randrange(100):02}"
    grouped = f"{whole:,}"
    way = r.choice(["german", "german", "french", "indian", "swiss", "short"])
    if way == "german":
        written = f"{grouped.replace(',', '.')},{fraction}"
        return r.choice([f"€{written}", f"{written} €"]), _amount("€", whole, fraction)
    if way == "french":
        gap = r.choice(" \u202f\u00a0")
        return f"{grouped.replace(',', gap)},{fraction} €", _amount("€", whole, fraction)
    if way == "swiss":
        return f"€{grouped.replace(',', '’')}.{fraction}", _amount("€", whole, fraction)
    if way == "short":
        whole = r.randrange(1, 900)
        return f"{whole},{fraction} €", _amount("€", whole, fraction)
    head, tail = str(whole)[:-3], str(whole)[-3:]
    parts: list[str] = []
    while head:
        parts.insert(0, head[-2:])
        head = head[:-2]
    lakh, rest = divmod(whole, 100_000)
    said = _amount("₹", whole, "")
    if lakh and not rest:
        said = f"(?:{said}|{cardinal(lakh)} lakh rupees)"
    return f"₹{','.join([*parts, tail])}", said


_UNITS = {
    "ms": ("millisecond", "milliseconds"), "s": ("second", "seconds"), "h": ("hour", "hours"), "min": ("minute", "minutes"), "m": ("meter", "meters"),
    "km": ("kilometer", "kilometers"), "cm": ("centimeter", "centimeters"), "mm": ("millimeter", "millimeters"), "g": ("gram", "grams"),
    "kg": ("kilogram", "kilograms"), "mg": ("milligram", "milligrams"), "V": ("volt", "volts"), "W": ("watt", "watts"), "kW": ("kilowatt", "kilowatts"),
    "kWh": ("kilowatt hour", "kilowatt hours"), "Hz": ("hertz", "hertz"), "GHz": ("gigahertz", "gigahertz"), "MB": ("megabyte", "megabytes"),
    "GB": ("gigabyte", "gigabytes"), "TB": ("terabyte", "terabytes"), "KiB": ("kibibyte", "kibibytes"), "GiB": ("gibibyte", "gibibytes"),
    "Ω": ("ohm", "ohms"), "kΩ": ("kilohm|kilo ohm", "kilohms|kilo ohms"), "mA": ("milliamp", "milliamps"), "dB": ("decibel", "decibels"),
    "°C": ("degree celsius", "degrees celsius"), "°F": ("degree fahrenheit", "degrees fahrenheit"), "ml": ("milliliter", "milliliters"), "L": ("liter", "liters"),
    "lb": ("pound", "pounds"), "oz": ("ounce", "ounces"), "ft": ("foot", "feet"), "mph": ("mile (?:an|per) hour", "miles (?:an|per) hour"),
    "µs": ("microsecond", "microseconds"), "ns": ("nanosecond", "nanoseconds"), "px": ("pixel", "pixels"), "N": ("newton", "newtons"),
    "Pa": ("pascal", "pascals"), "kJ": ("kilojoule", "kilojoules"), "kcal": ("kilocalorie", "kilocalories"), "Mbit": ("megabit", "megabits"),
}  # fmt: skip


def draw_unit(r: random.Random) -> tuple[str, str]:
    short = r.choice(sorted(_UNITS))
    number = r.choice([1, r.randint(2, 40), r.randint(100, 999)])
    gap = r.choice([" ", " ", "", "\u00a0"])
    one, many = _UNITS[short]
    lead = r.choice(["", "", "", "-", "−", "+"])
    said = f"{cardinal(number)} (?:{plural(number, one, many)})"
    return f"{lead}{number}{gap}{short}", f"{'plus ' if lead == '+' else MINUS + ' ' if lead else ''}{said}"


def draw_square(r: random.Random) -> tuple[str, str]:
    number = r.randint(2, 400)
    return r.choice(
        [
            (f"{number} m²", f"{cardinal(number)} (?:square meters|meters squared)"), (f"{number} km²", f"{cardinal(number)} (?:square kilometers|kilometers squared)"),
            (f"{number} m³", f"{cardinal(number)} (?:cubic meters|meters cubed)"), (f"{number} cm³", f"{cardinal(number)} (?:cubic centimeters|centimeters cubed)"),
            (f"{number} m/s²", f"{cardinal(number)} meters per second squared"), (f"{number}m²", f"{cardinal(number)} (?:square meters|meters squared)"),
            (f"{number} ft²", f"{cardinal(number)} (?:square feet|feet squared)"), (f"{number} kg/m³", f"{cardinal(number)} kilograms per cubic meter"),
            (f"{number} x 30 m", f"{cardinal(number)} by thirty meters"), (f"{number} × 30 cm", f"{cardinal(number)} (?:by|times) thirty centimeters"),
        ]
    )  # fmt: skip


_PER = {"s": "second", "h": "hour", "min": "minute", "day": "day", "month": "month", "year": "year"}


def draw_rate(r: random.Random) -> tuple[str, str]:
    number, per = r.randint(2, 900), r.choice(sorted(_PER))
    what = r.choice(["MB", "GB", "km", "m", "mg", "$", "kWh", "requests", "users", "req"])
    behind = f"(?:per|an?) {_PER[per]}"
    if what == "$":
        return f"${number}/{per}", f"{cardinal(number)} dollars {behind}"
    said = f"(?:{_UNITS[what][1]})" if what in _UNITS else "(?:requests|req)" if what == "req" else what
    return f"{number} {what}/{per}", f"{cardinal(number)} {said} {behind}"


def draw_percent(r: random.Random) -> tuple[str, str]:
    written, said = r.choice((draw_decimal, lambda r: (str(n := r.randint(0, 400)), cardinal(n))))(r)
    sign, name = r.choice(
        [
            ("%", "(?:percent|per cent)"),
            ("%", "(?:percent|per cent)"),
            (" %", "(?:percent|per cent)"),
            ("‰", "per mill?e?"),
        ]
    )
    lead, before = r.choice(
        [
            ("", ""),
            ("", ""),
            ("-", f"{MINUS} "),
            ("+", "plus "),
            ("±", "plus or minus "),
            ("~", "(?:about|approximately|around) "),
        ]
    )
    return f"{lead}{written}{sign}", f"{before}{said} {name}"
