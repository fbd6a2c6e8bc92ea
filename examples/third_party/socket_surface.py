"""A surface: whoever connects to its port speaks (16 kHz PCM up) and listens (24 kHz PCM down).

`solovox talk --set surface.kind=socket`, then in another window, with SoX:
`rec -t raw -r 16k -e signed -b 16 -c 1 - | nc localhost 8765 | play -t raw -r 24k -e signed -b 16 -c 1 -`
"""

import asyncio
from collections import deque
from collections.abc import Awaitable, Callable

from solovox.app.wiring import SurfaceContext
from solovox.config.declaring import Option, OptionKind, declares
from solovox.core.commands import Flush, Play, SurfaceCommand
from solovox.core.events import Flushed, Played, SoundCaptured, SurfaceEvent, SurfaceJoined, SurfaceLeft
from solovox.core.units import MIC, PlayedReports, ReadId, SurfaceCaps, SurfaceId
from solovox.ports import AdapterArgs, Surface

TICK_MS, UP, DOWN = 20, 640, 960
"""Every 20 ms: bytes of the microphone, bytes of the voice."""
CAPS = SurfaceCaps(played=PlayedReports.ESTIMATED, screen=False)
MOST = 50 * UP
"""A second of sound is read ahead; then whoever sends it waits."""
MOST_READS = 64
"""Counts that are remembered."""


class SocketSurface:
    def __init__(self, place: SurfaceContext, port: int) -> None:
        self.sound, self.clock, self.port = place.sound, place.clock, port
        self.there: dict[SurfaceId, tuple[bytearray, asyncio.StreamWriter]] = {}
        self.queue: deque[tuple[ReadId, bytes]] = deque()
        self.counts: dict[ReadId, int] = {}
        self.news: deque[SurfaceEvent] = deque()

    async def run(self, tell: Callable[[SurfaceEvent], Awaitable[None]]) -> None:
        # Not served at once: cancelled in the midst of that, asyncio would leave the socket open.
        server = await asyncio.start_server(self.joined, "127.0.0.1", self.port, start_serving=False)
        async with server:
            await server.start_serving()
            self.port, now = server.sockets[0].getsockname()[1], self.clock.now()
            try:
                while True:
                    while self.news:
                        await tell(self.news.popleft())
                    if self.there:
                        self.capture()
                        self.play()
                    now = max(now + TICK_MS, self.clock.now())
                    await self.clock.sleep_until(now)
            finally:
                for _, out in self.there.values():
                    out.transport.abort()

    async def joined(self, reader: asyncio.StreamReader, out: asyncio.StreamWriter) -> None:
        name, said = SurfaceId(f"socket/{out.get_extra_info('peername')[1]}"), bytearray()
        self.there[name] = (said, out)
        self.news.append(SurfaceJoined(CAPS, name))
        try:
            while pcm := await reader.read(UP):
                said += pcm
                while len(said) > MOST:  # noqa: ASYNC110
                    await asyncio.sleep(TICK_MS / 1000)
        except OSError:
            pass  # the far end is gone
        finally:
            del self.there[name]
            self.news.append(SurfaceLeft(name))
            if not self.there:
                self.queue.clear()
            out.transport.abort()

    def capture(self) -> None:
        """The first who came has the microphone. Where nothing comes there is silence: samples are the clock."""
        said, _ = next(iter(self.there.values()))
        pcm = bytes(said[:UP])[: len(said) // 2 * 2]
        del said[: len(pcm)]
        self.news.append(SoundCaptured(self.sound.put(MIC, pcm.ljust(UP, b"\0"))))

    def play(self) -> None:
        room = DOWN
        while self.queue and room:
            read, pcm = self.queue.popleft()
            now, later = pcm[:room], pcm[room:]
            if later:
                self.queue.appendleft((read, later))
            room -= len(now)
            for _, out in self.there.values():
                if out.transport.get_write_buffer_size() < MOST:  # who does not listen misses it
                    out.write(now)
            self.counts[read] = self.counts.get(read, 0) + len(now) // 2
            self.news.append(Played(read, self.counts[read]))

    async def perform(self, command: SurfaceCommand) -> None:
        match command:
            case Play(read=read, span=span) if self.there:
                self.queue.append((read, self.sound.get(span)))
            case Flush(read=read) if self.there:
                self.queue = deque(one for one in self.queue if one[0] != read)
                self.news.append(Flushed(read, self.counts.get(read, 0)))
                self.counts = dict([*self.counts.items()][-MOST_READS:])

    async def aclose(self) -> None:
        """`run` has closed everything."""


@declares(Option(name="port", kind=OptionKind.NUMBER, default=8765, about="The port that it listens at."))
def make(given: AdapterArgs) -> Callable[[SurfaceContext], Surface]:
    return lambda place: SocketSurface(place, int(given.settings["port"]))
