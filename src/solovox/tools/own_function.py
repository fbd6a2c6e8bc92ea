"""A function of the person's own, run as a tool.

Rule 1: `async def` runs in the session's loop; `def` in a thread of its own, and if it is given up, its result is dropped.
Rule 2: what a generator yields is its progress; its result is what it returns or, if that is nothing, what it yielded last.
Rule 3: whatever it raises is a failed result of one line, with the place in its file. That has no receipt.
"""

import asyncio
import inspect
from collections.abc import AsyncGenerator, AsyncIterator, Callable
from contextlib import aclosing
from functools import partial
from typing import Any

from solovox.ports import Progress, ScreenAct, ToolResult, ToolWork
from solovox.ports.own_threads import OwnThreads, Returned, TooManyThreads
from solovox.text.raised import place_of, raised_line


class OwnFunction:
    """A function, which is called `name` where it fails."""

    def __init__(self, name: str, function: Callable[..., Any], threads: OwnThreads | None = None) -> None:
        """`threads`: those that it shares with others."""
        self._name = name
        self._function = function
        self._threads = threads or OwnThreads(name)

    async def done(
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
        found: object = call() if _is_async(self._function) else await self._threads.call(call)
        if inspect.isawaitable(found):
            found = await found
        if inspect.isgenerator(found):
            async with aclosing(self._threads.each(found)) as steps:
                async for one in steps:
                    yield one
        elif isinstance(found, AsyncIterator):
            try:
                async for one in found:
                    yield one
            finally:
                if (close := getattr(found, "aclose", None)) is not None:
                    await close()
        else:
            yield Returned(found)


def _is_async(function: object) -> bool:
    return any(
        asks(one)
        for one in (function, getattr(function, "__call__", None))  # noqa: B004 - an object's own method
        for asks in (inspect.iscoroutinefunction, inspect.isasyncgenfunction)
    )
