"""The HTTP request before the WebSocket. Requests that are not WebSocket upgrades get an answer too.

Rule 1: a refused client gets a status and one line of JSON in the shape of Google's errors, which their clients
parse, whether `doors` or the library refused it.
Rule 2: the library drops a request with a body silently. So a request's head is examined first: what the library cannot
parse is removed, and the body is read and dropped before the answer is sent, because a client that is still sending
would never read it.
Rule 3: a head has at most `HEAD` bytes and a body `BODY`; larger ones are left to the library.
Rule 4: a client that closes without a code is answered with 1000. The library answers without one, which JavaScript calls 1005, and
LiveKit Agents for Node closes so at each change of tools and takes all but 1000 for the end.
"""

import json
import re
from http import HTTPStatus
from typing import Final

from websockets.asyncio.server import ServerConnection
from websockets.datastructures import Headers
from websockets.http11 import Request, Response

from solovox.server.doors import RefusedHandshake

HEAD: Final = 32 * 1024
BODY: Final = 64 * 1024 * 1024
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
    426: "FAILED_PRECONDITION",
    429: "RESOURCE_EXHAUSTED",
    503: "UNAVAILABLE",
}
UPGRADE: Final = RefusedHandshake(
    426, "Gemini Live is a WebSocket: ask for an upgrade (GET, Upgrade: websocket)"
)


class Handshake(ServerConnection):
    """A connection that is no WebSocket yet."""

    method = "GET"
    """What was asked with; "POST" also for a GET that has a body."""
    _head: bytes | None = b""
    """The answer; None: the library handles the request."""
    _asked = b""
    """A head whose body is being dropped."""
    _left = 0
    """How many bytes of the body are still to come,"""
    _last: bytes | None = None
    """or the last bytes seen, to find the end of a chunked body."""

    def data_received(self, data: bytes) -> None:
        """More of the head, of a body, or of the WebSocket."""
        if self._head is None:
            if self.method == "GET":
                super().data_received(data)
        elif self._asked:
            self._throw_away(data)
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
        self._throw_away(rest)

    def _throw_away(self, data: bytes) -> None:
        self._left -= len(data)
        if self._last is not None:
            self._last = (self._last + data)[-len(_LAST_CHUNK) :]
        if self._left <= 0 or self._last == _LAST_CHUNK:
            self._hand_over(self._asked)

    def _hand_over(self, data: bytes) -> None:
        self._head = None
        super().data_received(data)


def is_websocket(method: str, request: Request) -> bool:
    """Whether it asks for what is served."""
    return method == "GET" and "websocket" in request.headers.get("Upgrade", "").lower()


def answer(refused: RefusedHandshake) -> Response:
    """What a client that is not let in is told."""
    reason = HTTPStatus(refused.status).phrase
    status = STATUSES.get(refused.status, reason.upper().replace(" ", "_"))
    error = {"code": refused.status, "message": refused.line, "status": status}
    body = json.dumps({"error": error}).encode() + b"\n"
    headers = Headers(
        {
            "Content-Type": "application/json; charset=utf-8",
            "Content-Length": str(len(body)),
            "Connection": "close",
        }
    )
    if refused.status == UPGRADE.status:
        headers["Upgrade"] = "websocket"
    return Response(refused.status, reason, headers, body)
