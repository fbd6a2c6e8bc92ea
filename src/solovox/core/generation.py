"""What a live model says of itself: one generation after another, each with an end of its own.

G7  Under `self` a generation is a read without a script, and what it is transcribed as is the answer's text.
G4  A generation that was cut stays cut until it has ended: nothing of it is heard, however late it comes.
N1 C2  Under other narrators it is only waited for: until it has ended, the ear is busy.

Rule: some models do not say that they have finished. One counts as finished when nothing came of it for
`Timing.reader`.
"""

from dataclasses import dataclass, replace
from enum import Enum

from solovox.core.policy import Timing
from solovox.core.speaking.reading import Piece
from solovox.core.units import Instant, ReadId, RunId


class GenerationState(Enum):
    """Whether the model says something of its own."""

    SILENT = "silent"
    SPEAKING = "speaking"
    CUT = "cut"


S = GenerationState


@dataclass(frozen=True, slots=True)
class Generation:
    """The current generation."""

    state: GenerationState = S.SILENT
    began: Instant = Instant(0)
    last: Instant = Instant(0)
    """When its newest sound or text came."""
    ended_at: Instant = Instant(-1_000_000)
    """When the ear last came to the end of something that it said, or was answered: it may speak to that."""
    answer: tuple[ReadId, RunId] | None = None
    """The read that it sounds as, and the run that its text is shown as. No brain was asked."""
    written: tuple[Piece, ...] = ()
    """What of its text can be said. It is said for a model that gives no sound."""
    hushed: bool = False
    """The person has asked for silence: nothing is heard until they speak or type again (T4)."""

    @property
    def busy(self) -> bool:
        """Whether a generation is under way, cut or not."""
        return self.state is not S.SILENT


def sign(state: Generation, at: Instant) -> Generation:
    """Sound or text of the generation has come."""
    if not state.busy:
        state = replace(state, state=S.SPEAKING, began=at)
    return replace(state, last=at)


def cut_generation(state: Generation) -> Generation:
    """Nothing more of it is heard."""
    return replace(state, state=S.CUT if state.busy else S.SILENT, answer=None, written=())


def end_generation(state: Generation, at: Instant) -> Generation:
    """The generation is over: the next sound belongs to another."""
    ended_at = at if state.busy else state.ended_at
    return replace(state, state=S.SILENT, answer=None, written=(), ended_at=ended_at)


def silent_at(state: Generation, timing: Timing) -> Instant | None:
    """When it counts as ended though the model did not say so."""
    return Instant(state.last + timing.reader) if state.busy else None
