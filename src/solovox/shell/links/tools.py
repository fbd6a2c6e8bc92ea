"""Tools as a link: run by command. Everything that happens is a result (law C3).

A cancelled tool returns nothing: the core, which cancelled it, has decided already. What a tool gave back is told so:
Rule 1: a result that is none, or whose text is none, is a failed one. A receipt that is no text is no receipt (law C4).
Rule 2: terminal control sequences are taken out, and what has no UTF-8 becomes U+FFFD.
Rule 3: more than `LONGEST` bytes are shortened: the beginning stays, and the last line says how much was left out, and where
the whole is. What cannot be kept is shortened, too.
Rule 4: no result is empty (law C1).
"""

import asyncio
import json
from collections.abc import Awaitable, Callable, Iterable, Mapping
from typing import Final, assert_never

from solovox.core.commands import CancelTool, RunTool, ToolCommand
from solovox.core.errors import Misuse
from solovox.core.events import StopAsked, ToolActed, ToolEvent, ToolProgressed, ToolReturned
from solovox.core.units import InputMeans
from solovox.ports import (
    ASIDE,
    KeepsResults,
    NotKept,
    Progress,
    ScreenAct,
    StopAct,
    Tool,
    ToolAct,
    ToolResult,
    run_tool,
)
from solovox.shell.links.toolbox import Toolbox
from solovox.text.escapes import raised_line, without_escapes
from solovox.wire.whole import whole

LONGEST: Final = 64 * 1024
"""Bytes of UTF-8, with the line that says what was left out."""
LAST_LINE: Final = 400
WORD: Final = 1_000
RECEIPT: Final = 1_000
"""Characters."""


class FittingResults:
    """The results of one session. `keeps`: where long ones are kept whole. None: nowhere."""

    def __init__(self, keeps: KeepsResults | None) -> None:
        self._keeps = keeps

    async def fit(self, effect: int, tool: str, found: object) -> ToolResult:
        """The result of the tool of that name."""
        if not isinstance(found, ToolResult) or not isinstance(found.text, str):
            return ToolResult(f"{tool} returned no result", failed=True)
        failed = bool(found.failed)
        text = _clean(await self._short(effect, found.text))
        if not text.strip():
            text = (
                f"{tool} failed and did not say why" if failed else f"{ASIDE}{tool} is done, and gave no text"
            )
        return ToolResult(text, _receipt(found.receipt), failed)

    async def _short(self, effect: int, text: str) -> str:
        try:
            data = text.encode()
        except UnicodeEncodeError:
            text = str(whole(text))
            data = text.encode()
        if len(data) <= LONGEST:
            return text
        begin = _begin(data)
        left = len(data) - len(begin.encode())
        where = await self._where(effect, text)
        return f"{begin}\n{ASIDE}{left} of {len(data)} bytes were left out here; {where}"

    async def _where(self, effect: int, text: str) -> str:
        """Where the whole is, or why it is nowhere."""
        if self._keeps is None:
            return "no journal is kept, so they are gone"
        try:
            return f"the whole is in {await self._keeps.keep_result(effect, text)}, beside the journal"
        except NotKept as error:
            return f"the whole is not kept: {error}"
        except Exception as error:  # noqa: BLE001 - a disk that fails loses no result
            return f"the whole is not kept: {raised_line(error)}"


def _begin(data: bytes) -> str:
    """What stays: up to the end of a word, if one ends soon, so that no secret is cut in two, which is masked whole."""
    begin = data[: LONGEST - LAST_LINE].decode(errors="ignore")
    space = max(begin.rfind(" "), begin.rfind("\n"))
    return begin[:space] if space > len(begin) - WORD else begin


def _clean(text: str) -> str:
    return str(whole(without_escapes(text)))


def _receipt(found: object) -> str | None:
    if not isinstance(found, str):
        return None
    return " ".join(_clean(found[: 2 * RECEIPT]).split())[:RECEIPT] or None


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

    async def _tell_act(self, effect: int, told: ToolAct) -> None:
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
        return await run_tool(tool, given, lambda told: self._tell_act(command.effect, told))


def _running() -> asyncio.Task[object] | None:
    """The task that runs now; none where no loop does."""
    try:
        return asyncio.current_task()
    except RuntimeError:
        return None
