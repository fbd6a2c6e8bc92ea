"""Whose turn it is, watched from outside: the talk key (law T1), what is shown of the person's words (T5), and what is not for us (T6)."""

from collections.abc import Sequence
from dataclasses import dataclass, field

from laws.law_broken import require
from laws.voices import Surfaces
from solovox.core import commands as do
from solovox.core import events as ev
from solovox.core.policy import Policy
from solovox.core.units import RunId, SurfaceId, UtteranceId


@dataclass(slots=True)
class KeyLaws:
    """T1: while the key is held no voice sounds, and no pause ends what is said."""

    policy: Policy
    surface: Surfaces = field(default_factory=Surfaces)
    held_by: SurfaceId | None = None
    since: int = 0
    queued: set[RunId] = field(default_factory=set)
    """Runs whose words were routed before they were asked."""

    def see(self, at: int, event: ev.Event, out: Sequence[do.Command]) -> None:
        """One step."""
        if self.held_by is not None and at >= self.since + self.policy.timing.speech:
            self.held_by = None
        match event:
            case ev.FloorTaken(surface=surface) if self.held_by is None and surface in self.surface.there:
                self.held_by, self.since = surface, at  # what was overdue comes before it, in this step
            case ev.FloorGiven(surface=surface) | ev.SurfaceLeft(surface=surface):
                gone = surface == self.held_by or (surface is None and isinstance(event, ev.SurfaceLeft))
                if gone and self.held_by is not None:
                    require(
                        "T1", do.EndSpeech() in out, "the recogniser was not told that the speech has ended"
                    )
                    self.held_by = None
            case _ if self.held_by is not None:
                require(
                    "T1", not any(isinstance(c, do.Play) for c in out), "a voice sounds while the key is held"
                )
                asked = [c for c in out if isinstance(c, do.AskBrain)]
                spoken = (do.RoutedBy.EAR, do.RoutedBy.CODE)
                early = [c for c in asked if c.by in spoken and c.run not in self.queued]
                require("T1", not early, f"{early} while the key is held")
            case _:
                pass
        self.queued |= {c.run for c in out if isinstance(c, do.ShowAmendment)}
        self.surface.see(event)
        if any(isinstance(c, do.EndSession) for c in out):
            self.held_by = None


@dataclass(slots=True)
class HeardLaws:
    """T5: what is shown of an utterance before its end is shown for good when it ends."""

    policy: Policy
    drafts: dict[UtteranceId, str] = field(default_factory=dict)
    """What is shown of utterances, and will be replaced."""

    def see(self, at: int, event: ev.Event, out: Sequence[do.Command]) -> None:
        """One step. No two utterances are open: when the next is shown, and when the session ends, the last is for good."""
        for one in out:
            match one:
                case do.ShowHeard(utterance=utterance, final=True):
                    self.drafts.pop(utterance, None)
                case do.ShowHeard(utterance=utterance, text=text):
                    self.drafts[utterance] = text
                    require("T5", len(self.drafts) == 1, f"{self.drafts} are shown as if they went on")
                case do.EndSession():
                    self.rest()
                case _:
                    pass

    def rest(self) -> None:
        """Nothing is being said."""
        require("T5", not self.drafts, f"{self.drafts} are shown as if the person still spoke")


@dataclass(slots=True)
class SparingLaws:
    """T6."""

    policy: Policy
    woken: bool = False
    """Whether the phrase was heard in what is said, or in what it may belong to (T2)."""
    sample: int = -1
    """Where it was heard last."""
    ended_at: int | None = None
    wanted: bool = True
    """Whether the recogniser was told that words without the phrase are wanted."""

    def see(self, at: int, event: ev.Event, out: Sequence[do.Command]) -> None:
        """One step."""
        match event:
            case ev.PolicyChanged(policy=policy):
                self.policy = policy
            case ev.SpeechConfirmed(first=first):
                # It may belong to what was said before for as long as the words of that are awaited, or the floor is kept.
                goes_on = self.ended_at is None or at - self.ended_at <= 2 * self.policy.timing.unending
                self.woken, self.ended_at = (self.woken and goes_on) or self.sample >= first, None
            case ev.SpeechEnded():
                self.ended_at = at
            case ev.WakeHeard(sample=sample):
                self.woken, self.sample = True, sample
                self.ended_at = None if self.ended_at is None else at  # it may be open for as long as that
            case _:
                pass
        for command in out:
            match command:
                case do.BeginActivity() | do.SendMicrophone() if (
                    self.policy.spares and not self.policy.follow_ms
                ):
                    require("T6", self.woken, "an ear was sent what was said without the wake phrase")
                case do.HearAll(on=on):
                    require(
                        "T6", on is not self.wanted, "the recogniser was told twice which words are wanted"
                    )
                    require("T6", on or self.policy.spares, "words are not wanted, and nobody asked for that")
                    self.wanted = on
                case _:
                    pass
