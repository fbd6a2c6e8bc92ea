"""MCP servers as sets of tools: our client and servers of the SDK's, in memory and over HTTP."""

import asyncio
import contextlib
import json
import math
import socket

import anyio
import pytest
from mcp import types
from mcp.server import MCPServer
from mcp.server.mcpserver import Context
from pydantic import BaseModel

from solovox.core import commands as c
from solovox.core import events as e
from solovox.core.policy import Risk, ToolSpec
from solovox.ports import Progress, ToolResult, ToolSetError, ToolsTrouble, run_tool
from solovox.shell.clock import run
from solovox.shell.links.toolbox import Toolbox
from solovox.shell.links.tools import ToolsOverPort
from solovox.testing.contracts_toolset import ToolSetContract
from solovox.tools.mcp.server import McpTools
from solovox.tools.mcp.settings import ServedTools
from tools.mcp_sets import PATIENCE, Carried, Lists, listed, of, over_http, plain

pytestmark = pytest.mark.slow


class TestInMemory(ToolSetContract):
    @contextlib.asynccontextmanager
    async def fresh(self):
        yield of(plain())


async def test_what_looks_gives_no_receipt_what_acts_gives_what_the_server_answered_and_a_failure_none():
    async with Carried(of(plain(), hinted=True)) as near:
        looked, dug, failed = (
            await near.use("look"),
            await near.use("dig", deep=3),
            await near.use("dig", deep=-1),
        )
        wrong = await near.use("dig", deep="far")
    assert looked == ToolResult("seen")
    assert (json.loads(dug.text), dug.failed) == ({"dug": 3}, False)
    assert dug.receipt == f"near answered dig: {' '.join(dug.text.split())}"
    assert (failed.failed, failed.receipt, "dig" in failed.text) == (True, None, True)
    assert (wrong.failed, wrong.receipt) == (True, None)


@pytest.mark.parametrize(
    ("more", "look", "dig"),
    [
        ({}, (True, Risk.ASK), (True, Risk.ASK)),
        ({"hinted": True}, (False, Risk.FREE), (True, Risk.ASK)),
        ({"risk": Risk.FREE}, (True, Risk.FREE), (True, Risk.FREE)),
        ({"risk": Risk.NEVER}, (True, Risk.NEVER), (True, Risk.NEVER)),
    ],
)
async def test_A1_its_tools_ask_unless_the_person_says_otherwise(more, look, dig):
    async with Carried(of(plain(), **more)) as near:
        assert [(one.effects, one.risk) for one in near.tools.values()] == [look, dig]


async def test_only_the_tools_that_are_named_are_used_and_one_that_is_not_there_is_told():
    async with Carried(of(plain(), only=("look", "lok"))) as near:
        assert list(near.tools) == ["look"]
    assert near.news == [
        ToolsTrouble("it has no tool called lok: correct mcp.near.tools; there is look, dig")
    ]


async def test_progress_is_told_before_the_result():
    server = MCPServer("slow")

    @server.tool()
    async def work(ctx: Context) -> str:
        """Works."""
        await ctx.report_progress(1, 2, "half")
        await ctx.report_progress(2, 2)
        return "done"

    seen = []
    async with Carried(of(server)) as near:

        async def tell(one):
            seen.append(one)

        result = await run_tool(near.tools["work"], {}, tell)
    assert (seen, result.text) == ([Progress("half (1 of 2)"), Progress("2 of 2")], "done")


async def test_T4_a_call_that_is_cancelled_is_cancelled_at_the_server():
    server, begun, cancelled = MCPServer("slow"), asyncio.Event(), asyncio.Event()

    @server.tool()
    async def work() -> str:
        """Works for ever."""
        begun.set()
        try:
            await asyncio.Event().wait()
        except asyncio.CancelledError:
            cancelled.set()
            raise
        return ""

    async with asyncio.timeout(PATIENCE), Carried(of(server)) as near, asyncio.TaskGroup() as tasks:
        call = tasks.create_task(near.use("work"))
        await begun.wait()
        call.cancel()
        await cancelled.wait()


async def test_an_answer_of_another_shape_than_promised_is_a_failure():
    server = plain()

    async def wrong(context, params):
        return types.CallToolResult(
            content=[types.TextContent(text="hello")], structured_content={"dug": "deep"}
        )

    async with Carried(of(server)) as near:
        server._lowlevel_server.add_request_handler("tools/call", types.CallToolRequestParams, wrong)
        result = await near.use("dig", deep=1)
    assert (result.failed, result.receipt) == (True, None)
    assert "Invalid structured content" in result.text


@pytest.mark.parametrize("stateless", [False, True])
async def test_a_server_at_an_address_is_asked_with_the_headers_that_were_said(stateless):
    server, seen = plain(), []

    @server.tool()
    def who(ctx: Context) -> str:
        """Whose key it is."""
        seen.append(ctx.headers["authorization"])
        return "ok"

    async with over_http(server, stateless_http=stateless) as url:
        headers = {"Authorization": "Bearer k"}
        async with Carried(McpTools(ServedTools(name="far", url=url, headers=headers))) as far:
            assert (await far.use("who")).receipt == "far answered who: ok"
    assert seen == ["Bearer k"]


async def answering(status):
    """A server of nothing but that status, and its address."""

    async def serve(reader, writer):
        with contextlib.suppress(asyncio.IncompleteReadError, ConnectionError):
            await reader.readuntil(b"\r\n\r\n")
            writer.write(f"HTTP/1.1 {status} No\r\nContent-Length: 0\r\nConnection: close\r\n\r\n".encode())
            await writer.drain()
        writer.close()

    server = await asyncio.start_server(serve, "127.0.0.1", 0)
    return server, f"http://127.0.0.1:{server.sockets[0].getsockname()[1]}/mcp?k=sekret"


@pytest.mark.parametrize(
    ("status", "line"),
    [
        (401, r"^127.0.0.1:\d+ lets nobody in without a key \(HTTP 401\): see mcp.far.headers$"),
        (500, r"^127.0.0.1:\d+ answers HTTP 500: .*; see mcp.far.url$"),
    ],
)
async def test_an_address_that_refuses_says_what_to_look_at(status, line):
    server, url = await answering(status)
    async with server:
        with pytest.raises(ToolSetError, match=line):
            async with Carried(McpTools(ServedTools(name="far", url=url))):
                pass


async def test_an_address_where_nobody_is_says_so():
    with socket.create_server(("127.0.0.1", 0)) as door:
        port = door.getsockname()[1]
    with pytest.raises(
        ToolSetError, match=rf"^127.0.0.1:{port} cannot be reached \(.*\): start it, or correct mcp.far.url$"
    ):
        async with Carried(McpTools(ServedTools(name="far", url=f"http://127.0.0.1:{port}/mcp"))):
            pass


async def test_C3_in_a_session_a_tool_that_is_gone_is_a_failed_result_and_a_new_one_can_be_run():
    lists = Lists(listed("dig"), listed("old"))
    near = of(lists.server)
    seen: asyncio.Queue = asyncio.Queue()
    box = Toolbox(sets={"near": near}, spec=lambda tool: ToolSpec(name=tool.name, risk=tool.risk))
    link = ToolsOverPort(box)
    async with asyncio.timeout(PATIENCE), asyncio.TaskGroup() as tasks:
        work = tasks.create_task(link.run(seen.put))
        opened = await seen.get()
        lists.tools = [listed("look")]
        near._stir()
        changed = await seen.get()
        await link.perform(c.RunTool(1, "near_old", "{}"))
        gone = await seen.get()
        await link.perform(c.RunTool(2, "near_look", "{}"))
        ran = await seen.get()
        work.cancel()
    await link.aclose()
    assert [one.name for one in opened.tools] == ["near_dig", "near_old"]
    assert changed == e.ToolSetOpened("near", (ToolSpec(name="near_look", risk=Risk.ASK),))
    assert gone == e.ToolReturned(1, "there is no tool named near_old", failed=True)
    assert ran == e.ToolReturned(2, "seen", "near answered look: seen")


class Silent:
    """A server that never answers."""

    @contextlib.asynccontextmanager
    async def streams(self):
        inward, read = anyio.create_memory_object_stream(0)
        write, outward = anyio.create_memory_object_stream(100)
        async with inward, read, write, outward:
            yield read, write


def test_C3_a_server_that_never_answers_is_given_up_and_the_session_goes_on():
    async def main():
        seen = asyncio.Queue()
        box = Toolbox(sets={"near": McpTools(ServedTools(name="near"), Silent)})
        async with asyncio.TaskGroup() as tasks:
            work = tasks.create_task(box.run(seen.put))
            await box.await_opened()
            work.cancel()
        await box.aclose()
        return seen.get_nowait()

    assert run(main(), math.inf) == e.ToolSetFailed("near", "they did not open in 20 seconds")


class Who(BaseModel):
    name: str


async def test_a_server_that_asks_the_person_is_refused_and_the_call_fails():
    server = MCPServer("curious")

    @server.tool()
    async def ask(ctx: Context) -> str:
        """Asks back."""
        return str(await ctx.elicit("Who are you?", Who))

    async with Carried(of(server)) as near:
        result = await near.use("ask")
    assert (result.failed, result.receipt) == (True, None)
