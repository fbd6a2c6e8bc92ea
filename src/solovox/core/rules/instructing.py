"""Joint rules of what becomes of the person's words: an instruction, a hold, a stop.

T2  Later words replace what works, or wait for its end. The words themselves say which, else the policy. It is shown.
T4  A stop ends the work and the voice; "quiet" ends the voice alone.
A1  What is not certain waits for a yes.
"""

from dataclasses import replace

from solovox.core import retelling, runs
from solovox.core.approvals import acting, holding
from solovox.core.approvals.holds import Held
from solovox.core.commands import (
    CancelRun,
    CueKind,
    Look,
    RoutedBy,
    ShowAmendment,
    SteerBrain,
)
from solovox.core.events import EarCalled, SteerRefused
from solovox.core.listening import arbitration
from solovox.core.listening.closing import close_utterance
from solovox.core.listening.utterance import Doubt, Local, Remote, Utterance
from solovox.core.mends import Mend, mend_text
from solovox.core.policy import Amendment, Approval
from solovox.core.rules import connecting, generating, sparing
from solovox.core.runs import Run, RunState
from solovox.core.sense import WISHES, Sense, words
from solovox.core.speaking import heeding, speaking
from solovox.core.speaking.script import Going
from solovox.core.talk import Talk
from solovox.core.transcripts import within
from solovox.core.units import RunId, UtteranceId


def take_instruction(talk: Talk, said: Utterance, sense: Sense) -> None:
    """It is certain what was said. It is sent, or waits for a yes if the policy wants one; a look needs none (A1).

    If earlier words of the utterance are at work, the whole is asked. Only the rest is asked if an answer was
    noticed already, or if a yes is needed (T2).
    """
    # A tool answers by itself only what the ear itself has heard: else the words are for the brain (T3).
    look, needs_yes = said.remote.look, talk.policy.approval is not Approval.DIRECT
    look = replace(look, alone=needs_yes) if look and within(sense.text, said.remote.newest) else None
    held = look is None and (needs_yes or goes_on_from(talk, said) is not None)
    run = runs.of_utterance(talk.work.runs, said.id)
    if run is not None and (held or not runs.can_retract(run)):
        said, sense = apart(talk, said, sense)
    if sense.kind in WISHES:  # all that is left of it
        heeding.heed(talk, sense)
    elif held:
        hold(talk, said, sense)
    else:
        by = RoutedBy.CODE if said.remote.called_at is None else RoutedBy.EAR
        instruct(
            talk,
            said.id,
            sense.rest,
            by,
            look=look,
            mends=talk.mends(said.mends, sense.rest),
            amends=sense.amends,
        )


def apart(talk: Talk, said: Utterance, sense: Sense) -> tuple[Utterance, Sense]:
    """What was said after the beginning was asked becomes an utterance of its own (T2)."""
    parts = said.local.parts[said.parts :]
    first = next((part for part in parts if part.rest), said.remote.since)
    text = arbitration.since(said, talk.policy) or said.remote.newest or sense.rest
    sense = first if first.rest == text else replace(words(text), amends=first.amends)
    rest = replace(
        said,
        id=UtteranceId(talk.turn.count + 1),
        local=replace(said.local, parts=parts),
        remote=replace(said.remote, text=said.remote.newest, reopened=0),
        before=said.asked,
        asked=f"{said.asked} {text}" if said.local.pending else text,
        parts=len(parts),
    )
    owed = tuple(rest if one.id == said.id else one for one in talk.turn.owed)
    talk.turn = replace(talk.turn, count=rest.id, last=rest, owed=owed)
    return rest, sense


def hold(talk: Talk, said: Utterance, sense: Sense, *, more: bool = False) -> None:
    """Hold words until a yes. If they go on from held ones they are one with them, and the old hold is void
    (T2, A1).

    `more`: they came late, and go on from those that are held of the same utterance (T3).
    """
    mine = [held for held in talk.approvals.waiting if held.is_of(said.id)]
    before = mine[0] if more and mine else goes_on_from(talk, said)
    acting.void_holds(talk, said.id, before)
    if said.local.text:  # only words that our recogniser heard silence it
        speaking.wait(talk)
    holding.hold_instruction(talk, said, sense, before)


def goes_on_from(talk: Talk, said: Utterance) -> Held | None:
    """The held words that this utterance goes on from: it began soon enough after them, or they are said anew (T2)."""
    for held in talk.approvals.waiting:
        who, ended_at = held.spoken or (None, said.speech.began_at)
        soon = who == said.speech.source and said.speech.began_at - ended_at <= talk.policy.timing.resume
        if held.is_of(said.id) and held.before is not None:
            return held.before
        if said.spoken and soon and held.is_instruction and not held.is_of(said.id):
            return held
    return None


def instruct(
    talk: Talk,
    utterance: UtteranceId | None,
    text: str,
    by: RoutedBy,
    look: Look | None = None,
    mends: tuple[Mend, ...] = (),
    amends: str = "",
) -> None:
    """Make an instruction a run, which waits its turn (T2). Under `self` it is for the live model (G7). `amends`: what it does
    to other work, as the words say as they were heard (K2).

    Nothing more is read of what had come of older answers. Of one that still works nothing is said until its next
    `BrainStep` or, if it is given these words, until it writes on (T2)."""
    acting.void_holds(talk, utterance)
    speaking.cut_voice(talk)
    if talk.policy.alone:
        speaking.give_way(talk)
        generating.ask(talk, text)
        return
    earlier = runs.of_utterance(talk.work.runs, utterance)
    if earlier is not None:
        cancel_run(talk, earlier.id, "the person went on speaking")
        speaking.drop(talk, lambda piece: piece.run == earlier.id)
    if len(talk.work.runs.alive) >= talk.policy.limits.waiting_runs:
        talk.fail("too many instructions wait already; this one was not sent")
        return
    how = _amends(talk, amends)
    talk.voice.script.end()
    talk.voice.line = None
    talk.work.runs, run = runs.add(talk.work.runs, talk.at, utterance, mend_text(text, mends), by, how, look)
    talk.work.runs = replace(talk.work.runs, mended=(text, mends))
    if how is Amendment.STEER and _steer_run(talk, run):
        return
    if run.ask.amends is not None:
        talk.say(ShowAmendment(run.id, run.ask.amends, Amendment.QUEUE if how is Amendment.STEER else how))
    for older in talk.work.runs.known if how is Amendment.REPLACE else ():
        # A run that is only due is asked first, and cancelled then: nothing is lost without a trace.
        if older.state in (RunState.ASKED, RunState.GIVEN):
            cancel_run(talk, older.id, "a new instruction replaces it")


def _steer_run(talk: Talk, run: Run) -> bool:
    """Give the words to the run that works, if one does; they wait their turn if not (T2)."""
    into, ask = talk.work.runs.steered, run.ask
    given = into is not None and into.id == ask.amends
    run = run.becomes(RunState.GIVEN) if given else replace(run, how=Amendment.QUEUE)
    talk.work.runs = runs.put(talk.work.runs, run)
    if into is not None and given:
        talk.voice.script.begin()  # what it writes now is the answer to them, too
        talk.work.runs = runs.did(talk.work.runs, into.id)  # taken back, it would take these words with it
        talk.link.retelling = retelling.add_question(talk.link.retelling, ask.instruction)
        talk.say(
            ShowAmendment(run.id, into.id, Amendment.STEER),
            SteerBrain(run.id, into.id, ask.utterance, ask.instruction, ask.by),
        )
        talk.cue(CueKind.ROUTED)
    return given


def steer_refused(talk: Talk, event: SteerRefused) -> None:
    """The brain did not take the words. They are asked when it has finished: nothing is lost (T2)."""
    run = runs.find(talk.work.runs, event.run)
    if run is None or run.state is not RunState.GIVEN:
        return
    talk.work.runs = runs.put(
        talk.work.runs, replace(run.becomes(RunState.DUE), how=Amendment.QUEUE, since=talk.at)
    )
    talk.voice.script.run = talk.voice.script.closed = run.ask.amends
    talk.voice.script.going = Going.END  # what was to be read is no answer to them
    if run.ask.amends is not None:
        talk.say(ShowAmendment(run.id, run.ask.amends, Amendment.QUEUE))


def _amends(talk: Talk, amends: str) -> Amendment:
    """What an instruction does to one that still works. Its own words say so, else the policy, which does not replace
    work of which something waits for a yes: what waits is not closed unanswered."""
    how = Amendment(amends) if amends else talk.policy.amendment
    waits = any(not held.is_instruction for held in talk.approvals.waiting) and bool(talk.work.runs.asked)
    return Amendment.QUEUE if waits and not amends and how is Amendment.REPLACE else how


def stop(talk: Talk, text: str = "", end: int | None = None) -> None:
    """The work and the voice end, in every state at once (T4). What is said after it goes on.

    `text`: it was said in these words, up to the sample `end`. Else it comes now, and whether the person says on is known at
    the end of their speech.
    """
    said, speaks, owed = talk.turn.open, talk.turn.speaks, talk.turn.owed
    later = said is not None and end is not None and said.speech.first >= end
    heard = "" if said is None else f"{said.local.text} {text}" if end else text or said.so_far
    if end is None:
        owed, end = (), max(talk.link.microphone.captured, 0 if said is None else said.speech.end + 1)
    connecting.end_activity(talk)
    speaking.cut_voice(talk)
    speaking.discard(talk)
    acting.stop_tools(talk)
    talk.early = tuple(
        replace(one, wrong="the person said stop") if isinstance(one, EarCalled) else one
        for one in talk.early
    )
    for run in talk.work.runs.known:
        cancel_run(talk, run.id, "the person said stop")
    acting.deny_all(talk)
    if said is not None and not later:
        close_utterance(talk, heard if text else "stop", shown=heard)
        left = replace(
            _behind(talk, said, end), id=UtteranceId(talk.turn.count + 1)
        )  # "stop" is shown for good (T5)
        if speaks or left.local.pending:
            talk.turn = replace(talk.turn, open=left, count=left.id)
    behind = (_behind(talk, one, end) for one in owed)
    talk.turn = replace(talk.turn, owed=tuple(one for one in behind if one.local.pending))
    talk.voice.announced, talk.voice.cues = (), replace(talk.voice.cues, owed=None)
    talk.cue(CueKind.STOPPED)
    if text and speaks and not sparing.keeps(talk):
        connecting.begin_activity(talk, end)


def _behind(talk: Talk, said: Utterance, end: int) -> Utterance:
    """What is left of an utterance after a stop that ended at `end`: what was said later."""
    if said.speech.first >= end:
        return said
    run = runs.of_utterance(talk.work.runs, said.id)
    asked = said.asked if run is not None and run.state is not RunState.CANCELLED else ""
    local = Local(pending=tuple(awaited for awaited in said.local.pending if awaited > end))
    speech, doubts = replace(said.speech, first=end), said.doubts | Doubt.LATE | Doubt.STOPPED
    left = replace(said, speech=speech, doubts=doubts, local=local, remote=Remote())
    return replace(left, mends=(), asked=asked, parts=0)


def quiet(talk: Talk) -> None:
    """The voice ends. A cue says that work goes on in silence (T4)."""
    talk.voice.announced, talk.work.activity = (), replace(talk.work.activity, told_at=None)
    speaking.cut_voice(talk)
    speaking.discard(talk)
    if talk.work.runs.asked:
        talk.cue(CueKind.WORKING)


def cancel_run(talk: Talk, run_id: RunId, why: str) -> None:
    """End a run."""
    run = runs.find(talk.work.runs, run_id)
    if run is None or run.state not in runs.ALIVE | {RunState.GIVEN}:
        return
    talk.work.runs = runs.put(talk.work.runs, run.becomes(RunState.CANCELLED))
    if run.state is RunState.ASKED and not run.ear:
        talk.say(CancelRun(run.id, why))
