"""Many sessions, one limit."""

import asyncio
import math

import pytest

from shell.rig import Rig
from shell.tiny import TinyTalk
from solovox.core import events as e
from solovox.core.errors import Misuse
from solovox.core.units import SurfaceCaps
from solovox.shell.clock import run
from solovox.shell.supervisor import SessionLimit, Supervisor

JOINED = (0, e.SurfaceJoined(SurfaceCaps()))


def lasting(ms):
    return Rig(script=[JOINED, (ms, e.HungUp())])


def making(rig):
    """What makes its session."""

    async def make():
        return rig.build()

    return make


class Stubborn(TinyTalk):
    """Does not end when it is told to."""

    def handle(self, at, event):
        return []


class Failing:
    next_deadline = None

    def handle(self, at, event):
        raise Misuse("broken")


async def all_run(count, limit=50):
    ended = {}
    async with Supervisor(limit, ended.__setitem__) as supervisor:
        for n in range(count):
            supervisor.start(f"s{n}", making(lasting(1000 + n)))
        await supervisor.drain()
        assert supervisor.names == ()
    return ended


def test_fifty_sessions_run_side_by_side_and_end_by_themselves():
    assert run(all_run(50), math.inf) == {f"s{n}": "hung up" for n in range(50)}


def test_the_session_beyond_the_limit_is_refused_in_one_line_and_never_made():
    made = []

    async def main():
        async with Supervisor(2) as supervisor:
            for n in range(2):
                supervisor.start(f"s{n}", making(lasting(1000)))
            with pytest.raises(
                SessionLimit, match="all 2 sessions of this server are taken; try again later"
            ) as no:
                supervisor.start("s2", lambda: made.append(1))
            assert "\n" not in str(no.value)
            await asyncio.sleep(2)
            supervisor.start("s2", making(lasting(10)))

    run(main(), math.inf)
    assert made == []


def test_a_name_is_one_sessions_only():
    async def main():
        async with Supervisor() as supervisor:
            supervisor.start("a", making(lasting(1000)))
            with pytest.raises(SessionLimit, match="named a runs already"):
                supervisor.start("a", making(lasting(1000)))

    run(main(), math.inf)


def test_a_draining_supervisor_takes_nobody():
    async def main():
        async with Supervisor() as supervisor:
            await supervisor.drain()
            with pytest.raises(SessionLimit, match="going away"):
                supervisor.start("a", making(lasting(1000)))

    run(main(), math.inf)


def test_a_session_that_fails_ends_alone():
    ended = {}

    async def main():
        async with Supervisor(ended=ended.__setitem__) as supervisor:
            supervisor.start("bad", making(Rig(script=[JOINED], talk=Failing())))
            supervisor.start("good", making(lasting(5000)))
            await supervisor.drain()

    run(main(), math.inf)
    assert ended["good"] == "hung up"
    assert str(ended["bad"]) == "broken"


def test_L5_leaving_hangs_up_and_then_cancels():
    ended, rigs = {}, [lasting(10**9), Rig(script=[JOINED], talk=Stubborn())]

    async def main():
        async with Supervisor(ended=ended.__setitem__) as supervisor:
            supervisor.start("polite", making(rigs[0]))
            supervisor.start("stubborn", making(rigs[1]))
            await asyncio.sleep(1)
        return asyncio.all_tasks()

    assert len(run(main(), math.inf)) == 1
    assert ended == {"polite": "hung up", "stubborn": "cancelled"}
    assert all(rig.journal.closed for rig in rigs)


def test_an_error_inside_ends_the_sessions_too():
    rig = lasting(10**9)

    async def main():
        async with Supervisor() as supervisor:
            supervisor.start("a", making(rig))
            await asyncio.sleep(1)
            raise KeyError("outside")

    with pytest.raises(KeyError):
        run(main(), math.inf)
    assert rig.journal.closed
