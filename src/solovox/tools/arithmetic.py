"""Sums, written or spoken, answered exactly where an exact answer exists.

A small parser of its own, never `eval`. Rules of precedence are the usual ones; "80 plus 15 percent"
is 92, as on a pocket calculator. Every number is bounded, so that no sum takes long.
"""

import math
import re
from collections.abc import Callable
from dataclasses import dataclass, replace
from fractions import Fraction
from typing import Final

from solovox.lang.en.sums import LONGEST, NotASum, signs
from solovox.lang.en.units import Measure, measure, say_measure
from solovox.ports import Json, Tool, ToolResult
from solovox.tools.json_schema import takes

MOST_BITS: Final = 4_000


@dataclass(frozen=True, slots=True)
class Operand:
    """A number, whether it is exact, and whether it was written with a percent sign."""

    number: Fraction
    exact: bool = True
    percent: bool = False


class Arithmetic(Tool):
    """Calculates."""

    name = "calculate"
    description = "Calculate a sum, as digits or words: 12 * 7, square root of 2, 15 percent of 80."
    parameters = takes({"sum": {"type": "string", "minLength": 1, "maxLength": LONGEST}}, "sum")
    effects = False

    async def run(self, arguments: Json) -> ToolResult:
        """`84`, or `about 1.41421` when the answer is not exact."""
        try:
            return ToolResult(tell_number(calculate(arguments["sum"])))
        except NotASum as wrong:
            return ToolResult(str(wrong), failed=True)


def calculate(text: str) -> Operand:
    """The value of a sum. Raises `NotASum`."""
    if len(text) > LONGEST:
        raise NotASum("that sum is too long")
    parser = _Parser(signs(text))
    value = parser.sum()
    if parser.has_tokens():
        raise NotASum(f"I can't make a sum of {text.strip()[:60]!r}")
    return value


def tell_number(value: Operand) -> str:
    """A value as it is read: plain digits as long as that is exact and short; a part of parts is one, too."""
    number = value.number
    if value.percent:
        return f"{tell_number(Operand(number * 100, value.exact))}%"
    if value.exact and number.denominator == 1 and abs(number) < 10**15:
        return str(number.numerator)
    if value.exact and abs(number) < 10**15 and 10**9 % number.denominator == 0:
        whole, rest = divmod(abs(number), 1)
        decimals = str(int(rest * 10**9)).rjust(9, "0").rstrip("0")
        return f"{'-' if number < 0 else ''}{whole}.{decimals}"
    return "about " + _round_number(number)


def _round_number(number: Fraction) -> str:
    """Six significant digits; powers of ten are said, not written."""
    if number == 0:
        return "0"
    size = abs(number)
    exponent = len(str(size.numerator)) - len(str(size.denominator))
    if size < Fraction(10) ** exponent:
        exponent -= 1
    mantissa = round(number / Fraction(10) ** exponent, 5)
    if -4 <= exponent < 15:
        plain = f"{float(round(number, 5 - exponent)):.{max(0, 5 - exponent)}f}"
        return plain.rstrip("0").rstrip(".") if "." in plain else plain
    return f"{float(mantissa):.5f}".rstrip("0").rstrip(".") + f" times 10 to the power of {exponent}"


class _Parser:
    """sum: product (+|- product)*; product: power (*|/ power)*; power: unary (^ power)?; then %, !"""

    def __init__(self, tokens: list[str]) -> None:
        self._tokens = tokens
        self._at = 0

    def has_tokens(self) -> bool:
        return self._at < len(self._tokens)

    def sum(self) -> Operand:
        value = self._product()
        while sign := self._take("+", "-"):
            right = self._product()
            number = right.number * value.number if right.percent and not value.percent else right.number
            total = value.number + (number if sign == "+" else -number)
            parts = value.percent and right.percent
            value = replace(_bound_number(total, value.exact and right.exact), percent=parts)
        return value

    def _product(self) -> Operand:
        value = self._parse_signed()
        while sign := self._take("*", "/"):
            right = self._parse_signed()
            if sign == "/" and right.number == 0:
                raise NotASum("nothing can be divided by zero")
            number = value.number * right.number if sign == "*" else value.number / right.number
            parts = value.percent and right.percent and sign == "*"
            value = replace(_bound_number(number, value.exact and right.exact), percent=parts)
        return value

    def _parse_signed(self) -> Operand:
        sign = 1
        while taken := self._take("+", "-"):
            sign = -sign if taken == "-" else sign
        value = self._power()
        return value if sign > 0 else Operand(-value.number, value.exact, value.percent)

    def _power(self) -> Operand:
        value = self._postfix()
        if not self._take("^"):
            return value
        return _raise_power(value, self._parse_signed())

    def _postfix(self) -> Operand:
        value = self._atom()
        while sign := self._take("%", "!"):
            value = (
                Operand(value.number / 100, value.exact, percent=True) if sign == "%" else _factorial(value)
            )
        return value

    def _atom(self) -> Operand:
        if self._take("("):
            value = self.sum()
            if not self._take(")"):
                raise NotASum("a bracket is not closed")
            return value
        root = self._take("sqrt", "cbrt")
        if root:
            return _root(self._power(), 2 if root == "sqrt" else 3)
        if not self.has_tokens():
            raise NotASum("the sum stops too early")
        token = self._tokens[self._at]
        if not re.fullmatch(r"\d+(?:\.\d+)?", token):
            raise NotASum(f"I can't calculate with {token[:20]!r} there")
        self._at += 1
        return Operand(Fraction(token))

    def _take(self, *signs: str) -> str | None:
        if self.has_tokens() and self._tokens[self._at] in signs:
            self._at += 1
            return self._tokens[self._at - 1]
        return None


def _bound_number(number: Fraction, exact: bool) -> Operand:
    if number.numerator.bit_length() > MOST_BITS or number.denominator.bit_length() > MOST_BITS:
        raise NotASum("that number is too large for me")
    return Operand(number, exact)


def _raise_power(base: Operand, power: Operand) -> Operand:
    if base.number == 0 and power.number < 0:
        raise NotASum("nothing can be divided by zero")
    if power.number.denominator != 1:
        if base.number < 0:
            raise NotASum("that root is not a real number")
        return _float(lambda: math.pow(base.number, power.number))
    bits = max(base.number.numerator.bit_length(), base.number.denominator.bit_length())
    if abs(base.number) not in (0, 1) and bits * abs(power.number) > MOST_BITS:
        raise NotASum("that number is too large for me")
    exponent = power.number.numerator if abs(base.number) not in (0, 1) else power.number.numerator % 2 or 2
    return _bound_number(base.number ** (exponent if power.number else 0), base.exact and power.exact)


def _root(value: Operand, degree: int) -> Operand:
    if value.number < 0:
        raise NotASum("that root is not a real number")
    parts = [round(math.pow(part, 1 / degree)) for part in value.number.as_integer_ratio() if part < 2**100]
    if len(parts) == 2 and Fraction(parts[0], max(1, parts[1])) ** degree == value.number:
        return Operand(Fraction(*parts), value.exact)
    return _float(lambda: math.pow(value.number, 1 / degree))


def _factorial(value: Operand) -> Operand:
    if value.number.denominator != 1 or not 0 <= value.number <= 400:
        raise NotASum("I know factorials of whole numbers up to 400")
    return _bound_number(Fraction(math.factorial(value.number.numerator)), value.exact)


def _float(raised: Callable[[], float]) -> Operand:
    try:
        return Operand(Fraction(raised()), exact=False)
    except (OverflowError, ValueError):
        raise NotASum("that number is too large for me") from None


class CannotConvert(ValueError):
    """One line that can be read aloud."""


class Units(Tool):
    """Converts."""

    name = "convert_units"
    description = "Convert a number from one unit to another: length, mass, volume, temperature, time, speed, data, area."
    parameters = takes(
        {
            "value": {"type": "number"},
            "from": {"type": "string", "maxLength": 40},
            "to": {"type": "string", "maxLength": 40},
        },
        "value",
        "from",
        "to",
    )
    effects = False

    async def run(self, arguments: Json) -> ToolResult:
        """`5 miles is about 8.04672 kilometres`."""
        try:
            return ToolResult(convert_unit(arguments["value"], arguments["from"], arguments["to"]))
        except CannotConvert as wrong:
            return ToolResult(str(wrong), failed=True)


def convert_unit(value: float, source: str, target: str) -> str:
    """The conversion as a sentence without its stop. Raises `CannotConvert`."""
    if not math.isfinite(value) or abs(value) > 1e30:
        raise CannotConvert("that number is too large for me")
    one, other = _unit(source), _unit(target)
    if one.kind != other.kind:
        raise CannotConvert(f"{one.name} is a unit of {one.kind}, {other.name} of {other.kind}")
    exact = Fraction(str(value))
    if one.kind == "temperature":
        result = _from_kelvin(_to_kelvin(exact, one.name), other.name)
    else:
        result = exact * one.size / other.size
    number = tell_number(Operand(result))
    return f"{say_measure(tell_number(Operand(exact)), one.name)} is {say_measure(number, other.name)}"


def _unit(name: str) -> Measure:
    if (unit := measure(name)) is None:
        raise CannotConvert(f"I don't know the unit {name[:40]!r}")
    return unit


def _to_kelvin(value: Fraction, unit: str) -> Fraction:
    match unit:
        case "celsius":
            return value + Fraction("273.15")
        case "fahrenheit":
            return (value + Fraction("459.67")) * 5 / 9
    return value


def _from_kelvin(value: Fraction, unit: str) -> Fraction:
    if value < 0:
        raise CannotConvert("that is below absolute zero")
    match unit:
        case "celsius":
            return value - Fraction("273.15")
        case "fahrenheit":
            return value * 9 / 5 - Fraction("459.67")
    return value
