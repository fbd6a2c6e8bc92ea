"""The sessions of talks in writing: made from the configuration and the engines of the process."""

import asyncio
import logging
from collections.abc import Awaitable, Callable, Sequence
from contextlib import suppress
from dataclasses import dataclass, replace
from enum import Enum
from typing import Final

from msgspec import structs

import discord
from solovox.app.process import Process
from solovox.app.wiring import SessionParts, begin_session
from solovox.config.schema import BrainConfig, Config, ConfigError
from solovox.core.errors import SolovoxError
from solovox.core.units import Principal
from solovox.discord.talk_parts import BegunSession, TalkSoFar, kept_as, with_voice, write_there
from solovox.discord.text_out import ChannelMessages, write_if_possible
from solovox.discord.text_surface import LINES, TextSurface, WrittenLine
from solovox.narrators.written import WrittenNarrator
from solovox.parts.brains.making import brain_given
from solovox.parts.configured import DEFAULT_VOICE
from solovox.parts.engines.shared import SharedEngines
from solovox.parts.now import SessionNow
from solovox.parts.policies import draw_codes, policy, spec_of
from solovox.parts.registry import BRAINS, make
from solovox.parts.tools.selection import choose_tools
from solovox.ports import Clock, SurfaceContext
from solovox.shell.links.yeses import Freed, none_freed
from solovox.shell.session import Observer, Session
from solovox.shell.supervisor import SessionLimit, Supervisor

# What a talk in writing is made of: a brain, tools, and no sound.
#
# Rule 1: owners are answered by the profile's brain, with its tools. What needs a yes waits for it.
# Rule 2: guests are answered by the offline brain, as the persona. It has what tells the time and counts: nothing that acts, and
# nothing that looks into what is the owner's (law A4).


HARMLESS: Final = ("get_time", "date", "calculate", "convert_units")
"""The tools that guests get, of those that the profile has."""
OFFLINE: Final = "local"


class Standing(Enum):
    """Who writes."""

    OWNER = "owner"
    GUEST = "guest"


def text_config(config: Config, standing: Standing) -> Config:
    """The configuration of a talk in writing: what has to do with sound is none of it."""
    written = structs.replace(
        config,
        ear=structs.replace(config.ear, kind="local", listens=None),
        narrator=structs.replace(
            config.narrator, kind="voice", voice=DEFAULT_VOICE, spoken_seconds=0, speed=100
        ),
        approval="direct",
        amend="queue",
        wake="",
        wake_follow_seconds=0,
        own_words=False,
        guests=False,
        corrector="",
    )
    if standing is Standing.OWNER:
        return written
    tools = tuple(name for name in config.tools if name in HARMLESS)
    return structs.replace(written, brain=BrainConfig(kind=OFFLINE), agent=None, tools=tools, mcp={})


def text_parts(config: Config, engines: SharedEngines) -> SessionParts:
    """Make what the session of a `text_config` needs. It may read files. Raises `ConfigError`: one line."""
    brain = make(BRAINS, config.brain.kind, brain_given(config))
    found = choose_tools(config)
    rules = draw_codes(policy(config, found.tools))
    now = SessionNow(rules, found.tools, nearest=engines.nearest, places=found.places)
    return SessionParts(
        policy=rules,
        recogniser=None,
        voice=None,
        brain=brain,
        tools=found.tools,
        reader=lambda sound, _: WrittenNarrator(sound),
        sets=found.sets,
        spec=spec_of(config),
        now=now,
    )


OfUser = Callable[[discord.abc.User | None], Awaitable[str]]
"""Does something for whoever asks for it, and says in one line what was done. Raises `SolovoxError`, `ConfigError`: one line."""


@dataclass(frozen=True, slots=True, kw_only=True)
class TextSessions:
    """Makes them. `config`: of the whole profile; `owners`: who commands there, if not whoever writes."""

    process: Process
    config: Config
    standing: Standing
    owners: frozenset[Principal] = frozenset()
    voice: tuple[OfUser, OfUser] | None = None
    """How a talk in voice begins and ends. None: who writes there may do neither."""
    folds: Callable[[str, Clock], Sequence[Observer]] = lambda *_: ()
    freed: Freed = none_freed
    """What an operator has freed there."""

    async def make_session(
        self, name: str, earlier: Sequence[tuple[str, str]], channel: ChannelMessages
    ) -> tuple[Session, TextSurface, TalkSoFar]:
        """One of that name, which goes on from `earlier`; its surface, and what will be said in it. Raises `SolovoxError`, `ConfigError`: one line."""
        config = text_config(self.config, self.standing)
        own = await asyncio.to_thread(text_parts, config, self.process.engines)
        own = replace(own, policy=replace(own.policy, owners=self.owners, earlier=tuple(earlier)))
        said, there = TalkSoFar(earlier), list[TextSurface]()
        if self.voice is not None:
            own = self._with_voice(own, there)

        def surface(place: SurfaceContext) -> TextSurface:
            write_there(place, channel.write)
            there.append(TextSurface(place.clock, place.busy, channel))
            return there[0]

        def folds(clock: Clock) -> Sequence[Observer]:
            return (said, there[0], *self.folds(name, clock))

        keep = kept_as(name, config, own.policy)
        session = await begin_session(own, surface, keep, folds, freed=self.freed)
        return session, there[0], said

    def _with_voice(self, own: SessionParts, there: Sequence[TextSurface]) -> SessionParts:
        """Whose line is answered is who asks."""

        def of_asker(doing: OfUser) -> Callable[[], Awaitable[str]]:
            async def done() -> str:
                line = there[0].asking if there else None
                return await doing(None if line is None else line.author)

            return done

        assert self.voice is not None
        return with_voice(own, *map(of_asker, self.voice))


# What is written in one channel by people of one standing, and what is answered.
#
# Rule 1: a session runs from the first line until nothing was asked for `idle_ms`. The next line begins another, which knows what was
# said.
# Rule 2: lines wait for their answers, `LINES` of them; one more is refused (`TextSurface`).
# Rule 3: a session that cannot begin, or that fails, is one line in the channel. The next line begins another.

FULL: Final = "I am at work in too many channels at once: ask me again in a minute"
log = logging.getLogger("solovox.discord")


class TextTalk:
    """One of them. `run` does the work while there is some; `take` says whether it must be called."""

    def __init__(
        self, sessions: Supervisor, maker: TextSessions, channel: ChannelMessages, idle_ms: int
    ) -> None:
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
        self._part_from_surface()
        await self.begun.end()

    async def _session(self) -> None:
        try:
            await self.begun.begin(self._make_session)
        except SessionLimit:
            await self._refuse_lines(FULL)
            return
        except (SolovoxError, ConfigError) as why:
            await self._refuse_lines(str(why))
            return
        except Exception as error:
            log.exception("a talk in writing could not begin")
            await self._refuse_lines(f"I cannot answer: {type(error).__name__}")
            return
        await self._until_quiet()
        self._part_from_surface()
        await self.begun.end()
        if isinstance(self.begun.over, Exception):
            await write_if_possible(self._channel.write, str(self.begun.over))

    async def _make_session(self) -> Session:
        session, self.surface, self._said = await self._maker.make_session(
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
                    await self.begun.wait_until_closed()

    def _part_from_surface(self) -> None:
        """From now on lines are for the next session."""
        if self.surface is not None:
            self._lines += self.surface.untold()
            self.surface = None

    async def _refuse_lines(self, why: str) -> None:
        self._lines.clear()
        await write_if_possible(self._channel.write, why)
