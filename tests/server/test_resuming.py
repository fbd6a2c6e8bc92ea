"""One session over several connections: whoever takes a handle has it, whatever the older ones are doing."""

import asyncio
from random import Random

import pytest

from server.rig import FAST, setup
from server.test_session import Pipe, served
from solovox.server.options import ServerOptions
from solovox.server.served import TAKEN
from solovox.server.served_session import ServedSession
from solovox.shell.clock import LoopClock, run
from solovox.wire.gemini_live import client_frames as c
from solovox.wire.gemini_live.parts import text_content
from virtual import virtual

pytestmark = pytest.mark.slow


async def _resumed(engines, seed):
    """A connection that is in the middle of something when another takes its session, closed before or not; what both saw."""
    chance, pipes = Random(seed), (Pipe(), Pipe())
    older, newer = (
        ServedSession(pipe, engines, LoopClock(), choices)
        for pipe, choices in zip(pipes, (ServerOptions(), FAST), strict=True)
    )

    async def first():
        pipe = pipes[0]
        pipe.says(setup(), c.ClientContent(turns=(text_content("One"),), turn_complete=True))
        await pipe.until("R")
        handle = pipe.frames[-1].session_resumption_update.new_handle
        pipe.says(*[c.ClientContent(turns=(text_content("Two"),), turn_complete=True)] * chance.randrange(3))
        await asyncio.sleep(chance.choice([0, 0, chance.random() * 3]))
        if chance.random() < 0.7:
            pipe.up.put_nowait(None)
            for _ in range(chance.randrange(12)):
                await asyncio.sleep(0)
        pipes[1].says(setup(session_resumption=c.SessionResumption(handle=handle)))
        pipes[1].says(c.ClientContent(turns=(text_content("Three"),), turn_complete=True))
        await pipes[1].until("R")
        for pipe in pipes:
            pipe.up.put_nowait(None)

    async with asyncio.TaskGroup() as tasks:
        for session in (older, newer):
            tasks.create_task(session.run())
        tasks.create_task(first())
    return pipes


def test_V8_no_resumption_is_ever_refused_whatever_the_older_connection_is_doing(tmp_path):
    async def races():
        async with served(tmp_path) as (_, engines):
            for seed in range(200):
                older, newer = await _resumed(engines, seed)
                assert newer.closed is None, (seed, newer.closed)
                assert (newer.order[0], newer.order[-1]) == ("S", "R"), (seed, newer.order)
                assert older.closed in (None, (1008, TAKEN)), (seed, older.closed)

    run(races(), float("inf"))


@virtual
async def test_V8_when_its_connection_has_ended_a_session_ages(tmp_path):
    hours = [0]

    async with served(tmp_path, now=lambda: hours[-1] * 3600.0) as (pipe, engines):
        pipe.says(setup(), c.ClientContent(turns=(text_content("Hi"),), turn_complete=True))
        await pipe.until("R")
        handle = pipe.frames[-1].session_resumption_update.new_handle
        pipe.up.put_nowait(None)
        await asyncio.sleep(1)
        hours.append(3)
        found = engines.handles.take(handle, print)
    assert found is None
