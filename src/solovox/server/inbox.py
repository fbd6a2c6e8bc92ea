"""What waits to be told to the machine of one session, bounded by its number and by its bytes.

Rule 1: whoever brings more waits; in the end the client does.
Rule 2: one thing may always come in, however large: nothing waits for ever.
"""

import asyncio
from typing import Final, Generic, TypeVar

T = TypeVar("T")
THINGS: Final = 256
BYTES: Final = 2 * 1024 * 1024
"""Of frames; beyond it the next waits outside."""


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
