"""The tools of a session, by name. Every failure of a tool is a result (law C3).

A catalog is itself a `Host`: for a brain that is used without a conversation around it, and without a person.
"""

import asyncio
import difflib
import json
from collections.abc import Iterable, Iterator, Mapping
from typing import Final

from solovox.ports import Act, Consent, Host, Json, Tool, ToolResult, run_tool
from solovox.tools.json_schema import problem
from solovox.tools.restoring import restore_arguments

LONGEST_ERROR: Final = 300


class Catalog(Host):
    """Tools by name. Raises `ValueError` when two have the same name."""

    def __init__(self, tools: Iterable[Tool]) -> None:
        self._tools: dict[str, Tool] = {}
        for tool in tools:
            if tool.name in self._tools:
                raise ValueError(f"two tools are called {tool.name}; give one another name")
            self._tools[tool.name] = tool

    def __iter__(self) -> Iterator[Tool]:
        return iter(self._tools.values())

    def __len__(self) -> int:
        return len(self._tools)

    def get(self, name: str) -> Tool | None:
        """The tool of that name, if there is one."""
        return self._tools.get(name)

    def wrong(self, name: str, arguments: str) -> str:
        """What is wrong with the JSON of a call's arguments, in one line; empty when nothing is, or no tool has that name."""
        tool = self._tools.get(name)
        if tool is None:
            return ""
        try:
            given = json.loads(arguments or "{}")
            given = restore_arguments(tool.parameters, given) if isinstance(given, dict) else given
            found = problem(tool.parameters, given)
        except (ValueError, RecursionError) as error:
            found = f"the arguments are not JSON: {error}"
        return " ".join(f"{name}: {found}".split())[:LONGEST_ERROR] if found else ""

    def fit_arguments(self, name: str, arguments: Json) -> Json:
        """A call's arguments as the tool takes them: a model was told its schema in another form."""
        tool = self._tools.get(name)
        return arguments if tool is None else restore_arguments(tool.parameters, arguments)

    def get_action_plugin_instructions(self) -> Mapping[str, Json]:
        """What can be done: the actions of all plugins, and every other tool, by name: `description` and `payload`, which is
        a JSON Schema object."""
        return {
            tool.name: {"description": tool.description, "payload": tool.parameters}
            for tool in self._tools.values()
        }

    async def run_action(self, action: Json) -> ToolResult:
        """Do `{"type": name, "payload": {…}}`, as `call` does. What is no action is a failed result."""
        name, payload = action.get("type"), action.get("payload", {})
        if not isinstance(name, str) or not isinstance(payload, Mapping):
            return ToolResult('an action is {"type": its name, "payload": {its fields}}', failed=True)
        return await self.call(name, payload)

    async def call(self, name: str, arguments: Json) -> ToolResult:
        """Run a tool; an unknown name, bad arguments, an error or too long a wait are failed results."""
        tool = self._tools.get(name)
        if tool is None:
            near = difflib.get_close_matches(name, self._tools, n=1)
            known = f"did you mean {near[0]}?" if near else f"there are {', '.join(self._tools) or 'none'}"
            return ToolResult(f"There is no tool {name[:80]!r}; {known}", failed=True)
        arguments = restore_arguments(tool.parameters, arguments)
        wrong = problem(tool.parameters, arguments)
        if wrong:
            return ToolResult(f"{name}: {wrong}", failed=True)
        return await self._run(tool, arguments)

    async def needs_yes(self, act: Act) -> Consent:
        """Never: there is no person to ask."""
        return Consent(allowed=False, reason="there is no person here to ask")

    async def _run(self, tool: Tool, arguments: Json) -> ToolResult:
        try:
            async with asyncio.timeout(tool.timeout):
                return await run_tool(tool, arguments)
        except TimeoutError:
            return ToolResult(f"{tool.name} took longer than {tool.timeout:g} seconds", failed=True)
        except Exception as error:  # noqa: BLE001 - any exception of a tool is a result (C3)
            line = " ".join(f"{type(error).__name__}: {error}".split())
            return ToolResult(f"{tool.name} failed: {line[:LONGEST_ERROR]}", failed=True)
