"""What each person of a channel says, as a stream of its own beside the microphone's: `mic/` and their number.

Rule 1: what is told of it follows what was told of the same person before; where it is heard in the microphone's stream
is told with it. Their silence is not in it.
Rule 2: a piece is told when `TOLD_MS` of it are there, or when it is that old; so no more than that waits of anyone.
"""

from dataclasses import dataclass, field
from typing import Final

from solovox.core.events import SourceCaptured
from solovox.core.units import MIC, MIC_RATE, SourceId, StreamId
from solovox.discord.voice.floor import MicrophoneFrame
from solovox.discord.voice.speakers import user_of
from solovox.ports import Sound

TOLD_MS: Final = 200
TOLD: Final = TOLD_MS * MIC_RATE // 1000


@dataclass(slots=True)
class _Gathered:
    heard: int
    waited: int
    pcm: bytearray = field(default_factory=bytearray)

    @property
    def end(self) -> int:
        """The sample of the microphone's stream after it."""
        return self.heard + len(self.pcm) // 2


class SourcesApart:
    """Pieces of the microphone in; what each person said, out."""

    def __init__(self, sound: Sound) -> None:
        self._sound = sound
        self._gathered: dict[SourceId, _Gathered] = {}

    def take(self, first: int, frame: MicrophoneFrame) -> list[SourceCaptured]:
        """A piece that is heard from sample `first` of the microphone's stream on. Returns what can be told."""
        told = []
        for one in frame.spoken:
            heard = first + one.place
            known = self._gathered.get(one.speaker)
            if known is not None and (known.end, known.waited) != (heard, one.waited):
                told += self._tell(one.speaker)
            self._gathered.setdefault(one.speaker, _Gathered(heard, one.waited)).pcm += one.pcm
        return told + self.tell(first + len(frame.pcm) // 2 - TOLD)

    def tell(self, before: int | None = None) -> list[SourceCaptured]:
        """All of it that begins no later than at sample `before`. None: all of it."""
        due = [who for who, one in self._gathered.items() if before is None or one.heard <= before]
        return [event for who in due for event in self._tell(who)]

    def _tell(self, who: SourceId) -> list[SourceCaptured]:
        one = self._gathered.pop(who)
        user = user_of(who)
        if user is None:  # no person of a channel
            return []
        span = self._sound.put(StreamId(f"{MIC}/{user}"), bytes(one.pcm))
        return [SourceCaptured(span, who, one.heard, one.waited)]
