"""The session of one guild: made from the configuration and the engines of the process, run by its supervisor."""

import asyncio
from collections.abc import Callable, Sequence
from dataclasses import replace
from functools import partial

from solovox.app.process import Process
from solovox.app.wiring import SessionParts, begin_session, parts
from solovox.config.schema import Config
from solovox.core.events import Typed
from solovox.core.units import Principal, SourceId
from solovox.discord.talk_parts import (
    BegunSession,
    TalksAlready,
    TalkSoFar,
    WantedTalk,
    kept_as,
    with_voice,
    write_there,
)
from solovox.discord.voice.line import VoiceChannelLine
from solovox.discord.voice.surface import ChannelSurface
from solovox.parts.habits import usual
from solovox.parts.stores import PersonsStore
from solovox.ports import Clock, SurfaceContext
from solovox.shell.links.yeses import Freed, none_freed
from solovox.shell.session import Observer, Session
from solovox.studio.session import studio_of

Folds = Callable[[Clock], Sequence[Observer]]


class GuildSession:
    """What makes and ends the session of a guild. `owners`: who owns the bot, as the session knows them."""

    def __init__(
        self,
        process: Process,
        config: Config,
        line: VoiceChannelLine,
        owners: Callable[[], frozenset[Principal]],
        store: PersonsStore | None = None,
    ) -> None:
        self._process = process
        self._config = config
        self._line = line
        self._owners = owners
        self._store = store
        self.folds: Folds = lambda _: ()
        """What else sees each event."""
        self._said = TalkSoFar()
        self._busy: Callable[[], bool] = lambda: False
        self.begun = BegunSession(process.sessions)
        self.finish: Callable[[], None] = lambda: None
        """Ends the talk when what is being said is over."""
        self.keeps: Callable[[SourceId], bool] = lambda _: False
        """Whether the sound of a source may be kept."""
        self.freed: Freed = none_freed
        """What an operator has freed there."""

    @property
    def refusal(self) -> str:
        """Why none could begin now, in one line; empty if one could."""
        return self._process.sessions.refusal("")

    @property
    def busy(self) -> bool:
        """Whether the one that runs still has work: an answer is made."""
        return self.begun.runs and self._busy()

    async def begin(self, wanted: WantedTalk, earlier: Sequence[tuple[str, str]]) -> None:
        """Begin one. Raises `SolovoxError`, `ConfigError`: one line."""
        await self.begun.begin(partial(self._make_session, wanted, tuple(earlier)))

    async def end(self) -> tuple[tuple[str, str], ...]:
        """End the one that runs, if one does; what was said in it."""
        await self.begun.end()
        return self._said.lines()

    async def answer(self, text: str, who: Principal) -> bool:
        """A typed yes, no or stop, where something waits in the session that runs. False: nothing does."""
        session = self._process.sessions.get(self.begun.name)
        if not isinstance(session, Session) or not self.begun.runs or not self._said.waits:
            return False
        await session.tell(Typed(text, SourceId(who), who))
        return True

    def _parts(self) -> SessionParts:
        config, engines = usual(self._config), self._process.engines
        return parts(config, engines, self._store, studio_of(config, engines))

    async def _make_session(self, wanted: WantedTalk, earlier: tuple[tuple[str, str], ...]) -> Session:
        own = await asyncio.to_thread(self._parts)
        policy = replace(own.policy, owners=self._owners() | {wanted.owner}, earlier=earlier)
        own = replace(own, policy=policy)
        own = with_voice(own, partial(_already, wanted), self._finish_talk)
        self._said = TalkSoFar(earlier)

        def surface(place: SurfaceContext) -> ChannelSurface:
            self._busy = place.busy
            write_there(place, wanted.write)
            return ChannelSurface(place.sound, place.clock, self._line, wanted.write)

        folds: Folds = lambda clock: (self._said, *self.folds(clock))  # noqa: E731
        session = await begin_session(
            own, surface, kept_as(self.begun.name, self._config, own.policy), folds, self.keeps, self.freed
        )
        self.begun.settle()
        return session

    async def _finish_talk(self) -> str:
        self.finish()
        return "I leave the voice channel when this is said"


async def _already(wanted: WantedTalk) -> str:
    raise TalksAlready(f"I talk already, in {wanted.channel.name}")
