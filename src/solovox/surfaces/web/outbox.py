"""Frames on their way to one socket.

Rule: it is bounded in frames and bytes, not counting the largest frame: a `state` alone is never too much. A client that is too slow for
that is told, and let go: what it missed is in the `state` that it gets when it is back.
"""

import asyncio
from collections import deque
from typing import Final

from solovox.wire.browser.codec import encode
from solovox.wire.browser.down import ErrorFrame

FRAMES: Final = 1_024
BYTES: Final = 2_000_000
TOO_SLOW: Final = 4408
SLOW: Final = "this client is too slow: dial again and resume"


class PageOutbox:
    """Never waits when something is put in. Text is `str`, sound is `bytes`."""

    def __init__(self) -> None:
        self._frames: deque[str | bytes] = deque()
        self._size = 0
        self._largest = 0
        self._filled = asyncio.Event()
        self._held = False
        self.closing: tuple[int, str] | None = None
        """The code and the reason with which the socket is to be closed, when all before has been sent."""

    def put(self, frame: str | bytes) -> None:
        """Have a frame sent after the others."""
        if self.closing is not None:
            return
        self._frames.append(frame)
        self._size += len(frame)
        self._largest = max(self._largest, len(frame))
        if len(self._frames) > FRAMES or self._size - self._largest > BYTES:
            self.overflow()
        self._filled.set()

    def hold(self, *, on: bool) -> None:
        """Send nothing for now, or go on: what was decided is told when it is on the disk."""
        self._held = on
        self._filled.set()

    def overflow(self) -> None:
        """The client is too slow: what waits is thrown away, and it is told."""
        self._frames.clear()
        self._frames.append(encode(ErrorFrame(SLOW)).decode())
        self.close(TOO_SLOW, SLOW)

    def close(self, code: int, reason: str) -> None:
        """Have the socket closed after what is there."""
        if self.closing is None:
            self.closing = (code, reason)
        self._filled.set()

    def drop(self) -> None:
        """The socket is gone: nothing more is sent, not even a reason."""
        self._frames.clear()
        self.closing = (0, "")
        self._filled.set()

    async def get(self) -> list[str | bytes]:
        """All frames that wait, at least one. Empty: no more will come."""
        while (self._held or not self._frames) and self.closing is None:
            self._filled.clear()
            await self._filled.wait()
        return self.take()

    def take(self) -> list[str | bytes]:
        """All frames that wait now."""
        found = list(self._frames)
        self._frames.clear()
        self._size = self._largest = 0
        return found
