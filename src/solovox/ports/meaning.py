"""What sentences mean, as points. Not among what `ports` hands on: numpy is imported only where it is used."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Final, Protocol

import numpy as np
from numpy.typing import NDArray

# Which of some tools was meant by what was said, and with which values.


@dataclass(frozen=True, slots=True)
class Choosable:
    """A tool as it is declared. `parameters`: a JSON Schema object."""

    name: str
    description: str
    parameters: Mapping[str, object]


@dataclass(frozen=True, slots=True)
class ToolChoice:
    """`confidence`: 0 to 1, that this tool was meant, with these arguments. `missing`: required parameters that were not said;
    `assumed`: those that were not said either, of a closed list, and have its first member."""

    tool: str
    arguments: Mapping[str, object]
    confidence: float
    missing: tuple[str, ...] = ()
    assumed: tuple[str, ...] = ()
    whole: bool = False
    """Each telling word of what was said is the tool's own, or a value's."""


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
        """The likeliest tool, though none may be likelier still. None: nothing was said."""
        ...


Point = NDArray[np.float32]
POINT_SIZE: Final = 384


class Embedding(Protocol):
    """Sentences as points: what means the same lies near."""

    def point(self, text: str) -> Point:
        """Float32, shape (384,), length 1; the zero point for a text without words. May be called from any thread."""
        ...
