"""The narrator `relay`: the ear's own connection reads. It is checked, never believed (law G6).

Rule 1 (N1): one unfinished read; the core gives it only to an idle ear, and another one waits until it has ended. Other
output of the ear belongs to the ear.
Rule 2: the ear passes on what its service says (`told`), and sends what the relay wants sent (`join`).
Rule 3: an ear without a connection cannot read: the read has failed, and the exact voice says it.
Rule 4: exact reads go to the exact voice, which is another narrator's link. Without one the core asks for none.

`perform` never waits. Where the session has too much to decide, the service waits (`tell`).
"""

import asyncio
from collections.abc import Callable, Iterable
from typing import Final, assert_never

from solovox.core.commands import CancelRead, NarratorCommand, Read, SetPace
from solovox.core.errors import Misuse
from solovox.core.events import EarOutputTranscript, NarratorEvent, ReadFailed
from solovox.core.units import ReadId
from solovox.live.live_reads import LiveRead
from solovox.live.reader import ReaderOptions, Tell
from solovox.live.setup import aloud
from solovox.ports import Narrator, Sound
from solovox.wire.live_events import LiveCommand, LiveEvent, Spoke

READS: Final = 64
"""Reads that may wait. The core gives one at a time, so more are an error of the core."""

Send = Callable[[LiveCommand], bool]
"""Sends on the current connection; false if there is none."""


class Relay:
    """The narrator link over the ear's connection."""

    def __init__(self, manner: ReaderOptions, sound: Sound, exact: Narrator | None = None) -> None:
        self._manner = manner
        self._sound = sound
        self._exact = exact
        self._orders: asyncio.Queue[LiveRead | NarratorEvent] = asyncio.Queue(READS + 1)
        """What is to be read; and the end of what was being read, when its connection ended."""
        self._waiting: dict[ReadId, LiveRead] = {}
        """Reads that have not begun."""
        self._tell: Tell
        self._mouth = manner.mouth(sound)
        self._say: Send = lambda _: False

    def join(self, say: Send) -> None:
        """The ear through which it speaks."""
        self._say = say

    async def run(self, tell: Tell) -> None:
        """Have one text after another read, and tell what becomes of it."""
        self._tell = tell
        async with asyncio.TaskGroup() as tasks:
            tasks.create_task(self._read_all(), name="relay")
            if self._exact is not None:
                tasks.create_task(self._exact.run(tell), name="exact voice")

    async def perform(self, command: NarratorCommand) -> None:
        """Take a read, or give it up."""
        match command:
            case Read(exact=True) if self._exact is not None:
                await self._exact.perform(command)
            case Read(read=read):
                if self._orders.qsize() >= READS:
                    raise Misuse(f"read {read} cannot be taken: {READS} wait")
                self._waiting[read] = self._manner.reading(command)
                self._orders.put_nowait(self._waiting[read])
            case CancelRead(read=read):
                if self._exact is not None:
                    await self._exact.perform(command)
                for reading in (self._mouth.reading, self._waiting.get(read)):
                    if reading is not None and reading.read.read == read:
                        reading.end(whole=False)
            case SetPace():
                pass  # a live model keeps its own pace (N7)
            case _:
                assert_never(command)

    async def aclose(self) -> None:
        """The connection is the ear's."""
        if self._exact is not None:
            await self._exact.aclose()

    async def told(self, told: LiveEvent) -> bool:
        """What the service says. True if it is of a read, and of nothing else."""
        mine = self._mouth.takes(told)
        if mine or not isinstance(told, Spoke | EarOutputTranscript):
            await self._tell_all(self._mouth.told(told))
        return mine

    def lost(self, why: str) -> None:
        """The connection is over. Never waits: it is told when a connection is torn down."""
        mouth, self._mouth = self._mouth, self._manner.mouth(self._sound)
        for event in mouth.failed(why):
            self._orders.put_nowait(event)

    async def _read_all(self) -> None:
        while True:
            reading = await self._orders.get()
            if not isinstance(reading, LiveRead):
                await self._tell(reading)
                continue
            self._waiting.pop(reading.read.read, None)
            if reading.ended:
                continue
            if self._say(aloud(reading.respelt)):
                await self._tell_all(self._mouth.begin(reading))
                await reading.over.wait()
            else:
                await self._tell(ReadFailed(reading.read.read, "the ear has no connection"))

    async def _tell_all(self, events: Iterable[NarratorEvent]) -> None:
        for event in events:
            await self._tell(event)
