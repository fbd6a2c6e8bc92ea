"""Joint rules of what becomes of the person's words: an instruction, a hold, a yes or a no, a stop.

T2  Later words replace what works, or wait for its end. The words themselves say which, else the policy. It is shown.
T4  A stop ends the work and the voice; "quiet" ends the voice alone.
A6  The person may say again what they said: the held words become others.
A1 A2  What is not certain waits for a yes. A spoken yes counts if it cannot have been a voice of ours.
"""

from dataclasses import replace

from solovox.core import approvals, budget, restating, retelling, runs, turn, verdict
from solovox.core.approvals import Held
from solovox.core.commands import (
    CancelRun,
    CueKind,
    Look,
    Outcome,
    RoutedBy,
    ShowAmendment,
    SteerBrain,
)
from solovox.core.events import ConsentGiven, SteerRefused, Typed
from solovox.core.going_on import Going
from solovox.core.mends import Mend, mended, pooled
from solovox.core.microphone import routed
from solovox.core.phrases import unaddressed, within
from solovox.core.policy import Amendment, Approval, NarratorKind
from solovox.core.reads import OURS
from solovox.core.rules import acting, announcing, connecting, generating, sparing, speaking, wishing
from solovox.core.runs import Run, RunState
from solovox.core.talk import Talk
from solovox.core.units import InputMeans, Instant, RunId, UtteranceId
from solovox.core.utterance import Doubt, Local, Remote, Utterance


def understood(talk: Talk, said: Utterance, text: str, by: RoutedBy) -> None:
    """It is certain what was said. It is sent, or waits for a yes if the policy wants one (A1).

    If earlier words of the utterance are at work, the whole is asked. Only the rest is asked if an answer was
    noticed already, or if a yes is needed (T2).
    """
    held = talk.policy.approval is not Approval.DIRECT or _goes_on_from(talk, said) is not None
    run = runs.of_utterance(talk.runs, said.id)
    if run is not None and (held or not runs.can_retract(run)):
        said, text = apart(talk, said, text)
    if wishing.asks_us(talk, text, said, addressed=True):
        wishing.heed(talk, text, said)
    elif held:
        hold(talk, said, unaddressed(text, talk.policy.wake))
    else:
        # A tool answers by itself only what the ear itself has heard: else the words are for the brain (T3).
        look = said.remote.look if within(text, said.remote.newest) else None
        text = unaddressed(text, talk.policy.wake)
        instruct(talk, said.id, text, by, look, talk.mends(said.mends, text))


def apart(talk: Talk, said: Utterance, text: str) -> tuple[Utterance, str]:
    """What was said after the beginning was asked becomes an utterance of its own (T2)."""
    text = verdict.since(said, talk.policy) or said.remote.newest or text
    texts = said.local.texts[said.parts :]
    rest = replace(
        said,
        id=UtteranceId(talk.turn.count + 1),
        local=replace(said.local, texts=texts),
        remote=replace(said.remote, text=said.remote.newest, reopened=0),
        before=said.asked,
        asked=f"{said.asked} {text}" if said.local.pending else text,
        parts=len(texts),
        awaited=len(said.local.pending),
    )
    owed = tuple(rest if one.id == said.id else one for one in talk.turn.owed)
    talk.turn = replace(talk.turn, count=rest.id, last=rest, owed=owed)
    return rest, text


def hold(talk: Talk, said: Utterance, text: str, *, more: bool = False) -> None:
    """Hold words until a yes. If they go on from held ones they are one with them, and the old hold is void
    (T2, A1).

    `more`: they came late, and go on from those that are held of the same utterance (T3).
    """
    mine = [held for held in talk.approvals.waiting if held.is_of(said.id)]
    before = mine[0] if more and mine else _goes_on_from(talk, said)
    acting.void_holds(talk, said.id, before)
    if said.local.text:  # only words that our recogniser heard silence it
        speaking.wait(talk)
    acting.hold_instruction(talk, said, text, before)


def _goes_on_from(talk: Talk, said: Utterance) -> Held | None:
    """The held words that this utterance goes on from: it began soon enough after them, or they are said anew (T2)."""
    for held in talk.approvals.waiting:
        who, ended_at = held.spoken or (None, said.speech.began_at)
        soon = who == said.speech.source and said.speech.began_at - ended_at <= talk.policy.timing.resume
        if held.is_of(said.id) and held.before is not None:
            return held.before
        if said.spoken and soon and held.is_instruction and not held.is_of(said.id):
            return held
    return None


def answered(talk: Talk, said: Utterance, text: str, *, yes: bool) -> None:
    """The person has answered aloud. It counts for nothing if what waits has changed since they began. A yes that may be
    our own echo grants nothing (A2)."""
    if is_answer(talk, said):
        _answer(talk, text, InputMeans.VOICE, yes=yes, doubted=Doubt.OVER_VOICE in said.doubts)
    elif talk.policy.owns(said.speech.source) and talk.approvals.waiting:
        why = "what waits for a yes has changed since you began to answer: look at it, and answer once more"
        talk.show(talk.approvals.waiting[0], why)
    elif talk.policy.owns(said.speech.source):
        talk.fail("this answer came too late: what it was for does not wait any more")


def refused(talk: Talk, said: Utterance, text: str) -> None:
    """The person has said no, and more, which is for the brain. Words that go on from held ones deny nothing (A2, T2)."""
    if is_answer(talk, said) and _goes_on_from(talk, said) is None and not correction(talk, said, text):
        _answer(talk, text, InputMeans.VOICE, yes=False)


def _answer(talk: Talk, text: str, how: InputMeans, *, yes: bool, doubted: bool = False) -> None:
    """An answer to the oldest hold, or to the one whose code was said. A yes that may not grant, or lacks the code, shows
    the hold again (A2)."""
    code = talk.policy.language.holds.coded(text)[0]
    named, held = talk.approvals.coded(code), talk.approvals.waiting[0]
    if not yes:
        acting.refused(talk, (named or held).id, Outcome.DENIED)
    elif doubted or (talk.presence.blind and not ((named or held).heard and how is InputMeans.VOICE)):
        over = doubted and how is InputMeans.VOICE
        if over and not talk.presence.blind:
            speaking.discard(talk, OURS)  # a screen shows what we ask
        if over and not talk.says((named or held).back):
            speaking.wait(talk)
        why = "our own voice, which waits now" if over else "given before this was read"
        talk.show(named or held, f"that may have been {why}: say it once more")
    elif named is None or named.show.code != code:
        talk.show(named or held)
        talk.fail(
            "that is no yes to this: say the code that is shown with it, or give the yes where it is shown"
        )
    else:
        granted(talk, ConsentGiven(named.id, named.show.text, how))


def correction(talk: Talk, said: Utterance, text: str) -> str:
    """What the held words in front become where the person says again what they said. Empty: they say something else (A6)."""
    held = next(iter(talk.approvals.waiting), None)
    if held is None or not held.is_instruction or not is_answer(talk, said):
        return ""
    return restating.corrected(held.words, text, talk.policy.language) or ""


def correct(talk: Talk, said: Utterance, text: str) -> None:
    """Hold the corrected words, under the same number. They wait for a yes of their own (A6)."""
    held, raw = talk.approvals.waiting[0], correction(talk, said, text)
    mends = talk.mends(pooled(held.show.mends, said.mends), raw)
    meant = restating.corrected(held.meant or held.show.heard, text, talk.policy.language) or raw
    held = replace(held, raw=raw, meant=meant, worded_at=talk.at)
    until = Instant(talk.at + talk.policy.timing.hold)
    words = mended(raw, mends)
    talk.approvals, held = approvals.reworded(talk.approvals, held, text=words, mends=mends, until=until)
    talk.show(held)


def is_answer(talk: Talk, said: Utterance) -> bool:
    """Whether the same waits as when the utterance began, with the same text (A2, A3)."""
    glanced = Instant(said.speech.began_at - talk.policy.timing.glance)
    same = said.beside == talk.approvals.shown and not approvals.worded_since(talk.approvals, glanced)
    return bool(said.beside) and same and talk.policy.owns(said.speech.source)


def granted(talk: Talk, event: ConsentGiven) -> None:
    """The person said yes. A held instruction is sent, a held action run (A3)."""
    held = acting.granted(talk, event)
    if held is None:
        return
    run = runs.of_utterance(talk.runs, held.show.utterance)
    noticed = run is not None and not runs.can_retract(run)
    heard = held.show.heard if event.text == held.show.text else ""
    instruct(talk, None if noticed else held.show.utterance, event.text, RoutedBy.CONSENT, heard=heard)


def instruct(
    talk: Talk,
    utterance: UtteranceId | None,
    text: str,
    by: RoutedBy,
    look: Look | None = None,
    mends: tuple[Mend, ...] = (),
    heard: str = "",
) -> None:
    """Make an instruction a run, which waits its turn (T2). Under `self` it is for the live model (G7). What it does to
    other work is judged by the words as they were heard (K2).

    Nothing more is read of what had come of older answers. Of one that still works nothing is said until its next
    `BrainStep` or, if it is given these words, until it writes on (T2)."""
    acting.void_holds(talk, utterance)
    announcing.take_back(talk)
    speaking.cut(talk)
    if talk.policy.narrator is NarratorKind.SELF:
        generating.ask(talk, text)
        return
    earlier = runs.of_utterance(talk.runs, utterance)
    if earlier is not None:
        cancel_run(talk, earlier.id, "the person went on speaking")
        speaking.discard(talk, earlier.id)
    working = talk.runs.alive
    if len(working) >= talk.policy.limits.waiting_runs:
        talk.fail("too many instructions wait already; this one was not sent")
        return
    how = _amends(talk, heard or text)
    speaking.end(talk)
    talk.line = None
    talk.runs, run = runs.add(talk.runs, talk.at, utterance, mended(text, mends), by, how)
    run = replace(run, ask=replace(run.ask, look=look))
    talk.runs = replace(runs.put(talk.runs, run), mended=(text, mends))
    if how is Amendment.STEER and _steered(talk, run):
        return
    if run.ask.amends is not None:
        talk.say(ShowAmendment(run.id, run.ask.amends, Amendment.QUEUE if how is Amendment.STEER else how))
    for older in talk.runs.known if how is Amendment.REPLACE else ():
        # A run that is only due is asked first, and cancelled then: nothing is lost without a trace.
        if older.state in (RunState.ASKED, RunState.GIVEN):
            cancel_run(talk, older.id, "a new instruction replaces it")


def _steered(talk: Talk, run: Run) -> bool:
    """Give the words to the run that works, if one does; they wait their turn if not (T2)."""
    into, ask = talk.runs.steered, run.ask
    given = into is not None and into.id == ask.amends
    run = run.becomes(RunState.GIVEN) if given else replace(run, how=Amendment.QUEUE)
    talk.runs = runs.put(talk.runs, run)
    if into is not None and given:
        talk.budget = budget.anew(talk.budget)  # what it writes now is the answer to them, too
        talk.runs = runs.did(talk.runs, into.id)  # taken back, it would take these words with it
        talk.retelling = retelling.asked(talk.retelling, ask.instruction)
        talk.say(
            ShowAmendment(run.id, into.id, Amendment.STEER),
            SteerBrain(run.id, into.id, ask.utterance, ask.instruction, ask.by),
        )
        talk.cue(CueKind.ROUTED)
    return given


def steer_refused(talk: Talk, event: SteerRefused) -> None:
    """The brain did not take the words. They are asked when it has finished: nothing is lost (T2)."""
    run = runs.find(talk.runs, event.run)
    if run is None or run.state is not RunState.GIVEN:
        return
    talk.runs = runs.put(talk.runs, replace(run.becomes(RunState.DUE), how=Amendment.QUEUE, since=talk.at))
    talk.budget = replace(talk.budget, run=run.ask.amends, closed=True)
    talk.reads = replace(talk.reads, going=Going.END)  # what was to be read is no answer to them
    if run.ask.amends is not None:
        talk.say(ShowAmendment(run.id, run.ask.amends, Amendment.QUEUE))


def _amends(talk: Talk, text: str) -> Amendment:
    """What an instruction does to one that still works. Its own words say so, else the policy. It does not replace
    work of which something waits for a yes: what waits is not closed unanswered."""
    language = talk.policy.language
    if language.begins(text, language.amends.replaces):
        return Amendment.REPLACE
    how = Amendment.QUEUE if language.begins(text, language.amends.queues) else talk.policy.amendment
    waits = any(not held.is_instruction for held in talk.approvals.waiting) and bool(talk.runs.asked)
    return Amendment.QUEUE if waits and how is Amendment.REPLACE else how


def typed(talk: Talk, event: Typed) -> None:
    """The person typed: "stop" and its kin, an answer to what waits (A2), or an instruction (A3)."""
    text, language, waiting = event.text, talk.policy.language, talk.approvals.waiting
    yes = language.consent(text) if waiting else None
    if waiting and language.refuses(text):
        _answer(talk, text, InputMeans.KEY, yes=False)
    if language.is_stop(text):
        stop(talk)
    elif language.is_quiet(text):
        quiet(talk)
    elif yes is not None:
        soon = talk.at - talk.approvals.unchanged[1] < talk.policy.timing.seen
        soon = soon and not language.holds.coded(text)[0]
        _answer(talk, text, InputMeans.KEY, yes=yes, doubted=soon)
    elif wishing.asks_us(talk, text):
        wishing.heed(talk, text)
    elif text.strip():
        talk.calls = acting.forgotten(talk)
        instruct(talk, None, text, RoutedBy.TYPED)


def stop(talk: Talk, words: str = "", end: int | None = None) -> None:
    """The work and the voice end, in every state at once (T4). What is said after it goes on.

    `words`: it was said in these, up to the sample `end`. Else it comes now, and whether the person says on is known at
    the end of their speech.
    """
    said, speaks, owed = talk.turn.open, talk.turn.speaks, talk.turn.owed
    later = said is not None and end is not None and said.speech.first >= end
    heard = "" if said is None else f"{said.local.text} {words}" if end else words or said.so_far
    if end is None:
        owed, end = (), max(talk.microphone.captured, 0 if said is None else said.speech.end + 1)
    connecting.end_activity(talk)
    speaking.cut(talk)
    speaking.discard(talk)
    acting.stop_tools(talk)
    for run in talk.runs.known:
        cancel_run(talk, run.id, "the person said stop")
    acting.deny_all(talk)
    if said is not None and not later:
        closed(talk, words or "stop", shown=heard)
        left = replace(
            _behind(talk, said, end), id=UtteranceId(talk.turn.count + 1)
        )  # "stop" is shown for good (T5)
        if speaks or left.local.pending:
            talk.turn = replace(talk.turn, open=left, count=left.id)
    behind = (_behind(talk, one, end) for one in owed)
    talk.turn = replace(talk.turn, owed=tuple(one for one in behind if one.local.pending))
    talk.announced, talk.cues = (), replace(talk.cues, owed=None)
    talk.cue(CueKind.STOPPED)
    if words and speaks and not sparing.keeps(talk):
        connecting.begin_activity(talk, end)


def _behind(talk: Talk, said: Utterance, end: int) -> Utterance:
    """What is left of an utterance after a stop that ended at `end`: what was said later."""
    if said.speech.first >= end:
        return said
    run = runs.of_utterance(talk.runs, said.id)
    asked = said.asked if run is not None and run.state is not RunState.CANCELLED else ""
    local = Local(pending=tuple(awaited for awaited in said.local.pending if awaited > end))
    speech, doubts = replace(said.speech, first=end), said.doubts | Doubt.LATE | Doubt.STOPPED
    return replace(said, speech=speech, doubts=doubts, local=local, remote=Remote(), asked=asked, parts=0)


def quiet(talk: Talk) -> None:
    """The voice ends. A cue says that work goes on in silence (T4)."""
    talk.announced, talk.activity = (), replace(talk.activity, hushed=True)
    speaking.cut(talk)
    speaking.discard(talk)
    if talk.runs.asked:
        talk.cue(CueKind.WORKING)


def cancel_run(talk: Talk, run_id: RunId, why: str) -> None:
    """End a run."""
    run = runs.find(talk.runs, run_id)
    if run is None or run.state not in runs.ALIVE | {RunState.GIVEN}:
        return
    talk.runs = runs.put(talk.runs, run.becomes(RunState.CANCELLED))
    if run.state is RunState.ASKED and not run.ear:
        talk.say(CancelRun(run.id, why))


def closed(
    talk: Talk, asked: str = "", *, shown: str = "", mends: tuple[Mend, ...] = (), owed: bool = False
) -> Utterance:
    """Settle the open utterance: each ends here, and is shown for good (T5). Of one that comes to nothing what was shown
    before stays. `owed`: the ear has yet to answer it (L2)."""
    said, text = talk.turn.open, shown.strip()
    assert said is not None
    if text or talk.turn.shown.draft:
        talk.show_heard(text or talk.turn.shown_of(said), final=True, mends=mends)
    talk.turn = turn.close(talk.turn, said, talk.at, asked)
    if said.spoken and not owed:
        talk.microphone = routed(talk.microphone, said.speech.end)
    return said
