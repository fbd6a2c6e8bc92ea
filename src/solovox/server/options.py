"""The server's options: where the real service behaves differently from time to time, or where a developer may choose.

Every behaviour that recordings leave open is a field here, so that a client can be tested with each.
"""

from dataclasses import dataclass
from enum import Enum

from solovox.lang.languages import DEFAULT


class Pace(Enum):
    """How fast sound is sent."""

    REAL = "real"
    """A little ahead of playback; `turnComplete` comes when all should have been played."""
    FAST = "fast"
    """As fast as it is rendered, without waiting for playback."""


class ChoosesCalls(Enum):
    """Who decides which of the functions that the client declared is called."""

    HEAD = "the sentence model"
    """It calls what it is sure of; all else is the brain's, which knows nothing of the functions."""
    BRAIN = "the brain"
    SCRIPT = "the file of answers"


class TranscriptPosition(Enum):
    """Where the transcription of a piece of sound stands."""

    BEFORE = "before"
    WITH = "with"
    """In the same message."""
    AFTER = "after"


@dataclass(frozen=True, slots=True, kw_only=True)
class ServerOptions:
    """Options of the whole server. None: as the model's family does."""

    pace: Pace = Pace.REAL
    transcription: TranscriptPosition | None = None
    whole_input: bool | None = None
    """The person's words in one message, not word by word."""
    interim: bool = False
    """Send drafts of the transcription while the person speaks; each draft is complete."""
    finished: bool = False
    """The last piece of each transcription says that it is the last."""
    marks: bool = False
    """`voiceActivity` says when speech begins and ends."""
    limit_ms: int | None = None
    """How long a connection may last; None: no limit."""
    go_away_ms: int | None = None
    """When `goAway` is sent, counted from the connection's start."""
    call_patience_ms: int | None = 1_000
    """How long a turn waits for the answer to a blocking call, where the family limits it; None: no limit."""
    chooses: ChoosesCalls = ChoosesCalls.HEAD
    language: str = DEFAULT
    """What is spoken by clients that name no language."""
    phrases: bool = False
    """The brain puts tool results into words; else they are said as they are."""
