"""What can be called, by an ear or by a brain."""

from collections.abc import AsyncGenerator, AsyncIterator, Awaitable, Callable, Collection, Mapping, Sequence
from contextlib import aclosing
from dataclasses import dataclass
from typing import Final, Protocol, runtime_checkable

from solovox.core.policy import Risk, Scheduling

ASIDE: Final = "… "
"""A line of a tool's result that begins so is about the result, not of it: `… no file contains it`, `… and 12 more`."""


@dataclass(frozen=True, slots=True)
class ToolResult:
    """What a tool gave back. A tool that finds nothing says so (`ASIDE`): no result is empty (law C1).

    `receipt` is proof that an action happened (an id, from the thing that did it). `failed` makes
    the text an error that the caller is told of: errors are results (law C3).
    """

    text: str
    receipt: str | None = None
    failed: bool = False


@dataclass(frozen=True, slots=True)
class Progress:
    """How far a tool has come, in a few words. It is shown, and gives the tool more time."""

    text: str


@dataclass(frozen=True, slots=True)
class ScreenAct:
    """What a tool asks of the screen: an `action` ("open", "scroll", "highlight") and what it is about."""

    action: str
    target: str


@dataclass(frozen=True, slots=True)
class StopAct:
    """What a tool asks of the talk: the person wants all of it stopped, as by their key (law T4). Where a session has owners
    it is ignored: who wished it is not known (law A4)."""


ToolAct = Progress | ScreenAct | StopAct
"""What a tool may tell before its result."""
ToolWork = ToolResult | ToolAct


class Tool(Protocol):
    """Something that can be called. Write `class Mine(Tool)`: a name, a description, parameters and `run` are enough.

    `parameters` is a JSON Schema object.
    """

    name: str
    description: str
    parameters: Mapping[str, object]
    effects: bool = False
    """Whether it changes something. A tool that only looks does not."""
    risk: Risk | None = None
    """Whether a yes is asked for. None: `ASK` if it has effects, else `FREE`. `NEVER`: it is refused."""
    grave: bool | None = None
    """It cannot be undone: where a yes is asked for, a yes aloud is not enough (laws A2, A7). None: as it has effects."""
    spoken_name: str = ""
    """What it is called where a yes is asked for: `delete of github`. Empty: its name."""
    timeout: float = 20.0
    """Seconds without a sign of life (a result, or `Progress`) after which it has failed."""
    scheduling: Scheduling = Scheduling.WHEN_IDLE
    """When a live model that does not wait for the result may speak of it (law C2)."""
    looks_inside: bool = False
    """Whether its result can show what is on this machine: files, their names, the state of a folder, sessions that were kept.
    Where strangers are, a session has no such tool."""
    read_aloud: bool = False
    """It only looks, and its result is fit to be read whole, however long it is, where a live ear calls it beside a brain."""

    def run(self, arguments: Mapping[str, object]) -> Awaitable[ToolResult] | AsyncIterator[ToolWork]:
        """Do it: `async def`, and return the result. May be cancelled at any await. An exception becomes a failed result.

        To tell of its progress, or to ask something of the screen, it yields `Progress` and `ScreenAct`, and its result last.
        """
        ...


class Nearest(Protocol):
    """Chooses, where there are many tools, those that a model is told."""

    most: int
    """How many are told."""

    def nearest(
        self,
        text: str,
        tools: Sequence[Tool],
        most: int = ...,
        called: Collection[str] = ...,
        named: Collection[str] = ...,
    ) -> tuple[Tool, ...]:
        """The tools nearest to what was said, in the order in which they stand; all, if there are no more than `most`.
        `called`, `named`: names of those that come first. It may take seconds: call it in a thread."""
        ...

    def prepare(self, tools: Sequence[Tool]) -> None:
        """Compute what `nearest` will need of these, in a thread."""
        ...


async def _unheard(_: ToolAct) -> None:
    """No screen is there."""


async def run_tool(
    tool: Tool,
    arguments: Mapping[str, object],
    tell: Callable[[ToolAct], Awaitable[None]] = _unheard,
) -> ToolResult:
    """Run a tool of either form, and tell what it tells. What it raises is raised. The first result counts: what it does
    afterwards is not heard, and it is closed."""
    work: object = tool.run(arguments)
    if isinstance(work, Awaitable):
        work = await work
    if not isinstance(work, AsyncIterator):
        return work if isinstance(work, ToolResult) else _no_result(tool, work)
    result: ToolResult | None = None
    async with aclosing(_closable(work)) as told:
        async for one in told:
            if isinstance(one, ToolResult):
                result = one
                break
            if not isinstance(one, ToolAct):
                return _no_result(tool, one)
            await tell(one)
    return result or ToolResult(f"{tool.name} gave no result", failed=True)


def _no_result(tool: Tool, found: object) -> ToolResult:
    kind = "nothing" if found is None else f"a value of the kind {type(found).__name__}"
    return ToolResult(f"{tool.name} gave {kind}, which is no result", failed=True)


async def _closable(work: AsyncIterator[ToolWork]) -> AsyncGenerator[ToolWork, None]:
    try:
        async for one in work:
            yield one
    finally:
        if isinstance(work, AsyncGenerator):
            await work.aclose()


@runtime_checkable
class ToolSet(Protocol):
    """Tools that are known only when something was opened: a server that lists its own, a device that answers."""

    async def open(self) -> Sequence[Tool]:
        """Connect, and list. Called once, in the session's loop. Raises `ToolSetError`, with one clear line."""
        ...

    async def aclose(self) -> None:
        """Leave nothing behind: no task, process or socket (law L5). Called once, also after `open` failed."""
        ...


@dataclass(frozen=True, slots=True)
class ToolsChanged:
    """What an open set has from now on: all its tools, as `open` lists them."""

    tools: Sequence[Tool]


@dataclass(frozen=True, slots=True)
class ToolsTrouble:
    """What the person should know of an open set: one clear line."""

    line: str


ToolSetNews = ToolsChanged | ToolsTrouble


@runtime_checkable
class ChangingToolSet(ToolSet, Protocol):
    """A set that has to be carried while it is open, and whose tools may change meanwhile."""

    async def run(self, tell: Callable[[ToolSetNews], Awaitable[None]]) -> None:
        """Carry the connection. Runs beside `open`, which waits for it, and on, until it is cancelled; then nothing of it
        is left. It tells what changes once `open` has returned. If it returns, its tools stay as they were told last."""
        ...


class ToolSetError(Exception):
    """A set of tools that cannot be opened. One clear line. Its tools are absent, and the session goes on."""
