"""How many connections there may be, and for how long one may ask nothing.

A connection costs a file before a byte of it was read, and a process has few of those. So a stranger who opens many, and
never ends a question, would shut out everyone else.

Rule 1: connections of this machine, of others, and of each other peer are counted apart, each up to a limit. Beyond it a
new one takes the place of the oldest of the same peer that asks nothing; where all ask, it is closed unread. Others cannot
take the places of this machine.
Rule 2: the head of a request is there within `HEAD_SECONDS`, or twice that on a connection that was used before;
else the connection is closed. A socket that was accepted counts no more: it has a place of its own in a session.
"""

import asyncio
import contextlib
import resource
from dataclasses import dataclass
from typing import Any, Final, Protocol

from uvicorn.protocols.http.h11_impl import H11Protocol

from solovox.app.web.rates import LOOPBACK_ONLY, Near, peer_of

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

    @property
    def backlog(self) -> int:
        """How many may be accepted before the first of them is looked at."""
        return min(1_024, (self.near + self.far) // 2 + 1)

    def within(self, files: int) -> "MostConnections":
        """As many as so few files allow."""
        free = max(files - RESERVED, files // 4)
        return MostConnections(near=min(self.near, free // 2), far=min(self.far, free // 6), each=self.each)


class HeldConnection(Protocol):
    """One that is counted."""

    address: str

    @property
    def asks_nothing(self) -> bool:
        """Whether it has no request that waits for its answer."""
        ...

    def let_go(self) -> None:
        """Close it: it asks nothing."""
        ...


class OpenConnections:
    """Counts them, and knows which ask nothing."""

    def __init__(self, most: MostConnections, is_near: Near = LOOPBACK_ONLY) -> None:
        self._most = most
        self._is_near = is_near
        self._near: dict[HeldConnection, None] = {}
        self._far: dict[str, dict[HeldConnection, None]] = {}
        """By peer. The oldest first."""

    def admit(self, one: HeldConnection) -> bool:
        """One more, if it may be: in the place of the oldest of its kind that asks nothing."""
        if self._is_near(one.address):
            there, most = self._near, self._most.near
        elif sum(map(len, self._far.values())) >= self._most.far:
            return False
        else:
            there, most = self._far.setdefault(peer_of(one.address), {}), self._most.each
        if len(there) >= most:
            idle = next((held for held in there if held.asks_nothing), None)
            if idle is None:
                return False
            idle.let_go()
        there[one] = None
        return True

    def leave(self, one: HeldConnection) -> None:
        """It has gone, or is a socket now."""
        if self._is_near(one.address):
            self._near.pop(one, None)
            return
        peer = peer_of(one.address)
        there = self._far.get(peer, {})
        there.pop(one, None)
        if not there:
            self._far.pop(peer, None)


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
        address = ""
        _seen: Any = None  # the request at which it was looked last
        _is_held = False

        def connection_made(self, transport: asyncio.Transport) -> None:  # type: ignore[override]
            super().connection_made(transport)
            self.address = self.client[0] if self.client else ""
            self._is_held = held.admit(self)
            if self._is_held:
                self.loop.call_later(seconds, self._look)
            else:
                transport.abort()

        def connection_lost(self, exc: Exception | None) -> None:
            self._leave()
            super().connection_lost(exc)

        def handle_websocket_upgrade(self, event: Any) -> None:
            self._leave()
            super().handle_websocket_upgrade(event)

        @property
        def asks_nothing(self) -> bool:
            return self.cycle is None or self.cycle.response_complete

        def let_go(self) -> None:
            self._leave()
            self.transport.abort()

        def _leave(self) -> None:
            self._is_held = False
            held.leave(self)

        def _look(self) -> None:
            if self._is_held and self.asks_nothing and self.cycle is self._seen:
                self.let_go()
            elif self._is_held:
                self._seen = self.cycle
                self.loop.call_later(seconds, self._look)

    return PatientProtocol
