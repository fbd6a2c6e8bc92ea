"""Joint rules of the voice: from the pieces that wait to the speaker, and back to what was heard.

G1 G4  Sound passes only through `reads.sound`; a cut closes it at once.
N1 N3 N4  Pieces are released as soon as the mouth is free: when a live reader's read is whole, not when it says
    so. The brain is told what was played.
"""

from collections.abc import Iterable
from dataclasses import replace
from typing import Final

from solovox.core import budget, generation, reads, retelling, runs
from solovox.core.approvals import holds, returning
from solovox.core.approvals.holds import Readback
from solovox.core.budget import Budget
from solovox.core.commands import CancelRead, Drop, DropReason, ShowNotice, SoundOrigin, TellSkipped
from solovox.core.events import (
    Flushed,
    Played,
)
from solovox.core.going_on import Going
from solovox.core.microphone import routed
from solovox.core.policy import NarratorKind
from solovox.core.reading import SOUNDS, Piece, Reading, ReadState
from solovox.core.runs import RunState
from solovox.core.talk import Talk
from solovox.core.units import Instant, ReadId, RunId

ASKED: Final = 80
"""A question within the last characters that were heard, this number of them, may be answered."""


def offer(talk: Talk, piece: Piece) -> None:
    """One more piece to say. It waits for the mouth or, of an answer, for the person to want more (N6)."""
    if piece.run is None:
        talk.voice.reads = reads.offer(talk.voice.reads, piece)
        return
    talk.voice.budget, now = budget.offered(talk.voice.budget, piece, talk.spoken_most)
    if now:
        talk.voice.reads = reads.offer(talk.voice.reads, piece)
    elif talk.voice.budget.closed:
        _only_shown(talk, [piece], first=len(talk.voice.budget.rest) == 1)


def _only_shown(talk: Talk, pieces: Iterable[Piece], *, back: bool = False, first: bool = False) -> None:
    """The brain is told that these are not said, or (`back`) are after all. `first`: the person is told how to hear them."""
    told = ((one.run, one) for one in pieces if one.run is not None)
    talk.say(*(TellSkipped(run, one.shown_from, one.shown_to, back) for run, one in told))
    if first:
        talk.say(ShowNotice(talk.policy.sentences.only_shown))


def grant(talk: Talk, *, all_of_it: bool = False) -> None:
    """More of the answer is said: a budget's worth, or all that was held back (N6)."""
    if talk.voice.budget.closed:
        _only_shown(talk, talk.voice.budget.rest, back=True)
    talk.voice.budget, pieces = budget.granted(talk.voice.budget, 0 if all_of_it else talk.spoken_most)
    talk.voice.reads = reads.offer(talk.voice.reads, *pieces)


def end(talk: Talk) -> None:
    """No more is said of the answers so far: the person has said something new, or wants no more (T2, N6)."""
    if not talk.voice.budget.closed:
        grant(talk, all_of_it=True)
    talk.voice.budget = replace(talk.voice.budget, closed=True, asked_at=None)
    talk.voice.reads = replace(talk.voice.reads, going=Going.END)


def wait(talk: Talk) -> None:
    """What the person has cut waits until they have answered what waits for a yes (T2, A2)."""
    if talk.voice.reads.going is Going.ON and talk.voice.reads.busy and not talk.voice.reads.alive:
        talk.voice.reads = replace(talk.voice.reads, going=Going.WAIT)


def go_on(talk: Talk) -> None:
    """The person wants to hear what was cut, more of an answer or, behind it, what is left of the one before (T2, N6)."""
    if talk.voice.reads.going in (Going.WAIT, Going.END):
        talk.voice.reads = replace(talk.voice.reads, going=Going.ON)
    if not talk.voice.budget.rest:
        talk.voice.budget = talk.voice.budget.before or talk.voice.budget
    grant(talk)


def release(talk: Talk) -> bool:
    """Give the narrator the next read, if a surface is there and the person does not have the floor (T1, N3)."""
    early = talk.pauses and talk.policy.narrator is not NarratorKind.VOICE  # it cannot be taken back for free
    if (
        early
        or _taken(talk)
        or talk.presence.caps is None
        or not talk.voice.reads.ready
        or release_at(talk) is not None
    ):
        return False
    limit, exactly = talk.policy.limits.read_chars, not _can_read(talk)
    talk.voice.reads, commands = reads.release(
        talk.voice.reads, talk.at, limit, exactly=exactly, checked=talk.policy.checks
    )
    talk.say(*commands)
    return True


def _taken(talk: Talk) -> bool:
    """Whether the person has the floor."""
    said = talk.turn.open
    return talk.turn.taken_at is not None or (said is not None and said.spoken and not said.deaf)


def dealt_with(talk: Talk) -> None:
    """What the person said is answered (L2)."""
    said = talk.turn.open or talk.turn.last
    if said is not None:
        talk.link.microphone = routed(talk.link.microphone, said.speech.end)


def release_at(talk: Talk) -> Instant | None:
    """When the next read may be released, if it must wait for the speaker to catch up, or for the ear to
    finish (N1)."""
    if not talk.voice.reads.queue or talk.voice.reads.coming is not None:
        return None
    waits = [Instant(talk.voice.reads.ends_at - talk.policy.timing.ahead)]
    relays = (
        talk.policy.narrator is NarratorKind.RELAY
        and talk.link.ear.is_live
        and not talk.voice.reads.queue[0].exact
    )
    if relays:
        busy_since, timing = returning.ear_busy_since(talk), talk.policy.timing
        idle = timing.idle if talk.policy.exact_voice else timing.reader
        behind = talk.link.generation.ended_at + timing.behind
        waits.append(
            Instant(behind if busy_since is None else max(busy_since + idle, talk.voice.reads.ends_at))
        )
    until = max(waits)
    return until if until > talk.at else None


def _can_read(talk: Talk) -> bool:
    """Whether the narrator can be given a read. An ear that reads must be idle, without an open call (N1)."""
    idle = talk.link.ear.is_live and returning.ear_busy_since(talk) is None
    return talk.policy.narrator is not NarratorKind.RELAY or idle or not talk.policy.exact_voice


def fail_read(talk: Talk, reading: Reading, reason: str) -> None:
    """What came of this read is played. The rest is only shown."""
    if reading.state in SOUNDS:
        talk.approvals = holds.heard_out(talk.approvals, [one.said for one in reading.pieces], whole=False)
        talk.voice.reads = reads.given(talk.voice.reads, reading)
        talk.fail(f"reading aloud failed: {reason}")


def cancel_read(talk: Talk, reading: Reading, *, works: bool = True) -> None:
    """The rest of the read is not wanted. An ear that still works at it is busy until it has ended (N1)."""
    talk.say(CancelRead(reading.id))
    if works:
        works_on(talk, reading)


def works_on(talk: Talk, reading: Reading) -> None:
    """An ear that reads is busy until its turn has ended, whatever became of the read (N1)."""
    if talk.policy.narrator is NarratorKind.RELAY and not reading.exact and talk.link.ear.is_live:
        talk.link.generation = generation.abandoned(talk.link.generation, talk.at)


def amid(talk: Talk) -> bool:
    """Whether an answer is being read, more of it is to come, and what was heard last asks nothing (T1)."""
    loud = [one for one in talk.voice.reads.alive if one.sounded and one.pieces]
    if not loud or loud[0].pieces[0].run is None:
        return False
    ends_at = max(one.ends_at for one in loud)
    more = (
        talk.voice.reads.coming is not None
        or talk.voice.reads.queue
        or ends_at - talk.at >= talk.policy.timing.midst
    )
    before = "".join(piece.said[: piece.known] for piece in talk.voice.reads.heard)
    heard = before + "".join(one.so_far(max(one.played, one.by_clock(talk.at))) for one in loud)
    return bool(more) and "?" not in heard[-ASKED:]


def overdue(talk: Talk) -> None:
    """A speaker without reports has played by now what it was given.

    A speaker that reports exactly is given up: nothing more of the read is heard, and only what was reported
    counts (G3, N4).
    """
    for reading in talk.voice.reads.under_way:
        if reading.state is not ReadState.GIVEN or talk.at < reading.ends_at + talk.drain:
            continue
        if talk.presence.exact:
            talk.voice.reads = reads.give_up(talk.voice.reads, reading, again=False)
            shut(talk, reading.id)
        else:
            talk.voice.reads = reads.played(talk.voice.reads, reading.ends_at, reading.id, reading.sounded)


def drained(talk: Talk) -> bool:
    """Tell the brain of reads that were played to their end."""
    reading = next((one for one in talk.voice.reads.under_way if one.state is ReadState.PLAYED), None)
    if reading is None:
        return False
    talk.voice.reads = reads.over(talk.voice.reads, reading)
    if reading.sounded:
        talk.approvals = holds.heard_out(talk.approvals, [one.said for one in reading.pieces], whole=True)
    if reading.pieces and (told := reading.tell(reading.sounded)[0]) is not None:
        talk.link.retelling = retelling.answered(talk.link.retelling, reading.so_far(reading.sounded))
        talk.say(told)
    return True


def cut(talk: Talk) -> None:
    """Close the mouth at once. What was not played waits (G4)."""
    if (reading := talk.voice.reads.coming) is not None:
        _withdraw(talk, reading)
    talk.cut_generation()
    talk.link.ear = replace(talk.link.ear, told_at=None)
    shut(talk)
    talk.duck(down=False)


def _withdraw(talk: Talk, reading: Reading) -> None:
    """What the narrator has not given of a read is not wanted."""
    talk.say(*(Drop(SoundOrigin.NARRATOR, span, DropReason.CUT) for span in reading.held))
    cancel_read(talk, reading)


def shut(talk: Talk, only: ReadId | None = None) -> None:
    """Flush the speaker, of everything or of one read (G4, N4)."""
    until = Instant(talk.at + talk.policy.timing.flush)
    talk.voice.reads, flushes = reads.cut(talk.voice.reads, talk.at, until, only)
    if talk.presence.caps is not None:
        talk.say(*flushes)


def played(talk: Talk, event: Played) -> None:
    """The speaker reports how much it has played."""
    talk.voice.reads = reads.played(talk.voice.reads, talk.at, event.read, event.samples)


def flushed(talk: Talk, event: Flushed) -> None:
    """The speaker says how much of a cut read it had played."""
    _counted(talk, event.read, event.samples)


def _counted(talk: Talk, read: ReadId, samples: int) -> None:
    """It is known how much of a cut read was heard, and the brain is told (N4)."""
    reading = reads.find(talk.voice.reads, read)
    if reading is None or reading.state is not ReadState.CUT:
        return
    talk.voice.reads, heard = reads.flushed(talk.voice.reads, reading, samples)
    if reading.pieces and (told := reading.tell(heard)[0]) is not None:
        half = "" if reading.goes_on(exact=talk.policy.narrator is NarratorKind.VOICE) else told.then
        talk.link.retelling = retelling.answered(talk.link.retelling, reading.so_far(heard), half)
        if heard or not told.shown_to:  # of a read that only waited it would say that all before was heard
            talk.say(told)


def settle_flushes(talk: Talk) -> None:
    """No `Flushed` came in time, or none can come. Go by the last reports or, if the surface has none, by the clock."""
    blind = talk.presence.caps is not None and not talk.presence.exact
    for reading in talk.voice.reads.flushing:
        _counted(talk, reading.id, reading.by_clock(reading.since) if blind else reading.played)


def resume(talk: Talk) -> bool:
    """The person did not take the floor after all: go on reading from the last pause (T1), or as they want it (T2, N7)."""
    going = talk.voice.reads.going
    first = (
        talk.voice.reads.ahead
        or talk.voice.reads.coming is not None
        or _taken(talk)
        or talk.presence.caps is None
    )
    idle = going in (Going.ON, Going.WAIT) and not talk.voice.reads.left
    if idle or talk.voice.reads.flushing or (first and going is not Going.END):
        return False
    if going is Going.SKIP and not talk.voice.budget.closed:
        grant(talk, all_of_it=True)
    talk.voice.reads, commands, skipped = reads.resume(
        talk.voice.reads, talk.at, exact=talk.policy.narrator is NarratorKind.VOICE
    )
    talk.heard(*commands)
    _only_shown(talk, skipped, first=bool(skipped) and going is Going.END and not talk.voice.budget.rest)
    if going is Going.END and skipped:
        talk.voice.budget = budget.set_aside(talk.voice.budget, skipped)
    elif going is Going.SKIP:  # what follows has a budget of its own
        waiting, talk.voice.reads = talk.voice.reads.queue, reads.discard(talk.voice.reads)
        talk.voice.budget = budget.anew(talk.voice.budget)
        for piece in waiting:
            offer(talk, piece)
    return True


def discard(talk: Talk, only: RunId | None = None) -> None:
    """Say no more of the answers so far, or of one run's. Their text stays shown. What is still to be asked
    will be said."""
    talk.voice.reads = reads.discard(talk.voice.reads, only)
    if only in (None, talk.voice.budget.run):
        talk.voice.budget = (talk.voice.budget.before if only else None) or Budget()
    if only is None:
        talk.voice.line = None
        talk.link.generation = replace(talk.link.generation, hushed=True)
        talk.work.runs = runs.end_ear(talk.work.runs, RunState.CANCELLED)
    for run in talk.work.runs.known:
        if run.voiced and run.state is not RunState.DUE and only in (None, run.id):
            talk.work.runs = runs.put(talk.work.runs, replace(run, voiced=False))


def take_back(talk: Talk, run: RunId, since: int) -> None:
    """No more is said of what a run wrote from here on: it was not meant to be."""
    if any(reads.of_text(one, run, since) for one in talk.voice.reads.alive):
        cut(talk)
    talk.voice.reads = reads.retracted(talk.voice.reads, run, since)
    if talk.voice.budget.run == run:
        rest = tuple(one for one in talk.voice.budget.rest if one.shown_from < since)
        talk.voice.budget = replace(talk.voice.budget, rest=rest, spent=0, inside=False)


def give_way(talk: Talk) -> None:
    """No more is read for a live model that answers for itself: it speaks again, or was spoken to (G7, N1)."""
    if (reading := talk.voice.reads.coming) is not None:
        _withdraw(talk, reading)
    for one in talk.voice.reads.alive:
        if one.pieces:
            shut(talk, one.id)
    talk.voice.reads = reads.discard(talk.voice.reads)


def unsay(talk: Talk, said: str) -> None:
    """Words of ours are not said, if none of them is heard yet."""
    coming = talk.voice.reads.coming
    ours = coming is not None and [(one.run, one.said) for one in coming.pieces] == [(None, said)]
    if coming is not None and ours and not coming.sounded:
        _withdraw(talk, coming)
        shut(talk, coming.id)
    talk.voice.reads = reads.unsaid(talk.voice.reads, said)


def fall_silent(talk: Talk) -> bool:
    """What was said to wait for a yes waits no more: no more is said of it (N5)."""
    if talk.approvals.telling.hold in (None, *(held.id for held in talk.approvals.waiting)):
        return False
    talk.approvals = replace(talk.approvals, telling=Readback())
    if any(one.pieces and one.pieces[0].run is None for one in talk.voice.reads.alive):
        cut(talk)
    discard(talk, reads.OURS)
    return True


def sounds(talk: Talk, read: ReadId) -> None:
    """After the first sound of an answer it counts as heard (T2)."""
    reading = reads.find(talk.voice.reads, read)
    spoken = None if reading is None or not reading.pieces else reading.pieces[0].run
    run = None if spoken is None else runs.find(talk.work.runs, spoken)
    if reading is not None and reading.sounded and run is not None and not run.sounded:
        talk.work.runs = runs.put(talk.work.runs, replace(run, sounded=True))
        if run.ear:
            dealt_with(talk)
