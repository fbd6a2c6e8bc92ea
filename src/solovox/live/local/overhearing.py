"""Speech that counts as another's (`foreground`), and is in no utterance of the person: its words are told apart (law A4).

Rule 1: it is told once it is over, is long, or the person begins. What of it is in an utterance after all is not told again.
Rule 2: words that are not sure are not told.
"""

from dataclasses import dataclass

from solovox.core.events import Overheard
from solovox.core.units import AudioSpan
from solovox.live.local.cascade_types import CascadeTuning, SpeechFrame, Understand, Understood
from solovox.live.local.open_utterance import OpenUtterance
from solovox.live.local.pending_transcripts import PendingTranscripts


@dataclass(slots=True)
class SpeechAside:
    """Speech of another. `speech`: samples of it in all."""

    first: int
    end: int = 0
    speech: int = 0


class Overhearing:
    """What is said beside the person, and the questions about it."""

    def __init__(self, numbers: CascadeTuning, words: PendingTranscripts) -> None:
        self._numbers = numbers
        self._words = words
        self._aside: SpeechAside | None = None
        self._asked: dict[int, AudioSpan] = {}

    @property
    def waiting(self) -> bool:
        """Whether words are awaited."""
        return bool(self._asked)

    def keep_from(self, early: int) -> int:
        """The first sample that a question may be about, if it is before `early`."""
        return early if self._aside is None else min(early, self._aside.first - self._numbers.before)

    def wants(self, ask: int) -> bool:
        """Whether this question is about another's speech."""
        return ask in self._asked

    def begin(self) -> None:
        """Other sound begins: what was not asked is gone."""
        self._aside = None

    def hear(self, frame: SpeechFrame, counts: SpeechFrame) -> None:
        """A frame, and as what it counts for the person."""
        if counts.probability < self._numbers.speech <= frame.probability:
            aside = self._aside = self._aside or SpeechAside(frame.first)
            aside.end, aside.speech = frame.end, aside.speech + frame.count

    def ask(self, now: int, floor: int, one: OpenUtterance | None, *, over: bool = False) -> list[Understand]:
        """The question that is due. `floor`: the end of what was told; `one`: the utterance that is open; `over`: no more comes."""
        aside, numbers = self._aside, self._numbers
        if aside is None:
            return []
        if one is not None and aside.first >= one.first:
            self._aside = None if one.last_speech >= aside.end else aside
            return []
        waits = one is None and not over and now - aside.end < numbers.sure_wait
        if waits and now - aside.first < numbers.settle:
            return []
        self._aside = None
        first = max(0, floor, aside.first - numbers.before)
        end = min(now, aside.end + numbers.after, now if one is None else one.first)
        if min(aside.speech, end - first) < numbers.confirm:
            return []
        ask, span = self._words.next_ask(), self._words.span(first, end)
        self._asked[ask] = span
        return [Understand(ask, span)]

    def take_words(self, heard: Understood) -> list[Overheard]:
        """What follows from an answer."""
        span, sure = self._asked.pop(heard.ask), heard.confidence >= self._numbers.short_confidence
        return [Overheard(span, heard.text)] if heard.text and sure else []
