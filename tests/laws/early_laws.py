"""What is asked before it is sure that the person has finished, watched from outside: law T2."""

from collections.abc import Sequence
from dataclasses import dataclass, field

from laws.law_broken import require
from laws.voices import Surfaces
from solovox.core import commands as do
from solovox.core import events as ev
from solovox.core.policy import Policy
from solovox.core.units import ReadId


@dataclass(slots=True)
class EarlyEnd:
    """Until when the person may only have paused."""

    policy: Policy = field(default_factory=Policy)
    first: int | None = None
    """Where the person's newest speech began; None: it has ended, or is not listened to."""
    until: int = 0
    sure: bool = False
    """Whether that counts, as far as can be known from outside: the speech was not taken as ended before, and no key is pressed."""
    began: int = 0
    surface: Surfaces = field(default_factory=Surfaces)
    key: bool = False
    stirs: bool = False
    """Whether there is sound that may be speech, which began before that."""
    stirred_at: int = 0

    def see(self, at: int, event: ev.Event) -> None:
        """What happened."""
        self.stirs = self.stirs and at < self.stirred_at + self.policy.timing.onset
        match event:
            case ev.PolicyChanged(policy=policy):
                self.policy = policy
            case ev.FloorTaken(surface=surface) if surface in self.surface.there:
                self.key, self.sure = True, False
            case ev.FloorGiven():
                self.key = False
            case ev.OnsetHeard():
                self.stirs, self.stirred_at = at < self.until, at
            case ev.OnsetFaded():
                self.stirs = False
            case ev.SpeechConfirmed(first=first):
                self.stirs, self.first, self.until = False, first if self.policy.barge_in else None, 0
                self.began = at
            case ev.SpeechEnded(span=span, patience=patience) if self.first is not None:
                if span.end > self.first and not self.key:
                    self.first, self.until = None, at + patience
                    self.stirs = self.stirs and not patience
                    self.sure = at < self.began + self.policy.timing.unending
            case _:
                pass
        self.surface.see(event)
        self.stirs = self.stirs and bool(self.surface)  # while one is left, it may be heard there


class EarlyLaws:
    """T2: until `SpeechEnded.patience` is over nothing new is heard, and nothing is done."""

    def __init__(self, policy: Policy) -> None:
        self._end = EarlyEnd(policy)
        self._begun: set[ReadId] = set()

    def see(self, at: int, event: ev.Event, out: Sequence[do.Command]) -> None:
        """One step. What is decided with the end itself may have been due before."""
        self._end.see(at, event)
        early = at < self._end.until or self._end.stirs
        if early and self._end.sure and not isinstance(event, ev.SpeechEnded):
            self._waits(event, out)
        self._begun |= {command.read for command in out if isinstance(command, do.Play)}

    def _waits(self, event: ev.Event, out: Sequence[do.Command]) -> None:
        for command in out:
            match command:
                case do.Play(read=read) if isinstance(event, ev.ReadSounded | ev.EarAudio):
                    require("T2", read in self._begun, "a voice begins while the person may only have paused")
                case do.Cue(kind=kind):
                    heard = kind in (do.CueKind.STOPPED, do.CueKind.DONE)
                    require("T2", heard, f"{kind} sounds while the person may only have paused")
                case do.RunTool(tool=tool) if not isinstance(event, ev.ConsentGiven | ev.Typed):
                    spec = self._end.policy.tool(tool)
                    acts = spec is not None and spec.effects
                    require("T2", not acts, f"{tool} acts while the person may only have paused")
                case _:
                    pass
