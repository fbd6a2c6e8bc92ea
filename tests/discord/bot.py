"""A bot of the library in the double, with the voice client under test."""

import asyncio
import contextlib

import numpy as np

import discord
from solovox.discord.voice.voice_client import ChannelVoice

from .double.loopback import loopback
from .double.tones import pitch, tone
from .double.world import GUILD, VOICE
from .hearing import Hearing


class Bot:
    def __init__(self, double, client):
        self.double, self.client = double, client
        self.hearing = Hearing(double.happenings)

    @property
    def channel(self):
        return self.client.get_guild(GUILD).get_channel(VOICE)

    async def join(self, **how):
        """In the channel, by the connection alone; `presence` is not asked."""
        return await self.channel.connect(
            cls=lambda client, channel: ChannelVoice(client, channel, self.hearing, self.ended),
            timeout=10,
            **how,
        )

    async def join_whole(self, **how):
        voice = await self.join(**how)
        await self.whole()
        return voice

    async def whole(self):
        """Wait until everybody in the bot's channel is in its encrypted group, the bot too; if there is one."""

        def together():
            seat, voice = self.double.world.seat, self.client.voice_clients
            if seat is None or not voice or not voice[0].is_connected():
                return False
            group, own = self.double.group(seat.channel), voice[0]._connection.dave_session
            members = sorted(str(m) for m in group.leaves if m)
            return not self.double.dave or (
                group.whole and own.ready and sorted(own.get_user_ids()) == members
            )

        await self.double.happenings.until(together)

    async def hears(self, human, hz):
        """What the person says now comes to the bot at its pitch."""
        before = len(self.hearing.frames[human.ssrc])
        await human.say(tone(hz, 0.5))
        frames = self.hearing.frames[human.ssrc]
        await self.double.happenings.until(lambda: len(frames) >= before + 25)
        sound = np.concatenate([pcm for _, pcm in sorted(frames[before:], key=lambda frame: frame[0])])
        assert abs(pitch(sound) - hz) < 2

    def ended(self, kicked):
        self.double.happenings.write("ended", kicked=kicked)


@contextlib.asynccontextmanager
async def bot_online(**how):
    """A double and a bot that is logged in; both are gone afterwards."""
    async with loopback(**how) as double:
        client = double.client()
        bot = Bot(double, client)
        async with client:
            running = asyncio.create_task(client.start(double.token))
            try:
                await double.happenings.happened("identified")
                await client.wait_until_ready()
                yield bot
            finally:
                await client.close()
                with contextlib.suppress(asyncio.CancelledError):
                    await running


class Tone(discord.AudioSource):
    """A source of the library that plays one sound."""

    def __init__(self, sound):
        self.sound = np.ascontiguousarray(sound).tobytes()

    def read(self):
        frame, self.sound = self.sound[:3840], self.sound[3840:]
        return frame if len(frame) == 3840 else b""
