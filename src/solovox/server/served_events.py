"""What happens to one served session: all that its machine is told. Past tense; sound is counted, never carried.

The time comes beside each. Together with the server's `Choices` these are the session: told again, they give the
same orders.
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


@dataclass(frozen=True, slots=True)
class MessageReceived:
    """A later frame, but for sound."""

    message: ClientMessage


@dataclass(frozen=True, slots=True)
class AudioReceived:
    """A piece of the microphone's sound: its type as declared, and how many samples at its own rate."""

    mime_type: str
    samples: int


@dataclass(frozen=True, slots=True)
class FrameRejected:
    """A frame that cannot be understood; `why` quotes nothing of it."""

    why: str


@dataclass(frozen=True, slots=True)
class HearingFinished:
    """The recogniser has answered for all sound up to the n-th `FinishHearing`."""

    n: int


@dataclass(frozen=True, slots=True)
class ToolChosen:
    """Which tool the words of a turn mean; None: none of them."""

    turn: int
    tool: str | None
    arguments: Json = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class AnswerTextReady:
    """The next piece of the answer, fit to be said."""

    turn: int
    text: str


@dataclass(frozen=True, slots=True)
class AnswerEnded:
    """The answer is whole."""

    turn: int


@dataclass(frozen=True, slots=True)
class AnswerFailed:
    """There will be no more of it; one line."""

    turn: int
    reason: str


@dataclass(frozen=True, slots=True)
class SamplesRendered:
    """So many samples more of what is being said, up to this character of its text."""

    turn: int
    samples: int
    said_to: int


@dataclass(frozen=True, slots=True)
class TextRendered:
    """The oldest text that was given to be said is all sound now."""

    turn: int


@dataclass(frozen=True, slots=True)
class VoiceFailed:
    """It cannot be said; one line."""

    turn: int
    reason: str


@dataclass(frozen=True, slots=True)
class HandleGiven:
    """The talk so far can be resumed by this handle."""

    handle: str


@dataclass(frozen=True, slots=True)
class TakenOver:
    """Another connection goes on with the session."""


@dataclass(frozen=True, slots=True)
class TimePassed:
    """It is the time that `next_deadline` said, or later."""


@dataclass(frozen=True, slots=True)
class ServerEnding:
    """The whole server ends."""


ServedEvent = (
    SetUp
    | MessageReceived
    | AudioReceived
    | FrameRejected
    | RecogniserEvent
    | HearingFinished
    | ToolChosen
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
