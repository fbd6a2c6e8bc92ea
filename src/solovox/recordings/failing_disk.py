"""A journal for as long as its disk takes it: the `Journal` port before a file (law R1).

Rule 1: nothing here raises. When the disk fails, the journal is closed as it stands: what is in it up to there is read and replayed like
that of a killed session. Nothing is written behind a gap, and no end line.
Rule 2: `lost` says what is not kept, and why, in one line for the person; the session tells it once.
"""

import asyncio
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from typing import Final

from solovox.core.commands import Command
from solovox.core.events import Event
from solovox.core.units import AudioSpan
from solovox.ports import NotKept
from solovox.recordings.codec import JournalError
from solovox.recordings.journal import JournalFile

NOTHING: Final = "nothing of this talk is kept: {}"
REST: Final = "from here on nothing of this talk is kept: {}"
SOUND: Final = "from here on not all sound of this talk is kept: the disk took no more"


class KeptWhileItCan:
    """One session's. Made by `begun`."""

    def __init__(self, file: JournalFile | None, lost: str = "") -> None:
        self._file = file
        self._lost = lost

    @property
    def lost(self) -> str:
        """What is not kept, and why. Empty: all is."""
        return self._lost or (SOUND if self.deaf else "")

    @property
    def deaf(self) -> bool:
        """Whether the disk did not take all of the sound."""
        return self._file is not None and self._file.deaf

    def append(self, at: int, event: Event, commands: Sequence[Command]) -> None:
        """Add it, if the disk takes it."""
        if self._file is not None and not self._lost:
            with self._failing():
                self._file.append(at, event, commands)

    def sound(self, span: AudioSpan, pcm: bytes) -> None:
        """Keep it, if the disk takes it."""
        if self._file is not None and not self._lost:
            self._file.sound(span, pcm)

    async def keep_result(self, effect: int, text: str) -> str:
        """As the file does. Raises `NotKept`."""
        if self._file is None or self._lost:
            raise NotKept(self._lost)
        return await self._file.keep_result(effect, text)

    async def sync(self) -> None:
        """Returns when all of it is on the disk, or the disk has failed."""
        if self._file is None or self._lost:
            return
        with self._failing():
            await self._file.sync()
        if self._lost:
            await asyncio.to_thread(self._file.give_up)

    async def aclose(self) -> None:
        """Write what is left and the end line; where the disk has failed, neither."""
        if self._file is None:
            return
        if self._lost:
            await asyncio.to_thread(self._file.give_up)
            return
        with self._failing():
            await self._file.aclose()

    @contextmanager
    def _failing(self) -> Iterator[None]:
        try:
            yield
        except JournalError as error:
            self._lost = REST.format(error.why)


def begin_journal(make: Callable[[], JournalFile]) -> KeptWhileItCan:
    """The journal that `make` opens; where it cannot be, one that says why. Blocks."""
    try:
        return KeptWhileItCan(make())
    except JournalError as error:
        return KeptWhileItCan(None, NOTHING.format(error.why))
