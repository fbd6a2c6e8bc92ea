"""What is done to a connection, in place of sending a message or beside it."""

from dataclasses import dataclass

from solovox.wire.gemini_live.server_frames import ServerMessage


@dataclass(frozen=True, slots=True)
class Put:
    """Send this message."""

    message: ServerMessage


@dataclass(frozen=True, slots=True)
class PutRaw:
    """Send these bytes as one frame, whatever they are."""

    frame: bytes


@dataclass(frozen=True, slots=True)
class CloseNow:
    """Close, with a frame that says why."""

    code: int
    reason: str


@dataclass(frozen=True, slots=True)
class Abort:
    """Let the socket go without a word: the client sees 1006."""


@dataclass(frozen=True, slots=True)
class Pongs:
    """From now on pings are answered so late; None: never."""

    late_ms: int | None


@dataclass(frozen=True, slots=True)
class After:
    """Do it so much later. The meddler waits; whoever performs deeds never sees one."""

    ms: int
    action: "Put | PutRaw | CloseNow | Abort | Pongs"


FaultAction = Put | PutRaw | CloseNow | Abort | Pongs
"""What the socket's owner performs."""
FaultOutput = FaultAction | After
"""What a fault gives."""
