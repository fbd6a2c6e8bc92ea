"""Frames on their way to one socket.

Rule: it is bounded in frames and bytes, not counting the largest frame: a `state` alone is never too much. A client that is too slow for
that is told, and let go: what it missed is in the `state` that it gets when it is back.
Rule: while nothing waits and the network takes it, a frame is sent where it is put in: no task is woken for it.
"""

import asyncio
from collections import deque
from collections.abc import Callable
from typing import Final

from solovox.wire.browser.codec import encode
from solovox.wire.browser.down import ErrorFrame

FRAMES: Final = 1_024
BYTES: Final = 2_000_000
TOO_SLOW: Final = 4408
SLOW: Final = "this client is too slow: dial again and resume"
AtOnce = Callable[[str | bytes], bool]


class PageOutbox:
    """Never waits when something is put in. Text is `str`, sound is `bytes`."""

    def __init__(self, at_once: AtOnce = lambda _: False) -> None:
        """`at_once` sends a frame without waiting, or says that it cannot; it never raises."""
        self._at_once = at_once
        self._idle = False
        """Whether all is sent, and who sends waits for more."""
        self._frames: deque[str | bytes] = deque()
        self._size = 0
        self._largest = 0
        self._filled = asyncio.Event()
        self.closing: tuple[int, str] | None = None
        """The code and the reason with which the socket is to be closed, when all before has been sent."""

    def put(self, frame: str | bytes) -> None:
        """Have a frame sent after the others."""
        if self.closing is not None or (self._idle and self._at_once(frame)):
            return
        self._frames.append(frame)
        self._size += len(frame)
        self._largest = max(self._largest, len(frame))
        if len(self._frames) > FRAMES or self._size - self._largest > BYTES:
            self.overflow()
        self._fill()

    def overflow(self) -> None:
        """The client is too slow: what waits is thrown away, and it is told."""
        self._frames.clear()
        self._frames.append(encode(ErrorFrame(SLOW)).decode())
        self.close(TOO_SLOW, SLOW)

    def close(self, code: int, reason: str) -> None:
        """Have the socket closed after what is there."""
        if self.closing is None:
            self.closing = (code, reason)
        self._fill()

    def drop(self) -> None:
        """The socket is gone: nothing more is sent, not even a reason."""
        self._frames.clear()
        self.closing = (0, "")
        self._fill()

    def _fill(self) -> None:
        """What is put in from here on comes after what waits."""
        self._idle = False
        self._filled.set()

    async def get(self) -> list[str | bytes]:
        """All frames that wait, at least one. Empty: no more will come."""
        while not self._frames and self.closing is None:
            self._filled.clear()
            self._idle = True
            try:
                await self._filled.wait()
            finally:
                self._idle = False
        return self.take()

    def take(self) -> list[str | bytes]:
        """All frames that wait now."""
        found = list(self._frames)
        self._frames.clear()
        self._size = self._largest = 0
        return found
