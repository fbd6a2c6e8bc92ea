"""What is counted in this process: plain numbers under closed sets of labels, never a word, an id or a name."""

from bisect import bisect_left
from dataclasses import dataclass
from enum import Enum, StrEnum
from typing import Final, TypeVar

from solovox.app.web.door import Why
from solovox.core.commands import DropReason, EndReason, SoundOrigin

BUCKETS_MS: Final = (
    50,
    100,
    200,
    300,
    400,
    500,
    650,
    800,
    1_000,
    1_250,
    1_500,
    2_000,
    3_000,
    5_000,
    10_000,
    30_000,
)
"""A person notices a pause of 200 ms, and takes one of 1 to 2 s for a fault: most of the steps are there."""


class TimedStep(StrEnum):
    """From what to what: a label of `solovox_step_seconds`."""

    WORDS = "end_of_speech_to_words"
    ASKED = "words_to_asked"
    TEXT = "asked_to_first_text"
    SOUND = "first_text_to_first_sound"
    WHOLE = "end_of_speech_to_first_sound"


class NoPlace(StrEnum):
    """Why a session could not begin. What the door refuses is counted by its own reasons (`Why`)."""

    FULL = "full"
    """All places are taken."""
    DRAINING = "draining"


class FailureOf(StrEnum):
    """What failed in a session."""

    EAR = "ear"
    """A connection was lost, or could not be opened."""
    RECOGNISER = "recogniser"
    BRAIN = "brain"
    NARRATOR = "narrator"
    STRAYED = "strayed_read"
    """A live reader did not say what it was given (law G6)."""
    TOOL = "tool"
    TOOL_SET = "tool_set"


class Ending(StrEnum):
    """Why a session ended."""

    HUNG_UP = "hung_up"
    SURFACE_GONE = "surface_gone"
    DEAF = "deaf"
    FAILED = "failed"
    CANCELLED = "cancelled"


_ENDINGS: Final = {str(one): Ending[one.name] for one in EndReason}


def ending_of(why: str | Exception) -> Ending:
    """What a supervisor tells, as one of few words."""
    return Ending.FAILED if isinstance(why, Exception) else _ENDINGS.get(str(why), Ending.CANCELLED)


@dataclass(slots=True, eq=False)
class Times:
    """How often something took how long, in milliseconds."""

    counts: list[int]
    """One for each bucket, and one for what took longer than all of them."""
    sum: int = 0

    def took(self, ms: int) -> None:
        """Once more."""
        self.counts[bisect_left(BUCKETS_MS, ms)] += 1
        self.sum += ms


@dataclass(slots=True, eq=False)
class Sockets:
    """The sockets of all sessions. Who owns a socket counts here: each is one addition."""

    open: int = 0
    resumed: int = 0
    too_slow: int = 0
    bytes_up: int = 0
    bytes_down: int = 0


Closed = TypeVar("Closed", bound=Enum)


def _none_yet(kind: type[Closed]) -> dict[Closed, int]:
    return dict.fromkeys(kind, 0)


class Counts:
    """All of it. What happens to a session is counted by its fold (`session_counts.py`); the rest is told here."""

    def __init__(self) -> None:
        self.sockets = Sockets()
        self.running = 0
        self.begun = 0
        self.endings = _none_yet(Ending)
        self.refusals = {str(one.value): 0 for one in (*Why, *NoPlace)}
        self.failures = _none_yet(FailureOf)
        self.steps = {step: Times([0] * (len(BUCKETS_MS) + 1)) for step in TimedStep}
        self.dropped = {(origin, why): 0 for origin in SoundOrigin for why in DropReason}
        """In samples: exact."""
        self.reconnects = {True: 0, False: 0}
        """By whether the service remembered the talk."""

    def began(self) -> None:
        """A session got its place. `ended` follows, whatever becomes of it."""
        self.running += 1
        self.begun += 1

    def ended(self, why: str | Exception) -> None:
        """It gave the place back; `why` as the supervisor tells it."""
        self.running -= 1
        self.endings[ending_of(why)] += 1

    def took(self, step: TimedStep, ms: int) -> None:
        """A step was done."""
        self.steps[step].took(max(0, ms))

    def refused(self, why: Why | NoPlace) -> None:
        """A request was turned away, or a session could not begin."""
        self.refusals[str(why.value)] += 1
