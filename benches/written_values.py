"""Values as they are written, each with what may be said of it: made by rules, and by none of the product's.

What may be said is a regular expression over words in lower case, letters one by one. A fifth is kept apart by a seed.
"""

import random
from collections.abc import Iterator
from dataclasses import dataclass
from fractions import Fraction

APART = 7
"""The seed of those that are kept apart."""
EACH = 75
"""Draws of each kind."""

ONES = (
    "zero one two three four five six seven eight nine ten eleven twelve thirteen fourteen fifteen sixteen seventeen eighteen"
    " nineteen".split()
)
TENS = "twenty thirty forty fifty sixty seventy eighty ninety".split()
SCALES = ((10**12, "trillion"), (10**9, "billion"), (10**6, "million"), (10**3, "thousand"), (100, "hundred"))
ROWS = (
    "zeroth first second third fourth fifth sixth seventh eighth ninth tenth eleventh twelfth thirteenth fourteenth fifteenth"
    " sixteenth seventeenth eighteenth nineteenth".split()
)
MONTHS = "January February March April May June July August September October November December".split()
MINUS = "(?:minus|negative)"
POINT = "(?:point|dot)"
AND = "(?: and)?"


@dataclass(frozen=True)
class WrittenValue:
    """One text, what kind of value is in it, and what may be said of the text."""

    kind: str
    text: str
    said: str


def cardinal(n: int) -> str:
    """A whole number."""
    if n < 20:
        return ONES[n]
    if n < 100:
        return TENS[n // 10 - 2] + (f" {ONES[n % 10]}" if n % 10 else "")
    for scale, name in SCALES:
        if n >= scale:
            rest = n % scale
            return f"{cardinal(n // scale)} {name}" + (f"{AND} {cardinal(rest)}" if rest else "")
    raise AssertionError(n)


def ordinal(n: int) -> str:
    """One of a row."""
    *head, last = cardinal(n).split(" ")
    last = ROWS[ONES.index(last)] if last in ONES else f"{last[:-1]}ieth" if last in TENS else f"{last}th"
    return " ".join([*head, last])


def digits(run: str) -> str:
    """One by one."""
    return " ".join("(?:zero|oh)" if c == "0" else ONES[int(c)] for c in run)


def bare(n: int) -> str:
    """Without commas: some are said as years."""
    ways = [cardinal(n)]
    if 1000 <= n < 10_000:
        high, low = divmod(n, 100)
        ways.append(
            f"{cardinal(high)} " + ("hundred" if not low else ("oh " if low < 10 else "") + cardinal(low))
        )
    return f"(?:{'|'.join(ways)})"


def decimal(whole: int, fraction: str) -> str:
    """With its digits behind the point."""
    return f"{cardinal(whole)} {POINT} {digits(fraction)}"


def exponent(power: int) -> str:
    """A power of ten."""
    return f"{MINUS} {cardinal(-power)}" if power < 0 else cardinal(power)


def power_of(power: int) -> str:
    """What is said behind the base."""
    ways = [f"to the(?: power of)? {exponent(power)}"]
    if power > 3:
        ways.append(f"to the {ordinal(power)}(?: power)?")
    return {2: "squared", 3: "cubed"}.get(power, f"(?:{'|'.join(ways)})")


def plural(number: int | str, one: str, many: str) -> str:
    """The unit behind a number."""
    return one if number in (1, "1") else many


_SUPERSCRIPT = str.maketrans("0123456789-", "⁰¹²³⁴⁵⁶⁷⁸⁹⁻")


def _whole(r: random.Random) -> tuple[str, str]:
    n = r.choice(
        [r.randrange(10), r.randrange(100), r.randrange(1000), r.randrange(100_000), r.randrange(10**9)]
    )
    if r.random() < 0.5:
        return f"{n:,}", cardinal(n) if n >= 1000 else bare(n)
    return str(n), bare(n) if n < 10_000 or n > 99_999 else f"(?:{bare(n)}|{digits(str(n))})"


def _decimal(r: random.Random) -> tuple[str, str]:
    whole, fraction = (
        r.choice([0, r.randrange(20), r.randrange(2000)]),
        str(r.randrange(10 ** r.randint(1, 4))),
    )
    fraction = fraction.zfill(r.randint(1, 4))
    written = f"{whole:,}.{fraction}"
    return written, decimal(whole, fraction)


def _negative(r: random.Random) -> tuple[str, str]:
    written, said = r.choice((_whole, _decimal))(r)
    return r.choice("-−–") + written, f"{MINUS} {said}"


def _scientific(r: random.Random) -> tuple[str, str]:
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


def _fraction(r: random.Random) -> tuple[str, str]:
    d = r.randint(2, 16)
    n = r.randint(1, d - 1)
    slash = r.choice(["/", "/", "⁄"])
    if r.random() < 0.3:
        whole = r.randint(1, 9)
        return f"{whole} {n}/{d}", f"{cardinal(whole)} and {_part(n, d)}"
    return f"{n}{slash}{d}", _part(n, d)


def _vulgar(r: random.Random) -> tuple[str, str]:
    at, whole = r.randrange(len(_VULGAR)), r.choice([0, 0, r.randint(1, 40)])
    part = _part(_PARTS[at].numerator, _PARTS[at].denominator)
    if not whole:
        return _VULGAR[at], part
    return f"{whole}{r.choice(['', ' '])}{_VULGAR[at]}", f"{cardinal(whole)} and {part}"


def _power(r: random.Random) -> tuple[str, str]:
    power = r.choice([2, 2, 3, 4, 6, 10, -1, -2, -3, -9])
    base = r.choice(["x", "n", "10", "2", str(r.randint(2, 99))])
    said = base if base.isalpha() else cardinal(int(base))
    way = r.choice(["super", "super", "^", "**"])
    if way == "super":
        return f"{base}{str(power).translate(_SUPERSCRIPT)}", f"{said} {power_of(power)}"
    ways = f"(?:{power_of(power)}|to the(?: power of)? {exponent(power)})"
    return f"{base}{way}{power}", f"{said} {ways}"


def _range(r: random.Random) -> tuple[str, str]:
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


def _comparison(r: random.Random) -> tuple[str, str]:
    sign, name = r.choice(sorted(_COMPARED)), r.choice(["x", "y", "load", "count", "n", "p"])
    gap = r.choice(["", " "])
    written, said = r.choice((_whole, _decimal))(r)
    if r.random() < 0.2 and sign in "<>≤≥":
        return f"{sign}{gap}{written}", f"{_COMPARED[sign]} {said}"
    return f"{name}{gap}{sign}{gap}{written}", f"{name} {_COMPARED[sign]} {said}"


def _arrow(r: random.Random) -> tuple[str, str]:
    one, other = r.sample(["read", "write", "idle", "busy", "north", "south"], 2)
    first, second = _whole(r), _whole(r)
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


def _american_money(r: random.Random) -> tuple[str, str]:
    sign = r.choice("$$$£€¥₩₽₺₴₿₪₫")
    whole = r.choice([r.randrange(1, 20), r.randrange(100), r.randrange(2000), r.randrange(10**6)])
    fraction = r.choice(["", f"{r.randrange(100):02}"]) if _MONEY[sign][2] else ""
    lead = r.choice(["", "", "", "-", "−"])
    written = f"{lead}{sign}{whole:,}" + (f".{fraction}" if fraction else "")
    said = _amount(sign, whole, fraction)
    return written, f"{MINUS} {said}" if lead else said


def _scaled_money(r: random.Random) -> tuple[str, str]:
    sign, whole, fraction = r.choice("$€£"), r.randint(1, 400), r.choice(["", str(r.randint(1, 9))])
    scale, name = r.choice([("bn", "billion"), ("B", "billion"), ("M", "million"), ("m", "million"), ("k", "thousand"), (" million", "million"),
                            (" billion", "billion"), ("K", "thousand"), (" trillion", "trillion"), ("mn", "million")])  # fmt: skip
    said = decimal(whole, fraction) if fraction else cardinal(whole)
    return f"{sign}{whole}{'.' + fraction if fraction else ''}{scale}", f"{said} {name} {_MONEY[sign][1]}"


def _foreign_money(r: random.Random) -> tuple[str, str]:
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


def _unit(r: random.Random) -> tuple[str, str]:
    short = r.choice(sorted(_UNITS))
    number = r.choice([1, r.randint(2, 40), r.randint(100, 999)])
    gap = r.choice([" ", " ", "", "\u00a0"])
    one, many = _UNITS[short]
    lead = r.choice(["", "", "", "-", "−", "+"])
    said = f"{cardinal(number)} (?:{plural(number, one, many)})"
    return f"{lead}{number}{gap}{short}", f"{'plus ' if lead == '+' else MINUS + ' ' if lead else ''}{said}"


def _square(r: random.Random) -> tuple[str, str]:
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


def _rate(r: random.Random) -> tuple[str, str]:
    number, per = r.randint(2, 900), r.choice(sorted(_PER))
    what = r.choice(["MB", "GB", "km", "m", "mg", "$", "kWh", "requests", "users", "req"])
    behind = f"(?:per|an?) {_PER[per]}"
    if what == "$":
        return f"${number}/{per}", f"{cardinal(number)} dollars {behind}"
    said = f"(?:{_UNITS[what][1]})" if what in _UNITS else "(?:requests|req)" if what == "req" else what
    return f"{number} {what}/{per}", f"{cardinal(number)} {said} {behind}"


def _percent(r: random.Random) -> tuple[str, str]:
    written, said = r.choice((_decimal, lambda r: (str(n := r.randint(0, 400)), cardinal(n))))(r)
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


def _day(r: random.Random) -> tuple[int, int, int]:
    return r.randint(1900, 2099), r.randint(1, 12), r.randint(1, 28)


def _dated(year: int, month: int, day: int) -> str:
    name = MONTHS[month - 1].casefold()
    said = f"(?:{name} (?:the )?(?:{ordinal(day)}|{cardinal(day)})|(?:the )?{ordinal(day)} (?:of )?{name})"
    return f"{said} {bare(year)}" if year else said


def _date(r: random.Random) -> tuple[str, str]:
    year, month, day = _day(r)
    name = MONTHS[month - 1]
    short = name if name == "May" else r.choice([name, name[:3], f"{name[:3]}."])
    later = max(day, 13)
    return r.choice(
        [
            (f"{year}-{month:02}-{day:02}", _dated(year, month, day)), (f"{month}/{later}/{year}", _dated(year, month, later)),
            (f"{short} {day}, {year}", _dated(year, month, day)), (f"{day} {short} {year}", _dated(year, month, day)), (f"{short} {day}", _dated(0, month, day)),
            (f"{later}.{month:02}.{year}", _dated(year, month, later)), (f"{later}/{month:02}/{year}", _dated(year, month, later)),
            (f"{name} {day}{['th', 'st', 'nd', 'rd'][day % 10 if day % 10 < 4 and day // 10 != 1 else 0]}, {year}", _dated(year, month, day)),
        ]
    )  # fmt: skip


def _minutes(hour: int, minute: int) -> str:
    if not minute:
        return f"{cardinal(hour)}(?: oclock| hundred| hundred hours| zero zero)?"
    return f"{cardinal(hour)} {'(?:oh|zero) ' if minute < 10 else ''}{cardinal(minute)}"


def _clock(r: random.Random) -> tuple[str, str]:
    hour, minute = r.randrange(24), r.choice([0, r.randrange(60)])
    if r.random() < 0.4:
        half, twelve = r.choice(["am", "pm", "a.m.", "PM"]), hour % 12 or 12
        said = f"{half[0].casefold()} m"
        if minute:
            return f"{twelve}:{minute:02} {half}", f"{_minutes(twelve, minute)} {said}"
        return r.choice(
            [f"{twelve} {half}", f"{twelve}{half}", f"{twelve}:00 {half}"]
        ), f"{cardinal(twelve)}(?: oclock)? {said}"
    return f"{hour:02}:{minute:02}", _minutes(hour, minute)


def _timestamp(r: random.Random) -> tuple[str, str]:
    year, month, day = _day(r)
    hour, minute, second = r.randrange(24), r.randrange(60), r.choice([0, 0, r.randrange(60)])
    zone, name = r.choice([("Z", "(?: u t c| z| zulu)"), ("+00:00", "(?: u t c| plus (?:zero|oh)[ a-z]*)"), ("", ""), ("+02:00", " (?:u t c )?plus two(?: oclock| hours)?"),
                           ("-05:00", f" (?:u t c )?{MINUS} five(?: oclock| hours)?")])  # fmt: skip
    seconds = "" if not second else f"{AND} {cardinal(second)}(?: seconds?)?"
    return (
        f"{year}-{month:02}-{day:02}T{hour:02}:{minute:02}:{second:02}{zone}",
        f"{_dated(year, month, day)} (?:at )?{_minutes(hour, minute)}{seconds}(?: and zero seconds| zero zero)?{name}",
    )


def _release(parts: list[int]) -> str:
    ways = [f" {POINT} ".join(map(cardinal, parts))]
    if len(parts) == 2:
        ways += [decimal(parts[0], str(parts[1])), f"{cardinal(parts[0])} {cardinal(parts[1])}"]
    return f"(?:{'|'.join(ways)})"


def _version(r: random.Random) -> tuple[str, str]:
    parts = [r.randint(0, 30) for _ in range(r.choice([2, 3, 3, 4]))]
    written = ".".join(map(str, parts))
    name, said = r.choice(
        [
            ("v", "(?:v|version) "),
            ("Python ", "python "),
            ("GPT-", "g p t "),
            ("version ", "version "),
            ("Node ", "node "),
        ]
    )
    return name + written, said + _release(parts)


def _constraint(r: random.Random) -> tuple[str, str]:
    low, high = [r.randint(0, 9), r.randint(0, 20)], [r.randint(10, 20), r.randint(0, 20)]
    one, other = ".".join(map(str, low)), ".".join(map(str, high))
    least, less = "(?:at least|greater than or equal to)", "less than"
    first = f"{_release(low)}"
    return r.choice(
        [
            (f">={one},<{other}", f"{least} {first} {less} {_release(high)}"), (f">={one}, <{other}", f"{least} {first} {less} {_release(high)}"),
            (f"python>={one}", f"python {least} {first}"), (f"numpy=={one}", f"numpy (?:equals|is|is equal to) {first}"), (f"numpy<{one}", f"numpy {less} {first}"),
            (f"ruff~={one}", f"ruff (?:compatible with|tilde equals|about) {first}"), (f"^{one}.3", f"(?:caret|compatible with) {_release([*low, 3])}"),
            (f"numpy!={one}", f"numpy (?:is not|not equals|is not equal to) {first}"),
        ]
    )  # fmt: skip


def _address(r: random.Random) -> tuple[str, str]:
    parts = [r.randrange(256) for _ in range(4)]
    said = f" {POINT} ".join(f"(?:{cardinal(one)}|{digits(str(one))})" for one in parts)
    written = ".".join(map(str, parts))
    port = r.choice([80, 443, 8080, 5432, 3000])
    length = r.choice([8, 16, 24])
    port_said = f"(?:{bare(port)}|{digits(str(port))}|eighty eighty)"
    return r.choice([(written, said), (f"{written}:{port}", f"{said} (?:port |colon )?{port_said}"), (f"{written}/{length}", f"{said} slash {cardinal(length)}"),
                     (f"localhost:{port}", f"localhost (?:port |colon )?{port_said}")])  # fmt: skip


def _phone(r: random.Random) -> tuple[str, str]:
    def run(many: int) -> str:
        return "".join(str(r.randrange(10)) for _ in range(many))

    groups = r.choice(
        [
            [f"2{run(2)}", run(3), run(4)],
            [f"5{run(2)}", run(4)],
            ["020", run(4), run(4)],
            ["0151", f"{run(3)}", run(4)],
        ]
    )
    if groups[0][0] == "0":
        written = r.choice(
            [
                f"({groups[0]}) {groups[1]} {groups[2]}",
                " ".join(groups),
                f"+44 20 {groups[1].zfill(4)} {groups[2]}",
            ]
        )
    elif len(groups) == 2:
        written = "-".join(groups)
    else:
        written = r.choice(
            [
                f"({groups[0]}) {groups[1]}-{groups[2]}",
                "-".join(groups),
                ".".join(groups),
                f"+1 {'-'.join(groups)}",
                f"+1-{'-'.join(groups)}",
            ]
        )
    said = digits("".join(c for c in written if c.isdecimal()))
    return written, ("(?:plus )?" if written[0] == "+" else "") + said


_ROMAN = ((10, "X"), (9, "IX"), (5, "V"), (4, "IV"), (1, "I"))


def _roman(r: random.Random) -> tuple[str, str]:
    n = rest = r.choice([*range(2, 10), r.randint(11, 29)])
    written = ""
    for value, letters in _ROMAN:
        while rest >= value:
            written, rest = written + letters, rest - value
    name = r.choice(
        [
            "World War",
            "Chapter",
            "Louis",
            "Henry",
            "Part",
            "Act",
            "Super Bowl",
            "Volume",
            "Phase",
            "phase",
            "type",
            "Section",
            "Rocky",
        ]
    )
    return f"{name} {written}", f"{name.casefold()} (?:{cardinal(n)}|the {ordinal(n)})"


_WORDS = "get user base convert string response code client step handle create parse encode cache retry count token".split()


def _identifier(r: random.Random) -> tuple[str, str]:
    parts: list[str] = r.sample(_WORDS, r.randint(3, 5))
    number = r.choice([2, 3, 8, 16, 32, 64, 128, 256])
    parts.insert(r.randint(1, len(parts)), str(number))
    number_said = (
        f"(?:{cardinal(number)}|{digits(str(number))}|"
        + {128: "one twenty eight", 256: "two fifty six"}.get(number, "-")
        + ")"
    )
    said = " ".join(number_said if part.isdecimal() else part for part in parts)
    way = r.choice(["camel", "camel", "pascal", "snake", "kebab"])
    if way in ("snake", "kebab"):
        return ("_" if way == "snake" else "-").join(parts), said
    humps = "".join(part.capitalize() for part in parts)
    return (humps if way == "pascal" else humps[0].lower() + humps[1:]), said


def _link(r: random.Random) -> tuple[str, str]:
    name, tail = r.choice(["example", "python", "github", "astral"]), r.choice(["com", "org", "dev"])
    sub = r.choice(["docs", "api", ""])
    path = r.choice(["3/library", "a/b", "users/42", "v2/items?page=3"])
    host = f"{sub + '.' if sub else ''}{name}.{tail}"
    said = f"a link to {host.replace('.', ' dot ')}"
    return r.choice(
        [
            (f"https://{host}/{path}", said),
            (f"docs.{name}.{tail}/{path}", f"a link to docs dot {name} dot {tail}"),
            (f"http://{host}", said),
        ]
    )


def _file(r: random.Random) -> tuple[str, str]:
    name, end = (
        r.choice(["main", "parser", "old_notes", "server"]),
        r.choice(["py", "js", "txt", "json", "md"]),
    )
    end_said = {"txt": "text", "json": "json"}.get(end, " ".join(end))
    said = f"{name.replace('_', ' ')} dot {end_said}"
    line = r.randint(1, 400)
    return r.choice(
        [
            (f"src/app/{name}.{end}", said),
            (f"{name}.{end}", said),
            (f"./{name}.{end}:{line}", f"{said} line {bare(line)}"),
            (f"/etc/app/{name}.{end}", said),
        ]
    )


def _flag(r: random.Random) -> tuple[str, str]:
    name, number = r.choice(["workers", "max-depth", "retry", "no-cache"]), r.randint(1, 64)
    said = f"dash dash {name.replace('-', ' ')}"
    letter = r.choice("vnxq")
    return r.choice(
        [
            (f"--{name}", said),
            (f"--{name}={number}", f"{said} (?:equals )?{cardinal(number)}"),
            (f"-{letter}", f"dash {letter}"),
            (f"--{name} {number}", f"{said} {cardinal(number)}"),
        ]
    )


def _sign(r: random.Random) -> tuple[str, str]:
    n = r.randint(2, 90)
    one = cardinal(n)
    return r.choice(
        [
            (f"√{n}", f"(?:the )?(?:square )?root(?: of)? {one}"), (f"§{n}", f"section {one}"), (f"π ≈ {n}", f"pi (?:is )?(?:about|approximately) {one}"),
            ("n → ∞", "n (?:to|becomes) infinity"), (f"±{n}", f"plus or minus {one}"), (f"{n} × 3", f"{one} (?:times|by) three"), (f"{n} ÷ 3", f"{one} divided by three"),
            (f"#{n}", f"number {one}"), (f"№ {n}", f"number {one}"), (f"{n}¢", f"{one} cents"), (f"~{n}", f"(?:about|approximately|around) {one}"), (f"{n} + 3 = 12", f"{one} plus three (?:equals|is) twelve"),
            (f"{n}°", f"{one} degrees"), (f"§ {n}.2", f"section {one} {POINT} two"), (f"Δ = {n}", f"delta (?:equals|is) {one}"), (f"{n} * 3", f"{one} times three"),
            (f"No. {n}", f"number {one}"), ("No.", "no"), (f"{n} - 3 = 4", f"{one} minus three (?:equals|is) four"), (f"∑ {n}", f"(?:the )?sum(?: of)? {one}"), (f"Ext. {n}", f"extension {one}"),
            (f"a ∈ {n}", f"a (?:is )?(?:in|an? element of|element of) {one}"), (f"(−{n})", f"{MINUS} {one}"), ("¬ ready", "not ready"), (f"①, ⑦ and {n}", f"(?:circled )?one (?:circled )?seven and {one}"),
        ]
    )  # fmt: skip


def _row(r: random.Random) -> tuple[str, str]:
    n = r.randint(1, 99)
    end = ["th", "st", "nd", "rd"][n % 10 if n % 10 < 4 and n // 10 % 10 != 1 else 0]
    decade = r.choice([1920, 1950, 1980, 1990, 2020])
    tens = {20: "twenties", 50: "fifties", 80: "eighties", 90: "nineties"}[decade % 100]
    return r.choice(
        [
            (f"{n}{end}", ordinal(n)),
            (f"{decade}s", f"{cardinal(decade // 100)} {tens}"),
            (f"Q{n % 4 + 1}", f"q {cardinal(n % 4 + 1)}"),
        ]
    )


def _code(r: random.Random) -> tuple[str, str]:
    run = "".join(str(r.randrange(10)) for _ in range(5))
    kind = r.choice(["ZIP code", "PIN", "code", "zip"])
    said = " ".join(kind) if kind == "PIN" else kind.casefold()
    return f"{kind} {run}", f"(?:{said}|{kind.casefold()}) {digits(run)}"


KINDS = {
    "whole numbers": _whole, "decimals": _decimal, "negatives": _negative, "exponents": _scientific, "fractions": _fraction, "fraction characters": _vulgar,
    "powers": _power, "ranges": _range, "comparisons": _comparison, "arrows": _arrow, "money": _american_money, "money with a scale": _scaled_money,
    "money of other locales": _foreign_money, "units": _unit, "areas and sizes": _square, "rates": _rate, "percentages": _percent, "dates": _date,
    "times of day": _clock, "ISO times": _timestamp, "versions": _version, "version ranges": _constraint, "IP addresses": _address, "telephone numbers": _phone,
    "Roman numerals": _roman, "identifiers": _identifier, "links": _link, "files": _file, "flags": _flag, "signs": _sign, "ordinals and decades": _row, "codes": _code,
}  # fmt: skip
LEADS = (("It says ", "it says "), ("We saw ", "we saw "), ("The note has ", "the note has "))


def values(*, apart: bool) -> list[WrittenValue]:
    """Those kept apart, or all others; the same ones each time."""
    return [value for value, kept in _drawn() if kept is apart]


def _drawn() -> Iterator[tuple[WrittenValue, bool]]:
    keep = random.Random(APART)
    seen: set[str] = set()
    for kind, draw in KINDS.items():
        r = random.Random(kind)
        for _ in range(EACH):
            written, said = draw(r)
            lead, before = r.choice(LEADS)
            end, behind = r.choice([(".", ""), (" today.", " today"), (", and so on.", " and so on")])
            if written.endswith("."):
                end, behind = r.choice([("", ""), (" Then stop.", " then stop")])
            kept = keep.random() < 0.2
            if written not in seen:
                yield WrittenValue(kind, f"{lead}{written}{end}", f"{before}(?:{said}){behind}"), kept
                seen.add(written)
