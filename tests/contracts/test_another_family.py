"""A second family of live models is a codec and a few facts: the ear of it keeps the contract, and nothing of `live/` knows it."""

import asyncio
import contextlib
import json

import pytest
from websockets.asyncio.server import serve

from solovox.core import events as e
from solovox.core.errors import PeerFault
from solovox.core.policy import EarKind, Policy
from solovox.core.units import CallId
from solovox.live.connection import Endpoint, LiveFamily, LiveService
from solovox.live.ear import LiveEar
from solovox.live.setup import plan
from solovox.testing.contracts_ear import EarContract, LiveModel
from solovox.wire import live_events as live

pytestmark = pytest.mark.slow


class PlainCodec:
    """Its frames are the names of the vocabulary, and what stands in them."""

    def __init__(self, setup, connection):
        self.setup, self.connection = setup, connection

    def set_up(self, handle):
        return [json.dumps(["SetUp", self.setup.instruction]).encode()]

    def encode(self, command):
        match command:
            case live.Hear(pcm):
                return [json.dumps(["Hear", pcm.hex()]).encode()]
            case live.EndAnswer():
                return []
            case live.GiveResult(result=result):  # two frames, as some services want it
                return [json.dumps(["GiveResult", dict(result)]).encode(), b'["GoOn", ""]']
            case live.MarkActivity(begins):
                return [json.dumps(["MarkActivity", begins]).encode()]
            case _:
                return [json.dumps([type(command).__name__, command.text]).encode()]

    def decode(self, frame):
        match json.loads(frame):
            case ["Opened", _]:
                return [live.Opened()]
            case ["EarTranscript", text]:
                return [e.EarTranscript(self.connection, text)]
            case ["EarCalled", call]:
                return [e.EarCalled(self.connection, CallId(call), "look", "{}")]
            case ["Spoke", pcm]:
                return [live.Spoke(bytes.fromhex(pcm), 24_000)]
        raise PeerFault("no such event")

    def is_deaf_in(self, tool):
        return False


class PlainService(LiveModel):
    """The other side."""

    def __init__(self):
        self.sockets, self.came, self.refuses = [], [], False

    async def serve(self, ws):
        if self.refuses:
            await ws.close(1008, "not today")
            return
        self.sockets.append(ws)
        async for frame in ws:
            name, what = json.loads(frame)
            self.came.append((name, what))
            if name == "SetUp":
                await self.say("Nonsense", "")
                await self.say("Opened", "")

    async def say(self, name, what):
        await self.sockets[-1].send(json.dumps([name, what]))

    async def transcribe(self, text):
        await self.say("EarTranscript", text)

    async def call(self):
        await self.say("EarCalled", "c1")

    async def speak(self, pcm):
        await self.say("Spoke", pcm.hex())

    async def drop(self):
        self.sockets[-1].transport.abort()
        await asyncio.sleep(0)

    async def refuse(self):
        self.refuses = True

    def connections(self):
        return len(self.sockets)

    def take_heard(self):
        return b"".join(bytes.fromhex(what) for name, what in self.came if name == "Hear")

    def take_told(self):
        return " ".join(what for name, what in self.came if name in ("Ask", "Remind", "Inform"))

    def answers(self):
        return [json.dumps(what) for name, what in self.came if name == "GiveResult"]


class TestAnotherFamily(EarContract):
    speed = 5.0

    @contextlib.asynccontextmanager
    async def fresh(self, sound):
        service = PlainService()
        async with serve(service.serve, "127.0.0.1", 0, close_timeout=0.2) as running:
            url = f"ws://127.0.0.1:{running.sockets[0].getsockname()[1]}"
            family = LiveFamily(
                name="plain", endpoint=lambda _, __: Endpoint(url), codec=PlainCodec, model="m"
            )
            setup = plan(Policy(ear=EarKind.LIVE), family.model, None)
            endpoint = family.endpoint(None, None)
            yield LiveEar(LiveService(family=family, endpoint=endpoint), lambda: setup, sound), service
