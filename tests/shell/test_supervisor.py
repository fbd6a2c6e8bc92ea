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


def test_a_running_session_is_found_by_its_name_and_an_ended_one_is_not():
    async def main():
        async with Supervisor() as supervisor:
            supervisor.start("a", making(lasting(1000)))
            supervisor.start("b", making(lasting(9000)))
            await asyncio.sleep(0.5)
            found = supervisor.get("b")
            assert found is not None
            assert found is not supervisor.get("a")
            await asyncio.sleep(1)
            assert (supervisor.get("a"), supervisor.get("b")) == (None, found)
            found.hang_up()
            await supervisor.drain()
            assert supervisor.get("b") is None

    run(main(), math.inf)


class Lasts:
    """A session that does not end by itself. `leaving`: its client has left, and something is left to do."""

    def __init__(self):
        self.leaving = False
        self.over = asyncio.Event()
        self.hung_up = False

    async def run(self):
        await self.over.wait()
        return "over"

    def hang_up(self):
        self.hung_up = True


def having(session):
    async def make():
        return session

    return make


def test_who_leaves_gives_its_place_back_before_it_has_ended():
    async def main():
        async with Supervisor(1) as supervisor:
            first, second = Lasts(), Lasts()
            supervisor.start("first", having(first))
            await asyncio.sleep(0)
            assert supervisor.refusal("second").startswith("all 1 sessions of this server are taken")
            first.leaving = True
            assert (supervisor.refusal("second"), supervisor.count) == ("", 0)
            supervisor.start("second", having(second))
            assert supervisor.names == ("first", "second")
            first.over.set()
            second.over.set()

    run(main(), math.inf)


def test_a_place_is_taken_while_the_session_is_made_and_given_back_if_it_cannot_be():
    ended, made = {}, asyncio.Event()

    async def fails():
        await made.wait()
        raise KeyError("no brain")

    async def main():
        async with Supervisor(1, ended.__setitem__) as supervisor:
            supervisor.start("a", fails)
            await asyncio.sleep(1)
            assert (supervisor.count, supervisor.get("a")) == (1, None)
            made.set()
            await asyncio.sleep(1)
            assert (supervisor.count, supervisor.names) == (0, ())

    run(main(), math.inf)
    assert str(ended["a"]) == "'no brain'"


def test_a_session_in_the_callers_own_task_gives_its_reason_and_raises_its_error():
    async def main():
        async with Supervisor() as supervisor:
            assert await supervisor.carry("a", making(lasting(1000))) == "hung up"
            with pytest.raises(Misuse, match="broken"):
                await supervisor.carry("b", making(Rig(script=[JOINED], talk=Failing())))
            assert supervisor.names == ()

    run(main(), math.inf)


def test_L5_stopping_ends_also_what_runs_in_tasks_of_others():
    async def main():
        session = Lasts()
        async with Supervisor() as supervisor:
            task = asyncio.create_task(supervisor.carry("a", having(session)))
            await asyncio.sleep(0)
        assert session.hung_up
        await asyncio.wait([task])
        assert task.cancelled()

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
