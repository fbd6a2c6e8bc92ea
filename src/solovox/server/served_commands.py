"""What the machine of one served session orders. Imperative; nothing here waits.

`Send` and `SendSound` go out in order. What is asked of a turn (`QueryBrain`, `ChooseTool`, `Speak`) comes back with its number.
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
    """The next `samples` of what the turn says, and so much silence after them; as the model's part of `message`."""

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
    """Tell whoever runs the server: one line, with no word of the person or the model, and no secret."""

    line: str


@dataclass(frozen=True, slots=True)
class StartRecogniser:
    """Begin to hear; once."""

    detection: Detection


@dataclass(frozen=True, slots=True)
class FeedRecogniser:
    """Let the recogniser hear the sound that has just come, which has `rate` samples a second."""

    rate: int


@dataclass(frozen=True, slots=True)
class FeedSilence:
    """Let it hear so much silence."""

    ms: int


@dataclass(frozen=True, slots=True)
class FinishHearing:
    """What was said ends here: `HearingFinished(n)` when all of it has been told."""

    n: int


@dataclass(frozen=True, slots=True)
class PrepareTools:
    """These tools will have to be told apart."""

    tools: tuple[FunctionDeclaration, ...]


@dataclass(frozen=True, slots=True)
class ChooseTool:
    """Which of the tools is meant?"""

    turn: int
    words: str
    tools: tuple[FunctionDeclaration, ...]


@dataclass(frozen=True, slots=True)
class QueryBrain:
    """Ask the brain. `instruction` is the client's system instruction."""

    turn: int
    words: str
    history: tuple[Message, ...]
    instruction: str


@dataclass(frozen=True, slots=True)
class Speak:
    """Turn this text into sound, after what was given before."""

    turn: int
    text: str


@dataclass(frozen=True, slots=True)
class AbandonTurn:
    """Whatever is still being chosen, thought or said for this turn is not wanted any more."""

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
    | Speak
    | AbandonTurn
    | SaveMemory
)
