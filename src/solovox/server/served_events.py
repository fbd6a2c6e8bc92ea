"""The events of a served session: all input of its machine. Past tense; sound is counted, never carried.

Each comes with its time. With the server's `ServerOptions` they determine the session: the same events give the same
commands.
"""

from dataclasses import dataclass, field

from solovox.core.events import RecogniserEvent
from solovox.server.memory import Memory
from solovox.wire.gemini_live.client_frames import ClientMessage, Setup
from solovox.wire.gemini_live.parts import Json


@dataclass(frozen=True, slots=True)
class SetUp:
    """The first frame has come. `memory` is what its handle stands for; None if it has none, or an unknown one."""

    setup: Setup
    version: str = "v1beta"
    memory: Memory | None = None
    first_call: int = 1
    """The number of the first call: no two sessions use the same."""
    session: str | None = None
    """The session's id, where the dialect tells it (Vertex)."""
    expires_ms: int | None = None
    """When the token expires with which the client came, in milliseconds from now; None: it came with none."""


@dataclass(frozen=True, slots=True)
class MessageReceived:
    """A later message, without its sound."""

    message: ClientMessage


@dataclass(frozen=True, slots=True)
class AudioReceived:
    """A piece of the microphone's sound: its type as declared, and how many samples at its own rate."""

    mime_type: str
    samples: int


@dataclass(frozen=True, slots=True)
class FrameRejected:
    """A frame could not be decoded; `why` quotes nothing of it."""

    why: str


@dataclass(frozen=True, slots=True)
class HearingFinished:
    """The recogniser has answered for all sound up to the n-th `FinishHearing`."""

    n: int


@dataclass(frozen=True, slots=True)
class ToolChosen:
    """Which tool the words of a turn mean; None: none of them. `assumed`: arguments that were not said, and are the first of their
    list."""

    turn: int
    tool: str | None
    arguments: Json = field(default_factory=dict)
    assumed: tuple[str, ...] = ()
    whole: bool = False
    """Each telling word of what was said is the tool's own, or a value's."""


@dataclass(frozen=True, slots=True)
class WantedCall:
    """A call of a function of the client's. `key`: its number among those of the brain's answer."""

    key: int
    tool: str
    arguments: Json = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class CallsWanted:
    """The brain calls functions, all of these at once, and waits for what comes of them."""

    turn: int
    calls: tuple[WantedCall, ...]


@dataclass(frozen=True, slots=True)
class FaultWanted:
    """The file of answers has a fault here, and waits until it counts. `key`: its number among the brain's calls."""

    turn: int
    key: int
    fault: str


@dataclass(frozen=True, slots=True)
class AnswerTextReady:
    """The next piece of the brain's answer, fit to be spoken."""

    turn: int
    text: str


@dataclass(frozen=True, slots=True)
class AnswerEnded:
    """The brain's answer is complete."""

    turn: int


@dataclass(frozen=True, slots=True)
class AnswerFailed:
    """The brain failed; one line."""

    turn: int
    reason: str


@dataclass(frozen=True, slots=True)
class SamplesRendered:
    """`samples` more of the text that is being rendered, up to character `said_to`."""

    turn: int
    samples: int
    said_to: int


@dataclass(frozen=True, slots=True)
class TextRendered:
    """The oldest text is completely rendered."""

    turn: int


@dataclass(frozen=True, slots=True)
class VoiceFailed:
    """The voice failed; one line."""

    turn: int
    reason: str


@dataclass(frozen=True, slots=True)
class HandleGiven:
    """The talk so far was saved under this handle."""

    handle: str


@dataclass(frozen=True, slots=True)
class TakenOver:
    """Another connection goes on with the session."""


@dataclass(frozen=True, slots=True)
class TimePassed:
    """It is the time that `next_deadline` said, or later."""


@dataclass(frozen=True, slots=True)
class ServerEnding:
    """The server is shutting down."""


ServedEvent = (
    SetUp
    | MessageReceived
    | AudioReceived
    | FrameRejected
    | RecogniserEvent
    | HearingFinished
    | ToolChosen
    | CallsWanted
    | FaultWanted
    | AnswerTextReady
    | AnswerEnded
    | AnswerFailed
    | SamplesRendered
    | TextRendered
    | VoiceFailed
    | HandleGiven
    | TakenOver
    | TimePassed
    | ServerEnding
)
