"""One utterance while it is being recognised: its parts and their words.

Rule 1: the parts follow one another without holes, from `first` on: no sample's words are lost or doubled.
Rule 2: the last part is a guess that the person has finished. If they go on, it is removed.
"""

from collections import deque
from dataclasses import dataclass, field, replace
from typing import Final

from solovox.core.mends import Mend, pool_mends
from solovox.core.transcripts import plain
from solovox.live.local.cascade_types import Understood
from solovox.live.local.ending import EndEvidence

# What is heard together with what was told before it, divided: the words told before, as they are heard now, and the new ones.
#
# Rule 1: each word that is heard now is in exactly one share, in its order.
# Rule 2: where it is not clear to which share a word belongs, it is new: what is new is never left out.
# Rule 3: words that hardly resemble what was told are not divided: then the new sound has to be heard alone.


@dataclass(frozen=True, slots=True)
class ToldText:
    """The final text of speech that begins at the sample `first`."""

    first: int
    text: str


@dataclass(frozen=True, slots=True)
class HeardBefore:
    """What was told of speech after which the person may only have paused."""

    told: tuple[ToldText, ...]
    """The oldest first."""
    until: int
    """Speech that begins by this sample goes on with it."""
    woken: bool
    """Whether the wake phrase was in it."""

    @property
    def first(self) -> int:
        """The first sample of it."""
        return self.told[0].first

    def divides(self, text: str) -> tuple["HeardBefore", str] | None:
        """What was told as it is heard now, and the new words. None: it does not resemble what was told (rule 3)."""
        words, shares, unlike, count = text.split(), list[ToldText](), 0, 0
        for one in self.told:
            told = [plain(word) for word in one.text.split()]
            length, differs = _begins(told, [plain(word) for word in words])
            shares.append(ToldText(one.first, " ".join(words[:length])))
            words, unlike, count = words[length:], unlike + differs, count + len(told)
        return None if 2 * unlike > count else (replace(self, told=tuple(shares)), " ".join(words))


def _begins(told: list[str], words: list[str]) -> tuple[int, int]:
    """How many of `words` stand for all that was told, and in how many words they differ (Levenshtein's distance)."""
    row = list(range(len(words) + 1))
    for before, one in enumerate(told):
        left, row[0] = row[0], before + 1
        for at, word in enumerate(words, 1):
            left, row[at] = row[at], min(row[at] + 1, row[at - 1] + 1, left + (word != one))
    least = min(row)
    return row.index(least), least


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
class PauseJudgement:
    """The question to the turn detector about the current pause, and its answer: the probability that the person has finished."""

    ask: int
    finished: float | None = None


@dataclass(slots=True)
class OpenUtterance:
    """Sound that may be, or is, one utterance."""

    onset: int
    """Where speech was first noticed; `first` is a little before it."""
    first: int
    last_speech: int
    """The end of the last speech so far."""
    before: HeardBefore | None = None
    """What it goes on from: its first part is heard together with that."""
    speech: int = 0
    """Samples of speech in all."""
    parts: list[SoundPart] = field(default_factory=list)
    guessed: bool = False
    """Whether the last part is a guess: no more may come."""
    drafted: int = 0
    """How far a draft was asked for."""
    draft: DraftRequest | None = None
    judgement: PauseJudgement | None = None
    woken: bool = False
    pauses: deque[int] = field(default_factory=lambda: deque(maxlen=MOST_PAUSES))
    """The silences in it, in ms, after which the person went on."""

    @property
    def tail(self) -> int:
        """Where the sound begins that is in no part yet."""
        return self.parts[-1].end if self.parts else self.first

    @property
    def unheard(self) -> int:
        """Where the sound begins that the next question is about: earlier than `tail` where it goes on from what was told."""
        return self.before.first if self.before is not None and not self.parts else self.tail

    @property
    def text(self) -> str:
        """The words of all parts that are known."""
        return " ".join(part.heard.text for part in self.parts if part.heard and part.heard.text)

    @property
    def mends(self) -> tuple[Mend, ...]:
        """What was meant by words of those parts."""
        return pool_mends((), tuple(mend for part in self.parts if part.heard for mend in part.heard.mends))

    @property
    def needed(self) -> int:
        """The first sample that a later question may be about: a part that no answer has settled may be void, and be asked again."""
        if self.before is not None and len(self.parts) < 2:
            return self.before.first
        return self.parts[-1].first if self.parts else self.first

    @property
    def again(self) -> tuple[str, ...]:
        """The texts that it goes on from, as they are heard now."""
        return () if self.before is None else tuple(one.text for one in self.before.told)

    @property
    def finished(self) -> float | None:
        """What the turn detector told of the current pause."""
        return None if self.judgement is None else self.judgement.finished

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

    def hear(self, part: SoundPart, heard: Understood) -> bool:
        """Take the words of a part. False: it was heard together with what was told, which it does not resemble; now it has
        to be heard alone."""
        if self.before is not None and part is self.parts[0]:
            divided = self.before.divides(heard.text)
            if divided is None:
                self.before = None
                return False
            self.before, text = divided
            heard = replace(heard, text=text)
        part.heard = heard
        return True

    def left(self, until: int, most: int) -> HeardBefore | None:
        """What speech that begins by `until` goes on from: of its last `most` samples."""
        if not self.complete:
            return None
        earlier = () if self.before is None else self.before.told
        told = (*earlier, ToldText(self.first, self.text))
        told = tuple(one for one in told if self.tail - one.first <= most)
        return HeardBefore(told, until, self.woken) if told else None

    def new_words(self, text: str) -> str:
        """What is new in a draft of what is in no part yet."""
        divided = self.before.divides(text) if self.before is not None and not self.parts else None
        return text if divided is None else divided[1]

    def spoken_to(self, now: int, after: int) -> int:
        """The end of its sound, a little after the last speech."""
        return min(now, self.last_speech + after)

    def judges(self, ask: int) -> bool:
        """Whether this question is the one about the current pause."""
        return self.judgement is not None and self.judgement.ask == ask

    def wants(self, ask: int) -> bool:
        """Whether the answer to this question can still change anything."""
        return self.judges(ask) or (self.draft is not None and self.draft.ask == ask) or bool(self.part(ask))

    def go_on(self, settle: int) -> None:
        """The person went on: drop the judgement, and the guessed part if it is shorter than `settle`."""
        self.judgement = None
        if self.guessed and self.parts[-1].end - self.parts[-1].first < settle:
            self.parts.pop()
        self.guessed = False
