"""Joint rules of the voice: from the brain's text to the speaker, and back to what was heard.

G1 G4  Sound passes only through `gate.sound`; a cut closes it at once.
G5  Only `BrainWrote` becomes the answer's text. (What a live model says of itself: `generating`.)
N1 N3 N4  Pieces are released as soon as the mouth is free; the brain is told what was played.
"""

from dataclasses import replace

from solovox.core import acting, generation, retelling, runs, verbatim
from solovox.core import gate as gates
from solovox.core import narration as narrations
from solovox.core.commands import (
    CancelRead,
    CancelRun,
    Drop,
    ShowText,
    Voicer,
    Why,
)
from solovox.core.events import (
    BrainOffered,
    ReadFailed,
    ReadRendered,
    ReadSounded,
)
from solovox.core.narration import Piece, Reading
from solovox.core.policy import Narrator
from solovox.core.runs import Run, RunState
from solovox.core.runs import Step as RunStep
from solovox.core.talk import Talk
from solovox.core.units import Instant, ReadId, RunId
from solovox.core.verbatim import Check


def wrote(talk: Talk, run: Run, text: str) -> None:
    """The brain's text is shown whole, whether or not it will be said (N2)."""
    run = replace(run, written=run.written + len(text), blank=run.blank and not text.strip())
    talk.runs = runs.put(talk.runs, run)
    if run.written > talk.policy.limits.answer_chars:
        fail_run(talk, run, "the answer is too long; the rest was cut off", cancel=True)
    elif text:
        talk.say(ShowText(run.id, text))


def offered(talk: Talk, run: Run, event: BrainOffered) -> None:
    """A speakable piece waits for the mouth."""
    shown_to = max(event.shown_to, run.offered_to)
    talk.runs = runs.put(talk.runs, replace(run, offered_to=shown_to))
    if run.voiced and event.said.strip():
        piece = Piece(run.id, event.said.strip(), run.offered_to, shown_to)
        talk.narration = narrations.offer(talk.narration, piece)


def finished(talk: Talk, run: Run) -> None:
    """The answer is complete. An empty one is a failure: silence is never ambiguous (T5)."""
    talk.runs = runs.put(talk.runs, run.step(RunStep.FINISH))
    if run.blank:
        talk.fail("the brain gave no answer")


def fail_run(talk: Talk, run: Run, reason: str, *, cancel: bool = False) -> None:
    """What was already released is said; then a cue (G3)."""
    talk.runs = runs.put(talk.runs, run.step(RunStep.FAIL))
    if cancel:
        talk.say(CancelRun(run.id, reason))
    talk.fail(reason)


def release(talk: Talk) -> bool:
    """Give the narrator the next read, if somebody is there and nobody else has the floor (T1, N3)."""
    if _taken(talk) or talk.presence.caps is None or not talk.narration.ready or release_at(talk) is not None:
        return False
    read = talk.mint()
    talk.narration, command = narrations.release(
        talk.narration, talk.at, read, talk.policy.limits.read_chars, exactly=not _can_read(talk)
    )
    talk.check = Check(read, len(command.said)) if talk.policy.checks and not command.exact else None
    talk.say(command)
    return True


def _taken(talk: Talk) -> bool:
    """Whether the person has the floor."""
    said = talk.turn.open
    return said is not None and said.spoken and not said.deaf


def release_at(talk: Talk) -> Instant | None:
    """When the next read may be released, if the speaker must catch up first, or the ear have finished (N1)."""
    if not talk.narration.queue or talk.narration.rendering is not None:
        return None
    waits = [Instant(gates.ends_at(talk.gate) - talk.policy.timing.ahead)]
    relays = (
        talk.policy.narrator is Narrator.RELAY and talk.ear.is_live and not talk.narration.queue.first.exact
    )
    busy_since = acting.ear_busy_since(talk) if relays else None
    if busy_since is not None:
        timing, exact = talk.policy.timing, talk.policy.exact_voice
        waits.append(Instant(busy_since + (timing.idle if exact else timing.reader)))
    until = max(waits)
    return until if until > talk.at else None


def _can_read(talk: Talk) -> bool:
    """Whether the narrator can be given a read; an ear that reads must be idle, without a call open (N1)."""
    idle = talk.ear.is_live and acting.ear_busy_since(talk) is None
    return talk.policy.narrator is not Narrator.RELAY or idle or not talk.policy.exact_voice


def sounded(talk: Talk, event: ReadSounded) -> None:
    """A piece of sound of the narrator: if it passes, so much more is said."""
    if not talk.sound(Voicer.NARRATOR, event.read, event.span):
        return
    talk.narration = narrations.sounded(talk.narration, talk.at, event.read, event.span.count, event.said_to)
    reading = narrations.find(talk.narration.readings, event.read)
    run = runs.find(talk.runs, reading.pieces[0].run) if reading else None
    if run is not None and not run.sounded:
        talk.runs = runs.put(talk.runs, replace(run, sounded=True))


def rendered(talk: Talk, event: ReadRendered) -> None:
    """The mouth is free for the next read."""
    if narrations.find(talk.narration.readings, event.read) is None:
        return
    talk.gate = gates.rendered(talk.gate, event.read)
    talk.narration = narrations.rendered(talk.narration, event.read)


def read_failed(talk: Talk, event: ReadFailed) -> None:
    """What came is played; the rest of this read is only shown."""
    reading = narrations.find(talk.narration.readings, event.read)
    if reading is None or reading.rendered:
        return
    rendered(talk, ReadRendered(event.read))
    talk.fail(f"reading aloud failed: {event.reason}")


def cancel_read(talk: Talk, reading: Reading) -> None:
    """Nobody wants the rest of it. An ear that was reading it is busy with it until it has ended (N1)."""
    talk.say(CancelRead(reading.read))
    if talk.policy.narrator is Narrator.RELAY and not reading.pieces[0].exact and talk.ear.is_live:
        talk.generation = generation.abandoned(talk.generation, talk.at)


def drained(talk: Talk) -> bool:
    """Tell the brain of reads that were played to their end."""
    for reading in talk.narration.readings:
        if gates.find(talk.gate.voices, reading.read) is None:
            talk.retelling = retelling.answered(talk.retelling, reading.so_far(reading.samples))
            talk.narration, told = narrations.drained(talk.narration, reading)
            talk.say(told)
            return True
    return False


def cut(talk: Talk) -> None:
    """Close the mouth at once; what was not played waits (G4)."""
    if talk.check is not None:
        talk.check, held = verbatim.strayed(talk.check)
        talk.say(*(Drop(Voicer.NARRATOR, span, Why.CUT) for span in held))
    reading = talk.narration.rendering
    if reading is not None:
        cancel_read(talk, reading)
    talk.narration = narrations.cut(talk.narration)
    talk.generation = generation.cut(talk.generation)
    shut(talk)
    talk.duck(down=False)


def shut(talk: Talk, only: ReadId | None = None) -> None:
    """Flush the speaker, of everything or of one read. What it never had, was not heard (G4, N4)."""
    talk.gate, flushes = gates.cut(talk.gate, talk.at, Instant(talk.at + talk.policy.timing.flush), only)
    if talk.presence.caps is not None:
        talk.say(*flushes)
    for pending in talk.narration.cut:
        if gates.find(talk.gate.flushing, pending.read) is None:
            talk.narration, _ = narrations.settle(talk.narration, pending, 0)


def flushed(talk: Talk, read: ReadId, samples: int) -> None:
    """It is known how much of a cut read was heard: the brain is told (N4)."""
    talk.gate, heard = gates.flushed(talk.gate, read, samples)
    reading = narrations.find(talk.narration.cut, read)
    if heard is None or reading is None:
        return
    talk.narration, told = narrations.settle(talk.narration, reading, heard)
    half = "".join(one.then for one in told)
    talk.retelling = retelling.answered(talk.retelling, reading.so_far(heard), half)
    talk.say(*told)


def settle_flushes(talk: Talk) -> None:
    """No `Flushed` came in time, or none can come: go by the last reports, or by the clock where
    the surface has none."""
    blind = talk.presence.caps is not None and not talk.presence.exact
    for voice in talk.gate.flushing:
        flushed(talk, voice.read, voice.by_clock if blind else voice.played)


def resume(talk: Talk) -> bool:
    """Nobody took the floor after all: go on reading from the last pause (T1)."""
    if not talk.narration.suspended or talk.narration.cut or _taken(talk) or talk.presence.caps is None:
        return False
    talk.narration = narrations.resume(talk.narration)
    return True


def discard(talk: Talk, only: RunId | None = None) -> None:
    """Nothing of the answers so far, or of one run's, will be said any more; it stays shown. What waits to be asked
    will be said."""
    talk.narration = narrations.discard(talk.narration, only)
    if only is None:
        talk.generation = generation.hushed(talk.generation)
    for run in talk.runs.known:
        if run.voiced and run.state is not RunState.DUE and only in (None, run.id):
            talk.runs = runs.put(talk.runs, replace(run, voiced=False))
