"""A surface: whoever connects to its port speaks (16 kHz PCM up) and listens (24 kHz PCM down).

`solovox talk --set surface.kind=socket`, then in another window, with SoX:
`rec -t raw -r 16k -e signed -b 16 -c 1 - | nc localhost 8765 | play -t raw -r 24k -e signed -b 16 -c 1 -`
"""

import asyncio
from collections.abc import Awaitable, Callable
from contextlib import suppress

from msgspec import Struct

from solovox.app.wiring import SurfaceContext
from solovox.config.declaring import Declaration, read
from solovox.core.events import SurfaceEvent
from solovox.ports import AdapterArgs, Surface
from solovox.surfaces.pcm import PcmSurface

MOST = 48_000
"""Bytes that may wait for a far end that does not listen; then it misses some."""


class SocketSurface(PcmSurface):
    def __init__(self, place: SurfaceContext, port: int) -> None:
        super().__init__(place.sound, place.clock)
        self.port, self.open = port, set[asyncio.WriteTransport]()

    async def run(self, tell: Callable[[SurfaceEvent], Awaitable[None]]) -> None:
        # Not served at once: cancelled in the midst of that, asyncio would leave the socket open.
        server = await asyncio.start_server(self.called, "127.0.0.1", self.port, start_serving=False)
        async with server:
            try:
                await server.start_serving()
                self.port = server.sockets[0].getsockname()[1]
                await super().run(tell)
            finally:
                for transport in self.open:
                    transport.abort()

    async def called(self, reader: asyncio.StreamReader, out: asyncio.StreamWriter) -> None:
        def hand(pcm: bytes) -> None:
            if out.transport.get_write_buffer_size() < MOST:
                out.write(pcm)

        self.open.add(out.transport)
        with suppress(OSError), self.far_end(f"socket/{out.get_extra_info('peername')[1]}", hand) as say:
            while pcm := await reader.read(640):
                await say(pcm)
        self.open.discard(out.transport)
        out.transport.abort()


class Socket(Struct, frozen=True, kw_only=True):
    port: int = 8765
    """The port that it listens at."""


@Declaration(Socket)
def make(given: AdapterArgs) -> Callable[[SurfaceContext], Surface]:
    return lambda place: SocketSurface(place, read(given, Socket).port)
