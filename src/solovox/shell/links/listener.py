"""The local recogniser as a link: every captured span goes to it, in order and without holes.

It may lag behind (its mailbox joins spans, the store keeps the bytes): it never loses a sample.
"""

from collections.abc import AsyncIterator
from typing import Final, Protocol

from solovox.core.events import RecogniserEvent
from solovox.core.units import MIC_RATE, AudioSpan
from solovox.ports import Sound

LONGEST: Final = MIC_RATE
"""Samples fed at once."""


class Recogniser(Protocol):
    """What listens on this machine."""

    async def run(self) -> None: ...

    async def feed(self, span: AudioSpan, pcm: bytes) -> None: ...

    def events(self) -> AsyncIterator[RecogniserEvent]: ...


class Listener:
    """The listener link of one session."""

    def __init__(self, recogniser: Recogniser, sound: Sound) -> None:
        self._recogniser = recogniser
        self._sound = sound

    async def run(self) -> None:
        """The recogniser's own work."""
        await self._recogniser.run()

    def events(self) -> AsyncIterator[RecogniserEvent]:
        """What it hears."""
        return self._recogniser.events()

    async def perform(self, command: AudioSpan) -> None:
        """Have it hear a span."""
        for first in range(command.first, command.end, LONGEST):
            span = AudioSpan(command.stream, first, min(LONGEST, command.end - first))
            await self._recogniser.feed(span, self._sound.get(span))

    async def aclose(self) -> None:
        """Its tasks have ended with `run`; it has nothing else."""
