"""The narrator `relay`: the ear's own connection reads. It is checked, never believed (law G6).

Rule 1 (N1): one unfinished read; the core gives it only to an idle ear, and another one waits until it has ended. Other
output of the ear belongs to the ear.
Rule 2: the ear passes on what its service says (`told`), and sends what the relay wants sent (`join`).
Rule 3: an ear without a connection cannot read: the read has failed, and the exact voice says it.

Where the session has too much to decide, the service waits (`tell`).
"""

from collections import deque
from collections.abc import Callable, Coroutine, Iterable

from solovox.core.events import EarOutputTranscript, NarratorEvent, ReadFailed
from solovox.live.live_reads import ConnectionReads
from solovox.live.reader import CheckedNarrator, ReaderOptions
from solovox.live.setup import aloud
from solovox.ports import Narrator, Sound
from solovox.wire.live_events import LiveCommand, LiveEvent, Spoke

Send = Callable[[LiveCommand], bool]
"""Sends on the current connection; false if there is none."""


class Relay(CheckedNarrator):
    """The narrator link over the ear's connection."""

    def __init__(self, manner: ReaderOptions, sound: Sound, exact: Narrator | None = None) -> None:
        super().__init__(manner, sound, exact)
        self._failed: deque[NarratorEvent] = deque()
        """The end of what was being read when its connection ended: one event at most."""
        self._mouth = manner.mouth(sound)
        self._say: Send = lambda _: False

    def join(self, say: Send) -> None:
        """The ear through which it speaks."""
        self._say = say

    async def take_event(self, told: LiveEvent) -> bool:
        """What the service says. True if it is of a read, and of nothing else."""
        mine = self._mouth.takes(told)
        if mine or not isinstance(told, Spoke | EarOutputTranscript):
            await self._tell_all(self._mouth.take_event(told))
        return mine

    def lose_connection(self, why: str) -> None:
        """The connection is over. Never waits: it is told when a connection is torn down."""
        mouth, self._mouth = self._mouth, self._manner.mouth(self._sound)
        self._failed += mouth.fail_read(why)
        self._ordered.set()

    def _works(self) -> Iterable[Coroutine[None, None, None]]:
        return (self._read_all(),)

    def _mouths(self) -> Iterable[ConnectionReads]:
        return (self._mouth,)

    async def _read_all(self) -> None:
        while True:
            while not (self._orders or self._failed):
                self._ordered.clear()
                await self._ordered.wait()
            if self._failed:
                await self._tell(self._failed.popleft())
                continue
            reading = self._orders.popleft()
            if reading.ended:
                continue
            if self._say(aloud(reading.respelt)):
                await self._tell_all(self._mouth.begin(reading))
                await reading.over.wait()
            else:
                await self._tell(ReadFailed(reading.read.read, "the ear has no connection"))
