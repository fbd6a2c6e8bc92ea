"""Joint rules of the person's words: from sound to an utterance, and from an utterance to its verdict.

T1  Duck on the first sound, cut when it is speech, go on when it was nothing.
T2  `confirmed` reopens an utterance whose answer nobody has noticed.
T3  Only `settle` ends an utterance, and only `instruct` makes a run of one: once (the latch is that
    a settled utterance is no longer open).
L2  What was routed is not owed to the next connection.
L3  What a live model was told is part of the talk that is told again.
"""

from dataclasses import replace

from solovox.core import acting, connecting, generating, retelling, runs, speaking, turn
from solovox.core.commands import (
    AnswerCall,
    By,
    CallStatus,
    CancelRun,
    CueKind,
    NudgeEar,
    ShowFailure,
    ShowHeard,
)
from solovox.core.events import EarCalled, EarHeard, LocalHeard, SpeechConfirmed, SpeechEnded
from solovox.core.policy import Amendment, Approval, Ear, Narrator
from solovox.core.runs import RunState
from solovox.core.runs import Step as RunStep
from solovox.core.talk import Talk
from solovox.core.turn import Floor, Local, Utterance
from solovox.core.units import MIC_RATE, RunId, UtteranceId


def onset(talk: Talk) -> None:
    """Somebody may be speaking: lower the voice."""
    talk.turn = replace(talk.turn, stirred=True)
    if talk.policy.barge_in and talk.gate.is_open:
        talk.duck(down=True)


def faded(talk: Talk) -> None:
    """It was not speech."""
    talk.turn = replace(talk.turn, stirred=False)
    talk.duck(down=False)


def confirmed(talk: Talk, event: SpeechConfirmed) -> None:
    """It is speech: the person has the floor (T1)."""
    talk.turn = replace(talk.turn, stirred=False)
    if talk.gate.is_open and not talk.policy.barge_in:
        if talk.turn.open is None:
            talk.turn = turn.begin(talk.turn, event.first, spoken=True)
            _change(talk, deaf=True)
        return
    said = talk.turn.open
    if said is not None and not said.spoken and event.first >= said.first:
        _hesitate(talk, said.remote.text)  # words that came before this sound are not of it
    if said is not None and said.spoken and talk.policy.narrator is Narrator.SELF and _noticed(talk, said):
        _show(talk, said.remote.text or said.local.text)  # answered before all its words were known
    again = talk.turn.open or _retracted(talk)
    speaking.cut(talk)
    if again is not None:
        talk.turn = turn.reopen(talk.turn, again)
    else:
        talk.turn = turn.begin(talk.turn, event.first, spoken=True)
        talk.calls = acting.forgotten(talk)
    connecting.begin_activity(talk, event.first)


def _retracted(talk: Talk) -> Utterance | None:
    """Take back what the last utterance led to, if nobody has noticed it (T2)."""
    last = talk.turn.last
    if last is None or not last.spoken or last.ended_at is None:
        return None
    if talk.at - last.ended_at > talk.policy.timing.resume:
        return None
    if acting.void_holds(talk, last.id):
        return last
    if talk.policy.narrator is Narrator.SELF:
        return None if _noticed(talk, last) else last
    run = runs.of_utterance(talk.runs, last.id)
    if run is None or not runs.can_retract(run):
        return None
    cancel_run(talk, run.id, "the person goes on speaking")
    speaking.cut(talk)
    speaking.discard(talk)
    return last


def _noticed(talk: Talk, said: Utterance) -> bool:
    """Whether the live model has answered what was said, or done something for it (T2)."""
    return said not in connecting.owed(talk) or acting.touched(talk, said.id)


def ended(talk: Talk, event: SpeechEnded) -> None:
    """The person has finished: the wait for words begins."""
    said = talk.turn.open
    if said is None or not said.spoken or talk.turn.floor is not Floor.SPEAKING:
        return
    if not said.deaf:
        connecting.end_activity(talk)
    talk.turn = talk.turn.step(turn.Step.END)
    local = replace(said.local, pending=said.local.pending + 1)
    _change(talk, ended_at=talk.at, end=max(said.end, event.span.end), local=local)
    if not said.deaf:
        talk.cue(CueKind.HEARD)
    long = event.span.count >= talk.policy.timing.watchdog_speech * MIC_RATE // 1000
    if long and talk.ear.is_live and not said.remote.text and not said.remote.called:
        talk.ear = replace(talk.ear, silent_since=talk.at)


def local_heard(talk: Talk, event: LocalHeard) -> None:
    """What the recogniser on this machine understood."""
    said = talk.turn.open
    if said is None or not said.spoken or event.span.first + event.span.count < said.first:
        return
    local = replace(said.local, draft=event.text)
    if event.final:
        local = Local((*local.texts, event.text), max(0, local.pending - 1))
    _change(talk, local=local)
    if talk.policy.ear is Ear.LOCAL and not said.deaf:
        shown = " ".join(text for text in (local.text, local.draft) if text)
        if shown:
            talk.say(ShowHeard(said.id, shown, final=False))


def woken(talk: Talk) -> None:
    """The wake phrase was said: this utterance is for us."""
    if talk.turn.open is not None:
        _change(talk, woken=True)


def ear_heard(talk: Talk, event: EarHeard) -> None:
    """A piece of the ear's transcript. Words without speech open an utterance that is not trusted."""
    talk.ear = replace(talk.ear, silent_since=None)
    if talk.turn.open is None:
        last = talk.turn.last
        if not event.text.strip():
            return
        ended_at = last.ended_at if last is not None else None
        if last is not None and last.spoken and not last.worded:
            talk.turn = turn.late(talk.turn, talk.at)
        elif talk.policy.marks_activity:
            return  # it was sent nothing but utterances
        elif ended_at is not None and talk.at - ended_at <= talk.policy.timing.resume:
            return  # the tail of a transcript whose utterance was routed already
        else:
            talk.turn = turn.begin(talk.turn, talk.ear.captured, spoken=False)
            _change(talk, ended_at=talk.at)
    said = talk.turn.open
    assert said is not None
    remote = replace(
        said.remote, text=said.remote.text + event.text, words_at=talk.at, late=said.remote.called
    )
    _change(talk, remote=remote, ended_at=said.ended_at if said.spoken else talk.at)
    talk.say(ShowHeard(said.id, remote.text.strip(), final=False))


def ear_ended(talk: Talk) -> None:
    """The family's own signal. It ends nothing while our own detector hears the person speak."""
    said = talk.turn.open
    if said is not None:
        _change(talk, remote=replace(said.remote, ended=True))


def ear_routes(talk: Talk, event: EarCalled) -> None:
    """The ear calls its routing tool: it is answered at once, and only tells *when* (T3, C2)."""
    talk.ear = replace(talk.ear, silent_since=None)
    said, last = talk.turn.open, talk.turn.last
    if said is not None and said.remote.called:
        status = CallStatus.SUPERSEDED
    elif said is not None:
        held = talk.policy.approval is not Approval.DIRECT or not said.spoken
        status = CallStatus.HELD if held else CallStatus.ACCEPTED
        _change(talk, remote=replace(said.remote, called=True, proposed=event.proposed))
    elif last is not None:
        status = CallStatus.ALREADY_ROUTED
    else:
        talk.turn = turn.begin(talk.turn, talk.ear.captured, spoken=False)
        status = CallStatus.HELD
        said = talk.turn.open
        assert said is not None
        _change(talk, ended_at=talk.at, remote=replace(said.remote, called=True, proposed=event.proposed))
    talk.say(AnswerCall(event.connection, event.call, event.tool, status.value))


def settle(talk: Talk) -> bool:
    """Settle the open utterance if it can be settled now (T3). True if anything changed."""
    match turn.verdict(talk.turn, talk.policy, talk.at):
        case turn.Wait():
            return False
        case turn.Nudge():
            said = talk.turn.open
            assert said is not None
            _change(talk, remote=replace(said.remote, nudged_at=talk.at))
            if talk.ear.is_live:
                talk.say(NudgeEar(talk.ear.connection))
        case turn.Route(text=text, by=by):
            said = _show(talk, text)
            if talk.policy.narrator is Narrator.SELF:
                talk.retelling = retelling.asked(talk.retelling, text)  # it answers for itself (G7)
            elif talk.policy.approval is Approval.DIRECT:
                instruct(talk, said, text, by)
            else:
                speaking.discard(talk)
                acting.hold_instruction(talk, said.id, text)
        case turn.Hesitate(text=text):
            _hesitate(talk, text)
        case turn.Nothing():
            _closed(talk)
        case turn.Keep(text=text):
            said = talk.turn.open
            assert said is not None
            talk.turn = talk.turn.step(turn.Step.KEEP)
            _change(
                talk,
                local=Local((text,)),
                remote=replace(said.remote, text=text, called=False),
                kept=True,
            )
        case turn.Stop():
            _closed(talk)
            stop(talk)
        case turn.Quiet():
            _closed(talk)
            quiet(talk)
    return True


def _show(talk: Talk, text: str) -> Utterance:
    """It is known what was said. Under `self` it is owed until it is answered (L2)."""
    said = _closed(talk, owed=talk.policy.narrator is Narrator.SELF)
    talk.say(ShowHeard(said.id, text.strip(), final=True))
    return said


def _hesitate(talk: Talk, text: str) -> None:
    """The words are not certain enough to be sent: the person is asked (T3)."""
    said = _closed(talk, worded=bool(text.strip()))
    if text.strip():
        talk.say(ShowHeard(said.id, text.strip(), final=True))
        speaking.discard(talk)
        acting.hold_instruction(talk, said.id, text.strip())
    else:
        talk.say(ShowFailure("no words were heard; please say it again"))
        talk.cue(CueKind.FAILED)


def instruct(talk: Talk, said: Utterance | None, text: str, by: By) -> None:
    """Make an instruction a run. It waits its turn; an answer that is being read ends (T2)."""
    speaking.discard(talk)
    if talk.policy.amendment is Amendment.REPLACE:
        older = talk.runs.alive
        talk.runs = runs.add(talk.runs, talk.at, said.id if said else None, text, by)
        for run in older:
            cancel_run(talk, run.id, "a new instruction replaces it")
    elif len(talk.runs.alive) >= talk.policy.limits.waiting_runs:
        talk.say(ShowFailure("too many instructions wait already; this one was not sent"))
        talk.cue(CueKind.FAILED)
    else:
        talk.runs = runs.add(talk.runs, talk.at, said.id if said else None, text, by)


def typed(talk: Talk, text: str) -> None:
    """The person typed an instruction: for the brain or, under `self`, for the live model (A3, G7)."""
    speaking.cut(talk)
    talk.calls = acting.forgotten(talk)
    if talk.policy.narrator is Narrator.SELF:
        generating.ask(talk, text)
    else:
        instruct(talk, None, text, By.TYPED)


def of(talk: Talk, utterance: UtteranceId | None) -> Utterance | None:
    """The utterance of that id, if it is still at hand."""
    last = talk.turn.last
    return last if last is not None and last.id == utterance else None


def stop(talk: Talk) -> None:
    """The work and the voice end, in every state at once (T4)."""
    connecting.end_activity(talk)
    speaking.cut(talk)
    speaking.discard(talk)
    acting.stop_tools(talk)
    for run in talk.runs.alive:
        cancel_run(talk, run.id, "the person said stop")
    acting.deny_all(talk)
    if talk.turn.open is not None:
        _closed(talk)
    talk.cues = replace(talk.cues, owed=None)
    talk.cue(CueKind.STOPPED)


def quiet(talk: Talk) -> None:
    """The voice ends; what goes on working in silence says so (T4)."""
    speaking.cut(talk)
    speaking.discard(talk)
    if talk.runs.asked:
        talk.cue(CueKind.WORKING)


def cancel_run(talk: Talk, run_id: RunId, why: str) -> None:
    """End a run."""
    run = runs.find(talk.runs, run_id)
    if run is None or run.state not in runs.ALIVE:
        return
    talk.runs = runs.put(talk.runs, run.step(RunStep.CANCEL))
    if run.state is RunState.ASKED:
        talk.say(CancelRun(run.id, why))


def _closed(talk: Talk, *, worded: bool = True, owed: bool = False) -> Utterance:
    said = talk.turn.open
    assert said is not None
    talk.turn = turn.close(talk.turn, talk.at, worded=worded)
    if said.spoken and not owed:
        talk.ear = replace(talk.ear, owed_from=max(talk.ear.owed_from, said.end))
    return said


def _change(talk: Talk, **changes: object) -> None:
    assert talk.turn.open is not None
    talk.turn = replace(talk.turn, open=replace(talk.turn.open, **changes))  # type: ignore[arg-type]
