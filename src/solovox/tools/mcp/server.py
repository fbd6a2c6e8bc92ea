"""An MCP server as a set of tools.

Rule 1: its connection lives in one task (`run`); when that ends, its process and all that it started have ended (law L5).
Rule 2: a server that is lost is told, and started again once in a session; then its tools are absent.
Rule 3: what it lists anew counts from then on.
Rule 4: what it asks of us (`elicitation`, `sampling`) is not offered, and refused.
"""

import asyncio
import contextlib
import logging
from collections.abc import AsyncIterator, Awaitable, Callable, Sequence
from importlib.metadata import version
from typing import Any, Final

import anyio
import httpx2
from mcp import Client, MCPError, types
from mcp.client.session import IncomingMessage
from mcp.client.streamable_http import streamable_http_client
from mcp.client.subscriptions import SubscriptionLost
from mcp.shared.dispatcher import ProgressFnT

from solovox.ports import Json, Tool, ToolResult, ToolsChanged, ToolSetError, ToolSetNews, ToolsTrouble
from solovox.text.escapes import reason_of
from solovox.tools.mcp.pipes import HasStreams, ServerProcess
from solovox.tools.mcp.results import result_of
from solovox.tools.mcp.settings import ServedTools
from solovox.tools.mcp.tool import ServedTool
from solovox.wire.loopback import is_loopback

AGAIN: Final = 1
"""How many times in a session a server that was lost is started again."""
PAGES: Final = 50
"""Pages of a list of tools."""
MOST: Final = 500
"""Tools of one server."""
QUIET_SECONDS: Final = 5.0
"""Before an address that was lost is asked again."""
CONNECT: Final = httpx2.Timeout(30.0, read=None)
"""How long a call may be silent is the core's to say (C3)."""
REFUSED: Final = (401, 403)

for _name in ("mcp", "client"):  # the SDK's loggers: without a handler they would write on the screen
    logging.getLogger(_name).addHandler(logging.NullHandler())

Tell = Callable[[ToolSetNews], Awaitable[None]]


class ServerLost(Exception):
    """It can answer no more. One line: how."""


class McpTools:
    """One server, of which `ServedTools` says how it is reached. `streams`: in place of it, for tests in memory."""

    def __init__(self, settings: ServedTools, streams: Callable[[], HasStreams] | None = None) -> None:
        self._settings = settings
        self._streams = streams
        self._client: Client | None = None
        self._stirred, self._taken = asyncio.Event(), asyncio.Event()
        self._first: asyncio.Future[Sequence[Tool]] | None = None
        self._process: ServerProcess | None = None
        self._ended = self._listed_anew = False
        self._status = 0
        """Of HTTP, as the server answered last."""
        """By its own name: whether a tool was believed to only look."""

    async def open(self) -> Sequence[Tool]:
        """Its tools, when `run` has them. Raises `ToolSetError`."""
        tools = await asyncio.shield(self._opening())
        self._taken.set()
        return tools

    async def aclose(self) -> None:
        """Nothing is left: `run` had it."""

    async def run(self, tell: Tell) -> None:
        """Carry the connection."""
        again = AGAIN
        while True:
            try:
                await self._connection(tell)
            except ToolSetError as error:
                if not self._opening().done():
                    self._opening().set_exception(error)
                    self._opening().exception()  # whoever opened it may be gone
                    return
                how, again = str(error), 0
            except ServerLost as error:
                how = str(error)
            await self._taken.wait()
            if not again:
                await tell(ToolsTrouble(f"{how}; its tools are absent"))
                await tell(ToolsChanged(()))
                return
            again -= 1
            started = self._settings.command or not self._settings.url
            await tell(ToolsTrouble(f"{how}; it is {'started' if started else 'asked'} again"))
            await anyio.sleep(0 if started else QUIET_SECONDS)

    async def call(self, tool: ServedTool, arguments: Json, told: ProgressFnT) -> ToolResult:
        """Run a tool there. Whatever goes wrong is a failed result."""
        client, name = self._client, self._settings.name
        if client is None:
            return ToolResult(f"{name} is not there now: {tool.own} was not done", failed=True)
        try:
            answer = await client.call_tool(tool.own, dict(arguments), progress_callback=told)
        except Exception as error:  # noqa: BLE001 - law C3: whatever it is
            lost = isinstance(error, MCPError) and error.code == types.CONNECTION_CLOSED
            why = "it ended meanwhile" if lost else self._why(error)
            return ToolResult(f"{name} did not answer {tool.own}: {why}; it may be done or not", failed=True)
        return result_of(name, tool.own, answer, effects=tool.effects)

    def _opening(self) -> "asyncio.Future[Sequence[Tool]]":
        if self._first is None:
            self._first = asyncio.get_running_loop().create_future()
        return self._first

    async def _connection(self, tell: Tell) -> None:
        """One connection, until it is lost. Raises `ServerLost`, `ToolSetError` if there was none."""
        self._ended, self._listed_anew, listed = False, False, False
        self._stirred.clear()
        try:
            async with self._connect() as client, anyio.create_task_group() as tasks:
                self._client = client
                tools = await self._list(client, tell)
                listed = True
                if self._opening().done():
                    await tell(ToolsChanged(tools))
                else:
                    self._opening().set_result(tools)
                tasks.start_soon(self._follow, client)
                await self._taken.wait()
                await self._heeds(client, tell)
        except Exception as error:  # noqa: BLE001 - whatever the SDK, the server or the network raised
            how = await self._how(error)
            raise (ServerLost(how) if listed else ToolSetError(how)) from None
        finally:
            self._client = None

    async def _heeds(self, client: Client, tell: Tell) -> None:
        """Tell what it lists anew, until it is lost. Raises `ServerLost`."""
        while not self._ended:
            await self._stirred.wait()
            self._stirred.clear()
            if self._listed_anew and not self._ended:
                self._listed_anew = False
                await tell(ToolsChanged(await self._list(client, tell)))
        raise ServerLost("it closed the connection")

    @contextlib.asynccontextmanager
    async def _connect(self) -> AsyncIterator[Client]:
        one = self._settings
        async with contextlib.AsyncExitStack() as stack:
            if self._streams is not None:
                streams: Any = self._streams().streams()
            elif one.command:
                self._process = ServerProcess(one, self._note_loss)
                streams = self._process.streams()
            else:
                near = is_loopback(httpx2.URL(one.url).host)
                hooks = {"response": [self._note_response]}
                web = httpx2.AsyncClient(
                    headers=dict(one.headers), timeout=CONNECT, trust_env=not near, event_hooks=hooks
                )
                streams = streamable_http_client(one.url, http_client=await stack.enter_async_context(web))
            us = types.Implementation(name="solovox", version=version("solovox"))
            client = Client(streams, client_info=us, message_handler=self._take_message, cache=None)
            yield await stack.enter_async_context(client)

    async def _list(self, client: Client, tell: Tell) -> Sequence[Tool]:
        """All its tools that are used."""
        found: list[types.Tool] = []
        cursor: str | None = None
        for _ in range(PAGES):
            page = await client.list_tools(cursor=cursor)
            found += page.tools
            cursor = page.next_cursor
            if cursor is None or len(found) >= MOST:
                break
        only = self._settings.only
        there = {one.name: one for one in found[:MOST] if not only or one.name in only}
        if absent := [name for name in only if name not in there]:
            known = ", ".join(one.name for one in found) or "none"
            line = f"it has no tool called {', '.join(absent)}: correct mcp.{self._settings.name}.tools; there is {known}"
            await tell(ToolsTrouble(line))
        return [ServedTool(self._settings, one, self.call) for one in there.values()]

    async def _follow(self, client: Client) -> None:
        """Where changes are told to those who asked for it (protocols from 2026-07-28 on): ask."""
        tools = client.server_capabilities.tools
        if client.session.discover_result is None or tools is None or not tools.list_changed:
            return
        while True:
            try:
                async with client.listen(tools_list_changed=True) as changes:
                    async for _ in changes:
                        self._stir()
            except (MCPError, SubscriptionLost, TimeoutError):
                self._stir()  # what it told meanwhile is unknown
            await anyio.sleep(QUIET_SECONDS)

    async def _take_message(self, message: IncomingMessage) -> None:
        if isinstance(message, types.ToolListChangedNotification):
            self._stir()

    async def _note_response(self, response: httpx2.Response) -> None:
        """What the SDK does not hand on: why it was refused, and that its session is over."""
        self._status = response.status_code
        if response.status_code == httpx2.codes.NOT_FOUND and "mcp-session-id" in response.request.headers:
            self._note_loss()

    def _stir(self) -> None:
        self._listed_anew = True
        self._stirred.set()

    def _note_loss(self) -> None:
        self._ended = True
        self._stirred.set()

    async def _how(self, error: Exception) -> str:
        """What went wrong, in one line."""
        ended = await self._process.how() if self._process is not None and self._ended else ""
        return ended or self._why(error)

    def _why(self, error: BaseException) -> str:
        one = self._settings
        while isinstance(error, BaseExceptionGroup):
            error = error.exceptions[0]
        if one.command or self._streams is not None:
            return _line(error)
        place = httpx2.URL(one.url).netloc.decode("ascii", "replace")
        if isinstance(error, httpx2.TransportError):
            return f"{place} cannot be reached ({_line(error)}): start it, or correct mcp.{one.name}.url"
        if self._status in REFUSED:
            return f"{place} lets nobody in without a key (HTTP {self._status}): see mcp.{one.name}.headers"
        if self._status >= httpx2.codes.BAD_REQUEST:
            return f"{place} answers HTTP {self._status}: {_line(error)}; see mcp.{one.name}.url"
        return _line(error)


def _line(error: BaseException) -> str:
    if isinstance(error, MCPError):
        return reason_of(Exception(error.message))
    return reason_of(error) if isinstance(error, Exception) else type(error).__name__
