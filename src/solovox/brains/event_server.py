"""A server that answers a POST with server-sent events.

Rule 1: one request; no retry, no redirect, and no proxy before this machine. Nothing leaves but headers that are named here.
Rule 2: closing the events, or cancelling their reader, closes the connection: the server stops. A comment is no event.
Rule 3: after the last event the server gets a moment to end: then the connection is kept for the next question.
Rule 4: no time-out but the one to connect: patience is the brain's.
Source: WHATWG HTML §9.2, "Server-sent events". Accepted besides: an event that has a name and no data, and a last event
without an empty line behind it.
"""

import asyncio
import contextlib
import json
from collections.abc import AsyncGenerator, AsyncIterator, Callable, Iterator, Mapping
from dataclasses import dataclass
from typing import Final

import httpx2

from solovox.brains.troubles import AskedModel
from solovox.ports import BrainError
from solovox.wire.loopback import is_loopback
from solovox.wire.whole import whole

_CONNECT: Final = httpx2.Timeout(None, connect=10.0)
_OF_THE_TRANSPORT: Final = ("content-length", "transfer-encoding", "connection")

_END_SECONDS: Final = 0.25
_LONGEST_ERROR: Final = 20_000
LONGEST: Final = 4_000_000
"""Bytes of a line, and of an event's data."""


@dataclass(frozen=True, slots=True)
class ServerEvent:
    """One event. `name`: its `event:` field, if it has one."""

    data: str
    name: str = ""


class EventLines:
    """Yields each event when it is whole. `who` sends them, for a person."""

    def __init__(self, who: str) -> None:
        self._who = who
        self._rest = bytearray()
        self._data: list[str] = []
        self._size = 0
        self._name = ""

    def feed(self, data: bytes) -> Iterator[ServerEvent]:
        """Raises `BrainError` for a line or an event without end, and for what is not UTF-8."""
        first, *others = data.split(b"\n")
        self._rest += first
        if others:
            lines = [bytes(self._rest), *others]
            self._rest = bytearray(lines.pop())
            for line in lines:
                yield from self._line(line.removesuffix(b"\r"))
        if len(self._rest) > LONGEST:
            raise BrainError(f"{self._who} sent a line without an end")

    def finish(self) -> Iterator[ServerEvent]:
        """What is left when the connection ends without an empty line."""
        rest, self._rest = bytes(self._rest), bytearray()
        yield from self._line(rest.removesuffix(b"\r"))
        yield from self._line(b"")

    def _line(self, line: bytes) -> Iterator[ServerEvent]:
        if not line:
            data, self._data, self._size = self._data, [], 0
            name, self._name = self._name, ""
            if data or name:
                yield ServerEvent("\n".join(data), name)
            return
        field, _, value = line.partition(b":")
        if field not in (b"data", b"event"):
            return
        try:
            text = value.removeprefix(b" ").decode()
        except UnicodeDecodeError:
            raise BrainError(f"{self._who} sent what is not text") from None
        if field == b"event":
            self._name = text
            return
        self._size += len(value)
        if self._size > LONGEST:
            raise BrainError(f"{self._who} sent an event without an end")
        self._data.append(text)


class EventServer:
    """One connection pool; `aclose` leaves none open. `url`: where requests go; `headers`: what is said beside the transport's own."""

    def __init__(self, far: AskedModel, url: httpx2.URL, headers: Mapping[str, str]) -> None:
        self._far, self._url = far, url
        own = {
            "host": url.netloc.decode("ascii", "replace"),
            "content-type": "application/json",
            "accept": "text/event-stream",
            "accept-encoding": "identity",
            "user-agent": "solovox",
            **headers,
        }

        async def last(request: httpx2.Request) -> None:
            kept = {name: text for name, text in request.headers.items() if name in _OF_THE_TRANSPORT}
            request.headers = httpx2.Headers({**kept, **own})

        self._client = httpx2.AsyncClient(
            timeout=_CONNECT,
            follow_redirects=False,
            verify=url.scheme == "https",  # without TLS there is nothing to verify, and loading costs 0.2 s
            trust_env=not is_loopback(url.host),
            event_hooks={"request": [last]},
        )
        self.aclose = self._client.aclose

    @contextlib.asynccontextmanager
    async def open_events(
        self, body: Mapping[str, object], over: Callable[[], bool]
    ) -> AsyncIterator[AsyncIterator[ServerEvent]]:
        """The events of one answer, at least one, until it is `over`, or the stream ends. Raises `BrainError`."""
        request = self._client.build_request("POST", self._url, content=json.dumps(whole(body)).encode())
        stream = await self._client.send(request, stream=True)
        try:
            if stream.status_code != httpx2.codes.OK:
                raise self._far.refusal(stream.status_code, await _error_body(stream))
            async with contextlib.aclosing(self._events(stream.aiter_raw(), over)) as events:
                yield events
        finally:
            await stream.aclose()

    async def _events(
        self, chunks: AsyncIterator[bytes], over: Callable[[], bool]
    ) -> AsyncGenerator[ServerEvent, None]:
        lines, begun = EventLines(f"{self._far.subject}'s server"), False
        while not over() and (chunk := await anext(chunks, None)) is not None:
            for event in lines.feed(chunk):
                begun = True
                yield event
        for event in await _rest(chunks, lines) if over() else lines.finish():
            begun = True
            yield event
        if not begun:
            raise BrainError(f"{self._far.where} did not answer with a stream of events; check brain.url")


async def _rest(chunks: AsyncIterator[bytes], lines: EventLines) -> list[ServerEvent]:
    """What comes after the last event that counts, if it comes soon."""
    found: list[ServerEvent] = []
    with contextlib.suppress(TimeoutError, httpx2.HTTPError):
        async with asyncio.timeout(_END_SECONDS):
            async for chunk in chunks:
                found += lines.feed(chunk)
            found += lines.finish()
    return found


async def _error_body(stream: httpx2.Response) -> object:
    """The body of a refusal; short, and waited for shortly."""
    data = b""
    with contextlib.suppress(TimeoutError, httpx2.HTTPError):
        async with asyncio.timeout(2.0):
            async for chunk in stream.aiter_bytes():
                data += chunk
                if len(data) > _LONGEST_ERROR:
                    break
    return json_in(data)


def json_in(data: str | bytes) -> object:
    """What it says as JSON; None where it is none."""
    try:
        return json.loads(data)
    except (ValueError, RecursionError):
        return None
