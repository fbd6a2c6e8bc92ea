"""The one place that lets a voice to the speaker.

G1  Sound passes only as part of a read that is minted and neither rendered, drained nor cut.
G2  Sound that does not pass is dropped with a reason; nothing vanishes.
G3  MUTED is the default. The gate is OPEN from the first sound of a read until the last read has
    drained: all its samples reported played or, without reports, its expected end + `Timing.drain`.
    Each report moves the expected end: a speaker that is late is waited for.
G4  A cut read never sounds again: its state has no way back.

Rule: every change of a read's state is a row of READS. A row that maps to itself means "harmless".
"""

from dataclasses import dataclass, replace
from enum import Enum

from solovox.core.commands import Drop, Flush, Play, Voicer, Why
from solovox.core.units import VOICE_RATE, AudioSpan, Instant, ReadId, milliseconds


class ReadState(Enum):
    """The life of a read's sound."""

    MINTED = "minted"
    SOUNDING = "sounding"
    RENDERED = "rendered"
    DRAINED = "drained"
    CUT = "cut"


class Step(Enum):
    """What can happen to the sound of a read."""

    SOUND = "sound"
    RENDER = "render"
    DRAIN = "drain"
    CUT = "cut"


READS: dict[ReadState, dict[Step, ReadState]] = {
    ReadState.MINTED: {
        Step.SOUND: ReadState.SOUNDING,
        Step.RENDER: ReadState.DRAINED,  # a read without any sound has nothing to play
        Step.DRAIN: ReadState.MINTED,
        Step.CUT: ReadState.CUT,
    },
    ReadState.SOUNDING: {
        Step.SOUND: ReadState.SOUNDING,
        Step.RENDER: ReadState.RENDERED,
        Step.DRAIN: ReadState.SOUNDING,  # the speaker is ahead of the narrator: more may come
        Step.CUT: ReadState.CUT,
    },
    ReadState.RENDERED: {
        Step.SOUND: ReadState.RENDERED,
        Step.RENDER: ReadState.RENDERED,
        Step.DRAIN: ReadState.DRAINED,
        Step.CUT: ReadState.CUT,
    },
    ReadState.DRAINED: dict.fromkeys(Step, ReadState.DRAINED),
    ReadState.CUT: dict.fromkeys(Step, ReadState.CUT),
}
SOUNDS = frozenset({ReadState.MINTED, ReadState.SOUNDING})
OVER = frozenset({ReadState.DRAINED, ReadState.CUT})
REMEMBERED = 64
"""How many ended reads keep their reason; the sound of older ones is simply LATE."""


@dataclass(frozen=True, slots=True)
class Voice:
    """The sound of one read: samples released to the speaker, and samples it played."""

    read: ReadId
    voicer: Voicer = Voicer.NARRATOR
    """Whose sound it is to be; nobody else's passes under its name."""
    state: ReadState = ReadState.MINTED
    sounded: int = 0
    played: int = 0
    ends_at: Instant = Instant(0)
    by_clock: int = 0
    """Samples that a speaker without reports had played when the read was cut, rounded down."""

    def step(self, step: Step) -> "Voice":
        """The same voice after one row of READS."""
        state = READS[self.state][step]
        return self if state is self.state else replace(self, state=state)


@dataclass(frozen=True, slots=True)
class Gate:
    """Reads that may still sound or play, oldest first; those that are over; those being flushed."""

    voices: tuple[Voice, ...] = ()
    over: tuple[Voice, ...] = ()
    flushing: tuple[Voice, ...] = ()
    flush_by: Instant = Instant(0)

    @property
    def is_open(self) -> bool:
        """Whether a voice is let to the speaker now."""
        return any(voice.sounded for voice in self.voices)


def mint(gate: Gate, read: ReadId, voicer: Voicer = Voicer.NARRATOR) -> Gate:
    """Let the sound of `read` pass from now on, if it comes from `voicer`."""
    return replace(gate, voices=(*gate.voices, Voice(read, voicer)))


def sound(gate: Gate, at: Instant, voicer: Voicer, read: ReadId, span: AudioSpan) -> tuple[Gate, Play | Drop]:
    """Release a piece of a read's sound, or drop it (G1)."""
    voice = find(gate.voices, read)
    if voice is None or voice.state not in SOUNDS or voice.voicer is not voicer:
        return gate, Drop(voicer, span, _why(gate, read, voicer))
    start = max([at, *(v.ends_at for v in gate.voices)])
    after = replace(
        voice.step(Step.SOUND),
        sounded=voice.sounded + span.count,
        ends_at=Instant(start + milliseconds(span.count, VOICE_RATE)),
    )
    return _settle(gate, after), Play(read, span)


def rendered(gate: Gate, read: ReadId) -> Gate:
    """All sound of `read` has come."""
    voice = find(gate.voices, read)
    return gate if voice is None else _settle(gate, voice.step(Step.RENDER))


def played(gate: Gate, at: Instant, read: ReadId, samples: int) -> Gate:
    """The speaker reports. It can neither take back nor claim more than was released; who is late, is late with all."""
    voice = find(gate.voices, read)
    if voice is None:
        return gate
    heard = max(voice.played, min(samples, voice.sounded))
    late = max(0, at + milliseconds(voice.sounded - heard, VOICE_RATE) - voice.ends_at)
    voices = (replace(v, ends_at=Instant(v.ends_at + late)) if v.sounded else v for v in gate.voices)
    moved = replace(voice, played=heard, ends_at=Instant(voice.ends_at + late))
    return _settle(replace(gate, voices=tuple(voices)), moved)


def cut(gate: Gate, at: Instant, flush_by: Instant, only: ReadId | None = None) -> tuple[Gate, list[Flush]]:
    """Close at once, or for one read; what was released of others plays on. What the speaker holds is flushed (G4, G6)."""
    rest = tuple(v for v in gate.voices if only not in (None, v.read))
    gone = [replace(v.step(Step.CUT), by_clock=_by_clock(v, at)) for v in gate.voices if v not in rest]
    loud = [voice for voice in gone if voice.sounded]
    until = flush_by if loud else gate.flush_by
    after = Gate(rest, (*gate.over, *gone)[-REMEMBERED:], (*gate.flushing, *loud), until)
    return after, [Flush(v.read) for v in loud]


def flushed(gate: Gate, read: ReadId, samples: int) -> tuple[Gate, int | None]:
    """How much of a cut read was played, within what is known. None if it is not being flushed."""
    voice = find(gate.flushing, read)
    if voice is None:
        return gate, None
    heard = max(voice.played, min(samples, voice.sounded))
    return replace(gate, flushing=tuple(v for v in gate.flushing if v is not voice)), heard


def deadline(gate: Gate, drain: int) -> Instant | None:
    """When the next read counts as drained."""
    waits = (Instant(v.ends_at + drain) for v in gate.voices if v.state is ReadState.RENDERED)
    return min(waits, default=None)


def ends_at(gate: Gate) -> Instant:
    """When all released sound will have been played, as far as can be known."""
    return max((voice.ends_at for voice in gate.voices), default=Instant(0))


def find(voices: tuple[Voice, ...], read: ReadId) -> Voice | None:
    """The voice of a read."""
    return next((voice for voice in voices if voice.read == read), None)


def _by_clock(voice: Voice, at: Instant) -> int:
    left = max(0, voice.ends_at - at) * VOICE_RATE // 1000
    return max(0, voice.sounded - left)


def _settle(gate: Gate, voice: Voice) -> Gate:
    if voice.played == voice.sounded:
        voice = voice.step(Step.DRAIN)
    if voice.state in OVER:
        return replace(
            gate,
            voices=tuple(v for v in gate.voices if v.read != voice.read),
            over=(*gate.over, voice)[-REMEMBERED:],
        )
    return replace(gate, voices=tuple(voice if v.read == voice.read else v for v in gate.voices))


def _why(gate: Gate, read: ReadId, voicer: Voicer) -> Why:
    voice = find(gate.over, read) or find(gate.voices, read)
    if voice is None or voice.voicer is not voicer:
        return Why.NOT_A_READ
    return Why.CUT if voice.state is ReadState.CUT else Why.LATE
