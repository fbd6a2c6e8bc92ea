"""The voice channels of the guilds that the bot is in: what can be asked of it, by commands and by actions.

Rule 1: what cannot be done is one line that says why, and what to do.
Rule 2: a second start in a guild changes nothing and says where the talk is.
Rule 3: before it listens it says, in the channel where it was asked, where the speech goes, and what is kept of it (`guild_voice.py`).
Rule 4: a talk is its owner's: only owners begin and end one (above). Who moderates a server can take the bot out by Discord's own means.
"""

import asyncio
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from types import TracebackType
from typing import Final, Self

import discord
from solovox.config.schema import ConfigError
from solovox.core.errors import SolovoxError
from solovox.core.units import Principal
from solovox.discord.guild_sessions import GuildSession
from solovox.discord.guild_voice import GuildVoice, KeepingNotice, TalkEnd
from solovox.discord.talk_parts import WantedTalk
from solovox.discord.voice.line import VoiceChannelLine
from solovox.discord.voice.presence import Channel, VoicePatience
from solovox.ports.places import START_VOICE, STOP_VOICE
from solovox.shell.clock import LoopClock

# Who owns a bot: those whom the setting `owners` names, or else who made the bot at Discord.
#
# Rule 1: an owner is known by the number of their user. A name can be taken by anyone.
# Rule 2: where `owners` names no one, it is the owner of the application; of a team, those members who may change it. Discord says who,
# at each login.
# Rule 3: no one else becomes an owner, whatever they ask of the bot.


Owners = Mapping[int, str]
"""The numbers of users, and how each is shown; empty: only the number is known."""
NO_OWNER: Final = "I have no owner: whoever runs me names one, as in solovox discord --set owners={0}"
NOT_YOURS: Final = "only my owner may do that: {0}. Whoever runs me names others, as in owners = {1}"


def owners_of(named: Sequence[str], made: discord.AppInfo | None) -> Owners:
    """Who they are. `made`: what Discord says of the application. Raises `ConfigError`."""
    for one in named:
        if not one.isdecimal():
            raise ConfigError(f"owners = {one}: in Discord, write the id of the user, a number")
    if named or made is None:
        return {int(one): "" for one in named}
    if made.team is None:
        return {made.owner.id: made.owner.display_name}
    return {one.id: one.display_name for one in made.team.members if _may_change(one)}


def _may_change(member: discord.TeamMember) -> bool:
    accepted = member.membership_state is discord.TeamMembershipState.accepted
    return accepted and member.role is not discord.TeamMemberRole.read_only


def in_words(owners: Owners) -> str:
    """Them in one line: `Ann (2001), 2002`."""
    return ", ".join(f"{name} ({number})" if name else str(number) for number, name in owners.items())


def refusal(owners: Owners, user: int) -> str:
    """What a user is told who is none."""
    if not owners:
        return NO_OWNER.format(user)
    return NOT_YOURS.format(in_words(owners), ", ".join(map(str, [*owners, user])))


def describe_owners(named: Sequence[str], owners: Owners) -> str:
    """What whoever runs the bot is told of it, in one line."""
    if not owners:
        return "nobody may begin a talk: name who owns the bot, by --set owners=ID (docs/howto/discord.md)"
    how = "" if named else ", who made the bot at Discord; name others by --set owners=ID,ID"
    return f"the bot's owner is {in_words(owners)}{how}"


START: Final = START_VOICE
STOP: Final = STOP_VOICE
LONGEST: Final = 2_000
"""Characters of a message."""
NOWHERE: Final = "you are in no voice channel: join one first"
PERMISSIONS: Final = {
    "view_channel": "View Channel",
    "connect": "Connect",
    "speak": "Speak",
    "use_voice_activation": "Use Voice Activity",
}
MakeTalk = Callable[[VoiceChannelLine, Callable[[], frozenset[Principal]]], GuildSession]


@dataclass(frozen=True, slots=True, kw_only=True)
class RoomOptions:
    """What the bot is told. `owners`: ids of users; empty: who made the bot (above)."""

    idle_ms: int
    day_ms: int
    notice: str
    """Where the speech goes."""
    kept: KeepingNotice
    owners: tuple[str, ...] = ()
    patience: VoicePatience | None = None


class BotRefused(SolovoxError):
    """What was asked cannot be done; one line says why, and what to do."""


class VoiceRooms:
    """Use as `async with VoiceRooms(...)`; then every talk has ended. `talk` makes what makes the sessions of a guild."""

    def __init__(self, client: discord.Client, options: RoomOptions, talk: MakeTalk) -> None:
        self._client = client
        self._options = options
        self._talk = talk
        self._guilds: dict[int, tuple[GuildVoice, GuildSession]] = {}
        self._tasks = asyncio.TaskGroup()
        self._running: list[asyncio.Task[None]] = []

    async def __aenter__(self) -> Self:
        await self._tasks.__aenter__()
        return self

    async def __aexit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        try:
            for voice, _ in self._guilds.values():
                await voice.stop(TalkEnd.GOING)
            for task in self._running:
                task.cancel()
        finally:
            await self._tasks.__aexit__(kind, error, trace)

    def end_session(self, name: str, why: str | Exception) -> None:
        """A session is over."""
        for _, talk in self._guilds.values():
            if talk.begun.name == name:
                talk.begun.mark_ended(why)

    async def start(self, member: discord.Member, text: discord.abc.Messageable) -> str:
        """Talk where the member is, an owner. Returns what to answer. Raises `SolovoxError`, `ConfigError`: one line."""
        owners = self._owners_with(member)
        voice, talk = self._voice(member.guild)
        if voice.wanted is not None:
            raise BotRefused(f"I talk already, in {voice.wanted.channel.name}: stop that first with /{STOP}")
        channel = self._fit(member)
        if full := talk.refusal:
            raise BotRefused(full)

        async def write(line: str) -> None:
            await text.send(line[:LONGEST])

        notice = f"{self._options.notice} {self._options.kept.notice}"
        await write(f"I begin to listen in {channel.name}. {notice}")
        source = voice.line.people.source(member.id, member.display_name)
        await voice.start(WantedTalk(channel, Principal(source), write, frozenset(owners), notice))
        return f"I talk in {channel.name}. The owner is {member.display_name}."

    async def stop(self, member: discord.Member) -> str:
        """Talk no more, and leave. Returns what to answer. Raises `BotRefused`."""
        self._owners_with(member)
        voice, _ = self._voice(member.guild)
        if voice.wanted is None and voice.line.channel is None:
            return "I am in no voice channel"
        await voice.stop()
        return "I have left the voice channel"

    def join(self, member: discord.Member) -> str:
        """Join where the member is, an owner, and say nothing. Raises `BotRefused`."""
        self._owners_with(member)
        voice, _ = self._voice(member.guild)
        if voice.wanted is not None:
            raise BotRefused(f"I talk in {voice.wanted.channel.name}: stop that first with /{STOP}")
        channel = self._fit(member)
        voice.join(channel)
        return f"I am in {channel.name}, and do not listen: /{START} begins a talk"

    def status(self, guild: discord.Guild) -> str:
        """Where it is and what it does, in one line."""
        voice, _ = self._voice(guild)
        where = voice.line.channel
        if where is None:
            return "I am in no voice channel"
        if voice.wanted is None:
            return f"I am in {where.name}, and do not listen"
        there = "" if voice.line.connected else ", the connection is lost and I try to come back"
        doing = "I listen" if voice.running else "I sleep until someone speaks"
        return f"I am in {where.name}; {doing}{there}. The owner is {voice.wanted.owner}"

    def agree(self, member: discord.Member) -> str:
        """Whoever asks for it is in the talk, and has their voice kept until they leave. Returns what to answer."""
        voice, _ = self._voice(member.guild)
        if voice.wanted is None or member.id not in voice.line.humans:
            return "there is nothing to agree to: you are in no talk of mine"
        if member.id not in voice.wanted.owners and self._options.kept.days != 0:
            voice.kept.agreed.add(member.id)
        return self._options.kept.agreed

    def forget_consent(self, member: discord.Member) -> None:
        """They came or went: what they agreed to is over."""
        voice, _ = self._guilds.get(member.guild.id, (None, None))
        if voice is not None:
            voice.kept.agreed.discard(member.id)

    @property
    def owners(self) -> Owners:
        """Who owns the bot. Raises `ConfigError`."""
        return owners_of(self._options.owners, self._client.application)

    async def answer(self, member: discord.Member, text: str) -> bool:
        """What an owner wrote, as the answer to what waits for a yes in the talk of their guild. False: nothing waits there."""
        voice, talk = self._guilds.get(member.guild.id, (None, None))
        if voice is None or talk is None or voice.wanted is None:
            return False
        who = voice.line.people.source(member.id, member.display_name)
        return await talk.answer(text, Principal(who))

    def _voice(self, guild: discord.Guild) -> tuple[GuildVoice, GuildSession]:
        """The voice of a guild, which runs from now on."""
        if guild.id not in self._guilds:
            clock = LoopClock()
            line = VoiceChannelLine(self._client, guild.id, clock, self._options.patience)
            talk = self._talk(line, lambda: frozenset(self._owners(guild, line)))
            voice = GuildVoice(line, talk, clock, self._options.idle_ms, self._options.day_ms)
            talk.finish, talk.keeps = voice.finish, voice.keeps
            self._guilds[guild.id] = voice, talk
            self._running.append(self._tasks.create_task(voice.run(), name=f"voice of guild {guild.id}"))
        return self._guilds[guild.id]

    @property
    def told(self) -> str:
        """What whoever runs the bot is told of who owns it. Raises `ConfigError`."""
        return describe_owners(self._options.owners, self.owners)

    def _owners_with(self, member: discord.Member) -> Owners:
        """Who owns the bot, where the member is one of them. Raises `BotRefused`, `ConfigError`."""
        owners = self.owners
        if member.id not in owners:
            raise BotRefused(refusal(owners, member.id))
        return owners

    def _owners(self, guild: discord.Guild, line: VoiceChannelLine) -> list[Principal]:
        """Who owns the bot, as sessions of this guild know them. Raises `ConfigError`."""
        found = []
        for number, name in self.owners.items():
            member = guild.get_member(number)
            shown = (name or "owner") if member is None else member.display_name
            found.append(Principal(line.people.source(number, shown)))
        return found

    def _fit(self, member: discord.Member) -> Channel:
        """The channel where the member is, if the bot can talk there. Raises `BotRefused`."""
        if member.voice is None or member.voice.channel is None:
            raise BotRefused(NOWHERE)
        channel = member.voice.channel
        me = channel.permissions_for(channel.guild.me)
        if lacks := [said for name, said in PERMISSIONS.items() if not getattr(me, name)]:
            raise BotRefused(f"I may not talk in {channel.name}: give me there: {', '.join(lacks)}")
        inside = any(one.id == channel.guild.me.id for one in channel.members)
        full = channel.user_limit and len(channel.members) >= channel.user_limit
        if full and not inside and not me.move_members:
            raise BotRefused(f"{channel.name} is full ({channel.user_limit}): make room, or raise its limit")
        return channel
