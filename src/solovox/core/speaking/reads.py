"""The reads: windows of the script on their way to the speaker. For one read see `reading`.

G1  Sound passes only as part of a read that was asked for, from the origin that was asked, and only while the read
    is neither given, played nor cut. `play` alone makes a `Play`.
G2  Sound that does not pass is dropped with a reason; nothing vanishes.
G3  Closed is the default. The gate is open from the first sound of a read until the last read was played:
    all its samples are reported or, without reports, its expected end + `Timing.drain` has passed. Each report
    moves the expected end: a speaker that is late is waited for.
G4  A cut read never sounds again: its state has no way back.
G6  Sound of a read with a script waits until its text allows it (`pacing`). It leaves in order, or is given
    up as a whole.
"""

from dataclasses import dataclass, replace

from solovox.core.commands import Drop, DropReason, Play, SoundOrigin
from solovox.core.events import SoundKind
from solovox.core.speaking import pacing as pacings
from solovox.core.speaking.reading import ALIVE, CUT_OFF, FLUSHING, SOUNDS, Piece, Reading, ReadState
from solovox.core.units import VOICE_RATE, AudioSpan, Instant, ReadId, RunId, milliseconds

S = ReadState
REMEMBERED = 64
"""How many ended reads keep the reason for their end. Sound of an older one is `NOT_A_READ`."""


@dataclass(slots=True)
class Reads:
    """The reads that are not over (oldest first), and why the others sound no more."""

    under_way: tuple[Reading, ...] = ()
    over: tuple[Reading, ...] = ()
    """Without their sound."""
    count: int = 0

    @property
    def alive(self) -> tuple[Reading, ...]:
        """Reads that may still be heard."""
        return tuple(one for one in self.under_way if one.state in ALIVE)

    @property
    def loud(self) -> tuple[Reading, ...]:
        """Reads that are let to the speaker now."""
        return tuple(one for one in self.alive if one.sounded)

    @property
    def is_open(self) -> bool:
        """Whether a voice is let to the speaker now (G3)."""
        return bool(self.loud)

    @property
    def coming(self) -> Reading | None:
        """The read whose sound is still coming: the mouth is not free (N1)."""
        return next((one for one in self.under_way if one.pieces and one.state in SOUNDS), None)

    @property
    def flushing(self) -> tuple[Reading, ...]:
        """Cut reads of which the speaker has not yet said how much was played."""
        return tuple(one for one in self.under_way if one.state in FLUSHING)

    @property
    def left(self) -> tuple[Reading, ...]:
        """Cut reads of which something is left to say."""
        return tuple(one for one in self.under_way if one.state is S.LEFT)

    @property
    def cut_at(self) -> Instant | None:
        """Since when the speaker is waited for after a cut."""
        return max((one.since for one in self.flushing), default=None)

    @property
    def ends_at(self) -> Instant:
        """When all sound so far will have been played, as far as can be known."""
        return max((one.ends_at for one in self.alive), default=Instant(0))

    def flow(self, run: RunId | None) -> bool:
        """Whether an answer (None: words of ours) flows: two reads of it were the last, and what was cut of them is not said again (N1)."""
        last = sorted((*self.over, *self.under_way), key=lambda one: one.id)[-2:]
        flows = [
            one.pieces[:1] and one.pieces[0].run == run and one.state not in (S.CUT, S.LEFT) for one in last
        ]
        return len(flows) == 2 and all(flows)

    def find(self, read: ReadId, *of: SoundOrigin) -> Reading | None:
        """The read with this id, if it is not over. `of`: the origins that it may have."""
        found = (one for one in self.under_way if one.id == read and (not of or one.origin in of))
        return next(found, None)

    def put(self, reading: Reading) -> None:
        """This read is as it is now."""
        self.under_way = tuple(reading if one.id == reading.id else one for one in self.under_way)

    def ask(self, at: Instant, pieces: tuple[Piece, ...] = ()) -> Reading:
        """Add a read: from now on its sound passes."""
        self.count += 1
        asked = Reading(ReadId(self.count), at, pieces)
        self.under_way = (*self.under_way, asked)
        return asked

    def sound(
        self, at: Instant, origin: SoundOrigin, read: ReadId, span: AudioSpan, said_to: int, kind: SoundKind
    ) -> Play | Drop | None:
        """A piece of a read's sound: it is played, dropped (G1, G2), or waits for its text (G6)."""
        reading = self.find(read)
        if reading is None or not reading.takes(origin):
            return Drop(origin, span, self._why(read, origin))
        if reading.pacing is None:
            return self.play(at, reading, span, said_to + reading.kept_to)[1]
        self.put(replace(reading, pacing=pacings.hold_piece(reading.pacing, at, span, kind)))
        return None

    def play(self, at: Instant, reading: Reading, span: AudioSpan, said_to: int) -> tuple[Reading, Play]:
        """Give one more piece of sound to the speaker. With it `said_to` characters are said."""
        mark = (
            reading.sounded + span.count,
            max(said_to, reading.marks[-1][1] if reading.marks else 0),
            span,
        )
        reading = replace(
            reading.becomes(S.SOUNDING),
            since=at,
            ends_at=Instant(max(at, self.ends_at) + milliseconds(span.count, VOICE_RATE)),
            marks=(*reading.marks, mark) if reading.pieces else (mark,),
        )
        self.put(reading)
        return reading, Play(reading.id, span)

    def mark_given(self, reading: Reading) -> None:
        """All its sound has come: the mouth is free for the next."""
        if reading.state in SOUNDS:
            given_whole = replace(reading, kept_to=len(reading.said))
            reading = given_whole.becomes(S.GIVEN if reading.sounded else S.PLAYED)
        self.put(reading.settled)

    def mark_played(self, at: Instant, read: ReadId, samples: int) -> None:
        """The speaker reports. It can neither take back nor claim more than it was given. What it has not played of this
        read it plays from now on, and behind it what it was given of later ones."""
        reading = self.find(read)
        if reading is None or reading not in self.loud:
            return
        heard = max(reading.played, min(samples, reading.sounded))
        end = Instant(max(reading.ends_at, at + milliseconds(reading.sounded - heard, VOICE_RATE)))
        self.put(replace(reading, played=heard, ends_at=end).settled)
        for one in self.loud:
            if one.id > read:
                end = Instant(max(one.ends_at, end + milliseconds(one.sounded - one.played, VOICE_RATE)))
                self.put(replace(one, ends_at=end))

    def end(self, reading: Reading) -> None:
        """The read is over."""
        self.under_way = tuple(one for one in self.under_way if one.id != reading.id)
        self.over = (*self.over, replace(reading, marks=(), pacing=None))[-REMEMBERED:]

    def _why(self, read: ReadId, origin: SoundOrigin) -> DropReason:
        for one in (*self.under_way, *self.over):
            if (one.id, one.origin) == (read, origin):
                return DropReason.CUT if one.state in CUT_OFF else DropReason.LATE
        return DropReason.NOT_A_READ
