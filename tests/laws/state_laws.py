"""What the person is shown that the talk does, watched from outside: law T5."""

from collections.abc import Sequence
from dataclasses import dataclass, field

from laws.law_broken import require
from laws.voices import Surfaces
from solovox.core import commands as do
from solovox.core import events as ev
from solovox.core.policy import NarratorKind, Policy
from solovox.core.units import HoldId, ReadId, RunId

S = do.TalkState
QUIET = frozenset({S.LISTENING, S.SPARING})


@dataclass(slots=True)
class Sounding:
    """How much of a read the speaker was given, and has played."""

    given: int = 0
    played: int = 0
    whole: bool = False


@dataclass(slots=True)
class StateLaws:
    """T5: it is told once, when it changes; never before its cause, and no longer than that lasts."""

    policy: Policy
    shown: do.TalkState = S.AWAY
    surface: Surfaces = field(default_factory=Surfaces)
    key: bool = False
    """Whether the talk key is held down. It may have been given up since."""
    first: int | None = None
    """Where the speech that goes on began, in samples."""
    holds: set[HoldId] = field(default_factory=set)
    works: set[RunId] = field(default_factory=set)
    asked: set[ReadId] = field(default_factory=set)
    """Reads that have no sound yet."""
    sounds: dict[ReadId, Sounding] = field(default_factory=dict)
    ended: bool = False

    def see(self, at: int, event: ev.Event, out: Sequence[do.Command]) -> None:
        """One step."""
        if self.ended:
            return
        if isinstance(event, ev.PolicyChanged):
            self.policy = event.policy
        self._happened(event)
        told = [one.state for one in out if isinstance(one, do.ShowState)]
        for one in out:
            self._decided(one)
        require("T5", len(told) < 2, f"{told} are shown at once")
        require("T5", self.shown not in told, f"{self.shown} is shown twice")
        self.shown = told[0] if told else self.shown
        if self.ended:
            require("T5", self.shown is S.AWAY, f"{self.shown} is shown at the end")
            return
        self._has_its_cause()
        self._is_not_late(event, out)

    def _happened(self, event: ev.Event) -> None:
        self.surface.see(event)
        match event:
            case ev.FloorTaken(surface=surface) if surface in self.surface.there:
                self.key = True
            case ev.FloorGiven(surface=surface) | ev.SurfaceLeft(surface=surface):
                self.key = self.key and bool(self.surface) and surface is not None
            case ev.SpeechConfirmed(first=first):
                self.first = first
            case ev.SpeechEnded(span=span) if self.first is not None and span.end > self.first:
                self.first = None
            case ev.BrainFinished(run=run) | ev.BrainFailed(run=run):
                self.works.discard(run)
            case ev.ReadRendered(read=read) | ev.ReadFailed(read=read) if read in self.sounds:
                self.sounds[read].whole = not self.policy.checks  # else text may be missing (G6)
            case ev.Played(read=read, samples=samples) if read in self.sounds:
                sounding = self.sounds[read]
                sounding.played = max(sounding.played, min(samples, sounding.given))
            case _:
                pass

    def _decided(self, one: do.Command) -> None:
        match one:
            case do.ShowHold(hold=hold):
                self.holds.add(hold)
            case do.CloseHold(hold=hold):
                self.holds.discard(hold)
            case do.AskBrain(run=run):
                self.works.add(run)
            case do.CancelRun(run=run):
                self.works.discard(run)
            case do.Read(read=read) if read not in self.sounds:
                self.asked.add(read)
            case do.Play(read=read, span=span):
                self.asked.discard(read)
                self.sounds.setdefault(read, Sounding()).given += span.count
            case do.CancelRead(read=read):  # what was given of it plays on
                self.asked.discard(read)
            case do.Flush(read=read):
                self.sounds.pop(read, None)
            case do.EndSession():
                self.ended = True
            case _:
                pass

    def _has_its_cause(self) -> None:
        """Nothing that is over still shows."""
        loud = [read for read, one in self.sounds.items() if not one.whole or one.played < one.given]
        alone = self.policy.narrator is NarratorKind.SELF
        causes = {
            S.AWAY: not self.surface,
            S.HEARING: self.first is not None,
            S.ASKING: bool(self.holds),
            S.SPEAKING: bool(loud),
            S.VOICING: bool(self.asked),
            S.THINKING: bool(self.works) or alone,
        }
        require("T5", causes.get(self.shown, bool(self.surface)), f"{self.shown} is shown without its cause")

    def _is_not_late(self, event: ev.Event, out: Sequence[do.Command]) -> None:
        """What has begun shows in the same step."""
        if not self.surface:
            return
        if isinstance(event, ev.SpeechConfirmed):
            require("T5", self.shown is S.HEARING, f"{self.shown} is shown of one who speaks")
        if self.shown in QUIET and not self.key:
            require("T5", not self.holds, f"{self.holds} wait for a yes, and {self.shown} is shown")
            require("T5", not self.works, f"{self.works} work, and {self.shown} is shown")
        if any(isinstance(one, do.Play) and one.read in self.sounds for one in out):
            wrong = {S.THINKING, S.VOICING, S.SPARING}
            require("T5", self.shown not in wrong, f"a voice is played, and {self.shown} is shown")

    def rest(self) -> None:
        """Nothing is being said or done."""
        rests = self.shown in QUIET | {S.AWAY} or (self.shown is S.ASKING and bool(self.holds))
        require("T5", rests, f"{self.shown} is shown at rest")
