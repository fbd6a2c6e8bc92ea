"""One utterance while it is being recognised: its parts and their words.

Rule 1: the parts follow one another without holes, from `first` on: no sample's words are lost or doubled.
Rule 2: the last part is a guess that the person has finished. If they go on, it is removed.
"""

from collections import deque
from dataclasses import dataclass, field
from typing import Final

from solovox.core.mends import Mend, pooled
from solovox.live.local.cascade_types import Understood
from solovox.live.local.ending import EndEvidence

MOST_PAUSES: Final = 64
"""Of an utterance that are told."""


@dataclass(slots=True)
class SoundPart:
    """A stretch of sound that is transcribed by itself."""

    ask: int
    first: int
    end: int
    heard: Understood | None = None
    """The answer, when it is known."""


@dataclass(slots=True)
class DraftRequest:
    """A rough transcript that was asked for: of what follows `head`, up to `end`."""

    ask: int
    head: str
    end: int


@dataclass(slots=True)
class OpenUtterance:
    """Sound that may be, or is, one utterance."""

    onset: int
    """Where speech was first noticed; `first` is a little before it."""
    first: int
    last_speech: int
    """The end of the last speech so far."""
    speech: int = 0
    """Samples of speech in all."""
    parts: list[SoundPart] = field(default_factory=list)
    guessed: bool = False
    """Whether the last part is a guess: no more may come."""
    drafted: int = 0
    """How far a draft was asked for."""
    draft: DraftRequest | None = None
    judge: int | None = None
    """The question to the turn detector about the current pause."""
    finished: float | None = None
    """The turn detector's answer: the probability that the person has finished."""
    woken: bool = False
    pauses: deque[int] = field(default_factory=lambda: deque(maxlen=MOST_PAUSES))
    """The silences in it, in ms, after which the person went on."""

    @property
    def tail(self) -> int:
        """Where the sound begins that is in no part yet."""
        return self.parts[-1].end if self.parts else self.first

    @property
    def text(self) -> str:
        """The words of all parts that are known."""
        return " ".join(part.heard.text for part in self.parts if part.heard and part.heard.text)

    @property
    def mends(self) -> tuple[Mend, ...]:
        """What was meant by words of those parts."""
        return pooled((), tuple(mend for part in self.parts if part.heard for mend in part.heard.mends))

    @property
    def ending(self) -> EndEvidence:
        """What is known at a pause of whether it is the end."""
        last = self.parts[-1].heard if self.parts else None
        words = self.text if self.complete else None
        if last is None:
            return EndEvidence(words, self.finished)
        return EndEvidence(words, self.finished, last.ends, last.sense)

    @property
    def complete(self) -> bool:
        """Whether the words of every part are known."""
        return all(part.heard is not None for part in self.parts)

    def part(self, ask: int) -> SoundPart | None:
        """The part that this question is about, if its words are still wanted."""
        return next((part for part in self.parts if part.ask == ask and part.heard is None), None)

    def spoken_to(self, now: int, after: int) -> int:
        """The end of its sound, a little after the last speech."""
        return min(now, self.last_speech + after)

    def wants(self, ask: int) -> bool:
        """Whether the answer to this question can still change anything."""
        return ask == self.judge or (self.draft is not None and self.draft.ask == ask) or bool(self.part(ask))

    def go_on(self, settle: int) -> None:
        """The person went on: drop the judgement, and the guessed part if it is shorter than `settle`."""
        self.judge = self.finished = None
        if self.guessed and self.parts[-1].end - self.parts[-1].first < settle:
            self.parts.pop()
        self.guessed = False
