"""What stands between persons and a live model, and is measured: a bare proxy, our client, the whole conversation."""

import asyncio
import base64
import contextlib
import json
import tempfile
from pathlib import Path

from client_ends import MIC_PIECE, QUIET, READY
from websockets.asyncio.client import connect
from websockets.asyncio.server import serve
from websockets.exceptions import ConnectionClosed
from websockets.protocol import State

from solovox.core import commands as c
from solovox.core import events as e
from solovox.core.conversation import Conversation
from solovox.core.policy import EarKind, NarratorKind, Policy, Routing
from solovox.core.units import StreamId, SurfaceCaps
from solovox.live.connection import LiveService
from solovox.live.ear import LiveEar
from solovox.live.gemini import DEFAULT_MODEL, GEMINI, endpoint
from solovox.live.local.recogniser import LocalRecogniser
from solovox.live.losing import Lost
from solovox.live.setup import plan
from solovox.ports import Transcript
from solovox.recordings.journal import create
from solovox.shell.clock import LoopClock
from solovox.shell.links.listener import Listener
from solovox.shell.session import Links, Recording, Session
from solovox.shell.sound import SoundStore
from solovox.speech.voice_activity import EnergyVad
from solovox.wire.live_events import Hear, Spoke

SETUP = json.dumps({"setup": {"model": "models/m", "generationConfig": {"responseModalities": ["AUDIO"]}}})
MIC = StreamId("mic")
PIECE = 2 * MIC_PIECE
"""Bytes of microphone sound that the surface gathers: what goes up at once anyway."""


# A bare proxy: `websockets`, `json` and `base64`, and nothing else.


def proxy(gathered):
    """Microphone sound goes up as it comes (20 ms), or in pieces of 40 ms."""

    async def serve_one(ws, url):
        async with connect(url, **QUIET) as up:
            await up.send(SETUP)
            await up.recv()
            await ws.send(READY)

            async def down():
                async for frame in up:
                    content = json.loads(frame).get("serverContent", {})
                    for part in content.get("modelTurn", {}).get("parts", ()):
                        await ws.send(base64.b64decode(part["inlineData"]["data"]))

            hearing = asyncio.create_task(down())
            rest = b""
            try:
                async for pcm in ws:
                    rest += pcm
                    if len(rest) >= gathered:
                        data = base64.b64encode(rest).decode()
                        blob = {"data": data, "mimeType": "audio/pcm;rate=16000"}
                        await up.send(json.dumps({"realtimeInput": {"audio": blob}}))
                        rest = b""
            finally:
                hearing.cancel()

    return serve_one


# Our wire and client, without a conversation.


async def client(ws, url):
    wanted = plan(Policy(ear=EarKind.LIVE, narrator=NarratorKind.SELF), DEFAULT_MODEL, None)
    up = await LiveService(family=GEMINI, endpoint=endpoint(url, None)).open(wanted)
    await ws.send(READY)

    async def down():
        async for told in up.events():
            if isinstance(told, Spoke):
                await ws.send(told.pcm)

    alive, hearing = asyncio.create_task(up.keep_alive()), asyncio.create_task(down())
    rest = b""
    try:
        async for pcm in ws:
            rest += pcm
            if len(rest) >= 2 * MIC_PIECE:
                await up.send(Hear(rest))
                rest = b""
    finally:
        alive.cancel()
        hearing.cancel()
        await up.aclose()


# The whole conversation. `self`, because there the model's sound is heard: all of it passes the gate.


class Wire:
    """A surface over a socket: raw PCM both ways, and small texts of what was played. It writes as our client does: at once,
    without the context managers of `send`."""

    def __init__(self, ws, sound):
        self._ws, self._sound = ws, sound
        self._read = None

    async def run(self, tell):
        await tell(e.SurfaceJoined(SurfaceCaps()))
        with contextlib.suppress(ConnectionClosed):
            rest = b""
            async for frame in self._ws:
                if isinstance(frame, bytes):
                    rest += frame
                    if len(rest) >= PIECE:
                        await tell(e.SoundCaptured(self._sound.put(MIC, rest)))
                        rest = b""
                else:
                    read, samples = frame.split()
                    await tell(e.Played(int(read), int(samples)))
        await tell(e.HungUp())

    async def perform(self, command):
        self.perform_now(command)

    def perform_now(self, command):
        if isinstance(command, c.Play) and self._ws.state is State.OPEN:
            if command.read != self._read:
                self._read = command.read
                self._ws.protocol.send_text(str(command.read).encode())
            self._ws.protocol.send_binary(self._sound.get(command.span))
            for data in self._ws.protocol.data_to_send():
                self._ws.transport.write(data)
        return True

    async def aclose(self):
        pass


class Nowhere:
    """No journal."""

    def append(self, at, event, commands):
        pass

    def sound(self, span, pcm):
        pass

    async def sync(self):
        pass

    async def aclose(self):
        pass


class Tells:
    """A fold: the person is told when the ear is open."""

    def __init__(self, ws):
        self._ws = ws

    def see(self, event, _commands):
        if isinstance(event, e.EarOpened):
            asyncio.get_running_loop().create_task(self._ws.send(READY))


class Finished:
    def finished(self, _pcm):
        return 1.0


class Wordless:
    def transcribe(self, _pcm):
        return Transcript("")


class Narrates:
    """There is nothing to narrate in `self`."""

    async def run(self, tell):
        await asyncio.Event().wait()

    async def perform(self, _command):
        pass

    async def aclose(self):
        pass


class Continuous(Policy):
    """As `self`, but the service finds out by itself who speaks: microphone sound goes up all the time, which costs most."""

    marks_activity = False


def conversation(*, journal):
    policy = Continuous(ear=EarKind.LIVE, narrator=NarratorKind.SELF, routing=Routing.MODEL)
    wanted = plan(policy, DEFAULT_MODEL, None)

    async def serve_one(ws, url):
        sound, clock = SoundStore(), LoopClock()
        service = LiveService(family=GEMINI, endpoint=endpoint(url, None))
        ear = LiveEar(service, lambda: wanted, sound)
        listener = Listener(LocalRecogniser(EnergyVad(), Finished(), Wordless()), sound, clock)
        links = Links(
            surface=Wire(ws, sound), narrator=Narrates(), brain=Narrates(), listener=listener, ear=ear
        )
        with tempfile.TemporaryDirectory() as folder:
            kept = (
                await asyncio.to_thread(
                    create,
                    Path(folder) / "j",
                    session="bench",
                    created="now",
                    profile="discord",
                    policy=policy,
                )
                if journal
                else Nowhere()
            )
            await Session(Conversation(policy), links, Recording(kept, sound, (Tells(ws),)), clock).run()

    return serve_one


GATEWAYS = {
    "proxy 20 ms": proxy(MIC_PIECE),
    "proxy 40 ms": proxy(2 * MIC_PIECE),
    "client": client,
    "conversation": conversation(journal=False),
    "conversation, journal": conversation(journal=True),
}


async def gateway(name, url, port_file):
    """Serve until killed."""
    serve_one = GATEWAYS[name]

    async def handler(ws):
        with contextlib.suppress(ConnectionClosed, Lost):
            await serve_one(ws, url)

    async with serve(handler, "127.0.0.1", 0, **QUIET) as server:
        port_file.write_text(json.dumps([server.sockets[0].getsockname()[1]]))
        await asyncio.Event().wait()
