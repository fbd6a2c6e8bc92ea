"""The queue of events for the machine of one session, bounded by number and by bytes.

Rule 1: when it is full, `put` waits; in the end the client waits.
Rule 2: an empty queue takes a thing of any size, so nothing waits for ever.
"""

import asyncio
from typing import Final, Generic, TypeVar

T = TypeVar("T")
THINGS: Final = 256
BYTES: Final = 2 * 1024 * 1024
"""Bytes of frames beyond which `put` waits."""


class Inbox(Generic[T]):
    """One session's."""

    def __init__(self, things: int = THINGS, most: int = BYTES) -> None:
        self._queue: asyncio.Queue[tuple[T, int]] = asyncio.Queue()
        self._things = things
        self._most = most
        self._bytes = 0
        self._taken = asyncio.Event()

    async def put(self, thing: T, size: int = 0) -> None:
        """Returns when it is in."""
        while self._full(size):
            self._taken.clear()
            await self._taken.wait()
        self._bytes += size
        self._queue.put_nowait((thing, size))

    def put_over_limit(self, thing: T) -> None:
        """At once, however full it is: for what comes once."""
        self._queue.put_nowait((thing, 0))

    def _full(self, size: int) -> bool:
        return self._queue.qsize() >= self._things or bool(
            size and self._bytes and self._bytes + size > self._most
        )

    async def get(self) -> T:
        """The oldest."""
        thing, size = await self._queue.get()
        self._bytes -= size
        self._taken.set()
        return thing
