"""A fault as it was asked for: its parameters, and when it may strike. How it is written: `table`."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Final

from solovox.core.errors import SolovoxError
from solovox.server.faults.triggers import Trigger

FaultValue = int | float | str


class BadFault(SolovoxError):
    """A `--fault` that is not valid. One line that names the nearest valid one."""


@dataclass(frozen=True, slots=True)
class FaultParameter:
    """A number or a word that shapes a fault. Its type is that of `default`; `choices`: nothing else will do."""

    default: FaultValue
    about: str
    choices: tuple[FaultValue, ...] = ()
    least: float = 0
    most: float = 10_000_000


ALWAYS: Final[Mapping[str, FaultParameter]] = {
    "p": FaultParameter(1.0, "the probability each time", most=1),
    "times": FaultParameter(1_000_000, "at most this often, over all connections", least=1),
    "on": FaultParameter(0, "only on the connection of this number, from 1"),
}


@dataclass(frozen=True, slots=True)
class When:
    """When the fault may strike; by default at each opportunity."""

    trigger: Trigger | None = None
    nth: int = 0
    at_ms: int | None = None


@dataclass(frozen=True, slots=True)
class FaultRequest:
    """One fault as it was asked for. `values` holds every parameter, also defaults."""

    name: str
    values: Mapping[str, FaultValue] = field(default_factory=dict)
    when: When = When()

    def number(self, name: str) -> int:
        """A whole number."""
        return int(self.values[name])

    def word(self, name: str) -> str:
        """A text."""
        return str(self.values[name])
