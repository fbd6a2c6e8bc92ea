"""Checks arguments against a tool's JSON Schema, and says what is wrong in one line, in words of the schema alone.

Rule: a schema may be a stranger's. No check takes long (its references are counted, its patterns are not tried) or reaches a network; a
schema that is none checks nothing.
"""

import json
from collections.abc import Callable, Iterator, Mapping
from contextvars import ContextVar
from functools import cache
from typing import TYPE_CHECKING, Any, Final

from solovox.ports import Json
from solovox.wire.tool_schemas import map_members

if TYPE_CHECKING:
    from jsonschema import ValidationError
    from jsonschema.protocols import Validator

STEPS: Final = 2_000
"""References that one check follows."""


_UNTRIED: Final = ("pattern", "patternProperties", "unevaluatedProperties", "unevaluatedItems", "$dynamicRef")
_LEFT: Final[ContextVar[list[int]]] = ContextVar("_LEFT")


class _TooMuch(Exception):
    """The schema leads on and on."""


def takes(members: Mapping[str, object], *needed: str) -> Json:
    """The schema of a tool's arguments: an object of these members and no others, with those in it that are `needed`."""
    required = {"required": [*needed]} if needed else {}
    return {"type": "object", "properties": members, **required, "additionalProperties": False}


def problem(schema: Any, value: object, root: Any = None) -> str | None:
    """What is wrong with `value`, in one line; None when nothing is. `root`: where references lead; else the schema itself."""
    from jsonschema.exceptions import UndefinedTypeCheck, UnknownType, best_match
    from referencing.exceptions import Unresolvable

    try:
        _LEFT.set([STEPS])
        whole = _checker()({key: one for key, one in (root or schema).items() if key != "$schema"})
        check = whole if root is None else whole.evolve(schema=schema)
        found = best_match(check.iter_errors(value))
    except (
        Unresolvable,
        UnknownType,
        UndefinedTypeCheck,
        RecursionError,
        _TooMuch,
        TypeError,
        ValueError,
        AttributeError,
    ):
        return None
    return None if found is None else _line(found)


def _line(found: "ValidationError") -> str:
    path, rule = [str(one) for one in found.absolute_path], found.validator_value
    named = f"`{'.'.join(path)}`" if path else "the arguments"
    match found.validator:
        case "required":
            there = found.instance
            return f"`{'.'.join([*path, next(str(one) for one in rule if one not in there)])}` is missing"
        case "additionalProperties":
            known = map_members(found.schema, "properties")
            name = next(str(one) for one in found.instance if one not in known)
            return f"`{'.'.join([*path, name])}` is not known; known are {', '.join(known) or 'none'}"
        case "type":
            return f"{named} must be {' or '.join([rule] if isinstance(rule, str) else rule)}"
        case "enum":
            return f"{named} must be one of {', '.join(map(str, rule))}"
        case "anyOf" | "oneOf":
            return f"{named} must be one of several things, and is none"
        case None:
            return f"{named} cannot be given"
        case keyword:
            return f"{named} must have {keyword} {json.dumps(rule, default=str)}"


@cache
def _checker() -> Callable[[Any], "Validator"]:
    """Of the newest draft, with what a stranger could use against us left out."""
    from jsonschema.validators import Draft202012Validator, extend
    from referencing import Registry

    known = Draft202012Validator.VALIDATORS

    def counted(check: "Validator", ref: str, value: object, schema: object) -> Iterator["ValidationError"]:
        left = _LEFT.get()
        left[0] -= 1
        if left[0] < 0:
            raise _TooMuch
        yield from known["$ref"](check, ref, value, schema)

    def closed(
        check: "Validator", others: object, value: object, schema: Mapping[str, object]
    ) -> Iterator["ValidationError"]:
        if "patternProperties" not in schema:
            yield from known["additionalProperties"](check, others, value, schema)

    untried = dict.fromkeys(_UNTRIED, lambda *_: ())
    ours = {**untried, "$ref": counted, "additionalProperties": closed, "oneOf": known["anyOf"]}
    made, nowhere = extend(Draft202012Validator, ours), Registry()
    return lambda schema: made(schema, registry=nowhere)
