"""A surface of pages in memory, that keeps the contract; and surfaces that each break one promise of it."""

import asyncio
from collections import deque

from solovox.core.commands import Duck, Flush, Play, ShowText, Unduck
from solovox.core.events import Flushed, Played, SoundCaptured, SurfaceJoined, SurfaceLeft
from solovox.core.units import MIC, SurfaceCaps, SurfaceId
from solovox.testing.contracts_surface import FarEnd

TICK = 0.01
HEARD, SPOKEN = 2 * 160, 2 * 240
"""Bytes of a tick: of the microphone, of the voice."""


class Page(FarEnd):
    """One page: what is said there and what was heard."""

    def __init__(self, surface, number):
        self.surface, self.id = surface, SurfaceId(f"page/{number}")
        self.there, self.muted, self.saying, self.out = True, False, bytearray(), bytearray()

    async def speak(self, pcm):
        self.saying += pcm

    async def mute(self):
        self.saying.clear()
        self.muted = True

    def read_played(self):
        return bytes(self.out)

    async def vanish(self):
        self.surface.vanish(self)

    async def come_back(self):
        self.surface.join(self)

    async def second(self):
        page = Page(self.surface, len(self.surface.pages) + 1)
        self.surface.pages.append(page)
        self.surface.join(page)
        return page


class PageSurface:
    """It keeps the contract."""

    def __init__(self, sound):
        self.sound, self.news, self.queue, self.counts = sound, deque(), deque(), {}
        self.pages = [Page(self, 1)]
        self.join(self.pages[0])

    @property
    def here(self):
        return [page for page in self.pages if page.there]

    def join(self, page):
        page.there = True
        self.news.append(SurfaceJoined(SurfaceCaps(), page.id))

    def vanish(self, page):
        page.there = False
        self.news.append(SurfaceLeft(page.id))
        if not self.here:
            self.queue.clear()

    async def run(self, tell):
        while True:
            while self.news:
                await tell(self.news.popleft())
            if self.here:
                self.listen()
                self.play()
            await asyncio.sleep(TICK)

    def listen(self):
        first = self.here[0]
        pcm, first.saying = bytes(first.saying[:HEARD]), first.saying[HEARD:]
        self.news.append(SoundCaptured(self.sound.put(MIC, pcm.ljust(HEARD, b"\0"))))

    def play(self):
        room = SPOKEN
        while self.queue and room:
            read, pcm = self.queue.popleft()
            now, later = pcm[:room], pcm[room:]
            if later:
                self.queue.appendleft((read, later))
            room -= len(now)
            self.sound_out(now)
            self.counts[read] = self.counts.get(read, 0) + len(now) // 2
            self.news.append(Played(read, self.counts[read]))

    def sound_out(self, pcm):
        for page in self.here:
            page.out += pcm

    async def perform(self, command):
        match command:
            case Play(read=read, span=span) if self.here:
                self.queue.append((read, self.sound.get(span)))
            case Flush(read=read):
                self.queue = deque(one for one in self.queue if one[0] != read)
                self.news.append(Flushed(read, self.counts.get(read, 0)))
            case _:
                pass

    async def aclose(self):
        pass


class JoinsSecond(PageSurface):
    def join(self, page):
        self.news.append(SoundCaptured(self.sound.put(MIC, bytes(HEARD))))
        super().join(page)


class LeavesATask(PageSurface):
    async def run(self, tell):
        self.task = asyncio.create_task(asyncio.sleep(100))
        await super().run(tell)


class HangsAtItsEnd(PageSurface):
    async def aclose(self):
        await asyncio.Event().wait()


class TellsInPerform(PageSurface):
    async def run(self, tell):
        self.tell = tell
        await super().run(tell)

    async def perform(self, command):
        if isinstance(command, Flush):
            await self.tell(Flushed(command.read, self.counts.get(command.read, 0)))
        else:
            await super().perform(command)


class Louder(PageSurface):
    """A microphone with a gain of its own, that clips."""

    def listen(self):
        self.here[0].saying = bytearray(byte | 1 for byte in self.here[0].saying)
        super().listen()


class LosesSamples(PageSurface):
    ticks = 0

    def listen(self):
        self.ticks += 1
        if self.ticks % 4:
            super().listen()
        else:
            self.sound.put(MIC, bytes(HEARD))


class StopsWhenMuted(PageSurface):
    def listen(self):
        if not self.here[0].muted:
            super().listen()


class TakesBytesLate(PageSurface):
    async def perform(self, command):
        if isinstance(command, Play):
            self.queue.append((command.read, command.span))
        else:
            await super().perform(command)

    def play(self):
        if self.queue and not isinstance(self.queue[0][1], bytes):
            read, span = self.queue.popleft()
            self.queue.appendleft((read, self.sound.get(span)))
        super().play()


class NewestFirst(PageSurface):
    async def perform(self, command):
        await super().perform(command)
        if isinstance(command, Play):
            self.queue.rotate(1)


class CountsOnlyLoud(PageSurface):
    ducked = False

    async def perform(self, command):
        self.ducked = isinstance(command, Duck) or (self.ducked and not isinstance(command, Unduck))
        await super().perform(command)

    def play(self):
        if not self.ducked:
            super().play()


class GoesOnAfterAFlush(PageSurface):
    async def perform(self, command):
        left = [one for one in self.queue if isinstance(command, Flush) and one[0] == command.read]
        await super().perform(command)
        self.queue.extend(left)


class FlushesEverything(PageSurface):
    async def perform(self, command):
        await super().perform(command)
        if isinstance(command, Flush):
            self.queue.clear()


class FlushesWhatItKnows(PageSurface):
    async def perform(self, command):
        if not isinstance(command, Flush) or command.read in self.counts:
            await super().perform(command)


class WaitsForAPage(PageSurface):
    async def perform(self, command):
        while isinstance(command, ShowText) and not self.here:
            await asyncio.sleep(TICK)
        await super().perform(command)


class NeverComesBack(PageSurface):
    once = False

    def join(self, page):
        if not self.once:
            super().join(page)
        self.once = True


class ListensWhileGone(PageSurface):
    @property
    def here(self):
        return self.pages


class OneAtATime(PageSurface):
    """Who comes last has the voice and the microphone."""

    @property
    def here(self):
        return super().here[-1:]


class AllLeave(PageSurface):
    def vanish(self, page):
        super().vanish(page)
        if len(self.pages) > 1:
            self.news[-1] = SurfaceLeft()
