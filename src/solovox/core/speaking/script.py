"""What is to be said: one line of text, the place in it up to which it was heard, and the limit up to which it may be said.

Behind the place is what was heard last, before it `queue`, beyond the limit `rest`. The rules take from the queue what the mouth says, and
give back what was cut. What the person asks of the reading is a move of the place or of the limit.

N5  Words of ours are no part of an answer: no limit holds them back, and they go before the rest of what was cut.
N6  What may be said unasked is counted in characters, by whole pieces. A sentence that was begun is said to its end, as far as
    one can tell; one of more than twice the limit is not.
N7  A skip ends with its paragraph. What was heard last is said again whole, some fifteen seconds of it.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from enum import Enum, auto
from itertools import takewhile
from typing import Final

from solovox.core.speaking.reading import Piece
from solovox.core.units import Instant, RunId

REPEATED: Final = 200
"""Characters of what was heard last that are said again if the person asks for it: some fifteen seconds."""
ENDS: Final = tuple(".!?…:;。！？")
CLOSERS: Final = "\"')]»”’* "


class Going(Enum):
    """How the reading goes on after a cut: the move that is made once it is known what was heard."""

    ON = auto()
    WAIT = auto()
    """Not before the person has said yes or no to the words that cut it (T2)."""
    ANEW = auto()
    """None of the sound that was given is played again: the pace has changed."""
    SKIP = auto()
    END = auto()
    """No more is said of what has come of the answers, unless the person goes back to it (T2)."""
    AGAIN = auto()


@dataclass(slots=True)
class Script:
    """`heard`, `queue` and `rest` follow one another; what the mouth has is in none of them."""

    heard: tuple[Piece, ...] = ()
    """What was heard last of an answer, each piece with how much of it (N7)."""
    queue: tuple[Piece, ...] = ()
    going: Going = Going.ON
    run: RunId | None = None
    """Whose answer the limit is for."""
    granted: str = ""
    """What of it may be said since the person last wanted more."""
    rest: tuple[Piece, ...] = ()
    asked_at: Instant | None = None
    """When the person was asked whether they want more."""
    closed: RunId | None = None
    """Of this answer they want no more, until its next step: what comes is set aside, too."""
    aside: tuple[Piece, ...] = ()
    """What they wanted no more of, of this answer or the one before. They can go back to it (T2)."""

    @property
    def lead(self) -> tuple[Piece, ...]:
        """Words of ours that are said next: they go before the rest of what was cut (N5)."""
        return tuple(takewhile(lambda piece: piece.run is None, self.queue))

    @property
    def ended(self) -> bool:
        """Whether no more is wanted of what has come of the answers."""
        return self.run in (None, self.closed)

    def begin(self, run: RunId | None = None) -> None:
        """What follows has a limit of its own. What is left of the answer so far can be gone back to. Without `run`, whatever
        follows is wanted."""
        if self.run is not None:
            self.aside = tuple(one for one in (*self.rest, *self.aside) if one.run == self.run)
        self.run, self.granted, self.rest, self.asked_at, self.closed = run, "", (), None, run and self.closed

    def offer(self, piece: Piece, most: int) -> None:
        """One more piece. `most`: characters of an answer that may be said unasked; 0: all."""
        if piece.run not in (None, self.run, self.closed):
            self.begin(piece.run)
        if piece.run is None:
            self.queue = (*self.queue, piece)
        elif piece.run == self.closed:
            self.aside = (*self.aside, piece)
        elif self.rest or self.going is Going.END or self._exceeds(piece, most):
            self.rest = (*self.rest, piece)
        else:
            self._grant(piece)

    def grant(self, most: int) -> None:
        """The person wants more: as much again may be said."""
        self.granted, self.asked_at = "", None
        while self.rest and not self._exceeds(self.rest[0], most):
            self._grant(self.rest[0])
            self.rest = self.rest[1:]

    def end(self) -> None:
        """The person wants no more of the answers so far."""
        self.grant(0)
        self.going, self.closed = Going.END, self.run

    def go_back(self) -> tuple[Piece, ...]:
        """The person wants to hear what was cut or held back, or else what was set aside: this is."""
        self.closed = None
        if self.going in (Going.WAIT, Going.END):
            self.going = Going.ON
        if self.rest or not self.aside:
            return ()
        self.run, self.rest, self.aside = self.aside[-1].run, self.aside, ()
        return self.rest

    def take(self, most: int) -> tuple[Piece, ...]:
        """The mouth takes one piece, and as many that go with it as have `most` characters in all."""
        first, count, length = self.queue[0], 1, len(self.queue[0].said)
        for piece in self.queue[1:]:
            length += 1 + len(piece.said)
            if (piece.run, piece.exact) != (first.run, first.exact) or length > most:
                break
            count += 1
        taken, self.queue = self.queue[:count], self.queue[count:]
        return taken

    def go_on(self, left: Sequence[Piece], most: int) -> list[Piece]:
        """Make the move that is due, and say what it skips. `left`: what was cut and not heard whole."""
        going, self.going = self.going, Going.WAIT if self.going is Going.WAIT else Going.ON
        if going is Going.SKIP:
            self.grant(0)
        lead, end, gone = self.lead, 0, set[RunId | None]()
        behind = [*left, *self.queue[len(lead) :]]
        if going is Going.SKIP and behind:
            # Words of ours among those of an answer neither end its paragraph nor are skipped with it.
            gone = {behind[0].run}
            ends = (at for at, one in enumerate(behind) if one.paragraph or one.run not in gone | {None})
            end = next((at for at in ends if at >= bool(left)), len(behind))
        elif going is Going.END:
            end, gone = len(behind), {one.run for one in behind} - {None}
        elif going is Going.AGAIN:
            behind = [*self.heard, *(one for one in behind if not any(map(one.same, self.heard)))]
        skipped = [one for one in behind[:end] if one.run in gone]
        self.queue = (*lead, *(one for one in behind[:end] if one.run not in gone), *behind[end:])
        waiting: tuple[Piece, ...] = ()
        if going is Going.END:  # what has come since then is wanted
            self.aside, waiting, self.rest = (*skipped, *self.aside), self.rest, ()
        elif going is Going.SKIP:  # what follows has a limit of its own
            self.begin(self.run)
            waiting, self.queue = self.queue, ()
        for piece in waiting:
            self.offer(piece, most)
        return skipped

    def remember(self, new: tuple[Piece, ...]) -> None:
        """This was heard now. Of what was heard before as much is kept as is said again."""
        kept = [
            one for one in self.heard if not new or (one.run == new[0].run and not any(map(one.same, new)))
        ]
        kept += new
        while len(kept) > 1 and sum(len(one.said) for one in kept) > REPEATED:
            del kept[0]
        self.heard = tuple(kept)

    def _exceeds(self, piece: Piece, most: int) -> bool:
        spent, inside = len(self.granted), not self.granted.rstrip(CLOSERS).endswith(ENDS)
        over = 0 < most < spent + len(piece.said)
        return bool(over and spent and not (inside and spent <= 2 * most))

    def _grant(self, piece: Piece) -> None:
        self.queue = (*self.queue, piece)
        self.granted += f"{piece.said} "
