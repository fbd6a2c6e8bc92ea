"""What a brain and a tool say of their work, watched from outside: C6."""

from collections.abc import Sequence
from dataclasses import dataclass, field

from solovox.core import commands as do
from solovox.core import events as ev
from solovox.core.policy import Policy
from solovox.testing.law_broken import require


@dataclass(slots=True)
class ShownLaws:
    """C6: what a tool does is shown from its call to its one result, and a step when it comes."""

    policy: Policy
    running: dict[int, str] = field(default_factory=dict)
    """Calls that were shown and have no result yet: the tool of each effect."""

    def see(self, at: int, event: ev.Event, out: Sequence[do.Command]) -> None:
        """One step."""
        del at
        runs = [(c.effect, c.tool, c.arguments) for c in out if isinstance(c, do.RunTool)]
        shown = [(c.effect, c.tool, c.arguments) for c in out if isinstance(c, do.ShowCall)]
        require("C6", runs == shown, f"{runs} were run, and {shown} were shown")
        for command in out:
            match command:
                case do.ShowCall(effect=effect, tool=tool):
                    self.running[effect] = tool
                case do.ShowResult(effect=effect, tool=tool, result=result):
                    require(
                        "C6", self.running.pop(effect, "") == tool, f"a result of {tool}, which does not run"
                    )
                    require("C6", bool(result), f"an empty result of {tool}")
                case do.CancelTool(effect=effect) if do.EndSession not in map(type, out):
                    ended = any(isinstance(c, do.ShowResult) and c.effect == effect for c in out)
                    require("C6", ended, f"effect {effect} was cancelled, and is shown as if it ran")
                case do.ShowStep(run=run, title=title):
                    told = isinstance(event, ev.BrainStep) and (event.run, event.title) == (run, title)
                    require("C6", told, f"{title!r} is shown, and no brain told it")
                case _:
                    pass
