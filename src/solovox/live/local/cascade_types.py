"""The cascade's inputs, its outputs, and its tuning."""

from dataclasses import dataclass, replace
from enum import IntEnum
from typing import Final

from solovox.core.events import RecogniserEvent
from solovox.core.mends import Mend
from solovox.core.units import MIC_RATE, PERSON, AudioSpan, SourceId
from solovox.lang.en.words import ENGLISH
from solovox.lang.pack import LanguagePack
from solovox.live.local.ending import EndEvidence

MS: Final = MIC_RATE // 1000
"""Samples in a millisecond."""
_SHORTEST: Final = 500 * MS
"""No patience is less, in samples."""


@dataclass(frozen=True, slots=True, kw_only=True)
class CascadeTuning:
    """The numbers of the cascade. Durations are samples at 16 kHz, probabilities 0 to 1."""

    speech: float = 0.5
    """Probability from which a frame begins speech."""
    still: float = 0.35
    """Probability from which a frame continues speech."""
    behind: float = 18.0
    """dB below the person's speech at which speech is another's (`foreground`)."""
    onset_frames: int = 3
    resume_frames: int = 2
    """Frames of speech in a row that end a pause."""
    confirm: int = 160 * MS
    """After this much speech in all, it is taken for speech, and a voice that sounds is cut. Of 61 nods, coughs and laughs beside our
    voice 4 stopped it so, and 6 with 250 ms: what is cut is told by its words, and the voice goes on where it was."""
    fade: int = 320 * MS
    """An onset followed by this much silence has faded."""
    pause: int = 200 * MS
    """Silence after which a pause is judged."""
    sure: float = 0.6
    """From this probability on it is the end (`EndEvidence.likely`)."""
    doubtful: float = 0.45
    """Up to this probability more comes."""
    quick_wait: int = 320 * MS
    """Silence that ends an utterance that is a complete "stop" or "be quiet"."""
    nod_wait: int = 576 * MS
    """The same, where it is a nod or a cough, so that a voice that it interrupted goes on at once. Speech that follows is an
    utterance of its own."""
    sure_wait: int = 576 * MS
    """The same, where it is surely the end."""
    longest_wait: int = 2_300 * MS
    """The same, where it is surely not, or nothing is known. In between the wait is in between."""
    hanging_wait: int = 3_300 * MS
    """The same, where they end with a word that hardly ever ends a sentence: of 57 such pauses in 364 takes one was the end."""
    ask_wait: int | None = None
    """Silence that ends an utterance whose words are known and may be all: it is asked, and no voice begins before the wait
    above is over. None: it ends after the wait above."""
    unlikely: float = 0.35
    """Up to this probability it is asked only after the wait below."""
    doubtful_wait: int = 900 * MS
    """The same, where more is likely to come: an answer that is taken back has cost something."""
    before: int = 300 * MS
    """Sound before the onset that belongs to the utterance."""
    after: int = 96 * MS
    """Sound after the last speech that belongs to it. After this much silence its words are asked for."""
    reheard: int = 6_000 * MS
    """As much as this of what was told is heard again, together with what follows a pause."""
    judged: int = 8_000 * MS
    """The turn detector is given no more than this."""
    draft_every: int = 1_500 * MS
    settle: int = 8_000 * MS
    """A part this long is settled at the next pause."""
    window: int = 13_500 * MS
    """A part is settled at this length, pause or no pause."""
    short_confidence: float = 0.45
    """A sound too short to be confirmed is an utterance if its words are this sure."""
    language: LanguagePack = ENGLISH
    """In it the words are understood."""

    def patience(self, known: EndEvidence) -> int:
        """Silence that ends an utterance, by what is known of it at the pause."""
        if (command := self._command(known.words)) is not None:
            return command
        if known.hangs:
            return self.hanging_wait
        share = (known.likely - self.doubtful) / (self.sure - self.doubtful)
        if known.words is None:
            share = min(share, 0.75)  # they may still show that more comes
        return round(self.longest_wait + (self.sure_wait - self.longest_wait) * min(1.0, max(0.0, share)))

    def asks_after(self, known: EndEvidence) -> int:
        """Silence after which it is asked what was said so far. Stops, nods and what hangs are only taken whole."""
        whole = self.patience(known)
        if self.ask_wait is None or not known.words or known.hangs or self._command(known.words) is not None:
            return whole
        return min(whole, self.ask_wait if known.likely > self.unlikely else self.doubtful_wait)

    def _command(self, words: str | None) -> int | None:
        """The wait where the words are a stop, "be quiet", a nod or none. None: they are others, or not known."""
        if words is None:
            return None
        if self.language.is_stop(words) or self.language.is_quiet(words):
            return self.quick_wait
        return self.nod_wait if self.language.is_nod(words) else None


def early(tuning: CascadeTuning) -> CascadeTuning:
    """The same, where what was said can be asked before it is sure that it is all, and be taken back for free: the words and the
    judgement are asked for two frames earlier, so that they are there when it is asked."""
    heard = replace(tuning, after=64 * MS, pause=128 * MS, ask_wait=192 * MS)
    return replace(heard, sure=0.5, sure_wait=850 * MS, longest_wait=3_100 * MS)


def patient(tuning: CascadeTuning, percent: int) -> CascadeTuning:
    """The same with more or less patience: `percent` of the waits of an end that is not sure. Commands, nods, and when it is asked
    stay as they are."""
    sure, longest, hanging = (
        max(_SHORTEST, wait * percent // 100)
        for wait in (tuning.sure_wait, tuning.longest_wait, tuning.hanging_wait)
    )
    return replace(tuning, sure_wait=sure, longest_wait=longest, hanging_wait=hanging)


@dataclass(frozen=True, slots=True)
class SpeechFrame:
    """The VAD's answer for the next `count` samples, the first of which is number `first`."""

    first: int
    count: int
    probability: float
    level: float = 0.0
    """How loud it is, in dBFS (RMS)."""
    source: SourceId = PERSON
    """Whose microphone it is of."""

    @property
    def end(self) -> int:
        """The first sample after the frame."""
        return self.first + self.count


@dataclass(frozen=True, slots=True)
class Judged:
    """The turn detector's answer to `Judge(ask)`."""

    ask: int
    finished: float


@dataclass(frozen=True, slots=True)
class Understood:
    """The recogniser's answer to `Understand(ask)`; `wake` says that the wake phrase is in it, `mends` what was meant; `ends` and
    `sense` how likely its sentence ends there (0 to 1), by its marks and by its words."""

    ask: int
    text: str
    confidence: float = 1.0
    wake: bool = False
    mends: tuple[Mend, ...] = ()
    ends: float | None = None
    sense: float | None = None


@dataclass(frozen=True, slots=True)
class Spotted:
    """The wake phrase's sound ended at `sample`."""

    sample: int


@dataclass(frozen=True, slots=True)
class SoundBegan:
    """The next frame begins at `first`, and nothing that can be asked about came before it."""

    first: int


@dataclass(frozen=True, slots=True)
class SoundOver:
    """The sound ends here, or the next does not follow on it: an open utterance ends."""


@dataclass(frozen=True, slots=True)
class Judge:
    """Ask the turn detector about this sound, which ends in a pause."""

    ask: int
    span: AudioSpan


@dataclass(frozen=True, slots=True)
class Understand:
    """Ask the recogniser about this sound. A `draft` may be answered roughly, or not at all."""

    ask: int
    span: AudioSpan
    draft: bool = False


class Urgency(IntEnum):
    """How urgent a question is; the smallest number goes first."""

    OVER = 0
    """Words of an utterance that is over."""
    LIKELY = 1
    """Of one that has likely finished; or a judgement, for which its sound waits."""
    GUESS = 2
    """Words that are void if the person goes on, or of a sound that may be none."""
    DRAFT = 3
    """What is told while the person speaks, if it is in time."""


CascadeInput = SoundBegan | SpeechFrame | Judged | Understood | Spotted | SoundOver
CascadeOutput = RecogniserEvent | Judge | Understand
