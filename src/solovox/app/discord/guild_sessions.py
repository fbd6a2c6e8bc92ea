"""The session of one guild: made from the configuration and the engines of the process, run by its supervisor."""

import asyncio
from collections.abc import Callable, Sequence
from dataclasses import replace
from functools import partial

from solovox.app.discord.guild_voice import WantedTalk
from solovox.app.discord.talk_so_far import TalkSoFar
from solovox.app.journals import Keep, is_kept, keeping, new_name
from solovox.app.process import Process
from solovox.app.stores import PersonsStore
from solovox.app.wiring import SurfaceContext, begun, parts
from solovox.config.schema import Config
from solovox.core.errors import SolovoxError
from solovox.core.policy import Policy
from solovox.core.units import Principal
from solovox.ports import Clock
from solovox.ports.places import DISCORD
from solovox.recordings.keeping import Unkept
from solovox.shell.session import Observer, Session
from solovox.surfaces.discord.line import VoiceChannelLine
from solovox.surfaces.discord.surface import ChannelSurface

Folds = Callable[[Clock], Sequence[Observer]]


class GuildSession:
    """A `GuildTalk`. `owners`: those of the configuration, as the session knows them; empty: who started is the owner."""

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
        self.name = ""
        """Of the session that runs, or ran last."""
        self._said = TalkSoFar()
        self._busy: Callable[[], bool] = lambda: False
        self.over: str | Exception | None = None
        """Why the newest is over. None: it runs."""
        self._settled = asyncio.Event()
        """It has begun, or cannot."""
        self._closed = asyncio.Event()
        """None runs."""
        self._closed.set()

    @property
    def busy(self) -> bool:
        """Whether the one that runs still has work: an answer is made."""
        return not self._closed.is_set() and self._busy()

    async def begin(self, wanted: WantedTalk, earlier: Sequence[tuple[str, str]]) -> None:
        """Begin one. Raises `SolovoxError`, `ConfigError`: one line."""
        self.name, self.over = new_name(), None
        self._settled.clear()
        self._closed.clear()
        try:
            self._process.sessions.start(self.name, partial(self._made, wanted, tuple(earlier)))
        except SolovoxError:
            self._closed.set()
            raise
        await self._settled.wait()
        if isinstance(self.over, Exception):
            raise self.over

    async def end(self) -> tuple[tuple[str, str], ...]:
        """End the one that runs, if one does; what was said in it."""
        session = self._process.sessions.get(self.name)
        if session is not None:
            session.hang_up()
        await self._closed.wait()
        return self._said.lines()

    def ended(self, why: str | Exception) -> None:
        """The supervisor says that it is over."""
        self.over = why
        self._settled.set()
        self._closed.set()

    async def _made(self, wanted: WantedTalk, earlier: tuple[tuple[str, str], ...]) -> Session:
        own = await asyncio.to_thread(parts, self._config, self._process.engines, self._store)
        owners = self._owners() or frozenset({wanted.owner})
        policy = replace(own.policy, owners=owners, earlier=earlier)
        own = replace(own, policy=policy)
        self._said = TalkSoFar(earlier)

        def surface(place: SurfaceContext) -> ChannelSurface:
            async def say(text: str) -> str:
                await wanted.write(text)
                return f"written into the text channel: {text[:60]}"

            self._busy = place.busy
            place.places.register(DISCORD, say)
            return ChannelSurface(place.sound, place.clock, self._line, wanted.write)

        session = await begun(
            own, surface, self._keep(policy), lambda clock: (self._said, *self.folds(clock))
        )
        self._settled.set()
        return session

    def _keep(self, policy: Policy) -> Keep:
        root = self._config.journals
        if root is None or not is_kept(self._config):
            return Unkept
        return keeping(root / self.name, "discord", self._config, policy)
