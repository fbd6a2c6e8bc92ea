"""All reads: text that waits to be said, its way to the speaker, and what was heard. For one read see `reading`.

G1  Sound passes only as part of a read that was asked for, from the origin that was asked, and only while the read
    is neither given, played nor cut. `_play` alone makes a `Play`.
G2  Sound that does not pass is dropped with a reason; nothing vanishes.
G3  Closed is the default. The gate is open from the first sound of a read until the last read was played:
    all its samples are reported or, without reports, its expected end + `Timing.drain` has passed. Each report
    moves the expected end: a speaker that is late is waited for.
G4  A cut read never sounds again: its state has no way back.
G6  Sound of a read with a script waits until its text allows it (`pacing`). It leaves in order, or is given
    up as a whole.
N1  One mouth: a new read is released only when the one before is given whole. Reads grow: the first piece
    alone, then the second, then all that waits (up to `Limits.read_chars`).

A cut leaves the pieces that were not heard whole. `resume` goes on with them under a new read, if it was a cough or a
nod; or as the person wants it (N7). `discard` drops them, if the person took the floor.
"""

from collections.abc import Callable
from dataclasses import dataclass, replace
from itertools import islice

from solovox.core import going_on
from solovox.core import pacing as pacings
from solovox.core.commands import Drop, DropReason, Flush, Play, Read, ShowRead, SoundOrigin
from solovox.core.events import SoundKind
from solovox.core.going_on import Going
from solovox.core.policy import Timing
from solovox.core.reading import ALIVE, SOUNDS, Marks, Piece, Reading, ReadState
from solovox.core.units import VOICE_RATE, AudioSpan, Instant, ReadId, RunId, milliseconds

S = ReadState
GoesOn = ShowRead | Play | Read
OURS = RunId(0)
"""No run has this number: it stands for words of ours."""
REMEMBERED = 64
"""How many ended reads keep the reason for their end. Sound of an older one is `NOT_A_READ`."""


@dataclass(frozen=True, slots=True)
class Reads:
    """The pieces that wait, the reads that are not over (oldest first), and why the others sound no more."""

    queue: tuple[Piece, ...] = ()
    under_way: tuple[Reading, ...] = ()
    over: tuple[tuple[ReadId, SoundOrigin, DropReason], ...] = ()
    count: int = 0
    flush_by: Instant = Instant(0)
    """Until when the speaker is waited for after a cut."""
    released: int = 0
    """How many reads of `answer` were released since it began or was cut."""
    answer: RunId | None = None
    done: tuple[AudioSpan, ...] = ()
    """Sound that will not be asked for again."""
    going: Going = Going.ON
    heard: tuple[Piece, ...] = ()
    """What was heard last of an answer, each piece with how much of it (N7)."""

    @property
    def alive(self) -> tuple[Reading, ...]:
        """Reads that may still be heard."""
        return tuple(one for one in self.under_way if one.state in ALIVE)

    @property
    def is_open(self) -> bool:
        """Whether a voice is let to the speaker now (G3)."""
        return any(one.sounded for one in self.under_way if one.state in ALIVE)

    @property
    def busy(self) -> bool:
        """Whether something waits to be said, is said or is left. What waits for a yes does not count."""
        return bool(
            self.ahead
            or (self.queue and self.going is not Going.WAIT)
            or any(one.pieces for one in self.under_way)
        )

    @property
    def coming(self) -> Reading | None:
        """The read whose sound is still coming: the mouth is not free (N1)."""
        return next((one for one in self.under_way if one.pieces and one.state in SOUNDS), None)

    @property
    def flushing(self) -> tuple[Reading, ...]:
        """Cut reads of which the speaker has not yet said how much was played."""
        return tuple(one for one in self.under_way if one.state is S.CUT)

    @property
    def left(self) -> tuple[Reading, ...]:
        """Cut reads of which something is left to say."""
        return tuple(one for one in self.under_way if one.state is S.LEFT)

    @property
    def ready(self) -> bool:
        """Whether something waits for the mouth, and the mouth is free (N1)."""
        return bool(self.queue) and not (
            self.coming or self.flushing or ((self.left or self.going is Going.WAIT) and not self.ahead)
        )

    @property
    def ahead(self) -> bool:
        """Whether words of ours are said next: they go before the rest of what was cut (N5)."""
        return bool(self.queue) and self.queue[0].run is None

    @property
    def ends_at(self) -> Instant:
        """When all sound so far will have been played, as far as can be known."""
        return max((one.ends_at for one in self.alive), default=Instant(0))


def offer(reads: Reads, *pieces: Piece, ahead: bool = False) -> Reads:
    """More pieces to say. `ahead`: before all others."""
    return replace(reads, queue=(*pieces, *reads.queue) if ahead else (*reads.queue, *pieces))


def ask(reads: Reads, reading: Callable[[ReadId], Reading]) -> tuple[Reads, Reading]:
    """Add a read: from now on its sound passes."""
    asked = reading(ReadId(reads.count + 1))
    return replace(reads, count=asked.id, under_way=(*reads.under_way, asked)), asked


def release(
    reads: Reads,
    at: Instant,
    limit: int,
    *,
    exactly: bool = False,
    checked: bool = False,
) -> tuple[Reads, tuple[ShowRead, Read]]:
    """Release the next read; one must be `ready` (N1, N3).

    `exactly`: only the exact voice can say it. `checked`: what another voice says is compared with its
    script.
    """
    run, exact = reads.queue[0].run, reads.queue[0].exact
    released = reads.released if reads.answer == run else 0
    count = 1
    if released >= 2:
        length = len(reads.queue[0].said)
        for piece in islice(reads.queue, 1, None):
            length += 1 + len(piece.said)
            if piece.run != run or piece.exact != exact or length > limit:
                break
            count += 1
    pieces = tuple(replace(piece, exact=exact or exactly) for piece in reads.queue[:count])
    after, reading = ask(reads, lambda read: Reading(read, at, pieces=pieces))
    if checked and not reading.exact:
        after = put(after, replace(reading, pacing=pacings.of(reading.said)))
    after = replace(after, queue=reads.queue[count:], released=released + 1, answer=run)
    return after, (reading.show, Read(reading.id, reading.said, exact=reading.exact))


def sound(
    reads: Reads,
    at: Instant,
    origin: SoundOrigin,
    read: ReadId,
    span: AudioSpan,
    said_to: int = 0,
    kind: SoundKind = SoundKind.SPEECH,
) -> tuple[Reads, Play | Drop | None]:
    """A piece of a read's sound: it is played, dropped (G1, G2), or waits for its text (G6)."""
    reading = find(reads, read)
    if reading is None or not reading.takes(origin):
        return reads, Drop(origin, span, _why(reads, read, origin))
    said_to += reading.kept_to
    if reading.pacing is not None:
        return put(reads, replace(reading, pacing=pacings.held(reading.pacing, at, span, kind))), None
    return _play(reads, at, reading, span, said_to)


def let_go(reads: Reads, at: Instant, reading: Reading, timing: Timing) -> tuple[Reads, list[Play]]:
    """Play the sound that has waited, as far as its text allows it now."""
    plays = []
    while (pacing := reading.pacing) is not None and pacing.held:
        span = pacing.held[0][1]
        if not pacings.allows(pacing, reading.sounded, span.count, timing):
            break
        pacing, reached = pacings.said_to(replace(pacing, held=pacing.held[1:]), reading.sounded + span.count)
        reads, play = _play(reads, at, replace(reading, pacing=pacing), span, reached)
        plays.append(play)
        reading = next(one for one in reads.under_way if one.id == reading.id)
    return reads, plays


def _play(reads: Reads, at: Instant, reading: Reading, span: AudioSpan, said_to: int) -> tuple[Reads, Play]:
    """Give one more piece of sound to the speaker. With it `said_to` characters are said."""
    start = max([at, *(one.ends_at for one in reads.alive)])
    total = reading.sounded + span.count
    mark = (total, max(said_to, reading.marks[-1][1] if reading.marks else 0), span)
    after = replace(
        reading.becomes(S.SOUNDING),
        since=at,
        sounded=total,
        ends_at=Instant(start + milliseconds(span.count, VOICE_RATE)),
        marks=(*reading.marks, mark) if reading.pieces else (mark,),
    )
    return put(reads, after), Play(reading.id, span)


def ended(reads: Reads, at: Instant, reading: Reading) -> Reads:
    """The narrator says that all sound has come. That ends the read, unless its text must be waited for (G6)."""
    if reading.pacing is None:
        return given(reads, reading)
    return put(reads, replace(reading, pacing=pacings.ended(reading.pacing, at)))


def finish(reads: Reads, at: Instant, read: ReadId, timing: Timing) -> Reads:
    """A live reader gave a sign of life. If all was said, and all of its sound has come, the mouth is free."""
    reading = find(reads, read)
    if reading is None:
        return reads
    if reading.pacing is None or not pacings.is_whole(reading.pacing, reading.sounded, timing):
        return put(reads, replace(reading, since=at))
    mark = (reading.sounded, len(reading.said), reading.marks[-1][2])
    return given(reads, replace(reading, since=at, marks=(*reading.marks, mark)))


def given(reads: Reads, reading: Reading) -> Reads:
    """All its sound has come: the mouth is free for the next."""
    if reading.state in SOUNDS:
        given_whole = replace(reading, kept_to=len(reading.said))
        reading = given_whole.becomes(S.GIVEN if reading.sounded else S.PLAYED)
    return put(reads, reading.settled)


def played(reads: Reads, at: Instant, read: ReadId, samples: int) -> Reads:
    """The speaker reports. It can neither take back nor claim more than it was given. What it has not played of this
    read it plays from now on, and behind it what it was given of later ones."""
    reading = find(reads, read)
    if reading is None or not reading.sounded or reading.state not in ALIVE:
        return reads
    heard = max(reading.played, min(samples, reading.sounded))
    end = Instant(max(reading.ends_at, at + milliseconds(reading.sounded - heard, VOICE_RATE)))
    reading = replace(reading, played=heard, ends_at=end)
    for one in reads.alive:
        if one.id > read and one.sounded:
            end = Instant(max(one.ends_at, end + milliseconds(one.sounded - one.played, VOICE_RATE)))
            reads = put(reads, replace(one, ends_at=end))
    return put(reads, reading.settled)


def over(reads: Reads, reading: Reading, kept: Marks = ()) -> Reads:
    """The read is over. `kept`: its sound that is played again by a new read."""
    if reading.state is S.PLAYED:
        reads = replace(reads, heard=going_on.remembered(reads.heard, reading.heard_of(reading.sounded)))
    why = DropReason.LATE if reading.state is S.PLAYED else DropReason.CUT
    sound = {span.stream: span for _, _, span in (() if kept else reading.marks)}
    return replace(
        reads,
        done=(*reads.done, *sound.values()),
        under_way=tuple(one for one in reads.under_way if one.id != reading.id),
        over=(*reads.over, (reading.id, reading.origin, why))[-REMEMBERED:],
    )


def give_up(reads: Reads, reading: Reading, *, again: bool) -> Reads:
    """The read is not said as it was written. The exact voice, if there is one (`again`), says what was not heard."""
    pieces = tuple(replace(piece, exact=True) for piece in reading.pieces)
    return put(reads, replace(reading, pieces=pieces, again=again))


def cut(
    reads: Reads, at: Instant, flush_by: Instant, only: ReadId | None = None
) -> tuple[Reads, list[Flush]]:
    """Cut all reads at once, or only one; then what was given of the others plays on.

    The speaker flushes what it holds. What it never had was not heard (G4, G6).
    """
    gone = [one for one in reads.alive if only in (None, one.id)]
    loud = [one for one in gone if one.sounded]
    again = any(one.again for one in gone) if only is not None else reads.busy
    reads = replace(
        reads, flush_by=flush_by if loud else reads.flush_by, released=0 if again else reads.released
    )
    for one in gone:
        pacing = None if one.pacing is None else replace(one.pacing, held=())
        silenced = replace(one.becomes(S.CUT), since=at, pacing=pacing)
        reads = put(reads, silenced) if one.sounded else _counted(reads, silenced, 0)
    return reads, [Flush(one.id) for one in loud]


def flushed(reads: Reads, reading: Reading, samples: int) -> tuple[Reads, int]:
    """The speaker reports how much of a cut read was heard. It is kept between what was reported before and
    what was given."""
    heard = max(reading.played, min(samples, reading.sounded))
    return _counted(reads, reading, heard), heard


def resume(reads: Reads, at: Instant, *, exact: bool) -> tuple[Reads, list[GoesOn], list[Piece]]:
    """Go on reading after a cut. `exact`: the narrator is the exact voice. Returns what is skipped, too.

    The exact voice goes on at the last word heard, at once, with the sound that it has given already. A live
    reader goes on from the last pause. So does what is skipped, said again or said at another pace (N7).
    """
    waiting, out = list[Piece](), list[GoesOn]()
    for one in reads.left:
        pieces, sound = one.rest() if one.goes_on(exact=exact) else (one.tell(one.played)[1], ())
        if waiting or not sound or reads.coming or reads.going is not Going.ON:
            waiting += pieces
            reads = over(reads, one)
        else:
            whole = one.kept_to == len(one.said)
            reads, commands = _go_on(over(reads, one, sound), at, pieces, sound, whole=whole)
            out += commands
    line, skipped = going_on.line(reads.going, waiting, reads.queue, reads.heard)
    after = replace(reads, queue=tuple(line))
    return (after if reads.going is Going.WAIT else replace(after, going=Going.ON)), out, skipped


def _go_on(
    reads: Reads, at: Instant, pieces: tuple[Piece, ...], sound: Marks, *, whole: bool
) -> tuple[Reads, list[GoesOn]]:
    """Begin a new read with sound of an old one. The narrator says what follows, unless that sound is `whole`."""
    reads, reading = ask(reads, lambda read: Reading(read, at, pieces))
    out: list[GoesOn] = [reading.show]
    for _, said_to, span in sound:
        reads, play = _play(reads, at, reading, span, said_to)
        reading = reads.under_way[-1]
        out.append(play)
    rest = reading.said[reading.heard(reading.sounded) :].strip()
    if whole or not any(map(str.isalnum, rest)):
        return given(reads, reading), out
    reads = put(reads, replace(reading, kept_to=len(reading.said.rstrip()) - len(rest)))
    return reads, [*out, Read(reading.id, rest, exact=reading.exact)]


def discard(reads: Reads, run: RunId | None = None) -> Reads:
    """Drop what waits to be said: of one run, of all, or words of ours (`OURS`)."""
    reads = replace(reads, going=Going.ON if run is None else reads.going)
    return _without(reads, lambda piece: run in (None, piece.run or OURS))


def retracted(reads: Reads, run: RunId, since: int) -> Reads:
    """Drop what waits to be said of a run's text from here on."""
    return _without(reads, lambda piece: piece.run == run and piece.shown_from >= since, by=-1)


def of_text(reading: Reading, run: RunId, since: int) -> bool:
    """Whether it says something of a run's text from here on."""
    return any(piece.run == run and piece.shown_from >= since for piece in reading.pieces)


def unsaid(reads: Reads, said: str) -> Reads:
    """Drop words of ours, if they wait to be said."""
    return _without(reads, lambda piece: piece.run is None and piece.said == said)


def _without(reads: Reads, gone: Callable[[Piece], bool], by: int = 0) -> Reads:
    reads = replace(reads, queue=tuple(one for one in reads.queue if not gone(one)))
    for one in reads.under_way:
        if one.state in (S.CUT, S.LEFT) and one.pieces and gone(one.pieces[by]):
            reads = put(reads, replace(one, again=False)) if one.state is S.CUT else over(reads, one)
    return reads


def deadline(reads: Reads, drain: int) -> Instant | None:
    """When the next read counts as played."""
    return min(
        (Instant(one.ends_at + drain) for one in reads.under_way if one.state is S.GIVEN), default=None
    )


def find(reads: Reads, read: ReadId, *of: SoundOrigin) -> Reading | None:
    """The read with this id, if it is not over. `of`: the origins that it may have."""
    found = (one for one in reads.under_way if one.id == read and (not of or one.origin in of))
    return next(found, None)


def put(reads: Reads, reading: Reading) -> Reads:
    """The same with this read as it is now."""
    under_way = tuple(reading if one.id == reading.id else one for one in reads.under_way)
    return replace(reads, under_way=under_way)


def _counted(reads: Reads, reading: Reading, heard: int) -> Reads:
    """It is known how much of a cut read was heard."""
    reads = replace(reads, heard=going_on.remembered(reads.heard, reading.heard_of(heard)))
    after = replace(reading.becomes(S.LEFT), played=heard)
    left = reading.pieces and reading.again and reading.tell(heard)[1]
    return put(reads, after) if left else over(reads, after)


def _why(reads: Reads, read: ReadId, origin: SoundOrigin) -> DropReason:
    reading = find(reads, read)
    if reading is not None and reading.origin is origin:
        return DropReason.CUT if reading.state in (S.CUT, S.LEFT) else DropReason.LATE
    return next(
        (why for number, whose, why in reads.over if (number, whose) == (read, origin)), DropReason.NOT_A_READ
    )
