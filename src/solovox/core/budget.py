"""How much of an answer is said unasked, and what is held back until the person wants more (N6).

Rule: it is counted in characters, by whole pieces. A sentence that was begun is said to its end, as far as one can tell;
one of more than twice the budget is not.
"""

from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import Final

from solovox.core.reading import Piece
from solovox.core.units import Instant, RunId

ENDS: Final = tuple(".!?…:;。！？")
CLOSERS: Final = "\"')]»”’*"


@dataclass(frozen=True, slots=True)
class Budget:
    """Of one answer: what may be said of it, and what is held back."""

    run: RunId | None = None
    spent: int = 0
    """Characters that may be said since the person last wanted more."""
    inside: bool = False
    """The last piece of them does not end its sentence."""
    rest: tuple[Piece, ...] = ()
    asked_at: Instant | None = None
    """When the person was asked whether they want more."""
    closed: bool = False
    """They want no more of it, until its next step: what comes is held back, too."""
    before: "Budget | None" = None
    """What is left of the answer before, until the next one begins (T2)."""


def offered(budget: Budget, piece: Piece, most: int) -> tuple[Budget, bool]:
    """One more piece of an answer: whether it may be said now. `most`: characters that may; 0: all."""
    if budget.run != piece.run:
        budget = anew(budget, piece.run)
    if budget.closed or budget.rest or _exceeds(budget, piece, most):
        return replace(budget, rest=(*budget.rest, piece)), False
    return _spent(budget, piece), True


def anew(budget: Budget, run: RunId | None = None) -> Budget:
    """What follows has a budget of its own. What is left can be gone back to."""
    left = budget if budget.rest else budget.before if budget.run is None else None
    return Budget(run, before=left and replace(left, closed=True, asked_at=None, before=None))


def set_aside(budget: Budget, pieces: Sequence[Piece]) -> Budget:
    """These were to be said next, and are held back now: of the answer that the person wants no more of."""
    if not budget.closed:
        return replace(budget, before=set_aside(budget.before or Budget(pieces[-1].run, closed=True), pieces))
    return replace(budget, rest=(*pieces, *budget.rest))


def granted(budget: Budget, most: int) -> tuple[Budget, tuple[Piece, ...]]:
    """The person wants more: what may be said now."""
    budget, count = replace(budget, spent=0, asked_at=None, closed=False), 0
    while count < len(budget.rest) and not _exceeds(budget, budget.rest[count], most):
        budget, count = _spent(budget, budget.rest[count]), count + 1
    return replace(budget, rest=budget.rest[count:]), budget.rest[:count]


def _exceeds(budget: Budget, piece: Piece, most: int) -> bool:
    over = budget.spent + len(piece.said) > most
    return bool(most > 0 and budget.spent and over and not (budget.inside and budget.spent <= 2 * most))


def _spent(budget: Budget, piece: Piece) -> Budget:
    inside = not piece.said.rstrip(CLOSERS).endswith(ENDS)
    return replace(budget, spent=budget.spent + len(piece.said) + 1, inside=inside)
