"""MCP servers that are processes: how they start, die, hang and are ended."""

import asyncio
import contextlib
import sys
from pathlib import Path

import pytest

from solovox.ports import ToolSetError, ToolsTrouble
from solovox.testing.contracts_toolset import ToolSetContract
from solovox.tools.mcp.server import McpTools
from solovox.tools.mcp.settings import ServedTools
from tools.mcp_sets import HARD, PATIENCE, Carried, hard, over_http, plain

pytestmark = pytest.mark.slow


class TestAsAProcess(ToolSetContract):
    @contextlib.asynccontextmanager
    async def fresh(self):
        yield hard()

    @contextlib.asynccontextmanager
    async def failing(self):
        yield McpTools(ServedTools(name="none", command=("/no/such/program",)))


async def test_what_it_lists_anew_counts_from_then_on():
    async with Carried(hard()) as server:
        assert "new" not in server.tools
        await server.use("grow")
        await server.until(lambda one: "new" in one.tools)
        assert (await server.use("new")).text == "new"


async def test_a_server_that_dies_is_told_started_again_once_and_then_absent():
    async with Carried(hard()) as server:
        first = await server.use("die")
        await server.until(lambda one: len(one.news) == 2)
        assert (await server.use("wait", seconds=0)).text == "waited"
        await server.use("die")
        await server.until(lambda one: one.tools == {})
    how = "it ended by itself (exit code 7): I am dying"
    assert [one.line for one in server.news if isinstance(one, ToolsTrouble)] == [
        f"{how}; it is started again",
        f"{how}; its tools are absent",
    ]
    assert (first.failed, first.receipt) == (True, None)
    assert first.text == "hard did not answer die: it ended meanwhile; it may be done or not"


def alive(pid):
    try:
        return Path(f"/proc/{pid}/stat").read_text().split()[2] != "Z"
    except FileNotFoundError:
        return False


async def test_L5_a_server_that_does_not_go_is_killed_with_its_children(tmp_path):
    async with Carried(hard("stubborn", tmp_path / "pids")):
        pids = [int(one) for one in (tmp_path / "pids").read_text().split()]
        assert all(map(alive, pids))
    for _ in range(200):
        if not any(map(alive, pids)):
            break
        await asyncio.sleep(0.01)
    assert not any(map(alive, pids))


async def test_L5_a_server_that_hangs_at_its_start_is_ended_with_the_session():
    silent = hard("silent")
    async with asyncio.TaskGroup() as tasks:
        work = tasks.create_task(silent.run(None))
        opening = tasks.create_task(silent.open())
        async with asyncio.timeout(PATIENCE):
            while silent._process is None or silent._process._process is None:
                await asyncio.sleep(0.01)
        pid = silent._process._process.pid
        work.cancel()
        opening.cancel()
    assert not alive(pid)


async def test_its_noise_stays_off_the_screen(capfd):
    async with Carried(hard()) as server:
        await server.use("wait", seconds=0)
    assert capfd.readouterr() == ("", "")


async def test_no_shell_reads_its_command(tmp_path):
    odd = ServedTools(name="odd", command=(sys.executable, str(HARD), "$(touch x); touch y"), folder=tmp_path)
    async with Carried(McpTools(odd)):
        assert list(tmp_path.iterdir()) == []


@pytest.mark.parametrize(
    ("command", "line"),
    [
        (("no-such-program",), r"program no-such-program is not there: see mcp.bad.command"),
        (("/dev/null",), r"^/dev/null cannot be started: Permission denied; see mcp.bad.command$"),
        (
            (sys.executable, "-c", "raise SystemExit('no key is set')"),
            r"^it ended by itself \(exit code 1\): no key is set$",
        ),
    ],
)
async def test_what_does_not_start_says_what_to_do(command, line):
    with pytest.raises(ToolSetError, match=line):
        async with Carried(McpTools(ServedTools(name="bad", command=command))):
            pass


async def test_an_address_that_is_lost_fails_its_call_and_serves_again_when_it_is_back():
    async with contextlib.AsyncExitStack() as stays:
        async with over_http(plain()) as url:
            far = await stays.enter_async_context(Carried(McpTools(ServedTools(name="far", url=url))))
            assert (await far.use("look")).text == "seen"
        lost = await far.use("look")
        async with over_http(plain(), int(url.rpartition(":")[2].partition("/")[0])):
            await far.until(lambda one: len(one.news) == 2)
            back = await far.use("look")
    assert (lost.failed, lost.receipt, back.text) == (True, None, "seen")
    assert lost.text.startswith("far did not answer look: "), lost.text
    [trouble, changed] = far.news
    assert trouble.line.endswith("; it is asked again"), trouble.line
    assert [one.own for one in changed.tools] == ["look", "dig"]
