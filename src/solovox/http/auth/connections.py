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
from collections import OrderedDict
from collections.abc import Iterable
from dataclasses import dataclass
from ipaddress import IPv4Address, IPv4Network, IPv6Address, IPv6Network, ip_address, ip_network
from typing import Any, Final, Protocol

from uvicorn.protocols.http.h11_impl import H11Protocol

from solovox.config.schema import ConfigError

# How often each peer may do something: a bucket for each, filled slowly, emptied by what it does.
#
# Rule 1: the table is bounded. Beyond `most` peers the one that did nothing for longest is forgotten.
# Rule 2: all addresses of one IPv6 network (/64) are one peer: a single machine has all of them.


MOST: Final = 4_096
"""Peers that are remembered."""
NETWORK: Final = 64
"""Bits of an IPv6 address that one machine cannot choose."""


@dataclass(frozen=True, slots=True)
class Rate:
    """At once `burst` times, and then `per_second`."""

    burst: float
    per_second: float


class Buckets:
    """One bucket for each peer. Times are milliseconds that never fall."""

    def __init__(self, rate: Rate, most: int = MOST) -> None:
        self._rate = rate
        self._most = most
        self._held: OrderedDict[str, tuple[float, int]] = OrderedDict()
        """How much was left, and when."""

    def __len__(self) -> int:
        return len(self._held)

    def take(self, peer: str, now: int) -> float:
        """Seconds until the peer may do it once more; 0: it may, and has done it."""
        left = self._count_left(peer, now)
        if left < 1:
            return (1 - left) / self._rate.per_second
        self._held[peer] = (left - 1, now)
        self._held.move_to_end(peer)
        if len(self._held) > self._most:
            self._held.popitem(last=False)
        return 0.0

    def _count_left(self, peer: str, now: int) -> float:
        held = self._held.get(peer)
        if held is None:
            return self._rate.burst
        left, at = held
        return min(self._rate.burst, left + (now - at) / 1000 * self._rate.per_second)


def peer_of(address: str) -> str:
    """Under which name an address is counted."""
    found = _address(address)
    if isinstance(found, IPv6Address):
        return f"{IPv6Address(int(found) >> NETWORK << NETWORK)}/{NETWORK}"
    return str(found or address[:64])


class Near:
    """Who counts as of this machine: its loopback, a socket of the file system, and the `networks` of proxies."""

    def __init__(self, networks: Iterable[str] = ()) -> None:
        """Raises `ConfigError` for what is no network."""
        self._networks = tuple(map(_network, networks))

    def __call__(self, peer: str) -> bool:
        """Whether the peer does. Without an address it came through the file system."""
        found = _address(peer)
        if found is None:
            return not peer
        return found.is_loopback or any(found in one for one in self._networks)


def _network(text: str) -> IPv4Network | IPv6Network:
    try:
        return ip_network(text, strict=False)
    except ValueError:
        raise ConfigError(
            f"{text!r} is neither an address nor a network: write 10.0.0.7, or 172.16.0.0/12"
        ) from None


def _address(text: str) -> IPv4Address | IPv6Address | None:
    """The address; one of IPv4 in the clothes of IPv6 is taken as what it is."""
    try:
        found = ip_address(text.partition("%")[0])
    except ValueError:
        return None
    return getattr(found, "ipv4_mapped", None) or found


LOOPBACK_ONLY: Final = Near()


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
