"""A blocking function of the person's own, called where it may block: in a thread of its own.

Rule 1: a thread that never ends keeps the program from nothing: it is left behind, and the program can end before it.
Rule 2: what it raises, whatever that is, is raised where its result is awaited, and nowhere else.
"""

import asyncio
import contextlib
import contextvars
import inspect
import threading
from collections.abc import AsyncGenerator, AsyncIterator, Callable, Generator
from dataclasses import dataclass
from typing import Final, Never

MOST: Final = 8
"""Calls that were given up, and still block a thread."""


class TooManyThreads(Exception):
    """`MOST` earlier calls have not returned: there is no further thread. One clear line."""


@dataclass(frozen=True, slots=True)
class Returned:
    """What a generator returned: the last that is told of it."""

    value: object
    error: BaseException | None = None


class OwnThreads:
    """The threads of one function, which is called `name`."""

    def __init__(self, name: str) -> None:
        self._name = name
        self._running = 0

    async def call(self, work: Callable[[], object]) -> object:
        """What `work` returns. If this is cancelled, the thread goes on, and its result is dropped."""
        loop = asyncio.get_running_loop()
        result: asyncio.Future[object] = loop.create_future()

        def settle(found: object, error: BaseException | None) -> None:
            self._running -= 1
            if result.cancelled():
                return
            if error is None:
                result.set_result(found)
            else:
                result.set_exception(error)

        def called() -> None:
            found, error = _outcome(work)
            with contextlib.suppress(RuntimeError):  # the loop has closed in the meantime
                loop.call_soon_threadsafe(settle, found, error)

        self._start(called)
        return await result

    async def each(self, steps: Generator[object, Never, object]) -> AsyncGenerator[object, None]:
        """What a generator that blocks yields, and `Returned` at its end. It goes on when the last was taken; if this is
        closed, it is closed where it stands."""
        loop = asyncio.get_running_loop()
        told: asyncio.Queue[object] = asyncio.Queue()
        taken = threading.Semaphore(0)
        gone = threading.Event()

        def ended(last: Returned) -> None:
            self._running -= 1
            told.put_nowait(last)

        def work() -> object:
            with contextlib.closing(steps):
                while True:
                    try:
                        one = next(steps)
                    except StopIteration as stop:
                        return stop.value
                    loop.call_soon_threadsafe(told.put_nowait, one)
                    taken.acquire()
                    if gone.is_set():
                        return None

        def called() -> None:
            found, error = _outcome(work)
            with contextlib.suppress(RuntimeError):
                loop.call_soon_threadsafe(ended, Returned(found, error))

        self._start(called)
        try:
            while True:
                one = await told.get()
                if isinstance(one, Returned) and one.error is not None:
                    raise one.error
                yield one
                if isinstance(one, Returned):
                    return
                taken.release()
        finally:
            gone.set()
            taken.release()

    def _start(self, work: Callable[[], None]) -> None:
        if self._running == MOST:
            raise TooManyThreads(f"{self._name} has not returned from {MOST} earlier calls")
        self._running += 1
        context = contextvars.copy_context()
        # A thread of the loop's would keep the program from ending.
        threading.Thread(target=context.run, args=(work,), name=f"own {self._name}", daemon=True).start()


def is_async(function: object) -> bool:
    """Whether it does not block: `async def`, of a function or of an object that can be called."""
    return any(
        asks(one)
        for one in (function, getattr(function, "__call__", None))  # noqa: B004 - an object's own method
        for asks in (inspect.iscoroutinefunction, inspect.isasyncgenfunction)
    )


@contextlib.asynccontextmanager
async def close_iterator(found: AsyncIterator[object]) -> AsyncIterator[None]:
    """Close it in any case. An iterator that is no generator may have nothing to close."""
    try:
        yield
    finally:
        if (close := getattr(found, "aclose", None)) is not None:
            await close()


def _outcome(work: Callable[[], object]) -> tuple[object, BaseException | None]:
    try:
        return work(), None
    except StopIteration as stop:  # a future takes any exception but this one
        return None, RuntimeError(f"StopIteration: {stop}")
    except BaseException as raised:  # noqa: BLE001 - it is raised where the result is awaited
        return None, raised
