"""What follows from words for all that is not listening: one closed union. `following` carries it out, in order.

So the machine of listening knows no brain, no voice and nothing that waits for a yes.
"""

from dataclasses import dataclass

from solovox.core.commands import EndSpeech, ShowHeard
from solovox.core.listening.utterance import Utterance
from solovox.core.sense import Sense
from solovox.core.units import SourceId


@dataclass(frozen=True, slots=True)
class DealtWith:
    """What was said before this sample needs no ear any more (L2)."""

    end: int


@dataclass(frozen=True, slots=True)
class Introduced:
    """It is known who spoke (A4)."""

    source: SourceId


@dataclass(frozen=True, slots=True)
class StopWork:
    """The work and the voice are to end. It was said in `text`, up to the sample `end`, if that is known (T4)."""

    text: str
    end: int | None = None


@dataclass(frozen=True, slots=True)
class StopVoice:
    """The voice is to end (T4). No text: they did not speak to us."""

    text: str = ""


@dataclass(frozen=True, slots=True)
class Heed:
    """The person asked something of us (N5, N7)."""

    sense: Sense


@dataclass(frozen=True, slots=True)
class Answer:
    """A yes or a no to what waits for one (A2)."""

    said: Utterance
    sense: Sense


@dataclass(frozen=True, slots=True)
class Refuse:
    """A no to what waits, beside words for an agent (A2)."""

    said: Utterance
    sense: Sense


@dataclass(frozen=True, slots=True)
class Called:
    """Words have come where a wake phrase is asked for. `alone`: they were the phrase, and nothing else (T6)."""

    said: Utterance
    alone: bool


@dataclass(frozen=True, slots=True)
class HoldMore:
    """Words of what was settled before: they are not sent without a yes (T3)."""

    said: Utterance
    text: str


Consequence = (
    ShowHeard
    | EndSpeech
    | DealtWith
    | Introduced
    | StopWork
    | StopVoice
    | Heed
    | Answer
    | Refuse
    | Called
    | HoldMore
)
