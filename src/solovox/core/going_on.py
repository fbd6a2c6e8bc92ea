"""How the reading goes on: as it was, at another pace, behind a paragraph, or with what was heard last (N7).

The rules decide which. This file only says what is read next.
"""

from collections.abc import Iterable, Sequence
from enum import Enum, auto
from typing import Final

from solovox.core.reading import Piece

REPEATED: Final = 200
"""Characters of what was heard last that are said again if the person asks for it: some fifteen seconds."""


class Going(Enum):
    """How the reading goes on after a cut."""

    ON = auto()
    WAIT = auto()
    """Not before the person has said yes or no to the words that cut it (T2)."""
    ANEW = auto()
    """None of the sound that was given is played again: the pace has changed."""
    SKIP = auto()
    END = auto()
    """No more is said of what has come of the answers, unless the person goes back to it (T2)."""
    AGAIN = auto()


def line(
    going: Going, left: Sequence[Piece], queue: Iterable[Piece], heard: Sequence[Piece]
) -> tuple[list[Piece], list[Piece]]:
    """What is said next, and what is skipped. `left`: what was cut and not heard whole; `queue`: what waits behind it."""
    pieces = [*left, *queue]
    match going:
        case Going.ON | Going.WAIT | Going.ANEW:
            return pieces, []
        case Going.SKIP:
            # Words of ours among those of an answer neither end its paragraph nor are skipped with it.
            run = pieces[0].run if pieces else None
            ends = (at for at, one in enumerate(pieces) if one.paragraph or one.run not in (run, None))
            end = next((at for at in ends if at >= bool(left)), len(pieces))
            ours = [one for one in pieces[:end] if one.run != run]
            return [*ours, *pieces[end:]], [one for one in pieces[:end] if one.run == run]
        case Going.END:
            return [one for one in pieces if one.run is None], [one for one in pieces if one.run is not None]
        case Going.AGAIN:
            return [*heard, *(one for one in pieces if not any(map(one.same, heard)))], []


def remembered(heard: tuple[Piece, ...], new: tuple[Piece, ...]) -> tuple[Piece, ...]:
    """What was heard last of an answer, now that `new` was heard: as much as is said again."""
    kept = [one for one in heard if new and one.run == new[0].run and not any(map(one.same, new))]
    kept += new
    while len(kept) > 1 and sum(len(one.said) for one in kept) > REPEATED:
        del kept[0]
    return tuple(kept) if new else heard
