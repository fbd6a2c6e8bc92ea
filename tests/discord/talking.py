"""The whole program in the double: `solovox discord` without its command line, and people in the channel."""

import asyncio
import contextlib
import os
import wave

import numpy as np
import soxr
from aiohttp import TCPConnector

from solovox.app.process import Process
from solovox.config.schema import Secret
from solovox.discord.bot import BotProcess, ServedBot
from solovox.discord.options import DiscordOptions
from solovox.discord.voice.presence import VoicePatience
from solovox.parts.configured import configure
from solovox.weights import Cache, default_root

from .double.gateway import CONTENT_GRANTED
from .double.loopback import loopback
from .double.world import BOT, GUILD, VOICE

QUICK = VoicePatience(connect_s=5, leave_s=2, first_s=0.05, longest_s=0.2)


class TalkingBot:
    def __init__(self, double, folder, served):
        self.double, self.folder, self._served = double, folder, served

    @property
    def rooms(self):
        return self._served._bot.rooms

    @property
    def texts(self):
        return self._served._bot.texts

    @property
    def voice(self):
        """What the bot's guild has: its voice, and what makes its sessions."""
        return self.rooms._guilds[GUILD][0]

    def voice_in(self, guild):
        return self.rooms._guilds[guild][0]

    @property
    def sessions(self):
        """The names of those that run."""
        return self._served._served.process.sessions.names

    def session(self, name):
        """One that runs."""
        return self._served._served.process.sessions.get(name)

    def replies(self):
        """What was answered to commands."""
        return [one["text"] for one in self.double.happenings.every("followed")]

    def posted(self, channel=None):
        """What was written into text channels."""
        posts = self.double.happenings.every("posted")
        return [one["text"] for one in posts if channel in (None, one["channel"])]

    async def hears_back(self, times=1):
        """Wait until so many messages more are posted; those."""
        before = len(self.posted())
        await self.double.happenings.until(lambda: len(self.posted()) >= before + times)
        return self.posted()[before:]

    async def written(self, human, text, *, times=1, directly=False):
        """What somebody writes is answered by so many messages: those."""
        before = len(self.posted())
        if directly:
            await self.double.write(human, text, human.id + 1, private=True)
        else:
            await self.double.write(human, f"<@{BOT}> {text}")
        await self.double.happenings.until(lambda: len(self.posted()) >= before + times)
        return self.posted()[before:]

    async def asks(self, human, command, channel=VOICE, within=15.0):
        """A slash command; what the bot answers."""
        before = len(self.replies())
        await self.double.command(human, command, channel)
        await self.double.happenings.until(lambda: len(self.replies()) > before, within)
        return self.replies()[-1]


def bot_of(double, folder, flags=(), token=None, most=4, folds=lambda *_: (), **options):
    """A bot for the double; its journals are in `folder`. `options`: of `DiscordOptions`."""
    config = configure("discord", flags, folder, {})
    options = {"idle_minutes": 5, "hours_a_day": 8, **options}
    guild = None if len(double.worlds) > 1 else GUILD
    options = DiscordOptions(Secret(token or double.token), guild=guild, **options)

    def made(ended):
        return ServedBot(
            config=config,
            options=options,
            process=Process(Cache(default_root(os.environ)), most, ended),
            root=folder / "journals",
            allowed=folder / "allowed",
            folds=folds,
            patience=QUICK,
            client=lambda: {
                "connector": TCPConnector(ssl=double.net.trusting),
                "guild_ready_timeout": 0.05,
            },
        )

    return BotProcess(made)


@contextlib.asynccontextmanager
async def talking(folder, *flags, options=None, most=4, content=True, world=None, folds=lambda *_: (), **how):
    """A bot that is online. `options`: of `DiscordOptions`. `most`: sessions at once. `content`: whether it is given the words of all
    messages. `world`: what is another way there."""
    async with loopback(**how) as double:
        double.world.flags = CONTENT_GRANTED if content else 0
        for name, value in {"made_by": 2001, **(world or {})}.items():
            setattr(double.world, name, value)
        bot = bot_of(double, folder, flags, most=most, folds=folds, **(options or {}))
        told, online = asyncio.Event(), asyncio.Event()
        async with asyncio.TaskGroup() as tasks:
            running = tasks.create_task(bot.serve(told, online.set))
            running.add_done_callback(lambda _: online.set())
            await online.wait()
            try:
                yield TalkingBot(double, folder, bot)
            finally:
                told.set()


def channel_sound(wav):
    """A file as a person's client has it: 48 kHz stereo."""
    with wave.open(str(wav)) as file:
        sound = np.frombuffer(file.readframes(file.getnframes()), "<i2")
        rate = file.getframerate()
    return np.repeat(soxr.resample(sound, rate, 48_000), 2).astype("<i2")
