"""Tools as a link: run by command. Everything that happens is a result (law C3).

A cancelled tool returns nothing: the core, which cancelled it, has decided already.
"""

import asyncio
import json
from collections.abc import Awaitable, Callable, Iterable, Mapping
from typing import Final, assert_never

from solovox.core.commands import CancelTool, RunTool, ToolCommand
from solovox.core.errors import Misuse
from solovox.core.events import StopAsked, ToolActed, ToolEvent, ToolProgressed, ToolReturned
from solovox.core.units import InputMeans
from solovox.ports import KeepsResults, Progress, ScreenAct, StopAct, Tool, ToolAct, ToolResult, run_tool
from solovox.shell.links.fitting_results import FittingResults
from solovox.shell.links.toolbox import Toolbox
from solovox.text.escapes import raised_line, without_escapes

Tell = Callable[[ToolEvent], Awaitable[None]]
LINE: Final = 200
TARGET: Final = 4_000
"""Characters of what a tool tells before its result. The rest is not shown."""


def _line(text: str) -> str:
    return " ".join(without_escapes(text).split())[:LINE]


class ToolsOverPort:
    """The tool link of one session. `wrong` says what is wrong with the arguments of a call, if anything; `fitted` puts them
    as the tool takes them."""

    def __init__(
        self,
        tools: Iterable[Tool] | Toolbox,
        wrong: Callable[[str, str], str] = lambda *_: "",
        fitted: Callable[[str, Mapping[str, object]], Mapping[str, object]] = lambda _, arguments: arguments,
        keeps: KeepsResults | None = None,
    ) -> None:
        """`keeps`: where results are kept that are too long. None: nowhere."""
        self._tools = tools if isinstance(tools, Toolbox) else Toolbox(tools)
        self._wrong, self._fitted = wrong, fitted
        self._results = FittingResults(keeps)
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
        effect, task = command.effect, asyncio.current_task()
        try:
            result = await self._results.fit(effect, command.tool, await self._result(command))
        except Misuse:
            raise
        except asyncio.CancelledError:
            if task is None or task.cancelling():
                raise
            result = ToolResult(f"{command.tool} gave up, and gave no result", failed=True)
        except BaseException as error:
            if isinstance(error, GeneratorExit) and _running() is not task:
                raise  # the loop has ended
            result = ToolResult(raised_line(error), failed=True)
        if effect in self._running:
            await self._tell(ToolReturned(effect, result.text, result.receipt, result.failed))
            self._running.pop(effect, None)

    async def _told(self, effect: int, told: ToolAct) -> None:
        """What a tool tells before its result. After its cancellation it tells nothing."""
        if effect not in self._running:
            return
        match told:
            case Progress(text=text):
                await self._tell(ToolProgressed(effect, _line(text)))
            case ScreenAct(action=action, target=target):
                await self._tell(ToolActed(effect, _line(action), without_escapes(target)[:TARGET]))
            case StopAct():
                await self._tell(StopAsked(InputMeans.TOOL))
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
        given = self._fitted(command.tool, arguments)
        return await run_tool(tool, given, lambda told: self._told(command.effect, told))


def _running() -> asyncio.Task[object] | None:
    """The task that runs now; none where no loop does."""
    try:
        return asyncio.current_task()
    except RuntimeError:
        return None
