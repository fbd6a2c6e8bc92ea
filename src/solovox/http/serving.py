"""The web server in a process: from its address to its last goodbye.

Rule: told to end, it takes no new session, says goodbye to each, and closes when the journals are whole.
"""

import asyncio
import contextlib
import datetime as dt
import errno
import re
import socket
import ssl
from collections.abc import Callable, Iterable, Iterator, Sequence
from contextlib import closing
from dataclasses import dataclass
from ipaddress import IPv4Address, IPv6Address, ip_address
from pathlib import Path
from typing import Final

import uvicorn

from solovox.config.schema import ConfigError
from solovox.http.auth.connections import (
    LOOPBACK_ONLY,
    MostConnections,
    Near,
    OpenConnections,
    enough_files,
    patient,
)
from solovox.http.auth.door import address
from solovox.http.auth.guard import Application
from solovox.http.sockets.talks import Talks
from solovox.server.certificates import Certificates, certificates
from solovox.wire.loopback import LOOPBACK

LARGEST: Final = 1 << 20
"""Bytes of a frame. A longer one closes the socket (1009)."""
PING_SECONDS: Final = 20.0
CLOSING_SECONDS: Final = 5
HANDSHAKE_SECONDS: Final = 10.0
"""Of TLS. What has not ended it by then is closed."""

SENT_BYTES: Final = 131_072
"""What the system keeps of what a client has not taken. Left to itself it keeps megabytes."""
GIVEN_UP_MS: Final = 30_000
"""A client that takes nothing for this long has gone, whatever its system says."""


class PortTaken(ConfigError):
    """Another program listens there. One line."""


@dataclass(frozen=True, slots=True)
class Listening:
    """A socket that listens. Without `context` there is no TLS."""

    line: socket.socket
    port: int
    context: ssl.SSLContext | None = None


class _Server(uvicorn.Server):
    """Listens where it is told. Signals are ours."""

    def __init__(self, config: uvicorn.Config, listening: Sequence[Listening]) -> None:
        super().__init__(config)
        self._listening = listening

    @contextlib.contextmanager
    def capture_signals(self) -> Iterator[None]:
        yield

    async def startup(self, sockets: list[socket.socket] | None = None) -> None:
        """As uvicorn's, but each listener has a certificate of its own or none, and waits for handshakes for a short time."""
        await super().startup(sockets=[])
        for one in self._listening:
            server = await asyncio.get_running_loop().create_server(
                self._protocol,
                sock=one.line,
                ssl=one.context,
                ssl_handshake_timeout=None if one.context is None else HANDSHAKE_SECONDS,
                backlog=self.config.backlog,
            )
            self.servers.append(server)

    def _protocol(self) -> asyncio.Protocol:
        made = self.config.http_protocol_class
        return made(config=self.config, server_state=self.server_state, app_state=self.lifespan.state)  # type: ignore[call-arg]


def listen_at(
    host: str, port: int, options: str = "--host, --port", context: ssl.SSLContext | None = None
) -> Listening:
    """Listens there; port 0: at any free one. Raises `ConfigError`: one line that names the `options`."""
    family = socket.AF_INET6 if ":" in host else socket.AF_INET
    # With its protocol named: else asyncio does not turn Nagle off, and a piece of voice behind a line of text waits 40 ms.
    line = socket.socket(family, socket.SOCK_STREAM, socket.IPPROTO_TCP)
    line.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
    line.setsockopt(socket.SOL_SOCKET, socket.SO_SNDBUF, SENT_BYTES)  # inherited by each client's
    if hasattr(socket, "TCP_USER_TIMEOUT"):  # Linux
        line.setsockopt(socket.IPPROTO_TCP, socket.TCP_USER_TIMEOUT, GIVEN_UP_MS)
    try:
        line.bind((host, port))
    except (OSError, OverflowError) as error:
        line.close()
        why = getattr(error, "strerror", None) or error
        taken = getattr(error, "errno", None) == errno.EADDRINUSE
        raise (PortTaken if taken else ConfigError)(
            f"cannot listen at {host} port {port}: {why}; choose another with {options}"
        ) from None
    line.listen(1024)
    return Listening(line, line.getsockname()[1], context)


async def serve_talks(
    app: Application,
    talks: Talks,
    listening: Sequence[Listening],
    told_to_end: asyncio.Event,
    ready: Callable[[], object],
    is_near: Near = LOOPBACK_ONLY,
) -> None:
    """Serve until `told_to_end`. `ready` is called when it can be reached."""
    server = _Server(_settings(app, is_near), listening)
    async with talks.process, asyncio.TaskGroup() as tasks:
        serving = tasks.create_task(server.serve(sockets=[one.line for one in listening]), name="web server")
        ready()
        ending = tasks.create_task(told_to_end.wait(), name="told to end")
        await asyncio.wait({serving, ending}, return_when=asyncio.FIRST_COMPLETED)
        ending.cancel()
        talks.say_goodbye()
        await talks.process.sessions.stop()
        server.should_exit = True


async def served_apart(
    app: Application,
    listening: Sequence[Listening],
    told_to_end: asyncio.Event,
    is_near: Near = LOOPBACK_ONLY,
) -> None:
    """Serve something beside it, at listeners of its own, until `told_to_end`."""
    server = _Server(_settings(app, is_near), listening)
    async with asyncio.TaskGroup() as tasks:
        tasks.create_task(server.serve(sockets=[one.line for one in listening]), name="server apart")
        await told_to_end.wait()
        server.should_exit = True


def _settings(app: Application, is_near: Near) -> uvicorn.Config:
    most = MostConnections().within(enough_files())
    return uvicorn.Config(
        app,
        http=patient(OpenConnections(most, is_near)),
        backlog=most.backlog,
        ws="websockets-sansio",
        ws_max_size=LARGEST,
        ws_ping_interval=PING_SECONDS,
        ws_ping_timeout=PING_SECONDS,
        ws_per_message_deflate=False,
        lifespan="off",
        log_config=None,
        access_log=False,
        server_header=False,
        timeout_graceful_shutdown=CLOSING_SECONDS,
        proxy_headers=False,  # whoever is near could say any address of a peer
    )


# `solovox serve --lan`: other devices of the same network come in, by TLS, for a phone gives a microphone to nothing else.
#
# Rule 1: the certificate has the machine's names and addresses as they are at the start: `NAME.local`, and the address
# of each route. It is kept, and made anew before it ends or where an address is not in it (`server/certificates.py`).
# Rule 2: finding the addresses sends nothing.

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
    return describe_lan(socket.gethostname(), map(own_address, FAR))


def describe_lan(hostname: str, found: Iterable[str | None]) -> Lan:
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
    return LanEntry(at, listen_at(ALL, port, "--lan-port", made.context()), made)


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
