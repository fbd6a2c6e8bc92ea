"""By what agents from outside talk: MCP, where its package is installed; else one line that says how to get it."""

import asyncio
from importlib import import_module
from typing import Final, Protocol

from solovox.app.brain_kinds.options import installed
from solovox.app.web.guard import Receive, Scope, Send
from solovox.app.web.guests import Guests

EXTRA: Final = "mcp"
NEEDS: Final = "agents cannot come in here: this server needs {}"


class OutsideVoice(Protocol):
    """An application of ASGI that takes agents until it is told to end."""

    async def run(self, until: asyncio.Event) -> None:
        """Take them until then."""
        ...

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """One request."""
        ...


def outside_voice(guests: Guests) -> OutsideVoice:
    """For these guests."""
    if lacks := installed(EXTRA, EXTRA):
        return _Silent(lacks)
    made: OutsideVoice = import_module("solovox.app.web.mcp_server").McpVoice(guests)
    return made


class _Silent:
    """Takes none, and says why."""

    def __init__(self, lacks: str) -> None:
        self._line = NEEDS.format(lacks) + "\n"

    async def run(self, until: asyncio.Event) -> None:
        """Nothing is to be done."""

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Say why."""
        await send(
            {"type": "http.response.start", "status": 501, "headers": [(b"content-type", b"text/plain")]}
        )
        await send({"type": "http.response.body", "body": self._line.encode()})
