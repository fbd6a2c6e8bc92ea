"""A plugin as tools: a class that says which actions it has, and does them.

`get_prompt_instructions()` gives a dict of actions, or a list of dicts with `name`: for each a `description` and the fields of its
`payload`. `run_action({"type": name, "payload": {…}})`, `def` or `async def`, does one.
A field is a dict (`type`, `description`, `required`, `default`, `enum`, `example`, and what else JSON Schema says of it), a description in
words, the name of a type, or an example. A payload that is a JSON Schema of an object is taken as it is.

Rule 1: an action has effects, and asks for a yes, unless its instructions say `"effects": False`; a click or its code, unless they say `"grave": False`.
Rule 2: a field is needed unless it says otherwise; where one field says `required`, those are needed that say so.
Rule 3: what cannot be read is one line that says what to write. So is an instance that cannot be made.
"""

import inspect
import json
from collections.abc import AsyncIterator, Mapping
from contextlib import aclosing
from typing import Any, Final

from solovox.ports import Json, Tool, ToolResult, ToolWork
from solovox.ports.own_threads import OwnThreads
from solovox.text.escapes import raised_line
from solovox.tools.answered import result_of_action
from solovox.tools.function import OwnFunction, describe
from solovox.tools.names import fitting
from solovox.tools.signatures import LONGEST, Untellable

TELLS: Final = "get_prompt_instructions"
DOES: Final = "run_action"
SAYS: Final = ("name", "payload", "description", "effects", "grave", "risk", "timeout", "read_aloud")
TYPES: Final[Mapping[str, str]] = {
    "string": "string", "str": "string", "text": "string",
    "integer": "integer", "int": "integer",
    "number": "number", "float": "number",
    "boolean": "boolean", "bool": "boolean",
    "array": "array", "list": "array",
    "object": "object", "dict": "object",
}  # fmt: skip
"""By how it may be written, and by what Python calls an example."""
KEPT: Final = (
    "default", "enum", "items", "properties", "minimum", "maximum", "minLength", "maxLength", "minItems", "maxItems", "pattern", "format",
)  # fmt: skip


def is_plugin(found: object) -> bool:
    """Whether it is a plugin: a class of that manner, or one made of it."""
    return all(callable(getattr(found, name, None)) for name in (TELLS, DOES))


def plugin_tools(found: Any) -> tuple[Tool, ...]:
    """The actions of a plugin as tools. Raises `Untellable`."""
    name = found.__name__ if isinstance(found, type) else type(found).__name__
    try:
        plugin = found() if isinstance(found, type) else found
    except (Exception, SystemExit) as error:
        raise Untellable(f"{name} cannot be made without arguments: {raised_line(error)}") from error
    try:
        inspect.signature(plugin.run_action).bind({})
        inspect.signature(plugin.get_prompt_instructions).bind()
    except TypeError as error:
        raise Untellable(
            f"{name} cannot be asked ({error}): write get_prompt_instructions(self) and run_action(self, action)"
        ) from None
    try:
        said = plugin.get_prompt_instructions()
    except (Exception, SystemExit) as error:
        raise Untellable(f"{TELLS} of {name} failed: {raised_line(error)}") from error
    threads = OwnThreads(name)
    made = [ActionTool(plugin, action, about, threads) for action, about in _actions(name, said)]
    if not made:
        raise Untellable(f"{TELLS} of {name} gives no action: write {{name: {{description, payload}}}}")
    return tuple(made)


class ActionTool(Tool):
    """One action of a plugin."""

    def __init__(self, plugin: Any, action: str, said: Json, threads: OwnThreads) -> None:
        if unknown := [key for key in said if key not in SAYS]:
            raise Untellable(f"{action} cannot say {unknown[0]!r}: there is {', '.join(SAYS)}")
        about = said.get("description") or f"{action.replace('_', ' ')}, an action of {type(plugin).__name__}"
        if not isinstance(about, str):
            raise Untellable(f"the description of {action} is no text")
        self.description = " ".join(about.split())[:LONGEST]
        self.parameters = payload_schema(action, said.get("payload") or {})
        self.name = fitting(action)
        describe(self, action, said)
        self._action = action
        self._work = OwnFunction(action, plugin.run_action, threads)

    async def run(self, arguments: Json) -> AsyncIterator[ToolWork]:
        """What the plugin yields as its progress, and its result."""
        action = {"type": self._action, "payload": dict(arguments)}
        async with aclosing(self._work.run_function(self._result, action)) as told:
            async for one in told:
                yield one

    def _result(self, found: object) -> ToolResult:
        return result_of_action(self._action, found, effects=self.effects)


def _actions(name: str, said: object) -> list[tuple[str, Json]]:
    """Each action with what is said of it."""
    if isinstance(said, Mapping):
        return [(str(action), _about(str(action), one)) for action, one in said.items()]
    if isinstance(said, list):
        return [(_name_of(name, one), one) for one in said]
    kind = "nothing" if said is None else f"a value of the kind {type(said).__name__}"
    raise Untellable(f"{TELLS} of {name} gives {kind}: write {{name: {{description, payload}}}}")


def _about(action: str, one: object) -> Json:
    if isinstance(one, Mapping):
        return one
    raise Untellable(f"what is said of {action} is no dict with description and payload")


def _name_of(plugin: str, one: object) -> str:
    named = one.get("name") if isinstance(one, Mapping) else None
    if isinstance(named, str) and named.strip():
        return named
    raise Untellable(f"an action of {plugin} has no name: write a dict with name, description and payload")


def payload_schema(action: str, fields: object) -> Json:
    """The parameters of an action, as a JSON Schema object. Raises `Untellable`."""
    if not isinstance(fields, Mapping):
        raise Untellable(f"the payload of {action} is no dict: write {{field: {{type, description}}}}")
    if fields.get("type") == "object" and isinstance(fields.get("properties"), Mapping):
        whole = dict(fields)
    else:
        says = any(isinstance(one, Mapping) and "required" in one for one in fields.values())
        whole = {
            "type": "object",
            "properties": {str(name): _field(action, str(name), one) for name, one in fields.items()},
            "required": [str(name) for name, one in fields.items() if _is_needed(one, says=says)],
            "additionalProperties": False,
        }
    try:
        told: Json = json.loads(json.dumps(whole, allow_nan=False))
    except (TypeError, ValueError, RecursionError) as error:
        raise Untellable(f"the payload of {action} is nothing that JSON takes: {error}") from None
    return told


def _field(action: str, name: str, said: object) -> Json:
    match said:
        case str() if said.strip().lower() in TYPES:
            return {"type": TYPES[said.strip().lower()]}
        case str():
            return {"type": "string", "description": " ".join(said.split())[:LONGEST]}
        case Mapping():
            return _of_dict(action, name, said)
        case None:
            return {}
        case bool() | int() | float() | list():
            such = f"such as {json.dumps(said, default=str)}"
            return {"type": TYPES[type(said).__name__], "description": such[:LONGEST]}
        case _:
            raise Untellable(f"the field {name} of {action} cannot be read: write {{type, description}}")


def _of_dict(action: str, name: str, said: Json) -> Json:
    found = {key: said[key] for key in KEPT if key in said}
    kind, example = said.get("type"), said.get("example")
    if kind is not None:
        found["type"] = TYPES.get(kind.strip().lower()) if isinstance(kind, str) else None
        if found["type"] is None:
            raise Untellable(
                f"the field {name} of {action} is of the type {kind!r}: write string, integer, number, boolean, array or object"
            )
    elif "enum" not in said:
        found["type"] = TYPES.get(type(example).__name__, "string")
    about = str(said.get("description") or "")
    if example is not None:
        about = f"{about} (such as {json.dumps(example, ensure_ascii=False, default=str)})"
    if about:
        found["description"] = " ".join(about.split())[:LONGEST]
    return found


def _is_needed(said: object, *, says: bool) -> bool:
    """Rule 2. `says`: one of the fields says whether it is required."""
    if not isinstance(said, Mapping):
        return True
    return said["required"] is True if "required" in said else not says and "default" not in said
