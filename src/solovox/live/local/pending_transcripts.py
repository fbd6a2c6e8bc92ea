"""The transcriptions that are asked for, and the events that follow from their answers.

Rule 1: final texts are reported in the order of their utterances, each once, when every part is known.
Rule 2: a sound too short to be confirmed is reported as an utterance only if its words are sure, and only
while no other is open; else it is the beginning of that other.
Rule 3: the wake phrase is reported once an utterance, before the text that contains it.
Rule 4: what goes on from what was told is heard together with it, and told without it (`rehearing`).
Rule 5: the words up to a pause are reported as a draft as soon as they are known: they may be the last, and are seen at once.
"""

from collections import deque

from solovox.core.events import LocalTranscript, OnsetHeard, SpeechConfirmed, SpeechEnded, WakeHeard
from solovox.core.units import AudioSpan, StreamId
from solovox.live.local.cascade_types import CascadeOutput, Understand, Understood
from solovox.live.local.open_utterance import DraftRequest, OpenUtterance, SoundPart


class PendingTranscripts:
    """Questions about sound, and the utterances that wait for their answers."""

    def __init__(self, stream: StreamId, sure: float) -> None:
        self._stream = stream
        self._sure = sure
        self._asked = 0
        self._closing: deque[OpenUtterance] = deque()
        self._short: OpenUtterance | None = None

    @property
    def short(self) -> OpenUtterance | None:
        """The last sound too short to be confirmed, while its words are not known or not told."""
        return self._short

    def waiting(self) -> bool:
        """Whether words are awaited of an utterance that is over."""
        return bool(self._closing) or (self._short is not None and not self._short.complete)

    def wants(self, ask: int) -> bool:
        """Whether an utterance that is over needs this answer."""
        return any(one.part(ask) for one in self._over())

    def next_ask(self) -> int:
        """The number of a new question."""
        self._asked += 1
        return self._asked

    def span(self, first: int, end: int) -> AudioSpan:
        """These samples of the microphone."""
        return AudioSpan(self._stream, first, end - first)

    def guess(self, one: OpenUtterance, end: int) -> Understand:
        """Ask for the words up to `end`, on the chance that no more come. A draft would only delay them."""
        one.guessed = True
        one.draft = None
        return self.take(one, end)

    def take(self, one: OpenUtterance, end: int) -> Understand:
        """Ask for the words of what is in no part yet, up to `end`."""
        first, part = one.unheard, SoundPart(self.next_ask(), one.tail, end)
        one.parts.append(part)
        return Understand(part.ask, self.span(first, part.end))

    def rough(self, one: OpenUtterance, end: int) -> Understand:
        """Ask for a draft of what is in no part yet."""
        one.drafted = end
        one.draft = DraftRequest(self.next_ask(), one.text, end)
        return Understand(one.draft.ask, self.span(one.unheard, end), draft=True)

    def begin(self, one: OpenUtterance) -> None:
        """`one` will be reported: a short sound before it becomes its beginning."""
        if self._short is not None:
            one.first = self._short.first
            self._short = None

    def end(self, one: OpenUtterance, patience: int = 0) -> list[CascadeOutput]:
        """`one` is over, or the person pauses for at most `patience` ms more; its words are told when they are known."""
        self._closing.append(one)
        ended = SpeechEnded(self.span(one.first, one.tail), patience, tuple(one.pauses))
        return [ended, *self._tell()]

    def set_aside(self, one: OpenUtterance) -> None:
        """`one` was too short to be confirmed; its words decide."""
        self._short = one

    def take_words(self, heard: Understood, now_open: OpenUtterance | None) -> list[CascadeOutput]:
        """The events that follow from an answer."""
        for one in [*self._over(), *([now_open] if now_open else [])]:
            part = one.part(heard.ask)
            if part is not None:
                if not one.hear(part, heard):
                    part.ask = self.next_ask()
                    return [Understand(part.ask, self.span(part.first, part.end))]
                if one is self._short:
                    return [] if now_open else self._tell_short(one, heard)
                return [
                    *self._wake(one, heard, part.end),
                    *self._so_far(one, now_open, part.end),
                    *self._tell(),
                ]
            if one.draft is not None and one.draft.ask == heard.ask:
                draft, one.draft = one.draft, None
                text = f"{draft.head} {one.new_words(heard.text)}".strip()
                return [*self._wake(one, heard, draft.end), *self._rough(one, text, draft.end)]
        return []

    def _so_far(self, one: OpenUtterance, now_open: OpenUtterance | None, end: int) -> list[CascadeOutput]:
        """The words up to a pause, while it is not known whether more come."""
        return self._rough(one, one.text, end) if one is now_open and one.complete else []

    def _rough(self, one: OpenUtterance, text: str, end: int) -> list[CascadeOutput]:
        return [LocalTranscript(self.span(one.first, end), text, final=False)] if text else []

    def _tell_short(self, one: OpenUtterance, heard: Understood) -> list[CascadeOutput]:
        self._short = None
        if not heard.text or heard.confidence < self._sure:
            return []
        begun: list[CascadeOutput] = [OnsetHeard(one.onset), SpeechConfirmed(one.first)]
        ended = SpeechEnded(self.span(one.first, one.tail))
        self._closing.append(one)
        return [*begun, ended, *self._wake(one, heard, one.tail), *self._tell()]

    def _wake(self, one: OpenUtterance, heard: Understood, end: int) -> list[CascadeOutput]:
        if not heard.wake or one.woken:
            return []
        one.woken = True
        return [WakeHeard(end)]

    def _tell(self) -> list[CascadeOutput]:
        told = list[CascadeOutput]()
        while self._closing and self._closing[0].complete:
            one = self._closing.popleft()
            span = self.span(one.first, one.tail)
            told.append(LocalTranscript(span, one.text, final=True, mends=one.mends, again=one.again))
        return told

    def _over(self) -> list[OpenUtterance]:
        return [*self._closing, *([self._short] if self._short else [])]
