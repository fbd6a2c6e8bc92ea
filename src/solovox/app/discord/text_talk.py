"""What is written in one channel by people of one standing, and what is answered.

Rule 1: a session runs from the first line until nothing was asked for `idle_ms`. The next line begins another, which knows what was
said.
Rule 2: lines wait for their answers, `LINES` of them; one more is refused (`TextSurface`).
Rule 3: a session that cannot begin, or that fails, is one line in the channel. The next line begins another.
"""

import asyncio
import logging
from collections.abc import Sequence
from contextlib import suppress
from typing import Final, Protocol

from solovox.app.discord.begun_session import BegunSession
from solovox.app.discord.talk_so_far import TalkSoFar
from solovox.config.schema import ConfigError
from solovox.core.errors import SolovoxError
from solovox.shell.session import Session
from solovox.shell.supervisor import SessionLimit, Supervisor
from solovox.surfaces.discord.text_out import TextChannel
from solovox.surfaces.discord.text_surface import LINES, TextSurface, WrittenLine

FULL: Final = "I am at work in too many channels at once: ask me again in a minute"
log = logging.getLogger("solovox.discord")
Earlier = Sequence[tuple[str, str]]


class TextMaker(Protocol):
    """Makes the sessions of a talk."""

    async def made(
        self, name: str, earlier: Earlier, channel: TextChannel
    ) -> tuple[Session, TextSurface, TalkSoFar]:
        """One of that name, which goes on from `earlier`; its surface, and what will be said in it. Raises `SolovoxError`,
        `ConfigError`: one line."""
        ...


class TextTalk:
    """One of them. `run` does the work while there is some; `take` says whether it must be called."""

    def __init__(self, sessions: Supervisor, maker: TextMaker, channel: TextChannel, idle_ms: int) -> None:
        self._maker, self._channel, self._idle_ms = maker, channel, idle_ms
        self.begun = BegunSession(sessions)
        self._said = TalkSoFar()
        """What was said in the session that runs, or ran last."""
        self.surface: TextSurface | None = None
        """Of the session that runs. None: none does."""
        self._lines: list[WrittenLine] = []
        """What was asked before the session ran."""
        self.running = False

    @property
    def quiet_ms(self) -> int:
        """How long nothing was asked and nothing is at work; 0: it is, or no session runs."""
        return 0 if self.surface is None else self.surface.quiet_ms

    def take(self, line: WrittenLine) -> bool:
        """Have a line answered. False: too many wait."""
        if self.surface is not None:
            return self.surface.take(line)
        if len(self._lines) >= LINES:
            return False
        self._lines.append(line)
        return True

    async def run(self) -> None:
        """Answer until nothing is left to be answered."""
        self.running = True
        try:
            while self._lines:
                await self._session()
        finally:
            self.running = False

    async def leave(self) -> None:
        """End the session that runs."""
        self._parted()
        await self.begun.end()

    async def _session(self) -> None:
        try:
            await self.begun.begin(self._made)
        except SessionLimit:
            await self._refused(FULL)
            return
        except (SolovoxError, ConfigError) as why:
            await self._refused(str(why))
            return
        except Exception as error:
            log.exception("a talk in writing could not begin")
            await self._refused(f"I cannot answer: {type(error).__name__}")
            return
        await self._until_quiet()
        self._parted()
        await self.begun.end()
        if isinstance(self.begun.over, Exception):
            await self._write(str(self.begun.over))

    async def _made(self) -> Session:
        session, self.surface, self._said = await self._maker.made(
            self.begun.name, self._said.lines(), self._channel
        )
        lines, self._lines = self._lines, []
        for line in lines:
            self.surface.take(line)
        self.begun.settle()
        return session

    async def _until_quiet(self) -> None:
        """Until nothing was asked for long, or the session is over."""
        while self.surface is not None and self.begun.runs:
            left = self._idle_ms - self.surface.quiet_ms
            if left <= 0:
                return
            with suppress(TimeoutError):
                async with asyncio.timeout(left / 1000):
                    await self.begun.closed()

    def _parted(self) -> None:
        """From now on lines are for the next session."""
        if self.surface is not None:
            self._lines += self.surface.untold()
            self.surface = None

    async def _refused(self, why: str) -> None:
        self._lines.clear()
        await self._write(why)

    async def _write(self, text: str) -> None:
        try:
            await self._channel.write(text)
        except Exception as error:  # noqa: BLE001 - a text channel that is gone changes nothing
            log.warning("not written into the text channel: %s", error)
