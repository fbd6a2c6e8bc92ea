"""Single values of protobuf-JSON, as generous as its specification: numbers as text, two base64 alphabets.

Each function takes what the JSON held (never null) and gives the value, or raises `BadFrame`.
Source: protobuf's "JSON mapping"; RFC 4648 §4 and §5 for base64.
"""

import math
import re
from collections.abc import Mapping
from typing import Any, Final

import msgspec

from solovox.core.errors import PeerFault
from solovox.wire.gemini_live.parts import Duration, Json

# What is wrong with a frame of the other side, in one line that quotes nothing of it.


class BadFrame(PeerFault):
    """A frame that cannot be understood. The line names the place (`serverContent.goAway.timeLeft`), never
    the value: it may be what a person said.
    """


DEEPEST: Final = 64
"""How many levels of nested user data are accepted."""
INT64: Final = range(-(2**63), 2**63)
_NUMBER: Final = re.compile(r"-?\d{1,40}(\.\d{1,40})?([eE][+-]?\d{1,3})?", re.ASCII)
_DURATION: Final = re.compile(r"-?\d{1,12}(\.\d{0,9})?s", re.ASCII)
_TO_STANDARD: Final = str.maketrans("-_", "+/")


def text(value: Any) -> str:
    """A text."""
    if type(value) is str:
        return value
    raise BadFrame(f"a text was expected, not {kind(value)}")


def name(value: Any) -> str:
    """A value of an enumeration: its name, or its number as text."""
    if type(value) is int and value in INT64:
        return str(value)
    return text(value)


def truth(value: Any) -> bool:
    """True or false, or one of the two as text."""
    if type(value) is bool:
        return value
    if value in ("true", "false"):
        return bool(value == "true")
    raise BadFrame(f"true or false was expected, not {kind(value)}")


def number(value: Any) -> float:
    """A finite number, or one as text. A whole number stays whole."""
    if type(value) is str and _NUMBER.fullmatch(value):
        value = float(value)
    if (type(value) is int and value in INT64) or (type(value) is float and math.isfinite(value)):
        return value
    raise BadFrame(f"a number was expected, not {kind(value)}")


def whole(value: Any) -> int:
    """An int64: a number without decimals, or one as text (which protobuf-JSON prefers)."""
    if type(value) is str and _NUMBER.fullmatch(value):
        value = float(value) if not value.lstrip("-").isdigit() else int(value)
    if type(value) is float and value.is_integer():
        value = int(value)
    if type(value) is int and value in INT64:
        return value
    raise BadFrame(f"a whole number of 64 bits was expected, not {kind(value)}")


def octets(value: Any) -> bytes:
    """Bytes from base64 in either alphabet, padded or not."""
    if type(value) is not str:
        raise BadFrame(f"base64 was expected, not {kind(value)}")
    if "-" in value or "_" in value:
        value = value.translate(_TO_STANDARD)
    if len(value) % 4:
        value = value.rstrip("=")
        value += "=" * (-len(value) % 4)
    try:
        return msgspec.convert(value, bytes)  # three times as fast as binascii, and strict
    except (msgspec.ValidationError, UnicodeError):
        raise BadFrame("this is not base64") from None


def duration(value: Any) -> Duration:
    """A duration: "9.5s"; also a number of seconds, or the two fields of the protobuf message."""
    if type(value) is dict:
        seconds, nanos = whole(value.get("seconds") or 0), whole(value.get("nanos") or 0)
        value = seconds + nanos / 1e9
    if type(value) in (int, float):
        if abs(value) >= 10**12:
            raise BadFrame("no duration is that long")
        return Duration.of(math.floor(value * 1000))
    if type(value) is str and _DURATION.fullmatch(value):
        return Duration(value)
    raise BadFrame(f'a duration such as "9.5s" was expected, not {kind(value)}')


def anything(value: Any) -> Any:
    """The user's own data as it is, if it is not nested too deeply to be written again."""
    left = [(value, 1)]
    while left:
        item, depth = left.pop()
        inner = item.values() if type(item) is dict else item if type(item) is list else ()
        if inner and depth >= DEEPEST:
            raise BadFrame(f"nested more than {DEEPEST} deep")
        left += ((one, depth + 1) for one in inner)
    return value


def mapping(value: Any) -> Json:
    """A JSON object of the user's, as it is."""
    if type(value) is dict:
        found: Mapping[str, Any] = anything(value)
        return found
    raise BadFrame(f"an object was expected, not {kind(value)}")


def kind(value: Any) -> str:
    """What kind of JSON something is, in words."""
    match value:
        case None:
            return "null"
        case bool():
            return "true or false"
        case int() | float():
            return "a number"
        case str():
            return "a text"
        case list():
            return "a list"
        case _:
            return "an object"
