"""One session at a time: however early its end is asked for, it ends."""

import asyncio

import pytest

from solovox.core.errors import SolovoxError
from solovox.discord.talk_parts import BegunSession
from solovox.shell.supervisor import Supervisor


class Waiting:
    """A session that runs until it is hung up."""

    leaving = False

    def __init__(self):
        self.over = asyncio.Event()

    async def run(self):
        await self.over.wait()
        return "hung up"

    def hang_up(self):
        self.over.set()


class Beginning:
    """A supervisor with what begins sessions there. `made` lets the next one be made."""

    def __init__(self, limit=1):
        self.supervisor = Supervisor(limit, lambda _, why: self.begun.mark_ended(why))
        self.begun = BegunSession(self.supervisor)
        self.made = asyncio.Event()

    async def make(self):
        await self.made.wait()
        self.begun.settle()
        return Waiting()


async def test_one_that_is_being_made_ends_when_it_has_begun():
    there = Beginning()
    async with there.supervisor, asyncio.TaskGroup() as tasks:
        beginning = tasks.create_task(there.begun.begin(there.make))
        await asyncio.sleep(0)
        ending = tasks.create_task(there.begun.end())
        await asyncio.sleep(0)
        assert there.begun.runs
        there.made.set()
        async with asyncio.timeout(5):
            await asyncio.gather(beginning, ending)
        assert not there.begun.runs
        assert there.begun.over == "hung up"


async def test_one_whose_beginning_is_given_up_ends_too():
    there = Beginning()
    async with there.supervisor:
        with pytest.raises(TimeoutError):
            async with asyncio.timeout(0):
                await there.begun.begin(there.make)
        there.made.set()
        async with asyncio.timeout(5):
            await there.begun.end()
        assert not there.begun.runs


async def test_what_cannot_be_made_is_raised_and_the_next_may_begin():
    there = Beginning()

    async def fails():
        raise SolovoxError("no brain")

    async with there.supervisor:
        with pytest.raises(SolovoxError, match="no brain"):
            await there.begun.begin(fails)
        there.made.set()
        await there.begun.begin(there.make)
        assert there.begun.over is None
        await there.begun.end()
