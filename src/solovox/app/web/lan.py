"""`solovox serve --lan`: other devices of the same network come in, by TLS, for a phone gives a microphone to nothing else.

Rule 1: the certificate has the machine's names and addresses as they are at the start: `NAME.local`, and the address
of each route. It is kept, and made anew before it ends or where an address is not in it (`server/certificates.py`).
Rule 2: finding the addresses sends nothing.
"""

import datetime as dt
import re
import socket
from collections.abc import Iterable
from contextlib import closing
from dataclasses import dataclass
from ipaddress import IPv4Address, IPv6Address, ip_address
from pathlib import Path
from typing import Final

from solovox.app.web.door import LOOPBACK, address
from solovox.config.schema import ConfigError
from solovox.server.certificates import Certificates, certificates

FOLDER: Final = "serve-tls"
"""In the state folder."""
FAR: Final = ("192.0.2.1", "10.255.255.254", "172.31.255.254", "192.168.255.254", "2001:db8::1")
"""Somewhere far, and somewhere in each private network: which of our addresses would be used on the way there?"""
_LABEL: Final = re.compile(r"[a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])?", re.ASCII)


@dataclass(frozen=True, slots=True)
class Lan:
    """Where other devices find this one. `local` is empty where the machine has no name of its own."""

    local: str
    addresses: tuple[str, ...]

    @property
    def names(self) -> tuple[str, ...]:
        """All names, for the certificate and for the door."""
        return (*LOOPBACK, *filter(None, (self.local,)), *self.addresses)

    @property
    def first(self) -> str:
        """The name to show: an address, which every phone understands; `NAME.local` needs help of the network."""
        return next(iter(self.addresses), self.local)


def lan(more: Iterable[str] = ()) -> Lan:
    """What this machine is called in its network. `more`: hosts that were asked for. Raises `ConfigError` where there is no network."""
    return described(socket.gethostname(), (own_address(far) for far in FAR), more)


def described(hostname: str, found: Iterable[str | None], more: Iterable[str] = ()) -> Lan:
    """The same from what the system says."""
    label = hostname.partition(".")[0].lower()
    local = f"{label}.local" if _LABEL.fullmatch(label) and label != "localhost" else ""
    addresses = [one for one in found if one is not None and _is_of_a_network(one)]
    hosts = [one for one in more if not _is_of_this_machine_only(one)]
    every = tuple(dict.fromkeys([*hosts, *sorted(addresses, key=_order)]))
    if not every:
        raise ConfigError("--lan: this machine has no address in a network: connect it, or leave --lan out")
    return Lan(local, every)


def own_address(far: str) -> str | None:
    """The address that this machine would use towards `far`: none is asked."""
    family = socket.AF_INET6 if ":" in far else socket.AF_INET
    try:
        with closing(socket.socket(family, socket.SOCK_DGRAM)) as line:
            line.connect((far, 9))
            found: str = line.getsockname()[0]
            return found
    except OSError:
        return None


def lan_certificates(state: Path, at: Lan, now: dt.datetime) -> Certificates:
    """The certificate for these names. Raises `TlsMissing` and `StateTrouble`: one line."""
    return certificates(state / FOLDER, now, names=at.names, unit="serve")


def lan_addresses(at: Lan, port: int) -> tuple[str, ...]:
    """Every address under which the server is there."""
    return tuple(address("https", name, port) for name in at.names)


def announcement(at: Lan, port: int, made: Certificates, pairing: tuple[str, str]) -> str:
    """What the terminal shows. `pairing`: the address with its code, and its picture."""
    url, drawn = pairing
    others = ", ".join(address("https", name, port) for name in at.names if name not in (*LOOPBACK, at.first))
    lines = [
        drawn,
        f"pair a phone: scan this, or open {url}",
        "  good for ten minutes and one device; press Enter for a new code",
        f"also at: {others}" if others else "",
        f"certificate, SHA-256: {made.fingerprint}",
        "  it is this machine's own, so the browser warns: go on only if it shows this fingerprint",
        f"  no warning: install {made.authority} as an authority on the phone",
    ]
    return "\n".join(line for line in lines if line)


def _is_of_a_network(text: str) -> bool:
    found = _address(text)
    return found is not None and not (found.is_loopback or found.is_link_local or found.is_unspecified)


def _is_of_this_machine_only(host: str) -> bool:
    found = _address(host)
    return host in LOOPBACK or (found is not None and (found.is_loopback or found.is_unspecified))


def _address(text: str) -> IPv4Address | IPv6Address | None:
    try:
        return ip_address(text)
    except ValueError:
        return None


def _order(text: str) -> tuple[bool, bool]:
    """IPv4 first: it is shorter to type; private addresses before others."""
    found = ip_address(text)
    return found.version == 6, not found.is_private
