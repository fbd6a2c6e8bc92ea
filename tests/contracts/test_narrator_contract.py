"""Every narrator of ours keeps the contract that is shipped for the narrators of others."""

import asyncio
import contextlib
import math

from live.gemini_reading import ENDS, both
from live.test_gemini_reader import Service
from solovox.live.losing import LossCause, Lost
from solovox.live.reader import LiveReader, ReaderOptions
from solovox.live.relay import Relay
from solovox.narrators.voice import VoiceNarrator
from solovox.narrators.written import WrittenNarrator
from solovox.testing.contracts_narrator import NarratorContract
from solovox.testing.fakes import ScriptedTts

OPTIONS = ReaderOptions()


def reads(words, number):
    """Word by word, with a pause after each."""
    return [item for word in words for item in (both(word), 0.05)] + ENDS


def refuses_once(words, number):
    """The first text is met with silence, then with the end of the connection."""
    return [0.1, Lost("gone", LossCause.NETWORK)] if number == 1 else reads(words, number)


class TestVoiceNarrator(NarratorContract):
    speed = math.inf

    @contextlib.asynccontextmanager
    async def fresh(self, sound):
        yield VoiceNarrator(ScriptedTts(), sound)

    @contextlib.asynccontextmanager
    async def failing(self, sound):
        yield VoiceNarrator(ScriptedTts(fail_at="four"), sound)


class TestWrittenNarrator(NarratorContract):
    speed = math.inf

    @contextlib.asynccontextmanager
    async def fresh(self, sound):
        yield WrittenNarrator(sound)


class TestLiveReader(NarratorContract):
    speed = math.inf
    live = True

    @contextlib.asynccontextmanager
    async def fresh(self, sound):
        yield LiveReader(Service(reads).dial, OPTIONS, sound)

    @contextlib.asynccontextmanager
    async def failing(self, sound):
        yield LiveReader(Service(refuses_once).dial, OPTIONS, sound)


class OverAnEar:
    """The relay, and as much of an ear as it needs: a connection that it speaks through, and what the service says."""

    def __init__(self, sound, way):
        self.service = Service(lambda words, number: way(words[1:], number))  # the first says: aloud
        self.relay, self.up = Relay(OPTIONS, sound), asyncio.Queue()
        self.perform, self.aclose = self.relay.perform, self.relay.aclose

    async def run(self, tell):
        self.relay.join(lambda message: self.up.put_nowait(message) or True)
        async with asyncio.TaskGroup() as tasks:
            tasks.create_task(self.relay.run(tell))
            while True:
                try:
                    line = await self.service.dial()
                    async with contextlib.aclosing(line), asyncio.TaskGroup() as talk:
                        talk.create_task(self.listen(line))
                        talk.create_task(self.say(line))
                except* Lost:
                    self.service.open = 0
                    self.relay.lose_connection("the connection ended")

    async def listen(self, line):
        async for told in line.events():
            await self.relay.take_event(told)

    async def say(self, line):
        while True:
            await line.send(await self.up.get())


class TestRelay(NarratorContract):
    speed = math.inf
    live = True

    @contextlib.asynccontextmanager
    async def fresh(self, sound):
        yield OverAnEar(sound, reads)

    @contextlib.asynccontextmanager
    async def failing(self, sound):
        yield OverAnEar(sound, refuses_once)
