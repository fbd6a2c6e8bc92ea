"""What goes over the links to an ear and a speaker (laws L2, C2, T1, T4).

L2  What the store was told to forget is not sent any more.
C2  An answer goes to the connection that is live, and no blocking call waits for a person.
T1 T4  What a speaker has not yet played, by its own exact reports, is flushed by speech and by a stop, however late it is.
"""

from collections.abc import Sequence
from dataclasses import dataclass, field

from laws.law_broken import require
from laws.speeches import Audible, Speech
from solovox.core import commands as do
from solovox.core import events as ev
from solovox.core.policy import Policy
from solovox.core.units import ConnectionId, PlayedReports, StreamId


@dataclass(slots=True)
class SpoolLaws:
    """L2."""

    policy: Policy
    forgotten: dict[StreamId, int] = field(default_factory=dict)

    def see(self, at: int, event: ev.Event, out: Sequence[do.Command], known: Speech | None) -> None:
        """One step."""
        del at, event, known
        for command in out:
            match command:
                case do.ForgetSound(stream=stream, before=before):
                    self.forgotten[stream] = max(before, self.forgotten.get(stream, 0))
                case do.SendMicrophone(span=span):
                    gone = self.forgotten.get(span.stream, 0)
                    require("L2", gone <= span.first, f"{span} was sent, and all before {gone} forgotten")
                case _:
                    pass


@dataclass(slots=True)
class AnswerLaws:
    """C2 of the ear."""

    policy: Policy
    opening: ConnectionId | None = None
    live: ConnectionId | None = None
    running: dict[int, tuple[str, str]] = field(default_factory=dict)
    seen: set[tuple[ConnectionId, str]] = field(default_factory=set)

    def see(self, at: int, event: ev.Event, out: Sequence[do.Command], known: Speech | None) -> None:
        """One step."""
        del at, known
        match event:
            case ev.EarOpened(connection=connection) if connection == self.opening:
                self.live = connection
            case ev.EarLost(connection=connection) if connection in (self.opening, self.live):
                self.opening = self.live = None
            case ev.EarCalled() if event.connection == self.live:
                self._called(event, out)
            case ev.ToolReturned(effect=effect):
                self.running.pop(effect, None)
            case _:
                pass
        for command in out:
            match command:
                case do.OpenEar(connection=connection):
                    self.opening, self.live = connection, None
                case do.CloseEar():
                    self.opening = self.live = None
                case do.RunTool(effect=effect, tool=tool, arguments=arguments):
                    self.running[effect] = (tool, arguments)
                case do.CancelTool(effect=effect):
                    self.running.pop(effect, None)
                case do.AnswerCall(connection=connection, call=call):
                    require(
                        "C2", connection == self.live, f"{call} was answered to a connection that is gone"
                    )
                case _:
                    pass

    def _called(self, event: ev.EarCalled, out: Sequence[do.Command]) -> None:
        spec, key = self.policy.tool(event.tool), (event.connection, event.call)
        if key in self.seen or spec is None or not (spec.blocking and spec.needs_yes):
            return
        self.seen.add(key)
        told = any(isinstance(c, do.AnswerCall | do.RunTool | do.CloseEar) for c in out)
        runs = (event.tool, event.arguments) in self.running.values()
        require("C2", told or runs, f"{event.call} blocks the ear, and waits for a person")


@dataclass(slots=True)
class SpeakerLaws:
    """T1 and T4 of a speaker that reports exactly."""

    policy: Policy
    audible: Audible

    def see(self, at: int, event: ev.Event, out: Sequence[do.Command], known: Speech | None) -> None:
        """One step."""
        del known
        confirmed = isinstance(event, ev.SpeechConfirmed) and self.policy.barge_in
        if self.audible.reports is PlayedReports.EXACT and (confirmed or isinstance(event, ev.StopAsked)):
            waits = {read for read, one in self.audible.reads.items() if one.played < one.released}
            waits -= {c.read for c in out if isinstance(c, do.Flush)}
            law = "T1" if confirmed else "T4"
            require(law, not waits, f"{type(event).__name__} at {at} ms, and {waits} sound on")
        self.audible.see(at, event, out)
