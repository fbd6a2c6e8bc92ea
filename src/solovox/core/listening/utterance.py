"""What the person said, from first sound to end, as two listeners hear it: our own recogniser, and a live ear."""

from dataclasses import dataclass, replace
from enum import Enum, Flag, auto
from typing import Final

from solovox.core.commands import Look
from solovox.core.mends import Mend
from solovox.core.sense import NO_WORDS, SILENT, Sense
from solovox.core.transcripts import once, within, without_beginning
from solovox.core.units import MIC, MIC_RATE, PERSON, AudioSpan, Instant, SourceId, UtteranceId, Waiting

PRE_ROLL: Final = MIC_RATE // 2
"""How many samples before the first one of an utterance belong to its sound."""


@dataclass(frozen=True, slots=True)
class Local:
    """What the local recogniser makes of an utterance."""

    parts: tuple[Sense, ...] = ()
    """The final text of each part. Empty for a part without words, or with only a nod."""
    pending: tuple[int, ...] = ()
    """Parts whose final text has not come, each by the sample at which it ended."""
    draft: Sense = NO_WORDS
    sense: Sense = NO_WORDS
    """What all of it is to us."""

    @property
    def texts(self) -> tuple[str, ...]:
        """The final text of each part."""
        return tuple(part.text for part in self.parts)

    @property
    def text(self) -> str:
        """All final texts."""
        return " ".join(filter(None, self.texts))

    @property
    def keeps(self) -> bool:
        """Whether the person kept the floor with the newest part."""
        return any(part.keeps for part in self.parts[-1:])

    @property
    def so_far(self) -> str:
        """The same, and the draft."""
        return " ".join(filter(None, (*self.texts, self.draft.text)))

    def anew(self, again: tuple[str, ...]) -> "Local":
        """The newest texts as they are heard now, together with what followed. What counted for no words still does."""
        first = len(self.parts) - len(again)
        now = (
            replace(part, text=again[at - first], rest=again[at - first])
            if part.text and at >= first
            else part
            for at, part in enumerate(self.parts)
        )
        return replace(self, parts=tuple(now))

    def add_final(self, part: Sense, end: int, whole: Sense) -> "Local":
        """Add the final text of the part that ended at `end`. Texts come in order: one that was passed over
        is lost, and counts as empty. `whole`: what all is, with it."""
        left = tuple(awaited for awaited in self.pending if awaited > end)
        lost = len(self.pending) - len(left) - 1
        left = left if left != self.pending else left[1:]
        sense = whole if part.text else self.sense
        return Local((*self.parts, *[NO_WORDS] * lost, part), left, sense=sense)


@dataclass(frozen=True, slots=True)
class Remote:
    """What a live ear makes of an utterance."""

    text: str = ""
    words_at: Instant = Instant(0)
    called_at: Instant | None = None
    """When it called its tool. Words that came after the call are followed by more, perhaps."""
    proposed: Sense = NO_WORDS
    """Its own wording, when it called."""
    look: Look | None = None
    """The call was to a tool that answers by itself, and it was the only one."""
    ended: bool = False
    nudged_at: Instant | None = None
    reopened: int = 0
    """How many characters of the text had come when the person went on speaking."""
    sense: Sense = NO_WORDS
    """What all of it is to us."""
    since: Sense = NO_WORDS
    """And what is new since the person last paused."""

    def more(self, text: str, limit: int) -> "Remote":
        """With one more piece of the transcript. Beyond `limit` characters it ends with a whole word: half a word was never
        said, and what follows a gap is none of it."""
        whole = self.text + text
        ends = whole[:limit].rsplit(" ", 1)[0].ljust(limit)
        return replace(self, text=whole if len(whole) <= limit else ends)

    @property
    def newest(self) -> str:
        """What was transcribed since the person last paused."""
        return self.text[self.reopened :].strip()


class Doubt(Flag):
    """Why the words of an utterance are not taken as the person's instruction."""

    NONE = 0
    UNSPOKEN = auto()
    """Our own detector heard no speech: the words become a hold."""
    OVER_READ = auto()
    """Said over a read in a profile without barge-in: only "stop" counts, and a no."""
    OVER_VOICE = auto()
    """It began while a voice of ours could be heard: it may deny, and never grant (A2)."""
    CALLED = auto()
    """It began while a voice of ours said the wake phrase: the phrase in it counts for nothing (T6)."""
    UNENDED = auto()
    """The surface was lost during the speech, or its end was never heard: nothing is sent without a fresh yes (A1)."""
    STOPPED = auto()
    """A stop came while it was said. Of a part that began before, it is not known which words came after (T4)."""
    AMID = auto()
    """It began in the midst of an answer that is read. What only agrees is a nod then (T1)."""
    LATE = auto()
    """Words of the utterance before were still to come, from the ear or from us. What the ear transcribes may
    belong to it (T3), and be another's (A4)."""


class Floor(Enum):
    """Whether the person keeps the floor after the speech."""

    GIVEN = "given"
    AWAITED = "awaited"
    """The wake phrase was said alone: the question is still to come."""
    KEPT = "kept"
    """"Hang on"."""
    PATIENT = "patient"
    """The person went on after "hang on": only a long pause, or "send it", ends it."""


@dataclass(frozen=True, slots=True)
class SpeechSpan:
    """Where in the microphone's stream the utterance is, in samples; and when it was heard."""

    first: int
    end: int
    resumed: int
    """The sample at which the person last went on after a pause. 0: they did not."""
    began_at: Instant
    sign_at: Instant
    """When there was last a sign that the person speaks: the sound was confirmed as speech, or a word came."""
    ended_at: Instant | None = None
    over: str = ""
    """The words of ours that could be heard when it began. The same words may be their echo (N6, A6)."""
    source: SourceId = PERSON
    """Who spoke (A4)."""
    called_at: Instant | None = None
    """When the wake phrase had been said alone: what comes next is for us (T6)."""


@dataclass(frozen=True, slots=True)
class Utterance:
    """What the person said, from first sound to end; it may be resumed (T2)."""

    id: UtteranceId
    speech: SpeechSpan
    doubts: Doubt = Doubt.NONE
    local: Local = Local()
    remote: Remote = Remote()
    mends: tuple[Mend, ...] = ()
    """What was meant by words of it, as either listener says (K2)."""
    before: str = ""
    """What was said before it: an ear may be late with those words (T3)."""
    woken: bool = False
    floor: Floor = Floor.GIVEN
    beside: Waiting = ()
    """What waited for a yes when it began. A yes or a no is to exactly that, and counts for nothing if
    anything has changed (A2)."""
    asked: str = ""
    """What became of it already: an instruction, or a hold. The person may go on (T2)."""
    parts: int = 0
    """How many final texts had come by then."""

    @property
    def spoken(self) -> bool:
        """Whether our own detector heard speech."""
        return Doubt.UNSPOKEN not in self.doubts

    @property
    def deaf(self) -> bool:
        """Whether the profile does not listen to it."""
        return Doubt.OVER_READ in self.doubts

    @property
    def keeps_floor(self) -> bool:
        """Whether the person has finished, and keeps the floor."""
        return self.floor in (Floor.KEPT, Floor.AWAITED)

    @property
    def kept(self) -> bool:
        """Whether the person has said "hang on"."""
        return self.floor in (Floor.KEPT, Floor.PATIENT)

    @property
    def over_at(self) -> Instant:
        """When its speech ended, which it must have."""
        assert self.speech.ended_at is not None
        return self.speech.ended_at

    @property
    def sound(self) -> AudioSpan | None:
        """The sound of it, from shortly before it begins. None: our own detector heard none."""
        first = max(0, self.speech.first - PRE_ROLL)
        return AudioSpan(MIC, first, self.speech.end - first) if self.spoken else None

    @property
    def so_far(self) -> str:
        """What has been heard of it so far."""
        return self.local.so_far or self.remote.text

    @property
    def known(self) -> str:
        """What is known to have been said."""
        return self.local.text or self.asked

    @property
    def calls(self) -> bool:
        """Whether it was said to us by the wake phrase, as far as is known (T6)."""
        ours = any(part.calls for part in (*self.local.parts, self.local.draft))
        heard = ours or self.remote.sense.calls
        return self.woken or (heard and Doubt.CALLED not in self.doubts)

    @property
    def theirs(self) -> str:
        """What the ear has heard. Late words of what was said before are left out, where we know that this
        utterance does not begin with them."""
        ours = self.local.text
        text = self.remote.text.strip()
        return once(without_beginning(text, self.before, unless=ours) if ours else text, ours)

    @property
    def latest(self) -> str:
        """What the ear has heard since something came of the utterance."""
        return self.remote.newest if self.asked else self.theirs

    @property
    def ear_nods(self) -> bool:
        """Whether that says nothing."""
        heard = self.remote.since if self.asked else self.remote.sense
        return heard.kind in SILENT or not self.latest

    @property
    def owes(self) -> bool:
        """Whether the ear still has words of it to transcribe (T3)."""
        return self.spoken and (
            max(count(self.known), count(self.asked)) > count(self.remote.text)
            # Else it may have transcribed words of what was said before in the place of these.
            or (Doubt.LATE in self.doubts and not within(self.known, self.remote.text))
        )


def count(text: str) -> int:
    """How many words."""
    return len(text.split())
