"""A surface in a text channel: lines in, messages out, and no voice.

Rule 1: one line at a time is given to the session: the next when nothing of the one before is at work. `LINES` wait; one
more is refused.
Rule 2: a stop does not wait, and while something waits for a yes an answer to that does not (law A2.6).
Rule 3: an answer is written when all of it is there; what waits for a yes, a failure and a notice are written at once
(`text_out.py`).
Rule 4: as long as something is at work, and no yes is waited for, the channel shows that something is being written.
"""

import asyncio
from collections import deque
from collections.abc import Awaitable, Callable, Sequence
from dataclasses import dataclass
from typing import Final

import discord
from solovox.core.commands import (
    CancelRun,
    Command,
    Flush,
    Play,
    ShowFailure,
    ShowHold,
    ShowNotice,
    SurfaceCommand,
    TalkState,
)
from solovox.core.events import (
    BrainFailed,
    BrainFinished,
    Event,
    Flushed,
    Played,
    SurfaceEvent,
    SurfaceJoined,
    Typed,
)
from solovox.core.units import Principal, ReadId, RunId, SourceId, SurfaceCaps
from solovox.discord.text_out import ChannelMessages, OutgoingTexts, TypingShown, waits
from solovox.lang.en.words import ENGLISH
from solovox.lang.pack import LanguagePack
from solovox.ports import Clock
from solovox.view import View, after

LINES: Final = 4
READS: Final = 32
"""Reads of which it is known how far they came."""


@dataclass(frozen=True, slots=True)
class WrittenLine:
    """A line that a person wrote."""

    text: str
    who: Principal
    author: discord.abc.User | None = None
    """Who wrote it, as the library knows them."""
    language: LanguagePack = ENGLISH


def answers(text: str, language: LanguagePack = ENGLISH) -> bool:
    """Whether a text is a yes or a no, or a stop: what does not wait behind work."""
    return language.yes_or_no(text) is not None or language.is_stop(text)


WORKS: Final = (TalkState.UNDERSTANDING, TalkState.THINKING, TalkState.VOICING, TalkState.SPEAKING)


class TextSurface:
    """The surface link, and a fold over its session. `busy`: whether the session still has work."""

    def __init__(self, clock: Clock, busy: Callable[[], bool], channel: ChannelMessages) -> None:
        self._clock, self._busy = clock, busy
        self._out, self._typing = OutgoingTexts(channel.write), TypingShown(channel)
        self._lines: deque[WrittenLine] = deque()
        self._news: deque[SurfaceEvent] = deque()
        self._undecided = 0
        """How many lines were given and are not decided yet. They come back with the sense of their words, and without secrets."""
        self._stirred = asyncio.Event()
        self._screen = View()
        self._played: dict[ReadId, int] = {}
        self.asking: WrittenLine | None = None
        """The newest line that was given: the one that is answered."""
        self._quiet_since = clock.now()

    def take(self, line: WrittenLine) -> bool:
        """Have a line answered. False: too many wait."""
        self._quiet_since = self._clock.now()
        stops = line.language.is_stop(line.text)
        if stops or (self._screen.holds and answers(line.text, line.language)):
            self._news.append(_event_of_line(line))
        elif len(self._lines) >= LINES:
            return False
        else:
            self._lines.append(line)
        self._stirred.set()
        return True

    def untold(self) -> list[WrittenLine]:
        """The lines that no session was given."""
        left = list(self._lines)
        self._lines.clear()
        return left

    @property
    def quiet_ms(self) -> int:
        """How long nothing was asked, nothing is at work and nothing waits."""
        works = self._lines or self._undecided or self._busy() or self._screen.holds
        return 0 if works or not self._out.done else self._clock.now() - self._quiet_since

    async def run(self, tell: Callable[[SurfaceEvent], Awaitable[None]]) -> None:
        """Give line after line, and write what comes of it."""
        await tell(SurfaceJoined(SurfaceCaps()))
        async with asyncio.TaskGroup() as tasks:
            tasks.create_task(self._out.run(), name="text channel")
            tasks.create_task(self._typing.run(), name="typing")
            while True:
                await self._stirred.wait()
                self._stirred.clear()
                if self._lines and not self._news and not self._undecided and not self._busy():
                    self.asking = line = self._lines.popleft()
                    self._news.append(_event_of_line(line))
                while self._news:
                    self._undecided += isinstance(self._news[0], Typed)
                    await tell(self._news.popleft())

    async def perform(self, command: SurfaceCommand) -> None:
        """Write what must be read."""
        self.perform_now(command)

    def perform_now(self, command: SurfaceCommand) -> bool:
        """As `perform`: nothing here needs waiting."""
        match command:
            case Play(read=read, span=span):
                self._played[read] = span.end
                for old in list(self._played)[:-READS]:
                    del self._played[old]
                self._tell(Played(read, span.end))
            case Flush(read=read):
                self._tell(Flushed(read, self._played.get(read, 0)))
            case ShowHold(text=text, code=code):
                self._out.put(waits(text, code))
            case ShowFailure(text=text) | ShowNotice(text=text):
                self._out.put(text)
            case _:
                pass
        return True

    def see(self, event: Event, commands: Sequence[Command]) -> None:
        """One event, and what was decided from it: an answer that is over is written."""
        self._undecided -= isinstance(event, Typed)
        self._screen = after(self._screen, event, commands)
        if isinstance(event, BrainFinished | BrainFailed):
            self._write_answer(event.run)
        for one in commands:
            if isinstance(one, CancelRun):
                self._write_answer(one.run)
        if self._busy():
            self._quiet_since = self._clock.now()
        self._typing.show(on=self._screen.state in WORKS)
        self._stirred.set()

    async def aclose(self) -> None:
        """The channel stays as it is."""

    def _write_answer(self, run: RunId) -> None:
        text = next((one.text for one in self._screen.runs if one.run == run), "")
        if text.strip():
            self._out.put(text)

    def _tell(self, event: SurfaceEvent) -> None:
        self._news.append(event)
        self._stirred.set()


def _event_of_line(line: WrittenLine) -> Typed:
    return Typed(line.text, SourceId(line.who), line.who)
