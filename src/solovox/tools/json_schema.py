"""Checks arguments against the part of JSON Schema that tools use, and says what is wrong in one line.

Known keywords: type, nullable, enum, const, anyOf, oneOf (as anyOf), allOf, $ref, properties, required, additionalProperties,
items, minimum, maximum, minLength, maxLength, minItems, maxItems. Others are not checked, and nothing is behind `STEPS` schemas.
"""

from collections.abc import Iterator, Mapping
from typing import Any, Final

from solovox.wire.tool_schemas import listed, mapped, resolved

STEPS: Final = 20_000
DEEPEST: Final = 100
"""References and unions within one another, without a value between them."""
NAMED: Final = 3
"""Of several things that are wrong, how many are said."""
_TYPES: Final[dict[str, tuple[type, ...]]] = {
    "object": (Mapping,), "array": (list, tuple), "string": (str,), "integer": (int,), "number": (int, float),
    "boolean": (bool,), "null": (type(None),),
}  # fmt: skip


def takes(members: Mapping[str, Any], *needed: str) -> Mapping[str, Any]:
    """The schema of a tool's arguments: an object of these members and no others, with those in it that are `needed`."""
    required = {"required": [*needed]} if needed else {}
    return {"type": "object", "properties": members, **required, "additionalProperties": False}


def problem(schema: Mapping[str, Any], value: Any, where: str = "", root: Any = None) -> str | None:
    """What is wrong with `value`, in one line; None when nothing is. `root`: where references lead; else the schema itself."""
    return _Check(schema if root is None else root).problem(schema, value, where)


class _Check:
    """One check. `_steps`: what may still be looked at."""

    def __init__(self, root: Any) -> None:
        self._root = root
        self._steps = STEPS

    def problem(self, schema: Any, value: Any, where: str, deep: int = 0) -> str | None:
        self._steps -= 1
        if self._steps < 0 or deep > DEEPEST:
            return None
        schema = resolved(self._root, schema)
        named = f"`{where}`" if where else "the arguments"
        if not isinstance(schema, Mapping):  # `true` and `false` are schemas, too
            return f"{named} cannot be given" if schema is False else None
        if value is None and schema.get("nullable") is True:
            return None
        return (
            _itself(schema, value, named)
            or _limits(schema, value, named)
            or self._members(schema, value, where)
            or self._joint(schema, value, where, deep + 1)
        )

    def _joint(self, schema: Mapping[str, Any], value: Any, where: str, deep: int) -> str | None:
        """What several schemas say together."""
        for one in listed(schema, "allOf"):
            if found := self.problem(one, value, where, deep):
                return found
        for key in ("anyOf", "oneOf"):
            options = [resolved(self._root, one) for one in listed(schema, key)]
            wrong = [self.problem(one, value, where, deep) for one in options]
            if wrong and all(wrong):
                return _of_several(options, value, where, [one for one in wrong if one])
        return None

    def _members(self, schema: Mapping[str, Any], value: Any, where: str) -> str | None:
        if isinstance(value, Mapping):
            return next(self._wrong_members(schema, value, where), None)
        if isinstance(value, (list, tuple)) and "items" in schema:
            items = schema["items"]
            each = (self.problem(items, item, _path(where, str(at))) for at, item in enumerate(value))
            return next((found for found in each if found), None)
        return None

    def _wrong_members(
        self, schema: Mapping[str, Any], value: Mapping[str, Any], where: str
    ) -> Iterator[str]:
        known, others = mapped(schema, "properties"), schema.get("additionalProperties", True)
        for name in listed(schema, "required"):
            if isinstance(name, str) and name not in value:
                yield f"`{_path(where, name)}` is missing"
        for name, member in value.items():
            path = _path(where, str(name))
            if name not in known and "patternProperties" in schema:
                continue
            if name not in known and others is False:
                yield f"`{path}` is not known; known are {', '.join(known) or 'none'}"
            elif found := self.problem(known.get(name, others), member, path):
                yield found


def _itself(schema: Mapping[str, Any], value: Any, named: str) -> str | None:
    kinds = _kinds_of(schema)
    if kinds and not any(_is(kind, value) for kind in kinds):
        return f"{named} must be {' or '.join(kinds)}, not {_kind(value)}"
    choices = listed(schema, "enum")
    if choices and not any(_same(one, value) for one in choices):
        return f"{named} must be one of {', '.join(map(str, choices))}"
    if "const" in schema and not _same(schema["const"], value):
        return f"{named} must be {schema['const']}"
    return None


def _of_several(options: list[Any], value: Any, where: str, wrong: list[str]) -> str:
    """What is wrong where one of several schemas has to fit: what those say that the value's type fits."""
    kinds = [_kinds_of(one) for one in options]
    near = [
        one for kind, one in zip(kinds, wrong, strict=True) if not kind or any(_is(k, value) for k in kind)
    ]
    if near or not all(kinds):
        return "; or ".join(dict.fromkeys((near or wrong)[:NAMED]))
    named = f"`{where}`" if where else "the arguments"
    every = dict.fromkeys(kind for some in kinds for kind in some)
    return f"{named} must be {' or '.join(every)}, not {_kind(value)}"


def _kinds_of(schema: Any) -> list[str]:
    kinds = schema.get("type") if isinstance(schema, Mapping) else None
    several = kinds if isinstance(kinds, list | tuple) else [kinds]
    return [kind for kind in several if isinstance(kind, str)]


def _same(one: Any, other: Any) -> bool:
    """Equal as JSON: `true` is no 1."""
    return isinstance(one, bool) is isinstance(other, bool) and bool(one == other)


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
        low, high = _limit(schema, "minimum"), _limit(schema, "maximum")
        if not (value == value and (low is None or value >= low) and (high is None or value <= high)):
            return (
                f"{named} must be a number"
                + (f" of at least {low}" if low is not None else "")
                + (f" of at most {high}" if high is not None else "")
            )
    if isinstance(value, (str, list, tuple)):
        text = isinstance(value, str)
        low, high = (
            _limit(schema, "minLength" if text else "minItems"),
            _limit(schema, "maxLength" if text else "maxItems"),
        )
        if low is not None and len(value) < low:
            return f"{named} is too short (at least {low})"
        if high is not None and len(value) > high:
            return f"{named} is too long (at most {high})"
    return None


def _limit(schema: Mapping[str, Any], key: str) -> float | None:
    limit = schema.get(key)
    return limit if type(limit) in (int, float) else None


def _path(where: str, name: str) -> str:
    return f"{where}.{name}" if where else name
