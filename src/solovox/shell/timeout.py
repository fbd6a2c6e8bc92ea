"""A time limit that costs nothing for what never waits.

`asyncio.timeout` sets a timer for each use. Most commands are performed without waiting for anything; only one that
does wait needs a timer, so the work is begun first, and the timer set when it stops to wait.
"""

import asyncio
import types
from collections.abc import Callable, Coroutine, Generator
from typing import Any, Final

_DONE: Final = object()


async def with_timeout(seconds: float | None, work: Coroutine[Any, Any, None]) -> None:
    """Await `work`, in this task. Raises `TimeoutError` if it waits for longer; None: it may take as long as it needs."""
    try:
        waits_for = work.send(None)
    except StopIteration:
        return
    async with asyncio.timeout(seconds):
        await _rest(work, waits_for)


@types.coroutine
def _rest(work: Coroutine[Any, Any, None], waits_for: Any) -> Generator[Any, Any, None]:
    """What is left of a coroutine that waits for something."""
    while True:
        try:
            sent = yield waits_for
        except BaseException as error:  # noqa: BLE001 - whatever comes, a cancellation too, is for the work
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
