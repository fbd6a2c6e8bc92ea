"""The parts of a voice and of a recogniser: plain functions of sound.

They block, hold no task and read no clock. The caller runs them in a worker thread. One instance serves one caller at a time.
"""

from collections.abc import AsyncGenerator, Iterator
from dataclasses import dataclass
from typing import Protocol

from solovox.core.mends import Mend


class Vad(Protocol):
    """Voice activity detection. Fed frame by frame; keeps state between frames."""

    frame_samples: int
    """How many samples at 16 kHz each frame must have."""

    def probability(self, frame: bytes) -> float:
        """0 (surely not speech) to 1 (surely speech) for the next frame of exactly `frame_samples`."""
        ...

    def reset(self) -> None:
        """Forget everything heard so far."""
        ...


class TurnDetector(Protocol):
    """Has the person finished, or only paused?"""

    def rate_end(self, pcm: bytes) -> float:
        """0 (will go on) to 1 (has finished) for an utterance ending in a pause, 16 kHz."""
        ...


@dataclass(frozen=True, slots=True)
class Transcript:
    """What a recogniser understood.

    `confidence` is the mean probability of a token (0 to 1). Sound without words has empty text. `mends`: what was
    meant by words of it. `ends`: the probability that the sentence ends with it, by the marks that would be written; `sense`: the
    same by the words alone. None: it cannot tell. `sure`: the probability of each word; none, if it cannot tell.
    """

    text: str
    confidence: float = 1.0
    mends: tuple[Mend, ...] = ()
    ends: float | None = None
    sense: float | None = None
    sure: tuple[float, ...] = ()


class Stt(Protocol):
    """Turns speech into text."""

    def transcribe(self, pcm: bytes) -> Transcript:
        """What was said in up to one minute of 16 kHz sound, as it is written: a sentence that ends has a mark.

        Three words or more without one are taken for an unfinished sentence.
        """
        ...


@dataclass(frozen=True, slots=True)
class Spoken:
    """A piece of spoken text: 24 kHz sound, and how many characters of the text it completes."""

    pcm: bytes
    said_to: int


class Tts(Protocol):
    """Says text exactly."""

    def speak(self, text: str, pace: float = 1.0) -> Iterator[Spoken]:
        """The sound of `text`, piece by piece as it is rendered; `said_to` never falls, and ends at len(text).

        At half the `pace` it lasts about twice as long. It lies between 0.5 and 2.
        """
        ...


class SharedTts(Protocol):
    """A `Tts` that many may ask at once. Each has its turn, and one that stops does not hinder the others."""

    def speak(self, text: str, pace: float = 1.0) -> AsyncGenerator[Spoken, None]:
        """As `Tts.speak`. Close it where not all is wanted."""
        ...


class WakeWord(Protocol):
    """Was the wake phrase said? By its sound, by its text, or both: whichever the implementation can."""

    def hear_phrase(self, pcm: bytes) -> bool:
        """Whether the phrase has just ended in the next piece of 16 kHz sound; keeps state between pieces."""
        ...

    def read(self, text: str, *, more: bool = False) -> bool:
        """Whether a transcript calls by the phrase: at the beginning or the end of a sentence. `more`: it is a draft, and goes on."""
        ...
