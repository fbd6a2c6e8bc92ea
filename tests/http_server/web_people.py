"""People at pages for as long as one likes, in one process, on a virtual clock: each speaks, types, interrupts, loses the socket, takes over,
is slow, ends the talk or just closes the page, and begins another. Sessions, surface and sockets are the server's own; between page and server is raw ASGI.

A page lives in steps of 100 ms: so much microphone goes up, so much voice is played and reported. `Troubles` are what must not happen.
"""

import asyncio
import contextlib
import gc
import json
import os
from collections import Counter
from dataclasses import dataclass, field
from pathlib import Path
from random import Random

from http_server.coded_speech import spoken
from solovox.config.choosing import choose
from solovox.config.load import settings
from solovox.http.sockets.socket import LiveSocket
from solovox.http.sockets.talks import Talks
from solovox.parts import registry
from solovox.parts.engines.local import has_extra
from solovox.shell.session import Session
from solovox.surfaces.web.page import Page
from solovox.surfaces.web.surface import WebSurface
from solovox.weights import Cache

STEP = 0.1
MICROPHONE, VOICE = 3_200, 2_400
"""Bytes of microphone and samples of voice in a step."""
NAMES = {
    "VOICES": ("voice", "af_bella"),
    "BRAINS": ("brain", "local"),
    "RECOGNISERS": ("recogniser", "local"),
}
CODED = {
    getattr(registry, group): {name: f"http_server.coded_speech:{kind}"}
    for group, (kind, name) in NAMES.items()
}
SENTENCES = ("Good day.", "Is it open?", "Tell me all.", "What is the time?", "Stop.")


@dataclass
class Wire:
    """One socket of a page, as ASGI has it."""

    up: asyncio.Queue = field(default_factory=asyncio.Queue)
    down: list = field(default_factory=list)
    free: asyncio.Event = field(default_factory=asyncio.Event)
    """Not set: this page does not read."""
    closed: int | None = None

    def __post_init__(self):
        self.up.put_nowait({"type": "websocket.connect"})
        self.free.set()

    async def send(self, message):
        await self.free.wait()
        if message["type"] == "websocket.send":
            self.down.append(message.get("text") or message["bytes"])
        elif message["type"] == "websocket.close":
            self.closed = message["code"]

    def say(self, kind, **more):
        self.up.put_nowait({"type": "websocket.receive", "text": json.dumps({"type": kind, **more})})

    def vanish(self):
        self.closed = 1006
        self.free.set()
        self.up.put_nowait({"type": "websocket.disconnect", "code": 1006})


class Browser:
    """A page: it plays what it has, and knows how far."""

    def __init__(self, server, troubles):
        self._server = server
        self._troubles = troubles
        self.wire = None
        self.session = self.token = ""
        self.saying = bytearray()
        self.sent = 0
        """Samples of the microphone that went up."""
        self.reads, self.read = {}, 0
        """Of each read: samples that it has, and that it played."""
        self.over = False

    async def dial(self, kind, **more):
        """Whether it is in."""
        self.wire = Wire()
        self._server.take(self.wire)
        self.wire.say(kind, **more)
        while not self.wire.down and self.wire.closed is None:
            await asyncio.sleep(STEP)
        await asyncio.sleep(0)
        self._read()
        return bool(self.token) and self.wire.closed is None

    async def begin(self, **more):
        self.sent, self.reads, self.read, self.over = 0, {}, 0, False
        return await self.dial("start", solovox=1, **more)

    async def resume(self):
        _, played = self.reads.get(self.read, (0, 0))
        self.reads[self.read] = (played, played)
        return await self.dial("resume", token=self.token, read=self.read, samples=played)

    def step(self):
        """100 ms of its life."""
        pcm, self.saying = self.saying[:MICROPHONE], self.saying[MICROPHONE:]
        pcm = bytes(pcm) + bytes(MICROPHONE - len(pcm))
        self.wire.up.put_nowait({"type": "websocket.receive", "bytes": pcm})
        self.sent += MICROPHONE // 2
        self._read()
        left = VOICE
        for read, (had, played) in tuple(self.reads.items()):
            now = min(left, had - played)
            if now:
                left -= now
                self.reads[read] = (had, played + now)
                self.wire.say("played", read=read, samples=played + now)

    def _read(self):
        frames, self.wire.down[:] = tuple(self.wire.down), ()
        for frame in frames:
            if isinstance(frame, bytes):
                had, played = self.reads[self.read]
                self.reads[self.read] = (had + len(frame) // 2, played)
            else:
                self._learn(json.loads(frame))

    def _learn(self, told):
        self._troubles.seen[told["type"]] += 1
        match told:
            case {"type": "ready", "sessionId": session, "token": token}:
                self.session, self.token = session, token
                if told.get("samples", 0) > self.sent:
                    self._troubles.add(f"the server has {told['samples']} samples of {self.sent}")
            case {"type": "read", "read": read}:
                first = told.get("first", 0)
                had, played = self.reads.get(read, (first, first))
                self.read, self.reads[read] = read, (first, min(played, first))
                if had < first:
                    self._troubles.add(f"a hole in read {read}: from {had} to {first}")
            case {"type": "read_end", "read": read, "samples": samples} if self.reads[read][0] != samples:
                self._troubles.add(f"read {read} has {self.reads[read][0]} samples of {samples}")
            case {"type": "flush", "read": read}:
                _, played = self.reads.get(read, (0, 0))
                self.reads[read] = (played, played)
                self.wire.say("flushed", read=read, samples=played)
            case {"type": "session_end", **more}:
                self.over = True
                if more["reason"] == "error":
                    self._troubles.add(f"a session ended: {more}")
            case {"type": "failure", **more}:
                self._troubles.add(f"a failure: {more}")


class Person:
    """One after another, they talk at the same place."""

    def __init__(self, server, seed, troubles):
        self._server = server
        self._chance = Random(seed)
        self._troubles = troubles

    async def talks(self, until):
        loop = asyncio.get_running_loop()
        await asyncio.sleep(self._chance.uniform(0, 5))
        while loop.time() < until:
            await self._one_talk(min(until, loop.time() + self._chance.uniform(20, 180)))
            await asyncio.sleep(self._chance.uniform(0.5, 5))

    async def _one_talk(self, until):
        page, loop = Browser(self._server, self._troubles), asyncio.get_running_loop()
        if not await page.begin():
            self._troubles.add(f"nobody was let in: {page.wire.closed}")
            return
        self._troubles.talks += 1
        while loop.time() < until and not page.over and page.wire.closed is None:
            await self._lives(page, self._chance.uniform(1, 5))
            if page.over or page.wire.closed is not None:
                break
            page = await self._does(page)
        if page.wire.closed is None and not page.over and self._chance.random() < 0.7:
            page.wire.say("end")
            await self._until(lambda: page.over or page.wire.closed is not None, page)
        page.wire.vanish()

    async def _lives(self, page, seconds):
        for _ in range(int(seconds / STEP)):
            page.step()
            await asyncio.sleep(STEP)

    async def _until(self, holds, page):
        for _ in range(300):
            if holds():
                return
            page.step()
            await asyncio.sleep(STEP)
        self._troubles.add("a talk did not end in 30 s")

    async def _does(self, page):
        """The page that has the talk then."""
        what = self._chance.choice(
            ("speaks", "speaks", "types", "types", "stops", "silences", "mutes", "drops", "leaves", "takes", "slow")
        )  # fmt: skip
        self._troubles.did[what] += 1
        match what:
            case "speaks":
                page.saying += spoken(self._chance.choice(SENTENCES))
            case "types":
                page.wire.say("text", text=self._chance.choice(SENTENCES[:4]))
            case "stops" | "silences":
                page.wire.say("stop" if what == "stops" else "silence")
            case "mutes":
                page.wire.say("mute", muted=True)
                await self._lives(page, 3)
                page.wire.say("mute", muted=False)
            case "drops":
                await self._drops(page, 1.0)
            case "leaves":
                await self._drops(page, 10.0)
            case "takes":
                return await self._takes(page)
            case "slow":
                page.wire.free.clear()
                await self._lives(page, self._chance.uniform(1, 12))
                page.wire.free.set()
        return page

    async def _drops(self, page, seconds):
        page.wire.vanish()
        await asyncio.sleep(seconds)
        if await page.resume():
            if seconds > 3:
                self._troubles.add(f"a page was known after {seconds} s")
        elif seconds < 3:
            self._troubles.add(f"a page was not known after {seconds} s: {page.wire.closed}")
        elif not await page.begin(session=page.session):
            page.over = True  # its session has ended meanwhile

    async def _takes(self, page):
        other = Browser(self._server, self._troubles)
        if not await other.begin(session=page.session, watch=True):
            return page
        for _ in range(20):
            page.step()
            other.step()
            await asyncio.sleep(STEP)
        other.wire.say("take")
        await asyncio.sleep(STEP)
        page.wire.vanish()
        return other


@dataclass
class Troubles:
    """What was seen."""

    found: Counter = field(default_factory=Counter)
    seen: Counter = field(default_factory=Counter)
    did: Counter = field(default_factory=Counter)
    talks: int = 0

    def add(self, line):
        self.found[line] += 1


@dataclass(frozen=True)
class Sample:
    """What the process has, at a moment."""

    at: float
    memory: float
    """Megabytes."""
    files: int
    tasks: int
    sessions: int


class Server:
    """The sessions of a server, and an endpoint for each wire."""

    def __init__(self, folder, limit, *flags):
        def configured(profile):
            given = ("tools=get_time", "narrator.voice=af_bella", *flags)
            return choose(profile, settings(given, folder, {}), registry.ThisMachine())

        self.talks = Talks(Cache(folder), limit, configured, "talk", folder / "journals")
        self._endpoint = LiveSocket(self.talks)
        self._tasks = asyncio.TaskGroup()
        self._real = dict(registry.BUILT_IN)

    def take(self, wire):
        scope = {"type": "websocket", "path": "/api/vox/live"}
        self._tasks.create_task(self._endpoint(scope, wire.up.get, wire.send))

    async def __aenter__(self):
        registry.BUILT_IN.update(CODED)
        await self.talks.process.__aenter__()
        await self._tasks.__aenter__()
        return self

    async def __aexit__(self, *error):
        await self.talks.process.sessions.stop()
        await self._tasks.__aexit__(*error)
        await self.talks.process.__aexit__(*error)
        registry.BUILT_IN.update(self._real)


async def live(folder, people, seconds, seed, every=60.0, limit=0, told=lambda _: None):
    """What was seen, and samples of what the process had: every so many seconds, and when all was over."""
    has_extra()  # what these packages open, they keep open
    troubles, samples, loop = Troubles(), [sample()], asyncio.get_running_loop()
    until = loop.time() + seconds
    async with Server(folder, limit or 2 * people) as server, asyncio.TaskGroup() as tasks:
        watching = tasks.create_task(_watch(server, samples, every, told))
        async with asyncio.TaskGroup() as all_:
            for n in range(people):
                all_.create_task(Person(server, seed + n, troubles).talks(until))
        watching.cancel()
    gc.collect()
    samples.append(sample())
    return troubles, samples


async def _watch(server, samples, every, told):
    with contextlib.suppress(asyncio.CancelledError):
        while True:
            await asyncio.sleep(every)
            samples.append(sample(len(server.talks.running())))
            told(samples[-1])


def sample(sessions=0):
    pages = int(Path("/proc/self/statm").read_text().split()[1])
    loop = asyncio.get_running_loop()
    return Sample(
        loop.time(),
        pages * os.sysconf("SC_PAGE_SIZE") / 1e6,
        len(os.listdir("/proc/self/fd")),
        len(asyncio.all_tasks(loop)),
        sessions,
    )


def left_behind():
    """What sessions leave in memory when they have ended: nothing."""
    gc.collect()
    kinds = (Session, WebSurface, Page)
    return Counter(type(one).__name__ for one in gc.get_objects() if issubclass(type(one), kinds))
