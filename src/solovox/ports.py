"""What the outside must provide: one Protocol per noun.

Sound crosses every port as `bytes`: mono signed 16-bit little-endian PCM, 16 kHz from the
microphone (`MIC_RATE`), 24 kHz to the speaker (`VOICE_RATE`), unless an attribute says otherwise.

The speech ports (`Vad`, `TurnDetector`, `Stt`, `Tts`, `WakeWord`) are plain functions of sound:
they block, hold no task and read no clock. The caller runs them in a worker thread.
One instance serves one caller at a time.
"""

from collections.abc import AsyncGenerator, AsyncIterator, Awaitable, Callable, Iterator, Mapping, Sequence
from contextlib import aclosing
from dataclasses import dataclass, field
from typing import Any, Final, Protocol, TypeVar, runtime_checkable

from solovox.core.commands import (
    BrainCommand,
    Command,
    EarCommand,
    ListenerCommand,
    NarratorCommand,
    SurfaceCommand,
    ToolCommand,
)
from solovox.core.events import (
    BrainEvent,
    EarEvent,
    Event,
    NarratorEvent,
    RecogniserEvent,
    SoundCaptured,
    SurfaceEvent,
    ToolEvent,
)
from solovox.core.policy import Risk, Scheduling
from solovox.core.units import AudioSpan, StepKind, StepState, StreamId

Asked_contra = TypeVar("Asked_contra", contravariant=True)
Happened_co = TypeVar("Happened_co", covariant=True, bound=Event)


class Link(Protocol[Asked_contra, Happened_co]):
    """What a session is connected to: commands in, events out. An exception that it raises becomes an event, at
    one place (`shell/faults.py`).

    `perform` must not wait for `tell`: each would wait for the other. It may be called before `run` has begun, is
    never called twice at once, and is cancelled after 30 s (`shell/link_port.py`).

    A link may have `perform_now(command) -> bool`. It does the command in the session's own step, without a
    mailbox and a task between, if that needs no waiting. False: nothing was done, and `perform` will be
    asked.
    """

    async def run(self, tell: Callable[[Happened_co], Awaitable[None]]) -> None:
        """The link's own work, for the whole session; it is cancelled at the end. What happens is told, in
        order.

        `tell` decides the event at once, in this task, if the session is free. Else it may wait for room.
        """
        ...

    async def perform(self, command: Asked_contra) -> None:
        """Do it, or begin to."""
        ...

    async def aclose(self) -> None:
        """Leave nothing behind (law L5). Called once, after `run` has ended."""
        ...


class Surface(Link[SurfaceCommand, SurfaceEvent], Protocol):
    """Where the person is. It captures, plays and shows; nothing else in a session touches a device or a page.

    - It tells `SurfaceJoined` first, and `SurfaceLeft` when the person is gone. Between the two it tells nothing else,
      and what it is asked to play is dropped. It may come back: then it joins again.
    - It captures 16 kHz in one stream, from sample 0 on and without holes, as long as it is there. A muted microphone
      gives silence, not nothing.
    - It takes the bytes of a `Play` in `perform`: later they may be forgotten. It plays reads in order.
    - It may have a talk key: `FloorTaken` when it is pressed, `FloorGiven` when it is let go.
    - It answers each `Flush` with `Flushed` at once, also of a read that never sounded (0), and nothing of that read
      plays after, but for `SurfaceCaps.irrevocable_ms`, which counts as played. Other reads stay.
    - It says by `Played` how many samples of a read were played in all, ducked or not. The number never falls, and ends
      at what was played.
    - It takes everything that is to be shown, and waits for no page to show it.
    - Several pages of one surface join and leave by ids of their own; one takes nothing from another.

    Contract suite: `solovox.testing.contracts_surface`.
    """


class Ear(Link[EarCommand, EarEvent], Protocol):
    """A live model that listens. The core trusts nothing it says.

    - Each `OpenEar` ends in `EarOpened` or `EarLost` of that connection, unless it is closed before. It closes the one
      before. After `EarLost` (told once, with a reason of one line) or `CloseEar` nothing more is told of it, but sound
      that was under way.
    - What is for a connection that is over is dropped, without an error.
    - The microphone's spans arrive in order, once, at the connection that they are for. So does each `AnswerCall`: never
      again, and never on another connection.
    - Its own sound is told as spans of one stream for each connection, 24 kHz, without holes.

    Contract suite: `solovox.testing.contracts_ear`.
    """


class Narrator(Link[NarratorCommand, NarratorEvent], Protocol):
    """Text to sound, read by read, 24 kHz.

    - Each `Read` ends once, in `ReadRendered` or `ReadFailed` (a reason of one line), unless it was cancelled; an empty
      text, and one without words, too. What a live reader says wrong ends in `ReadStrayed`. The next read goes on.
    - Its sound comes by `ReadSounded` in order and without holes, each read's in a stream of its own. `said_to` never
      falls (a live reader says it by `ReadFollowed`); what it leaves when the read is rendered has no words.
    - One read is over before the next begins. A read that is cancelled before its turn is never told.
    - After `CancelRead` nothing of that read is told; of a live reader, sound that was under way. To cancel what is over
      does nothing.

    Contract suite: `solovox.testing.contracts_narrator`.
    """


BrainLink = Link[BrainCommand, BrainEvent]
ToolLink = Link[ToolCommand, ToolEvent]
ListenerLink = Link[SoundCaptured | ListenerCommand, RecogniserEvent]
"""The local recogniser of a session: all captured sound goes to it, in order and without holes."""


class Recogniser(Protocol):
    """What listens on this machine: 16 kHz sound in, events out. One instance serves one session.

    Contract suite: `solovox.testing.contracts_recogniser`.
    """

    async def run(self) -> None:
        """Its own work, for the whole session; it is cancelled at the end."""
        ...

    async def feed(self, span: AudioSpan, pcm: bytes) -> None:
        """Hear the next samples. A hole before them ends what was being said. Waits while it has too much to hear."""
        ...

    def feed_now(self, span: AudioSpan, pcm: bytes) -> bool:
        """As `feed`, without waiting. False: not now, and nothing was taken."""
        ...

    async def finish(self) -> None:
        """No more sound comes. What is being said ends, and its words are given."""
        ...

    async def sound_stopped(self) -> bool:
        """No more sound comes for now. What is being said ends, with what was heard of it. Never waits for an
        answer.

        False: not yet, because not all sound that was taken has been heard.
        """
        ...

    async def read_out(self) -> None:
        """Returns when every event has been read."""
        ...

    def events(self) -> AsyncIterator[RecogniserEvent]:
        """What it hears. Each `SpeechEnded` is followed by one final `LocalTranscript` of its span."""
        ...


class Vad(Protocol):
    """Voice activity detection. Fed frame by frame; keeps state between frames."""

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


class SharedTts(Protocol):
    """A `Tts` that many may ask at once. Each has its turn, and one that stops does not hinder the others."""

    def speak(self, text: str) -> AsyncGenerator[Spoken, None]:
        """As `Tts.speak`. Close it where not all is wanted."""
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


@dataclass(frozen=True, slots=True)
class Progress:
    """How far a tool has come, in a few words. It is shown, and gives the tool more time."""

    text: str


@dataclass(frozen=True, slots=True)
class ScreenAct:
    """What a tool asks of the screen: an `action` ("open", "scroll", "highlight") and what it is about."""

    action: str
    target: str


ToolWork = ToolResult | Progress | ScreenAct


class Tool(Protocol):
    """Something that can be called. Write `class Mine(Tool)`: a name, a description, parameters and `run` are enough.

    `parameters` is a JSON Schema object.
    """

    name: str
    description: str
    parameters: Mapping[str, Any]
    effects: bool = False
    """Whether it changes something. A tool that only looks does not."""
    risk: Risk | None = None
    """Whether a yes is asked for. None: `ASK` if it has effects, else `FREE`. `NEVER`: it is refused."""
    timeout: float = 20.0
    """Seconds without a sign of life (a result, or `Progress`) after which it has failed."""
    scheduling: Scheduling = Scheduling.WHEN_IDLE
    """When a live model that does not wait for the result may speak of it (law C2)."""
    read_aloud: bool = False
    """It only looks, and its result is a whole answer: beside a brain, a live ear may call it, and it is read."""

    def run(self, arguments: Mapping[str, Any]) -> Awaitable[ToolResult] | AsyncIterator[ToolWork]:
        """Do it: `async def`, and return the result. May be cancelled at any await. An exception becomes a failed result.

        To tell of its progress, or to ask something of the screen, it yields `Progress` and `ScreenAct`, and its result last.
        """
        ...


async def _unheard(_: Progress | ScreenAct) -> None:
    """No screen is there."""


async def run_tool(
    tool: Tool,
    arguments: Mapping[str, Any],
    tell: Callable[[Progress | ScreenAct], Awaitable[None]] = _unheard,
) -> ToolResult:
    """Run a tool of either form, and tell what it tells. What it raises is raised."""
    work = tool.run(arguments)
    if not isinstance(work, AsyncIterator):
        return await work
    result: ToolResult | None = None
    async with aclosing(_closable(work)) as told:
        async for one in told:
            if isinstance(one, ToolResult):
                result = one
            else:
                await tell(one)
    return result or ToolResult(f"{tool.name} gave no result", failed=True)


async def _closable(work: AsyncIterator[ToolWork]) -> AsyncGenerator[ToolWork, None]:
    try:
        async for one in work:
            yield one
    finally:
        if isinstance(work, AsyncGenerator):
            await work.aclose()


@runtime_checkable
class ToolSet(Protocol):
    """Tools that are known only when something was opened: a server that lists its own, a device that answers."""

    async def open(self) -> Sequence[Tool]:
        """Connect, and list. Called once, in the session's loop. Raises `ToolSetError`, with one clear line."""
        ...

    async def aclose(self) -> None:
        """Leave nothing behind: no task, process or socket (law L5). Called once, also after `open` failed."""
        ...


class ToolSetError(Exception):
    """A set of tools that cannot be opened. One clear line. Its tools are absent, and the session goes on."""


@dataclass(frozen=True, slots=True)
class Message:
    """One line of the talk so far. `text` of the assistant is what was *played*, not all it wrote."""

    role: str
    """`person` or `assistant`; `system` for what the asker wants of the brain, at the beginning."""
    text: str


@dataclass(frozen=True, slots=True)
class Earlier:
    """An earlier question of the session, by its number."""

    run: int
    instruction: str


@dataclass(frozen=True, slots=True)
class HeardAnswer:
    """What the person heard of the answer to an earlier question: the rest of it was cut, or is only shown.

    `whole`: all of it was read."""

    run: int
    text: str
    whole: bool


@dataclass(frozen=True, slots=True)
class Question:
    """One asking of a brain.

    `history` is the talk so far. A brain that remembers the talk by itself needs `heard`, `amends` and `retracts` instead.
    """

    instruction: str
    history: Sequence[Message] = ()
    tools: Sequence[Tool] = ()
    run: int = 0
    """Its number in the session."""
    amends: Earlier | None = None
    """Another question still worked when this one came: it was replaced, or this one waited for its end (law T2)."""
    retracts: Earlier | None = None
    """The person went on speaking: that question was a part of this one, nothing of its answer was heard, and it was
    cancelled. It is to be forgotten (law T2)."""
    heard: HeardAnswer | None = None
    """Of the newest answer of which anything was written (law N4)."""


@dataclass(frozen=True, slots=True)
class Consent:
    """The person's answer to an agent that asked whether it may. `reason`: why not."""

    allowed: bool
    reason: str = ""


class Host(Protocol):
    """The session, as a brain sees it while it answers one question."""

    async def call(self, name: str, arguments: Mapping[str, Any]) -> ToolResult:
        """Use a tool of the question: Solovox decides, runs it at most once, and answers. A failure is a result."""
        ...

    async def needs_yes(self, act: str, risk: str = "") -> Consent:
        """Ask whether this agent may do something by itself, with hands of its own. Returns when the person has
        answered, or cannot. Do exactly `act` then, or nothing.

        `act` is what the person reads and says yes to: the command, the file with its change. `risk`: what may come of it.
        """
        ...


@dataclass(frozen=True, slots=True)
class Wrote:
    """A piece of the answer, as the brain wrote it: markdown, any length, to be concatenated."""

    text: str


@dataclass(frozen=True, slots=True)
class Step:
    """A step of the brain's own work, begun or further on ("reading setup.py"): one line, and more in `detail`.

    `step` is its name within the answer: the same name again is the same step. Without a name it is a step of its own.
    `effects`: it changes something outside; say so when it *begins*, so that the answer is not taken back. `receipt`
    proves that it did: an id, from the thing that did it.
    """

    title: str
    kind: StepKind = StepKind.NOTE
    step: str = ""
    detail: str = ""
    state: StepState = StepState.BEGUN
    effects: bool = False
    receipt: str | None = None


@dataclass(frozen=True, slots=True)
class TokensUsed:
    """What the answer has used so far, in all. `cost`: in millionths of a US dollar, if it is known."""

    input_tokens: int
    output_tokens: int
    cost: int | None = None


BrainWork = Wrote | Step | TokensUsed


class BrainError(Exception):
    """The one kind of error a brain raises: unreachable, refused, silent, cut off. One clear line."""


class Brain(Protocol):
    """What answers: anything that streams text. Write `class Mine(Brain)`: `answer` is enough."""

    def answer(self, question: Question, host: Host) -> AsyncIterator[BrainWork]:
        """The answer to one question, as it is written.

        Closing the iterator (or cancelling the task that reads it) must stop whatever does the
        work. Raises `BrainError`, and nothing else, when it fails.
        """
        ...

    steers: bool = False
    """Whether it takes later words into an answer that it works at (`amend = steer`)."""

    async def steer(self, text: str) -> bool:
        """More words of the person, for the answer that is being written. False: not taken; they are asked afterwards.

        A session has one answer at work. Returns soon: the words need not be obeyed yet.
        """
        return False

    async def open(self) -> None:
        """Get ready: start a process, log in. Called once, in the session's loop, before the first question. Raises
        `BrainError`: then each question fails with its line, and the session goes on.
        """
        return

    async def aclose(self) -> None:
        """Leave nothing behind: no task, process or socket (law L5). Called once, also if it was never opened."""
        return


class Sound(Protocol):
    """Where the bytes of spans are kept. Adapters put bytes in and pass the span on."""

    def put(self, stream: StreamId, pcm: bytes) -> AudioSpan:
        """Append whole samples to a stream; the span says where. Raises `ValueError` for half a sample."""
        ...

    def get(self, span: AudioSpan) -> bytes:
        """The bytes of any part of a stream that was put and not yet forgotten. Raises `KeyError` otherwise."""
        ...

    def forget(self, stream: StreamId, before: int) -> None:
        """Samples of a stream before this one will not be asked for again. The others stay, with their numbers."""
        ...


class Clock(Protocol):
    """The one clock of a session."""

    def now(self) -> int:
        """Whole milliseconds since the session began. Never falls."""
        ...

    async def sleep_until(self, at: int) -> None:
        """Returns when `now() >= at`, and never before; at once, if that is over."""
        ...


@dataclass(frozen=True, slots=True)
class AdapterArgs:
    """What a factory is given to build an adapter from: its settings, and where the person's files are."""

    settings: Mapping[str, Any]
    workspace: str | None = None
    secrets: Mapping[str, str] = field(default_factory=dict, repr=False)


class Journal(Protocol):
    """Where the session's events are kept (law R1). One writer a session.

    `append` and `sound` only buffer: they never wait. What must not be lost is followed by
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
