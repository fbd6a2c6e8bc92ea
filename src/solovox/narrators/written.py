"""The narrator of a talk in writing, or of one whose language no voice here speaks: what is said of an answer is as much as was
written, and nothing sounds.

Rule: each read gives at once one sample for each character. So what a surface has put up counts as played, and a brain is
told of it as of what was heard (law N4).
"""

import asyncio
from collections import deque
from collections.abc import Awaitable, Callable
from typing import Final, assert_never

from solovox.core.commands import CancelRead, NarratorCommand, Read, SetPace
from solovox.core.errors import Misuse
from solovox.core.events import NarratorEvent, ReadRendered, ReadSounded
from solovox.core.units import StreamId
from solovox.ports import Sound

READS: Final = 64
"""Reads that may wait. The core gives one at a time, so more are an error of the core."""
CHARACTER: Final = b"\x01\x00"
"""The sample of one character: something, for of silence nothing would count as read (law T5)."""
Tell = Callable[[NarratorEvent], Awaitable[None]]


class WrittenNarrator:
    """The narrator link. Its sound is counted and never heard. `begins` is called once, at the first read."""

    def __init__(self, sound: Sound, begins: Callable[[], None] = lambda: None) -> None:
        self._sound = sound
        self._begins: Callable[[], None] | None = begins
        self._waiting: deque[Read] = deque()
        self._something = asyncio.Event()

    async def run(self, tell: Tell) -> None:
        """Give read after read."""
        while True:
            while not self._waiting:
                self._something.clear()
                await self._something.wait()
            await self._give(self._waiting.popleft(), tell)

    async def perform(self, command: NarratorCommand) -> None:
        """Take a read, or give it up."""
        match command:
            case Read():
                if len(self._waiting) >= READS:
                    raise Misuse(f"read {command.read} cannot be taken: {READS} wait")
                self._waiting.append(command)
                self._something.set()
            case CancelRead(read=read):
                self._waiting = deque(one for one in self._waiting if one.read != read)
            case SetPace():
                pass
            case _:
                assert_never(command)

    async def aclose(self) -> None:
        """Nothing waits any longer."""
        self._waiting.clear()

    async def _give(self, read: Read, tell: Tell) -> None:
        if self._begins is not None:
            self._begins()
            self._begins = None
        if read.said:
            span = self._sound.put(StreamId(f"voice/{read.read}"), CHARACTER * len(read.said))
            await tell(ReadSounded(read.read, span, len(read.said)))
        await tell(ReadRendered(read.read))
