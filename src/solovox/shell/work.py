"""What a session has under way: a pure fold over events and the commands that answered them.

It knows two things that nobody else does: whom a dead link leaves waiting (`faults.py`), and whether
anything is still to come (a surface that plays a file asks it before it hangs up).
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
    LocalHeard,
    OnsetFaded,
    OnsetHeard,
    ReadFailed,
    ReadRendered,
    SpeechEnded,
    ToolReturned,
)
from solovox.core.units import ConnectionId, ReadId, RunId


class Work:
    """Open reads, runs, tool runs; the newest ear; speech whose words are not known yet."""

    def __init__(self) -> None:
        self.reads: set[ReadId] = set()
        self.runs: set[RunId] = set()
        self.effects: set[int] = set()
        self.connection: ConnectionId | None = None
        self._speaking = False
        self._wordless = 0

    @property
    def busy(self) -> bool:
        """Whether something that was begun will still show a result."""
        return bool(self.reads or self.runs or self.effects or self._speaking or self._wordless)

    def see(self, event: Event, commands: Sequence[Command]) -> None:
        """Take note of an event and of what was decided from it."""
        self._happened(event)
        for command in commands:
            self._asked(command)

    def _happened(self, event: Event) -> None:
        match event:
            case OnsetHeard():
                self._speaking = True
            case OnsetFaded():
                self._speaking = False
            case SpeechEnded():
                self._speaking = False
                self._wordless += 1
            case LocalHeard(final=True):
                self._wordless = max(0, self._wordless - 1)
            case ReadRendered(read=read) | ReadFailed(read=read):
                self.reads.discard(read)
            case BrainFinished(run=run) | BrainFailed(run=run):
                self.runs.discard(run)
            case ToolReturned(effect=effect):
                self.effects.discard(effect)
            case _:
                pass

    def _asked(self, command: Command) -> None:
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
