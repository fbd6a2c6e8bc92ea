"""Journals of served sessions, written. How they are read: `served_replays`.

A session's file is created with its first event, in a thread: it waits for the disk, and other sessions go on.

Rule 1 (R1): the journal reproduces every command. An event is in it before its commands are performed; it is on the
disk before a call is sent, a handle given, or the connection closed. Where the disk fails the session goes on unkept.
Rule 2 (R2): handles are blackened in events and commands alike, so that it still replays.
"""

import asyncio
import json
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from functools import partial
from itertools import count
from pathlib import Path
from typing import IO, Final

import msgspec

from solovox.recordings import codec
from solovox.recordings.codec import JournalError
from solovox.recordings.journal import JournalFile, begin, open_journal
from solovox.server import recorded
from solovox.server.options import ServerOptions
from solovox.server.recorded import facts
from solovox.server.served_commands import ServedCommand
from solovox.server.served_events import ServedEvent
from solovox.server.served_session import JournalPort
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
            self._file = await open_journal(self._make)
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


# `--talks FILE`: what is heard, called, answered and said in every session, a line of JSON each, for who tests a client.
#
# A line has the number of its session, `at` (milliseconds since the session began), and one fact (`server/recorded.py`).
# Every line is in the file before a client can see anything of it.


class TalkFile:
    """The file. Raises `JournalError` where it cannot be written: one line."""

    def __init__(self, path: Path) -> None:
        self._numbers = count(1)
        try:
            self._out: IO[str] = path.open("a", encoding="utf-8")
        except OSError as error:
            raise JournalError(
                f"{path} cannot be written: {error.strerror}; name another with --talks"
            ) from None

    def another(self, beside: JournalPort | None) -> JournalPort:
        """That of the next session, and the journal that is kept beside it."""
        return _Both(self._out, next(self._numbers), beside)

    def close(self) -> None:
        """No more sessions."""
        self._out.close()


class _Both:
    def __init__(self, out: IO[str], session: int, beside: JournalPort | None) -> None:
        self._out = out
        self._session = session
        self._beside = beside

    async def keep(self, at: int, event: ServedEvent, commands: list[ServedCommand]) -> None:
        if self._beside is not None:
            await self._beside.keep(at, event, commands)
        if lines := self._lines(at, event, commands):
            try:
                self._out.write(lines)
                self._out.flush()
            except OSError as error:
                raise JournalError(f"--talks cannot be written: {error.strerror}") from None

    async def aclose(self) -> None:
        if self._beside is not None:
            await self._beside.aclose()

    def _lines(self, at: int, event: ServedEvent, commands: Sequence[ServedCommand]) -> str:
        told = ({"session": self._session, "at": at, **fact} for fact in facts(event, commands))
        return "".join(f"{json.dumps(one, ensure_ascii=False)}\n" for one in told)
