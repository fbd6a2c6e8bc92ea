"""What a session has under way: a pure fold over events and the commands that answered them.

Only this fold knows two things: what a dead link leaves waiting (`faults.py`), and whether anything is still to
come (a surface that plays a file asks before it hangs up).
"""

from collections.abc import Sequence

from solovox.core.commands import (
    AskBrain,
    CancelRead,
    CancelRun,
    CancelTool,
    CloseEar,
    Command,
    OpenEar,
    Read,
    RunTool,
)
from solovox.core.events import (
    BrainFailed,
    BrainFinished,
    Event,
    LocalTranscript,
    OnsetFaded,
    OnsetHeard,
    ReadFailed,
    ReadRendered,
    RecogniserEvent,
    SoundCaptured,
    SpeechConfirmed,
    SpeechEnded,
    ToolReturned,
)
from solovox.core.units import AudioSpan, ConnectionId, ReadId, RunId


class Work:
    """Open reads, runs and tool runs, the newest ear, and speech whose words are not known yet."""

    def __init__(self) -> None:
        self.reads: set[ReadId] = set()
        self.runs: set[RunId] = set()
        self.effects: set[int] = set()
        self.connection: ConnectionId | None = None
        self._heard: AudioSpan | None = None
        """The newest span of the microphone."""
        self._onset = False
        self._speech: int | None = None
        """The first sample of speech that has not ended."""
        self._wordless: list[AudioSpan] = []
        """Speech that has ended and whose words are not known yet."""

    @property
    def busy(self) -> bool:
        """Whether something that was begun will still show a result."""
        return bool(self.reads or self.runs or self.effects or self._onset or self._wordless)

    def unheard(self) -> list[RecogniserEvent]:
        """The events that end what a lost recogniser has begun. No more words will come of it."""
        ends: list[RecogniserEvent] = [LocalTranscript(span, "", final=True) for span in self._wordless]
        if self._heard is None or not self._onset:
            return ends
        if self._speech is None:
            return [*ends, OnsetFaded(self._heard.end)]
        span = AudioSpan(self._heard.stream, self._speech, max(0, self._heard.end - self._speech))
        return [*ends, SpeechEnded(span), LocalTranscript(span, "", final=True)]

    def see(self, event: Event, commands: Sequence[Command]) -> None:
        """Note an event and what was decided from it."""
        self._note_event(event)
        for command in commands:
            self._note_command(command)

    def _note_event(self, event: Event) -> None:
        match event:
            case SoundCaptured(span=span):
                self._heard = span
            case OnsetHeard():
                self._onset = True
            case SpeechConfirmed(first=first):
                self._onset, self._speech = True, first
            case OnsetFaded():
                self._onset, self._speech = False, None
            case SpeechEnded(span=span):
                self._onset, self._speech = False, None
                self._wordless.append(span)
            case LocalTranscript(final=True):
                del self._wordless[:1]
            case ReadRendered(read=read) | ReadFailed(read=read):
                self.reads.discard(read)
            case BrainFinished(run=run) | BrainFailed(run=run):
                self.runs.discard(run)
            case ToolReturned(effect=effect):
                self.effects.discard(effect)
            case _:
                pass

    def _note_command(self, command: Command) -> None:
        match command:
            case Read(read=read):
                self.reads.add(read)
            case CancelRead(read=read):
                self.reads.discard(read)
            case AskBrain(run=run):
                self.runs.add(run)
            case CancelRun(run=run):
                self.runs.discard(run)
            case RunTool(effect=effect):
                self.effects.add(effect)
            case CancelTool(effect=effect):
                self.effects.discard(effect)
            case OpenEar(connection=connection):
                self.connection = connection
            case CloseEar(connection=connection) if connection == self.connection:
                self.connection = None
            case _:
                pass
