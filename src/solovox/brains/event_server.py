"""A server that answers a POST with server-sent events: what the brains behind an address share that need no SDK.

Rule 1: one request; no retry, no redirect.
Rule 2: closing the events, or cancelling their reader, closes the connection: the server stops. A comment is no event.
Rule 3: after the last event the server gets a moment to end: then the connection is kept for the next question.
Source: WHATWG HTML §9.2, "Server-sent events". Accepted besides: an event that has a name and no data, and a last event
without an empty line behind it.
"""

import asyncio
import contextlib
import json
from collections.abc import AsyncGenerator, AsyncIterator, Iterator, Mapping
from dataclasses import dataclass
from typing import Any, Final

import httpx2

from solovox.brains.rounds import Response
from solovox.brains.vendor import RemoteSettings, client_with
from solovox.ports import BrainError
from solovox.wire.whole import whole

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
    """One connection pool; `aclose` leaves none open. `url`: where requests go."""

    def __init__(self, settings: RemoteSettings, url: httpx2.URL) -> None:
        self._far, self._url = settings.far, url
        key = {"authorization": f"Bearer {settings.api_key}"}
        self._client = client_with(settings, key, {"accept-encoding": "identity"})
        self.aclose = self._client.aclose

    @contextlib.asynccontextmanager
    async def opened(
        self, body: Mapping[str, Any], response: Response
    ) -> AsyncIterator[AsyncIterator[ServerEvent]]:
        """The events of one answer, at least one, until `response` has ended, or the stream. Raises `BrainError`."""
        request = self._client.build_request("POST", self._url, content=json.dumps(whole(body)).encode())
        stream = await self._client.send(request, stream=True)
        try:
            if stream.status_code != httpx2.codes.OK:
                raise self._far.refusal(stream.status_code, await _error_body(stream))
            async with contextlib.aclosing(self._events(stream.aiter_raw(), response)) as events:
                yield events
        finally:
            await stream.aclose()

    async def _events(
        self, chunks: AsyncIterator[bytes], response: Response
    ) -> AsyncGenerator[ServerEvent, None]:
        lines, begun = EventLines(f"{self._far.subject}'s server"), False
        while response.ended is None and (chunk := await anext(chunks, None)) is not None:
            for event in lines.feed(chunk):
                begun = True
                yield event
        for event in lines.finish() if response.ended is None else await _rest(chunks, lines):
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


async def _error_body(stream: httpx2.Response) -> Any:
    """The body of a refusal; short, and waited for shortly."""
    data = b""
    with contextlib.suppress(TimeoutError, httpx2.HTTPError):
        async with asyncio.timeout(2.0):
            async for chunk in stream.aiter_bytes():
                data += chunk
                if len(data) > _LONGEST_ERROR:
                    break
    try:
        return json.loads(data)
    except (ValueError, RecursionError):
        return None
