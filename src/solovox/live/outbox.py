"""The outgoing queue of one connection: the microphone's sound in pieces of 40 ms, with messages in order among it.

T1  The start and end of an activity keep their place in the sound: before its first sample, after its last.
C2  While a call that silences the model is unanswered, the microphone waits; other messages go ahead of it.
"""

import asyncio
from collections import deque
from typing import Final

from solovox.core.units import CallId
from solovox.wire.live_events import Hear, LiveCommand, MarkActivity

PIECE_MS: Final = 40


class Outbox:
    """Filled without waiting; `next` is what may be sent now, and `ready` waits until something may be."""

    def __init__(self, rate: int) -> None:
        self._piece = 2 * rate * PIECE_MS // 1000
        self._waiting: deque[LiveCommand] = deque()
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
        while len(self._rest) >= self._piece:
            self._put_sound(self._piece)

    def active(self, *, begins: bool) -> None:
        """The person begins to speak, or has finished: then the last of their sound goes first."""
        if self._rest and not begins:
            self._put_sound(len(self._rest))
        self.put(MarkActivity(begins))

    def put(self, command: LiveCommand) -> None:
        """A message, after all that waits."""
        self._waiting.append(command)

    def silence(self, call: CallId) -> None:
        """The microphone waits for the answer to this call."""
        self._pending.add(call)

    def resume(self, calls: tuple[CallId, ...]) -> None:
        """These calls were cancelled."""
        self._pending.difference_update(calls)

    def answer(self, call: CallId, result: LiveCommand) -> None:
        """Before the sound that waited for it."""
        if call in self._pending:
            self._pending.discard(call)
            self._waiting.appendleft(result)
        else:
            self.put(result)

    def next(self) -> LiveCommand | None:
        """The next that may be sent, if there is any."""
        first = (n for n, one in enumerate(self._waiting) if not (self._pending and _is_microphone(one)))
        at = next(first, None)
        if at is None:
            return None
        command = self._waiting[at]
        del self._waiting[at]
        if isinstance(command, Hear):
            self.sound -= len(command.pcm)
        return command

    def wake(self) -> None:
        """Wakes the sender: there may be something to send."""
        self._ready.set()

    async def take(self) -> LiveCommand:
        """The next that may be sent. Returns after `wake`; what waits already needs none."""
        while (command := self.next()) is None:
            self._ready.clear()
            await self._ready.wait()
        return command

    def _put_sound(self, count: int) -> None:
        self.put(Hear(bytes(self._rest[:count])))
        self.sound += count
        del self._rest[:count]


def _is_microphone(command: LiveCommand) -> bool:
    return isinstance(command, Hear | MarkActivity)
