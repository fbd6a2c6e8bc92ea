"""The bridge between a thread and the loop: a bounded queue for each way.

Rule 1: no side waits for the other; the lock is held for a step in memory.
Rule 2: where it is full the oldest goes, and is counted: sound that is late is worth less than sound that is new.
Rule 3: `wake` is called when the first thing comes to an empty queue, by the thread that put it, without the lock.
Rule 4: after `close` nothing is taken in, nothing is given out, and no one is woken.
"""

from collections import deque
from collections.abc import Callable
from threading import Lock
from typing import Generic, TypeVar

Item = TypeVar("Item")


class Handover(Generic[Item]):
    """One way of the bridge, for at most `most` things."""

    def __init__(self, most: int, wake: Callable[[], None]) -> None:
        self._lock = Lock()
        self._queue: deque[Item] = deque(maxlen=most)
        self._wake = wake
        self._closed = False
        self.dropped = 0
        """How many things went that no one took: too old, or left at the end."""

    def put(self, item: Item) -> bool:
        """Hand it over. False: it is closed, and nothing was taken in."""
        with self._lock:
            if self._closed:
                return False
            first = not self._queue
            self.dropped += len(self._queue) == self._queue.maxlen
            self._queue.append(item)
        if first:
            self._wake()
        return True

    def take(self) -> list[Item]:
        """All that is there, the oldest first. Never waits."""
        with self._lock:
            found = list(self._queue)
            self._queue.clear()
            return found

    def close(self) -> None:
        """No more of it, either way. It may be called again."""
        with self._lock:
            self._closed = True
            self.dropped += len(self._queue)
            self._queue.clear()
