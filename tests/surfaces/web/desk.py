"""A surface of pages on a virtual clock, with what it tells, and pages that do as they are told."""

import asyncio
import json
from contextlib import asynccontextmanager

from solovox.core.commands import Play
from solovox.core.events import SoundCaptured
from solovox.core.units import VOICE_RATE, ReadId, StreamId, SurfaceId
from solovox.shell.clock import LoopClock
from solovox.speech.resample import Resampler
from solovox.surfaces.web.outbox import PageOutbox
from solovox.surfaces.web.page import Page, Rates
from solovox.surfaces.web.surface import WebSurface
from solovox.testing.memory_sound import MemorySound
from solovox.wire.browser import down, up

MS = VOICE_RATE // 1000


class Hand:
    """A page of a test: what it was told, by hand."""

    def __init__(self, desk, name, *, knows_all=True, watch=False, rates=None):
        self.desk = desk
        self.page = Page(SurfaceId(name), knows_all, Resampler, rates or Rates())
        self.outbox = PageOutbox()
        desk.surface.join(self.page, self.outbox, down.ReadyFrame("s"), watch=watch)

    def frames(self, *kinds):
        """What came since this was asked last: frames as they are, sound as bytes."""
        found = [one if isinstance(one, bytes) else json.loads(one) for one in self.outbox.take()]
        return [one for one in found if not kinds or (not isinstance(one, bytes) and one["type"] in kinds)]

    def sound(self):
        """The samples that came since."""
        return b"".join(one for one in self.frames() if isinstance(one, bytes))

    async def does(self, frame):
        await self.desk.surface.act(self.page, frame)

    async def says(self, pcm):
        return await self.desk.surface.hear(self.page, pcm)

    def drops(self):
        self.desk.surface.lose(self.page, self.outbox)
        self.outbox.drop()

    def resumes(self, read=0, samples=0, **rates):
        self.outbox = PageOutbox()
        frame = up.ResumeFrame("t", read, samples, **rates)
        self.desk.surface.come_back(self.page, self.outbox, frame, self._ready)

    def _ready(self, page):
        return down.ReadyFrame("s", 1, page.name, "t", 3_000, page.taken)


class Desk:
    """The surface, and all that it told."""

    def __init__(self, surface, sound, clock):
        self.surface = surface
        self.sound = sound
        self.clock = clock
        self.told = []
        self.free = asyncio.Event()
        """Not set: the session is busy, and who tells it something waits."""
        self.free.set()

    async def tell(self, event):
        await self.free.wait()
        self.told.append(event)

    def of(self, *kinds):
        return [one for one in self.told if isinstance(one, kinds)]

    def captured(self):
        return b"".join(self.sound.get(one.span) for one in self.of(SoundCaptured))

    def play(self, read, ms, loud=1):
        """So much sound of a read."""
        samples = round(MS * ms)
        pcm = (1_000 * loud + read).to_bytes(2, "little") * samples
        span = self.sound.put(StreamId(f"voice/{read}"), pcm)
        self.surface.perform_now(Play(ReadId(read), span))

    def do(self, *commands):
        for one in commands:
            self.surface.perform_now(one)


@asynccontextmanager
async def desk(grace=3_000):
    """It runs as long as the block lasts."""
    sound, clock = MemorySound(), LoopClock()
    made = Desk(WebSurface(sound, clock, grace), sound, clock)
    async with asyncio.TaskGroup() as tasks:
        running = tasks.create_task(made.surface.run(made.tell))
        await asyncio.sleep(0)
        yield made
        running.cancel()


async def passes(ms):
    await asyncio.sleep(ms / 1000)
