"""What the outside must provide: one Protocol per noun.

Sound crosses every port as `bytes`: mono signed 16-bit little-endian PCM, 16 kHz from the
microphone (`MIC_RATE`), 24 kHz to the speaker (`VOICE_RATE`), unless an attribute says otherwise.

The speech ports (`Vad`, `TurnDetector`, `Stt`, `Tts`, `WakeWord`) are plain functions of sound:
they block, hold no task and read no clock. Whoever calls them runs them in a worker thread.
One instance serves one caller at a time.
"""

from collections.abc import AsyncIterator, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any, Final, Protocol

from solovox.core.commands import Command
from solovox.core.events import Event
from solovox.core.units import AudioSpan, StreamId


class Vad(Protocol):
    """Is anybody speaking? Fed frame by frame; keeps state between frames."""

    frame_samples: int
    """How many samples at 16 kHz each frame must have."""

    def probability(self, frame: bytes) -> float:
        """0 (surely not speech) to 1 (surely speech) for the next frame of exactly `frame_samples`."""
        ...

    def reset(self) -> None:
        """Forget everything heard so far."""
        ...


class TurnDetector(Protocol):
    """Has the person finished, or only paused?"""

    def finished(self, pcm: bytes) -> float:
        """0 (will go on) to 1 (has finished) for an utterance ending in a pause, 16 kHz."""
        ...


@dataclass(frozen=True, slots=True)
class Transcript:
    """What a recogniser understood.

    `confidence` is the mean probability of a token (0 to 1). Sound without words has empty text.
    """

    text: str
    confidence: float = 1.0


class Stt(Protocol):
    """Turns speech into text."""

    def transcribe(self, pcm: bytes) -> Transcript:
        """What was said in up to one minute of 16 kHz sound, as it is written: a sentence that ends has a mark.

        Three words or more without one are taken for an unfinished sentence.
        """
        ...


@dataclass(frozen=True, slots=True)
class Spoken:
    """A piece of spoken text: 24 kHz sound, and how many characters of the text it completes."""

    pcm: bytes
    said_to: int


class Tts(Protocol):
    """Says text exactly."""

    def speak(self, text: str) -> Iterator[Spoken]:
        """The sound of `text`, piece by piece as it is rendered; `said_to` never falls, and ends at len(text)."""
        ...


class WakeWord(Protocol):
    """Was the wake phrase said? By its sound, by its text, or both: whichever the implementation can."""

    def heard(self, pcm: bytes) -> bool:
        """Whether the phrase has just ended in the next piece of 16 kHz sound; keeps state between pieces."""
        ...

    def read(self, text: str) -> bool:
        """Whether a transcript contains the phrase."""
        ...


ASIDE: Final = "… "
"""A line of a tool's result that begins so is about the result, not of it: `… no file contains it`, `… and 12 more`."""


@dataclass(frozen=True, slots=True)
class ToolResult:
    """What a tool gave back. A tool that finds nothing says so (`ASIDE`): no result is empty (law C1).

    `receipt` is proof that an action happened (an id, from the thing that did it). `failed` makes
    the text an error that the caller is told of: errors are results (law C3).
    """

    text: str
    receipt: str | None = None
    failed: bool = False


class Tool(Protocol):
    """Something that can be called.

    `effects` is false for a tool that only looks. `parameters` is a JSON Schema object.
    """

    name: str
    description: str
    parameters: Mapping[str, Any]
    effects: bool

    async def run(self, arguments: Mapping[str, Any]) -> ToolResult:
        """Do it. May be cancelled at any await. Whatever it raises becomes a failed result."""
        ...


@dataclass(frozen=True, slots=True)
class Message:
    """One line of the talk so far. `text` of the assistant is what was *played*, not all it wrote."""

    role: str
    """`person` or `assistant`; `system` for what the asker wants of the brain, at the beginning."""
    text: str


@dataclass(frozen=True, slots=True)
class Question:
    """One asking of a brain."""

    instruction: str
    history: Sequence[Message] = ()
    tools: Sequence[Tool] = ()


class CallTool(Protocol):
    """How a brain uses a tool: it asks, Solovox decides, runs it at most once, and answers."""

    async def __call__(self, name: str, arguments: Mapping[str, Any]) -> ToolResult: ...


@dataclass(frozen=True, slots=True)
class Wrote:
    """A piece of the answer, as the brain wrote it: markdown, any length, to be concatenated."""

    text: str


@dataclass(frozen=True, slots=True)
class Did:
    """What the brain is busy with, in a few words ("reading setup.py")."""

    activity: str


class BrainError(Exception):
    """The one kind of error a brain raises: unreachable, refused, silent, cut off. One clear line."""


class Brain(Protocol):
    """What answers: anything that streams text."""

    def answer(self, question: Question, call: CallTool) -> AsyncIterator[Wrote | Did]:
        """The answer to one question, as it is written.

        Closing the iterator (or cancelling the task that reads it) must reach whatever does the
        work. Raises `BrainError`, and nothing else, when it fails.
        """
        ...

    async def aclose(self) -> None:
        """Leave nothing behind."""
        ...


class Sound(Protocol):
    """Where the bytes of spans are kept. Adapters put bytes in and pass the span on."""

    def put(self, stream: StreamId, pcm: bytes) -> AudioSpan:
        """Append to a stream; the span says where."""
        ...

    def get(self, span: AudioSpan) -> bytes:
        """The bytes of a span that was put and not yet forgotten. Raises `KeyError` otherwise."""
        ...


class Clock(Protocol):
    """The one clock of a session."""

    def now(self) -> int:
        """Milliseconds since the session began."""
        ...

    async def sleep_until(self, at: int) -> None:
        """Returns when `now() >= at`."""
        ...


@dataclass(frozen=True, slots=True)
class AdapterArgs:
    """What a factory is given to build an adapter from: its settings, and where the person's files are."""

    settings: Mapping[str, Any]
    workspace: str | None = None
    secrets: Mapping[str, str] = field(default_factory=dict, repr=False)


class Journal(Protocol):
    """Where the session's events are kept (law R1). One writer a session.

    `append` and `sound` only buffer: they never wait. Whatever must not be lost is followed by
    `await sync()`: before an ask, a tool run, a yes.
    """

    def append(self, at: int, event: Event, commands: Sequence[Command]) -> None:
        """Add what happened and what was decided from it; commands are kept as a digest only."""
        ...

    def sound(self, span: AudioSpan, pcm: bytes) -> None:
        """Keep the bytes of a span. Spans of one stream come in order; a hole is kept as silence."""
        ...

    async def sync(self) -> None:
        """Returns when everything appended so far survives a killed process."""
        ...

    async def aclose(self) -> None:
        """Write what is left, and the end. Safe to call twice."""
        ...
