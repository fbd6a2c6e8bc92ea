"""Fakes behind the ports and links: scripted, exact, without chance and without a clock of their own.

They sleep with `asyncio.sleep` only, so on a virtual loop they take no time.
"""

import asyncio
from collections.abc import AsyncIterator, Awaitable, Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Final

from solovox.core.commands import Command, Cue, EarCommand, Flush, Play, SurfaceCommand
from solovox.core.events import (
    EarEvent,
    Event,
    Flushed,
    LocalTranscript,
    Played,
    RecogniserEvent,
    SoundCaptured,
    SurfaceEvent,
)
from solovox.core.units import VOICE_RATE, AudioSpan, ReadId, StreamId
from solovox.ports import (
    Act,
    Brain,
    BrainError,
    BrainWork,
    Consent,
    Host,
    Question,
    Sound,
    Spoken,
    Tool,
    ToolResult,
    Transcript,
    Wrote,
)

QUEUE: Final = 1024
"""Events a fake holds before their producer has to wait."""


@dataclass(frozen=True, slots=True)
class Pause:
    """A scripted brain, tool or ear is silent for this long."""

    seconds: float


@dataclass(frozen=True, slots=True)
class Use:
    """A scripted brain uses a tool and writes its result."""

    tool: str
    arguments: Mapping[str, object] = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class Fail:
    """A scripted brain fails here."""

    reason: str = "it broke"


@dataclass(frozen=True, slots=True)
class AskYes:
    """A scripted brain asks whether it may do something."""

    act: Act


ScriptStep = BrainWork | Pause | Use | AskYes | Fail


class ScriptedBrain(Brain):
    """Answers each instruction with its script; others with `default`."""

    def __init__(
        self,
        scripts: Mapping[str, Sequence[ScriptStep]] | None = None,
        default: Sequence[ScriptStep] = (Wrote("Yes."),),
    ) -> None:
        self._scripts = dict(scripts or {})
        self._default = default
        self.questions: list[Question] = []
        self.consents: list[Consent] = []
        self.writing = 0
        """Answers that are being written now."""
        self.closed = False

    async def answer(self, question: Question, host: Host) -> AsyncIterator[BrainWork]:
        """The script, step by step."""
        self.questions.append(question)
        self.writing += 1
        try:
            for step in self._scripts.get(question.instruction, self._default):
                match step:
                    case Pause(seconds=seconds):
                        await asyncio.sleep(seconds)
                    case Use(tool=tool, arguments=arguments):
                        yield Wrote((await host.call(tool, arguments)).text)
                    case AskYes(act=act):
                        self.consents.append(await host.needs_yes(act))
                    case Fail(reason=reason):
                        raise BrainError(reason)
                    case _:
                        yield step
        finally:
            self.writing -= 1

    async def aclose(self) -> None:
        """Remembers that it was closed."""
        self.closed = True


class ScriptedTts:
    """Renders `per_character` samples a character, one piece a word; every character sounds different."""

    def __init__(self, per_character: int = 240, fail_at: str | None = None) -> None:
        self._per_character = per_character
        self._fail_at = fail_at
        self.spoken: list[str] = []
        self._sounds: dict[str, bytes] = {}

    def speak(self, text: str, pace: float = 1.0) -> Iterator[Spoken]:
        """The sound of `text`. Raises `RuntimeError` at the word given as `fail_at`."""
        self.spoken.append(text)
        begin = 0
        while begin < len(text):
            end = text.find(" ", begin) + 1 or len(text)
            if self._fail_at is not None and self._fail_at in text[begin:end]:
                raise RuntimeError(f"cannot say {self._fail_at!r}")
            yield Spoken(_pace_sound(self.sound(text[begin:end]), pace), end)
            begin = end

    def sound(self, text: str) -> bytes:
        """What `text` sounds like, wherever it stands."""
        return b"".join(self._character(c) for c in text)

    def _character(self, c: str) -> bytes:
        if c not in self._sounds:
            samples = ((1 + (ord(c) * 31 + n * 7) % 8_000) for n in range(self._per_character))
            self._sounds[c] = b"".join(one.to_bytes(2, "little", signed=True) for one in samples)
        return self._sounds[c]


def _pace_sound(pcm: bytes, pace: float) -> bytes:
    """The same samples, some of them twice, or some left out."""
    count = int(len(pcm) / 2 / pace)
    places = (2 * int(at * pace) for at in range(count))
    return pcm if pace == 1 else b"".join(pcm[at : at + 2] for at in places)


class ScriptedStt:
    """Understands the same text in every sound that is not silence."""

    def __init__(self, text: str) -> None:
        self._text = text

    def transcribe(self, pcm: bytes) -> Transcript:
        """The text; nothing for no sound."""
        return Transcript(self._text if any(pcm) else "")


class ScriptedTool(Tool):
    """Returns `result`, after `seconds`; or raises it, if it is an exception."""

    description = "A tool of the tests."
    parameters: Mapping[str, object] = {"type": "object"}

    def __init__(
        self, name: str, result: ToolResult | Exception, *, seconds: float = 0.0, effects: bool = False
    ) -> None:
        self.name = name
        self.effects = effects
        self._result = result
        self._seconds = seconds
        self.runs: list[Mapping[str, object]] = []
        self.running = 0

    async def run(self, arguments: Mapping[str, object]) -> ToolResult:
        """As scripted."""
        self.runs.append(dict(arguments))
        self.running += 1
        try:
            await asyncio.sleep(self._seconds)
            if isinstance(self._result, Exception):
                raise self._result
            return self._result
        finally:
            self.running -= 1


class ScriptedRecogniser:
    """Says each event when the sample it stands at has been fed."""

    def __init__(self, script: Iterable[tuple[int, RecogniserEvent]]) -> None:
        self._script = sorted(script, key=lambda one: one[0])
        self._events: asyncio.Queue[RecogniserEvent] = asyncio.Queue(QUEUE)
        self.stopped = 0
        """How often the sound stopped in the middle of speech."""
        self.fed = 0
        """Samples heard so far; they came without holes."""

    async def run(self) -> None:
        """Nothing to do beside."""

    async def feed(self, span: AudioSpan, pcm: bytes) -> None:
        """Hear the next samples."""
        if span.first != self.fed or len(pcm) != 2 * span.count:
            raise AssertionError(f"{span} after sample {self.fed}")
        self.fed = span.end
        while self._script and self._script[0][0] <= self.fed:
            await self._events.put(self._script.pop(0)[1])

    def feed_now(self, span: AudioSpan, pcm: bytes) -> bool:
        """Never: it is fed."""
        return False

    async def sound_stopped(self) -> bool:
        """What would have been heard at later samples is heard now, up to the words of what is being said."""
        self.stopped += 1
        while self._script:
            _, event = self._script.pop(0)
            await self._events.put(event)
            if isinstance(event, LocalTranscript) and event.final:
                break
        return True

    async def events(self) -> AsyncIterator[RecogniserEvent]:
        """What it heard."""
        while True:
            yield await self._events.get()


class MemorySurface:
    """A person's end in memory: a script of what they do, and a speaker that plays in real session time.

    `script` is a sequence of (milliseconds, event or microphone PCM). It reports `Played` at the end
    of every piece, and answers `Flush` at once.
    """

    def __init__(self, sound: Sound, script: Iterable[tuple[int, SurfaceEvent | bytes]]) -> None:
        self._sound = sound
        self._script = sorted(script, key=lambda one: one[0])
        self._events: asyncio.Queue[SurfaceEvent] = asyncio.Queue(QUEUE)
        self._speaker: asyncio.Queue[tuple[Play, bytes]] = asyncio.Queue(QUEUE)
        self._cut: set[ReadId] = set()
        self.performed: list[SurfaceCommand] = []
        self.heard: dict[ReadId, bytes] = {}
        """What the speaker played of each read."""

    async def run(self, tell: Callable[[SurfaceEvent], Awaitable[None]]) -> None:
        """Act, play, and tell what the person does and what the speaker reports."""
        async with asyncio.TaskGroup() as tasks:
            tasks.create_task(self._act())
            tasks.create_task(self._play())
            while True:
                await tell(await self._events.get())

    async def perform(self, command: SurfaceCommand) -> None:
        """Queue sound, flush, remember."""
        self.performed.append(command)
        if isinstance(command, Play):
            await self._speaker.put((command, self._sound.get(command.span)))
        elif isinstance(command, Flush):
            self._cut.add(command.read)
            self._events.put_nowait(Flushed(command.read, self._count_played(command.read)))

    async def aclose(self) -> None:
        """Nothing stays."""

    @property
    def cues(self) -> list[Cue]:
        """The cues it was asked for."""
        return [command for command in self.performed if isinstance(command, Cue)]

    def _count_played(self, read: ReadId) -> int:
        return len(self.heard.get(read, b"")) // 2

    async def _act(self) -> None:
        now = 0
        for at, what in self._script:
            await asyncio.sleep((at - now) / 1000)
            now = at
            event = what
            if isinstance(event, bytes):
                event = SoundCaptured(self._sound.put(StreamId("mic"), event))
            await self._events.put(event)

    async def _play(self) -> None:
        while True:
            play, pcm = await self._speaker.get()
            if play.read in self._cut:
                continue
            await asyncio.sleep(play.span.count / VOICE_RATE)
            if play.read not in self._cut:
                self.heard[play.read] = self.heard.get(play.read, b"") + pcm
                await self._events.put(Played(play.read, self._count_played(play.read)))


class ScriptedEar:
    """A live connection that does what it likes: a script of (milliseconds, event); commands are kept."""

    def __init__(self, script: Iterable[tuple[int, EarEvent]] = ()) -> None:
        self._script = sorted(script, key=lambda one: one[0])
        self._events: asyncio.Queue[EarEvent] = asyncio.Queue(QUEUE)
        self.performed: list[EarCommand] = []

    async def run(self, tell: Callable[[EarEvent], Awaitable[None]]) -> None:
        """Act, and tell it."""
        async with asyncio.TaskGroup() as tasks:
            tasks.create_task(self._act())
            while True:
                await tell(await self._events.get())

    async def perform(self, command: EarCommand) -> None:
        """Remember."""
        self.performed.append(command)

    async def _act(self) -> None:
        now = 0
        for at, event in self._script:
            await asyncio.sleep((at - now) / 1000)
            now = at
            await self._events.put(event)

    async def say(self, event: EarEvent) -> None:
        """One more event, now."""
        await self._events.put(event)

    async def aclose(self) -> None:
        """Nothing stays."""


class MemoryJournal:
    """A journal in memory. `synced` is how many entries would survive a killed process."""

    def __init__(self) -> None:
        self.entries: list[tuple[int, Event, tuple[Command, ...]]] = []
        self.kept: dict[StreamId, int] = {}
        """Samples kept of each stream."""
        self.synced = 0
        self.closed = False
        self.lost = ""

    def append(self, at: int, event: Event, commands: Sequence[Command]) -> None:
        """Add."""
        self.entries.append((at, event, tuple(commands)))

    def sound(self, span: AudioSpan, pcm: bytes) -> None:
        """Count."""
        self.kept[span.stream] = self.kept.get(span.stream, 0) + len(pcm) // 2

    async def sync(self) -> None:
        """Everything appended so far is safe."""
        await asyncio.sleep(0)
        self.synced = len(self.entries)

    async def aclose(self) -> None:
        """The end."""
        self.closed = True
