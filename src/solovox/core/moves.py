"""Lives that are kept as a state: only the moves that are listed happen.

Rule: what a peer does out of place never gets here. The caller looks at the state first, and ignores it. So a move
that is not listed is our own fault, and raises `Misuse`.
"""

from collections.abc import Collection, Mapping
from enum import Enum
from typing import TypeVar

from solovox.core.errors import Misuse

S = TypeVar("S", bound=Enum)


def move(moves: Mapping[S, Collection[S]], state: S, then: S) -> S:
    """The state after a move that is listed. Raises `Misuse`."""
    if then not in moves[state]:
        raise Misuse(f"what is {state.value!r} cannot become {then.value!r}")
    return then
