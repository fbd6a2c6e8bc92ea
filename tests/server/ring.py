"""Our client and our server at the two ends of one socket: whole sessions of the one over sessions of the other.

The server's recogniser hears as the double does (`live/gemini_ears.py`), its voice makes a sound for each letter.
"""

import asyncio
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass, field
from pathlib import Path

from live.gemini_ears import Ears
from live.gemini_reading import LIVE
from live.gemini_rig import Live
from server.test_session import Echo
from solovox.core import events as e
from solovox.core.units import AudioSpan, StreamId
from solovox.live_server.journals import ServedJournals
from solovox.live_server.serving import opener
from solovox.narrators.shared_voice import SharedVoice
from solovox.server.doors import Rules
from solovox.server.engines import ServerEngines
from solovox.server.faults.injector import FaultPlan
from solovox.server.handles import Handles
from solovox.server.memory import Memory
from solovox.server.options import ServerOptions
from solovox.server.sockets import LiveServer
from solovox.shell.supervisor import Supervisor
from solovox.speech.resample import Resampler

MIC = StreamId("mic")


class Bursts:
    """A recogniser with the double's ears."""

    def __init__(self, vocabulary):
        self._ears = Ears(vocabulary)
        self._told = asyncio.Queue()
        self._at = self._began = 0

    async def run(self):
        await asyncio.Event().wait()

    async def feed(self, span, pcm):
        for n in range(0, len(pcm), 640):
            first = not self._ears.said
            if self._ears.hear(pcm[n : n + 640]) and first:
                self._began = self._at
                self._tell(e.OnsetHeard(self._at), e.SpeechConfirmed(self._at))
            self._at += len(pcm[n : n + 640]) // 2
            if self._ears.paused:
                self._over()

    def _over(self):
        span = AudioSpan(MIC, self._began, self._at - self._began)
        words = self._ears.utterance()
        self._tell(e.SpeechEnded(span), e.LocalTranscript(span, words, final=True))

    def _tell(self, *events):
        for one in events:
            self._told.put_nowait(one)

    async def finish(self):
        if self._ears.said:
            self._over()

    async def read_out(self):
        while not self._told.empty():
            await asyncio.sleep(0.005)

    async def events(self):
        while True:
            yield await self._told.get()


class Served:
    """Our server on loopback. `async with Served(…) as served: served.url`."""

    def __init__(self, folder, vocabulary, faults, seed, choices):
        self.reading = asyncio.Event()
        self._handles = Handles(folder, Memory, lambda: 0.0)
        self._workers = ThreadPoolExecutor(1)
        engines = ServerEngines(
            recogniser=lambda detection: Bursts(vocabulary),
            voice=SharedVoice(LIVE),
            brain=Echo,
            handles=self._handles,
            resampler=Resampler,
            choosers=self._workers,
        )
        books = ServedJournals(folder / "journals")
        self._sessions = Supervisor()
        opens = opener(lambda: engines, lambda door: choices, FaultPlan(faults, seed), books.another)
        self._server = LiveServer(opens, self._sessions, Rules())

    async def __aenter__(self):
        await self._sessions.__aenter__()
        await self._server.__aenter__()
        self.url = f"ws://127.0.0.1:{await self._server.listen('127.0.0.1', 0)}"
        return self

    async def __aexit__(self, *error):
        await self._server.__aexit__(*error)
        await self._sessions.__aexit__(*error)
        self._handles.close()
        self._workers.shutdown()


@dataclass
class Ring(Live):
    """One session of ours over our server. `folder` is its state, and has the journals of its sessions."""

    folder: Path | None = None
    per_character = 240
    served: ServerOptions = field(default_factory=ServerOptions)

    def server(self, vocabulary):
        return Served(self.folder, vocabulary, self.faults, self.seed, self.served)
