"""A Python function as a tool: its type hints and its docstring say what it is, `@solovox.tool` what else there is to say.

Rule: it has effects, and asks for a yes, unless it says that it only looks.

How it runs:
Rule 1: `async def` runs in the session's loop; `def` in a thread of its own, and if it is given up, its result is dropped.
Rule 2: what a generator yields is its progress; its result is what it returns or, if that is nothing, what it yielded last.
Rule 3: whatever it raises is a failed result of one line, with the place in its file. That has no receipt.
"""

import asyncio
import inspect
from collections.abc import AsyncGenerator, AsyncIterator, Callable
from contextlib import aclosing
from functools import partial
from typing import Any, Final

from solovox.core.policy import Risk
from solovox.ports import Json, Progress, ScreenAct, Tool, ToolResult, ToolWork
from solovox.ports.own_threads import OwnThreads, Returned, TooManyThreads, close_iterator, is_async
from solovox.text.escapes import place_of, raised_line
from solovox.tools.answered import result_of_function
from solovox.tools.names import fitting
from solovox.tools.signatures import Untellable, signature_of


class OwnFunction:
    """A function, which is called `name` where it fails."""

    def __init__(self, name: str, function: Callable[..., Any], threads: OwnThreads | None = None) -> None:
        """`threads`: those that it shares with others."""
        self._name = name
        self._function = function
        self._threads = threads or OwnThreads(name)

    async def run_function(
        self, result: Callable[[object], ToolResult], /, *first: object, **values: object
    ) -> AsyncGenerator[ToolWork, None]:
        """Call it with these: its progress, and what `result` makes of what it gave."""
        last: object = None
        try:
            async with aclosing(self._running(partial(self._function, *first, **values))) as told:
                async for one in told:
                    if isinstance(one, Progress | ScreenAct | ToolResult):
                        yield one
                        continue
                    if isinstance(one, str):
                        yield Progress(one)
                    value = one.value if isinstance(one, Returned) else one
                    last = last if value is None else value
        except (asyncio.CancelledError, GeneratorExit):
            raise
        except TooManyThreads as error:
            yield ToolResult(str(error), failed=True)
        except BaseException as error:  # noqa: BLE001 - whatever the person's own function does
            line = f"{self._name} failed: {raised_line(error)}{place_of(error, self._function)}"
            yield ToolResult(line, failed=True)
        else:
            yield result(last)

    async def _running(self, call: Callable[[], object]) -> AsyncGenerator[object, None]:
        """What it yields, and `Returned` where it returns."""
        found: object = call() if is_async(self._function) else await self._threads.call(call)
        if inspect.isawaitable(found):
            found = await found
        if inspect.isgenerator(found):
            async with aclosing(self._threads.each(found)) as steps:
                async for one in steps:
                    yield one
        elif isinstance(found, AsyncIterator):
            async with close_iterator(found):
                async for one in found:
                    yield one
        else:
            yield Returned(found)


MARK: Final = "__solovox_tool__"
"""Where `solovox.tool` puts what a function says of itself."""
SAYS: Final = ("effects", "grave", "risk", "timeout", "read_aloud", "name")
LONGEST_TIMEOUT: Final = 3_600.0


class FunctionTool(Tool):
    """A tool that is a function. Raises `Untellable` for one that cannot be: a line that says what to write."""

    def __init__(self, function: Callable[..., Any], said: Json | None = None) -> None:
        """`said`: of it, by keys of `SAYS`; else what it is marked with."""
        called = str(getattr(function, "__name__", "") or type(function).__name__)
        said = getattr(function, MARK, {}) if said is None else said
        own = said.get("name") or called
        if not isinstance(own, str) or own == "<lambda>":
            raise Untellable("a lambda has no name to be called by: write def")
        if unknown := [name for name in said if name not in SAYS]:
            raise Untellable(f"@solovox.tool of {own} cannot say {unknown[0]!r}: there is {', '.join(SAYS)}")
        self.name = fitting(own)
        self._signature = signature_of(function, own)
        self.description = self._signature.description
        self.parameters = self._signature.parameters
        describe(self, own, said)
        self._own = own
        self._work = OwnFunction(own, function)

    async def run(self, arguments: Json) -> AsyncIterator[ToolWork]:
        """Its progress, and its result."""
        try:
            values = self._signature.values(arguments)
        except ValueError as error:
            yield ToolResult(f"{self._own}: {error}", failed=True)
            return
        async with aclosing(self._work.run_function(self._result, **values)) as told:
            async for one in told:
                yield one

    def _result(self, found: object) -> ToolResult:
        return result_of_function(self._own, found, effects=self.effects)


def describe(tool: Tool, own: str, said: Json) -> None:
    """What is said of a tool that its maker calls `own`. Raises `Untellable`."""
    tool.effects = _flag(own, "effects", said.get("effects", True))
    tool.grave = _flag(own, "grave", said.get("grave", tool.effects))
    tool.risk = _risk(own, said.get("risk"))
    tool.timeout = _seconds(own, said.get("timeout"))
    tool.read_aloud = _flag(own, "read_aloud", said.get("read_aloud", False))


def _flag(name: str, key: str, value: object) -> bool:
    if not isinstance(value, bool):
        raise Untellable(f"{key} of {name} is {value!r}: write True or False")
    return value


def _risk(name: str, value: object) -> Risk | None:
    known = [one.value for one in Risk]
    if value is None or isinstance(value, Risk):
        return value
    if value not in known:
        raise Untellable(f"risk of {name} is {value!r}: write {', '.join(known)}")
    return Risk(value)


def _seconds(name: str, value: object) -> float:
    if value is None:
        return Tool.timeout
    if isinstance(value, bool) or not isinstance(value, int | float) or not 0 < value <= LONGEST_TIMEOUT:
        raise Untellable(f"timeout of {name} is {value!r}: write seconds, up to {LONGEST_TIMEOUT:g}")
    return float(value)
