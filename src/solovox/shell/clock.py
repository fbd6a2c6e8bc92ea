"""Time. The only file that reads a clock.

Rule 1: on a `VirtualLoop` time passes only when every task is asleep.
Rule 2: while a worker thread computes, time stands still and the loop waits for it in real time.
Rule 3: at a finite speed a wait of t seconds takes at most t / speed real seconds. What arrives
earlier (a socket, a pipe) ends it after its share of t. At infinite speed a wait takes no time at
all, so a task that waits for a socket with a deadline sees the deadline first.
"""

import asyncio
import concurrent.futures
import contextlib
import datetime as dt
import math
import selectors
import time
import types
from collections.abc import Callable, Coroutine, Generator
from typing import Final, TypeVar, TypeVarTuple

# A time limit that costs nothing for what never waits.
#
# `asyncio.timeout` sets a timer for each use. Most commands are performed without waiting for anything. Only one that
# does wait needs a timer. So the work is begun first, and the timer is set when the work stops to wait.

_DONE: Final = object()
T = TypeVar("T")
Ts = TypeVarTuple("Ts")


async def with_timeout(seconds: float | None, work: Coroutine[object, object, None]) -> None:
    """Await `work`, in this task. Raises `TimeoutError` if it waits for longer. None: there is no limit."""
    try:
        waits_for = work.send(None)
    except StopIteration:
        return
    async with asyncio.timeout(seconds):
        await _rest(work, waits_for)


@types.coroutine
def _rest(work: Coroutine[object, object, None], waits_for: object) -> Generator[object, object, None]:
    """Carry on a coroutine that waits for something."""
    while True:
        try:
            sent = yield waits_for
        except BaseException as error:  # noqa: BLE001 - every exception, a cancellation too, is for the work
            waits_for = _step(work.throw, error)
        else:
            waits_for = _step(work.send, sent)
        if waits_for is _DONE:
            return


def _step(go: Callable[[T], object], given: T) -> object:
    try:
        return go(given)
    except StopIteration:
        return _DONE


ROUNDING = 1e-6
"""In milliseconds: a timer that fires for millisecond n must not read n - 1."""


class _Patient(selectors.DefaultSelector):
    """A selector that asks how long a wait of virtual seconds really lasts."""

    def __init__(self, speed: float) -> None:
        super().__init__()
        self.now = 0.0
        self.flying = 0
        """How many worker threads compute."""
        self._speed = speed
        self._woke = time.monotonic()

    def select(self, timeout: float | None = None) -> list[tuple[selectors.SelectorKey, int]]:  # type: ignore[explicit-any]  # a key has any data
        if timeout is None or timeout <= 0:
            ready = super().select(timeout)
        elif self.flying:
            ready = super().select(None)
        else:
            ready = self._sleep(timeout)
        self._woke = time.monotonic()
        return ready

    def _sleep(self, seconds: float) -> list[tuple[selectors.SelectorKey, int]]:  # type: ignore[explicit-any]  # a key has any data
        began = time.monotonic()
        # What the loop computed since it woke has taken its share of the wait already.
        wait = max(0.0, seconds / self._speed - (began - self._woke))
        ready = super().select(wait)
        if not ready:
            self.now += seconds
        elif wait > 0:
            self.now += seconds * min(1.0, (time.monotonic() - began) / wait)
        return ready


class VirtualLoop(asyncio.SelectorEventLoop):
    """An event loop with a time of its own, that begins at 0."""

    def __init__(self, speed: float = math.inf) -> None:
        self._patient = _Patient(speed)
        super().__init__(self._patient)
        self._workers = concurrent.futures.ThreadPoolExecutor(thread_name_prefix="solovox")
        self.set_default_executor(self._workers)

    def time(self) -> float:
        """Virtual seconds since the loop was made."""
        return self._patient.now

    def run_in_executor(
        self, executor: concurrent.futures.Executor | None, func: Callable[[*Ts], T], *args: *Ts
    ) -> asyncio.Future[T]:
        """As asyncio's. Time stands still until the function has returned."""
        self._patient.flying += 1
        try:
            flight = (executor or self._workers).submit(func, *args)
        except BaseException:
            self._patient.flying -= 1
            raise
        future = asyncio.wrap_future(flight, loop=self)
        # The thread has landed when its result is in the loop, not before: time must not slip between.
        # A cancelled future has no result to come, but its thread may still compute.
        future.add_done_callback(lambda _: self._land() if flight.done() else self._follow(flight))
        return future

    async def shutdown_default_executor(self, timeout: float | None = None) -> None:
        """As asyncio's, without its time limit: virtual seconds say nothing of threads that end."""
        self._patient.flying += 1
        try:
            await super().shutdown_default_executor()
        finally:
            self._patient.flying -= 1

    def _follow(self, flight: concurrent.futures.Future[T]) -> None:
        def done(_: concurrent.futures.Future[T]) -> None:
            with contextlib.suppress(RuntimeError):  # the loop has closed in the meantime
                self.call_soon_threadsafe(self._land)

        flight.add_done_callback(done)

    def _land(self) -> None:
        self._patient.flying -= 1


def here_and_now() -> dt.datetime:
    """The machine's date and time where it stands: for people, never for a decision."""
    return dt.datetime.now().astimezone()


def read_processor_time() -> float:
    """Seconds of processor time that this process has used: for what something costs, never for when it happens."""
    return time.process_time()


def loop_time() -> float:
    """Seconds of the running loop, since some moment that is the same for all its tasks: for who is served first."""
    return asyncio.get_running_loop().time()


class LoopClock:
    """The `Clock` of one session: milliseconds of the running loop since the clock was made."""

    def __init__(self) -> None:
        self._loop = asyncio.get_running_loop()
        self._start = self._loop.time()

    def now(self) -> int:
        """Milliseconds since the session began, rounded down."""
        return int((self._loop.time() - self._start) * 1000 + ROUNDING)

    async def sleep_until(self, at: int) -> None:
        """Returns when `now() >= at`. If it is already, it returns at once and without yielding."""
        while (left := at - self.now()) > 0:  # noqa: ASYNC110 - a timer may fire a rounding early
            await asyncio.sleep(left / 1000)


def run(main: Coroutine[object, object, T], speed: float = 1.0) -> T:
    """Run to the end, in real time (speed 1) or on a `VirtualLoop`; `math.inf` takes no time to wait."""
    if not speed > 0:
        main.close()
        raise ValueError(f"speed {speed}: give a number above 0")
    if speed == 1.0:
        return asyncio.run(main)
    with asyncio.Runner(loop_factory=lambda: VirtualLoop(speed)) as runner:
        return runner.run(main)
