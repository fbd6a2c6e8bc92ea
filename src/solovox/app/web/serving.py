"""The web server in a process: from its address to its last goodbye.

Rule: told to end, it takes no new session, says goodbye to each, and closes when the journals are whole.
"""

import asyncio
import contextlib
import errno
import socket
import ssl
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from typing import Any, Final

import uvicorn

from solovox.app.web.connections import MostConnections, OpenConnections, enough_files, patient
from solovox.app.web.guard import Application
from solovox.app.web.rates import LOOPBACK_ONLY, Near
from solovox.app.web.talks import Talks
from solovox.config.schema import ConfigError

LARGEST: Final = 1 << 20
"""Bytes of a frame. A longer one closes the socket (1009)."""
PING_SECONDS: Final = 20.0
CLOSING_SECONDS: Final = 5
HANDSHAKE_SECONDS: Final = 10.0
"""Of TLS. What has not ended it by then is closed."""

SENT_BYTES: Final = 131_072
"""What the system keeps of what a client has not taken. Left to itself it keeps megabytes."""
GIVEN_UP_MS: Final = 30_000
"""A client that takes nothing for this long has gone, whatever its system says."""


class PortTaken(ConfigError):
    """Another program listens there. One line."""


@dataclass(frozen=True, slots=True)
class Listening:
    """A socket that listens. Without `context` there is no TLS."""

    line: socket.socket
    port: int
    context: ssl.SSLContext | None = None


class _Server(uvicorn.Server):
    """Listens where it is told. Signals are ours."""

    def __init__(self, config: uvicorn.Config, listening: Sequence[Listening]) -> None:
        super().__init__(config)
        self._listening = listening

    @contextlib.contextmanager
    def capture_signals(self) -> Iterator[None]:
        yield

    async def startup(self, sockets: list[socket.socket] | None = None) -> None:
        """As uvicorn's, but each listener has a certificate of its own or none, and waits for handshakes for a short time."""
        await super().startup(sockets=[])
        for one in self._listening:
            server = await asyncio.get_running_loop().create_server(
                self._protocol,
                sock=one.line,
                ssl=one.context,
                ssl_handshake_timeout=None if one.context is None else HANDSHAKE_SECONDS,
                backlog=self.config.backlog,
            )
            self.servers.append(server)

    def _protocol(self) -> asyncio.Protocol:
        made = self.config.http_protocol_class
        return made(config=self.config, server_state=self.server_state, app_state=self.lifespan.state)  # type: ignore[call-arg]


def bound(
    host: str, port: int, options: str = "--host, --port", context: ssl.SSLContext | None = None
) -> Listening:
    """Listens there; port 0: at any free one. Raises `ConfigError`: one line that names the `options`."""
    family = socket.AF_INET6 if ":" in host else socket.AF_INET
    # With its protocol named: else asyncio does not turn Nagle off, and a piece of voice behind a line of text waits 40 ms.
    line = socket.socket(family, socket.SOCK_STREAM, socket.IPPROTO_TCP)
    line.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
    line.setsockopt(socket.SOL_SOCKET, socket.SO_SNDBUF, SENT_BYTES)  # inherited by each client's
    if hasattr(socket, "TCP_USER_TIMEOUT"):  # Linux
        line.setsockopt(socket.IPPROTO_TCP, socket.TCP_USER_TIMEOUT, GIVEN_UP_MS)
    try:
        line.bind((host, port))
    except (OSError, OverflowError) as error:
        line.close()
        why = getattr(error, "strerror", None) or error
        taken = getattr(error, "errno", None) == errno.EADDRINUSE
        raise (PortTaken if taken else ConfigError)(
            f"cannot listen at {host} port {port}: {why}; choose another with {options}"
        ) from None
    line.listen(1024)
    return Listening(line, line.getsockname()[1], context)


async def served(
    app: Application,
    talks: Talks,
    listening: Sequence[Listening],
    told_to_end: asyncio.Event,
    ready: Callable[[], Any],
    is_near: Near = LOOPBACK_ONLY,
) -> None:
    """Serve until `told_to_end`. `ready` is called when it can be reached."""
    server = _Server(_settings(app, is_near), listening)
    async with talks.process, asyncio.TaskGroup() as tasks:
        serving = tasks.create_task(server.serve(sockets=[one.line for one in listening]), name="web server")
        ready()
        ending = tasks.create_task(told_to_end.wait(), name="told to end")
        await asyncio.wait({serving, ending}, return_when=asyncio.FIRST_COMPLETED)
        ending.cancel()
        talks.say_goodbye()
        await talks.process.sessions.stop()
        server.should_exit = True


async def served_apart(
    app: Application,
    listening: Sequence[Listening],
    told_to_end: asyncio.Event,
    is_near: Near = LOOPBACK_ONLY,
) -> None:
    """Serve something beside it, at listeners of its own, until `told_to_end`."""
    server = _Server(_settings(app, is_near), listening)
    async with asyncio.TaskGroup() as tasks:
        tasks.create_task(server.serve(sockets=[one.line for one in listening]), name="server apart")
        await told_to_end.wait()
        server.should_exit = True


def _settings(app: Application, is_near: Near) -> uvicorn.Config:
    most = MostConnections().within(enough_files())
    return uvicorn.Config(
        app,
        http=patient(OpenConnections(most, is_near)),
        backlog=most.backlog,
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
        proxy_headers=False,  # whoever is near could say any address of a peer
    )
