"""Who may command and consent, watched from outside: law A4."""

from collections.abc import Sequence
from dataclasses import dataclass, replace

from laws.law_broken import require
from solovox.core import commands as do
from solovox.core import events as ev
from solovox.core import units as u
from solovox.core.policy import Policy
from solovox.core.units import Principal

ANSWERED = frozenset({do.Outcome.GRANTED, do.Outcome.DENIED})


@dataclass(slots=True)
class OwnerLaws:
    """A4."""

    policy: Policy
    speaker: u.SourceId = u.PERSON
    """Who spoke last."""
    first: int = 0
    """Where that speech began."""
    end: int | None = None
    """Where it ended. None: it has not, or its words are known."""

    def see(self, event: ev.Event, out: Sequence[do.Command]) -> ev.Event:
        """One step. Returns what the event may count as: nothing, if it was done by one who is no owner."""
        if isinstance(event, ev.PolicyChanged):
            self.policy = event.policy
        self._spoken(event)
        self._guests(event, out)
        match event:
            case ev.SpeechConfirmed(first=first, source=source) if self._unheard(source):
                return ev.OnsetFaded(first)
            case ev.LocalTranscript(text=text, source=source, final=final) if self._unheard(source):
                if final and text.strip():
                    self._shown(text, out)
                return replace(event, text="", mends=())
            case ev.FloorTaken(source=source) | ev.FloorGiven(source=source) if self._strange(source):
                return ev.DeadlineReached()
            case ev.Typed(text=text, principal=who) if self._strange(who):
                if text.strip():
                    self._shown(text, out)
                return ev.DeadlineReached()
            case ev.ConsentGiven(principal=who, hold=hold) | ev.ConsentDenied(principal=who, hold=hold) if (
                self._strange(who)
            ):
                yes = do.CloseHold(hold, do.Outcome.GRANTED)
                require(
                    "A4",
                    yes not in out and do.CloseHold(hold, do.Outcome.DENIED) not in out,
                    f"{who} answered",
                )
                return ev.DeadlineReached()
            case (
                ev.StopAsked(principal=who) | ev.SilenceAsked(principal=who) | ev.MendRefused(principal=who)
            ) if self._strange(who):
                return ev.DeadlineReached()
            case _:
                return event

    def _spoken(self, event: ev.Event) -> None:
        """Who spoke last. The final words tell whose all of it was."""
        match event:
            case ev.SpeechConfirmed(first=first, source=source) if not self._unheard(source):
                self.speaker, self.first, self.end = source, first, None
            case ev.SpeechEnded(span=span):
                self.end = span.end
            case ev.LocalTranscript(span=span, source=source, final=True) if not self._unheard(source):
                if span.end == self.end:
                    self.speaker, self.end = source if span.first <= self.first else self.speaker, None
            case ev.Typed(principal=who) if not self._strange(who):
                self.speaker = u.SourceId(who)
            case _:
                pass

    def _guests(self, event: ev.Event, out: Sequence[do.Command]) -> None:
        """What guests say stops, grants and denies nothing, and no tool that acts is used for it."""
        if self.policy.hosts and isinstance(event, ev.LocalTranscript) and self._strange(event.source):
            answered = [c for c in out if isinstance(c, do.CloseHold) and c.outcome in ANSWERED]
            require("A4", not answered, f"{event.source} answered aloud")
            owners = any(isinstance(c, do.ShowHeard) and not self._strange(c.source) for c in out)
            require("A4", do.Cue(do.CueKind.STOPPED) not in out or owners, f"{event.source} stopped the talk")
        if isinstance(event, ev.EarCalled) and self._strange(self.speaker) and self.policy.barge_in:
            spec = self.policy.tool(event.tool)
            used = [c for c in out if isinstance(c, do.RunTool | do.ShowHold)]
            require("A4", not (used and spec and spec.acts), f"{event.tool} was used for {self.speaker}")

    def _unheard(self, who: u.SourceId) -> bool:
        return self._strange(who) and not self.policy.hosts

    def _strange(self, who: str) -> bool:
        return bool(self.policy.owners) and Principal(who) not in self.policy.owners

    def _shown(self, text: str, out: Sequence[do.Command]) -> None:
        ours = [c for c in out if isinstance(c, do.ShowHeard) and c.text == text.strip() and c.final]
        require("A4", bool(ours), f"{text!r} was not shown")
        asked = [c for c in out if isinstance(c, do.AskBrain) and c.by is do.RoutedBy.TYPED]
        require("A4", not any(c.instruction == text for c in asked), f"{text!r} was asked")
