"""Journals, sound stores and clocks that each break one promise of their contract."""

import asyncio

from solovox.core.units import AudioSpan
from solovox.shell.clock import LoopClock
from solovox.testing.fakes import MemoryJournal
from solovox.testing.memory_sound import MemorySound


class Kept(MemoryJournal):
    """It keeps the contract, the sound's bytes, too."""

    def __init__(self):
        super().__init__()
        self.pcm = bytearray()

    def sound(self, span, pcm):
        self.pcm += bytes(2 * span.first - len(self.pcm)) + pcm


class NeverSyncs(Kept):
    async def sync(self):
        pass


class LosesTheEnd(Kept):
    async def aclose(self):
        await super().aclose()
        self.entries.pop()


class Backwards(Kept):
    def append(self, at, event, commands):
        self.entries.insert(0, (at, event, tuple(commands)))


class Waits(Kept):
    def append(self, at, event, commands):
        super().append(at, event, commands)
        return asyncio.get_running_loop().create_future()


class OneAtATime(Kept):
    syncing = False

    async def sync(self):
        if self.syncing:
            raise RuntimeError("a sync is under way")
        self.syncing = True
        await super().sync()
        self.syncing = False


class Joins(Kept):
    """No silence where a hole was."""

    def sound(self, span, pcm):
        self.pcm += pcm


class ClosesOnce(Kept):
    async def aclose(self):
        if self.closed:
            raise RuntimeError("it is closed")
        await super().aclose()


class NeedsAnEntry(Kept):
    async def aclose(self):
        self.last = self.entries[-1]
        await super().aclose()


class Renumbers(MemorySound):
    def put(self, stream, pcm):
        super().put(stream, pcm)
        return AudioSpan(stream, 0, len(pcm) // 2)


class WholeSpans(MemorySound):
    def __init__(self):
        super().__init__()
        self.spans = set()

    def put(self, stream, pcm):
        span = super().put(stream, pcm)
        self.spans.add(span)
        return span

    def get(self, span):
        if span not in self.spans:
            raise KeyError("it was not put so")
        return super().get(span)


class OneStream(MemorySound):
    def put(self, stream, pcm):
        span = super().put("all", pcm)
        return AudioSpan(stream, span.first, span.count)

    def get(self, span):
        return super().get(AudioSpan("all", span.first, span.count))


class Short(MemorySound):
    def get(self, span):
        try:
            return super().get(span)
        except KeyError:
            return b""


class NeverForgets(MemorySound):
    def forget(self, stream, before):
        pass


class TakesHalves(MemorySound):
    def put(self, stream, pcm):
        return super().put(stream, pcm[: len(pcm) // 2 * 2])


class Seconds(LoopClock):
    def now(self):
        return super().now() / 1000


class Early(LoopClock):
    async def sleep_until(self, at):
        await super().sleep_until(at - 5)


class AlwaysSleeps(LoopClock):
    async def sleep_until(self, at):
        await super().sleep_until(at)
        await asyncio.sleep(1)


class Falls(LoopClock):
    def now(self):
        return 10_000 - super().now()


class Stubborn(LoopClock):
    async def sleep_until(self, at):
        try:
            await super().sleep_until(at)
        except asyncio.CancelledError:
            await super().sleep_until(10_000_000)
