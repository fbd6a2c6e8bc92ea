"""The talks in writing: in the text channels of guilds, and directly.

Rule 1: an owner is answered by the profile's brain, with its tools; who is none is answered offline, by nothing that acts (law A4).
Owners are the same everywhere (`rooms.py`).
Rule 2: only an owner has the actions of voice.
Rule 3: an owner's yes, no or stop answers what waits in the talk of their guild, if something does.
Rule 4: at most `SESSIONS` sessions run; for one more the one that is quiet the longest ends. `TALKS` are remembered.
"""

import asyncio
import re
from collections import OrderedDict
from collections.abc import Callable, Iterable
from dataclasses import dataclass
from enum import Enum
from types import TracebackType
from typing import Final, Self

import discord
from solovox.core.units import Principal
from solovox.discord.rooms import BotRefused, VoiceRooms
from solovox.discord.text_out import ChannelMessages
from solovox.discord.text_sessions import OfUser, Standing, TextSessions, TextTalk
from solovox.discord.text_surface import WrittenLine, answers
from solovox.discord.voice.speakers import Participants
from solovox.lang.en.words import ENGLISH
from solovox.lang.pack import LanguagePack
from solovox.lang.understanding import strip_wake_phrase
from solovox.shell.supervisor import Supervisor

# What is written to the bot: which messages are for it, and what is asked in them.
#
# Rule 1: a message is for it that mentions it, that comes directly, that replies to what it wrote, or that has the wake phrase
# (`wake.by`). No message of a bot is, nor one of the program's own kinds ("Ann joined").
# Rule 2: what mentions it and what comes directly is given whole by Discord. Of other messages it is given the words only with the
# message content intent: without that, it is told of a reply, and not what it says.


KINDS: Final = (discord.MessageType.default, discord.MessageType.reply)
MENTION: Final = re.compile(r"<@!?(\d+)>")


class MessageFor(Enum):
    """Whom a message is for."""

    OTHERS = "others"
    BOT = "bot"
    UNREAD = "unread"
    """It is for the bot, which is not given its words."""


def recipient_of(
    message: discord.Message, bot: int, wake: str, language: LanguagePack = ENGLISH
) -> MessageFor:
    """Whom a message is for. `bot`: the number of ours."""
    if message.author.bot or message.webhook_id is not None or message.type not in KINDS:
        return MessageFor.OTHERS
    direct = message.guild is None
    if direct or any(one.id == bot for one in message.mentions):
        return MessageFor.BOT
    if _replies(message, bot):
        return MessageFor.BOT if message.content or _has_more(message) else MessageFor.UNREAD
    return MessageFor.BOT if strip_wake_phrase(message.content, wake, language)[1] else MessageFor.OTHERS


def words_of(message: discord.Message, bot: int, wake: str, language: LanguagePack = ENGLISH) -> str:
    """The words of a message, without what addresses the bot; people are named as they are shown there."""
    names = ((one.id, one.display_name) for one in message.mentions)
    return strip_address(message.content, bot, wake, names, language)


def strip_address(
    content: str, bot: int, wake: str, names: Iterable[tuple[int, str]], language: LanguagePack = ENGLISH
) -> str:
    """The same of a text. `names`: by number, those whom it mentions."""
    known = dict(names)

    def shown(found: re.Match[str]) -> str:
        number = int(found[1])
        return "" if number == bot else f"@{known.get(number, 'someone')}"

    text = " ".join(MENTION.sub(shown, content).split(" ")).strip(" ,:")
    return (strip_wake_phrase(text, wake, language)[0] or text).strip(" ,:")


def _replies(message: discord.Message, bot: int) -> bool:
    before = message.reference.resolved if message.reference is not None else None
    return isinstance(before, discord.Message) and before.author.id == bot


def _has_more(message: discord.Message) -> bool:
    """Whether it has something beside words, which is given with the same intent."""
    return bool(message.attachments or message.embeds or message.stickers)


SESSIONS: Final = 8
TALKS: Final = 64
BUSY: Final = "I still work at what was asked before: ask me again when that is answered"
WORDLESS: Final = "I read words only: write to me what you want"
UNREAD: Final = "I cannot read what does not mention me: mention me in it, or have the message content intent switched on (docs/howto/discord.md)"
IN_SERVERS: Final = "I have a voice in servers only: ask me there, in a text channel"


@dataclass(frozen=True, slots=True, kw_only=True)
class TextOptions:
    """What talks in writing are told."""

    make: Callable[[int | None, Standing, frozenset[Principal], tuple[OfUser, OfUser] | None], TextSessions]
    """Takes the server's number (None: it is written directly, where no one else reads), who writes, who owns the bot, and how a talk in
    voice begins and ends."""
    idle_ms: int
    wake: str = ""
    language: LanguagePack = ENGLISH


class WrittenTalks:
    """Use as `async with WrittenTalks(...)`; then every talk has ended."""

    def __init__(self, client: discord.Client, rooms: VoiceRooms, options: TextOptions) -> None:
        self._client, self._rooms, self._options = client, rooms, options
        self._sessions = Supervisor(SESSIONS, self._end_session)
        self._tasks = asyncio.TaskGroup()
        self._running: set[asyncio.Task[None]] = set()
        self._people = Participants()
        self._talks: OrderedDict[tuple[int, Standing, frozenset[Principal]], TextTalk] = OrderedDict()
        self._warned: set[int] = set()
        """In which channels it was said that a reply could not be read."""

    async def __aenter__(self) -> Self:
        await self._sessions.__aenter__()
        await self._tasks.__aenter__()
        return self

    async def __aexit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        try:
            await self._sessions.__aexit__(kind, error, trace)
        finally:
            for task in self._running:
                task.cancel()
            await self._tasks.__aexit__(None, None, None)

    async def read(self, message: discord.Message) -> None:
        """A message has come."""
        bot = self._client.user
        if bot is None:
            return
        channel = ChannelMessages(message.channel)
        called = (bot.id, self._options.wake, self._options.language)
        match recipient_of(message, *called):
            case MessageFor.BOT if text := words_of(message, *called):
                await self._answer_message(message, text, channel)
            case MessageFor.BOT:
                await channel.write(WORDLESS)
            case MessageFor.UNREAD if message.channel.id not in self._warned and len(self._warned) < TALKS:
                self._warned.add(message.channel.id)
                await channel.write(UNREAD)
            case _:
                pass

    async def _answer_message(self, message: discord.Message, text: str, channel: ChannelMessages) -> None:
        author = message.author
        owners = self._rooms.owners
        standing = Standing.OWNER if author.id in owners else Standing.GUEST
        answering = author if standing is Standing.OWNER and answers(text, self._options.language) else None
        if isinstance(answering, discord.Member) and await self._rooms.answer(answering, text):
            return
        talk = await self._talk(message, standing, frozenset(owners), channel)
        who = Principal(self._people.source(author.id, author.display_name))
        if not talk.take(WrittenLine(text, who, author, self._options.language)):
            await channel.write(BUSY)
        elif not talk.running:
            talk.running = True
            task = self._tasks.create_task(talk.run(), name="talk in writing")
            self._running.add(task)
            task.add_done_callback(self._running.discard)

    async def _talk(
        self, message: discord.Message, standing: Standing, owners: frozenset[int], channel: ChannelMessages
    ) -> TextTalk:
        """The talk of a channel with people of that standing."""
        known = (self._people.source(one, self._name_owner(message, one)) for one in owners)
        named = frozenset(map(Principal, known)) if standing is Standing.OWNER else frozenset[Principal]()
        key = message.channel.id, standing, named
        if key not in self._talks:
            voice = self._voice(message.channel) if standing is Standing.OWNER else None
            server = None if message.guild is None else message.guild.id
            maker = self._options.make(server, standing, named, voice)
            self._talks[key] = TextTalk(self._sessions, maker, channel, self._options.idle_ms)
        self._talks.move_to_end(key)
        self._forget()
        if not self._talks[key].running and self._sessions.full:
            await self._make_room()
        return self._talks[key]

    def _voice(self, channel: discord.abc.Messageable) -> tuple[OfUser, OfUser]:
        """How a talk in voice begins and ends from there (rule 2)."""

        async def start(who: discord.abc.User | None) -> str:
            if not isinstance(who, discord.Member):
                raise BotRefused(IN_SERVERS)
            return await self._rooms.start(who, channel)

        async def stop(who: discord.abc.User | None) -> str:
            if not isinstance(who, discord.Member):
                raise BotRefused(IN_SERVERS)
            return await self._rooms.stop(who)

        return start, stop

    def _name_owner(self, message: discord.Message, user: int) -> str:
        """How an owner is shown."""
        if message.author.id == user:
            return message.author.display_name
        member = None if message.guild is None else message.guild.get_member(user)
        return "owner" if member is None else member.display_name

    def _forget(self) -> None:
        """Of too many talks the one that was asked least lately is forgotten, if no session of it runs."""
        idle = (key for key, talk in self._talks.items() if not talk.running)
        if len(self._talks) > TALKS and (key := next(idle, None)) is not None:
            del self._talks[key]

    async def _make_room(self) -> None:
        quiet = max(self._talks.values(), key=lambda talk: talk.quiet_ms)
        if quiet.quiet_ms:
            await quiet.leave()

    def _end_session(self, name: str, why: str | Exception) -> None:
        for talk in self._talks.values():
            if talk.begun.name == name:
                talk.begun.mark_ended(why)
