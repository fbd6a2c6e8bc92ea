"""MCP servers for tests, and what carries a set of their tools."""

import asyncio
import contextlib
import socket
import sys
from pathlib import Path

import uvicorn
from mcp import types
from mcp.client.client import InMemoryTransport
from mcp.server import MCPServer

from solovox.ports import ToolsChanged, run_tool
from solovox.tools.mcp.server import McpTools
from solovox.tools.mcp.settings import ServedTools

HARD = Path(__file__).parent / "mcp_servers" / "hard.py"
PATIENCE = 30
"""Seconds, on a busy machine."""


class InMemory:
    """A server's streams, without a process."""

    def __init__(self, server):
        self._server = server

    @contextlib.asynccontextmanager
    async def streams(self):
        async with InMemoryTransport(self._server) as pair:
            yield pair


class Carried:
    """A set that is carried as a session carries it; what it told, in `news`."""

    def __init__(self, made):
        self.set, self.news = made, []
        self._told = asyncio.Event()

    async def __aenter__(self):
        self._tasks = await asyncio.TaskGroup().__aenter__()
        self.work = self._tasks.create_task(self.set.run(self._tell))
        try:
            self.has(await self.set.open())
        except BaseException:
            await self.__aexit__(None, None, None)
            raise
        return self

    async def __aexit__(self, *error):
        self.work.cancel()
        return await self._tasks.__aexit__(*error)

    def has(self, tools):
        self.tools = {one.own: one for one in tools}

    async def _tell(self, news):
        self.news.append(news)
        if isinstance(news, ToolsChanged):
            self.has(news.tools)
        self._told.set()

    async def until(self, what):
        """Until it is so, whatever is told meanwhile."""
        async with asyncio.timeout(PATIENCE):
            while not what(self):
                self._told.clear()
                await self._told.wait()

    async def use(self, name, **arguments):
        return await run_tool(self.tools[name], arguments)


def of(server, **more):
    return McpTools(ServedTools(name="near", **more), lambda: InMemory(server))


def hard(*way, **more):
    return McpTools(ServedTools(name="hard", command=(sys.executable, str(HARD), *map(str, way)), **more))


def plain():
    """A server with one tool that looks and one that acts."""
    server = MCPServer("plain")

    @server.tool(annotations=types.ToolAnnotations(read_only_hint=True))
    def look() -> str:
        """Looks."""
        return "seen"

    @server.tool()
    def dig(deep: int) -> dict[str, int]:
        """Digs."""
        if deep < 0:
            raise ValueError("not upwards")
        return {"dug": deep}

    return server


class Lists:
    """A server whose list of tools is what the test says, lies included."""

    def __init__(self, *tools):
        self.server = plain()
        self.tools = list(tools)
        self.server._lowlevel_server.add_request_handler(
            "tools/list", types.PaginatedRequestParams, self._list
        )

    async def _list(self, context, params):
        return types.ListToolsResult(tools=self.tools)


def listed(name, schema=None, looks=None, description="It is."):
    annotations = None if looks is None else types.ToolAnnotations(read_only_hint=looks)
    return types.Tool(
        name=name, description=description, input_schema=schema or {"type": "object"}, annotations=annotations
    )


@contextlib.asynccontextmanager
async def over_http(server, port=0, **options):
    """The server at an address of loopback."""
    with socket.create_server(("127.0.0.1", port)) as door:
        config = uvicorn.Config(server.streamable_http_app(**options), log_config=None, lifespan="on")
        web = uvicorn.Server(config)
        async with asyncio.TaskGroup() as tasks:
            tasks.create_task(web.serve(sockets=[door]))
            while not web.started:
                await asyncio.sleep(0.01)
            try:
                yield f"http://127.0.0.1:{door.getsockname()[1]}/mcp"
            finally:
                web.should_exit = web.force_exit = True
