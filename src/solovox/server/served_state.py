"""The state of a served session. Only `served.py` and the modules that it calls change it."""

from collections import deque
from dataclasses import dataclass, field
from enum import Enum
from typing import Final

from solovox.server.memory import TranscriptLine, meet
from solovox.server.open_calls import OpenCalls
from solovox.server.options import ServerOptions
from solovox.server.served_commands import Close, Note, Send, ServedCommand, StrikeFault
from solovox.server.served_events import CallsWanted
from solovox.server.terms import Terms
from solovox.server.turn_output import TurnOutput
from solovox.wire.gemini_live.server_frames import ServerContent, ServerMessage
from solovox.wire.gemini_live.sizes import close_reason

WAITING: Final = 16
UNAVAILABLE: Final = "The service is currently unavailable."


class Stage(Enum):
    """How far a turn is."""

    OPEN = "open"
    """Something is being chosen, thought or said."""
    CALLING = "calling"
    """The model waits for a tool."""
    PLAYING = "playing"
    """All has been sent and is being played."""


@dataclass(slots=True, eq=False)
class ModelTurn:
    """The model's turn, from its input to `turnComplete`."""

    id: int
    words: str
    output: TurnOutput
    stage: Stage = Stage.OPEN
    calling_since: int | None = None
    tokens: int = 0
    """Of the calls it made."""
    lacks: bool = False
    """The client was told that the voice cannot pronounce a text."""
    asked: int | None = None
    """The turn for which the brain was asked what this one says; None: it was not asked."""
    faults: list[StrikeFault] = field(default_factory=list)
    """What counts when all that was given before was sent."""
    results: list[str] = field(default_factory=list)
    """What its tools returned while it waited for others."""


@dataclass(slots=True, eq=False)
class CutAnswer:
    """An answer that speech has cut. It is said on, unless the speech has words."""

    words: str
    """What it answers."""
    asked: int | None
    """The turn for which the brain was asked; it goes on writing. None: it was not asked."""
    texts: list[str]
    """What is still to be said."""
    whole: bool
    """No more text will come."""
    wanted: list[CallsWanted] = field(default_factory=list)
    """What the brain wants called."""


@dataclass(slots=True)
class UserSpeech:
    """The state of the person's speech."""

    onset: bool = False
    """An onset was heard: it may be speech."""
    speaking: bool = False
    """The onset was confirmed as speech."""
    owed: int = 0
    """Utterances that have ended, and whose words are not known yet."""
    active: bool = False
    """With manual detection: between `activityStart` and `activityEnd`."""
    finishing: int = 0
    """The number of the newest `FinishHearing`; 0: none was asked yet."""
    last_sound: int = 0
    silence_ms: int = 0
    """How much silence was added since."""
    words: list[str] = field(default_factory=list)
    """Manual detection: the words recognised so far."""
    sound_ms: int = 0
    """Manual detection: how long the speech was."""
    cut: CutAnswer | None = None
    """What speech has cut whose words are not known yet."""

    @property
    def busy(self) -> bool:
        """Whether words are still to come: the person speaks, or speech is being recognised."""
        return self.speaking or self.active or self.owed > 0


@dataclass(frozen=True, slots=True)
class PendingInput:
    """Input that waits until the model is free: words of the person, or a tool's result."""

    text: str
    result: bool = False


@dataclass(slots=True)
class ServedState:
    """One served session."""

    options: ServerOptions
    terms: Terms | None = None
    lines: list[TranscriptLine] = field(default_factory=list)
    calls: OpenCalls = field(default_factory=OpenCalls)
    turn: ModelTurn | None = None
    turns: int = 0
    speech: UserSpeech = field(default_factory=UserSpeech)
    waiting: deque[PendingInput] = field(default_factory=deque)
    seeding: bool = False
    """Incoming content is history, and is not answered."""
    began: int = 0
    warned: bool = False
    """The client knows that the connection will end."""
    closed: bool = False

    def close(self, code: int, reason: str, field: str = "") -> list[ServedCommand]:
        """The end. `field`: which one of the client's message is wrong, where the reason does not say so."""
        self.closed = True
        close = Close(code, close_reason(reason))
        wrong = f" [{field}]" if field else ""
        return [Note(printable(f"closed with {close.code}: {close.reason}{wrong}")), close]

    def leave(self, code: int, reason: str) -> list[ServedCommand]:
        """Close without a note in the log."""
        return self.close(code, reason)[1:]

    def wait(self, waiting: PendingInput) -> None:
        """Keep input for later. Beyond `WAITING` inputs the newest two are joined."""
        if not waiting.result:
            meet(self.lines)
        if len(self.waiting) >= WAITING and self.waiting[-1].result == waiting.result:
            last = self.waiting.pop()
            waiting = PendingInput(f"{last.text} {waiting.text}", waiting.result)
        self.waiting.append(waiting)


def content(**fields: object) -> Send:
    """A message of the model's side of the talk."""
    return Send(ServerMessage(server_content=ServerContent(**fields)))  # type: ignore[arg-type]


def printable(line: str) -> str:
    """A line as a terminal may have it: nothing in it moves the cursor."""
    return "".join(one if one.isprintable() else "?" for one in line)
