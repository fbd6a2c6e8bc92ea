"""One tool of a server."""

import asyncio
import contextlib
import json
from collections.abc import AsyncIterator, Awaitable, Callable
from typing import Final

from jsonschema.exceptions import SchemaError
from jsonschema.validators import Draft202012Validator, validator_for
from mcp import types
from mcp.shared.dispatcher import ProgressFnT

from solovox.core.policy import Risk
from solovox.ports import Json, Progress, Tool, ToolResult, ToolWork
from solovox.tools.mcp.settings import ServedTools
from solovox.tools.names import tool_name

LONGEST_DESCRIPTION: Final = 2_000
LARGEST_SCHEMA: Final = 64_000
"""Characters."""
ANYTHING: Final[Json] = {"type": "object"}
"""What is declared where a server's schema is none: it checks the arguments itself."""
WAITING: Final = 16
"""Signs of progress that wait to be told; more are passed over."""

Call = Callable[["ServedTool", Json, ProgressFnT], Awaitable[ToolResult]]


class ServedTool(Tool):
    """A tool that `call` runs at its server, where it is called `own`. What that looks into is not known."""

    looks_inside = True

    def __init__(self, server: ServedTools, listed: types.Tool, call: Call) -> None:
        self.own = listed.name
        self.name = tool_name(server.name, listed.name)
        self.spoken_name = f"{listed.name} of {server.name}"
        said = " ".join((listed.description or "").split())[:LONGEST_DESCRIPTION]
        self.description = said or f"{listed.title or listed.name}, a tool of {server.name}."
        self.parameters = _parameters(listed.input_schema)
        self.effects = not (server.hinted and looks(listed))
        self.risk = server.risk if self.effects or not server.hinted else Risk.FREE
        self.grave = self.effects and not (server.hinted and not destroys(listed))
        self.timeout = server.timeout
        self._call = call

    async def run(self, arguments: Json) -> AsyncIterator[ToolWork]:
        """Its progress, and its result. The server is told when it is cancelled."""
        news: asyncio.Queue[Progress | ToolResult] = asyncio.Queue(WAITING)

        async def told(progress: float, total: float | None, message: str | None) -> None:
            with contextlib.suppress(asyncio.QueueFull):
                news.put_nowait(Progress(_course(progress, total, message)))

        async def called() -> None:
            await news.put(await self._call(self, arguments, told))

        async with asyncio.TaskGroup() as tasks:
            tasks.create_task(called(), name=f"{self.name} at its server")
            while isinstance(one := await news.get(), Progress):
                yield one
        yield one


def looks(listed: types.Tool) -> bool:
    """Whether a server says of a tool that it only looks."""
    return listed.annotations is not None and listed.annotations.read_only_hint is True


def destroys(listed: types.Tool) -> bool:
    """Whether a tool may destroy something: it does, unless its server says otherwise. That it only looks is no word of its
    own about that."""
    hints = listed.annotations
    return hints is None or (hints.destructive_hint is not False and hints.read_only_hint is not True)


def _parameters(schema: Json) -> Json:
    """The server's schema, if it is one of an object."""
    whole = {**schema, "type": schema.get("type", "object")}
    try:
        if whole["type"] != "object" or len(json.dumps(whole)) > LARGEST_SCHEMA:
            return ANYTHING
        validator_for(whole, default=Draft202012Validator).check_schema(whole)
    except (SchemaError, ValueError, RecursionError):
        return ANYTHING
    return whole


def _course(done: float, whole: float | None, message: str | None) -> str:
    """How far it has come, in a few words."""
    far = f"{done:g} of {whole:g}" if whole else f"{done:g}"
    return f"{message} ({far})" if message else far
