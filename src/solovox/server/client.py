"""The client's end of a session: its socket, with the faults that were asked for in between.

Rule 1: without faults, every message goes through as it is.
Rule 2: a client that takes nothing for `PATIENCE` seconds is gone.
"""

import asyncio
from collections.abc import Sequence
from typing import Final, Protocol, assert_never

from solovox.ports import Clock
from solovox.server.faults.deeds import Abort, CloseNow, Deed, Pongs, Put, PutRaw
from solovox.server.faults.meddler import Meddler
from solovox.wire.gemini_live.client_frames import ClientMessage
from solovox.wire.gemini_live.server_frames import ServerMessage
from solovox.wire.gemini_live.sizes import server_frames

PATIENCE: Final = 20.0


class Gone(Exception):
    """The client is not there any more."""


class Socket(Protocol):
    """Frames, one by one."""

    async def receive(self) -> bytes:
        """The next frame. Raises `Gone`."""
        ...

    async def send(self, frame: bytes) -> None:
        """Raises `Gone`."""
        ...

    async def close(self, code: int, reason: str) -> None:
        """Says why."""
        ...

    def abort(self) -> None:
        """Without a word."""
        ...

    def pongs(self, late_ms: int | None) -> None:
        """From now on pings are answered so late; None: never."""
        ...


class Client:
    """One session's."""

    def __init__(self, socket: Socket, clock: Clock, meddler: Meddler | None = None) -> None:
        self._socket = socket
        self._clock = clock
        self._meddler = meddler or Meddler(())

    @property
    def next_deadline(self) -> int | None:
        """When `due` wants to be called."""
        return self._meddler.next_deadline

    async def due(self) -> None:
        """What a fault has put off. Raises `Gone`, as all of these do."""
        await self._perform(self._meddler.due(self._clock.now()))

    async def receive(self) -> bytes:
        """The next frame."""
        return await self._socket.receive()

    async def came(self, message: ClientMessage) -> tuple[ClientMessage, ...]:
        """What the session sees of a message."""
        met = self._meddler.came(self._clock.now(), message)
        await self._perform(met.deeds)
        return met.seen

    async def send(self, message: ServerMessage) -> None:
        """One message."""
        await self._perform(self._meddler.sends(self._clock.now(), message))

    async def close(self, code: int, reason: str) -> None:
        """Says why."""
        await self._socket.close(code, reason)

    async def _perform(self, deeds: Sequence[Deed]) -> None:
        for deed in deeds:
            match deed:
                case Put(message=message):
                    for frame in server_frames(message):
                        await self._put(frame)
                case PutRaw(frame=frame):
                    await self._put(frame)
                case CloseNow(code=code, reason=reason):
                    await self._socket.close(code, reason)
                    raise Gone
                case Abort():
                    self._socket.abort()
                    raise Gone
                case Pongs(late_ms=late):
                    self._socket.pongs(late)
                case _:
                    assert_never(deed)

    async def _put(self, frame: bytes) -> None:
        try:
            async with asyncio.timeout(PATIENCE):
                await self._socket.send(frame)
        except TimeoutError:
            raise Gone from None
