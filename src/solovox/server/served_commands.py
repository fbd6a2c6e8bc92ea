"""The commands of a served session's machine. Imperative; none of them waits.

`Send` and `SendSound` go out in order. Answers to `QueryBrain`, `ChooseTool` and `Speak` carry the turn's number.
"""

from dataclasses import dataclass

from solovox.ports import Message
from solovox.server.memory import Memory
from solovox.server.terms import Detection
from solovox.wire.gemini_live.parts import FunctionDeclaration
from solovox.wire.gemini_live.server_frames import ServerMessage


@dataclass(frozen=True, slots=True)
class Send:
    """One message."""

    message: ServerMessage


@dataclass(frozen=True, slots=True)
class SendSound:
    """Send the next `samples` of the turn's speech and `silence` samples of silence, as the model's part of `message`."""

    turn: int
    samples: int
    silence: int
    message: ServerMessage


@dataclass(frozen=True, slots=True)
class Close:
    """The end of the connection. The reason has at most 123 bytes."""

    code: int
    reason: str


@dataclass(frozen=True, slots=True)
class Note:
    """Log one line for the operator, with no word of the person or the model, and no secret."""

    line: str


@dataclass(frozen=True, slots=True)
class StartRecogniser:
    """Start the recogniser; once."""

    detection: Detection


@dataclass(frozen=True, slots=True)
class FeedRecogniser:
    """Feed the recogniser the sound that has just come, which has `rate` samples a second."""

    rate: int


@dataclass(frozen=True, slots=True)
class FeedSilence:
    """Feed the recogniser `ms` of silence."""

    ms: int


@dataclass(frozen=True, slots=True)
class FinishHearing:
    """The speech ends here; `HearingFinished(n)` follows when it is all recognised."""

    n: int


@dataclass(frozen=True, slots=True)
class PrepareTools:
    """Prepare the intent head for these tools."""

    tools: tuple[FunctionDeclaration, ...]


@dataclass(frozen=True, slots=True)
class ChooseTool:
    """Ask the intent head which of the tools is meant."""

    turn: int
    words: str
    tools: tuple[FunctionDeclaration, ...]


@dataclass(frozen=True, slots=True)
class QueryBrain:
    """Ask the brain. `instruction` is the client's system instruction, `tools` are the functions that the brain may call."""

    turn: int
    words: str
    history: tuple[Message, ...]
    instruction: str
    tools: tuple[FunctionDeclaration, ...] = ()


@dataclass(frozen=True, slots=True)
class ReturnResult:
    """Give the brain, at work for this turn, what came of a call of its own. `failed`: the client said that it went wrong."""

    turn: int
    key: int
    text: str
    failed: bool = False


@dataclass(frozen=True, slots=True)
class StrikeFault:
    """From now on this fault (as `--fault` has it) counts on the connection; one that needs no message strikes at once. The brain, at
    work for this turn, waits for that."""

    turn: int
    key: int
    fault: str


@dataclass(frozen=True, slots=True)
class Speak:
    """Render this text, after the texts before it."""

    turn: int
    text: str


@dataclass(frozen=True, slots=True)
class AbandonTurn:
    """Cancel all questions and rendering of this turn."""

    turn: int


@dataclass(frozen=True, slots=True)
class SilenceTurn:
    """Cancel all rendering of this turn; its question goes on."""

    turn: int


@dataclass(frozen=True, slots=True)
class SaveMemory:
    """Keep the talk so far, so that a later connection can go on with it."""

    memory: Memory


ServedCommand = (
    Send
    | SendSound
    | Close
    | Note
    | StartRecogniser
    | FeedRecogniser
    | FeedSilence
    | FinishHearing
    | PrepareTools
    | ChooseTool
    | QueryBrain
    | ReturnResult
    | StrikeFault
    | Speak
    | AbandonTurn
    | SilenceTurn
    | SaveMemory
)
