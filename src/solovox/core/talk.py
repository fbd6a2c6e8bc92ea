"""Everything that is true now: the small machines side by side, and what was decided in this step.

The machines do not know one another. The joint rules do: `hearing`, `speaking`, `acting`, and
`conversation`, which calls them. They alone write here.

T5  Cues make silence unambiguous; a cue never sounds over a read.
"""

from dataclasses import dataclass, field, replace

from solovox.core import gate as gates
from solovox.core.approvals import Approvals
from solovox.core.commands import Command, Cue, CueKind, Duck, Play, ShowFailure, Unduck, Voicer
from solovox.core.events import SurfaceJoined
from solovox.core.gate import Gate
from solovox.core.generation import Generation
from solovox.core.lifecycle import Lifecycle
from solovox.core.narration import Narration
from solovox.core.policy import Policy
from solovox.core.retelling import Retelling
from solovox.core.runs import Runs
from solovox.core.tool_calls import Calls
from solovox.core.turn import Turn
from solovox.core.units import AudioSpan, Instant, PlayedReports, ReadId, SurfaceCaps, SurfaceId
from solovox.core.verbatim import Check


@dataclass(frozen=True, slots=True)
class Presence:
    """Whether the person's end is there: at least one surface, each with what it can do, the newest last."""

    surfaces: tuple[SurfaceJoined, ...] = ()
    lost_at: Instant | None = None
    ended: bool = False

    @property
    def caps(self) -> SurfaceCaps | None:
        """What the newest of them can do; None: nobody is there."""
        return self.surfaces[-1].caps if self.surfaces else None

    @property
    def exact(self) -> bool:
        """Whether it is reported what was played."""
        return self.caps is not None and self.caps.played is PlayedReports.EXACT

    def without(self, surface: SurfaceId | None) -> tuple[SurfaceJoined, ...]:
        """The others; None: there are none."""
        return tuple(one for one in self.surfaces if surface not in (None, one.surface))


@dataclass(frozen=True, slots=True)
class Cues:
    """The short sounds of our own: the one that waits for the read to drain, and the last."""

    owed: CueKind | None = None
    last_at: Instant = Instant(0)
    """When there last was something to hear: a cue, or the expected end of a voice."""
    ducked: bool = False


@dataclass(slots=True)
class Talk:
    """The state of one conversation."""

    policy: Policy
    at: Instant = Instant(0)
    presence: Presence = field(default_factory=Presence)
    turn: Turn = field(default_factory=Turn)
    gate: Gate = field(default_factory=Gate)
    narration: Narration = field(default_factory=Narration)
    check: Check | None = None
    """The newest read of a live reader, and whether it follows the script (G6)."""
    runs: Runs = field(default_factory=Runs)
    calls: Calls = field(default_factory=Calls)
    approvals: Approvals = field(default_factory=Approvals)
    ear: Lifecycle = field(default_factory=Lifecycle)
    retelling: Retelling = field(default_factory=Retelling)
    cues: Cues = field(default_factory=Cues)
    generation: Generation = field(default_factory=Generation)
    loud_at: Instant = Instant(-1_000_000)
    """When a voice of ours could last be heard (A2)."""
    reads: int = 0
    out: list[Command] = field(default_factory=list)

    @property
    def drain(self) -> int:
        """How long after its expected end a read without a report of its end is over (G3)."""
        return self.policy.timing.unreported if self.presence.exact else self.policy.timing.drain

    def say(self, *commands: Command) -> None:
        """Decide something."""
        self.out.extend(commands)

    def revise(self, **changes: object) -> None:
        """Something else is known of the open utterance."""
        assert self.turn.open is not None
        self.turn = replace(self.turn, open=replace(self.turn.open, **changes))  # type: ignore[arg-type]

    def mint(self, voicer: Voicer = Voicer.NARRATOR) -> ReadId:
        """A new read; the gate will let its sound pass."""
        self.reads += 1
        self.gate = gates.mint(self.gate, ReadId(self.reads), voicer)
        return ReadId(self.reads)

    def cue(self, kind: CueKind) -> None:
        """Sound a cue, unless a read is heard; a failure waits for its end (T5)."""
        if self.presence.caps is None:
            return
        failed = kind is CueKind.FAILED
        if self.gate.is_open or (failed and self.narration.busy):
            self.cues = replace(self.cues, owed=kind if failed else self.cues.owed)
        else:
            self.cues = replace(self.cues, last_at=self.at)
            self.say(Cue(kind))

    def fail(self, line: str) -> None:
        """Say what failed (T5)."""
        self.say(ShowFailure(line))
        self.cue(CueKind.FAILED)

    def duck(self, *, down: bool) -> None:
        """Lower the voice while somebody may be speaking, or raise it again (T1)."""
        if down != self.cues.ducked:
            self.cues = replace(self.cues, ducked=down)
            if self.presence.caps is not None:
                self.say(Duck() if down else Unduck())

    def sound(self, voicer: Voicer, read: ReadId, span: AudioSpan) -> bool:
        """A piece of a read's sound: the gate decides, and whether it passes (G1). Silence counts from its
        expected end (T5)."""
        self.gate, verdict = gates.sound(self.gate, self.at, voicer, read, span)
        self.say(verdict)
        if passes := isinstance(verdict, Play):
            self.cues = replace(self.cues, last_at=max(self.cues.last_at, gates.ends_at(self.gate)))
        return passes
