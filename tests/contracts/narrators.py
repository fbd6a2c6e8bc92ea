"""A narrator in memory that keeps the contract, and narrators that each break one promise of it."""

import asyncio
from collections import deque

from solovox.core.commands import CancelRead, Read
from solovox.core.events import ReadFailed, ReadRendered, ReadSounded
from solovox.core.units import StreamId

WORD = b"\1\2" * 240


class PlainNarrator:
    """It keeps the contract: ten milliseconds of sound a word."""

    unsaid = None
    """A word that it cannot say."""

    def __init__(self, sound):
        self.sound, self.waiting, self.wanted, self.more = sound, deque(), set(), asyncio.Event()

    async def run(self, tell):
        self.tell = tell
        while True:
            while not self.waiting:
                self.more.clear()
                await self.more.wait()
            await self.say(self.waiting.popleft())

    async def say(self, read):
        said_to = 0
        for word in read.said.split(" ") if read.said else ():
            if read.read not in self.wanted:
                return
            said_to = min(len(read.said), said_to + len(word) + 1)
            if word == self.unsaid:
                self.wanted.discard(read.read)
                await self.fail(read.read)
                return
            await self.sounded(read, said_to)
            await asyncio.sleep(0.01)
        if read.read in self.wanted:
            await self.rendered(read)

    async def fail(self, read):
        await self.tell(ReadFailed(read, f"cannot say {self.unsaid}"))

    async def sounded(self, read, said_to):
        span = self.sound.put(self.stream(read), WORD)
        await self.tell(ReadSounded(read.read, span, said_to))

    async def rendered(self, read):
        await self.tell(ReadRendered(read.read))

    def stream(self, read):
        return StreamId(f"voice/{read.read}")

    async def perform(self, command):
        if isinstance(command, Read):
            self.wanted.add(command.read)
            self.waiting.append(command)
            self.more.set()
        else:
            self.cancel(command.read)

    def cancel(self, read):
        self.wanted.discard(read)

    async def aclose(self):
        pass


class HangsAtItsEnd(PlainNarrator):
    async def aclose(self):
        await asyncio.Event().wait()


class LeavesATask(PlainNarrator):
    async def run(self, tell):
        self.task = asyncio.create_task(asyncio.sleep(100))
        await super().run(tell)


class TellsInPerform(PlainNarrator):
    async def perform(self, command):
        await super().perform(command)
        if isinstance(command, CancelRead):
            await self.tell(ReadFailed(command.read, "cancelled"))


class EndsTwice(PlainNarrator):
    async def rendered(self, read):
        await super().rendered(read)
        await super().rendered(read)


class NeverEnds(PlainNarrator):
    async def rendered(self, read):
        pass


class HasHoles(PlainNarrator):
    async def sounded(self, read, said_to):
        await super().sounded(read, said_to)
        self.sound.put(self.stream(read), WORD)


class IsSilent(PlainNarrator):
    async def sounded(self, read, said_to):
        span = self.sound.put(self.stream(read), bytes(480))
        await self.tell(ReadSounded(read.read, span, said_to))


class HasOneStream(PlainNarrator):
    def stream(self, read):
        return StreamId("voice")


class CountsBackwards(PlainNarrator):
    async def sounded(self, read, said_to):
        await super().sounded(read, len(read.said) - said_to)


class StopsCounting(PlainNarrator):
    async def sounded(self, read, said_to):
        await super().sounded(read, min(said_to, 5))


class GoesOn(PlainNarrator):
    def cancel(self, read):
        pass


class CannotTakeBack(PlainNarrator):
    """Only what sounds can be cancelled."""

    begun = frozenset()

    async def say(self, read):
        self.begun = self.begun | {read.read}
        await super().say(read)

    def cancel(self, read):
        if read in self.begun:
            super().cancel(read)


class KnowsOnlyItsOwn(PlainNarrator):
    async def say(self, read):
        await super().say(read)
        self.wanted.discard(read.read)

    def cancel(self, read):
        self.wanted.remove(read)


class AllAtOnce(PlainNarrator):
    async def run(self, tell):
        self.tell = tell
        async with asyncio.TaskGroup() as tasks:
            while True:
                while not self.waiting:
                    self.more.clear()
                    await self.more.wait()
                tasks.create_task(self.say(self.waiting.popleft()))


class WaitsForWords(PlainNarrator):
    async def say(self, read):
        while not any(map(str.isalnum, read.said)):
            await asyncio.sleep(1)
        await super().say(read)


class Breaks(PlainNarrator):
    async def fail(self, read):
        raise RuntimeError("it broke")


class SaysWhyAtLength(PlainNarrator):
    async def fail(self, read):
        await self.tell(ReadFailed(read, "Traceback\n  and so on"))
