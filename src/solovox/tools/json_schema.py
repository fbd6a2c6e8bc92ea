"""Checks arguments against the part of JSON Schema that tools use, and says what is wrong in one line.

Known keywords: type, enum, properties, required, additionalProperties (false), items, minimum,
maximum, minLength, maxLength, maxItems. Others are not checked.
"""

from collections.abc import Mapping
from typing import Any, Final

_TYPES: Final[dict[str, tuple[type, ...]]] = {
    "object": (Mapping,),
    "array": (list, tuple),
    "string": (str,),
    "integer": (int,),
    "number": (int, float),
    "boolean": (bool,),
    "null": (type(None),),
}


def problem(schema: Mapping[str, Any], value: Any, where: str = "") -> str | None:
    """What is wrong with `value`, in one line; None when nothing is."""
    if not isinstance(schema, Mapping):  # `true` and `false` are schemas, too
        return None
    named = f"`{where}`" if where else "the arguments"
    kinds = schema.get("type", ())
    kinds = [kinds] if isinstance(kinds, str) else list(kinds)
    if kinds and not any(_is(kind, value) for kind in kinds):
        return f"{named} must be {' or '.join(kinds)}, not {_kind(value)}"
    if "enum" in schema and value not in schema["enum"]:
        return f"{named} must be one of {', '.join(map(str, schema['enum']))}"
    return _limits(schema, value, named) or _members(schema, value, where)


def _is(kind: str, value: Any) -> bool:
    if isinstance(value, bool):
        return kind == "boolean"
    if kind == "integer" and isinstance(value, float):
        return value.is_integer()
    return isinstance(value, _TYPES.get(kind, (object,)))


def _kind(value: Any) -> str:
    return next((kind for kind in ("boolean", *_TYPES) if _is(kind, value)), type(value).__name__)


def _limits(schema: Mapping[str, Any], value: Any, named: str) -> str | None:
    if isinstance(value, (int, float)) and not isinstance(value, bool):
        low, high = schema.get("minimum"), schema.get("maximum")
        if not (value == value and (low is None or value >= low) and (high is None or value <= high)):
            return (
                f"{named} must be a number"
                + (f" of at least {low}" if low is not None else "")
                + (f" of at most {high}" if high is not None else "")
            )
    if isinstance(value, (str, list, tuple)):
        text = isinstance(value, str)
        low, high = (
            schema.get("minLength" if text else "minItems"),
            schema.get("maxLength" if text else "maxItems"),
        )
        if low is not None and len(value) < low:
            return f"{named} is too short (at least {low})"
        if high is not None and len(value) > high:
            return f"{named} is too long (at most {high})"
    return None


def _members(schema: Mapping[str, Any], value: Any, where: str) -> str | None:
    if isinstance(value, Mapping):
        known = schema.get("properties", {})
        for name in schema.get("required", ()):
            if name not in value:
                return f"`{_path(where, name)}` is missing"
        for name, member in value.items():
            if name in known:
                found = problem(known[name], member, _path(where, str(name)))
                if found:
                    return found
            elif schema.get("additionalProperties") is False:
                return f"`{_path(where, str(name))}` is not known; known are {', '.join(known) or 'none'}"
    if isinstance(value, (list, tuple)) and "items" in schema:
        found_all = (problem(schema["items"], item, _path(where, str(at))) for at, item in enumerate(value))
        return next((found for found in found_all if found), None)
    return None


def _path(where: str, name: str) -> str:
    return f"{where}.{name}" if where else name
