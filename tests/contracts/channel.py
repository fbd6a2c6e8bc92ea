"""A voice channel in memory: people who speak, and a thread that reads the bot's frames."""

import asyncio
import contextlib

import numpy as np

from solovox.core.units import SourceId
from solovox.discord.voice.floor import OneFloor
from solovox.discord.voice.playing import FRAME_MS, VoiceFrames
from solovox.discord.voice.surface import ChannelSurface
from solovox.shell.clock import LoopClock
from solovox.testing.contracts_surface import FarEnd

GRACE_MS = 100


class MemoryLine:
    """A voice channel's line. `heard` is what the people hear: 24 kHz mono."""

    def __init__(self, clock):
        self.clock, self.connected = clock, True
        self.floor, self.voice, self.heard = OneFloor(), VoiceFrames(), bytearray()

    def hear(self, now):
        return self.floor.take(now)

    def says(self, source, pcm):
        self.floor.hear(SourceId(source), self.clock.now(), pcm)

    async def read(self):
        now = self.clock.now()
        while True:
            now += FRAME_MS
            await self.clock.sleep_until(now)
            # What is played at twice the rate goes through every second sample as it is.
            self.heard += np.frombuffer(self.voice.read(), "<i2")[::4].tobytes()


class ChannelRoom(FarEnd):
    def __init__(self, sound):
        clock = LoopClock()
        self.line, self.written = MemoryLine(clock), []
        self.tried, self.gone = 0, False
        self.surface = ChannelSurface(sound, clock, self.line, self.write, GRACE_MS)

    async def write(self, text):
        self.tried += 1
        if self.gone:
            raise OSError("no such channel")
        self.written.append(text)

    async def speak(self, pcm):
        self.line.says("Ann (1)", pcm)

    async def mute(self):
        """No more packets come."""

    def read_played(self):
        return bytes(self.line.heard)

    async def vanish(self):
        self.line.connected = False

    async def come_back(self):
        self.line.connected = True


@contextlib.asynccontextmanager
async def room(sound):
    """A room whose frames are read."""
    made = ChannelRoom(sound)
    async with asyncio.TaskGroup() as tasks:
        reading = tasks.create_task(made.line.read())
        yield made
        reading.cancel()
