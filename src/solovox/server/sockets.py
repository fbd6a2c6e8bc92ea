"""The server's sockets: accepts connections and has a session run for each, as long as there is a place for it.

Rule 1: clients are accepted or refused at the handshake (`doors`, `handshakes`); a refusal is an HTTP answer of one line.
A fault can refuse an acceptable client (`refuses`).
A POST of `generateContent`, and one that mints a token, is answered there too, under the same rules of keys and pages (`generate_content`, `tokens`).
Rule 2: a connection for which there is no place is accepted and, after its setup, closed with 1011, like a spent quota: client
libraries report a close reason, but most report nothing useful of an HTTP status.
Rule 3: leaving the context ends every session, with a reason.
Rule 4: a session that fails ends alone, with 1011; `say` gets the reason, one line without words of the talk.
Refusals are reported to `say` too; a session reports its own closes.
Rule 5: at most `QUEUE` frames of at most `LARGEST` bytes wait here for each client, besides what `served_session` holds.
"""

import asyncio
import logging
import ssl
from collections.abc import Awaitable, Callable
from contextlib import AsyncExitStack
from dataclasses import dataclass
from itertools import count
from types import TracebackType
from typing import Final, Protocol, Self

from websockets.asyncio.server import ServerConnection, serve
from websockets.exceptions import ConnectionClosed
from websockets.http11 import Request, Response
from websockets.protocol import State

from solovox.server.doors import Door, RefusedHandshake, Rules, client_of, door, refusal
from solovox.server.faulty_socket import RawSocket, hold_pongs
from solovox.server.generate_content import ANSWER_SECONDS, GenerateContent, generation
from solovox.server.handshakes import (
    KEPT,
    REQUEST_SECONDS,
    UPGRADE,
    Handshake,
    answer,
    health,
    in_json,
    is_websocket,
)
from solovox.server.served_session import Gone, ServedSession
from solovox.server.terms import INTERNAL
from solovox.server.tokens import Tokens, mints

FULL: Final = "Resource exhausted: {}"
QUEUE: Final = 2
"""Unread frames of one client beyond which it has to wait. Few, because frames may be large."""
LARGEST: Final = 8 * 1024 * 1024
"""Bytes of one frame: a photograph of six megabytes."""
PING_SECONDS: Final = 30.0
GRACE_SECONDS: Final = 5.0
TURNED_AWAY_SECONDS: Final = 5.0

_silent = logging.Logger("solovox.server.socket")  # noqa: LOG001 - in no hierarchy: it logs addresses, which hold keys
_silent.disabled = True


Open = Callable[[RawSocket, Door], ServedSession]


class Sessions(Protocol):
    """Who runs the sessions of this process, and knows how many there may be."""

    def refusal(self, name: str) -> str:
        """Why no session of that name could begin now, in one line; empty if it could."""
        ...

    async def carry(self, name: str, make: Callable[[], Awaitable["ServedClient"]]) -> str:
        """Make it and run it to its end, in the caller's task. Raises what it raises."""
        ...

    async def stop(self) -> None:
        """Let no more in, and end those that run."""
        ...


class WebSocket:
    """A client's socket, as a session sees it."""

    def __init__(self, ws: ServerConnection) -> None:
        self._ws = ws

    async def receive(self) -> bytes:
        """The next frame. Raises `Gone`."""
        try:
            return await self._ws.recv(decode=False)
        except ConnectionClosed:
            raise Gone from None

    async def send(self, frame: bytes) -> None:
        """As a binary frame. Raises `Gone`."""
        try:
            await self._ws.send(frame)
        except ConnectionClosed:
            raise Gone from None

    async def close(self, code: int, reason: str) -> None:
        """Says why."""
        await self._ws.close(code, reason)

    def abort(self) -> None:
        """Without a word."""
        self._ws.transport.abort()

    def pongs(self, late_ms: int | None) -> None:
        """From now on answer pings `late_ms` late; None: never."""
        hold_pongs(self._ws, late_ms)


@dataclass(frozen=True, slots=True, eq=False)
class ServedClient:
    """A session with its socket."""

    session: ServedSession
    ws: ServerConnection

    @property
    def leaving(self) -> bool:
        """Whether the client is gone."""
        return self.ws.state is not State.OPEN

    async def run(self) -> str:
        """Until the client is gone, or the connection is closed."""
        return await self.session.run()

    def hang_up(self) -> None:
        """The server ends."""
        self.session.hang_up()


class Posts:
    """What is answered over HTTP."""

    def __init__(self, generates: GenerateContent, tokens: Tokens | None = None) -> None:
        self._generates = generates
        self._tokens = tokens

    def wants(self, target: str) -> bool:
        """Whether a POST of this target is answered."""
        return generation(target) is not None or (self._tokens is not None and mints(target))

    async def answer(self, target: str, body: bytes) -> Response | RefusedHandshake:
        """The answer to one that it wants."""
        if (asked := generation(target)) is not None:
            return await self._generates.answer(asked, body)
        assert self._tokens is not None
        try:
            return in_json(200, "OK", {"name": self._tokens.mint(body)})
        except ValueError as error:
            return RefusedHandshake(400, str(error))


class LiveServer:
    """Use as `async with LiveServer(...) as server: port = await server.listen(host, port)`."""

    listening = False
    """Whether all is there that clients are told of (`handshakes`, rule 5)."""

    def __init__(
        self,
        open_session: Open,
        sessions: Sessions,
        rules: Rules,
        say: Callable[[str], None] = lambda _: None,
        refuses: Callable[[], RefusedHandshake | None] = lambda: None,
        posts: Posts | None = None,
        ready: Callable[[], Awaitable[object]] | None = None,
    ) -> None:
        """`ready`: what a client that was let in waits for."""
        self._open = open_session
        self._sessions = sessions
        self._rules = rules
        self._say = say
        self._refuses = refuses
        self._posts = posts
        self._ready = ready
        self._numbers = count(1)
        self._stack = AsyncExitStack()

    async def __aenter__(self) -> Self:
        await self._stack.__aenter__()
        return self

    async def __aexit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        await self._sessions.stop()
        await self._stack.__aexit__(kind, error, trace)

    async def listen(self, host: str, port: int, tls: ssl.SSLContext | None = None) -> int:
        """Let clients in at a port; 0 is any free one. Returns which. Raises `OSError`."""
        server = await self._stack.enter_async_context(
            serve(
                self._serve,
                host,
                port,
                ssl=tls,
                process_request=self._look,
                process_response=_in_one_line,
                create_connection=Handshake,
                open_timeout=ANSWER_SECONDS + REQUEST_SECONDS,
                ssl_handshake_timeout=REQUEST_SECONDS if tls is not None else None,
                compression=None,  # sound in base64 hardly shrinks, and deflate costs 300 kB a connection
                max_size=LARGEST,
                max_queue=QUEUE,
                ping_interval=PING_SECONDS,
                ping_timeout=2 * PING_SECONDS,
                close_timeout=GRACE_SECONDS,
                server_header=None,
                logger=_silent,
            )
        )
        found: int = next(iter(server.sockets)).getsockname()[1]
        return found

    async def _look(self, ws: ServerConnection, request: Request) -> Response | None:
        assert isinstance(ws, Handshake)
        found: Response | Door | RefusedHandshake
        if ws.method == "GET" and (told := health(request.path, ready=self.listening)) is not None:
            return told
        posts = self._posts if ws.method == "POST" else None
        if posts is not None and posts.wants(request.path):
            found = self._refusal_of(ws, request) or await posts.answer(request.path, ws.body or b"")
        else:
            found = self._let_in(ws, request)
        if isinstance(found, RefusedHandshake):
            self._say(f"refused {client_of(request.headers.raw_items())}: HTTP {found.status}: {found.line}")
            return answer(found)
        return found if isinstance(found, Response) else None

    def _let_in(self, ws: Handshake, request: Request) -> Door | RefusedHandshake:
        found = door(request.path, request.headers.raw_items(), self._rules)
        if isinstance(found, Door) and not is_websocket(ws.method, request):
            return UPGRADE
        return self._refuses() or found if isinstance(found, Door) else found

    def _refusal_of(self, ws: Handshake, request: Request) -> RefusedHandshake | None:
        if refused := refusal(request.path, request.headers.raw_items(), self._rules):
            return refused
        return RefusedHandshake(413, f"a body has at most {KEPT} bytes here") if ws.body is None else None

    async def _serve(self, ws: ServerConnection) -> None:
        assert ws.request is not None
        through = door(ws.request.path, ws.request.headers.raw_items(), self._rules)
        assert isinstance(through, Door)
        if self._ready is not None:
            await self._ready()
        name = f"live {next(self._numbers)}"
        if why := self._sessions.refusal(name):
            self._say(f"a session of {through.client}: closed with {INTERNAL}: {FULL.format(why)}")
            await self._turn_away(WebSocket(ws), FULL.format(why))
            return

        async def made() -> ServedClient:
            return ServedClient(self._open(WebSocket(ws), through), ws)

        try:
            await self._sessions.carry(name, made)
        except Exception as error:  # noqa: BLE001 - one failing session must not end the others
            self._say(f"a session failed: {name_error(error)}")
            await ws.close(INTERNAL, "Internal error encountered.")
        finally:
            await ws.close()

    async def _turn_away(self, socket: WebSocket, why: str) -> None:
        try:
            async with asyncio.timeout(TURNED_AWAY_SECONDS):
                await socket.receive()
        except (Gone, TimeoutError):
            pass
        await socket.close(INTERNAL, why)


def _in_one_line(ws: ServerConnection, request: Request, response: Response) -> Response | None:
    """What the library itself refuses, in the shape of what we refuse."""
    if response.status_code in (101, 200) or response.headers.get("Content-Type", "").startswith(
        "application/json"
    ):
        return None
    return answer(
        RefusedHandshake(response.status_code, response.body.decode(errors="replace").partition("\n")[0])
    )


def name_error(error: BaseException) -> str:
    """The kind of an error and where it was raised, not its text, which may hold what a person said."""
    while isinstance(error, BaseExceptionGroup):
        error = error.exceptions[0]
    trace = error.__traceback__
    while trace is not None and trace.tb_next is not None:
        trace = trace.tb_next
    where = f" in {trace.tb_frame.f_code.co_name}" if trace is not None else ""
    return f"{type(error).__name__}{where}"
