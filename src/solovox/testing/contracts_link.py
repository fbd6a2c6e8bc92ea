"""What every link must do, whatever its port. `SurfaceContract`, `EarContract` and `NarratorContract` build on it.

A suite is a class of tests. Subclass it in a test module and say how to make the adapter. It needs pytest with asyncio
in its automatic mode. All of them wait with `asyncio.sleep` and `asyncio.timeout` only: on a loop with a time of its
own they take none.
"""

import asyncio
from collections.abc import AsyncIterator, Callable, Sequence
from contextlib import AbstractAsyncContextManager, asynccontextmanager
from typing import Any, Final, Generic, TypeVar

from solovox.core.events import Event
from solovox.ports import Link
from solovox.testing.memory_sound import MemorySound

PROMPT_SECONDS: Final = 2.0
"""What needs no network takes no longer than this."""
PATIENT_SECONDS: Final = 20.0
"""What needs one, or an engine, takes no longer than this."""
MOMENTS: Final = 12
"""A link is cancelled after 0, 1, 2… steps of the loop."""

Asked = TypeVar("Asked")
Told = TypeVar("Told", bound=Event)
Kind = TypeVar("Kind")


class Watched(Generic[Told]):
    """What a running link has told so far, in order."""

    def __init__(self) -> None:
        self.events: list[Told] = []
        self._more = asyncio.Event()

    async def tell(self, event: Told) -> None:
        """The link's `tell`."""
        self.events.append(event)
        self._more.set()

    def of(self, kind: type[Kind] | tuple[type[Kind], ...]) -> list[Kind]:
        """The events of one kind, or of several."""
        return [event for event in self.events if isinstance(event, kind)]

    async def until(self, holds: Callable[[], object], what: str, seconds: float = PATIENT_SECONDS) -> None:
        """Returns when it holds; it is asked again after each event. Else fails: `what` was to happen."""
        try:
            async with asyncio.timeout(seconds):
                while not holds():
                    self._more.clear()
                    await self._more.wait()
        except TimeoutError:
            raise AssertionError(f"{what}; it told {self.events[-12:]}") from None


@asynccontextmanager
async def running(link: Link[Any, Told]) -> AsyncIterator[Watched[Told]]:
    """The link at work, until the block ends. Then it is cancelled and closed, and must have left nothing."""
    watched: Watched[Told] = Watched()
    before, failed = asyncio.all_tasks(), None
    async with asyncio.TaskGroup() as tasks:
        work = tasks.create_task(link.run(watched.tell), name="link")
        try:
            yield watched
        except Exception as error:  # noqa: BLE001 - raised below, without the group around it
            failed = error
        finally:
            work.cancel()
    if failed is not None:
        raise failed
    await close_promptly(link)
    await nothing_is_left(before)


async def close_promptly(link: Link[Any, Any]) -> None:
    """It closes, and at once."""
    try:
        async with asyncio.timeout(PROMPT_SECONDS):
            await link.aclose()
    except TimeoutError:
        raise AssertionError("aclose() did not return") from None


async def nothing_is_left(before: set[asyncio.Task[Any]]) -> None:
    """Only tasks are left that were there `before`. Those of a server in the same loop may be named `double…`. What was cancelled has a few
    seconds to end: on a busy machine a program takes its time."""
    for _ in range(250):
        left = [
            task
            for task in asyncio.all_tasks() - before - {asyncio.current_task()}
            if not task.get_name().startswith("double")
        ]
        if not left:
            return
        await asyncio.sleep(0.02)
    raise AssertionError(f"still running: {left}")


class LinkContract(Generic[Asked, Told]):
    """The contract of every link."""

    def open_link(self, sound: MemorySound) -> AbstractAsyncContextManager[Link[Asked, Told]]:
        """A new link. Each port's suite says how, by its own `fresh`."""
        raise NotImplementedError

    def orders(self, sound: MemorySound) -> Sequence[Asked]:
        """Commands that begin some work, in an order that the core could give."""
        raise NotImplementedError

    async def test_it_closes_though_it_never_ran(self) -> None:
        before = asyncio.all_tasks()
        async with self.open_link(MemorySound()) as link:
            await close_promptly(link)
        await nothing_is_left(before)

    async def test_cancelled_at_any_moment_it_leaves_nothing(self) -> None:
        for steps in range(MOMENTS):
            sound = MemorySound()
            async with self.open_link(sound) as link, running(link):
                for command in self.orders(sound):
                    await link.perform(command)
                for _ in range(steps):
                    await asyncio.sleep(0)

    async def test_perform_never_waits_for_what_it_tells(self) -> None:
        """The session may be busy with deciding: were `perform` to wait for it, each would wait for the other."""
        sound, busy = MemorySound(), asyncio.Event()

        async def tell(event: Event) -> None:
            await busy.wait()

        async with self.open_link(sound) as link:
            async with asyncio.TaskGroup() as tasks:
                work = tasks.create_task(link.run(tell), name="link")
                await asyncio.sleep(0)
                try:
                    async with asyncio.timeout(PROMPT_SECONDS):
                        for command in self.orders(sound):
                            await link.perform(command)
                    stuck = False
                except TimeoutError:
                    stuck = True
                work.cancel()
            await close_promptly(link)
        assert not stuck, "perform() waits for tell()"
