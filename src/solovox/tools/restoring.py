"""Puts arguments back to what a tool takes, where its schema was told to a model in another form (`wire/tool_schemas.py`). Pure.

Rule 1: what fits the tool's own schema stays as it is. What cannot be put back stays too, and the check says what is wrong.
Rule 2: a text that stands for another value of an enum or a const is that value; a member that can only be one thing, and is
needed, is that; a member that is null, need not be there and cannot be null, is left out; a member has its own name.
"""

from collections.abc import Mapping
from typing import Any, Final

from solovox.ports import Json
from solovox.tools.json_schema import problem
from solovox.wire.tool_schemas import list_members, map_members, resolve_reference, text_of, told_names

OPTIONS: Final = 2_000
"""Alternatives that are tried in one call's arguments."""
DEEPEST: Final = 50


def restore_arguments(schema: Json, arguments: Json) -> dict[str, Any]:
    """The arguments of a call as the tool takes them."""
    owns = told_names(schema)
    own = {owns.get(name, name): value for name, value in arguments.items()}
    if len(own) < len(arguments):  # one thing by two names
        own = dict(arguments)
    found = _Restoring(schema).value(schema, own)
    return found if isinstance(found, dict) else own


class _Restoring:
    def __init__(self, root: Json) -> None:
        self._root = root
        self._left = OPTIONS

    def value(self, schema: Any, value: Any, deep: int = 0) -> Any:
        schema = resolve_reference(self._root, schema)
        if not isinstance(schema, Mapping) or deep > DEEPEST:
            return value
        for one in list_members(schema, "allOf"):
            value = self.value(one, value, deep + 1)
        value = self._choose_value(schema, value)
        if isinstance(value, Mapping):
            value = self._members(schema, value, deep)
        elif isinstance(value, list) and isinstance(schema.get("items"), Mapping):
            value = [self.value(schema["items"], one, deep + 1) for one in value]
        for key in ("anyOf", "oneOf"):
            if options := list_members(schema, key):
                value = self._fitting(options, value, deep)
        return value

    def _fitting(self, options: list[Any], value: Any, deep: int) -> Any:
        """As the first alternative takes it that does; as it is, if one takes it so."""
        if any(self._fits(one, value) for one in options):
            return value
        for one in options:
            self._left -= 1
            if self._left < 0:
                break
            found = self.value(one, value, deep + 1)
            if self._fits(one, found):
                return found
        return value

    def _fits(self, schema: Any, value: Any) -> bool:
        return problem(schema, value, root=self._root) is None

    def _choose_value(self, schema: Json, value: Any) -> Any:
        """A text in place of one of a few values."""
        choices = list_members(schema, "enum") or ([schema["const"]] if "const" in schema else [])
        if isinstance(value, str) and value not in choices:
            return next((one for one in choices if one is not None and text_of(one) == value), value)
        return value

    def _members(self, schema: Json, value: Json, deep: int) -> dict[str, Any]:
        members, needed = map_members(schema, "properties"), list_members(schema, "required")
        others = schema.get("additionalProperties")
        found: dict[str, Any] = {}
        for name, one in value.items():
            member = members.get(name, others)
            given = self.value(member, one, deep + 1)
            if given is not None or name in needed or name not in members or self._fits(member, None):
                found[name] = given
        for name in (one for one in needed if isinstance(one, str)):
            only = resolve_reference(self._root, members.get(name))
            if name not in found and isinstance(only, Mapping) and "const" in only:
                found[name] = only["const"]
        return found
