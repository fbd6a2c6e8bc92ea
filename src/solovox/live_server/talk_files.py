"""`--talks FILE`: what is heard, called, answered and said in every session, a line of JSON each, for who tests a client.

A line has the number of its session, `at` (milliseconds since the session began), and one fact (`server/talk_lines.py`).
Every line is in the file before a client can see anything of it.
"""

import json
from collections.abc import Sequence
from itertools import count
from pathlib import Path
from typing import IO

from solovox.recordings.codec import JournalError
from solovox.server.served_commands import ServedCommand
from solovox.server.served_events import ServedEvent
from solovox.server.served_session import JournalPort
from solovox.server.talk_lines import facts


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
