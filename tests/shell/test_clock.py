"""Time passes only in sleep."""

import asyncio
import math
import socket
import threading
import time

import pytest

from solovox.shell.clock import LoopClock, run


async def sleeps(seconds):
    clock = LoopClock()
    await asyncio.sleep(seconds)
    return clock.now()


def test_a_long_sleep_takes_no_time_and_lands_exactly():
    assert run(sleeps(3600), math.inf) == 3_600_000


def test_a_finite_speed_paces():
    began = time.perf_counter()
    assert run(sleeps(2), 10.0) == 2000
    assert time.perf_counter() - began > 0.15


@pytest.mark.parametrize("speed", [0, -1, math.nan])
def test_a_speed_that_is_none_is_refused(speed):
    with pytest.raises(ValueError, match="above 0"):
        run(sleeps(1), speed)


def computes(seconds):
    threading.Event().wait(seconds)
    return seconds


@pytest.mark.parametrize("speed", [math.inf, 100.0])
def test_time_stands_still_while_threads_compute(speed):
    async def main():
        clock = LoopClock()
        async with asyncio.TaskGroup() as tasks:
            ticker = tasks.create_task(asyncio.sleep(5))
            for _ in range(20):
                assert await asyncio.to_thread(computes, 0.003) == 0.003
                assert clock.now() == 0
            await ticker
        return clock.now()

    assert run(main(), speed) == 5000


def test_a_cancelled_thread_holds_time_until_it_has_ended():
    async def main():
        clock = LoopClock()
        gate = threading.Event()
        async with asyncio.TaskGroup() as tasks:
            computing = tasks.create_task(asyncio.to_thread(gate.wait, 5))
            await asyncio.sleep(0)
            await asyncio.sleep(0)
            computing.cancel()
            threading.Timer(0.05, gate.set).start()
        before = clock.now()
        began = time.perf_counter()
        await asyncio.sleep(1)
        return before, clock.now(), time.perf_counter() - began

    before, after, waited = run(main(), math.inf)
    assert (before, after) == (0, 1000)
    assert waited > 0.03


def test_what_arrives_early_ends_the_wait_after_its_share():
    async def main():
        clock = LoopClock()
        ours, theirs = socket.socketpair()
        with ours, theirs:
            ours.setblocking(False)
            threading.Timer(0.1, theirs.send, [b"x"]).start()
            async with asyncio.timeout(20):
                await asyncio.get_running_loop().sock_recv(ours, 1)
        return clock.now()

    assert 500 < run(main(), 10.0) < 3000


@pytest.mark.parametrize("speed", [1.0, 50.0, math.inf])
def test_sleep_until_never_returns_early(speed):
    async def main():
        clock = LoopClock()
        for at in (0, 1, 7, 20, 21, 33, 100):
            await clock.sleep_until(at)
            assert clock.now() >= at
        await clock.sleep_until(5)
        return clock.now()

    assert run(main(), speed) >= 100


def test_on_a_virtual_loop_a_timer_reads_its_own_millisecond():
    async def main():
        clock = LoopClock()
        for at in range(0, 200_000, 997):
            await clock.sleep_until(at)
            assert clock.now() == at

    run(main(), math.inf)
