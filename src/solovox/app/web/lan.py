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
from solovox.app.web.serving import Listening, bound
from solovox.config.schema import ConfigError
from solovox.server.certificates import Certificates, certificates

ALL: Final = "0.0.0.0"  # noqa: S104 - with TLS, a token and names of its own
FOLDER: Final = "serve-tls"
"""In the state folder."""
FAR: Final = ("192.168.255.254", "10.255.255.254", "172.31.255.254", "192.0.2.1")
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
        return self.addresses[0]


def lan() -> Lan:
    """What this machine is called in its network. Raises `ConfigError` where there is none."""
    return described(socket.gethostname(), map(own_address, FAR))


def described(hostname: str, found: Iterable[str | None]) -> Lan:
    """The same from what the system says."""
    label = hostname.partition(".")[0].lower()
    local = f"{label}.local" if _LABEL.fullmatch(label) and label != "localhost" else ""
    every = tuple(dict.fromkeys(one for one in found if one is not None and _is_of_a_network(one)))
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


@dataclass(frozen=True, slots=True)
class LanEntry:
    """Listens for other devices, with a certificate."""

    at: Lan
    listening: Listening
    certificates: Certificates

    @property
    def authority(self) -> bytes:
        """The certificate of who signed its own. The file may be made anew while it serves: read it at the start."""
        return self.certificates.authority.read_bytes()

    @property
    def address(self) -> str:
        """What other devices open."""
        return address("https", self.at.first, self.listening.port)

    @property
    def addresses(self) -> tuple[str, ...]:
        """All of its own."""
        return lan_addresses(self.at, self.listening.port)


def lan_entry(state: Path, port: int, now: dt.datetime) -> LanEntry:
    """Listen for other devices. Raises `ConfigError`, `TlsMissing` and `StateTrouble`: one line."""
    at = lan()
    made = lan_certificates(state, at, now)
    return LanEntry(at, bound(ALL, port, "--lan-port", made.context()), made)


def announcement(entry: LanEntry, pairing: tuple[str, str]) -> str:
    """What the terminal shows. `pairing`: the address with its code, and its picture."""
    url, drawn = pairing
    others = ", ".join(one for one in entry.addresses[len(LOOPBACK) :] if one != entry.address)
    lines = [
        drawn,
        f"pair a phone: scan this, or open {url}",
        "  good for ten minutes and one device; press Enter for a new code",
        f"also at: {others}" if others else "",
        f"certificate, SHA-256: {entry.certificates.fingerprint}",
        "  it is this machine's own, so the browser warns: go on only if it shows this fingerprint",
        f"  no warning: install the authority on the phone; the page has it, and so has {entry.certificates.authority}",
    ]
    return "\n".join(line for line in lines if line)


def _is_of_a_network(text: str) -> bool:
    found = _address(text)
    return found is not None and not (found.is_loopback or found.is_link_local or found.is_unspecified)


def _address(text: str) -> IPv4Address | IPv6Address | None:
    try:
        return ip_address(text)
    except ValueError:
        return None
