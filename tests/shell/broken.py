"""Links that raise where they are told to, and sessions around them."""

import asyncio
import math

from shell.rig import Rig
from solovox.core import commands as c
from solovox.core import events as e
from solovox.core.units import AudioSpan, ConnectionId, StreamId, SurfaceCaps
from solovox.shell.clock import run

JOINED = (0, e.SurfaceJoined(SurfaceCaps()))
END = (9_000, e.HungUp())
MIC = StreamId("mic")


def heard(at, text="go"):
    return at // 100 * 1600, e.LocalTranscript(AudioSpan(MIC, 0, 1600), text, final=True)


def sound(until=2000):
    return [(at, bytes(3200)) for at in range(100, until, 100)]


def virtually(rig):
    return run(rig.run(), speed=math.inf)


class Broken:
    """A link that raises where it is told to; it tells `events` before."""

    def __init__(self, *where, events=(), error=None, prompt=False):
        self.where = where
        if prompt:
            self.perform_now = self._perform_now
        self.told = events
        self.error = error or ValueError("broken\nlink")
        self.closed = 0

    def _at(self, name):
        if name in self.where:
            raise self.error

    async def run(self, tell):
        for event in self.told:
            await tell(event)
        self._at("run")
        await asyncio.Event().wait()

    async def perform(self, command):
        self._at("perform")

    def _perform_now(self, command):
        self._at("perform")
        return True

    async def aclose(self):
        self.closed += 1
        self._at("aclose")


def broken_rig(name, *where, prompt=False, **more):
    others = {name: Broken(*where, prompt=prompt)}
    return Rig(script=[JOINED, *sound(), END], heard=[heard(300)], others=others, **more)


class Ears:
    """Opens an ear when the surface joins, and sends it all sound."""

    next_deadline = None

    def __init__(self):
        self.seen = []

    def handle(self, at, event):
        self.seen.append(event)
        match event:
            case e.SurfaceJoined():
                return [c.OpenEar(ConnectionId(1), resume=False)]
            case e.SoundCaptured(span=span):
                return [c.SendMicrophone(ConnectionId(1), span)]
            case e.HungUp():
                return [c.EndSession("hung up")]
        return []
