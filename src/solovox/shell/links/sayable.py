"""An ear that answers for itself, with what of its own text a voice can say (laws G7, N2).

Rule: while a turn has no sound, each piece of its text that is whole is told with the text, or behind it; the last one before the
turn's end. A turn that sounds needs none.
"""

from collections.abc import Awaitable, Callable, Sequence
from dataclasses import replace

from solovox.core.commands import EarCommand
from solovox.core.events import (
    EarAudio,
    EarEvent,
    EarInterrupted,
    EarLost,
    EarOutputTranscript,
    EarTurnEnded,
)
from solovox.ports import Ear
from solovox.text.speakable import Speakable, SpeakablePiece

Tell = Callable[[EarEvent], Awaitable[None]]


class SayableEar:
    """The same ear."""

    def __init__(self, ear: Ear) -> None:
        self._ear = ear
        self._turn: Speakable | None = Speakable()
        """None: it sounds."""
        self.perform_now: Callable[[EarCommand], bool] = getattr(ear, "perform_now", lambda _: False)

    async def run(self, tell: Tell) -> None:
        """The ear's own work."""

        async def tell_sayable(event: EarEvent) -> None:
            for one in self._events(event):
                await tell(one)

        await self._ear.run(tell_sayable)

    async def perform(self, command: EarCommand) -> None:
        """As the ear does it."""
        await self._ear.perform(command)

    async def aclose(self) -> None:
        """Close the ear."""
        await self._ear.aclose()

    def _events(self, event: EarEvent) -> Sequence[EarEvent]:
        match event:
            case EarAudio():
                self._turn = None
            case EarOutputTranscript(text=text) if self._turn is not None:
                first, *more = _told(event, self._turn.feed(text)) or [event]
                return replace(first, text=text), *more
            case EarTurnEnded(in_progress=False) | EarInterrupted() | EarLost():
                turn, self._turn = self._turn, Speakable()
                pieces = [] if turn is None else turn.finish()
                return *_told(EarOutputTranscript(event.connection, ""), pieces), event
            case _:
                pass
        return (event,)


def _told(event: EarOutputTranscript, pieces: Sequence[SpeakablePiece]) -> list[EarOutputTranscript]:
    """One event for each piece; only the first has the text."""
    return [
        replace(event, text="", said=one.said.strip(), shown_to=one.shown_to)
        for one in pieces
        if one.said.strip()
    ]
