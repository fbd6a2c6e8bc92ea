"""How a live model may behave: the steps it takes, when it takes them, and the variants that no recording decides."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from enum import Enum

from solovox.wire.gemini_live import server_frames as s


class Text(Enum):
    """When what the model says of itself is transcribed."""

    BEFORE = "before its sound"
    WITH = "with its sound"
    AFTER = "after its sound"
    NEVER = "never"


class End(Enum):
    """How a turn of the model ends."""

    COMPLETE = "generationComplete, then turnComplete"
    TOGETHER = "all in one frame"
    EARLY = "turnComplete before the last sound"
    LATE = "turnComplete much later"
    NEVER = "never"
    IN_PROGRESS = "turnComplete IN_PROGRESS, then IDLE"
    INTERRUPTED = "interrupted, then turnComplete"
    BACKWARDS = "turnComplete, then interrupted"


class Twice(Enum):
    """Where a call is."""

    ONCE = "in toolCall"
    CONTENT = "in the content, then in toolCall"
    SAME = "twice in toolCall"
    CONTENT_ONLY = "in the content alone"


@dataclass(frozen=True)
class Variant:
    """What no recording decides."""

    text: Text = Text.BEFORE
    end: End = End.COMPLETE
    twice: Twice = Twice.ONCE
    late_transcript: bool = False
    """What the person said is transcribed after the call."""
    whole: bool = False
    """Transcripts of the person come whole, not word by word."""
    told: tuple = (End.INTERRUPTED,)
    """What follows `activityStart`, whether or not the model was saying something."""
    in_flight: int = 2
    """Pieces of an answer that are still sent after `activityStart`."""


@dataclass(frozen=True)
class Chatter:
    """Speak for so long."""

    ms: int = 400


@dataclass(frozen=True)
class Say:
    """Answer with these words, in a tone that no other answer has; see `Double.answers`."""

    text: str = "It is noon."
    ms: int = 1_200


@dataclass(frozen=True)
class Recite:
    """Say these, as `gemini_reading.py` has them: messages, pauses in seconds, and the end of the connection."""

    items: tuple


@dataclass(frozen=True)
class Wait:
    ms: int


@dataclass(frozen=True)
class Hear:
    """Transcribe what was heard; or something else."""

    text: str | None = None


@dataclass(frozen=True)
class Call:
    id: str = "function-call-1"
    tool: str = "ask_agent"
    proposed: str = "delete everything"
    argument: str = "instruction"
    """What `proposed` is called; empty: it is called without arguments."""


@dataclass(frozen=True)
class Cancel:
    id: str = "function-call-1"


@dataclass(frozen=True)
class Close:
    code: int = 1008
    reason: str = "Operation is not implemented, or supported, or enabled."


@dataclass(frozen=True)
class Abort:
    """The socket is gone, without a word."""


@dataclass(frozen=True)
class Freeze:
    """The socket stays, and nothing comes any more, not even a pong."""


@dataclass(frozen=True)
class GoAway:
    ms: int = 5_000


@dataclass(frozen=True)
class Frame:
    """These bytes."""

    data: bytes


@dataclass(frozen=True)
class Message:
    message: s.ServerMessage


GOOD = (Hear(), Call())


@dataclass(frozen=True)
class Way:
    """One way to behave."""

    heard: tuple = GOOD
    """At the end of each utterance."""
    opened: tuple = ()
    """When a connection is set up."""
    answered: tuple = ()
    """After the first answer to a call."""
    typed: tuple = (Chatter(),)
    """After text."""
    reads: Callable | None = None
    """What is said to a text that is to be read aloud: `reads(words, number)`, as in `gemini_reading.py`."""
    meanwhile: tuple = ()
    """Once, when `reading` is set."""
    on: Mapping[int, tuple] = field(default_factory=dict)
    """When the connection of that number (from 1) is set up; 0: every one that is not named."""
    silent: bool = False
    """It never answers the setup."""
    mute: frozenset = frozenset()
    """Only these connections do not."""
    refused: frozenset = frozenset()
    """Connections (from 1) that are refused: with what, see `refusal`."""
    refusal: Close | int = Close(1008, "BidiGenerateContent session not found")
    """A close, or an HTTP status."""
    turns = ()
    """At the end of the first, second, … utterance, on whatever connection; of those behind them, what else is said here."""
    later: tuple | None = GOOD
    """At the end of each utterance on all connections but the first; None: as on the first."""
