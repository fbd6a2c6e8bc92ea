"""One read: its text, how far its sound has come, and what was heard of it.

G4  A cut read never sounds again: its state has no way back.
N2  A piece knows what it stands for in the written text; said and shown never mix.
N4  What was heard is rounded down: to the end of the last word whose sound was played.

Rule: every change of its state is a move of READS.
"""

from bisect import bisect_right
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from enum import Enum
from operator import itemgetter
from typing import Final

from solovox.core.commands import ShowNotice, ShowRead, SoundOrigin, TellPlayed
from solovox.core.moves import move
from solovox.core.speaking.pacing import Pacing
from solovox.core.units import VOICE_RATE, AudioSpan, Instant, ReadId, RunId


class ReadState(Enum):
    """How far a read has come."""

    ASKED = "asked"
    SOUNDING = "sounding"
    GIVEN = "given"
    """All its sound has come. It plays on."""
    PLAYED = "played"
    CUT = "cut"
    """It is not known yet how much of it was heard."""
    LEFT = "left"
    """It was cut, and some of it may be said again."""
    DROPPED = "dropped"
    """As `CUT`, and nothing of it is said again."""


S = ReadState
READS: Final = {
    S.ASKED: {S.SOUNDING, S.PLAYED, S.CUT, S.DROPPED},  # without sound nothing is to be played
    S.SOUNDING: {S.SOUNDING, S.GIVEN, S.CUT, S.DROPPED},
    S.GIVEN: {S.PLAYED, S.CUT, S.DROPPED},
    S.PLAYED: (),
    S.CUT: {S.LEFT, S.DROPPED},
    S.LEFT: (),
    S.DROPPED: (),
}
SOUNDS = frozenset({S.ASKED, S.SOUNDING})
ALIVE = SOUNDS | {S.GIVEN}
FLUSHING = frozenset({S.CUT, S.DROPPED})
CUT_OFF = FLUSHING | {S.LEFT}


@dataclass(frozen=True, slots=True)
class Piece:
    """A speakable piece of a run's answer, standing for a part of its written text; or (`run` is None) words of
    our own (N5)."""

    run: RunId | None
    said: str
    shown_from: int
    shown_to: int
    exact: bool = False
    """A live reader strayed from it, so the exact voice says it (G6)."""
    begin: int = 0
    """Characters of `said` that were heard already and are not said again."""
    known: int = 0
    """Characters of `said` that were heard before: its brain knows of them (N4, N7)."""
    paragraph: bool = False
    """It is the first of its paragraph."""
    told: ShowNotice | None = None
    """Words of ours: as they were shown, and what they are true of (T5)."""

    @property
    def left(self) -> str:
        """The part of it that is still to be said."""
        return self.said[self.begin :]

    def same(self, other: "Piece") -> bool:
        """Whether both stand for the same written text, however much of it is said."""
        return (self.run, self.shown_to, self.said) == (other.run, other.shown_to, other.said)


Marks = tuple[tuple[int, int, AudioSpan], ...]


@dataclass(frozen=True, slots=True)
class Reading:
    """One read. Sound is in samples, text in characters."""

    id: ReadId
    since: Instant
    """The narrator's last sign of life. For a cut read, when it was cut."""
    pieces: tuple[Piece, ...] = ()
    """What is to be said. Empty where a live model says what it likes (G7)."""
    state: ReadState = ReadState.ASKED
    played: int = 0
    """Samples that the speaker has played."""
    ends_at: Instant = Instant(0)
    """When the speaker will have played all of it, as far as can be known."""
    marks: Marks = ()
    """(samples, characters, sound): each piece of sound, with the samples given and the characters said by
    its end. Both rise."""
    kept_to: int = 0
    """Characters that are said by sound that has come: of an earlier read, or of all. The narrator says what
    follows them."""
    pacing: Pacing | None = None
    """What a live reader's sound is compared with (G6)."""

    def becomes(self, state: ReadState) -> "Reading":
        """The same read after a move of READS. Raises `Misuse`."""
        return replace(self, state=move(READS, self.state, state))

    @property
    def origin(self) -> SoundOrigin:
        """Whose sound it must be. Sound of another origin does not pass under its id."""
        return SoundOrigin.NARRATOR if self.pieces else SoundOrigin.EAR

    @property
    def said(self) -> str:
        """The whole text."""
        return _text(self.pieces)

    @property
    def exact(self) -> bool:
        """Whether the exact voice says it."""
        return bool(self.pieces) and self.pieces[0].exact

    def goes_on(self, *, exact: bool) -> bool:
        """Whether it can go on at a word, which only the exact voice can. `exact`: the narrator is that voice."""
        return self.pacing is None and (exact or self.exact)

    @property
    def sounded(self) -> int:
        """Samples given to the speaker."""
        return self.marks[-1][0] if self.marks else 0

    @property
    def held(self) -> tuple[AudioSpan, ...]:
        """Sound that has come and waits for its text (G6)."""
        return () if self.pacing is None else tuple(span for _, span, _ in self.pacing.held)

    def count_heard(self, played: int) -> int:
        """How many characters were surely heard after `played` samples, rounded down to a word's end (N4)."""
        index = bisect_right(self.marks, played, key=itemgetter(0))
        text, reached = self.said, self.marks[index - 1][1] if index else 0
        end = next((at for at in range(reached, len(text)) if text[at].isspace()), len(text))
        whole = reached and not any(
            map(str.isalnum, text[reached:end])
        )  # what is left of its word makes no sound: a closing quote
        return end if whole else max(text.rfind(" ", 0, reached), 0)

    def iterate_reached(self, played: int) -> Iterator[tuple[Piece, int]]:
        """Each piece, and the character of it up to which it was heard."""
        left = self.count_heard(played)
        for piece in self.pieces:
            yield piece, piece.begin + max(min(left, len(piece.left)), 0)
            left -= len(piece.left) + 1

    def so_far(self, played: int) -> str:
        """The text that was surely heard after `played` samples, and not before."""
        parts = (piece.said[max(piece.known, piece.begin) : to] for piece, to in self.iterate_reached(played))
        return " ".join(parts).strip()

    def heard_of(self, played: int) -> tuple[Piece, ...]:
        """The pieces of an answer of which something was heard, each with how much."""
        reached = (
            (piece, to) for piece, to in self.iterate_reached(played) if to > piece.begin and piece.run
        )
        return tuple(replace(piece, begin=0, known=max(piece.known, to)) for piece, to in reached)

    def find_unheard(self, *, exact: bool) -> tuple[tuple[Piece, ...], Marks]:
        """What was not heard: its pieces and, if it can go on at a word, from that word on, the sound that was given for it."""
        left = [(piece, to) for piece, to in self.iterate_reached(self.played) if to < len(piece.said)]
        pieces = [replace(piece, known=max(piece.known, to)) for piece, to in left]
        if not pieces or not self.goes_on(exact=exact):
            return tuple(pieces), ()
        first, (_, to) = pieces[0], left[0]
        pieces[0] = replace(first, begin=len(first.said) - len(first.said[to:].lstrip()))
        before, heard = len(self.said) - len(_text(pieces)), self.count_heard(self.played)
        marks = (mark for mark in self.marks if mark[0] > self.played or mark[1] > heard)
        return tuple(pieces), tuple(
            (samples, max(said_to - before, 0), span) for samples, said_to, span in marks
        )

    def tell(self, played: int) -> TellPlayed | None:
        """What was heard of a run's answer. A brain is told nothing of words of ours, nor twice of the same."""
        reached = ((piece, to) for piece, to in self.iterate_reached(played) if to < len(piece.said))
        last, to = next(reached, (self.pieces[-1], len(self.pieces[-1].said)))
        if last.run is None or last.known >= max(to, 1):
            return None
        whole = to == len(last.said)
        return TellPlayed(
            last.run, last.shown_to if whole else last.shown_from, "" if whole else last.said[:to].rstrip()
        )

    @property
    def settled(self) -> "Reading":
        """The same; given whole, and played to its end, it is played."""
        done = self.state is ReadState.GIVEN and self.played == self.sounded
        return self.becomes(ReadState.PLAYED) if done else self

    def takes(self, origin: SoundOrigin) -> bool:
        """Whether sound of this origin is of it. What a live reader gives after the end of its generation is of no read."""
        ended = self.pacing is not None and self.pacing.ended_at is not None
        return self.state in SOUNDS and self.origin is origin and not ended

    def by_clock(self, at: Instant) -> int:
        """Samples that a speaker without reports had played at `at`, rounded down."""
        left = max(0, self.ends_at - at) * VOICE_RATE // 1000
        return max(0, self.sounded - left)

    @property
    def show(self) -> ShowRead:
        """Which text it says."""
        first, last = self.pieces[0], self.pieces[-1]
        return ShowRead(self.id, first.run, self.said, first.shown_from, last.shown_to)


def _text(pieces: Sequence[Piece]) -> str:
    return " ".join(piece.left for piece in pieces)
