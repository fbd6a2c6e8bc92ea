"""The outgoing queue of one connection: the microphone's sound in pieces of 40 ms, with messages in order among it.

T1  The start and end of an activity keep their place in the sound: before its first sample, after its last.
C2  While a call that silences the model is unanswered, the microphone waits; other messages go ahead of it.
"""

import asyncio
from collections import deque

from solovox.core.units import CallId
from solovox.live.gemini import client_messages
from solovox.wire.gemini_live.client_frames import ClientMessage
from solovox.wire.gemini_live.sizes import UPSTREAM_MS


class Outbox:
    """Filled without waiting; `next` is what may be sent now, and `ready` waits until something may be."""

    def __init__(self, rate: int) -> None:
        self._rate = rate
        self._waiting: deque[bytes | bool | ClientMessage] = deque()
        """Sound to be wrapped, whether the person is active, and messages."""
        self._ready = asyncio.Event()
        self._rest = bytearray()
        """Sound that does not make a piece yet."""
        self.sound = 0
        """Bytes of sound that wait."""
        self._pending: set[CallId] = set()
        """Calls that silence the microphone."""

    def hear(self, pcm: bytes) -> None:
        """More of the microphone."""
        self._rest += pcm
        piece = 2 * self._rate * UPSTREAM_MS // 1000
        whole = len(self._rest) // piece * piece
        for start in range(0, whole, piece):
            self._put(bytes(self._rest[start : start + piece]))
        del self._rest[:whole]

    def active(self, *, begins: bool) -> None:
        """The person begins to speak, or has finished: then the last of their sound goes first."""
        if self._rest and not begins:
            self._put(bytes(self._rest))
            self._rest.clear()
        self._put(begins)

    def put(self, message: ClientMessage) -> None:
        """A message, after all that waits."""
        self._put(message)

    def silence(self, call: CallId) -> None:
        """The microphone waits for the answer to this call."""
        self._pending.add(call)

    def resume(self, calls: tuple[CallId, ...]) -> None:
        """These calls were cancelled."""
        self._pending.difference_update(calls)

    def answer(self, call: CallId, message: ClientMessage) -> None:
        """Before the sound that waited for it."""
        if call in self._pending:
            self._pending.discard(call)
            self._waiting.appendleft(message)
        else:
            self._put(message)

    def next(self) -> ClientMessage | None:
        """The next that may be sent, if there is any."""
        message = self._next()
        if isinstance(message, bool):
            return client_messages.activity(begins=message)
        if isinstance(message, bytes):
            self.sound -= len(message)
            return client_messages.microphone(message, self._rate)
        return message

    def wake(self) -> None:
        """Wakes the sender: there may be something to send."""
        self._ready.set()

    async def take(self) -> ClientMessage:
        """The next that may be sent. Returns after `wake`; what waits already needs none."""
        while (message := self.next()) is None:
            self._ready.clear()
            await self._ready.wait()
        return message

    def _put(self, message: bytes | bool | ClientMessage) -> None:
        self._waiting.append(message)
        if isinstance(message, bytes):
            self.sound += len(message)

    def _next(self) -> bytes | bool | ClientMessage | None:
        if not self._pending:
            return self._waiting.popleft() if self._waiting else None
        others = (n for n, one in enumerate(self._waiting) if not isinstance(one, bytes | bool))
        at = next(others, None)
        if at is None:
            return None
        message = self._waiting[at]
        del self._waiting[at]
        return message
