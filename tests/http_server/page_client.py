"""A client that knows all frames, in the loop of a test: it keeps what it gets, and plays when it is told to."""

import asyncio
import contextlib
import json

from websockets import ConnectionClosed
from websockets.asyncio.client import connect

PATIENCE = 30
"""Seconds, on a busy machine."""


class Page:
    """One socket, and what came over it. `plays`: whatever comes is played at once, and reported. `reads`: at once, not when told to."""

    def __init__(self, socket, *, plays=True, reads=True):
        self.socket = socket
        self.plays = plays
        self.frames = []
        self.voice = {}
        """The sound of each read that it has, played or not."""
        self.said = {}
        self.read = 0
        self.lag = 0
        """By so many samples its speaker is behind, until a frame comes that is no sound."""
        self.reported = {}
        """How much of each read it said that it has played."""
        self.closed = None
        self._at = 0
        self._came = asyncio.Event()
        self._reading = asyncio.Event()
        if reads:
            self.go_on()

    def go_on(self):
        """Read what comes, and has come."""
        self._reading.set()

    async def listen(self):
        await self._reading.wait()
        with contextlib.suppress(ConnectionClosed):
            async for message in self.socket:
                await self._take(message)
        self.closed = self.socket.close_code
        self._came.set()

    async def _take(self, message):
        if isinstance(message, bytes):
            self.voice[self.read] = self.voice.get(self.read, b"") + message
        else:
            frame = json.loads(message)
            self.frames.append(frame)
            match frame:
                case {"type": "read", "read": read, **more}:
                    self._begin(read, more)
                case {"type": "flush", "read": read}:
                    await self.say("flushed", read=read, samples=self.samples(read))
        if self.plays and self.read:
            lag = self.lag if isinstance(message, bytes) else 0
            self.reported[self.read] = max(self.reported.get(self.read, 0), self.samples(self.read) - lag)
            await self.say("played", read=self.read, samples=self.reported[self.read])
        self._came.set()

    def _begin(self, read, more):
        first = more.get("first", 0)
        self.read = read
        self.said[read] = more.get("said", "")
        had = self.voice.get(read, b"")
        assert first * 2 <= len(had), "a hole in the sound"
        self.voice[read] = had[: first * 2]

    def samples(self, read):
        return len(self.voice.get(read, b"")) // 2

    @property
    def firsts(self):
        """Each `read`, and the sample at which its sound began."""
        return [(frame["read"], frame.get("first", 0)) for frame in self.of("read")]

    @property
    def total(self):
        """Samples of all reads."""
        return sum(map(self.samples, self.voice))

    async def say(self, kind, **more):
        with contextlib.suppress(ConnectionClosed):
            await self.socket.send(json.dumps({"type": kind, **more}))

    async def mic(self, pcm, piece=3_200):
        for at in range(0, len(pcm), piece):
            await self.socket.send(pcm[at : at + piece])

    async def until(self, kind, **values):
        """The next frame of that kind with those values."""
        async with asyncio.timeout(PATIENCE):
            while True:
                while self._at < len(self.frames):
                    frame = self.frames[self._at]
                    self._at += 1
                    if {"type": kind, **values}.items() <= frame.items():
                        return frame
                assert self.closed is None, (
                    f"closed with {self.closed} while waiting for {kind}: {self.frames[-3:]}"
                )
                await self._wait()

    async def when(self, holds):
        async with asyncio.timeout(PATIENCE):
            while not holds():
                await self._wait()

    async def over(self):
        """The code with which the server closed."""
        await self.when(lambda: self.closed is not None)
        return self.closed

    async def _wait(self):
        self._came.clear()
        await self._came.wait()

    def kinds(self):
        return [frame["type"] for frame in self.frames]

    def of(self, kind):
        return [frame for frame in self.frames if frame["type"] == kind]

    def vanish(self):
        """As a cable that is pulled: no goodbye."""
        self.socket.transport.abort()


@contextlib.asynccontextmanager
async def page(url, *, first=None, plays=True, reads=True, **start):
    """One that has said its first frame."""
    given = {"compression": None, "max_size": None, "ping_interval": None}
    async with connect(url, max_queue=None if reads else 4, **given) as socket:
        one = Page(socket, plays=plays, reads=reads)
        listening = asyncio.create_task(one.listen())
        try:
            if first is None:
                first = {"type": "start", "solovox": 1, **start}
            await one.say(**{"kind": first["type"], **{k: v for k, v in first.items() if k != "type"}})
            yield one
        finally:
            one.go_on()
            await socket.close()
            if listening.done():
                listening.result()
            listening.cancel()
