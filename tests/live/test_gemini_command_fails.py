"""A command that fails at the link: the core takes the connection for lost, and the next must really be opened."""

import asyncio
from contextlib import asynccontextmanager

import pytest

from live.gemini_double import Double
from solovox.core import commands as c
from solovox.core import events as e
from solovox.core.policy import EarKind, Policy
from solovox.core.units import AudioSpan, ConnectionId, StreamId
from solovox.live.gemini.ear import GeminiEar
from solovox.live.gemini.endpoint import endpoint
from solovox.live.gemini.setup import plan
from solovox.shell.sound import SoundStore

ONE, TWO = ConnectionId(1), ConnectionId(2)
NEVER = c.SendMicrophone(ONE, AudioSpan(StreamId("mic"), 0, 320))


@asynccontextmanager
async def ear():
    async with Double() as double, asyncio.timeout(20), asyncio.TaskGroup() as tasks:
        wanted = plan(Policy(ear=EarKind.LIVE), None, None)
        link = GeminiEar(endpoint(double.url, None), lambda: wanted, SoundStore())
        link.told = asyncio.Queue()
        running = tasks.create_task(link.run(link.told.put))
        yield double, link
        running.cancel()


async def first(link, kind):
    while not isinstance(event := await link.told.get(), kind):
        pass
    return event


@pytest.mark.parametrize("times", [1, 3])
async def test_L1_after_a_command_that_failed_the_old_connection_is_closed_and_the_next_is_opened(times):
    async with ear() as (double, link):
        await link.perform(c.OpenEar(ONE, resume=False))
        assert await first(link, e.EarOpened) == e.EarOpened(ONE)
        with pytest.raises(KeyError):
            await link.perform(NEVER)
        for n in range(times):  # whoever is in a hurry
            await link.perform(c.OpenEar(ConnectionId(TWO + n), resume=False))
        assert await first(link, e.EarOpened) == e.EarOpened(ConnectionId(1 + times))
        assert double.most_open == 1
