"""L1: a connection of a live ear is left before its limit, whether or not its service says that it goes away."""

import asyncio
import contextlib
import math
from itertools import pairwise

import pytest

from contracts.ears import PlainEar
from solovox.core import commands as c
from solovox.core import events as e
from solovox.core.units import ConnectionId
from solovox.shell.clock import LoopClock, run
from solovox.shell.links.around_ear import EARLY_MS, LimitedEar
from solovox.testing.contracts_ear import EarContract
from solovox.testing.memory_sound import MemorySound

pytestmark = pytest.mark.slow

LIMIT = 90_000
LONG = 4 * LIMIT
SLACK = 50
"""Milliseconds that `PlainEar` takes to open."""


class TestLimitedEar(EarContract):
    speed = math.inf

    @contextlib.asynccontextmanager
    async def fresh(self, sound):
        ear = PlainEar(sound)
        yield LimitedEar(ear, LIMIT, LoopClock()), ear.model


def lived(until, *deeds, obeys=False):
    """What is told, with when, up to a moment. `deeds`: when, and what is done with the inner and the limited ear.
    `obeys`: who is told that a connection goes away opens the next.
    """

    async def life():
        told, clock = [], LoopClock()
        inner = PlainEar(MemorySound())
        ear = LimitedEar(inner, LIMIT, clock)

        async def tell(event):
            told.append((clock.now(), event))
            if obeys and isinstance(event, e.EarGoingAway):
                await ear.perform(c.OpenEar(ConnectionId(event.connection + 1), None))

        async with asyncio.TaskGroup() as tasks:
            running = tasks.create_task(ear.run(tell))
            await ear.perform(c.OpenEar(ConnectionId(1), None))
            for at, deed in deeds:
                await clock.sleep_until(at)
                await deed(inner, ear)
            await clock.sleep_until(until)
            running.cancel()
        assert {*asyncio.all_tasks()} == {asyncio.current_task()}
        return told

    return run(life(), math.inf)


def leavings(told):
    return [(at, event) for at, event in told if isinstance(event, e.EarGoingAway)]


def test_L1_it_is_said_once_thirty_seconds_before_the_limit():
    ((at, event),) = leavings(lived(LIMIT + 60_000))
    assert event == e.EarGoingAway(ConnectionId(1), EARLY_MS)
    assert 0 <= at - (LIMIT - EARLY_MS) <= SLACK


async def lost(inner, _ear):
    inner.lose("the connection broke")


async def closed(_inner, ear):
    await ear.perform(c.CloseEar(ConnectionId(1), "the person left"))


async def opened_anew(_inner, ear):
    await ear.perform(c.OpenEar(ConnectionId(2), None))


@pytest.mark.parametrize("end", [lost, closed])
def test_L1_nothing_is_said_of_a_connection_that_is_over(end):
    assert leavings(lived(2 * LIMIT, (LIMIT // 2, end))) == []


def test_L1_the_next_connection_has_a_limit_of_its_own():
    ((at, event),) = leavings(lived(LIMIT + LIMIT // 2, (LIMIT // 2, opened_anew)))
    assert event.connection == 2
    assert 0 <= at - (LIMIT // 2 + LIMIT - EARLY_MS) <= 2 * SLACK


def test_L1_what_the_service_says_first_is_said_and_not_again():
    async def goes_away(inner, _ear):
        inner.arrives(e.EarGoingAway(ConnectionId(1), 10_000))

    ((at, event),) = leavings(lived(2 * LIMIT, (LIMIT // 2, goes_away)))
    assert event.left_ms == 10_000
    assert 0 <= at - LIMIT // 2 <= SLACK


def test_L1_a_service_that_gives_more_than_the_limit_is_not_believed():
    async def goes_away(inner, _ear):
        inner.arrives(e.EarGoingAway(ConnectionId(1), LIMIT))

    ((at, event),) = leavings(lived(LIMIT, (LIMIT // 3, goes_away)))
    assert event.left_ms <= LIMIT - LIMIT // 3 + SLACK
    assert event.left_ms >= LIMIT - at - SLACK


def test_L1_however_long_it_lasts_each_connection_is_left_before_its_limit():
    told = lived(LONG, obeys=True)
    opened = [at for at, event in told if isinstance(event, e.EarOpened)]
    assert len(opened) == LONG // (LIMIT - EARLY_MS)
    assert len(leavings(told)) >= len(opened) - 1
    assert all(then - at <= LIMIT - EARLY_MS + 2 * SLACK for at, then in pairwise(opened))
