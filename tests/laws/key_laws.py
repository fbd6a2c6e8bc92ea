"""The talk key, watched from outside: law T1."""

from collections.abc import Sequence
from dataclasses import dataclass, field

from laws.law_broken import require
from laws.voices import Surfaces
from solovox.core import commands as do
from solovox.core import events as ev
from solovox.core.policy import Policy
from solovox.core.units import RunId, SurfaceId


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
            case ev.FloorTaken(surface=surface) if self.held_by is None and self.surface:
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
