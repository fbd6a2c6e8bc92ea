"""The HTTP request before the WebSocket. Requests that are not WebSocket upgrades get an answer too.

Rule 1: a refused client gets a status and one line of JSON in the shape of Google's errors, which their clients
parse, whether `doors` or the library refused it.
Rule 2: the library drops a request with a body silently. So a request's head is examined first: what the library cannot
parse is removed, and the body is read before the answer is sent, because a client that is still sending would never
read it. It is kept only where the target is one that answers (`generate_content`), and at most `KEPT` bytes of it.
Rule 3: a head has at most `HEAD` bytes and a body `BODY`; larger ones are left to the library.
Rule 4: a client that has not sent a whole request after `REQUEST_SECONDS` is cut off.
Rule 5: `HEALTH` says to whoever waits for the server whether it is there: 200, or 503 while it begins. It needs no key, and says nothing else.
Rule 6: a client that closes without a code is answered with 1000. The library answers without one, which JavaScript calls 1005, and
LiveKit Agents for Node closes so at each change of tools and takes all but 1000 for the end.
"""

import asyncio
import json
import re
from http import HTTPStatus
from typing import Final

from websockets.asyncio.server import ServerConnection
from websockets.datastructures import Headers
from websockets.http11 import Request, Response

from solovox.server.doors import RefusedHandshake
from solovox.server.generate_content import generation
from solovox.server.tokens import mints

HEAD: Final = 32 * 1024
BODY: Final = 64 * 1024 * 1024
KEPT: Final = 4 * 1024 * 1024
REQUEST_SECONDS: Final = 10.0
HEALTH: Final = ("/healthz", "/readyz")
NOT_YET: Final = RefusedHandshake(503, "The service is currently unavailable. It begins")
_END: Final = b"\r\n\r\n"
_LAST_CHUNK: Final = b"0\r\n\r\n"
_CLOSE: Final = b"\x88\x00"
_CLOSE_1000: Final = b"\x88\x02\x03\xe8"
_BODY_LINE: Final = re.compile(rb"\r\n(?:content-length|transfer-encoding|expect):[^\r]*", re.IGNORECASE)
_LENGTH: Final = re.compile(rb"\r\ncontent-length:[ \t]*(\d{1,15})[ \t]*\r\n", re.IGNORECASE)
_CHUNKED: Final = re.compile(rb"\r\ntransfer-encoding:[^\r]*chunked", re.IGNORECASE)
_METHOD: Final = re.compile(rb"([A-Z]{3,10}) ")
STATUSES: Final = {
    400: "INVALID_ARGUMENT",
    401: "UNAUTHENTICATED",
    403: "PERMISSION_DENIED",
    404: "NOT_FOUND",
    413: "INVALID_ARGUMENT",
    426: "FAILED_PRECONDITION",
    429: "RESOURCE_EXHAUSTED",
    503: "UNAVAILABLE",
    504: "DEADLINE_EXCEEDED",
}
UPGRADE: Final = RefusedHandshake(
    426, "Gemini Live is a WebSocket: ask for an upgrade (GET, Upgrade: websocket)"
)


class Handshake(ServerConnection):
    """A connection that is no WebSocket yet."""

    method = "GET"
    """What was asked with; "POST" also for a GET that has a body."""
    body: bytes | None = b""
    """What was sent with it, where it is wanted; None: it is larger than `KEPT`, or its chunks are wrong."""
    _head: bytes | None = b""
    """The answer; None: the library handles the request."""
    _asked = b""
    """A head whose body is being read."""
    _left = 0
    """How many bytes of the body are still to come,"""
    _last: bytes | None = None
    """or the last bytes seen, to find the end of a chunked body."""
    _wanted = False
    """Whether the body is kept."""
    _late: asyncio.TimerHandle | None = None

    def connection_made(self, transport: asyncio.BaseTransport) -> None:
        """A client is there (rule 4)."""
        super().connection_made(transport)
        self._late = asyncio.get_running_loop().call_later(REQUEST_SECONDS, self._cut_off)

    def connection_lost(self, exc: Exception | None) -> None:
        """It is gone."""
        if self._late is not None:
            self._late.cancel()
        super().connection_lost(exc)

    def _cut_off(self) -> None:
        if self.request is None:
            self.transport.abort()

    def data_received(self, data: bytes) -> None:
        """More of the head, of a body, or of the WebSocket."""
        if self._head is None:
            if self.method == "GET":
                super().data_received(data)
        elif self._asked:
            self._read(data)
        else:
            self._look(self._head + data)

    def send_data(self) -> None:
        """What the library has to send. A frame is one item."""
        self.protocol.writes = [_CLOSE_1000 if one == _CLOSE else one for one in self.protocol.writes]
        super().send_data()

    def _look(self, data: bytes) -> None:
        head, end, rest = data.partition(_END)
        found = _METHOD.match(head)
        if not end and len(head) <= HEAD:
            self._head = head
            return
        length, chunked = _LENGTH.search(head + end), _CHUNKED.search(head)
        body = int(length[1]) if length else 0
        if not end or found is None or (found[1] == b"GET" and not body and not chunked):
            self._hand_over(data)
            return
        self.method = "POST" if found[1] == b"GET" else found[1].decode()
        self._asked = b"GET " + _BODY_LINE.sub(b"", head)[found.end() :] + end
        self._left, self._last = (BODY, b"") if chunked else (min(body, BODY), None)
        self._wanted = _is_answered(found.string[found.end() :].split(b" ")[0].decode("latin-1"))
        self._read(rest)

    def _read(self, data: bytes) -> None:
        self._left -= len(data)
        if self._wanted and self.body is not None:
            self.body = self.body + data if len(self.body) + len(data) <= KEPT else None
        if self._last is not None:
            self._last = (self._last + data)[-len(_LAST_CHUNK) :]
        if self._left <= 0 or self._last == _LAST_CHUNK:
            if self._last is not None and self.body:
                self.body = _join_chunks(self.body)
            self._hand_over(self._asked)

    def _hand_over(self, data: bytes) -> None:
        self._head = None
        super().data_received(data)


def _is_answered(target: str) -> bool:
    return generation(target) is not None or mints(target)


def _join_chunks(body: bytes) -> bytes | None:
    """The content of a chunked body; None: it is not one."""
    content = bytearray()
    while body:
        size, _, rest = body.partition(b"\r\n")
        try:
            length = int(size.partition(b";")[0], 16)
        except ValueError:
            return None
        if length <= 0:
            break
        content += rest[:length]
        body = rest[length + 2 :]
    return bytes(content)


def is_websocket(method: str, request: Request) -> bool:
    """Whether it asks for what is served."""
    return method == "GET" and "websocket" in request.headers.get("Upgrade", "").lower()


def answer(refused: RefusedHandshake) -> Response:
    """What a client that is not let in is told."""
    reason = HTTPStatus(refused.status).phrase
    status = STATUSES.get(refused.status, reason.upper().replace(" ", "_"))
    error = {"code": refused.status, "message": refused.line, "status": status}
    answered = in_json(refused.status, reason, {"error": error})
    if refused.status == UPGRADE.status:
        answered.headers["Upgrade"] = "websocket"
    return answered


def health(path: str, *, ready: bool) -> Response | None:
    """What a GET of `HEALTH` is answered (rule 5). None: it asks for something else."""
    if path.partition("?")[0] not in HEALTH:
        return None
    return in_json(200, "OK", {"status": "ok"}) if ready else answer(NOT_YET)


def in_json(status: int, reason: str, content: object) -> Response:
    """A whole answer, of one line."""
    body = json.dumps(content).encode() + b"\n"
    headers = Headers(
        {
            "Content-Type": "application/json; charset=utf-8",
            "Content-Length": str(len(body)),
            "Connection": "close",
        }
    )
    return Response(status, reason, headers, body)
