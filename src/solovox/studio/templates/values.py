"""What a request says for one parameter: a number with its unit, a choice, a colour, units, money.

Rule 1: only what was said. What nothing in the request stands for is not found.
Rule 2: a number belongs to the parameter whose unit follows it, else to the one whose words stand before it, and to one alone.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Final

from solovox.ports.writing import WritingError
from solovox.studio.templates import template as kinds
from solovox.studio.templates.colours import colour
from solovox.studio.templates.puts import Put, PutAttribute, PutOption
from solovox.studio.templates.request import AppRequest, Figure, plain

CURRENCIES: Final = {
    "EUR": ("euros", "euro", "€"), "USD": ("dollars", "dollar", "$"), "GBP": ("pounds", "pound", "sterling", "£"),
    "JPY": ("yen", "¥"), "CHF": ("francs", "franc"), "INR": ("rupees", "rupee", "₹"), "PLN": ("zloty", "zlotys"),
    "SEK": ("kronor", "krona"), "BRL": ("reais", "real"), "KRW": ("won", "₩"), "CNY": ("yuan", "renminbi"),
}  # fmt: skip
MEASURES: Final[Mapping[str, Mapping[str, tuple[str, ...]]]] = {
    "length": {
        "kilometre": ("kilometres", "kilometers", "kilometre", "kilometer", "km"), "mile": ("miles", "mile"),
        "metre": ("metres", "meters", "metre", "meter"), "centimetre": ("centimetres", "centimeters", "centimetre", "centimeter", "cm"),
        "millimetre": ("millimetres", "millimeters"), "yard": ("yards", "yard"), "foot": ("feet", "foot"),
        "inch": ("inches", "inch"),
    },
    "weight": {
        "kilogram": ("kilograms", "kilos", "kilogram", "kilo", "kg"), "gram": ("grams", "gram"), "pound": ("pounds", "pound", "lbs"),
        "ounce": ("ounces", "ounce"), "stone": ("stones", "stone"), "tonne": ("tonnes", "tons", "tonne", "ton"),
    },
    "temperature": {"celsius": ("celsius", "centigrade"), "fahrenheit": ("fahrenheit",), "kelvin": ("kelvin",)},
    "volume": {
        "litre": ("litres", "liters", "litre", "liter"), "millilitre": ("millilitres", "milliliters", "ml"), "cup": ("cups", "cup"),
        "pint": ("pints", "pint"), "gallon": ("gallons", "gallon"), "tablespoon": ("tablespoons", "tablespoon"),
        "teaspoon": ("teaspoons", "teaspoon"),
    },
    "time": {
        "second": ("seconds",), "minute": ("minutes",), "hour": ("hours",), "day": ("days",), "week": ("weeks",),
    },
}  # fmt: skip
"""Quantities, their units as the converter has them, and the words for these."""


@dataclass(frozen=True, slots=True)
class FoundValue:
    """A value. `shown`: as the line says it. `parts`: more of them, by name. `first`, `end`: its tokens, if it has some."""

    shown: str
    puts: tuple[Put, ...]
    parts: tuple[tuple[str, str], ...] = ()
    tokens: frozenset[int] = frozenset()


def _follows(request: AppRequest, figure: Figure, units: Sequence[str]) -> str | None:
    """The unit right behind a number, one word between allowed ("four hungry people")."""
    for at in (figure.end, figure.end + 1):
        for unit in units:
            if request.runs(unit, at) and not any(other.first == figure.end for other in request.figures):
                return unit
    return None


def _whole_units(request: AppRequest, unit: str) -> tuple[float, set[int]]:
    """What is said without a number ("an hour", "half an hour", "an hour and a half"), and its tokens."""
    for article in ("a", "an"):
        for at in request.places(f"{article} {unit}"):
            if request.before("half", at):
                return 0.5, {at - 1, at, at + 1}
            if request.runs("and a half", at + 2):
                return 1.5, set(range(at, at + 5))
            return 1, {at, at + 1}
    return 0, set()


def number(request: AppRequest, parameter: kinds.NumberParameter, taken: frozenset[int]) -> FoundValue | None:
    """The number of a parameter; several with units of its own are added. Raises `WritingError`: it is out of its range."""
    value, tokens = 0.0, set[int]()
    units = (*parameter.scales, *parameter.units)
    free = [one for one in request.figures if one.first not in taken]
    for figure in free:
        if unit := _follows(request, figure, units):
            value += figure.value * parameter.scales.get(unit, 1)
            tokens |= set(range(figure.first, figure.end + len(unit.split())))
            if not parameter.scales:
                break
    for unit, scale in parameter.scales.items() if not tokens else ():
        said, tokens = _whole_units(request, unit)
        value += said * scale
        if tokens:
            break
    if not tokens:
        cued = [one for one in free if any(request.before(cue, one.first) for cue in parameter.before)]
        if not cued:
            return None
        value, tokens = cued[0].value, set(range(cued[0].first, cued[0].end))
    if not parameter.least <= value <= parameter.most:
        raise WritingError(
            f"The value of {parameter.name} goes from {plain(parameter.least)} to {plain(parameter.most)}, not {plain(value)}."
        )
    return FoundValue(
        plain(value), (PutAttribute(parameter.target, "value", plain(value)),), tokens=frozenset(tokens)
    )


def currency(request: AppRequest) -> str | None:
    """The code of the money that was named."""
    said = frozenset(request.lows)
    return next((code for code, words in CURRENCIES.items() if said.intersection(words)), None)


def money(request: AppRequest, parameter: kinds.CurrencyParameter) -> FoundValue | None:
    """The page's money."""
    code = currency(request)
    return FoundValue(code, (PutAttribute(parameter.target, "data-currency", code),)) if code else None


def choice(request: AppRequest, parameter: kinds.ChoiceParameter) -> FoundValue | None:
    """The option whose words were said."""
    for option, words in parameter.choices.items():
        for word in words:
            for at in request.places(word):
                shown = parameter.said.get(option, option)
                return FoundValue(shown, (PutOption(parameter.target, option),), tokens=frozenset({at}))
    return None


def units(request: AppRequest, parameter: kinds.UnitsParameter) -> FoundValue | None:
    """From what to what, in the order in which they were said."""
    for quantity, measures in MEASURES.items():
        said = sorted(
            (at, measure, at + len(word.split()))
            for measure, words in measures.items()
            for word in words
            for at in request.places(word)
        )
        if len({measure for _, measure, _ in said}) >= 2:
            first = said[0]
            second = next(one for one in said if one[1] != first[1])
            return FoundValue(
                f"from {first[1]} to {second[1]}",
                (
                    PutOption(parameter.target, quantity),
                    PutAttribute("#from", "data-first", first[1]),
                    PutAttribute("#to", "data-first", second[1]),
                ),
                (("from", first[1]), ("to", second[1])),
                frozenset({first[0], second[0]}),
            )
    return None


def colour_at(request: AppRequest, at: int) -> tuple[str, str, int] | None:
    """The longest colour that begins at a token: its name, its value, its words."""
    for count in (3, 2, 1):
        words = request.lows[at : at + count]
        if len(words) == count and all(word.isalpha() for word in words):
            name = " ".join(words)
            if value := colour(name):
                return name, value, count
    return None


def tint(request: AppRequest, parameter: kinds.ColourParameter) -> FoundValue | None:
    """The colour before one of its units, or behind one of its words."""
    for at in range(len(request.lows)):
        if seen := colour_at(request, at):
            name, value, count = seen
            follows = any(request.runs(unit, at + count) for unit in parameter.units)
            if follows or any(request.before(cue, at) for cue in parameter.before):
                return FoundValue(
                    name,
                    (PutAttribute(parameter.target, "value", value),),
                    tokens=frozenset(range(at, at + count)),
                )
    return None
