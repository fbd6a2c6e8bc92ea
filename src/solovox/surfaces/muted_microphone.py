"""The silence of a microphone that is off: samples are the session's clock.

Rule: it is as long as the microphone is off, to the millisecond, whenever it is asked for; never given twice.
"""

from typing import Final

from solovox.core.units import MIC, MIC_RATE, AudioSpan
from solovox.ports import Sound

PIECE_MS: Final = 50


class MutedMicrophone:
    """Puts silence into the microphone's stream, piece by piece."""

    def __init__(self, sound: Sound) -> None:
        self._sound = sound
        self._given_to: int | None = None
        """Until when it was given. None: the microphone is on."""

    def due(self, now: int) -> int:
        """When the next piece is due."""
        return (now if self._given_to is None else self._given_to) + PIECE_MS

    def give(self, now: int, *, on: bool) -> list[AudioSpan]:
        """What is due. `on`: it goes on; else it ends now."""
        if self._given_to is None:
            self._given_to = now if on else None
            return []
        spans = []
        while (left := min(now - self._given_to, PIECE_MS)) == PIECE_MS or (left > 0 and not on):
            spans.append(self._sound.put(MIC, bytes(2 * MIC_RATE * left // 1000)))
            self._given_to += left
        if not on:
            self._given_to = None
        return spans
