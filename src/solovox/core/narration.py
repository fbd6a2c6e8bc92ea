"""What is said, and how much of it was heard.

N1  One mouth: a new read is released only when the one before is rendered whole. Reads grow:
    the first piece alone, then the second, then all that waits (up to `Limits.read_chars`).
N2  A piece knows what it stands for in the written text; said and shown never mix.
N3  A piece is released in the step in which it can be.
N4  What was heard is rounded down: to the end of the last word whose sound was played.

After a cut the unplayed pieces wait, suspended: for `resume` (it was a cough or a nod; reading goes
on from the last pause, under a new read) or `discard` (the person took the floor).
"""

from bisect import bisect_right
from dataclasses import dataclass, field, replace
from itertools import islice
from operator import itemgetter

from solovox.core.backlog import Backlog
from solovox.core.commands import Read, TellPlayed
from solovox.core.units import Instant, ReadId, RunId


@dataclass(frozen=True, slots=True)
class Piece:
    """A speakable piece of a run's answer, standing for a part of its written text."""

    run: RunId
    said: str
    shown_from: int
    shown_to: int
    exact: bool = False
    """A live reader strayed from it: it is for the exact voice (G6)."""


@dataclass(frozen=True, slots=True)
class Reading:
    """A read under way: its pieces, and which sample completes which character."""

    read: ReadId
    pieces: tuple[Piece, ...]
    since: Instant
    """The last sign of life of the narrator."""
    samples: int = 0
    ends: tuple[int, ...] = ()
    """Samples after which a mark is reached, rising; `marks` are the characters said by then."""
    marks: tuple[int, ...] = ()
    rendered: bool = False
    dead: bool = False
    """It was cut, and will not be resumed."""

    @property
    def said(self) -> str:
        """The whole text of the read."""
        return " ".join(piece.said for piece in self.pieces)

    def heard(self, played: int) -> int:
        """How many characters were surely heard after `played` samples, down to a word's end (N4)."""
        index = bisect_right(self.ends, played)
        text, reached = self.said, self.marks[index - 1] if index else 0
        if reached >= len(text) or (reached and text[reached].isspace()):
            return min(reached, len(text))
        return max(text.rfind(" ", 0, reached), 0)

    def so_far(self, played: int) -> str:
        """The text that was surely heard after `played` samples."""
        return self.said[: self.heard(played)]


@dataclass(frozen=True, slots=True)
class Narration:
    """Pieces that wait, and reads that are rendering or playing, oldest first."""

    queue: Backlog[Piece] = field(default_factory=Backlog)
    readings: tuple[Reading, ...] = ()
    cut: tuple[Reading, ...] = ()
    """Cut reads of which the surface has not yet said how much was played."""
    rest: tuple[tuple[ReadId, tuple[Piece, ...]], ...] = ()
    """What each cut read left unplayed, oldest read first."""
    suspended: bool = False
    released: int = 0
    """Reads released since the mouth was last empty of this answer."""
    answer: RunId | None = None

    @property
    def busy(self) -> bool:
        """Whether something waits, is rendering or is playing."""
        return bool(self.queue or self.readings or self.rest or self.cut)

    @property
    def rendering(self) -> Reading | None:
        """The read whose sound is still coming."""
        return next((r for r in self.readings if not r.rendered), None)

    @property
    def ready(self) -> bool:
        """Whether something waits for the mouth, and the mouth is free (N1)."""
        return not (self.suspended or not self.queue or self.rendering or self.cut)


def offer(state: Narration, piece: Piece) -> Narration:
    """One more piece to say."""
    return replace(state, queue=state.queue.joined(piece))


def release(
    state: Narration, at: Instant, read: ReadId, limit: int, *, exactly: bool = False
) -> tuple[Narration, Read]:
    """The next read, where one is `ready` (N1, N3). `exactly`: nobody else than the exact voice can say it."""
    run, exact = state.queue.first.run, state.queue.first.exact
    released = state.released if state.answer == run else 0
    count = 1
    if released >= 2:
        length = len(state.queue.first.said)
        for piece in islice(state.queue, 1, None):
            length += 1 + len(piece.said)
            if piece.run != run or piece.exact != exact or length > limit:
                break
            count += 1
    pieces = tuple(replace(piece, exact=exact or exactly) for piece in islice(state.queue, count))
    reading = Reading(read, pieces, at)
    after = replace(
        state,
        queue=state.queue.without(count),
        readings=(*state.readings, reading),
        released=released + 1,
        answer=run,
    )
    return after, Read(read, reading.said, exact=reading.pieces[0].exact, first=state.answer != run)


def sounded(state: Narration, at: Instant, read: ReadId, samples: int, said_to: int) -> Narration:
    """`samples` more of a read were released to the speaker, completing `said_to` characters."""
    reading = find(state.readings, read)
    if reading is None:
        return state
    total = reading.samples + samples
    reached = max(said_to, reading.marks[-1] if reading.marks else 0)
    return _put(
        state,
        replace(
            reading,
            since=at,
            samples=total,
            ends=(*reading.ends, total),
            marks=(*reading.marks, reached),
        ),
    )


def alive(state: Narration, at: Instant, read: ReadId) -> Narration:
    """A sign of life of the narrator, without sound."""
    reading = find(state.readings, read)
    return state if reading is None else _put(state, replace(reading, since=at))


def rendered(state: Narration, read: ReadId) -> Narration:
    """All the sound of a read has come: the mouth is free for the next."""
    reading = find(state.readings, read)
    return state if reading is None else _put(state, replace(reading, rendered=True))


def drained(state: Narration, reading: Reading) -> tuple[Narration, TellPlayed]:
    """A read was played to its end."""
    last = reading.pieces[-1]
    complete = reading.marks and reading.marks[-1] >= len(reading.said)
    return (
        replace(state, readings=tuple(r for r in state.readings if r is not reading)),
        TellPlayed(last.run, last.shown_to, "") if complete else _tell(reading, reading.samples)[0],
    )


def cut(state: Narration) -> Narration:
    """Stop reading; what was not played waits."""
    if not state.busy:
        return state
    return replace(state, readings=(), cut=(*state.cut, *state.readings), suspended=True)


def stray(state: Narration, read: ReadId, *, again: bool) -> Narration:
    """A live reader did not say what it was given: what was not heard is for the exact voice, if there is one."""
    reading = find(state.readings, read)
    if reading is None:
        return state
    pieces = tuple(replace(piece, exact=True) for piece in reading.pieces)
    gone = replace(reading, pieces=pieces, dead=not again)
    return replace(
        state,
        readings=tuple(r for r in state.readings if r is not reading),
        cut=(*state.cut, gone),
        suspended=state.suspended or again,
    )


def settle(state: Narration, reading: Reading, played: int) -> tuple[Narration, list[TellPlayed]]:
    """It is known how much of a cut read was played."""
    told, left = _tell(reading, played)
    rest = (
        state.rest
        if reading.dead or not left
        else tuple(sorted([*state.rest, (reading.read, left)], key=itemgetter(0)))
    )
    return replace(state, cut=tuple(r for r in state.cut if r is not reading), rest=rest), [
        told
    ] if reading.samples else []


def resume(state: Narration) -> Narration:
    """Go on reading from the last pause."""
    left = tuple(piece for _, pieces in state.rest for piece in pieces)
    return replace(state, queue=state.queue.behind(left), rest=(), suspended=False, released=0)


def discard(state: Narration, run: RunId | None = None) -> Narration:
    """The rest will not be said: of one run, or of all."""

    def goes(piece: Piece) -> bool:
        return run is None or piece.run == run

    empty: Backlog[Piece] = Backlog()
    return replace(
        state,
        queue=empty.behind(piece for piece in state.queue if not goes(piece)),
        rest=tuple((read, left) for read, left in state.rest if not goes(left[0])),
        cut=tuple(replace(r, dead=r.dead or goes(r.pieces[0])) for r in state.cut),
        suspended=state.suspended and run is not None,
    )


def find(readings: tuple[Reading, ...], read: ReadId) -> Reading | None:
    """The reading of a read."""
    return next((r for r in readings if r.read == read), None)


def _put(state: Narration, reading: Reading) -> Narration:
    return replace(state, readings=tuple(reading if r.read == reading.read else r for r in state.readings))


def _tell(reading: Reading, played: int) -> tuple[TellPlayed, tuple[Piece, ...]]:
    """What was heard of a read, and the pieces that were not heard whole."""
    heard, start = reading.heard(played), 0
    for index, piece in enumerate(reading.pieces):
        if heard < start + len(piece.said):
            then = piece.said[: max(heard - start, 0)].rstrip()
            return TellPlayed(piece.run, piece.shown_from, then), reading.pieces[index:]
        start += len(piece.said) + 1
    last = reading.pieces[-1]
    return TellPlayed(last.run, last.shown_to, ""), ()
