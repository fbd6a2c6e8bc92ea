"""How often each peer may do something: a bucket for each, filled slowly, emptied by what it does.

Rule 1: the table is bounded. Beyond `most` peers the one that did nothing for longest is forgotten.
Rule 2: all addresses of one IPv6 network (/64) are one peer: a single machine has all of them.
"""

from collections import OrderedDict
from collections.abc import Iterable
from dataclasses import dataclass
from ipaddress import IPv4Address, IPv4Network, IPv6Address, IPv6Network, ip_address, ip_network
from typing import Final

from solovox.config.schema import ConfigError

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
        left = self._left(peer, now)
        if left < 1:
            return (1 - left) / self._rate.per_second
        self._held[peer] = (left - 1, now)
        self._held.move_to_end(peer)
        if len(self._held) > self._most:
            self._held.popitem(last=False)
        return 0.0

    def _left(self, peer: str, now: int) -> float:
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
