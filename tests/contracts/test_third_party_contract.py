"""The adapters of `examples/third_party`, each a file that its author could have written, keep the contracts."""

import asyncio
import contextlib

import pytest

from contracts.clips import EXAMPLES
from contracts.line_model import LineModel
from solovox.ports import AdapterArgs, SurfaceContext
from solovox.shell.clock import LoopClock
from solovox.shell.held_sound import HoldSounds
from solovox.testing.contracts_brain import BrainContract
from solovox.testing.contracts_ear import EarContract
from solovox.testing.contracts_speech import VoiceContract
from solovox.testing.contracts_surface import FarEnd, SurfaceContract
from solovox.testing.contracts_tool import ToolContract
from solovox.testing.contracts_toolset import ToolSetContract


@pytest.fixture(autouse=True)
def on_the_path(monkeypatch):
    monkeypatch.syspath_prepend(EXAMPLES / "third_party")


class TestParrot(BrainContract):
    @contextlib.asynccontextmanager
    async def fresh(self):
        import parrot_brain

        yield parrot_brain.make(AdapterArgs({}))


class TestDie(ToolContract):
    def fresh(self):
        import dice_tools

        return dice_tools.Die()


class TestTable(ToolSetContract):
    @contextlib.asynccontextmanager
    async def fresh(self):
        import dice_tools

        yield dice_tools.make(AdapterArgs({}))


class TestDiceTable(ToolSetContract):
    @contextlib.asynccontextmanager
    async def fresh(self):
        import dice_tools

        yield dice_tools.make(AdapterArgs({}))


class TestBeeps(VoiceContract):
    def fresh(self):
        import beeps_voice

        return beeps_voice.make(AdapterArgs({}))


class TestLines(EarContract):
    speed = 5.0

    @contextlib.asynccontextmanager
    async def fresh(self, sound):
        import lines_ear

        async with LineModel() as model:
            yield lines_ear.make(AdapterArgs({"address": model.address}))(sound, None), model


class Caller(FarEnd):
    """Who connects to the socket."""

    def __init__(self, surface):
        self.surface, self.heard = surface, bytearray()

    async def come_back(self):
        while self.surface.port == 0:
            await asyncio.sleep(0.01)
        self.reader, self.writer = await asyncio.open_connection("127.0.0.1", self.surface.port)
        self.task = asyncio.create_task(self.listen(), name="double")

    async def listen(self):
        with contextlib.suppress(OSError):
            while pcm := await self.reader.read(960):
                self.heard += pcm

    async def speak(self, pcm):
        self.writer.write(pcm)

    async def mute(self):
        """Nothing more is sent."""

    def read_played(self):
        return bytes(self.heard[: len(self.heard) // 2 * 2])

    async def vanish(self):
        self.task.cancel()
        self.writer.transport.abort()

    async def second(self):
        caller = Caller(self.surface)
        await caller.come_back()
        return caller


class TestSocket(SurfaceContract):
    @contextlib.asynccontextmanager
    async def fresh(self, sound):
        import socket_surface

        place = SurfaceContext(sound, LoopClock(), lambda: False, HoldSounds(sound))
        surface = socket_surface.make(AdapterArgs({"port": 0}))(place)
        caller = Caller(surface)
        calling = asyncio.create_task(caller.come_back(), name="double")
        yield surface, caller
        calling.cancel()
        with contextlib.suppress(AttributeError):
            await caller.vanish()
