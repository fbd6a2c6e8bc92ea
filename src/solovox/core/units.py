"""Ids and units. A `NewType` for everything that could be swapped by mistake.

Time is whole milliseconds since the session began; sound is counted in samples, and a span of
samples names its stream. Nothing here reads a clock.
"""

from dataclasses import dataclass
from enum import Enum
from typing import Final, NewType

Instant = NewType("Instant", int)
"""Milliseconds since the session began."""

UtteranceId = NewType("UtteranceId", int)
RunId = NewType("RunId", int)
"""One asking of a brain. A turn may need several."""
ReadId = NewType("ReadId", int)
"""One piece of text given to the narrator; its sound carries this id to the speaker."""
HoldId = NewType("HoldId", int)
Waiting = tuple[tuple[HoldId, str], ...]
"""What waits for a yes, each with the text that is shown."""
ConnectionId = NewType("ConnectionId", int)
"""One connection to an ear. A session outlives its connections (law L1)."""
StepId = NewType("StepId", str)
"""A brain's own name for a step of its work; unique within one run."""
CallId = NewType("CallId", str)
"""The caller's own name for a tool call; unique within one connection or one run."""
StreamId = NewType("StreamId", str)
"""One sequence of samples: `mic`, `mic/2001` (what one of several people says), `voice/7` (the sound of read 7), `ear/2` (what ear 2 says)."""
SourceId = NewType("SourceId", str)
"""Which microphone, or who among several people, a sound came from."""
SurfaceId = NewType("SurfaceId", str)
"""One of the places where the person can be: a page, a terminal."""
Principal = NewType("Principal", str)
"""Who did something: said yes or no, typed, stopped. Of what is only heard, the source is taken for it (law A4)."""

MIC_RATE: Final = 16_000
"""Microphone sound inside Solovox: 16 kHz mono signed 16-bit little-endian."""
VOICE_RATE: Final = 24_000
"""Voice sound inside Solovox: 24 kHz mono signed 16-bit little-endian."""

MIC = StreamId("mic")
"""The microphone's samples."""
PERSON = SourceId("person")
SEVERAL = SourceId("several")
"""Whose sound it is that was mixed: of no one alone (law A4)."""
BEHIND = SourceId("behind")
"""Someone far less loud than the person (law A4)."""
SELF = Principal("person")
SURFACE = SurfaceId("surface")
"""The one surface of a session that has no other."""


class InputMeans(Enum):
    """How the person did it."""

    KEY = "key"
    CLICK = "click"
    VOICE = "voice"
    TOOL = "tool"
    """Who listens understood them so, and called a tool."""


class StepKind(Enum):
    """What a brain does in a step of its work."""

    THINKING = "thinking"
    TOOL = "tool"
    """It uses a tool of its own. (Ours are called: `BrainCalled`.)"""
    NOTE = "note"


class StepState(Enum):
    """How far a step has come."""

    BEGUN = "begun"
    DONE = "done"
    FAILED = "failed"


@dataclass(frozen=True, slots=True)
class FileChange:
    """A file that was changed, with how many lines came and went. `path`: as the person would write it."""

    path: str
    added: int
    removed: int


@dataclass(frozen=True, slots=True)
class AudioSpan:
    """`count` samples of `stream`, beginning with sample number `first` (from 0)."""

    stream: StreamId
    first: int
    count: int

    @property
    def end(self) -> int:
        """The number of the first sample after this span."""
        return self.first + self.count


def join_spans(first: AudioSpan | None, then: AudioSpan) -> AudioSpan:
    """From the beginning of the one to the end of the other, with what lies between."""
    if first is None:
        return then
    return AudioSpan(first.stream, first.first, then.end - first.first)


class PlayedReports(Enum):
    """What a surface can tell of its speaker."""

    EXACT = "exact"
    ESTIMATED = "estimated"
    NONE = "none"


@dataclass(frozen=True, slots=True, kw_only=True)
class SurfaceCaps:
    """What a surface can do. `irrevocable_ms`: milliseconds of sound that it cannot recall once handed over; `Flushed`
    counts them as played (law G4). Without a `screen` nothing can be seen there, and no spoken yes grants (law A2)."""

    played: PlayedReports = PlayedReports.EXACT
    irrevocable_ms: int = 0
    screen: bool = True


def milliseconds(samples: int, rate: int) -> int:
    """How long `samples` last, rounded up, so that a deadline is never early."""
    return -(-samples * 1000 // rate)
