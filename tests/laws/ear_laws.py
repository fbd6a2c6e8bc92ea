"""Connections to a live ear, watched from outside: L1, L2, L3, L5, T1 of what they are sent, G2 of the microphone."""

from collections.abc import Sequence
from dataclasses import dataclass, field

from laws.law_broken import require
from solovox.core import commands as do
from solovox.core import events as ev
from solovox.core.policy import EarKind, Policy
from solovox.core.units import MIC, PERSON, ConnectionId, SourceId


@dataclass(slots=True)
class EarLaws:
    """L1, L2, L5, T1 of activity, G2 of the microphone: connections and the samples they are owed."""

    policy: Policy
    open: ConnectionId | None = None
    captured: int = 0
    placed: int = 0
    """Samples before this one were sent or drained."""
    drained: int = 0
    """Samples before this one need not be sent: they were drained or forgotten."""
    sent: dict[ConnectionId, int] = field(default_factory=dict)
    live: bool = False
    active: bool = False
    """The ear was told that the person speaks."""
    source: SourceId = PERSON
    """Whose the newest sample is."""
    others: bool = False
    """Another has begun in this activity."""
    ended: bool = False

    def see(self, at: int, event: ev.Event, out: Sequence[do.Command]) -> None:
        """One step."""
        del at
        if self.ended:
            stray = [c for c in out if not isinstance(c, do.Drop)]
            require("L5", not stray, f"{stray} after the end")
        if isinstance(event, ev.PolicyChanged):
            self.policy = event.policy
        if isinstance(event, ev.SoundCaptured):
            self.captured = event.span.end
            self.others |= self.active and event.source != self.source
            self.source = event.source
        closed = any(isinstance(c, do.CloseEar) for c in out)  # what was overdue came before the event
        sounds = [
            isinstance(c, do.SendMicrophone) for c in out if isinstance(c, do.GiveContext | do.SendMicrophone)
        ]
        if isinstance(event, ev.EarOpened):
            require("L3", sounds == sorted(sounds), "sound came before the talk")
        overdue = [c for c in out if isinstance(event, ev.EarLost) and isinstance(c, do.EndActivity)]
        for late in overdue:  # of speech that had no end: it came before the loss
            self._command(late)
        if isinstance(event, ev.EarLost) and event.connection == self.open and not closed:
            self._over()
        if isinstance(event, ev.EarOpened) and event.connection == self.open:
            self.live = True
        for command in out:
            if command not in overdue:
                self._command(command)
        listens = self.active or not self.policy.marks_activity
        if self.policy.ear is EarKind.LIVE and self.live and listens and isinstance(event, ev.SoundCaptured):
            waits = self.policy.marks_activity and self.others  # for the end of what the one before says (A4)
            require("L2", waits or self.placed == self.captured, "a live ear was not sent what was captured")

    def _over(self) -> None:
        self.open, self.live, self.active, self.others = None, False, False, False

    def _command(self, command: do.Command) -> None:
        match command:
            case do.OpenEar(connection=connection):
                require("L1", self.open is None, "a second connection was opened beside the first")
                self.open, self.live = connection, False
            case do.CloseEar(connection=connection):
                require("L1", connection == self.open, "a connection was closed that is not open")
                self._over()
            case do.BeginActivity(connection=connection) | do.EndActivity(connection=connection):
                begins = isinstance(command, do.BeginActivity)
                require("T1", connection == self.open and self.live, "a dead ear was told of activity")
                require("T1", self.policy.marks_activity, "the ear finds out by itself")
                require("T1", begins is not self.active, "an activity began twice, or ended twice")
                self.active, self.others = begins, False
            case do.SendMicrophone(connection=connection, span=span):
                require("L2", connection == self.open and self.live, "sound was sent to a dead ear")
                require(
                    "L1", self.policy.ear is EarKind.LIVE, "sound was sent though the profile has no live ear"
                )
                require("L2", span.end <= self.captured, "sound was sent before it was captured")
                listens = self.active or not self.policy.marks_activity
                require("T1", listens, "sound was sent outside of an activity")
                before = self.sent.get(connection)
                require("L2", before is None or before <= span.first, "sound was sent twice")
                require("G2", self.drained <= span.first, "sound was sent that had been drained or forgotten")
                self.sent[connection] = self.placed = span.end
            case do.Drop(origin=do.SoundOrigin.MICROPHONE, span=span) if not self.ended:
                require("G2", span.stream == MIC and span.end <= self.captured, "dropped what never was")
                self.placed = self.drained = span.end
                if self.open is not None and self.live:
                    self.sent[self.open] = span.end
            case do.ForgetSound(stream=stream, before=before) if stream == MIC:
                self.drained = max(self.drained, before)
            case do.EndSession():
                require("L5", self.open is None, "the session ended with an open ear")
                self.ended = True
            case _:
                pass
