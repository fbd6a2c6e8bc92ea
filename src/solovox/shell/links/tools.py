"""Tools as a link: run by command. Everything that happens is a result (law C3).

A cancelled tool returns nothing: the core, which cancelled it, has decided already.
"""

import asyncio
import json
from collections.abc import Awaitable, Callable, Iterable
from typing import Final, assert_never

from solovox.core.commands import CancelTool, RunTool, ToolCommand
from solovox.core.errors import Misuse
from solovox.core.events import ToolActed, ToolEvent, ToolProgressed, ToolReturned
from solovox.ports import Progress, ScreenAct, Tool, ToolResult, run_tool
from solovox.shell.links.toolbox import Toolbox
from solovox.text.escapes import without_escapes

Tell = Callable[[ToolEvent], Awaitable[None]]
LONGEST: Final = 200_000
"""Characters of a result. The rest is cut off, and the result says so."""
LINE: Final = 200
TARGET: Final = 4_000
"""Characters of what a tool tells before its result. The rest is not shown."""


def _line(text: str) -> str:
    return " ".join(without_escapes(text).split())[:LINE]


class ToolsOverPort:
    """The tool link of one session. `wrong` says what is wrong with the arguments of a call, if anything."""

    def __init__(
        self, tools: Iterable[Tool] | Toolbox, wrong: Callable[[str, str], str] = lambda *_: ""
    ) -> None:
        self._tools = tools if isinstance(tools, Toolbox) else Toolbox(tools)
        self._wrong = wrong
        self._running: dict[int, asyncio.Task[None]] = {}
        self._tasks: asyncio.TaskGroup | None = None
        self._ready = asyncio.Event()
        self._tell: Tell

    async def run(self, tell: Tell) -> None:
        """Carries the runs."""
        self._tell = tell
        async with asyncio.TaskGroup() as self._tasks:
            self._ready.set()
            await self._tools.run(tell)
            await asyncio.Event().wait()

    async def perform(self, command: ToolCommand) -> None:
        """Begin or cancel."""
        match command:
            case RunTool(effect=effect):
                await self._ready.wait()
                if effect in self._running or self._tasks is None:
                    raise Misuse(f"effect {effect} was ordered twice")
                task = self._tasks.create_task(self._carry(command), name=f"tool {command.tool} {effect}")
                self._running[effect] = task
            case CancelTool(effect=effect):
                running = self._running.pop(effect, None)
                if running is not None:
                    running.cancel()
            case _:
                assert_never(command)

    async def aclose(self) -> None:
        """Close the sets of tools. The tasks have ended with `run`."""
        await self._tools.aclose()

    async def _carry(self, command: RunTool) -> None:
        effect = command.effect
        try:
            result = await self._result(command)
        except Misuse:
            raise
        except Exception as error:  # noqa: BLE001 - law C3: a crash is a result
            line = " ".join(str(error).split())
            result = ToolResult(
                f"{type(error).__name__}: {line}" if line else type(error).__name__, failed=True
            )
        if effect in self._running:
            text = result.text
            if len(text) > LONGEST:
                text = text[:LONGEST] + f"\n(cut off here: {len(result.text)} characters)"
            await self._tell(ToolReturned(effect, text, result.receipt, result.failed))
            self._running.pop(effect, None)

    async def _told(self, effect: int, told: Progress | ScreenAct) -> None:
        """What a tool tells before its result. After its cancellation it tells nothing."""
        if effect not in self._running:
            return
        match told:
            case Progress(text=text):
                await self._tell(ToolProgressed(effect, _line(text)))
            case ScreenAct(action=action, target=target):
                await self._tell(ToolActed(effect, _line(action), without_escapes(target)[:TARGET]))
            case _:
                assert_never(told)

    async def _result(self, command: RunTool) -> ToolResult:
        tool = self._tools.get(command.tool)
        if tool is None:
            return ToolResult(f"there is no tool named {command.tool}", failed=True)
        if wrong := self._wrong(command.tool, command.arguments):
            return ToolResult(wrong, failed=True)
        arguments = json.loads(command.arguments or "{}")
        if not isinstance(arguments, dict):
            return ToolResult(f"the arguments of {command.tool} are not a JSON object", failed=True)
        result = await run_tool(tool, arguments, lambda told: self._told(command.effect, told))
        if not isinstance(result, ToolResult) or not isinstance(result.text, str):
            return ToolResult(f"{command.tool} returned no result", failed=True)
        return result
