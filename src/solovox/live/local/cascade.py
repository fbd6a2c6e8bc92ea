"""The local recogniser's state machine: from speech probabilities to utterances. Pure; time is counted in samples.

Its inputs are the answers of the ports. Its outputs are the recogniser's events, and questions (`Judge`,
`Understand`). It holds no sound, no task and no clock.

    QUIET ──3 frames of speech──▶ ONSET ──160 ms of speech──▶ SPEAKING ◀──┐
      ▲                            │ silence                   │ silence  │ speech
      ├───────── OnsetFaded ───────┘                           ▼          │
      └────────────────────── SpeechEnded ──────────────────── PAUSED ────┘

Rule 1: an `OnsetHeard` is followed by one of `SpeechConfirmed` and `OnsetFaded` before the next; a `SpeechConfirmed`
by one `SpeechEnded`; the `SpeechEnded` spans get one final `LocalTranscript` each, in order.
Rule 2: at the first silence the words are asked for, before it is known to be a pause; a pause is judged at once, in
case it is the end. If the person goes on, the answers are void.
Rule 3: an utterance that is surely finished ends after a short silence; one that is not, or whose words break off
("and"), after a longer one. No utterance ends at a frame of speech. With `ask_wait` it ends as soon as its words are known
and have been followed by that silence; `SpeechEnded` says how long the person may still only have paused.
Rule 4: each sample of an utterance is in exactly one part of its final text.
Rule 5: a part is settled at a pause, or at the quietest moment there was, before it outgrows the recogniser's
window: at the end of a long dictation only its last part is left to transcribe.
Rule 6: a sound too short to be confirmed is transcribed too. If it has sure words ("no"), it was an
utterance; if more sound follows, it is the beginning of that.
Rule 7: who goes on where they may only have paused is heard together with what was told before: its words are told as they are
heard now (`LocalTranscript.again`).
Rule 8: what counts as another's (`foreground`), and is in no utterance, is told as `Overheard` once it is over, or is long.
Rule 9: a draft is asked for only during speech, while no other question is open: so it can delay at most one final
text.
"""

from collections import defaultdict, deque
from collections.abc import Iterable
from dataclasses import replace
from enum import Enum
from functools import partial
from typing import Final, assert_never

from solovox.core.events import OnsetFaded, OnsetHeard, SpeechConfirmed, WakeHeard
from solovox.core.units import SourceId, StreamId
from solovox.live.local.cascade_types import (
    MS,
    CascadeInput,
    CascadeOutput,
    CascadeTuning,
    Judge,
    Judged,
    SoundBegan,
    SoundOver,
    SpeechFrame,
    Spotted,
    Understood,
    Urgency,
)
from solovox.live.local.foreground import Foreground
from solovox.live.local.open_utterance import HeardBefore, OpenUtterance, PauseJudgement
from solovox.live.local.overhearing import Overhearing
from solovox.live.local.pending_transcripts import PendingTranscripts

_NEVER: Final = 1 << 62
"""Longer than any part: no part is settled during speech."""


class CascadePhase(Enum):
    """What is going on."""

    QUIET = "quiet"
    ONSET = "onset"
    SPEAKING = "speaking"
    PAUSED = "paused"


class Cascade:
    """The machine. After each `handle`: do what its answers ask, and keep sound from `keep_from` on."""

    def __init__(self, stream: StreamId, tuning: CascadeTuning | None = None) -> None:
        self.phase = CascadePhase.QUIET
        self._numbers = tuning or CascadeTuning()
        self._words = PendingTranscripts(stream, self._numbers.short_confidence)
        self._foreground = defaultdict[SourceId, Foreground](
            partial(Foreground, self._numbers.speech, self._numbers.behind)
        )
        """Of each microphone: who is softer at theirs is not behind who is louder at another."""
        self._now = 0
        self._beside = Overhearing(self._numbers, self._words)
        self._row = 0
        """Frames of speech in a row, where there was silence."""
        self._floor = 0
        """The end of the last utterance: the next does not begin before it."""
        self._open: OpenUtterance | None = None
        self._before: HeardBefore | None = None
        """What speech goes on from that begins now."""
        self._levels: deque[tuple[int, float]] = deque(maxlen=1024)
        """The end of each frame of the open utterance, and how likely it is speech."""

    @property
    def keep_from(self) -> int:
        """The first sample that a later question may be about."""
        early = max(self._floor, self._now - 2 * self._numbers.before)
        if self._words.short is not None:
            early = min(early, self._words.short.first)
        if self._before is not None:
            early = min(early, self._before.first)
        if self._open is not None:
            early = min(early, self._open.needed, max(self._open.first, self._now - self._numbers.judged))
        return max(0, self._beside.keep_from(early))

    @property
    def waiting(self) -> bool:
        """Whether the words of something that is over are still awaited."""
        return self._words.waiting() or self._beside.waiting

    @property
    def judging(self) -> bool:
        """Whether a judgement is awaited that may end what is open."""
        one = self._open
        return one is not None and one.judgement is not None and one.finished is None

    def urgency(self, ask: int) -> Urgency | None:
        """How urgent this question is; None: its answer can no longer change anything."""
        if self._beside.wants(ask):
            return Urgency.DRAFT
        if self._words.wants(ask):
            short = self._words.short
            return Urgency.GUESS if short is not None and short.part(ask) else Urgency.OVER
        one = self._open
        if one is None or not one.wants(ask):
            return None
        if one.draft is not None and one.draft.ask == ask:
            return Urgency.DRAFT
        likely = one.judges(ask) or (one.finished or 0.0) >= self._numbers.sure
        return Urgency.LIKELY if likely else Urgency.GUESS

    def handle(self, heard: CascadeInput) -> list[CascadeOutput]:
        """The outputs that follow from one input. Frames come in order; answers come in any order."""
        match heard:
            case SpeechFrame():
                return self._frame(heard)
            case Judged(ask=ask, finished=finished):
                one = self._open
                if one is None or one.judgement is None or one.judgement.ask != ask:
                    return []
                one.judgement.finished = finished
                return self._end_if_waited(one)
            case Understood() if self._beside.wants(heard.ask):
                return [*self._beside.take_words(heard)]
            case Understood():
                told = self._words.take_words(heard, self._open)
                return told + self._end_if_waited(self._open) if self._open else told
            case Spotted(sample=sample):
                woken = self._open is not None and self._open.woken
                if self._open is not None:
                    self._open.woken = True
                return [] if woken else [WakeHeard(sample)]
            case SoundBegan(first=first):
                self._now = self._floor = first
                self._beside.begin()
                return []
            case SoundOver():
                return self._sound_over()
            case _:
                assert_never(heard)

    def _frame(self, frame: SpeechFrame) -> list[CascadeOutput]:
        theirs = self._foreground[frame.source].of(frame)
        self._beside.hear(frame, theirs)
        self._now = theirs.end
        self._levels.append((theirs.end, theirs.probability))
        one = self._open
        if one is None:
            told = self._quiet(theirs)
        elif self.phase is CascadePhase.ONSET:
            told = self._onset(one, theirs)
        elif self.phase is CascadePhase.SPEAKING:
            told = self._speaking(one, theirs)
        else:
            told = self._take_pause(one, theirs)
        return [*told, *self._tell_overheard()]

    def _tell_overheard(self, *, over: bool = False) -> list[CascadeOutput]:
        asked = self._beside.ask(self._now, self._floor, self._open, over=over)
        self._floor = max([self._floor, *(one.span.end for one in asked)])
        return [*asked]

    def _quiet(self, frame: SpeechFrame) -> list[CascadeOutput]:
        self._row = self._row + 1 if frame.probability >= self._numbers.speech else 0
        onset = frame.end - self._row * frame.count
        if self._before is not None and onset > self._before.until:
            self._before = None
        if self._row < self._numbers.onset_frames:
            return []
        first = max(0, self._floor, onset - self._numbers.before)
        self._open = OpenUtterance(onset, first, frame.end, speech=self._row * frame.count)
        self.phase = CascadePhase.ONSET
        return [OnsetHeard(onset)]

    def _onset(self, one: OpenUtterance, frame: SpeechFrame) -> list[CascadeOutput]:
        if self._speech_goes_on(one, frame):
            if one.speech < self._numbers.confirm:
                return []
            self._words.begin(one)
            one.before, self._before = self._before, None
            one.woken = one.woken or (one.before is not None and one.before.woken)
            self.phase = CascadePhase.SPEAKING
            return [SpeechConfirmed(one.first)]
        return self._fade(one) if self._now - one.last_speech >= self._numbers.fade else []

    def _speaking(self, one: OpenUtterance, frame: SpeechFrame) -> list[CascadeOutput]:
        if not self._speech_goes_on(one, frame):
            return self._silent(one)
        one.go_on(_NEVER)
        if self._now - one.unheard >= self._numbers.window:
            quietest = _quietest(one, self._levels, self._numbers.window)
            return [self._words.take(one, self._now if quietest is None else quietest)]
        new = self._now - max(one.drafted, one.tail)
        if new >= self._numbers.draft_every and one.complete and not one.draft and not self._words.waiting():
            return [self._words.rough(one, self._now)]
        return []

    def _silent(self, one: OpenUtterance) -> list[CascadeOutput]:
        silence = self._now - one.last_speech
        if silence >= self._numbers.pause:
            return self._pause(one)
        if silence >= self._numbers.after and not one.guessed:
            return [self._words.guess(one, one.spoken_to(self._now, self._numbers.after))]
        return []

    def _take_pause(self, one: OpenUtterance, frame: SpeechFrame) -> list[CascadeOutput]:
        self._row = self._row + 1 if frame.probability >= self._numbers.speech else 0
        if self._row < self._numbers.resume_frames:
            return self._end_if_waited(one)
        one.go_on(self._numbers.settle)
        one.pauses.append((frame.end - self._row * frame.count - one.last_speech) // MS)
        one.last_speech = frame.end
        one.speech += self._row * frame.count
        self.phase = CascadePhase.SPEAKING
        return []

    def _sound_over(self) -> list[CascadeOutput]:
        one, self._before, self._row = self._open, None, 0
        ended: list[CascadeOutput] = []
        if one is not None and self.phase is CascadePhase.ONSET:
            ended = self._fade(one)
        elif one is not None:
            paused = self._pause(one) if self.phase is CascadePhase.SPEAKING else []
            ended = [*paused, *self._end(one)]
        return [*ended, *self._tell_overheard(over=True)]

    def _speech_goes_on(self, one: OpenUtterance, frame: SpeechFrame) -> bool:
        if frame.probability < self._numbers.still:
            return False
        one.last_speech = frame.end
        one.speech += frame.count
        return True

    def _fade(self, one: OpenUtterance) -> list[CascadeOutput]:
        """Too short to be confirmed: report that it faded. Its words may still make it an utterance (rule 6)."""
        self._words.begin(one)
        self._close()
        self._words.set_aside(one)
        words = self._words.take(one, one.spoken_to(self._now, self._numbers.after))
        self._floor = one.tail
        return [OnsetFaded(one.last_speech), words]

    def _pause(self, one: OpenUtterance) -> list[CascadeOutput]:
        self.phase = CascadePhase.PAUSED
        self._row = 0
        words = [] if one.guessed else [self._words.guess(one, one.spoken_to(self._now, self._numbers.after))]
        one.judgement = PauseJudgement(self._words.next_ask())
        first = max(one.first, self._now - self._numbers.judged)
        return [*words, Judge(one.judgement.ask, self._words.span(first, self._now))]

    def _end_if_waited(self, one: OpenUtterance) -> list[CascadeOutput]:
        if self.phase is not CascadePhase.PAUSED or self._row:
            return []
        waited = self._now - one.last_speech
        known = replace(one.ending, language=self._numbers.language.hanging)
        left = max(0, self._numbers.patience(known) - waited)
        return self._end(one, left) if waited >= self._numbers.asks_after(known) else []

    def _end(self, one: OpenUtterance, patience: int = 0) -> list[CascadeOutput]:
        """`patience`: samples for which the person may still only have paused."""
        one.draft = one.judgement = None
        self._close()
        self._floor = one.tail
        self._before = one.left(self._now + patience, self._numbers.reheard) if patience else None
        return self._words.end(one, patience // MS)

    def _close(self) -> None:
        self._open = None
        self._row = 0
        self._levels.clear()
        self.phase = CascadePhase.QUIET


def _quietest(one: OpenUtterance, levels: Iterable[tuple[int, float]], window: int) -> int | None:
    """The end of the frame, in the later half of what is in no part yet, that is least likely speech."""
    half = max(one.tail, one.unheard + window // 2)
    found = [(probability, -end) for end, probability in levels if half <= end <= one.last_speech]
    return -min(found)[1] if found else None
