"""The narrator `voice`: a text-to-speech engine behind the narrator's link. Exact.

Rule 1: one mouth: reads are rendered one after another (law N1).
Rule 2: the engine computes in a worker thread, piece by piece; a cancelled read ends between pieces.
Rule 3: its sound is stream `voice/<read>`; samples 0, 1, 2… of the read.
Rule 4: words that give no audible sound count as not read: the engine has no sounds for them (law T5).
"""

import asyncio
from collections import deque
from collections.abc import AsyncIterator, Iterator
from typing import Final, assert_never

from solovox.core.commands import CancelRead, NarratorCommand, Read
from solovox.core.errors import Misuse
from solovox.core.events import NarratorEvent, ReadFailed, ReadRendered, ReadSounded
from solovox.core.units import ReadId, StreamId
from solovox.ports import Sound, Spoken, Tts

READS: Final = 64
"""Reads that may wait. The core gives one at a time, so more are an error of the core."""
NO_SOUNDS: Final = "this voice has no sounds for these letters; the answer is only shown"
EVENTS: Final = 8
"""Pieces of sound that wait to be decided; when there are more, rendering waits."""


class VoiceNarrator:
    """The narrator link over a `Tts`."""

    def __init__(self, tts: Tts, sound: Sound) -> None:
        self._tts = tts
        self._sound = sound
        self._waiting: deque[Read] = deque()
        self._wanted: set[ReadId] = set()
        self._something = asyncio.Event()
        self._events: asyncio.Queue[NarratorEvent] = asyncio.Queue(EVENTS)

    async def run(self) -> None:
        """Render read after read."""
        while True:
            while not self._waiting:
                self._something.clear()
                await self._something.wait()
            await self._render(self._waiting.popleft())

    async def events(self) -> AsyncIterator[NarratorEvent]:
        """The sound of the reads."""
        while True:
            yield await self._events.get()

    async def perform(self, command: NarratorCommand) -> None:
        """Take a read, or give it up."""
        match command:
            case Read(read=read):
                if len(self._waiting) >= READS or read in self._wanted:
                    raise Misuse(f"read {read} cannot be taken: {len(self._waiting)} wait")
                self._wanted.add(read)
                self._waiting.append(command)
                self._something.set()
            case CancelRead(read=read):
                self._wanted.discard(read)
            case _:
                assert_never(command)

    async def aclose(self) -> None:
        """Nothing to close: the engine belongs to its maker."""
        self._wanted.clear()
        self._waiting.clear()

    async def _render(self, read: Read) -> None:
        try:
            pieces, heard = await asyncio.to_thread(self._begin, read.said), False
            while read.read in self._wanted:
                piece = await asyncio.to_thread(next, pieces, None)
                if piece is None:
                    silent = not heard and any(map(str.isalnum, read.said))
                    end = ReadFailed(read.read, NO_SOUNDS) if silent else ReadRendered(read.read)
                    await self._say(read.read, end)
                    break
                heard = heard or any(piece.pcm)
                if piece.pcm and read.read in self._wanted:
                    span = self._sound.put(StreamId(f"voice/{read.read}"), piece.pcm)
                    await self._say(read.read, ReadSounded(read.read, span, piece.said_to))
        except Misuse:
            raise
        except Exception as error:  # noqa: BLE001 - an engine may raise anything
            reason = " ".join(str(error).split()) or type(error).__name__
            await self._say(read.read, ReadFailed(read.read, reason))
        finally:
            self._wanted.discard(read.read)

    def _begin(self, text: str) -> Iterator[Spoken]:
        return iter(self._tts.speak(text))

    async def _say(self, read: ReadId, event: NarratorEvent) -> None:
        if read in self._wanted:
            await self._events.put(event)
