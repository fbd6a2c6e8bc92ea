"""What an agent did for one turn: its steps, what it has used, and what it has changed (law C6). The newest of each counts."""

from dataclasses import dataclass, field

import msgspec

from solovox.core import events
from solovox.core.units import RunId, StepId

Worked = events.BrainStep | events.BrainUsed | events.BrainChanged


@dataclass(slots=True)
class AgentWork:
    """A fold over the events of a turn's runs."""

    steps: dict[tuple[RunId, StepId], events.BrainStep] = field(default_factory=dict)
    used: dict[RunId, events.BrainUsed] = field(default_factory=dict)
    changed: dict[RunId, events.BrainChanged] = field(default_factory=dict)

    def see(self, event: Worked) -> None:
        """One more."""
        match event:
            case events.BrainStep(run=run, step=step):
                self.steps[run, step] = event
            case events.BrainUsed(run=run):
                self.used[run] = event
            case events.BrainChanged(run=run):
                self.changed[run] = event

    def in_words(self) -> dict[str, object]:
        """Ready for JSON. What there was none of is left out."""
        told = {
            "steps": [msgspec.to_builtins(one) for one in self.steps.values()],
            "usage": self._usage(),
            "changed": [msgspec.to_builtins(file) for one in self.changed.values() for file in one.files],
            "diff": "".join(one.diff for one in self.changed.values()),
        }
        return {name: one for name, one in told.items() if one}

    def _usage(self) -> dict[str, int]:
        uses = self.used.values()
        costs = [one.cost for one in uses if one.cost is not None]
        tokens = {name: sum(getattr(one, name) for one in uses) for name in ("input_tokens", "output_tokens")}
        return (tokens | ({"cost": sum(costs)} if costs else {})) if self.used else {}
