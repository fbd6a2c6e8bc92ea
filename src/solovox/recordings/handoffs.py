"""How the handoffs of a session went: a fold over its events and commands, fed in order with their times.

A handoff begins where the person has finished speaking, if that is asked, and ends where the listener hears anew: a fresh
connection is open or, without one, all of the answer was played. Times are milliseconds of the session.
"""

from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import Final

from solovox.core import commands as do
from solovox.core import events
from solovox.core.commands import Command
from solovox.core.events import Event
from solovox.core.units import ReadId, RunId

ASKING: Final = "ask_brain"
"""What the brain's own answering is called among the tools."""


@dataclass(slots=True)
class ReadingOver:
    """Whether all that was asked to be read was played, or cut."""

    left: dict[ReadId, int] = field(default_factory=dict)
    """Samples that were given to the speaker and did not leave it, by read."""
    _played: dict[ReadId, int] = field(default_factory=dict)
    rendering: set[ReadId] = field(default_factory=set)
    asked: set[RunId] = field(default_factory=set)
    read: bool = False
    """Whether anything was played since it was over last."""

    def see(self, event: Event, commands: Sequence[Command]) -> bool:
        """Look at one step; true where an answer has just been read to its end."""
        match event:
            case events.Played(read=read, samples=samples) if read in self.left:
                self.read = True
                self._played[read] = samples
            case events.Flushed(read=read):
                self._drop(read)
            case events.ReadRendered(read=read) | events.ReadFailed(read=read):
                self.rendering.discard(read)
            case events.BrainFinished(run=run) | events.BrainFailed(run=run):
                self.asked.discard(run)
            case _:
                pass
        for command in commands:
            match command:
                case do.AskBrain(run=run):
                    self.asked.add(run)
                case do.CancelRun(run=run):
                    self.asked.discard(run)
                case do.Read(read=read):
                    self.rendering.add(read)
                case do.CancelRead(read=read):
                    self.rendering.discard(read)
                case do.Play(read=read, span=span):
                    self.left[read] = self.left.get(read, 0) + span.count
                case _:
                    pass
        return self._over()

    def _drop(self, read: ReadId) -> None:
        self.left.pop(read, None)
        self._played.pop(read, None)

    def _over(self) -> bool:
        for read in [one for one, count in self.left.items() if self._played.get(one, 0) >= count]:
            if read not in self.rendering:
                self._drop(read)
        if not self.read or self.left or self.rendering or self.asked:
            return False
        self.read = False
        return True


@dataclass(frozen=True, slots=True)
class Took:
    """How long something took, each time: milliseconds."""

    times: tuple[int, ...] = ()

    def __str__(self) -> str:
        if not self.times:
            return "none"
        middle = sorted(self.times)[len(self.times) // 2]
        return (
            f"{len(self.times)}, {middle / 1000:.1f} s in the middle, {max(self.times) / 1000:.1f} s at most"
        )

    def more(self, one: int) -> "Took":
        """With one more."""
        return Took((*self.times, one))


@dataclass(slots=True)
class Handoffs:
    """The fold."""

    reconnects: int = 0
    """Connections that were opened because one was lost."""
    restarts: int = 0
    """Those that were opened afresh behind an answer. One may be a reconnect, too."""
    tools: dict[str, Took] = field(default_factory=dict)
    handoffs: Took = Took()
    _reading: ReadingOver = field(default_factory=ReadingOver)
    _began: dict[tuple[type, int], tuple[str, int]] = field(default_factory=dict)
    """By the command that began it, and its number: runs and effects are numbered apart."""
    _quiet_since: int | None = None
    """When the last speech ended, whoever it was meant for."""
    _spoken: int | None = None
    """When the person had finished the question whose answer is awaited."""
    _lost: bool = False
    _live: bool = False
    """A live ear listens: it is opened anew behind an answer."""
    _fresh: bool = False

    def see(self, at: int, event: Event, commands: Sequence[Command]) -> None:
        """Count one step."""
        over = self._reading.see(event, commands)
        self._note_event(at, event)
        for command in commands:
            self._note_command(at, command)
        if over and not self._live:
            self._handed_back(at)

    def _note_event(self, at: int, event: Event) -> None:
        match event:
            case events.SpeechEnded():
                self._quiet_since = at
            case events.ToolReturned(effect=effect):
                self._note_end(at, do.RunTool, effect)
            case events.BrainFinished(run=run) | events.BrainFailed(run=run):
                self._note_end(at, do.AskBrain, run)
            case events.EarLost():
                self._lost = True
            case events.EarOpened():
                self.reconnects += self._lost
                self.restarts += self._fresh
                if self._fresh:
                    self._handed_back(at)
                self._lost, self._fresh, self._live = False, False, True
            case _:
                pass

    def _note_command(self, at: int, command: Command) -> None:
        match command:
            case do.RunTool(effect=effect, tool=tool):
                self._began[do.RunTool, effect] = (tool, at)
            case do.AskBrain(run=run, utterance=utterance, look=look):
                if look is None:
                    self._began[do.AskBrain, run] = (ASKING, at)
                self._spoken = self._quiet_since if utterance is not None else None
            case do.CancelRun(run=run):
                self._began.pop((do.AskBrain, run), None)
            case do.OpenEar(resume=False):
                self._fresh = self._live
            case _:
                pass

    def _note_end(self, at: int, what: type, number: int) -> None:
        if (begun := self._began.pop((what, number), None)) is not None:
            tool, since = begun
            self.tools[tool] = self.tools.get(tool, Took()).more(at - since)

    def _handed_back(self, at: int) -> None:
        if self._spoken is not None:
            self.handoffs = self.handoffs.more(at - self._spoken)
            self._spoken = None

    def describe(self, output_restarts: int = 0) -> dict[str, object]:
        """All of it, for a log: counts, and milliseconds."""
        return {
            "handoffs_ms": list(self.handoffs.times),
            "listener_restarts": self.restarts,
            "reconnects": self.reconnects,
            "output_restarts": output_restarts,
            "tools_ms": {name: list(one.times) for name, one in self.tools.items()},
        }

    def lines(self, output_restarts: int = 0) -> tuple[str, ...]:
        """All of it, for a person."""
        tools = [f"{name}: {one}" for name, one in self.tools.items()]
        restarts = f"listener restarted {self.restarts}x, reconnected {self.reconnects}x"
        return (f"handoffs: {self.handoffs}", *tools, f"{restarts}, output reopened {output_restarts}x")
