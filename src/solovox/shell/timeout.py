"""A time limit that costs nothing for what never waits.

`asyncio.timeout` sets a timer for each use. Most commands are performed without waiting for anything. Only one that
does wait needs a timer. So the work is begun first, and the timer is set when the work stops to wait.
"""

import asyncio
import types
from collections.abc import Callable, Coroutine, Generator
from typing import Any, Final

_DONE: Final = object()


async def with_timeout(seconds: float | None, work: Coroutine[Any, Any, None]) -> None:
    """Await `work`, in this task. Raises `TimeoutError` if it waits for longer. None: there is no limit."""
    try:
        waits_for = work.send(None)
    except StopIteration:
        return
    async with asyncio.timeout(seconds):
        await _rest(work, waits_for)


@types.coroutine
def _rest(work: Coroutine[Any, Any, None], waits_for: Any) -> Generator[Any, Any, None]:
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


def _step(go: Callable[[Any], Any], given: Any) -> Any:
    try:
        return go(given)
    except StopIteration:
        return _DONE
