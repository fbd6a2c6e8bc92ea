"""Journals of served sessions, written. How they are read: `served_replays`.

A session's file is created with its first event, in a thread: it waits for the disk, and other sessions go on.

Rule 1 (R1): the journal reproduces every command. An event is in it before its commands are performed; it is on the
disk before a call is sent, a handle given, or the connection closed. Where the disk fails the session goes on unkept.
Rule 2 (R2): handles are blackened in events and commands alike, so that it still replays.
"""

import asyncio
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from functools import partial
from itertools import count
from pathlib import Path
from typing import Final

import msgspec

from solovox.recordings import codec
from solovox.recordings.codec import JournalError
from solovox.recordings.journal import JournalFile, begin, opened
from solovox.server import recorded
from solovox.server.options import ServerOptions
from solovox.server.served_commands import ServedCommand
from solovox.server.served_events import ServedEvent
from solovox.shell.clock import here_and_now

KIND: Final = "served"


@dataclass(frozen=True, slots=True, kw_only=True)
class ServedHeader:
    """The first line. `machine` is the version of the code that decided."""

    session: str
    created: str
    machine: str
    options: ServerOptions
    kind: str = KIND
    journal: int = codec.FORMAT


class ServedJournal:
    """One session's journal: a `JournalPort`."""

    def __init__(self, make: Callable[[], JournalFile]) -> None:
        self._make = make
        self._file: JournalFile | None = None

    async def keep(self, at: int, event: ServedEvent, commands: Sequence[ServedCommand]) -> None:
        """Returns when the commands may be performed. Raises `JournalError`: then it is closed as it stands."""
        if self._file is None:
            self._file = await opened(self._make)
        file = self._file
        for handle in recorded.handles(event):
            file.hide(handle)
        name, body = recorded.event_line(event)
        try:
            file.enter(at, name, body, [recorded.command_line(one) for one in commands])
            if any(recorded.must_be_on_disk(one) for one in commands):
                await file.sync()
        except JournalError:
            await asyncio.to_thread(file.give_up)
            raise

    async def aclose(self) -> None:
        """What is left, and the end line."""
        if self._file is not None:
            await self._file.aclose()


class ServedJournals:
    """A folder of journals. Raises `JournalError` where it cannot be one."""

    def __init__(self, folder: Path) -> None:
        self._folder = folder
        self._numbers = count(1)
        self._machine = version()
        try:
            folder.mkdir(parents=True, exist_ok=True, mode=0o700)
        except OSError as error:
            raise JournalError(
                f"{folder} cannot be written: {error.strerror}; name another with --journal"
            ) from None

    def another(self, options: ServerOptions) -> ServedJournal:
        """The journal of the next session, in a folder named by the time."""
        now = here_and_now()
        session = f"{now:%Y%m%d-%H%M%S}-{next(self._numbers):04}"
        head = ServedHeader(
            session=session,
            created=now.isoformat(timespec="seconds"),
            machine=self._machine,
            options=options,
        )
        return ServedJournal(partial(begin, self._folder / session, msgspec.json.encode(head)))


def version() -> str:
    """Of what decides."""
    return codec.version_of("solovox.server", "solovox.wire.gemini_live")
