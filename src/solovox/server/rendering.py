"""A session's voice: texts in, sound kept until it is sent.

Rule 1: texts are rendered one after another, piece by piece in a worker thread that all sessions share.
Rule 2: at most `AHEAD_SECONDS` of sound wait to be sent; then rendering waits.
Rule 3: an abandoned turn is silent: its waiting sound is dropped, and what is being rendered is not kept.
"""

import asyncio
from concurrent.futures import Executor
from typing import Final

from solovox.core.units import VOICE_RATE
from solovox.ports import Spoken, Tts
from solovox.server.microphone import WIDTH, Tell
from solovox.server.served_commands import SendSound, Speak
from solovox.server.served_events import SamplesRendered, TextRendered, VoiceFailed

AHEAD_SECONDS: Final = 30


class Rendering:
    """One session's."""

    def __init__(self, voice: Tts, workers: Executor, tell: Tell) -> None:
        self._voice = voice
        self._workers = workers
        self._tell = tell
        self._texts: asyncio.Queue[Speak] = asyncio.Queue()
        """Unbounded here, but an answer's length is limited."""
        self._sound = bytearray()
        self._sent = asyncio.Event()
        self._forgotten = 0
        """Turns up to this number are abandoned."""

    def say(self, speak: Speak) -> None:
        """After what was given before."""
        self._texts.put_nowait(speak)

    def forget(self, turn: int) -> None:
        """This turn and all before it."""
        self._forgotten = max(self._forgotten, turn)
        self._sound.clear()
        self._sent.set()

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
            try:
                await self._render(speak)
            except Exception as error:  # noqa: BLE001 - an engine may raise anything
                reason = " ".join(str(error).split()) or type(error).__name__
                await self._tell(VoiceFailed(speak.turn, reason))

    async def _render(self, speak: Speak) -> None:
        if speak.turn <= self._forgotten:
            return
        loop = asyncio.get_running_loop()
        pieces = iter(await loop.run_in_executor(self._workers, self._voice.speak, speak.text))
        while speak.turn > self._forgotten:
            piece: Spoken | None = await loop.run_in_executor(self._workers, next, pieces, None)
            if speak.turn <= self._forgotten:
                return
            if piece is None:
                await self._tell(TextRendered(speak.turn))
                return
            self._sound += piece.pcm
            await self._tell(SamplesRendered(speak.turn, len(piece.pcm) // WIDTH, piece.said_to))
            while len(self._sound) > WIDTH * VOICE_RATE * AHEAD_SECONDS:
                self._sent.clear()
                await self._sent.wait()
