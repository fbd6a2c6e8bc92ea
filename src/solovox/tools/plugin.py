"""A plugin as tools: a class that says which actions it has, and does them.

`get_prompt_instructions()` gives, for each action by its name, a `description` and the fields of its `payload`;
`run_action({"type": name, "payload": {…}})`, `def` or `async def`, does one.

Rule 1: an action has effects, and asks for a yes, unless its instructions say `"effects": False`; a click or its code, unless they say `"grave": False`.
Rule 2: a field is needed unless it says otherwise; where one field says `required`, those are needed that say so.
Rule 3: what cannot be read is one line that says what to write. So is an instance that cannot be made.
"""

import inspect
from collections.abc import AsyncIterator, Mapping
from contextlib import aclosing
from typing import Any, Final

from solovox.ports import Tool, ToolResult, ToolWork
from solovox.ports.own_threads import OwnThreads
from solovox.text.escapes import raised_line
from solovox.tools.answered import reported
from solovox.tools.function import OwnFunction, flag, risk_of, seconds
from solovox.tools.names import fitting
from solovox.tools.payloads import payload_schema
from solovox.tools.signatures import LONGEST, Untellable

TELLS: Final = "get_prompt_instructions"
DOES: Final = "run_action"
NAMED_BY: Final = ("name", "type", "action")
FIELDS: Final = ("payload", "parameters", "fields")
SAYS: Final = (*NAMED_BY, *FIELDS, "description", "effects", "grave", "risk", "timeout", "read_aloud")


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

    def __init__(self, plugin: Any, action: str, said: Mapping[str, Any], threads: OwnThreads) -> None:
        if unknown := [key for key in said if key not in SAYS]:
            raise Untellable(f"{action} cannot say {unknown[0]!r}: there is {', '.join(SAYS)}")
        about = said.get("description") or f"{action.replace('_', ' ')}, an action of {type(plugin).__name__}"
        if not isinstance(about, str):
            raise Untellable(f"the description of {action} is no text")
        fields: object = next((said[key] for key in FIELDS if said.get(key) is not None), {})
        self.name = fitting(action)
        self.description = " ".join(about.split())[:LONGEST]
        self.parameters = payload_schema(action, fields)
        self.effects = flag(action, "effects", said.get("effects", True))
        self.grave = flag(action, "grave", said.get("grave", self.effects))
        self.risk = risk_of(action, said.get("risk"))
        self.timeout = seconds(action, said.get("timeout"))
        self.read_aloud = flag(action, "read_aloud", said.get("read_aloud", False))
        self._action = action
        self._work = OwnFunction(action, plugin.run_action, threads)

    async def run(self, arguments: Mapping[str, Any]) -> AsyncIterator[ToolWork]:
        """What the plugin yields as its progress, and its result."""
        action = {"type": self._action, "payload": dict(arguments)}
        async with aclosing(self._work.done(self._result, action)) as told:
            async for one in told:
                yield one

    def _result(self, found: object) -> ToolResult:
        return reported(self._action, found, effects=self.effects)


def _actions(name: str, said: object) -> list[tuple[str, Mapping[str, Any]]]:
    """Each action with what is said of it."""
    if isinstance(said, Mapping) and set(said) == {"actions"}:
        said = said["actions"]
    if isinstance(said, Mapping) and _is_one(said):
        said = [said]
    if isinstance(said, Mapping):
        return [(str(action), _about(str(action), one)) for action, one in said.items()]
    if isinstance(said, list | tuple):
        return [(_name_of(name, one), one) for one in said]
    kind = "nothing" if said is None else f"a value of the kind {type(said).__name__}"
    raise Untellable(f"{TELLS} of {name} gives {kind}: write {{name: {{description, payload}}}}")


def _is_one(said: Mapping[Any, Any]) -> bool:
    """Whether it is one action, not actions by their names."""
    return isinstance(said.get("description"), str) and any(
        isinstance(said.get(key), str) for key in NAMED_BY
    )


def _about(action: str, one: object) -> Mapping[str, Any]:
    if isinstance(one, str):
        return {"description": one}
    if isinstance(one, Mapping):
        return one
    raise Untellable(f"what is said of {action} is neither a text nor a dict with description and payload")


def _name_of(plugin: str, one: object) -> str:
    if isinstance(one, Mapping):
        for key in NAMED_BY:
            if isinstance(one.get(key), str) and one[key].strip():
                return str(one[key])
    raise Untellable(f"an action of {plugin} has no name: write a dict with name, description and payload")
