"""The bot and its sessions as one process."""

import asyncio
import logging
from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from functools import partial
from pathlib import Path
from typing import Any, Final

import discord
from solovox.app.discord.bot import ContentRefused, VoiceBot
from solovox.app.discord.freed import freed_in
from solovox.app.discord.guild_sessions import GuildSession
from solovox.app.discord.kept_voices import KeepingNotice
from solovox.app.discord.options import DiscordOptions
from solovox.app.discord.rooms import RoomOptions, VoiceRooms
from solovox.app.discord.text_sessions import TextSessions
from solovox.app.discord.texts import TextOptions, WrittenTalks
from solovox.app.process import Process
from solovox.app.stores import PersonsStore
from solovox.app.wiring import loaded
from solovox.config.keeping import days_of
from solovox.config.schema import Config
from solovox.core.errors import SolovoxError
from solovox.core.units import Principal
from solovox.ports import Clock
from solovox.shell.session import Observer
from solovox.surfaces.discord.line import VoiceChannelLine
from solovox.surfaces.discord.presence import VoicePatience

HERE: Final = "Speech stays on the machine where I run."
ELSEWHERE: Final = "What is said there goes to {0}, which hears it."
MINUTE_MS: Final = 60_000
log = logging.getLogger("solovox.discord")


@dataclass(frozen=True, slots=True, kw_only=True)
class ServedBot:
    """What a bot is made from. `root`: where journals are kept; None: nowhere. `client` makes more for the library's client."""

    config: Config
    options: DiscordOptions
    process: Process
    root: Path | None
    allowed: Path | None = None
    """Where it is kept what an operator has freed. None: nothing is."""
    store: PersonsStore | None = None
    folds: Callable[[str, Clock], Sequence[Observer]] = lambda *_: ()
    patience: VoicePatience | None = None
    client: Callable[[], dict[str, Any]] = dict

    def made(self, *, reads_all: bool) -> VoiceBot:
        """The bot. Call it inside the loop. `reads_all`: whether it asks for the words of all messages."""
        return VoiceBot(self._talks, self.options.guild, reads_all=reads_all, **self.client())

    def _talks(self, client: discord.Client) -> tuple[VoiceRooms, WrittenTalks]:
        rooms = self._rooms(client)
        options = TextOptions(
            make=self._written,
            idle_ms=int(self.options.idle_minutes * MINUTE_MS),
            wake=self.config.wake,
        )
        return rooms, WrittenTalks(client, rooms, options)

    def _written(self, *, server: int | None, **how: Any) -> TextSessions:
        config = self._at_home if server is None else self._in_servers
        freed = freed_in(server, self.allowed)
        return TextSessions(process=self.process, config=config, folds=self.folds, freed=freed, **how)

    @property
    def _at_home(self) -> Config:
        """Of what an owner writes directly."""
        return replace(self.config, journals=self.root)

    @property
    def _in_servers(self) -> Config:
        """Where strangers are: nothing of this machine is looked into, but the folder that was named for them."""
        named = self.options.workspace
        return replace(self._at_home, inside=named is not None, workspace=named or self.config.workspace)

    def _rooms(self, client: discord.Client) -> VoiceRooms:
        options = RoomOptions(
            idle_ms=int(self.options.idle_minutes * MINUTE_MS),
            day_ms=int(self.options.hours_a_day * 60 * MINUTE_MS),
            notice=HERE
            if self.config.ear.kind == "local"
            else ELSEWHERE.format(self.config.ear.goes_to or self.config.ear.kind),
            kept=KeepingNotice(days_of(self.config.keep) if self.root is not None else 0),
            owners=self.config.owners,
            patience=self.patience,
        )
        return VoiceRooms(client, options, self._talk)

    def _talk(self, line: VoiceChannelLine, owners: Callable[[], frozenset[Principal]]) -> GuildSession:
        talk = GuildSession(self.process, self._in_servers, line, owners, self.store)
        talk.freed = freed_in(line.guild, self.allowed)
        talk.folds = lambda clock: self.folds(talk.name, clock)
        return talk


class BotProcess:
    """A process whose sessions are those of a bot."""

    def __init__(self, make: Callable[[Callable[[str, str | Exception], None]], ServedBot]) -> None:
        self._bot: VoiceBot | None = None
        self._served = make(self._ended)

    def warm(self) -> None:
        """Load what the first talk would wait for. Blocks. Raises `ConfigError` (also `NotInstalled`): one line."""
        asyncio.run(loaded(self._served.config, self._served.process.engines))

    async def serve(self, told: asyncio.Event, online: Callable[[], None] = lambda: None) -> None:
        """Until it is told to end. Raises `BotRefused` when Discord does not let the bot in."""
        async with self._served.process:
            try:
                await self._online(told, online, reads_all=True)
            except ContentRefused as refused:
                log.warning("%s", refused)
                await self._online(told, online, reads_all=False)

    async def _online(self, told: asyncio.Event, online: Callable[[], None], *, reads_all: bool) -> None:
        self._bot = bot = self._served.made(reads_all=reads_all)
        bot.online = online
        try:
            async with asyncio.TaskGroup() as tasks:
                serving = tasks.create_task(bot.serve(self._served.options.token.reveal()), name="bot")
                waiting = tasks.create_task(told.wait(), name="until told")
                serving.add_done_callback(partial(_end, waiting))
                waiting.add_done_callback(partial(_end, serving))
        except BaseExceptionGroup as several:
            if (refused := _refusal(several)) is not None:
                raise refused from None
            raise

    def _ended(self, name: str, why: str | Exception) -> None:
        if self._bot is not None:
            self._bot.rooms.ended(name, why)


def _end(other: "asyncio.Task[Any]", _ended: object) -> None:
    other.cancel()


def _refusal(several: BaseExceptionGroup[BaseException]) -> SolovoxError | None:
    """The line among them that says why it could not begin."""
    for one in several.exceptions:
        found = _refusal(one) if isinstance(one, BaseExceptionGroup) else one
        if isinstance(found, SolovoxError):
            return found
    return None
