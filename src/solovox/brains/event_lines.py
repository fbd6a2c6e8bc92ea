"""Server-sent events, pure: events out of bytes in any chunks.

Source: WHATWG HTML §9.2, "Server-sent events". Accepted besides: an event that has a name and no data, and a last event
without an empty line behind it.
"""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import Any, Final

from solovox.ports import BrainError

LONGEST: Final = 4_000_000
"""Bytes of a line, and of an event's data."""

REASON: Final = 200
"""Characters of a server's own words in a line of ours."""


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


def message_of(body: Any) -> str:
    """The message in an error body, one short line, whatever its shape."""
    error = body.get("error", body) if isinstance(body, Mapping) else body
    if isinstance(error, Mapping):
        error = error.get("message") or error.get("detail") or error.get("code") or "no reason given"
    return " ".join(str(error).split())[:REASON]
