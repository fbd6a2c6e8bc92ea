"""What an agent has written and we have not read yet.

Rule 1: it is bounded: at `MOST` messages the agent's pipe is not read, until half of them are gone.
Rule 2: while no question is asked, what is told is dropped, and what is asked is refused.
Rule 3: lines before the first message that are none are left out: a greeting of the program that starts the agent.
"""

import asyncio
from collections import deque
from collections.abc import Callable
from typing import Final

from solovox.brains.acp.frames import (
    NO_SUCH_METHOD,
    Frame,
    MessageLines,
    NotAMessage,
    Request,
    frame_of,
    refusal,
)

MOST: Final = 1_000
NOISE: Final = 200
"""MessageLines that a greeting may have."""


class NothingMore(Exception):
    """The other end has closed its pipe, and all is read."""


class AgentInbox:
    """`hold`: read the pipe no more, or again. `send`: answer it."""

    def __init__(self, hold: Callable[[bool], None], send: Callable[[bytes], None]) -> None:
        self.listens = True
        self.closed = False
        self._hold = hold
        self._send = send
        self._held = False
        self._lines = MessageLines()
        self._waiting: deque[Frame | NotAMessage] = deque()
        self._noise = NOISE
        self._news = asyncio.Event()

    def feed(self, data: bytes) -> None:
        """It wrote."""
        try:
            for line in self._lines.feed(data):
                self._heard(line)
        except NotAMessage as wrong:
            self._put(wrong)

    def close(self) -> None:
        """Nothing more comes."""
        self.closed = True
        self._news.set()

    def forget(self) -> None:
        """Until the next question nothing is heard: what waits is dropped."""
        self.listens = False
        waiting, self._waiting = self._waiting, deque()
        for one in waiting:
            self._put(one)
        self._release()

    async def next(self) -> Frame:
        """The next message. Raises `NotAMessage`, and at the end `NothingMore`."""
        while not self._waiting:
            if self.closed:
                raise NothingMore
            self._news.clear()
            await self._news.wait()
        found = self._waiting.popleft()
        if len(self._waiting) < MOST // 2:
            self._release()
        if isinstance(found, NotAMessage):
            raise found
        return found

    def _heard(self, line: bytes) -> None:
        try:
            found: Frame | NotAMessage = frame_of(line)
        except NotAMessage as wrong:
            if self._noise:
                self._noise -= 1
                return
            found = wrong
        self._noise = 0
        self._put(found)

    def _put(self, found: Frame | NotAMessage) -> None:
        if not self.listens:
            if isinstance(found, Request):
                self._send(refusal(found.name, NO_SUCH_METHOD, "nothing is being asked now"))
            return
        self._waiting.append(found)
        self._news.set()
        if len(self._waiting) > MOST and not self._held:
            self._held = True
            self._hold(True)

    def _release(self) -> None:
        if self._held:
            self._held = False
            self._hold(False)
