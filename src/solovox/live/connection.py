"""One connection to the service: opened, set up, read, written, kept alive, closed.

Rule 1: the setup is sent first, and nothing else before it was taken (`Opened`). What the service sends before
that is kept and delivered after it.
Rule 2: it is alive as long as anything arrives. A ping is sent every `Patience.ping`; if nothing at all, not
even its pong, arrives within `Patience.pong`, the connection is half-open and lost.
Rule 3: however it ends, `Lost` says why, once, in one line; a key is in no message of it.
Rule 4: a key is in the handshake only, and in no `repr`.
Rule 5: at most `QUEUE` messages wait in the socket; then the service has to wait.
A frame that cannot be decoded is counted and skipped.

Source: RFC 6455. A service answers pings in 8 to 30 s under load.
"""

import asyncio
import logging
import socket
import ssl
from collections import deque
from collections.abc import AsyncIterator, Callable, Mapping, Sequence
from dataclasses import dataclass, field
from enum import Enum
from functools import cache
from ipaddress import ip_address
from typing import Any, Final
from urllib.parse import urlsplit

from websockets.asyncio.client import ClientConnection, connect
from websockets.exceptions import ConnectionClosed, InvalidHandshake, InvalidStatus, InvalidURI, ProxyError
from websockets.frames import CloseCode
from websockets.protocol import State

from solovox.core.errors import PeerFault
from solovox.core.units import MIC_RATE, ConnectionId
from solovox.live.losing import CloseMeaning, LossCause, Lost, loss_of_close, loss_of_status
from solovox.wire.live_events import LiveCodec, LiveCommand, LiveEvent, LiveSetup, Opened

QUEUE: Final = 64
"""Unread messages beyond which the service has to wait."""
UNSENT: Final = 32 * 1024
"""Unsent bytes beyond which sending waits."""
LARGEST: Final = 16 * 1024 * 1024
"""Bytes of one frame: several minutes of sound. The service stays below 1 MiB."""
EARLY: Final = 64
"""Events before `Opened` that are kept; a service sends none."""

_silent = logging.Logger("solovox.live.socket")  # noqa: LOG001 - in no hierarchy: it logs headers, which hold the key
_silent.disabled = True


@dataclass(frozen=True, slots=True, kw_only=True)
class Patience:
    """How long each wait may last, in seconds."""

    open: float = 10.0
    setup: float = 15.0
    ping: float = 20.0
    pong: float = 45.0
    send: float = 15.0
    """A socket that accepts no data for this long is lost."""
    close: float = 2.0


class Way(Enum):
    """Which way a frame went."""

    UP = "up"
    DOWN = "down"


Tap = Callable[[Way, bytes], None]
"""Sees every frame as it was on the wire (`capture`)."""


class BadEndpoint(ValueError):
    """The address cannot be one of a live model. One line."""


@dataclass(frozen=True, slots=True)
class Endpoint:
    """An address and what is sent with the handshake."""

    url: str = field(repr=False)
    headers: Mapping[str, str] = field(default_factory=dict, repr=False)

    @property
    def place(self) -> str:
        """The address as it may be shown: without the query, in which a person may have put a key."""
        split = urlsplit(self.url)
        return f"{split.scheme}://{split.netloc.rpartition('@')[2]}{split.path}"

    @property
    def is_local(self) -> bool:
        """Whether it is this machine."""
        host = urlsplit(self.url).hostname or ""
        try:
            return ip_address(host).is_loopback
        except ValueError:
            return host == "localhost"


def usable(_: str) -> str:
    """Any model."""
    return ""


@dataclass(frozen=True, slots=True, kw_only=True)
class LiveFamily:
    """All that is special about a kind of service."""

    name: str
    endpoint: Callable[[str | None, str | None], Endpoint]
    """Where an address and a key lead. Raises `BadEndpoint`."""
    codec: Callable[[LiveSetup, ConnectionId], LiveCodec]
    model: str
    """Which one it is, where none is named."""
    unfit: Callable[[str], str] = usable
    """Why a model cannot be talked with. Empty: it can."""
    closes: tuple[CloseMeaning, ...] = ()
    """What its closes mean."""
    mic_rate: int = MIC_RATE
    """Samples a second of the microphone's sound, as it takes it."""


@dataclass(frozen=True, slots=True, kw_only=True)
class LiveService:
    """A service that can be connected to."""

    family: LiveFamily
    endpoint: Endpoint
    patience: Patience = field(default_factory=Patience)
    tap: Tap | None = None
    """Sees every frame of both sides."""

    async def open(
        self, setup: LiveSetup, connection: ConnectionId = ConnectionId(0), handle: str | None = None
    ) -> "Connection":
        """A connection that is set up; with a handle, one that goes on with an earlier talk. Raises `Lost`; what could not be set up
        is closed."""
        ws = await _dial(self.endpoint, self.patience)
        opened = Connection(ws, self, self.family.codec(setup, connection), resuming=handle is not None)
        try:
            await opened.set_up(handle)
        except BaseException:
            await opened.aclose()
            raise
        return opened


class Connection:
    """An open connection. Made by `LiveService.open`."""

    def __init__(self, ws: ClientConnection, how: LiveService, codec: LiveCodec, *, resuming: bool) -> None:
        self.codec = codec
        self._ws = ws
        self._how = how
        self._patience = how.patience
        self._resuming = resuming
        """The setup with a resumption handle was sent and is not confirmed yet."""
        self._early: deque[LiveEvent] = deque()
        self._arrived = 0
        self.not_understood = 0
        """Frames that were skipped."""

    @property
    def is_free(self) -> bool:
        """Whether a command would be taken now, without waiting."""
        return self._ws.state is State.OPEN and self._ws.transport.get_write_buffer_size() <= UNSENT

    def write(self, command: LiveCommand) -> None:
        """Send one command now; only while it `is_free`. If the connection breaks, the task that reads finds out."""
        # As `ws.send` does it, without its context managers and time limits: nothing here can wait.
        protocol = self._ws.protocol
        for frame in self.codec.encode(command):
            self._see(Way.UP, frame)
            protocol.send_text(frame)
        for data in protocol.data_to_send():
            self._ws.transport.write(data)

    async def send(self, command: LiveCommand) -> None:
        """Send one command; waits while the network is busy. Raises `Lost`."""
        if self.is_free:
            self.write(command)
            return
        for frame in self.codec.encode(command):
            await self._send(frame)

    async def _send(self, frame: bytes) -> None:
        self._see(Way.UP, frame)
        try:
            async with asyncio.timeout(self._patience.send):
                await self._ws.send(frame, text=True)
        except ConnectionClosed as error:
            raise self._loss_of(error) from None
        except TimeoutError:
            raise Lost(f"the network took nothing for {self._patience.send:g} s", LossCause.NETWORK) from None

    async def events(self) -> AsyncIterator[LiveEvent]:
        """What the model does, in order. Raises `Lost` at the end; never ends otherwise."""
        while self._early:
            yield self._early.popleft()
        while True:
            for event in await self._receive():
                yield event

    async def keep_alive(self) -> None:
        """Ping, and raise `Lost` when nothing comes any more (rule 2). Run it beside `messages`."""
        while True:
            await asyncio.sleep(self._patience.ping)
            before = self._arrived
            try:
                pong = await self._ws.ping()
                async with asyncio.timeout(self._patience.pong):
                    await pong
            except ConnectionClosed as error:
                raise self._loss_of(error) from None
            except TimeoutError:
                if self._arrived == before:
                    why = f"the service was silent for {self._patience.pong:g} s, even to a ping"
                    raise Lost(why, LossCause.NETWORK) from None

    async def aclose(self) -> None:
        """CloseMeaning, wait a little for the peer's close, then drop the socket. Bounded, also when the network takes nothing."""
        try:
            async with asyncio.timeout(self._patience.close):
                await self._ws.close()
        except TimeoutError:
            pass
        finally:
            self._ws.transport.abort()

    async def set_up(self, handle: str | None) -> None:
        """Send the setup and wait until it is taken (rule 1). Raises `Lost`."""
        for frame in self.codec.set_up(handle):
            await self._send(frame)
        opened = None
        try:
            async with asyncio.timeout(self._patience.setup):
                while opened is None:
                    for event in await self._receive():
                        if isinstance(event, Opened):
                            opened = event
                        elif len(self._early) < EARLY:
                            self._early.append(event)
        except TimeoutError:
            why = f"the service did not answer the setup within {self._patience.setup:g} s"
            raise Lost(why, LossCause.SERVICE) from None
        self._early.appendleft(opened)
        self._resuming = False

    async def _receive(self) -> Sequence[LiveEvent]:
        while True:
            try:
                frame = await self._ws.recv(decode=False)
            except ConnectionClosed as error:
                raise self._loss_of(error) from None
            self._arrived += 1
            self._see(Way.DOWN, bytes(frame))
            try:
                return self.codec.decode(frame)
            except PeerFault:
                self.not_understood += 1

    def _see(self, way: Way, frame: bytes) -> None:
        if self._how.tap is not None:
            self._how.tap(way, frame)

    def _loss_of(self, error: ConnectionClosed) -> Lost:
        """Who closed it: the service, we (a frame was too large), or neither (1006)."""
        closes = self._how.family.closes
        if error.rcvd is not None and error.rcvd_then_sent:
            return loss_of_close(error.rcvd.code, error.rcvd.reason, closes, resuming=self._resuming)
        too_large = error.sent is not None and error.sent.code == CloseCode.MESSAGE_TOO_BIG
        return loss_of_close(1009 if too_large else 1006, "", closes, resuming=self._resuming)


@cache
def _trusting(_paths: ssl.DefaultVerifyPaths) -> ssl.SSLContext:
    """The trusted authorities: the system's, or those that SSL_CERT_FILE names. Reading them blocks the loop for tens of
    milliseconds, so it is done once for all connections."""
    return ssl.create_default_context()


async def _dial(to: Endpoint, patience: Patience) -> ClientConnection:
    options: dict[str, Any] = {"proxy": None if to.is_local else True}
    if to.url.startswith("wss:"):
        options["ssl"] = _trusting(ssl.get_default_verify_paths())
    try:
        return await connect(
            to.url,
            additional_headers=dict(to.headers),
            user_agent_header="solovox",
            compression=None,  # sound in base64 hardly shrinks, and deflate costs 300 kB a connection
            open_timeout=patience.open,
            ping_interval=None,  # rule 2: `websockets` gives up after 20 s, the service takes 30
            close_timeout=patience.close,
            max_size=LARGEST,
            max_queue=QUEUE,
            write_limit=UNSENT,
            logger=_silent,
            **options,
        )
    except InvalidStatus as error:
        raise loss_of_status(error.response.status_code) from None
    except TimeoutError:
        why = f"{to.place} did not answer within {patience.open:g} s"
        raise Lost(why, LossCause.NETWORK) from None
    except ssl.SSLCertVerificationError as error:
        why = f"{to.place} cannot prove who it is: {error.verify_message}"
        raise Lost(why, LossCause.REFUSED) from None
    except socket.gaierror:
        raise Lost(f"the name of {to.place} is not known: is there a network?", LossCause.NETWORK) from None
    except OSError as error:
        why = (error.strerror or type(error).__name__).lower()
        raise Lost(f"{to.place} cannot be reached: {why}", LossCause.NETWORK) from None
    except ProxyError as error:
        raise Lost(f"the proxy does not let us through: {type(error).__name__}", LossCause.NETWORK) from None
    except (InvalidHandshake, InvalidURI, EOFError) as error:
        why = f"{to.place} does not speak as a live model does ({type(error).__name__})"
        raise Lost(why, LossCause.SERVICE) from None
