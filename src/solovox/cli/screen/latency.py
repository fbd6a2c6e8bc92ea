"""How long each step of the newest turn took, from the end of what was said: a fold. Milliseconds of the session's clock.

The end of speech is where its samples end, not when our detector was sure of it.
"""

from collections.abc import Sequence
from typing import Final

from solovox.core.commands import AskBrain, Command, ShowText, SteerBrain
from solovox.core.events import Event, LocalTranscript, Played, SoundCaptured, SpeechEnded, Typed
from solovox.core.units import MIC_RATE, VOICE_RATE

HEARD: Final = "heard"
ASKED: Final = "asked"
TEXT: Final = "text"
SOUND: Final = "sound"


class TurnLatency:
    """`took`: of each step that has come, in its order, how long after the end of speech (or the typed line) it came."""

    def __init__(self) -> None:
        self.took: dict[str, int] = {}
        self._began: int | None = None
        self._captured = 0

    def see(self, at: int, event: Event, commands: Sequence[Command]) -> None:
        """One step of the session."""
        match event:
            case SoundCaptured(span=span):
                self._captured = span.end
            case SpeechEnded(span=span):
                self._begin(at - max(0, self._captured - span.end) * 1000 // MIC_RATE)
            case Typed():
                self._begin(at)
            case LocalTranscript(final=True, text=text) if text.strip():
                self._took(HEARD, at)
            case Played(samples=samples) if samples and TEXT in self.took:
                self._took(SOUND, at - samples * 1000 // VOICE_RATE)
            case _:
                pass
        for one in commands:
            if isinstance(one, AskBrain | SteerBrain):
                self._took(ASKED, at)
            elif isinstance(one, ShowText):
                self._took(TEXT, at)

    def _begin(self, at: int) -> None:
        self.took, self._began = {}, at

    def _took(self, step: str, at: int) -> None:
        if self._began is not None and step not in self.took:
            self.took[step] = max(0, at - self._began)
