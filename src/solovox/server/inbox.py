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
        self._queue: asyncio.Queue[tuple[T, int]] = asyncio.Queue(things)
        self._most = most
        self._bytes = 0
        self._taken = asyncio.Event()

    async def put(self, thing: T, size: int = 0) -> None:
        """Returns when it is in."""
        while size and self._bytes and self._bytes + size > self._most:
            self._taken.clear()
            await self._taken.wait()
        self._bytes += size
        await self._queue.put((thing, size))

    async def get(self) -> T:
        """The oldest."""
        thing, size = await self._queue.get()
        self._bytes -= size
        self._taken.set()
        return thing
