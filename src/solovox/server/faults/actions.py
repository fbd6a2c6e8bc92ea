"""What a fault does to a connection: send, close, abort, delay pongs."""

from dataclasses import dataclass

from solovox.wire.gemini_live.server_frames import ServerMessage


@dataclass(frozen=True, slots=True)
class Put:
    """Send this message."""

    message: ServerMessage


@dataclass(frozen=True, slots=True)
class PutRaw:
    """Send these bytes as one frame, valid or not."""

    frame: bytes


@dataclass(frozen=True, slots=True)
class CloseNow:
    """Close, with a frame that says why."""

    code: int
    reason: str


@dataclass(frozen=True, slots=True)
class Abort:
    """Drop the socket without a close frame: the client sees 1006."""


@dataclass(frozen=True, slots=True)
class Pongs:
    """From now on answer pings `late_ms` late; None: never."""

    late_ms: int | None


@dataclass(frozen=True, slots=True)
class After:
    """Do it `ms` later. The injector waits; the owner of the socket never sees this class."""

    ms: int
    action: "Put | PutRaw | CloseNow | Abort | Pongs"


FaultAction = Put | PutRaw | CloseNow | Abort | Pongs
"""What the owner of the socket performs."""
FaultOutput = FaultAction | After
"""What a fault returns."""
