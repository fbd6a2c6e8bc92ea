"""A server that answers a POST with server-sent events: what the brains behind an address share.

Rule 1: one request for each question; no retry, no redirect.
Rule 2: time-outs are to the first event and between events, not per socket read. A comment is no event.
Rule 3: closing the iterator, or cancelling its reader, closes the connection: the server stops.
Rule 4: every failure is one `BrainError` of one line; the key is in none of them, nor in a repr.
Source: WHATWG HTML §9.2, "Server-sent events". Accepted besides: an event that has a name and no data, and a last event
without an empty line behind it.
"""

import asyncio
import contextlib
import json
import re
from collections.abc import AsyncGenerator, AsyncIterator, Callable, Iterator, Mapping
from dataclasses import dataclass, field
from typing import Any, Final

import httpx2

from solovox.brains.rounds import SilenceLimits
from solovox.brains.troubles import AskedModel
from solovox.ports import BrainError
from solovox.wire.whole import whole

CONNECT: Final = httpx2.Timeout(None, connect=10.0)
"""No time-out but the one to connect: patience is ours."""
_END_SECONDS: Final = 0.25
"""After the last event the connection is kept for the next question if the server ends the response so soon."""
_HOST: Final = re.compile(r"[\w.:-]+")
_LOOPBACK: Final = ("localhost", "127.0.0.1", "::1")
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


@dataclass(frozen=True, slots=True)
class ServerSettings:
    """Where the server is, and how patient to be. Raises `ValueError` for what cannot be: a line that says what to do."""

    url: httpx2.URL
    api_key: str | None = field(default=None, repr=False)
    first_seconds: float = 20.0
    """How long until the first event."""
    idle_seconds: float = 60.0
    """How long between two events."""
    subject: str = "the model"
    """Who answers there, for a person."""
    lost: str = "no such path; check brain.url"
    """What it has not, when it says 404."""

    def __post_init__(self) -> None:
        check_key(self.api_key)
        for name, seconds in (("first_seconds", self.first_seconds), ("idle_seconds", self.idle_seconds)):
            if not seconds > 0:
                raise ValueError(f"brain.{name} must be more than 0 seconds")


def address(url: str) -> httpx2.URL:
    """The address that is meant. Raises `ValueError`."""
    try:
        parsed = httpx2.URL(url.strip())
    except httpx2.InvalidURL:
        parsed = None
    if parsed is None or parsed.scheme not in ("http", "https") or not _HOST.fullmatch(parsed.host):
        raise ValueError("brain.url must begin with http:// or https:// and name a host")
    if not 0 < (parsed.port or 80) < 65_536:
        raise ValueError("brain.url must have a port between 1 and 65535")
    if parsed.userinfo:
        raise ValueError("brain.url must not contain a name or password; use brain.api_key")
    return parsed.copy_with(fragment=None)


def check_key(key: str | None) -> None:
    """Raises `ValueError` for a key that cannot be sent."""
    if key is not None and not (key.isascii() and key.isprintable()):
        raise ValueError("brain.api_key has characters that no key has; check it for stray spaces or quotes")


def place(url: httpx2.URL) -> str:
    """Host and port, for people."""
    return url.netloc.decode("ascii", "replace")


def client_for(url: httpx2.URL, **more: Any) -> httpx2.AsyncClient:
    """A pool of connections to one address."""
    return httpx2.AsyncClient(
        timeout=CONNECT,
        follow_redirects=False,
        verify=url.scheme == "https",  # without TLS there is nothing to verify, and loading costs 0.2 s
        trust_env=url.host not in _LOOPBACK,  # no proxy stands before this machine
        **more,
    )


class EventServer:
    """One connection pool; `aclose` leaves none open."""

    def __init__(self, settings: ServerSettings) -> None:
        self._settings = settings
        self._far = AskedModel(place(settings.url), settings.api_key, settings.subject, settings.lost)
        self._patience = SilenceLimits(settings.first_seconds, settings.idle_seconds)
        self._client = client_for(settings.url)

    @property
    def where(self) -> str:
        """Host and port."""
        return self._far.where

    async def aclose(self) -> None:
        """Close the pool."""
        await self._client.aclose()

    async def events(
        self, body: Mapping[str, Any], over: Callable[[], bool]
    ) -> AsyncGenerator[ServerEvent, None]:
        """The events of one answer, at least one. `over`: the last one was among those that came.

        Raises `BrainError`; not when the stream ends too early: who reads it knows that.
        """
        request = self._client.build_request(
            "POST",
            self._settings.url,
            content=json.dumps(whole(body)).encode(),
            headers=self._headers(),
        )
        lines, stream, begun = EventLines(f"{self._settings.subject}'s server"), None, False
        try:
            async with self._patience.first(self._far):
                stream = await self._client.send(request, stream=True)
                if stream.status_code != httpx2.codes.OK:
                    raise self._far.refusal(stream.status_code, await _error_body(stream))
                chunks = stream.aiter_raw()
                events = await _events(chunks, lines)
            while events:
                begun = True
                for event in events:
                    yield event
                events = await self._more(chunks, lines, over)
        except (httpx2.HTTPError, httpx2.InvalidURL, OSError, RuntimeError) as error:
            raise self._far.lost_to(error) from None
        finally:
            if stream is not None:
                await stream.aclose()
        if not begun:
            raise BrainError(f"{self.where} did not answer with a stream of events; check brain.url")

    def scrubbed(self, error: BrainError) -> BrainError:
        """An error with words of the server, without the key."""
        return self._far.scrubbed(str(error))

    def _headers(self) -> dict[str, str]:
        headers = {
            "Content-Type": "application/json",
            "Accept": "text/event-stream",
            "Accept-Encoding": "identity",
        }
        if self._settings.api_key:
            headers["Authorization"] = f"Bearer {self._settings.api_key}"
        return headers

    async def _more(
        self, chunks: AsyncIterator[bytes], lines: EventLines, over: Callable[[], bool]
    ) -> list[ServerEvent]:
        """The next events; after the last one the connection gets a moment to end properly."""
        if not over():
            async with self._patience.idle(self._far):
                return await _events(chunks, lines)
        with contextlib.suppress(TimeoutError, httpx2.HTTPError):
            async with asyncio.timeout(_END_SECONDS):
                return await _events(chunks, lines)
        return []


async def _events(chunks: AsyncIterator[bytes], lines: EventLines) -> list[ServerEvent]:
    """The next events, at least one; none at the end of the response. Comments are not events."""
    async for chunk in chunks:
        events = list(lines.feed(chunk))
        if events:
            return events
    return list(lines.finish())


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
