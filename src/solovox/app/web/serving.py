"""The web server in a process: from its address to its last goodbye.

Rule: told to end, it takes no new session, says goodbye to each, and closes when the journals are whole.
"""

import asyncio
import contextlib
import socket
from collections.abc import Callable, Iterator
from typing import Any, Final

import uvicorn

from solovox.app.web.guard import Application
from solovox.app.web.talks import Talks
from solovox.config.schema import ConfigError

LARGEST: Final = 1 << 20
"""Bytes of a frame. A longer one closes the socket (1009)."""
PING_SECONDS: Final = 20.0
CLOSING_SECONDS: Final = 5


class _Server(uvicorn.Server):
    """Signals are ours."""

    @contextlib.contextmanager
    def capture_signals(self) -> Iterator[None]:
        yield


def bound(host: str, port: int) -> socket.socket:
    """A socket that listens there; port 0: at any free one. Raises `ConfigError`: one line."""
    family = socket.AF_INET6 if ":" in host else socket.AF_INET
    # With its protocol named: else asyncio does not turn Nagle off, and a piece of voice behind a line of text waits 40 ms.
    listening = socket.socket(family, socket.SOCK_STREAM, socket.IPPROTO_TCP)
    listening.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
    try:
        listening.bind((host, port))
    except (OSError, OverflowError) as error:
        listening.close()
        why = getattr(error, "strerror", None) or error
        raise ConfigError(
            f"cannot listen at {host} port {port}: {why}; choose another with --host, --port"
        ) from None
    listening.listen(1024)
    return listening


async def served(
    app: Application,
    talks: Talks,
    listening: socket.socket,
    told_to_end: asyncio.Event,
    ready: Callable[[], Any],
) -> None:
    """Serve until `told_to_end`. `ready` is called when it can be reached."""
    config = uvicorn.Config(
        app,
        ws="websockets-sansio",
        ws_max_size=LARGEST,
        ws_ping_interval=PING_SECONDS,
        ws_ping_timeout=PING_SECONDS,
        ws_per_message_deflate=False,
        lifespan="off",
        log_config=None,
        access_log=False,
        server_header=False,
        timeout_graceful_shutdown=CLOSING_SECONDS,
    )
    server = _Server(config)
    async with talks.process, asyncio.TaskGroup() as tasks:
        serving = tasks.create_task(server.serve(sockets=[listening]), name="web server")
        ready()
        ending = tasks.create_task(told_to_end.wait(), name="told to end")
        await asyncio.wait({serving, ending}, return_when=asyncio.FIRST_COMPLETED)
        ending.cancel()
        talks.say_goodbye()
        await talks.process.sessions.stop()
        server.should_exit = True
