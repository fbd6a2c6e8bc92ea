"""A tool call of an agent, as far as it was told. Pure."""

from collections.abc import Mapping
from dataclasses import dataclass, replace
from typing import Any, Final

from solovox.brains.acp.asking import LOOKS
from solovox.brains.acp.edits import Edit, edits
from solovox.brains.acp.frames import printable, text_of
from solovox.core.units import StepState

LONGEST_TITLE: Final = 120
STATES: Final[Mapping[str, StepState]] = {"completed": StepState.DONE, "failed": StepState.FAILED}


@dataclass(frozen=True, slots=True)
class AgentTool:
    """A tool call, as far as it was told."""

    name: str
    title: str = ""
    kind: str = "other"
    status: str = "pending"
    content: Any = None
    raw: Any = None
    output: Any = None

    @property
    def effects(self) -> bool:
        """Whether it may change something outside."""
        return self.kind not in LOOKS

    @property
    def over(self) -> bool:
        """Whether it has ended."""
        return self.status in STATES

    @property
    def edits(self) -> tuple[Edit, ...]:
        """What it changes, as far as it says."""
        return edits(self.content)

    def further(self, update: Mapping[str, Any]) -> "AgentTool":
        """With what an update says; what it leaves out stays. So does each field of a command: its folder may be told once."""
        kind, raw = text_of(update.get("kind")) or self.kind, update.get("rawInput") or self.raw
        if kind == "execute" and isinstance(raw, Mapping) and isinstance(self.raw, Mapping):
            raw = {**self.raw, **raw}
        return replace(
            self,
            title=printable(text_of(update.get("title")), LONGEST_TITLE) or self.title,
            kind=kind,
            status=text_of(update.get("status")) or self.status,
            content=self.content if update.get("content") is None else update["content"],
            raw=raw,
            output=update.get("rawOutput") or self.output,
        )
