"""Everything that is true now: the small machines side by side, and what was decided in this step.

The machines do not know one another. The joint rules in `rules/` know them all. Only these rules, and
`conversation`, which calls them, write here.

T5  Cues make silence unambiguous; a cue never sounds over a read.
"""

from dataclasses import dataclass, field, replace

from solovox.core import generation
from solovox.core.approvals.calls import Calls
from solovox.core.approvals.holds import Approvals, Held, Readback
from solovox.core.commands import (
    Command,
    Cue,
    CueKind,
    Drop,
    Duck,
    Play,
    ShowAnswered,
    ShowFailure,
    SoundOrigin,
    TalkState,
    Unduck,
)
from solovox.core.connection import EarConnection
from solovox.core.events import EarAudio, EarOutputTranscript, Event, SoundKind, SurfaceJoined
from solovox.core.generation import Generation
from solovox.core.listening.turn import Turn
from solovox.core.mends import Mend, find_applied
from solovox.core.microphone import MicrophoneProgress
from solovox.core.policy import NarratorKind, Policy
from solovox.core.retelling import Retelling
from solovox.core.runs import Runs
from solovox.core.sentences import aloud
from solovox.core.speaking.reading import Piece
from solovox.core.speaking.reads import Reads
from solovox.core.speaking.script import Going, Script
from solovox.core.transcripts import within
from solovox.core.units import (
    AudioSpan,
    FileChange,
    Instant,
    PlayedReports,
    ReadId,
    RunId,
    SurfaceCaps,
    SurfaceId,
)


@dataclass(frozen=True, slots=True)
class Presence:
    """The surfaces that are there, each with what it can do, the newest last."""

    surfaces: tuple[SurfaceJoined, ...] = ()
    lost_at: Instant | None = None
    ended: bool = False

    @property
    def caps(self) -> SurfaceCaps | None:
        """What the newest surface can do. None: there is no surface."""
        return self.surfaces[-1].caps if self.surfaces else None

    @property
    def exact(self) -> bool:
        """Whether the surface reports exactly what was played."""
        return self.caps is not None and self.caps.played is PlayedReports.EXACT

    @property
    def blind(self) -> bool:
        """Whether no surface has a screen on which a hold can be seen (A2)."""
        return not any(one.caps.screen for one in self.surfaces)

    @property
    def beyond_recall(self) -> int:
        """How long the voice may be heard after a flush (G4)."""
        return max((one.caps.irrevocable_ms for one in self.surfaces), default=0)

    def without(self, surface: SurfaceId | None) -> tuple[SurfaceJoined, ...]:
        """The surfaces without this one. None: without all of them."""
        return tuple(one for one in self.surfaces if surface not in (None, one.surface))


@dataclass(frozen=True, slots=True)
class Cues:
    """The short sounds of our own: the one that waits for the read to drain, and when there was last
    something to hear."""

    owed: CueKind | None = None
    last_at: Instant = Instant(0)
    """When there was last something to hear: a cue, or the expected end of a voice."""
    loud_at: Instant = Instant(-1_000_000)
    """When a voice of ours could last be heard (A2)."""
    loud: tuple[Piece, ...] = ()
    """What could then be heard."""
    ducked: bool = False

    @property
    def ours(self) -> str:
        """Which words of ours could last be heard."""
        return " ".join(piece.said for piece in self.loud if piece.run is None)


@dataclass(frozen=True, slots=True)
class Activity:
    """What the newest run is busy with, and what was changed last: the answers to "status" and its kin (N5)."""

    run: RunId = RunId(0)
    since: Instant = Instant(0)
    step: str = ""
    told_at: Instant | None = Instant(0)
    """When it was said last that the work goes on, or could first have been. None: the person wants to hear nothing of it."""
    changed: tuple[FileChange, ...] = ()
    changed_by: RunId = RunId(0)


@dataclass(slots=True)
class Voice:
    """All that is said, and is to be said."""

    script: Script = field(default_factory=Script)
    reads: Reads = field(default_factory=Reads)
    cues: Cues = field(default_factory=Cues)
    pace: int = 100
    """How fast the voice speaks, in percent of the usual (N7)."""
    line: tuple[RunId, int] | None = None
    """The line of an answer that the person wants to hear (N7)."""
    announced: tuple[str, ...] = ()
    """Announcements that wait for silence (N5)."""

    @property
    def busy(self) -> bool:
        """Whether something waits to be said, is said or is left. What waits for a yes does not count."""
        waits = self.script.queue and self.script.going is not Going.WAIT
        return bool(self.script.lead or waits or any(one.pieces for one in self.reads.under_way))


@dataclass(slots=True)
class Work:
    """What brains and tools are busy with."""

    runs: Runs = field(default_factory=Runs)
    calls: Calls = field(default_factory=Calls)
    activity: Activity = Activity()


@dataclass(slots=True)
class EarLink:
    """The live ear: its connection, what it is sent and told, and what it says of itself."""

    ear: EarConnection = field(default_factory=EarConnection)
    microphone: MicrophoneProgress = field(default_factory=MicrophoneProgress)
    retelling: Retelling = field(default_factory=Retelling)
    generation: Generation = field(default_factory=Generation)


@dataclass(slots=True)
class Talk:
    """The state of one conversation."""

    policy: Policy
    at: Instant = Instant(0)
    presence: Presence = field(default_factory=Presence)
    turn: Turn = field(default_factory=Turn)
    voice: Voice = field(default_factory=Voice)
    work: Work = field(default_factory=Work)
    link: EarLink = field(default_factory=EarLink)
    approvals: Approvals = field(default_factory=Approvals)
    ignored: int = 0
    """How often one who is no owner typed, answered or stopped (A4)."""
    early: tuple[Event, ...] = ()
    """What came while the person may only have paused (T2)."""
    told: TalkState = TalkState.AWAY
    """What the person was told last that the talk does (T5)."""
    out: list[Command] = field(default_factory=list)

    @property
    def pauses(self) -> bool:
        """Whether who has finished may only have paused: it is early, or something has stirred since (T2)."""
        return (self.turn.stirred.at if self.turn.stirred else self.at) < self.turn.yields_at

    @property
    def drain(self) -> int:
        """How long after its expected end a read is over, if its end is not reported (G3)."""
        return self.policy.timing.unreported if self.presence.exact else self.policy.timing.drain

    @property
    def spoken_most(self) -> int:
        """Characters of an answer that are said unasked. 0: all (N6)."""
        timing = self.policy.timing
        return self.policy.spoken_ms * self.voice.pace // (100 * timing.character)

    def mends(self, known: tuple[Mend, ...], text: str) -> tuple[Mend, ...]:
        """Which mends these words are given, of those that are known. A live model that answers for itself is given no
        words (K2)."""
        left = (one for one in known if not any(one.is_of(*pair) for pair in self.approvals.unmended))
        return () if self.policy.alone else find_applied(text, tuple(left))

    @property
    def calls_us(self) -> bool:
        """Whether the wake phrase was among the words of our voice that could last be heard (T6)."""
        return bool(self.policy.wake) and within(
            self.policy.wake, " ".join(piece.said for piece in self.voice.cues.loud)
        )

    def says(self, said: str) -> bool:
        """Whether these words of ours wait to be said, are said, or are left."""
        under_way = (piece for one in self.voice.reads.under_way for piece in one.pieces)
        pieces = (*self.voice.script.queue, *under_way)
        return any(piece.run is None and piece.said == said for piece in pieces)

    def say(self, *commands: Command) -> None:
        """Add commands to the answer of this step."""
        self.out.extend(commands)

    def revise(self, **changes: object) -> None:
        """Change what is known of the open utterance."""
        assert self.turn.open is not None
        self.turn = replace(self.turn, open=replace(self.turn.open, **changes))  # type: ignore[arg-type]

    def cue(self, kind: CueKind) -> None:
        """Sound a cue, unless a read is heard. A failure waits for the end of the read (T5); all wait while the person may
        only have paused (T2)."""
        if self.presence.caps is None:
            return
        failed = kind is CueKind.FAILED
        if self.pauses and kind not in (CueKind.STOPPED, CueKind.DONE):
            self.voice.cues = replace(
                self.voice.cues, owed=CueKind.FAILED if self.voice.cues.owed is CueKind.FAILED else kind
            )
        elif self.voice.reads.is_open or (failed and self.voice.busy):
            self.voice.cues = replace(self.voice.cues, owed=kind if failed else self.voice.cues.owed)
        else:
            self.voice.cues = replace(self.voice.cues, last_at=self.at)
            self.say(Cue(kind))

    def cut_generation(self) -> None:
        """Nothing more of what the live model says is heard or shown (G4, G7)."""
        if self.link.generation.answer is not None:
            self.say(ShowAnswered(self.link.generation.answer[1]))
        begun = any(
            isinstance(one, EarAudio | EarOutputTranscript) for one in self.early
        )  # though it waits (T2)
        own = generation.sign(self.link.generation, self.at) if begun else self.link.generation
        self.link.generation = generation.cut_generation(own)

    def fail(self, line: str) -> None:
        """Show what failed, and sound the cue for it (T5)."""
        self.say(ShowFailure(line))
        self.cue(CueKind.FAILED)

    def show(self, held: Held, why: str = "") -> None:
        """Show what waits for a yes, also once more, and then `why`. Where no surface has a screen it is read back, or heard to
        wait (A6, T5)."""
        self.say(held.show)
        if self.presence.surfaces and self.presence.blind:
            if not self.aloud(held):
                why = "something waits for a yes, and no screen shows it: give the yes where it can be seen"
            elif not (told := self.approvals.said_of(held)).heard:
                why = ""
                if told.words and not self.says(told.words):
                    self.approvals = replace(self.approvals, telling=Readback())
        if why:
            self.fail(why)

    def aloud(self, held: Held) -> str:
        """The words in which it is read back. Empty: a screen shows it, or it cannot be said (A6)."""
        words, text = self.policy.sentences.holds, aloud(held.show.text)
        exact = self.policy.exact_voice or self.policy.narrator is NarratorKind.VOICE
        says = exact and self.policy.own_words and not self.policy.alone
        if not text or not self.presence.blind or not says:
            return ""
        if held.is_instruction:
            return words.you_said.format(text)
        return words.asking(aloud(held.said), held.show.code, screen=False)

    def duck(self, *, down: bool) -> None:
        """Lower the voice while the person may be speaking, or raise it again (T1)."""
        if down != self.voice.cues.ducked:
            self.voice.cues = replace(self.voice.cues, ducked=down)
            if self.presence.caps is not None:
                self.say(Duck() if down else Unduck())

    def sound(
        self,
        origin: SoundOrigin,
        read: ReadId,
        span: AudioSpan,
        said_to: int = 0,
        kind: SoundKind = SoundKind.SPEECH,
    ) -> None:
        """A piece of a read's sound: it is played, dropped, or waits (G1, G6, T2)."""
        decided = self.voice.reads.sound(self.at, origin, read, span, said_to, kind)
        if decided is not None:
            self.add_sound(decided)

    def add_sound(self, decided: Play | Drop) -> None:
        """Add what was decided of sound. Silence counts from the expected end of what is played (T5)."""
        self.say(decided)
        if isinstance(decided, Play):
            last_at = max(self.voice.cues.last_at, self.voice.reads.ends_at)
            self.voice.cues = replace(self.voice.cues, last_at=last_at)
