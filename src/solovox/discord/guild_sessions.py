"""The session of one guild: made from the configuration and the engines of the process, run by its supervisor."""

import asyncio
from collections.abc import Callable, Sequence
from dataclasses import replace
from functools import partial

from solovox.app.process import Process
from solovox.app.wiring import SessionParts, begun, parts
from solovox.config.schema import Config
from solovox.core.events import Typed
from solovox.core.policy import Policy
from solovox.core.units import Principal, SourceId
from solovox.discord.guild_voice import TalksAlready, WantedTalk
from solovox.discord.talk_parts import BegunSession, TalkSoFar, with_voice
from solovox.discord.voice.line import VoiceChannelLine
from solovox.discord.voice.surface import ChannelSurface
from solovox.parts.habits import usual
from solovox.parts.journals import Keep, is_kept, keeping
from solovox.parts.stores import PersonsStore
from solovox.ports import Clock, SurfaceContext
from solovox.ports.places import DISCORD
from solovox.recordings.keeping import Unkept
from solovox.shell.links.yeses import Freed, none_freed
from solovox.shell.session import Observer, Session
from solovox.studio.session import studio_of

Folds = Callable[[Clock], Sequence[Observer]]


class GuildSession:
    """A `GuildTalk`. `owners`: who owns the bot, as the session knows them."""

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
        self._begun = BegunSession(process.sessions)
        self.finish: Callable[[], None] = lambda: None
        """Ends the talk when what is being said is over."""
        self.keeps: Callable[[SourceId], bool] = lambda _: False
        """Whether the sound of a source may be kept."""
        self.freed: Freed = none_freed
        """What an operator has freed there."""

    @property
    def name(self) -> str:
        """Of the session that runs, or ran last."""
        return self._begun.name

    @property
    def over(self) -> str | Exception | None:
        """Why the newest is over. None: it runs."""
        return self._begun.over

    @property
    def refusal(self) -> str:
        """Why none could begin now, in one line; empty if one could."""
        return self._process.sessions.refusal("")

    @property
    def busy(self) -> bool:
        """Whether the one that runs still has work: an answer is made."""
        return self._begun.runs and self._busy()

    async def begin(self, wanted: WantedTalk, earlier: Sequence[tuple[str, str]]) -> None:
        """Begin one. Raises `SolovoxError`, `ConfigError`: one line."""
        await self._begun.begin(partial(self._made, wanted, tuple(earlier)))

    async def end(self) -> tuple[tuple[str, str], ...]:
        """End the one that runs, if one does; what was said in it."""
        await self._begun.end()
        return self._said.lines()

    def ended(self, why: str | Exception) -> None:
        """The supervisor says that it is over."""
        self._begun.ended(why)

    async def answer(self, text: str, who: Principal) -> bool:
        """A typed yes, no or stop, where something waits in the session that runs. False: nothing does."""
        session = self._process.sessions.get(self.name)
        if not isinstance(session, Session) or not self._begun.runs or not self._said.waits:
            return False
        await session.tell(Typed(text, SourceId(who), who))
        return True

    def _parts(self) -> SessionParts:
        config, engines = usual(self._config), self._process.engines
        return parts(config, engines, self._store, studio_of(config, engines))

    async def _made(self, wanted: WantedTalk, earlier: tuple[tuple[str, str], ...]) -> Session:
        own = await asyncio.to_thread(self._parts)
        policy = replace(own.policy, owners=self._owners() | {wanted.owner}, earlier=earlier)
        own = replace(own, policy=policy)
        own = with_voice(own, partial(_already, wanted), self._finished)
        self._said = TalkSoFar(earlier)

        def surface(place: SurfaceContext) -> ChannelSurface:
            async def say(text: str) -> str:
                await wanted.write(text)
                return f"written into the text channel: {text[:60]}"

            self._busy = place.busy
            place.places.register(DISCORD, say)
            return ChannelSurface(place.sound, place.clock, self._line, wanted.write)

        folds: Folds = lambda clock: (self._said, *self.folds(clock))  # noqa: E731
        session = await begun(own, surface, self._keep(own.policy), folds, self.keeps, self.freed)
        self._begun.settle()
        return session

    async def _finished(self) -> str:
        self.finish()
        return "I leave the voice channel when this is said"

    def _keep(self, policy: Policy) -> Keep:
        root = self._config.journals
        if root is None or not is_kept(self._config):
            return Unkept
        return keeping(root / self.name, "discord", self._config, policy)


async def _already(wanted: WantedTalk) -> str:
    raise TalksAlready(f"I talk already, in {wanted.channel.name}")
