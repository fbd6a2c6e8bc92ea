"""Every surface of ours keeps the contract that is shipped for the surfaces of others."""

import contextlib
import math
from typing import get_args

from contracts.memory_devices import MemoryDevices
from solovox.core.commands import SurfaceCommand
from solovox.shell.clock import LoopClock
from solovox.surfaces.devices.surface import DeviceOptions, DeviceSurface
from solovox.surfaces.file import PIECE_BYTES, PIECE_MS, Faults, FileOptions, FileSurface
from solovox.surfaces.pcm import PcmSurface
from solovox.testing.contracts_surface import FarEnd, SurfaceContract
from solovox.testing.memory_sound import MemorySound

GONE_MS, GONE_FOR_MS = 3_000, 1_000


class File(FarEnd):
    """A microphone's file that is still being written, and what is written of the voice."""

    def __init__(self, sound):
        self.clock, self.mic, self.out = LoopClock(), bytearray(), bytearray()
        choices = FileOptions(linger_ms=60_000, faults=Faults(away=((GONE_MS, GONE_FOR_MS),)))
        self.surface = FileSurface(sound, self.clock, self.mic, self.out.extend, choices)

    async def speak(self, pcm):
        begin = (self.clock.now() // PIECE_MS + 1) * PIECE_BYTES
        self.mic += bytes(begin - len(self.mic)) + pcm

    async def mute(self):
        """Nothing more is written."""

    def read_played(self):
        return bytes(self.out)

    async def vanish(self):
        await self.clock.sleep_until(GONE_MS)

    async def come_back(self):
        await self.clock.sleep_until(GONE_MS + GONE_FOR_MS)


class TestFileSurface(SurfaceContract):
    speed = math.inf

    @contextlib.asynccontextmanager
    async def fresh(self, sound):
        far = File(sound)
        yield far.surface, far


class End(FarEnd):
    """A far end in memory."""

    def __init__(self, surface, number=1):
        self.surface, self.number, self.out, self.block = surface, number, bytearray(), contextlib.ExitStack()

    async def come_back(self):
        self.say = self.block.enter_context(self.surface.far_end(f"end/{self.number}", self.out.extend))

    async def speak(self, pcm):
        await self.say(pcm)

    async def mute(self):
        """Nothing more is sent."""

    def read_played(self):
        return bytes(self.out)

    async def vanish(self):
        self.block.close()

    async def second(self):
        end = End(self.surface, self.number + 1)
        await end.come_back()
        return end


class TestPcmSurface(SurfaceContract):
    speed = math.inf

    @contextlib.asynccontextmanager
    async def fresh(self, sound):
        end = End(PcmSurface(sound, LoopClock()))
        await end.come_back()
        yield end.surface, end


class Room(FarEnd):
    """Devices in memory."""

    def __init__(self, sound):
        self.devices = MemoryDevices()
        self.surface = DeviceSurface(sound, LoopClock(), self.devices, DeviceOptions(frames=320))

    async def speak(self, pcm):
        self.devices.said += pcm

    async def mute(self):
        self.surface.mute(muted=True)

    def read_played(self):
        return bytes(self.devices.heard)


class TestDeviceSurface(SurfaceContract):
    speed = math.inf
    vanishes = False

    @contextlib.asynccontextmanager
    async def fresh(self, sound):
        room = Room(sound)
        yield room.surface, room


def test_the_suite_asks_a_surface_for_everything_that_can_be_asked():
    asked = {type(command) for command in SurfaceContract().orders(MemorySound())}
    assert asked == {*get_args(SurfaceCommand)}
