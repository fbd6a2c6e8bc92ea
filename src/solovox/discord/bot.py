"""The bot: what people ask of it by slash commands, and what they write to it.

Rule 1: each command has one clear answer, also where it cannot be done.
Rule 2: the bot asks Discord for the words of all messages (the message content intent). Where it does not get them it says so, and
everything else works.
Rule 3: whoever runs the bot is told who owns it, when it is online; and of what failed, in the log.
"""

import asyncio
import logging
from collections.abc import Awaitable, Callable, Sequence
from dataclasses import dataclass
from functools import partial
from pathlib import Path
from typing import Any, Final

import aiohttp
from msgspec import structs

import discord
from discord import app_commands
from solovox.app.process import Process
from solovox.app.wiring import load_parts
from solovox.config.keeping import days_of
from solovox.config.schema import Config, ConfigError
from solovox.core.errors import SolovoxError
from solovox.core.units import Principal
from solovox.discord.guild_sessions import GuildSession
from solovox.discord.guild_voice import AGREE, KeepingNotice
from solovox.discord.options import DiscordOptions
from solovox.discord.rooms import LONGEST, START, STOP, BotRefused, RoomOptions, VoiceRooms
from solovox.discord.talk_parts import freed_in
from solovox.discord.text_sessions import OfUser, Standing, TextSessions
from solovox.discord.texts import TextOptions, WrittenTalks
from solovox.discord.voice.line import VoiceChannelLine
from solovox.discord.voice.presence import VoicePatience
from solovox.lang.languages import pack_of
from solovox.parts.stores import PersonsStore
from solovox.ports import Clock
from solovox.shell.session import Observer
from solovox.studio.session import studio_of

GUILD_ONLY: Final = "I have a voice in servers only: ask me there"
UNREAD: Final = "I read only what mentions me, and direct messages: the message content intent is off (docs/howto/discord.md)"
TOKEN_REFUSED: Final = "Discord refuses the bot's token: copy it again from the developer portal"  # noqa: S105  # no token
log = logging.getLogger("solovox.discord")


class ContentRefused(SolovoxError):
    """Discord does not give the bot the words of all messages."""


Command = Callable[[discord.Interaction], Awaitable[str]]
"""What a slash command does; it returns what to answer."""
MakeTalks = Callable[[discord.Client], tuple[VoiceRooms, WrittenTalks]]


class VoiceBot(discord.Client):
    """`serve` does the work until it is cancelled. `guild`: where its commands are at once. `reads_all`: whether it asks for the
    words of all messages. `how`: as the library's client takes it."""

    def __init__(
        self, talks: MakeTalks, guild: int | None = None, *, reads_all: bool = False, **how: Any
    ) -> None:
        intents = discord.Intents(guilds=True, voice_states=True, guild_messages=True, dm_messages=True)
        intents.message_content = reads_all
        super().__init__(intents=intents, allowed_mentions=discord.AllowedMentions.none(), **how)
        self.rooms, self.texts = talks(self)
        self._guild = None if guild is None else discord.Object(guild)
        self._tree = app_commands.CommandTree(self)
        self.online: Callable[[], None] = lambda: None
        """Called when it is online, each time."""
        self._add_commands()

    async def serve(self, token: str) -> None:
        """Be online until cancelled; then every talk has ended. Raises `BotRefused` when Discord does not let it in, and
        `ContentRefused`."""
        async with self, self.rooms, self.texts:
            try:
                await self.start(token)
            except discord.LoginFailure:
                raise BotRefused(TOKEN_REFUSED) from None
            except discord.PrivilegedIntentsRequired:
                raise ContentRefused(UNREAD) from None
            except (OSError, aiohttp.ClientError) as problem:
                raise BotRefused(f"Discord cannot be reached: {problem}") from None

    async def setup_hook(self) -> None:
        """Discord is told of the commands."""
        if self._guild is not None:
            self._tree.copy_global_to(guild=self._guild)
        await self._tree.sync(guild=self._guild)

    async def on_ready(self) -> None:
        """It is online."""
        log.info("online as %s, in %d servers", self.user, len(self.guilds))
        self.online()
        log.info("%s", self.rooms.told)

    async def on_voice_state_update(
        self, member: discord.Member, before: discord.VoiceState, after: discord.VoiceState
    ) -> None:
        """A person has come, gone, or muted themselves."""
        if before.channel != after.channel:
            self.rooms.forget_consent(member)

    async def on_message(self, message: discord.Message) -> None:
        """A message has come. What cannot be answered there is a line of the log."""
        try:
            await self.texts.read(message)
        except discord.HTTPException as problem:
            log.warning("not answered in writing: %s", problem)

    def _add_commands(self) -> None:
        for name, about, do in (
            (START, "Talk in the voice channel where you are.", self._start_talk),
            (STOP, "End the talk, and leave the voice channel.", self._stop_talk),
            ("join", "Be in your voice channel, and say nothing.", self._join_channel),
            ("leave", "End the talk, and leave the voice channel.", self._stop_talk),
            (AGREE, "Let the bot keep your voice, until you leave the voice channel.", self._keep_voice),
            ("status", "Say where the bot is and what it does.", self._say_status),
        ):
            self._add_command(name, about, do)

    def _add_command(self, name: str, about: str, do: Command) -> None:
        async def answer(asked: discord.Interaction) -> None:
            await self._answer_command(asked, do)

        self._tree.add_command(app_commands.Command(name=name, description=about, callback=answer))

    async def _answer_command(self, asked: discord.Interaction, do: Command) -> None:
        """Answer with what was done, or with why it was not. To make a session takes longer than Discord waits."""
        try:
            await asked.response.defer(ephemeral=True, thinking=True)
        except discord.HTTPException as problem:  # it came too late, or the command is no longer known
            log.warning("a command could not be answered: %s", problem)
            return
        try:
            line = await do(asked)
        except (SolovoxError, ConfigError) as refused:
            line = str(refused)
        await asked.followup.send(line[:LONGEST], ephemeral=True)

    async def _start_talk(self, asked: discord.Interaction) -> str:
        member = _member(asked)
        text = asked.channel
        if not isinstance(text, discord.abc.Messageable):
            raise BotRefused("I can write nothing here: ask me in a text channel")
        return await self.rooms.start(member, text)

    async def _stop_talk(self, asked: discord.Interaction) -> str:
        return await self.rooms.stop(_member(asked))

    async def _keep_voice(self, asked: discord.Interaction) -> str:
        return self.rooms.agree(_member(asked))

    async def _join_channel(self, asked: discord.Interaction) -> str:
        return self.rooms.join(_member(asked))

    async def _say_status(self, asked: discord.Interaction) -> str:
        line = self.rooms.status(_member(asked).guild)
        return line if self.intents.message_content else f"{line}\n{UNREAD}"


def _member(asked: discord.Interaction) -> discord.Member:
    """Who asks. Raises `BotRefused` outside a guild."""
    if isinstance(asked.user, discord.Member):
        return asked.user
    raise BotRefused(GUILD_ONLY)


# The bot and its sessions as one process.

HERE: Final = "Speech stays on the machine where I run."
ELSEWHERE: Final = "What is said there goes to {0}, which hears it."
MINUTE_MS: Final = 60_000


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

    def make_bot(self, *, reads_all: bool) -> VoiceBot:
        """The bot. Call it inside the loop. `reads_all`: whether it asks for the words of all messages."""
        return VoiceBot(self._talks, self.options.guild, reads_all=reads_all, **self.client())

    def _talks(self, client: discord.Client) -> tuple[VoiceRooms, WrittenTalks]:
        rooms = self._rooms(client)
        options = TextOptions(
            make=self._make_text_sessions,
            idle_ms=int(self.options.idle_minutes * MINUTE_MS),
            wake=self.config.wake,
            language=pack_of(self.config.language),
        )
        return rooms, WrittenTalks(client, rooms, options)

    def _make_text_sessions(
        self,
        server: int | None,
        standing: Standing,
        owners: frozenset[Principal],
        voice: tuple[OfUser, OfUser] | None,
    ) -> TextSessions:
        return TextSessions(
            process=self.process,
            config=self._at_home if server is None else self._in_servers,
            standing=standing,
            owners=owners,
            voice=voice,
            folds=self.folds,
            freed=freed_in(server, self.allowed),
        )

    @property
    def _at_home(self) -> Config:
        """Of what an owner writes directly."""
        return structs.replace(self.config, journals=self.root)

    @property
    def _in_servers(self) -> Config:
        """Where strangers are: nothing of this machine is looked into, but the folder that was named for them."""
        named = self.options.workspace
        return structs.replace(
            self._at_home, inside=named is not None, workspace=named or self.config.workspace
        )

    def _rooms(self, client: discord.Client) -> VoiceRooms:
        options = RoomOptions(
            idle_ms=int(self.options.idle_minutes * MINUTE_MS),
            day_ms=int(self.options.hours_a_day * 60 * MINUTE_MS),
            notice=HERE
            if self.config.ear.kind == "local"
            else ELSEWHERE.format(self.config.reasons.voice_to or self.config.ear.kind),
            kept=KeepingNotice(days_of(self.config.keep) if self.root is not None else 0),
            owners=self.config.owners,
            patience=self.patience,
        )
        return VoiceRooms(client, options, self._talk)

    def _talk(self, line: VoiceChannelLine, owners: Callable[[], frozenset[Principal]]) -> GuildSession:
        talk = GuildSession(self.process, self._in_servers, line, owners, self.store)
        talk.freed = freed_in(line.guild, self.allowed)
        talk.folds = lambda clock: self.folds(talk.begun.name, clock)
        return talk


class BotProcess:
    """A process whose sessions are those of a bot."""

    def __init__(self, make: Callable[[Callable[[str, str | Exception], None]], ServedBot]) -> None:
        self._bot: VoiceBot | None = None
        self._served = make(self._end_session)

    def warm(self) -> None:
        """Load what the first talk would wait for. Blocks. Raises `ConfigError` (also `NotInstalled`): one line."""
        config, engines = self._served.config, self._served.process.engines
        asyncio.run(load_parts(config, engines, studio_of(config, engines)))

    async def serve(self, told: asyncio.Event, online: Callable[[], None] = lambda: None) -> None:
        """Until it is told to end. Raises `BotRefused` when Discord does not let the bot in."""
        async with self._served.process:
            try:
                await self._online(told, online, reads_all=True)
            except ContentRefused as refused:
                log.warning("%s", refused)
                await self._online(told, online, reads_all=False)

    async def _online(self, told: asyncio.Event, online: Callable[[], None], *, reads_all: bool) -> None:
        self._bot = bot = self._served.make_bot(reads_all=reads_all)
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

    def _end_session(self, name: str, why: str | Exception) -> None:
        if self._bot is not None:
            self._bot.rooms.end_session(name, why)


def _end(other: asyncio.Task[object], _ended: object) -> None:
    other.cancel()


def _refusal(several: BaseExceptionGroup[BaseException]) -> SolovoxError | None:
    """The line among them that says why it could not begin."""
    for one in several.exceptions:
        found = _refusal(one) if isinstance(one, BaseExceptionGroup) else one
        if isinstance(found, SolovoxError):
            return found
    return None
