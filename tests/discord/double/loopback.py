"""The double as a whole: started, reached by the library, and told what to do wrong."""

import asyncio
import contextlib
import ssl
from dataclasses import dataclass
from secrets import token_hex

import trustme
import yarl
from aiohttp import TCPConnector, web
from discord.gateway import DiscordWebSocket
from discord.http import Route

import discord

from .gateway import MESSAGE_CONTENT, Gateway
from .group import Group
from .happenings import Happenings
from .human import Human
from .mls import ExternalSender
from .rest import Rest
from .voice_server import GONE, VoiceServer
from .world import BOT, GUILD, GUILDS, TEXT, VOICE, World, guild_of, member


@dataclass(frozen=True)
class Claim:
    """What the bot was told about its voice connection."""

    channel: int
    session: str
    token: str


class Loopback:
    """Made by `loopback()`. `dave` is whether voice is encrypted end to end. `guilds`: how many there are; where no other is named,
    the first is meant.
    """

    def __init__(self, *, dave=False, guilds=1):
        self.token = "loopback-token"
        self.dave, self.committer = dave, None
        self.voice_resumable = True
        self.worlds, self.happenings = {one: World(one) for one in GUILDS[:guilds]}, Happenings()
        self.world = self.worlds[GUILD]
        self.rest, self.gateway, self.sender = Rest(self), Gateway(self), ExternalSender()
        self.net = Net(self)

    def world_of(self, channel):
        return self.worlds.get(guild_of(channel), self.world)  # a direct message is of none

    @property
    def gateway_url(self):
        return f"{self.net.address.replace('http', 'ws')}/gateway"

    def spawn(self, work):
        self.net.tasks.create_task(work)

    def group(self, channel):
        return self.net.groups.setdefault(channel, Group(self, channel))

    def person(self, user_id, name="Ann", guild=GUILD):
        self.worlds[guild].members[user_id] = member(user_id, name)
        human = Human(self, user_id)
        self.net.people.append(human)
        return human

    def heard_from_bot(self, channel, frame):
        for human in self.net.people:
            if human.channel == channel:
                human.hear(frame)

    async def bot_asks_for(self, channel, guild):
        """Op 4 of the gateway. For the channel where the bot is already, Discord does nothing."""
        world = self.worlds[guild]
        there = world.voices.get(BOT, {}).get("channel_id")
        self.happenings.write("asked for", channel=channel)
        if channel is None:
            await self.bot_leaves(world)
        elif there != str(channel):
            seat = world.seat if there else None
            await self.seat_bot(channel)
            if seat is not None:
                await seat.socket.close(code=4014)

    async def seat_bot(self, channel, server=0):
        """The bot is in this channel now, by its wish or another's: both voice events."""
        world = self.world_of(channel)
        await self._bot_gone_from_group(world)
        world.claim = Claim(channel, token_hex(8), token_hex(8))
        state = world.voices[BOT] = world.voice_state(BOT, channel, world.claim.session)
        await self.gateway.dispatch("VOICE_STATE_UPDATE", state)
        await self.appoint(world, server)

    async def appoint(self, world, server):
        """Name the voice server."""
        endpoint = self.net.servers[server].endpoint
        told = {"token": world.claim.token, "guild_id": str(world.number), "endpoint": endpoint}
        await self.gateway.dispatch("VOICE_SERVER_UPDATE", told)

    async def change_server(self, server=1):
        """The voice server fails over: a new one, by a new token."""
        world = self.world
        await self._bot_gone_from_group(world)
        world.claim = Claim(world.claim.channel, world.claim.session, token_hex(8))
        await self.appoint(world, server)

    async def bot_leaves(self, world):
        if BOT not in world.voices:
            return
        await self._bot_gone_from_group(world)
        del world.voices[BOT]
        world.claim = world.seat = None
        await self.gateway.dispatch("VOICE_STATE_UPDATE", world.voice_state(BOT, None, "gone"))

    async def _bot_gone_from_group(self, world):
        if world.claim is not None and self.dave:
            await self.group(world.claim.channel).leaves_channel(BOT)

    async def kick(self, guild=GUILD):
        """Somebody disconnects the bot from voice."""
        seat = self.worlds[guild].seat
        await self.bot_leaves(self.worlds[guild])
        await seat.socket.close(code=4014)

    async def move(self, channel):
        """Somebody drags the bot to another channel."""
        seat = self.world_of(channel).seat
        await self.seat_bot(channel)
        await seat.socket.close(code=4014)

    async def person_moves(self, human, channel):
        world = self.world_of(channel)
        state = world.voices[human.id] = world.voice_state(human.id, channel, f"s{human.id}")
        await self.gateway.dispatch("VOICE_STATE_UPDATE", state)
        if seat := world.seat_in(channel):
            await seat.tell(11, {"user_ids": [str(human.id)]})
        if self.dave:
            await self.group(channel).person_joins(human.id)

    async def person_leaves(self, human, channel):
        world = self.world_of(channel)
        world.voices.pop(human.id, None)
        await self.gateway.dispatch("VOICE_STATE_UPDATE", world.voice_state(human.id, None, "gone"))
        if seat := world.seat_in(channel):
            await seat.tell(GONE, {"user_id": str(human.id)})
        if self.dave:
            await self.group(channel).leaves_channel(human.id)

    async def write(self, human, text, channel=TEXT, **how):
        """The person writes a text. Words for others are given to who has the intent for them only."""
        message = self.world_of(channel).message(human.id, channel, text, **how)
        private = "guild_id" not in message
        if not (private or message["mentions"] or self.gateway.intents & MESSAGE_CONTENT):
            message |= {"content": "", "embeds": [], "attachments": []}
        await self.gateway.dispatch("MESSAGE_CREATE", message)

    async def command(self, human, name, channel=VOICE, **options):
        await self.gateway.dispatch(
            "INTERACTION_CREATE", self.rest.interaction(human.id, channel, name, options)
        )

    def client(self, intents=None):
        """A client of the library that trusts the double's certificate, not yet logged in."""
        connector = TCPConnector(ssl=self.net.trusting)
        wanted = intents or discord.Intents(guilds=True, voice_states=True, guild_messages=True)
        return discord.Client(intents=wanted, connector=connector, guild_ready_timeout=0.05)


class Net:
    """The sockets, tasks and people of a double."""

    def __init__(self, double):
        self.double = double
        self.address = ""
        self.people, self.groups = [], {}
        self.servers = [VoiceServer(double), VoiceServer(double)]
        self.authority = trustme.CA()
        self.trusting = ssl.create_default_context()
        self.authority.configure_trust(self.trusting)
        self.tasks = asyncio.TaskGroup()

    async def open(self):
        rest = web.Application()
        rest.add_routes(self.double.rest.routes())
        app = web.Application()
        app.add_subapp("/api/v10", rest)
        app.add_routes([web.get("/gateway", self.double.gateway.serve)])
        runner = web.AppRunner(app, shutdown_timeout=0.1)
        await runner.setup()
        site = web.TCPSite(runner, "127.0.0.1", 0)
        await site.start()
        self.address = f"http://127.0.0.1:{site._server.sockets[0].getsockname()[1]}"
        context = ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER)
        self.authority.issue_cert("127.0.0.1").configure_cert(context)
        for server in self.servers:
            await server.open(context)
        return runner


@contextlib.asynccontextmanager
async def loopback(**how):
    """A running double that the library reaches instead of Discord."""
    double = Loopback(**how)
    old = Route.BASE, DiscordWebSocket.DEFAULT_GATEWAY
    async with double.net.tasks:
        runner = await double.net.open()
        Route.BASE = double.net.address + "/api/v10"
        DiscordWebSocket.DEFAULT_GATEWAY = yarl.URL(double.gateway_url)
        try:
            yield double
        finally:
            Route.BASE, DiscordWebSocket.DEFAULT_GATEWAY = old
            for server in double.net.servers:
                await server.aclose()
            await runner.cleanup()
