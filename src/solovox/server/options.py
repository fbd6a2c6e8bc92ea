"""How a server behaves where the real one was seen to differ from itself, or where a developer wants a say.

Every behaviour that no recording decides is a field here, so that a client can be tried under all of them.
"""

from dataclasses import dataclass
from enum import Enum


class Pace(Enum):
    """How fast sound is sent."""

    REAL = "real"
    """A little ahead of the ear; `turnComplete` comes when it should have been played."""
    FAST = "fast"
    """As fast as it is rendered; nothing waits for an ear."""


class TranscriptPosition(Enum):
    """Where the transcription of a piece of sound stands."""

    BEFORE = "before"
    WITH = "with"
    """In the same message."""
    AFTER = "after"


@dataclass(frozen=True, slots=True, kw_only=True)
class ServerOptions:
    """What the whole server is started with. None: as the family of the model does."""

    pace: Pace = Pace.REAL
    transcription: TranscriptPosition | None = None
    whole_input: bool | None = None
    """The person's words in one message, not word by word."""
    interim: bool = False
    """While the person speaks, what they have probably said so far: each time the whole of it."""
    finished: bool = False
    """The last piece of each transcription says that it is the last."""
    marks: bool = False
    """`voiceActivity` says when speech begins and ends."""
    limit_ms: int | None = None
    """So long a connection lasts."""
    go_away_ms: int | None = None
    """When it is told that it will end."""
    call_patience_ms: int | None = 1_000
    """So long a turn stays open for the answer to a blocking call, where the family ends it then; None: always."""
    phrases: bool = False
    """The brain words what tools return; else it is said as it is."""
