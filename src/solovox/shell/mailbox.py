"""Bounded queues. Each says in its constructor what happens when it is full.

Rule 1: nothing that was put is dropped.
Rule 2: a full mailbox first tries to join the new item to the newest waiting one: neighbouring spans
of sound become one span, pieces of text become one text. If they cannot be joined, `put` waits.
Rule 3: a cancelled `put` has put nothing. A cancelled `get` has taken nothing.
"""

import asyncio
from collections import deque
from collections.abc import AsyncIterator, Callable
from contextlib import suppress
from typing import Generic, TypeVar

T = TypeVar("T")


class Closed(Exception):
    """The mailbox was closed. Nothing more goes in, and what was in it has been taken."""


def never_join(_waiting: T, _new: T) -> T | None:
    """The joiner of a mailbox whose items stay apart: when it is full, `put` waits."""
    return None


class Mailbox(Generic[T]):
    """First in, first out, at most `size` items. Any number of tasks may put; one takes."""

    def __init__(self, size: int, join: Callable[[T, T], T | None] = never_join) -> None:
        self.size = size
        self.high = 0
        """The most items that ever waited at one time."""
        self._join = join
        self._items: deque[T] = deque()
        self._closed = False
        self._putters: deque[asyncio.Future[None]] = deque()
        self._getters: deque[asyncio.Future[None]] = deque()

    def __len__(self) -> int:
        return len(self._items)

    async def put(self, item: T) -> None:
        """Add; waits for room. Raises `Closed`."""
        while not self.offer(item):
            await self.has_room()

    async def has_room(self) -> None:
        """Returns when something was taken, or it was closed."""
        await self._wait(self._putters)

    def offer(self, item: T) -> bool:
        """Add if there is room or the item can be joined; never waits. Raises `Closed`."""
        if self._closed:
            raise Closed
        if len(self._items) < self.size:
            self.put_over_limit(item)
            return True
        joined = self._join(self._items[-1], item)
        if joined is None:
            return False
        self._items[-1] = joined
        return True

    def put_over_limit(self, item: T) -> None:
        """Add beyond the size, for the few items that must not wait. Raises `Closed`."""
        if self._closed:
            raise Closed
        self._items.append(item)
        if len(self._items) > self.high:
            self.high = len(self._items)
        self._wake(self._getters)

    async def get(self) -> T:
        """Take the oldest; waits for one. Raises `Closed` when there will be none."""
        while not self._items:
            if self._closed:
                raise Closed
            await self._wait(self._getters)
        return self.take()

    def take(self) -> T:
        """Take the oldest; there must be one."""
        item = self._items.popleft()
        self._wake(self._putters)
        return item

    async def until_woken(self) -> None:
        """Returns when there is something to take, or at a `wake`."""
        if not self._items:
            await self._wait(self._getters)

    def wake(self) -> None:
        """Wake the task that waits to take, though there may be nothing."""
        self._wake(self._getters)

    def close(self) -> None:
        """Let nothing more in. What waits can still be taken."""
        self._closed = True
        for waiters in (self._putters, self._getters):
            while waiters:
                self._wake(waiters)

    async def __aiter__(self) -> AsyncIterator[T]:
        """Take until closed."""
        with suppress(Closed):
            while True:
                yield await self.get()

    async def _wait(self, waiters: deque[asyncio.Future[None]]) -> None:
        waiter = asyncio.get_running_loop().create_future()
        waiters.append(waiter)
        try:
            await waiter  # `_wake` has taken it out of the queue
        except asyncio.CancelledError:
            if waiter.done() and not waiter.cancelled():
                self._wake(waiters)  # the next waiter is woken in our place
            with suppress(ValueError):
                waiters.remove(waiter)
            raise

    @staticmethod
    def _wake(waiters: deque[asyncio.Future[None]]) -> None:
        while waiters:
            waiter = waiters.popleft()
            if not waiter.done():
                waiter.set_result(None)
                return
