"""Which of some tools was meant by what was said, and with which values."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Protocol


@dataclass(frozen=True, slots=True)
class Choosable:
    """A tool as it is declared. `parameters`: a JSON Schema object."""

    name: str
    description: str
    parameters: Mapping[str, Any]


@dataclass(frozen=True, slots=True)
class ToolChoice:
    """`confidence`: 0 to 1, that this tool was meant; `runner_up`: the next likely, None where that is no tool.
    `missing`: required parameters that were not said; `surely`: the confidence if they had been."""

    tool: str
    arguments: Mapping[str, Any]
    confidence: float
    runner_up: str | None = None
    missing: tuple[str, ...] = ()
    surely: float = 0.0


class ToolChooser(Protocol):
    """Chooses tools. May be used from many threads; the first choice among new tools takes a while: call it in a thread."""

    @property
    def acts_at(self) -> float:
        """The least confidence at which a tool may be called without asking."""
        ...

    def prepare(self, tools: Sequence[Choosable]) -> None:
        """Compute now what the first choice among these needs."""
        ...

    def choose(self, utterance: str, tools: Sequence[Choosable]) -> ToolChoice | None:
        """The likeliest tool; None where no tool is likelier, or nothing was said."""
        ...

    def likeliest(self, utterance: str, tools: Sequence[Choosable]) -> ToolChoice | None:
        """The likeliest tool, though none may be likelier still; what was not said of it is `missing`. None: nothing was said."""
        ...

    def wishes(self, utterance: str, tools: Sequence[Choosable]) -> Sequence[ToolChoice]:
        """A choice for each wish, in the order in which they were said: several only where each is sure. Empty as for `choose`."""
        ...

    def complete(self, answer: str, asked: ToolChoice, tools: Sequence[Choosable]) -> ToolChoice | None:
        """The choice with what is `missing` out of an answer to a question for it; None: the answer says nothing of the kind."""
        ...
