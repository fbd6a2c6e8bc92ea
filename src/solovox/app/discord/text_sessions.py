"""The sessions of talks in writing: made from the configuration and the engines of the process."""

import asyncio
from collections.abc import Awaitable, Callable, Sequence
from dataclasses import dataclass, replace

import discord
from solovox.app.discord.talk_so_far import TalkSoFar
from solovox.app.discord.text_parts import Standing, text_config, text_parts
from solovox.app.discord.voice_actions import with_voice
from solovox.app.journals import is_kept, keeping
from solovox.app.process import Process
from solovox.app.wiring import SessionParts, SurfaceContext, begun
from solovox.config.schema import Config
from solovox.core.units import Principal
from solovox.ports import Clock
from solovox.ports.places import DISCORD
from solovox.recordings.keeping import Unkept
from solovox.shell.links.yeses import Freed, none_freed
from solovox.shell.session import Observer, Session
from solovox.surfaces.discord.text_out import TextChannel
from solovox.surfaces.discord.text_surface import TextSurface

OfUser = Callable[[discord.abc.User | None], Awaitable[str]]
"""Does something for whoever asks for it, and says in one line what was done. Raises `SolovoxError`, `ConfigError`: one line."""


@dataclass(frozen=True, slots=True, kw_only=True)
class TextSessions:
    """A `TextMaker`. `config`: of the whole profile; `owners`: who commands there, if not whoever writes."""

    process: Process
    config: Config
    standing: Standing
    owners: frozenset[Principal] = frozenset()
    voice: tuple[OfUser, OfUser] | None = None
    """How a talk in voice begins and ends. None: who writes there may do neither."""
    folds: Callable[[str, Clock], Sequence[Observer]] = lambda *_: ()
    freed: Freed = none_freed
    """What an operator has freed there."""

    async def made(
        self, name: str, earlier: Sequence[tuple[str, str]], channel: TextChannel
    ) -> tuple[Session, TextSurface, TalkSoFar]:
        """One of that name. Raises `SolovoxError`, `ConfigError`: one line."""
        config = text_config(self.config, self.standing)
        own = await asyncio.to_thread(text_parts, config, self.process.engines)
        own = replace(own, policy=replace(own.policy, owners=self.owners, earlier=tuple(earlier)))
        said, there = TalkSoFar(earlier), list[TextSurface]()
        if self.voice is not None:
            own = self._with_voice(own, there)

        def surface(place: SurfaceContext) -> TextSurface:
            async def say(text: str) -> str:
                await channel.write(text)
                return f"written into the text channel: {text[:60]}"

            place.places.register(DISCORD, say)
            there.append(TextSurface(place.clock, place.busy, channel))
            return there[0]

        root = config.journals
        kept = root is not None and is_kept(config)
        keep = keeping(root / name, "discord", config, own.policy) if root is not None and kept else Unkept

        def folds(clock: Clock) -> Sequence[Observer]:
            return (
                said,
                there[0],
                *self.folds(name, clock),
            )

        session = await begun(own, surface, keep, folds, freed=self.freed)
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
