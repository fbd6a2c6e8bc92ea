"""Carries a client's sound to a recogniser, and the recogniser's events back.

Rule 1: sound is never dropped. When `BACKLOG_SECONDS` of it wait, the client has to wait (`has_room`).
Rule 2: it is resampled as it arrives; a new rate starts a new resampler.
"""

import asyncio
from collections.abc import Awaitable, Callable
from contextlib import aclosing
from typing import Final

from solovox.core.units import MIC_RATE, VOICE_RATE, AudioSpan, StreamId
from solovox.ports import Recogniser, SharedTts
from solovox.server.engines import InputResampler
from solovox.server.served_commands import SendSound, Speak
from solovox.server.served_events import (
    HearingFinished,
    SamplesRendered,
    ServedEvent,
    TextRendered,
    VoiceFailed,
)
from solovox.text.escapes import reason_of

BACKLOG_SECONDS: Final = 60
WIDTH: Final = 2
"""Bytes of a sample."""
Tell = Callable[[ServedEvent], Awaitable[None]]


class Microphone:
    """One session's."""

    def __init__(self, resampler: Callable[[int, int], InputResampler], tell: Tell) -> None:
        self._make = resampler
        self._tell = tell
        self._resampler: tuple[int, InputResampler] | None = None
        self._waiting: asyncio.Queue[bytes | int] = asyncio.Queue()
        """Sound at 16 kHz, and the numbers of `FinishHearing`."""
        self._samples = 0
        """How many samples the recogniser has not taken yet."""
        self._heard = asyncio.Event()

    def hear(self, pcm: bytes, rate: int) -> None:
        """The next sound."""
        if rate != MIC_RATE:
            if self._resampler is None or self._resampler[0] != rate:
                self._resampler = rate, self._make(rate, MIC_RATE)
            pcm = self._resampler[1].feed(pcm)
        self._samples += len(pcm) // WIDTH
        self._waiting.put_nowait(pcm)

    def silence(self, ms: int) -> None:
        """Feed `ms` of silence."""
        self.hear(bytes(WIDTH * (MIC_RATE * ms // 1000)), MIC_RATE)

    def finish(self, n: int) -> None:
        """`HearingFinished(n)` is told when all sound so far is understood."""
        self._waiting.put_nowait(n)

    async def has_room(self) -> None:
        """Returns when more may come."""
        while self._samples > BACKLOG_SECONDS * MIC_RATE:
            self._heard.clear()
            await self._heard.wait()

    async def run(self, recogniser: Recogniser) -> None:
        """Until cancelled."""
        async with asyncio.TaskGroup() as tasks:
            tasks.create_task(recogniser.run())
            tasks.create_task(self._recognise(recogniser))
            tasks.create_task(self._feed(recogniser))

    async def _recognise(self, recogniser: Recogniser) -> None:
        async for event in recogniser.events():
            await self._tell(event)

    async def _feed(self, recogniser: Recogniser) -> None:
        first, second = 0, WIDTH * MIC_RATE
        while True:
            item = await self._waiting.get()
            if isinstance(item, int):
                await recogniser.finish()
                await recogniser.read_out()
                await self._tell(HearingFinished(item))
                continue
            for at in range(0, len(item), second):
                pcm = item[at : at + second]
                span = AudioSpan(StreamId("mic"), first, len(pcm) // WIDTH)
                await recogniser.feed(span, pcm)
                first = span.end
                self._samples -= span.count
                self._heard.set()
                await asyncio.sleep(0)  # let other sessions run while a backlog is fed


# A session's voice: texts in, sound kept until it is sent.
#
# Rule 1: texts are rendered one after another, by a voice that all sessions share.
# Rule 2: at most `AHEAD_SECONDS` of sound wait to be sent; then rendering waits.
# Rule 3: an abandoned turn is silent: its waiting sound is dropped, and what is being rendered is not kept.


AHEAD_SECONDS: Final = 30


class Rendering:
    """One session's."""

    def __init__(self, voice: SharedTts, tell: Tell) -> None:
        self._voice = voice
        self._tell = tell
        self._texts: asyncio.Queue[Speak] = asyncio.Queue()
        """Unbounded here, but an answer's length is limited."""
        self._sound = bytearray()
        self._sent = asyncio.Event()
        self._forgotten = 0
        """Turns up to this number are abandoned."""
        self._rendering: tuple[int, asyncio.Task[None]] | None = None
        """The newest turn that was begun. An abandoned one leaves the line for the voice at once."""

    def say(self, speak: Speak) -> None:
        """After what was given before."""
        self._texts.put_nowait(speak)

    def forget(self, turn: int) -> None:
        """This turn and all before it."""
        self._forgotten = max(self._forgotten, turn)
        self._sound.clear()
        if self._rendering is not None and self._rendering[0] <= turn:
            self._rendering[1].cancel()

    def take(self, command: SendSound) -> bytes:
        """The next sound, and the silence after it."""
        size = WIDTH * command.samples
        pcm = bytes(self._sound[:size]) + bytes(WIDTH * command.silence)
        del self._sound[:size]
        self._sent.set()
        return pcm

    async def run(self) -> None:
        """Until cancelled."""
        while True:
            speak = await self._texts.get()
            if speak.turn > self._forgotten:
                async with asyncio.TaskGroup() as tasks:
                    self._rendering = speak.turn, tasks.create_task(self._render(speak))

    async def _render(self, speak: Speak) -> None:
        try:
            async with aclosing(self._voice.speak(speak.text)) as pieces:
                async for piece in pieces:
                    self._sound += piece.pcm
                    await self._tell(SamplesRendered(speak.turn, len(piece.pcm) // WIDTH, piece.said_to))
                    while len(self._sound) > WIDTH * VOICE_RATE * AHEAD_SECONDS:
                        self._sent.clear()
                        await self._sent.wait()
            await self._tell(TextRendered(speak.turn))
        except Exception as error:  # noqa: BLE001 - an engine may raise anything
            reason = reason_of(error)
            await self._tell(VoiceFailed(speak.turn, reason))
