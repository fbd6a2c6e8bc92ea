"""A socket with a fault injector on it. To a served session it is a socket like any other.

Rule 1: frames that cannot be decoded pass unchanged: the session judges them.
Rule 2: delayed actions are performed while the session waits for the client's next frame, which it always does.
"""

import asyncio
from collections import deque
from collections.abc import Callable, Sequence
from typing import Protocol, assert_never

from websockets.asyncio.server import ServerConnection
from websockets.frames import Frame, Opcode

from solovox.server.faults.fault import Abort, CloseNow, Fault, FaultAction, Pongs
from solovox.server.faults.injector import FaultInjector
from solovox.server.served_session import Socket
from solovox.wire.gemini_live.codec import decode_client, decode_server, encode_client
from solovox.wire.gemini_live.server_frames import ServerMessage
from solovox.wire.gemini_live.sizes import server_frames
from solovox.wire.gemini_live.values import BadFrame


class RawSocket(Socket, Protocol):
    """The client's socket, with the operations that only faults need."""

    def abort(self) -> None: ...

    def pongs(self, late_ms: int | None) -> None: ...


class FaultySocket:
    """`now` gives milliseconds since the connection began. One task receives; any may send."""

    def __init__(self, line: RawSocket, injector: FaultInjector, now: Callable[[], int]) -> None:
        self._line = line
        self._injector = injector
        self._now = now
        self._seen: deque[bytes] = deque()
        self._patience: asyncio.Timeout | None = None

    async def receive(self) -> bytes:
        """The next frame that the session is to see."""
        while not self._seen:
            try:
                async with asyncio.timeout(self._left()) as self._patience:
                    frame = await self._line.receive()
            except TimeoutError:
                await self._perform(self._injector.due(self._now()))
                continue
            finally:
                self._patience = None
            try:
                message = decode_client(frame)
            except BadFrame:
                return frame
            met = self._injector.receive(self._now(), message)
            self._seen += [encode_client(one) if one is not message else frame for one in met.seen]
            await self._perform(met.actions)
        return self._seen.popleft()

    async def send(self, frame: bytes) -> None:
        """A frame of the session's."""
        before = self._injector.next_deadline
        await self._perform(self._injector.sends(self._now(), decode_server(frame)))
        waiting = self._patience
        if self._injector.next_deadline != before and waiting is not None and not waiting.expired():
            waiting.reschedule(0)  # `receive` computes its timeout again

    async def strike(self, fault: Fault) -> None:
        """From now on a fault counts; one that needs no message strikes at once."""
        await self._perform(self._injector.add(self._now(), fault))

    async def close(self, code: int, reason: str) -> None:
        """The session's own close."""
        await self._line.close(code, reason)

    def _left(self) -> float | None:
        at = self._injector.next_deadline
        return None if at is None else max(at - self._now(), 0) / 1000

    async def _perform(self, actions: Sequence[FaultAction]) -> None:
        for action in actions:
            match action:
                case ServerMessage():
                    for frame in server_frames(action):
                        await self._line.send(frame)
                case bytes():
                    await self._line.send(action)
                case CloseNow(code=code, reason=reason):
                    await self._line.close(code, reason)
                case Abort():
                    self._line.abort()
                case Pongs(late_ms=late_ms):
                    self._line.pongs(late_ms)
                case _:
                    assert_never(action)


def hold_pongs(connection: ServerConnection, late_ms: int | None) -> None:
    """From now on answer pings of this client `late_ms` late; None: never."""
    protocol, loop = connection.protocol, connection.loop
    send_frame = type(protocol).send_frame

    def later(frame: Frame) -> None:
        if connection.transport.is_closing():
            return
        send_frame(protocol, frame)
        connection.send_data()

    def held(frame: Frame) -> None:
        if frame.opcode is not Opcode.PONG:
            send_frame(protocol, frame)
        elif late_ms is not None:
            loop.call_later(late_ms / 1000, later, frame)

    # The library answers pings itself and offers no hook to delay them.
    protocol.send_frame = held  # type: ignore[method-assign]
