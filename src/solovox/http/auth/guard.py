"""The door, before everything that `solovox serve` serves: ASGI around an application.

W6. Every answer says what a page of ours may do: load from here, talk to here, use the microphone, and nothing else;
    not be framed, not be kept, not say where it was. Requests, sockets and bodies are limited for each peer.

Rule 1: a socket that may come in is the application's alone: its frames do not pass through here. It ends when its browser is let go.
Rule 2: what let a client in goes no further: the application, and the server's log, see no token and no cookie.
Rule 3: a body has a length that was said before it came; one that is too long is refused unread.
Rule 4: no HSTS. A browser that was told to insist on TLS would not let a person past the warning that a certificate
        of our own causes; who serves a real name says it in the proxy.
"""

import contextlib
import json
import math
from collections.abc import Awaitable, Callable, MutableMapping
from dataclasses import dataclass
from html import escape
from typing import Any, Final

from solovox.http.auth.connections import LOOPBACK_ONLY, Buckets, Near, Rate, peer_of
from solovox.http.auth.door import (
    Enter,
    Knock,
    SendOn,
    TurnAway,
    WebDoor,
    Why,
    host_of,
    without_token,
)
from solovox.http.auth.known_browsers import LetGo

Scope = MutableMapping[str, Any]
Message = MutableMapping[str, Any]
Receive = Callable[[], Awaitable[Message]]
Send = Callable[[Message], Awaitable[None]]
Application = Callable[[Scope, Receive, Send], Awaitable[None]]
RawHeaders = list[tuple[bytes, bytes]]

LARGEST_BODY: Final = 64 * 1024
BROWSER: Final = "solovox.browser"
"""In the scope of what comes in: the id of the browser. Empty: who asks has the token itself."""
LET_GO: Final = 4401
"""The code with which the sockets of a browser are closed that was let go."""
OUT: Final = "this browser was let go: open the address that solovox serve printed"
LOOKED_AT: Final = frozenset(
    {
        *(b"host", b"origin", b"cookie", b"authorization", b"user-agent"),
        *(b"sec-fetch-site", b"sec-fetch-mode", b"sec-fetch-dest"),
    }
)
CREDENTIALS: Final = frozenset({b"cookie", b"authorization"})
CONTENT: Final = (
    "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data:; media-src 'self' blob:; "
    "connect-src {}; worker-src 'self'; frame-src {}; frame-ancestors 'none'; base-uri 'none'; form-action 'self'"
)
HEADERS: Final = {
    "cache-control": "no-store",
    "cross-origin-opener-policy": "same-origin",
    "cross-origin-resource-policy": "same-origin",
    "permissions-policy": "microphone=(self), camera=(), geolocation=(), display-capture=(), usb=(), payment=()",
    "referrer-policy": "no-referrer",
    "x-content-type-options": "nosniff",
    "x-frame-options": "DENY",
}
NEAR: Final = Rate(burst=1_000, per_second=200)
FAR: Final = Rate(burst=200, per_second=20)
NEAR_SOCKETS: Final = Rate(burst=2_000, per_second=100)
FAR_SOCKETS: Final = Rate(burst=20, per_second=1)
TEXT: Final = (b"content-type", b"text/plain; charset=utf-8")
JSON: Final = (b"content-type", b"application/json")
HTML: Final = (b"content-type", b"text/html; charset=utf-8")
LEADS_ON: Final = (
    '<!doctype html><html lang="en"><meta charset="utf-8"><meta http-equiv="refresh" content="0; url={0}">'
    '<title>Solovox</title><a href="{0}">Solovox</a></html>'
)
DENIAL: Final = "websocket.http.response"
"""The extension by which a socket is refused with a status of its own."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Allowed:
    """How often a peer may ask. What runs on this machine, and a proxy there, may ask often."""

    is_near: Near = LOOPBACK_ONLY
    near: Rate = NEAR
    far: Rate = FAR
    near_sockets: Rate = NEAR_SOCKETS
    far_sockets: Rate = FAR_SOCKETS
    largest: Callable[[str, str], int] = lambda method, path: LARGEST_BODY
    """Bytes of a body, by method and path."""
    frames: Callable[[str | None], str] = lambda own: "'none'"
    """What a page at one of our addresses may frame, and where such a frame may go (law P4)."""


class Guard:
    """An application that only those reach who may. `refused` is told each reason, for counting."""

    def __init__(
        self,
        app: Application,
        door: WebDoor,
        now: Callable[[], int],
        allowed: Allowed | None = None,
        refused: Callable[[Why], None] = lambda _: None,
    ) -> None:
        self._app = app
        self._door = door
        self._now = now
        self._refused = refused
        allowed = allowed or Allowed()
        self._is_near = allowed.is_near
        self._largest = allowed.largest
        self._buckets, self._strangers = _buckets(allowed), _buckets(allowed)
        self._headers = {one: _secure(one, allowed.frames(one)) for one in door.addresses}
        self._plain = _secure(None)

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """ASGI."""
        if scope["type"] not in ("http", "websocket"):
            await self._app(scope, receive, send)
            return
        knock = _knock(scope)
        scope["query_string"] = without_token(knock.query).encode("latin-1")
        answer = self._answer(knock, scope)
        secure = self._headers.get(self._door.address_of(knock.headers.get("host", "")) or "", self._plain)
        await self._door.browsers.save()  # who comes in now is known after a restart
        match answer:
            case Enter(browser):
                named = [one for one in scope["headers"] if one[0].lower() not in CREDENTIALS]
                inside = {**scope, "headers": named, BROWSER: browser}
                await self._let_in(inside, receive, send if knock.socket else _add_headers(send, secure))
            case SendOn(location, cookie, by_page):
                lets = [(b"set-cookie", cookie.encode("latin-1"))] if cookie else []
                if by_page:
                    await _tell(send, 200, LEADS_ON.format(escape(location)), [*lets, HTML, *secure])
                else:
                    to = (b"location", location.encode("latin-1"))
                    await _tell(send, 303, "", [TEXT, to, *lets, *secure])
            case TurnAway():
                self._refused(answer.why)
                await self._turn_away(answer, knock, scope, receive, send, secure)

    def _answer(self, knock: Knock, scope: Scope) -> Enter | SendOn | TurnAway:
        """A stranger's requests are counted apart from those of who may come in: behind a proxy both are one peer (W5)."""
        now, near = self._now(), self._is_near(knock.peer)
        answer = self._door.answer(knock, now)
        stranger = isinstance(answer, TurnAway) or (isinstance(answer, Enter) and answer.stranger)
        buckets = (self._strangers if stranger else self._buckets)[near, knock.socket]
        if wait := buckets.take(peer_of(knock.peer), now):
            return TurnAway(
                Why.RATE, 429, f"too many requests from this address: wait {math.ceil(wait)} s", wait
            )
        if isinstance(answer, Enter) and not knock.socket:
            return _too_much(scope, self._largest(knock.method, knock.path)) or answer
        return answer

    async def _let_in(self, scope: Scope, receive: Receive, send: Send) -> None:
        """The application has it, until the browser is let go (law W7)."""
        if not scope[BROWSER]:
            await self._app(scope, receive, send)
            return
        begun = False

        async def sent(message: Message) -> None:
            nonlocal begun
            begun = True
            await send(message)

        try:
            async with self._door.browsers.present(scope[BROWSER]):
                await self._app(scope, receive, sent if scope["type"] == "http" else send)
        except LetGo:
            if scope["type"] == "websocket":
                with contextlib.suppress(OSError, RuntimeError):  # it may be closed already
                    await send({"type": "websocket.close", "code": LET_GO, "reason": OUT})
            elif not begun:
                await _tell(send, 401, *_refusal(scope["path"], OUT))

    async def _turn_away(
        self, answer: TurnAway, knock: Knock, scope: Scope, receive: Receive, send: Send, secure: RawHeaders
    ) -> None:
        line, kind = _refusal(knock.path, answer.line)
        headers = [*kind, *secure, (b"connection", b"close")]
        if answer.status == 401:
            headers.append((b"www-authenticate", b"Bearer"))
        if answer.wait:
            headers.append((b"retry-after", str(math.ceil(answer.wait)).encode()))
        if not knock.socket:
            await _tell(send, answer.status, line, headers)
            return
        await receive()  # the handshake
        if DENIAL in (scope.get("extensions") or {}):
            await _tell(send, answer.status, line, headers, "websocket.http.response")
        else:
            await send({"type": "websocket.close", "code": 1008, "reason": answer.line[:120]})


def _buckets(allowed: Allowed) -> dict[tuple[bool, bool], Buckets]:
    """By whether a peer is near, and whether it is for a socket."""
    return {
        (True, False): Buckets(allowed.near),
        (False, False): Buckets(allowed.far),
        (True, True): Buckets(allowed.near_sockets),
        (False, True): Buckets(allowed.far_sockets),
    }


def _secure(own: str | None, frames: str = "'none'") -> RawHeaders:
    """The headers of every answer at one of our addresses. Older browsers do not count a socket as `'self'`."""
    to = "'self'" if own is None else f"'self' {'wss' if own.startswith('https:') else 'ws'}://{host_of(own)}"
    both = {**HEADERS, "content-security-policy": CONTENT.format(to, frames)}
    return [(name.encode(), value.encode()) for name, value in both.items()]


def _knock(scope: Scope) -> Knock:
    headers: dict[str, str] = {}
    for raw, value in scope["headers"]:
        if raw.lower() in LOOKED_AT:
            name, text = raw.lower().decode("latin-1"), value.decode("latin-1").strip()
            headers[name] = f"{headers[name]}; {text}" if name in headers else text
    client = scope.get("client")
    return Knock(
        path=scope["path"],
        query=scope["query_string"].decode("latin-1"),
        headers=headers,
        peer=client[0] if client else "",
        method=scope.get("method", "GET"),
        socket=scope["type"] == "websocket",
    )


def _too_much(scope: Scope, most: int) -> TurnAway | None:
    said = {name.lower(): value for name, value in scope["headers"]}
    if b"transfer-encoding" in said:
        return TurnAway(Why.BODY, 411, "say how long the body is: Content-Length")
    length = said.get(b"content-length", b"0")
    if not length.isdigit() or len(length) > 20 or int(length) > most:
        return TurnAway(Why.BODY, 413, f"a body may have {most} bytes at most here")
    return None


def _add_headers(send: Send, secure: RawHeaders) -> Send:
    """What the application says of itself counts: a page of its own may need another policy."""

    async def dressed(message: Message) -> None:
        if message["type"] == "http.response.start":
            headers = list(message.get("headers", ()))
            own = {name.lower() for name, _ in headers}
            message = {**message, "headers": [*headers, *(one for one in secure if one[0] not in own)]}
        await send(message)

    return dressed


def _refusal(path: str, line: str) -> tuple[str, RawHeaders]:
    """The line in the form of what stands at that path: REST's is JSON."""
    return (json.dumps({"error": line}), [JSON]) if path.startswith("/api/") else (line, [TEXT])


async def _tell(send: Send, status: int, line: str, headers: RawHeaders, kind: str = "http.response") -> None:
    body = f"{line}\n".encode() if line else b""
    length = (b"content-length", str(len(body)).encode())
    await send({"type": f"{kind}.start", "status": status, "headers": [length, *headers]})
    await send({"type": f"{kind}.body", "body": body})
