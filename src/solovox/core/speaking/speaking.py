"""Joint rules of the voice: from the script to the speaker, and back to what was heard.

G1 G4  Sound passes only through `Reads.sound`; a cut closes it at once.
N1  One mouth: a new read is released only when the one before is given whole. Reads grow: the first piece
    alone, then the second, then all that waits (up to `Limits.read_chars`).
N3 N4  Pieces are released as soon as the mouth is free: when a live reader's read is whole, not when it says
    so. The brain is told what was played.

A cut leaves the pieces that were not heard whole. `resume` gives them back to the script if it was a cough or a
nod, or as the person wants it (N7). `discard` drops them, if the person took the floor.
"""

from collections.abc import Callable, Collection, Sequence
from dataclasses import replace
from itertools import takewhile
from typing import Final

from solovox.core import generation, retelling, runs
from solovox.core.approvals import holds, returning
from solovox.core.commands import (
    CancelRead,
    Drop,
    DropReason,
    Flush,
    ForgetSound,
    Read,
    ShowNotice,
    SoundOrigin,
    TellHeard,
    TellSkipped,
)
from solovox.core.events import Flushed
from solovox.core.microphone import mark_routed
from solovox.core.policy import NarratorKind
from solovox.core.runs import RunState
from solovox.core.speaking.pacing import Pacing
from solovox.core.speaking.reading import FLUSHING, SOUNDS, Marks, Piece, Reading, ReadState
from solovox.core.speaking.script import Going
from solovox.core.talk import Talk
from solovox.core.units import VOICE_RATE, Instant, RunId

ASKED: Final = 80
"""A question within the last characters that were heard, this number of them, may be answered."""


def offer(talk: Talk, piece: Piece) -> None:
    """One more piece of an answer. It waits for the mouth, or for the person to want more (N6)."""
    script = talk.voice.script
    script.offer(piece, talk.spoken_most)
    if piece.run == script.closed:
        _only_shown(talk, [piece])


def _only_shown(talk: Talk, pieces: Sequence[Piece], *, back: bool = False) -> None:
    """The brain is told that these are not said, or (`back`) are after all. If they are the first of an answer that are set aside,
    the person is told how to hear them."""
    told = ((one.run, one) for one in pieces if one.run is not None)
    talk.say(*(TellSkipped(run, one.shown_from, one.shown_to, back) for run, one in told))
    answers = {one.run for one in pieces}
    if pieces and len(pieces) == sum(one.run in answers for one in talk.voice.script.aside):
        talk.say(ShowNotice(talk.policy.sentences.only_shown))


def wait(talk: Talk) -> None:
    """What the person has cut waits until they have answered what waits for a yes (T2, A2)."""
    voice = talk.voice
    if voice.script.going is Going.ON and voice.busy and not voice.reads.alive:
        voice.script.going = Going.WAIT


def go_on(talk: Talk) -> None:
    """The person wants to hear what was cut, more of an answer or, behind it, what is left of the one before (T2, N6)."""
    _only_shown(talk, talk.voice.script.go_back(), back=True)
    talk.voice.script.grant(talk.spoken_most)


def release(talk: Talk) -> bool:
    """Give the narrator the next read, if a surface is there and the person does not have the floor (T1, N3)."""
    reads, script = talk.voice.reads, talk.voice.script
    early = talk.pauses and talk.policy.narrator is not NarratorKind.VOICE  # it cannot be taken back for free
    behind = (reads.left or script.going is Going.WAIT) and not script.lead
    held_up = early or behind or reads.coming or reads.flushing or _has_floor_taken(talk)
    if not script.queue or held_up or talk.presence.caps is None or release_at(talk) is not None:
        return False
    # An ear that reads must be idle, without an open call; else the exact voice reads (N1).
    idle = talk.link.ear.is_live and returning.ear_busy_since(talk) is None
    exactly = talk.policy.narrator is NarratorKind.RELAY and not idle and talk.policy.exact_voice
    pieces = script.take(talk.policy.limits.read_chars if reads.flow(script.queue[0].run) else 0)
    reading = reads.ask(talk.at, tuple(replace(one, exact=one.exact or exactly) for one in pieces))
    if talk.policy.checks and not reading.exact:
        reads.put(replace(reading, pacing=Pacing(reading.said)))
    talk.say(reading.show, Read(reading.id, reading.said, exact=reading.exact))
    return True


def _has_floor_taken(talk: Talk) -> bool:
    """Whether the person has the floor."""
    said = talk.turn.open
    return talk.turn.taken_at is not None or (said is not None and said.spoken and not said.deaf)


def dealt_with(talk: Talk) -> None:
    """What the person said is answered (L2)."""
    said = talk.turn.open or talk.turn.last
    if said is not None:
        talk.link.microphone = mark_routed(talk.link.microphone, said.speech.end)


def release_at(talk: Talk) -> Instant | None:
    """When the next read may be released, if it must wait for the speaker to catch up, or for the ear to
    finish (N1)."""
    reads, queue, timing = talk.voice.reads, talk.voice.script.queue, talk.policy.timing
    if not queue or reads.coming is not None:
        return None
    until = Instant(reads.ends_at - timing.ahead)
    relay = talk.policy.narrator is NarratorKind.RELAY and talk.link.ear.is_live
    if relay and not queue[0].exact:
        busy_since = returning.ear_busy_since(talk)
        idle = timing.idle if talk.policy.exact_voice else timing.reader
        behind = talk.link.generation.ended_at + timing.behind
        until = Instant(max(until, behind if busy_since is None else max(busy_since + idle, reads.ends_at)))
    return until if until > talk.at else None


def fail_read(talk: Talk, reading: Reading, reason: str) -> None:
    """What came of this read is played. The rest is only shown."""
    if reading.state in SOUNDS:
        talk.approvals = holds.heard_out(talk.approvals, [one.said for one in reading.pieces], whole=False)
        talk.voice.reads.mark_given(reading)
        talk.fail(f"reading aloud failed: {reason}")


def cancel_read(talk: Talk, reading: Reading, *, works: bool = True) -> None:
    """The rest of the read is not wanted. An ear that still works at it is busy until it has ended (N1)."""
    talk.say(CancelRead(reading.id))
    if works:
        works_on(talk, reading)


def works_on(talk: Talk, reading: Reading) -> None:
    """An ear that reads is busy until its turn has ended, whatever became of the read (N1)."""
    if talk.policy.narrator is NarratorKind.RELAY and not reading.exact and talk.link.ear.is_live:
        talk.link.generation = generation.cut_generation(generation.sign(talk.link.generation, talk.at))


def amid(talk: Talk) -> bool:
    """Whether an answer is being read, more of it is to come, and what was heard last asks nothing (T1)."""
    reads, script = talk.voice.reads, talk.voice.script
    loud = [one for one in reads.loud if one.pieces]
    if not loud or loud[0].pieces[0].run is None:
        return False
    before = "".join(piece.said[: piece.known] for piece in script.heard)
    heard = before + "".join(one.so_far(max(one.played, one.by_clock(talk.at))) for one in loud)
    lasts = max(one.ends_at for one in loud) - talk.at >= talk.policy.timing.midst
    return bool(reads.coming or script.queue or lasts) and "?" not in heard[-ASKED:]


def overdue_at(talk: Talk) -> Instant | None:
    """When the next read counts as played (G3)."""
    given = (one for one in talk.voice.reads.under_way if one.state is ReadState.GIVEN)
    return min((Instant(one.ends_at + talk.drain) for one in given), default=None)


def overdue(talk: Talk) -> None:
    """A speaker without reports has played by now what it was given.

    A speaker that reports exactly is given up: nothing more of the read is heard, and only what was reported
    counts (G3, N4).
    """
    for reading in talk.voice.reads.under_way:
        if reading.state is not ReadState.GIVEN or talk.at < reading.ends_at + talk.drain:
            continue
        if talk.presence.exact:
            silence(talk, [reading], again=False)
        else:
            talk.voice.reads.mark_played(reading.ends_at, reading.id, reading.sounded)


def tell_drained(talk: Talk) -> bool:
    """Tell the brain of reads that were played to their end."""
    reading = next((one for one in talk.voice.reads.under_way if one.state is ReadState.PLAYED), None)
    if reading is None:
        return False
    if reading.sounded:
        talk.approvals = holds.heard_out(talk.approvals, [one.said for one in reading.pieces], whole=True)
    _tell(talk, reading, reading.sounded)
    _over(talk, reading)
    return True


def _over(talk: Talk, reading: Reading, *, keeps: bool = False) -> None:
    """The read is over. `keeps`: its sound is played again by a new read."""
    talk.voice.reads.end(reading)
    sound = {span.stream: span.end for _, _, span in (() if keeps else reading.marks)}
    talk.say(*(ForgetSound(stream, end) for stream, end in sound.items()))


def _tell(talk: Talk, reading: Reading, heard: int) -> None:
    """It is known how much of a read was heard: the brain is told (N4)."""
    talk.voice.script.remember(reading.heard_of(heard))
    if reading.pieces and (told := reading.tell(heard)) is not None:
        talk.link.retelling = retelling.add_answer(talk.link.retelling, reading.so_far(heard))
        if heard or not told.shown_to:  # of a read that only waited it would say that all before was heard
            talk.say(told)


def cut_voice(talk: Talk) -> None:
    """Close the mouth at once. What was not played waits (G4)."""
    silence(talk, talk.voice.reads.alive)
    talk.cut_generation()
    talk.link.ear = replace(talk.link.ear, told_at=None)
    talk.duck(down=False)


def silence(
    talk: Talk,
    reads: Collection[Reading],
    *,
    why: DropReason = DropReason.CUT,
    works: bool = True,
    again: bool = True,
) -> None:
    """Cut these reads: the narrator gives no more of them, and the speaker flushes what it holds. What it never had was not heard
    (G4, G6). `again`: what was not heard may be said again, of a read that has strayed by the exact voice."""
    for one in reads:
        if one.pieces and one.state in SOUNDS:
            talk.say(*(Drop(SoundOrigin.NARRATOR, span, why) for span in one.held))
            cancel_read(talk, one, works=works)
    for one in reads:
        pacing = None if one.pacing is None else replace(one.pacing, held=())
        strayed = why is DropReason.STRAYED
        pieces = tuple(replace(piece, exact=piece.exact or strayed) for piece in one.pieces)
        then = ReadState.CUT if again else ReadState.DROPPED
        silenced = replace(one.becomes(then), since=talk.at, pieces=pieces, pacing=pacing)
        talk.voice.reads.put(silenced)
        if not one.sounded:
            _leave(talk, silenced)
        elif talk.presence.caps is not None:
            talk.say(Flush(one.id))


def _leave(talk: Talk, reading: Reading) -> None:
    """It is known how much of a cut read was heard."""
    if reading.state is ReadState.CUT and reading.find_unheard(exact=False)[0]:
        talk.voice.reads.put(reading.becomes(ReadState.LEFT))
    else:
        _over(talk, reading)


def take_flushed(talk: Talk, event: Flushed) -> None:
    """The speaker says how much of a cut read it had played. It is between what was reported before and what was given."""
    reading = talk.voice.reads.find(event.read)
    if reading is not None and reading.state in FLUSHING:
        _count_heard(talk, reading, max(reading.played, min(event.samples, reading.sounded)))


def _count_heard(talk: Talk, reading: Reading, heard: int) -> None:
    """It is known how much of a cut read was heard, and who made it is told: the brain (N4), or the model itself (G7)."""
    _tell(talk, reading, heard)
    if reading.origin is SoundOrigin.EAR and talk.link.ear.is_live:
        talk.say(TellHeard(talk.link.ear.id, heard * 1_000 // VOICE_RATE))
    _leave(talk, replace(reading, played=heard))


def settle_flushes(talk: Talk) -> None:
    """No `Flushed` came in time, or none can come. Go by the last reports or, if the surface has none, by the clock."""
    blind = talk.presence.caps is not None and not talk.presence.exact
    for reading in talk.voice.reads.flushing:
        _count_heard(talk, reading, reading.by_clock(reading.since) if blind else reading.played)


def resume(talk: Talk) -> bool:
    """Once it is known what was heard, the reading goes on as the person wants it (T2, N7) or, if they did not take the floor after
    all, where it was cut (T1).

    The exact voice goes on at the last word heard, at once, with the sound that it has given already. A live
    reader goes on from the last pause. So does what is skipped, said again or said at another pace.
    """
    reads, script = talk.voice.reads, talk.voice.script
    moves = script.going not in (Going.ON, Going.WAIT)
    held_up = script.lead or reads.coming is not None or _has_floor_taken(talk) or talk.presence.caps is None
    if reads.flushing or not (moves or (reads.left and not held_up)):
        return False
    waiting = list[Piece]()
    for one in reads.left:
        pieces, sound = one.find_unheard(exact=talk.policy.narrator is NarratorKind.VOICE)
        at_once = bool(sound) and script.going is Going.ON and not waiting and reads.coming is None
        _over(talk, one, keeps=at_once)
        if at_once:
            _go_on(talk, pieces, sound, whole=one.kept_to == len(one.said))
        else:
            waiting += pieces
    _only_shown(talk, script.go_on(waiting, talk.spoken_most))
    return True


def _go_on(talk: Talk, pieces: tuple[Piece, ...], sound: Marks, *, whole: bool) -> None:
    """Begin a new read with sound of an old one. The narrator says what follows, unless that sound is `whole`."""
    reading = talk.voice.reads.ask(talk.at, pieces)
    talk.say(reading.show)
    for _, said_to, span in sound:
        reading, play = talk.voice.reads.play(talk.at, reading, span, said_to)
        talk.add_sound(play)
    rest = reading.said[reading.count_heard(reading.sounded) :].strip()
    if whole or not any(map(str.isalnum, rest)):
        talk.voice.reads.mark_given(reading)
    else:
        talk.voice.reads.put(replace(reading, kept_to=len(reading.said.rstrip()) - len(rest)))
        talk.say(Read(reading.id, rest, exact=reading.exact))


def discard(talk: Talk) -> None:
    """Say no more of the answers so far. Their text stays shown. What is still to be asked will be said."""
    drop(talk, lambda _: True)
    talk.voice.script.going, talk.voice.line = Going.ON, None
    talk.link.generation = replace(talk.link.generation, hushed=True)
    talk.work.runs = runs.hush_runs(runs.end_ear(talk.work.runs, RunState.CANCELLED))


def take_back(talk: Talk, run: RunId, since: int) -> None:
    """No more is said of what a run wrote from here on: it was not meant to be."""

    def is_lost(piece: Piece) -> bool:
        return piece.run == run and piece.shown_from >= since

    reads, script = talk.voice.reads, talk.voice.script
    if script.going is Going.ON and any(is_lost(piece) for one in reads.under_way for piece in one.pieces):
        script.going = Going.ANEW  # its sound has the thought, too
    unsay(talk, is_lost)
    for one in reads.flushing:  # it is neither told nor said again as of an answer
        pieces = (replace(piece, run=None) if is_lost(piece) else piece for piece in one.pieces)
        reads.put(replace(one, pieces=tuple(pieces)))
    script.heard = tuple(piece for piece in script.heard if not is_lost(piece))
    script.granted = "" if script.run == run else script.granted


def drop(talk: Talk, gone: Callable[[Piece], bool]) -> None:
    """These pieces are not said, if they wait to be said or were cut. What comes before them in a read still is."""
    reads, script = talk.voice.reads, talk.voice.script
    script.queue, script.rest, script.aside = (
        tuple(one for one in some if not gone(one)) for some in (script.queue, script.rest, script.aside)
    )
    for one in reads.under_way:
        kept = tuple(takewhile(lambda piece: not gone(piece), one.pieces))
        if one.state is ReadState.LEFT and not kept:
            _over(talk, one)
        elif one.pieces and one.state in (ReadState.CUT, ReadState.LEFT):
            reads.put(replace(one, pieces=kept) if kept else one.becomes(ReadState.DROPPED))


def give_way(talk: Talk) -> None:
    """No more is read for a live model that answers for itself: it speaks again, or was spoken to (G7, N1)."""
    unsay(talk, lambda _: True)
    talk.voice.script.going = Going.ON


def unsay(talk: Talk, gone: Callable[[Piece], bool]) -> None:
    """These pieces are not said, nor what is behind them in a read."""
    silence(talk, [one for one in talk.voice.reads.alive if any(map(gone, one.pieces))])
    drop(talk, gone)


def fall_silent(talk: Talk) -> bool:
    """What is over is said no more: what waited for a yes, what worked, and the question whether more is wanted (N5, N6). What is heard of
    work is said to its end."""
    script, reads, waiting = talk.voice.script, talk.voice.reads, talk.approvals.waiting
    if not script.rest or (waiting and talk.turn.open is None):
        script.asked_at = None  # it may be asked again
    holds, works = {held.id for held in waiting}, {run.id for run in talk.work.runs.asked}
    heard = [piece for one in reads.loud for piece in one.pieces]

    def is_over(piece: Piece) -> bool:
        told = piece.told
        if told is None:
            return False
        asks = told.text == talk.policy.sentences.more and script.asked_at is None
        return (
            asks or told.hold not in (None, *holds) or (told.run not in (None, *works) and piece not in heard)
        )

    said = (piece for one in (*reads.alive, *reads.left) for piece in one.pieces)
    if not any(map(is_over, (*script.queue, *said))):
        return False
    unsay(talk, is_over)
    return True
