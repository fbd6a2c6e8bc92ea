"""From one unit to another, exactly inside. The units: `lang/en/units.py`."""

import math
from collections.abc import Mapping
from fractions import Fraction
from typing import Any

from solovox.lang.en.units import Measure, measure, measured
from solovox.ports import Tool, ToolResult
from solovox.tools.arithmetic import Operand, told


class CannotConvert(ValueError):
    """One line that can be read aloud."""


class Units(Tool):
    """Converts."""

    name = "convert_units"
    description = "Convert a number from one unit to another: length, mass, volume, temperature, time, speed, data, area."
    parameters: Mapping[str, Any] = {
        "type": "object",
        "properties": {
            "value": {"type": "number"},
            "from": {"type": "string", "maxLength": 40},
            "to": {"type": "string", "maxLength": 40},
        },
        "required": ["value", "from", "to"],
        "additionalProperties": False,
    }
    effects = False

    async def run(self, arguments: Mapping[str, Any]) -> ToolResult:
        """`5 miles is about 8.04672 kilometres`."""
        try:
            return ToolResult(converted(arguments["value"], arguments["from"], arguments["to"]))
        except CannotConvert as wrong:
            return ToolResult(str(wrong), failed=True)


def converted(value: float, source: str, target: str) -> str:
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
    number = told(Operand(result))
    return f"{measured(told(Operand(exact)), one.name)} is {measured(number, other.name)}"


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
