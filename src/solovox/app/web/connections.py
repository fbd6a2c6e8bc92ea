"""How many connections there may be, and for how long one may ask nothing.

A connection costs a file before a byte of it was read, and a process has few of those. So a stranger who opens many, and
never ends a question, would shut out everyone else.

Rule 1: connections of this machine, of others, and of each other peer are counted apart, each up to a limit; what comes
beyond it is closed unread. Others cannot take the places of this machine.
Rule 2: the head of a request is there within `HEAD_SECONDS`, or twice that on a connection that was used before;
else the connection is closed. A socket that was accepted counts no more: it has a place of its own in a session.
"""

import asyncio
import contextlib
import resource
from collections import Counter
from dataclasses import dataclass
from typing import Any, Final

from uvicorn.protocols.http.h11_impl import H11Protocol

from solovox.app.web.rates import is_near, peer_of

HEAD_SECONDS: Final = 10.0
FILES: Final = 65_536
"""Files that are asked of the system, of as many as it gives."""
RESERVED: Final = 256
"""Files for all else: journals, sound, models."""


@dataclass(frozen=True, slots=True, kw_only=True)
class MostConnections:
    """Limits of one listener."""

    near: int = 2_000
    far: int = 500
    each: int = 50
    """Of one peer that is far."""

    def within(self, files: int) -> "MostConnections":
        """As many as so few files allow."""
        free = max(files - RESERVED, files // 4)
        return MostConnections(near=min(self.near, free // 2), far=min(self.far, free // 4), each=self.each)


class OpenConnections:
    """Counts them."""

    def __init__(self, most: MostConnections) -> None:
        self._most = most
        self._near = 0
        self._far: Counter[str] = Counter()

    def admit(self, address: str) -> bool:
        """One more, if it may be."""
        if is_here(address):
            if self._near >= self._most.near:
                return False
            self._near += 1
            return True
        peer = peer_of(address)
        if self._far.total() >= self._most.far or self._far[peer] >= self._most.each:
            return False
        self._far[peer] += 1
        return True

    def leave(self, address: str) -> None:
        """One that was admitted has gone."""
        if is_here(address):
            self._near -= 1
            return
        peer = peer_of(address)
        self._far[peer] -= 1
        if not self._far[peer]:
            del self._far[peer]


def is_here(address: str) -> bool:
    """Whether it is of this machine; a socket of the file system has no address."""
    return not address or is_near(address)


def enough_files() -> int:
    """Ask the system for more open files than the usual thousand; how many there may be."""
    soft, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    wanted = FILES if hard == resource.RLIM_INFINITY else min(FILES, hard)
    if soft != resource.RLIM_INFINITY and soft < wanted:
        with contextlib.suppress(OSError, ValueError):
            resource.setrlimit(resource.RLIMIT_NOFILE, (wanted, hard))
    found = resource.getrlimit(resource.RLIMIT_NOFILE)[0]
    return FILES if found == resource.RLIM_INFINITY else found


def patient(held: OpenConnections, seconds: float = HEAD_SECONDS) -> type[H11Protocol]:
    """The web server's protocol, within these limits."""

    class PatientProtocol(H11Protocol):
        _is_held = False
        _seen: Any = None
        """The request at which it was looked last."""

        def connection_made(self, transport: asyncio.Transport) -> None:  # type: ignore[override]
            super().connection_made(transport)
            self._address = self.client[0] if self.client else ""
            if held.admit(self._address):
                self._is_held = True
                self.loop.call_later(seconds, self._look)
            else:
                transport.abort()

        def connection_lost(self, exc: Exception | None) -> None:
            self._leave()
            super().connection_lost(exc)

        def handle_websocket_upgrade(self, event: Any) -> None:
            self._leave()
            super().handle_websocket_upgrade(event)

        def _leave(self) -> None:
            if self._is_held:
                self._is_held = False
                held.leave(self._address)

        def _look(self) -> None:
            if not self._is_held:
                return
            waits = self.cycle is None or self.cycle.response_complete
            if waits and self.cycle is self._seen:
                self.transport.abort()
            else:
                self._seen = self.cycle
                self.loop.call_later(seconds, self._look)

    return PatientProtocol
