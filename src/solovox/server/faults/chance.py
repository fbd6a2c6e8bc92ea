"""When a fault strikes: by its place, its probability and its number of times.

Rule: each fault of each connection has its own random source, so adding or removing a fault does not change the others.
"""

from dataclasses import dataclass
from random import Random

from solovox.server.faults.request import FaultRequest, When


@dataclass(slots=True)
class Left:
    """How often it may still strike, over all connections."""

    times: int


class Chance:
    """Of one fault on one connection."""

    def __init__(self, asked: FaultRequest, seed: str, left: Left, connection: int, met: int = 0) -> None:
        """`met`: how many opportunities there were before."""
        self.dice = Random(seed)
        self._when: When = asked.when
        self._p = float(asked.values["p"])
        self._left = left
        self._here = asked.values["on"] in (0, connection)
        self._met = met

    def strikes(self, at: int) -> bool:
        """At one more opportunity, `at` milliseconds after the connection began."""
        if not self._here:
            return False
        self._met += 1
        if self._when.nth not in (0, self._met) or at < (self._when.at_ms or 0):
            return False
        if self._p < 1 and self.dice.random() >= self._p:
            return False
        if self._left.times <= 0:
            return False
        self._left.times -= 1
        return True
