"""A yes or a no that is typed while something waits (law A2.6), watched from outside."""

from collections.abc import Sequence
from dataclasses import dataclass, field

from laws.law_broken import require
from laws.voices import Surfaces
from solovox.core import commands as do
from solovox.core import events as ev
from solovox.core.policy import Policy
from solovox.core.units import HoldId


@dataclass(slots=True)
class TypedAnswerLaws:
    """A2: it answers the oldest that could be read, or what has its code, and is no instruction."""

    policy: Policy
    waiting: dict[HoldId, tuple[int, str, str]] = field(default_factory=dict)
    """When each was shown first as it is, its code, and what a yes to it is to."""
    surfaces: Surfaces = field(default_factory=Surfaces)

    def see(self, at: int, event: ev.Event, out: Sequence[do.Command]) -> None:
        """One step."""
        self.surfaces.see(event)
        if isinstance(event, ev.PolicyChanged):
            self.policy = event.policy
        closed = {one.hold: one.outcome for one in out if isinstance(one, do.CloseHold)}
        if isinstance(event, ev.Typed):
            over = {hold for hold, how in closed.items() if how is do.Outcome.EXPIRED}
            waiting = [hold for hold in self.waiting if hold not in over]
            self._typed(at, event.text, waiting, closed, out)
        for command in out:
            if isinstance(command, do.ShowHold):
                _, code, text = self.waiting.get(command.hold, (at, "", None))
                if (code, text) != (command.code, command.text):
                    self.waiting[command.hold] = (at, command.code, command.text)
            elif isinstance(command, do.CloseHold):
                self.waiting.pop(command.hold, None)

    def _typed(
        self,
        at: int,
        text: str,
        waiting: Sequence[HoldId],
        closed: dict[HoldId, do.Outcome],
        out: Sequence[do.Command],
    ) -> None:
        yes = self.policy.language.consent(text)
        asked = [
            one for one in out if isinstance(one, do.AskBrain | do.SteerBrain) and one.instruction == text
        ]
        queued = any(one.by is do.RoutedBy.TYPED for one in asked)
        require("A2", yes is None or not waiting or not queued, f"{text!r} was queued while something waits")
        granted = [hold for hold, how in closed.items() if how is do.Outcome.GRANTED]
        require("A2", yes is True or not granted, f"{text!r} is no yes, and has granted")
        code = self.policy.language.holds.coded(text)[0]
        for hold in granted:
            shown, mine, _ = self.waiting[hold]
            require("A2", mine == code or not mine, f"{text!r} is not the code {mine}")
            read = bool(code) or at - shown >= self.policy.timing.seen
            require("A2", read, f"{text!r} came {at - shown} ms after what it granted was shown")
            require(
                "A2", bool(code) or hold == waiting[0], f"{text!r} granted {hold}, which is not the oldest"
            )
            seen = any(caps.screen for caps in self.surfaces.there.values())
            require("A2", seen, f"{text!r} granted where no screen shows what waits")
        require("A2", len(granted) <= 1, f"{text!r} granted {granted}")
        refused = [hold for hold, how in closed.items() if how is do.Outcome.DENIED]
        denies = yes is not False or not waiting or bool(refused)
        require("A2", denies, f"{text!r} denied nothing")
