"""The web surface keeps the contract of surfaces, with a page that knows all frames and with one of the first clients."""

import asyncio
import json
import math
from contextlib import asynccontextmanager
from typing import ClassVar

from solovox.core.units import SurfaceId
from solovox.shell.clock import LoopClock
from solovox.speech.resample import Resampler
from solovox.surfaces.web.outbox import PageOutbox
from solovox.surfaces.web.page import Page
from solovox.surfaces.web.surface import WebSurface
from solovox.testing.contracts_surface import FarEnd, SurfaceContract
from solovox.wire.browser import down, up

GRACE_MS = 50
STEP = 0.01


class Client(FarEnd):
    """A page that plays at the pace of the loop, as a browser does."""

    def __init__(self, surface: WebSurface, tasks: asyncio.TaskGroup, name: str, *, knows_all: bool) -> None:
        self._surface = surface
        self._tasks = tasks
        self._name = name
        self._knows_all = knows_all
        self._heard = bytearray()
        self._numbers = 0
        self._running: asyncio.Task | None = None
        self.join()

    def join(self) -> None:
        self._numbers += 1
        self._page = Page(SurfaceId(f"{self._name}-{self._numbers}"), self._knows_all, Resampler)
        self._outbox = PageOutbox()
        self._surface.join(self._page, self._outbox, down.ReadyFrame("session"))
        self._running = self._tasks.create_task(self._run(self._outbox))

    async def _run(self, outbox: PageOutbox) -> None:
        queue: list[tuple[int, bytearray]] = []
        read, played = 0, {}
        receiving = self._tasks.create_task(self._receive(outbox, queue, played))
        try:
            while outbox.closing is None:
                await asyncio.sleep(STEP)
                room = round(STEP * 48_000)
                while queue and room:
                    read, pcm = queue[0]
                    now, rest = pcm[:room], pcm[room:]
                    self._heard += now
                    room -= len(now)
                    played[read] = played.get(read, 0) + len(now) // 2
                    queue[0] = (read, rest)
                    if not rest:
                        queue.pop(0)
                    if self._knows_all:
                        await self._surface.act(self._page, up.PlayedSamplesFrame(read, played[read]))
        finally:
            receiving.cancel()

    async def _receive(self, outbox, queue, played) -> None:
        read = 0
        while frames := await outbox.get():
            for frame in frames:
                if isinstance(frame, bytes):
                    queue.append((read, bytearray(frame)))
                    continue
                told = json.loads(frame)
                if told["type"] == "read":
                    read = told["read"]
                elif told["type"] == "flush":
                    queue[:] = [one for one in queue if one[0] != told["read"]]
                    samples = played.get(told["read"], 0)
                    await self._surface.act(self._page, up.FlushedSamplesFrame(told["read"], samples))

    async def speak(self, pcm: bytes) -> None:
        for first in range(0, len(pcm), 1280):
            await self._surface.hear(self._page, pcm[first : first + 1280])

    async def mute(self) -> None:
        await self._surface.act(self._page, up.MuteFrame(True))

    def read_played(self) -> bytes:
        return bytes(self._heard)

    async def vanish(self) -> None:
        self._running.cancel()
        self._surface.lose(self._page, self._outbox)

    async def come_back(self) -> None:
        self.join()

    async def second(self) -> FarEnd:
        return Client(self._surface, self._tasks, "second", knows_all=True)

    def close(self) -> None:
        self._outbox.drop()


class TestPages(SurfaceContract):
    speed = math.inf
    knows_all: ClassVar[bool] = True

    @asynccontextmanager
    async def fresh(self, sound):
        surface = WebSurface(sound, LoopClock(), GRACE_MS)
        async with asyncio.TaskGroup() as tasks:
            client = Client(surface, tasks, "page", knows_all=self.knows_all)
            yield surface, client
            for page in surface.pages:
                if page.outbox is not None:
                    page.outbox.drop()


class TestFirstClients(TestPages):
    knows_all = False
