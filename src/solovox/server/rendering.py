"""A session's voice: texts in, sound kept until it is sent.

Rule 1: texts are rendered one after another, by a voice that all sessions share.
Rule 2: at most `AHEAD_SECONDS` of sound wait to be sent; then rendering waits.
Rule 3: an abandoned turn is silent: its waiting sound is dropped, and what is being rendered is not kept.
"""

import asyncio
from contextlib import aclosing
from typing import Final

from solovox.core.units import VOICE_RATE
from solovox.ports import SharedTts
from solovox.server.microphone import WIDTH, Tell
from solovox.server.served_commands import SendSound, Speak
from solovox.server.served_events import SamplesRendered, TextRendered, VoiceFailed

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
            reason = " ".join(str(error).split()) or type(error).__name__
            await self._tell(VoiceFailed(speak.turn, reason))
