"""What a plugin says of the fields of a payload, as a JSON Schema object.

A field is a dict (`type`, `description`, `required`, `default`, `enum`, `example`, `items`), a description in words, the
name of a type, a Python type, or an example. A payload that is a JSON Schema of an object is taken as it is.
"""

import json
from collections.abc import Mapping
from typing import Any, Final

from solovox.tools.signatures import LONGEST, Untellable

TYPES: Final[Mapping[str, str]] = {
    "string": "string", "str": "string", "text": "string",
    "integer": "integer", "int": "integer",
    "number": "number", "float": "number",
    "boolean": "boolean", "bool": "boolean",
    "array": "array", "list": "array",
    "object": "object", "dict": "object",
}  # fmt: skip
"""By how it may be written."""
PYTHON: Final[Mapping[type, str]] = {
    bool: "boolean", str: "string", int: "integer", float: "number", list: "array", dict: "object",
}  # fmt: skip
KEPT: Final = (
    "items", "properties", "minimum", "maximum", "minLength", "maxLength", "minItems", "maxItems", "pattern", "format",
)  # fmt: skip


def payload_schema(action: str, fields: object) -> Mapping[str, Any]:
    """The parameters of an action. Raises `Untellable`."""
    if not isinstance(fields, Mapping):
        raise Untellable(f"the payload of {action} is no dict: write {{field: {{type, description}}}}")
    if fields.get("type") == "object" and isinstance(fields.get("properties"), Mapping):
        whole = dict(fields)
    else:
        names = [str(one) for one in fields]
        whole = {
            "type": "object",
            "properties": {str(name): _field(action, str(name), one) for name, one in fields.items()},
            "required": [name for name in names if _needed(fields, name)],
            "additionalProperties": False,
        }
    try:
        told: Mapping[str, Any] = json.loads(json.dumps(whole, allow_nan=False))
    except (TypeError, ValueError, RecursionError) as error:
        raise Untellable(f"the payload of {action} is nothing that JSON takes: {error}") from None
    return told


def _field(action: str, name: str, said: object) -> Mapping[str, Any]:
    match said:
        case type() if said in PYTHON:
            return {"type": PYTHON[said]}
        case str() if said.strip().lower() in TYPES:
            return {"type": TYPES[said.strip().lower()]}
        case str():
            return {"type": "string", "description": " ".join(said.split())[:LONGEST]}
        case Mapping():
            return _of_dict(action, name, said)
        case None:
            return {}
        case _ if type(said) in PYTHON:
            return {
                "type": PYTHON[type(said)],
                "description": f"such as {json.dumps(said, default=str)}"[:LONGEST],
            }
        case _:
            raise Untellable(f"the field {name} of {action} cannot be read: write {{type, description}}")


def _of_dict(action: str, name: str, said: Mapping[Any, Any]) -> Mapping[str, Any]:
    found: dict[str, Any] = {}
    kind, example = said.get("type"), said.get("example")
    choices = said.get("enum", said.get("choices"))
    if kind is not None:
        found["type"] = _type(action, name, kind)
    elif example is not None and type(example) in PYTHON:
        found["type"] = PYTHON[type(example)]
    elif choices is None:
        found["type"] = "string"
    about = str(said.get("description") or "")
    if example is not None:
        about = f"{about} (such as {json.dumps(example, ensure_ascii=False, default=str)})".strip()
    if about:
        found["description"] = " ".join(about.split())[:LONGEST]
    if choices is not None:
        found["enum"] = list(choices)
    if "default" in said:
        found["default"] = said["default"]
    return found | {key: said[key] for key in KEPT if key in said}


def _type(action: str, name: str, kind: object) -> str:
    if isinstance(kind, type) and kind in PYTHON:
        return PYTHON[kind]
    known = TYPES.get(kind.strip().lower()) if isinstance(kind, str) else None
    if known is None:
        raise Untellable(
            f"the field {name} of {action} is of the type {kind!r}: write string, integer, number, boolean, array or object"
        )
    return known


def _needed(fields: Mapping[Any, Any], name: str) -> bool:
    """Rule 2 of `plugin.py`."""
    said = next(one for key, one in fields.items() if str(key) == name)
    if isinstance(said, str):
        return not said.lower().startswith(("optional", "(optional"))
    if not isinstance(said, Mapping):
        return True
    if "required" in said:
        return said["required"] is True
    if said.get("optional") is True or "default" in said:
        return False
    return not any(isinstance(one, Mapping) and "required" in one for one in fields.values())
