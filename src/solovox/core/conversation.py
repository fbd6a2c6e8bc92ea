"""The conversation: `handle(at, event)` returns what to do. The joint rules meet here.

Read this file first. Each event goes to the rules it concerns (`hearing`: the person's words;
`answering`: what a brain writes; `speaking`: the voice; `generating`: what a live model says of itself;
`acting`: tools and holds); then
`_settle` applies what follows from the state alone, until nothing changes. What is overdue at `at` is
settled before the event itself, so that a late wake-up decides the same as one in time.

R1  No clock, no chance, no I/O: the events with their times reproduce every command.
L1 L2 L4 L5  The ear's connections come and go; the microphone spools; the end leaves nothing behind.
"""

from dataclasses import replace
from typing import Final, assert_never

from solovox.core import (
    acting,
    answering,
    connecting,
    generating,
    hearing,
    instructing,
    listening,
    reads,
    retelling,
    runs,
    speaking,
    waiting,
    witness,
)
from solovox.core.commands import (
    AskBrain,
    Command,
    CueKind,
    Drop,
    DropReason,
    Outcome,
    ShowActivity,
    SoundOrigin,
)
from solovox.core.events import (
    BrainCalled,
    BrainDid,
    BrainEvent,
    BrainFailed,
    BrainFinished,
    BrainOffered,
    BrainWrote,
    ConsentDenied,
    ConsentGiven,
    DeadlineReached,
    EarAudio,
    EarCalled,
    EarCancelled,
    EarEndedUtterance,
    EarEvent,
    EarGoingAway,
    EarInterrupted,
    EarLost,
    EarOpened,
    EarOutputTranscript,
    EarTranscript,
    EarTurnEnded,
    Event,
    Flushed,
    HungUp,
    LocalTranscript,
    OnsetFaded,
    OnsetHeard,
    Played,
    PolicyChanged,
    ReadFailed,
    ReadFollowed,
    ReadRendered,
    ReadSounded,
    ReadStrayed,
    RecogniserLost,
    SilenceAsked,
    SoundCaptured,
    SpeechConfirmed,
    SpeechEnded,
    StopAsked,
    SurfaceEvent,
    SurfaceJoined,
    SurfaceLeft,
    ToolReturned,
    Typed,
    WakeHeard,
)
from solovox.core.lifecycle import Line
from solovox.core.policy import Amendment, Ear, Policy
from solovox.core.runs import RunState
from solovox.core.runs import Step as RunStep
from solovox.core.talk import Presence, Talk
from solovox.core.tool_calls import Caller
from solovox.core.units import Instant

ORIGINS: Final = {
    ReadSounded: SoundOrigin.NARRATOR,
    EarAudio: SoundOrigin.EAR,
    SoundCaptured: SoundOrigin.MICROPHONE,
}
"""Whose sound an event brings."""


class Conversation:
    """Events in, commands out. Give it every event once, in order, with times that never fall."""

    def __init__(self, policy: Policy) -> None:
        self._talk = Talk(policy)
        self._due: Instant | None = None

    @property
    def is_open(self) -> bool:
        """Whether the gate lets a voice to the speaker now (G3)."""
        return self._talk.reads.is_open

    @property
    def has_ended(self) -> bool:
        """Whether `EndSession` was commanded."""
        return self._talk.presence.ended

    @property
    def is_idle(self) -> bool:
        """Whether nothing is being said, asked, read, run or waited for."""
        talk = self._talk
        return not (
            talk.reads.busy
            or talk.reads.is_open
            or talk.reads.flushing
            or talk.runs.alive
            or talk.calls.running
            or talk.turn.open
            or talk.turn.stirred_at is not None
            or talk.generation.answer is not None
            or talk.generation.awaited is not None
            or talk.cues.owed
        )

    @property
    def next_deadline(self) -> Instant | None:
        """When to be woken with `DeadlineReached`, if nothing happens before."""
        return self._due

    def handle(self, at: Instant, event: Event) -> list[Command]:
        """What to do, now that `event` has happened at `at`."""
        talk = self._talk
        talk.at = Instant(max(at, talk.at))
        talk.out = []
        if talk.presence.ended:
            _after_the_end(talk, event)
            return talk.out
        late = self._due is not None and talk.at >= self._due
        if isinstance(event, SoundCaptured) and not late:
            connecting.captured(talk, event)
            return talk.out
        if talk.reads.is_open:
            talk.loud_at = talk.at
        if late:
            waiting.expire(talk)
            _settle(talk)
        _dispatch(talk, event)
        _settle(talk)
        waiting.rearm(talk)
        self._due = None if talk.presence.ended else waiting.next_deadline(talk)
        return talk.out


def _dispatch(talk: Talk, event: Event) -> None:
    match event:
        case OnsetHeard():
            hearing.onset(talk)
        case SpeechConfirmed():
            hearing.confirmed(talk, event)
        case OnsetFaded():
            hearing.faded(talk)
        case SpeechEnded():
            hearing.ended(talk, event)
        case LocalTranscript():
            witness.local_transcript(talk, event)
        case WakeHeard(sample=sample):
            hearing.woken(talk, sample)
        case RecogniserLost(reason=reason):
            _deafened(talk, reason)
        case ReadSounded() | ReadFollowed() | ReadStrayed() | ReadRendered() | ReadFailed():
            speaking.narrated(talk, event)
        case BrainWrote() | BrainOffered() | BrainDid() | BrainCalled() | BrainFinished() | BrainFailed():
            _brain(talk, event)
        case ToolReturned():
            acting.returned(talk, event)
        case DeadlineReached():
            pass
        case PolicyChanged(policy=policy):
            connecting.changed(talk, policy)
        case (
            EarOpened()
            | EarLost()
            | EarGoingAway()
            | EarTranscript()
            | EarEndedUtterance()
            | EarCalled()
            | EarCancelled()
            | EarAudio()
            | EarOutputTranscript()
            | EarInterrupted()
            | EarTurnEnded()
        ):
            _ear(talk, event)
        case _:
            _surface(talk, event)


def _surface(talk: Talk, event: SurfaceEvent) -> None:
    match event:
        case SurfaceJoined():
            talk.presence = Presence((*talk.presence.without(event.surface), event))
        case SurfaceLeft():
            _surface_left(talk, event)
        case SoundCaptured():
            connecting.captured(talk, event)
        case Played(read=read, samples=samples):
            talk.reads = reads.played(talk.reads, talk.at, read, samples)
        case Flushed(read=read, samples=samples):
            speaking.flushed(talk, read, samples)
        case StopAsked():
            instructing.stop(talk)
        case SilenceAsked():
            instructing.quiet(talk)
        case Typed(text=text):
            instructing.typed(talk, text)
        case ConsentGiven():
            instructing.granted(talk, event)
        case ConsentDenied(hold=hold):
            acting.refused(talk, hold, Outcome.DENIED)
        case HungUp():
            waiting.end(talk, "the person hung up")
        case _:
            assert_never(event)


def _brain(talk: Talk, event: BrainEvent) -> None:
    """Only a run that was asked counts; whatever it does is a sign of life (T4)."""
    run = runs.find(talk.runs, event.run)
    if run is None or run.state is not RunState.ASKED:
        return
    run = runs.alive(run, talk.at)
    talk.runs = runs.put(talk.runs, run)
    match event:
        case BrainWrote(text=text):
            answering.wrote(talk, run, text)
        case BrainOffered():
            answering.offered(talk, run, event)
        case BrainDid(activity=activity):
            talk.say(ShowActivity(run.id, activity))
        case BrainCalled():
            acting.brain_called(talk, run, event)
            if acting.is_full(talk, run=run.id):
                answering.fail_run(talk, run, "the brain calls tools without end", cancel=True)
        case BrainFinished():
            answering.finished(talk, run)
        case BrainFailed(reason=reason):
            answering.fail_run(talk, run, reason)
        case _:
            assert_never(event)


def _ear(talk: Talk, event: EarEvent) -> None:
    """Only the connection at hand counts; what an older one still says is nobody's (L1)."""
    begins = isinstance(event, EarOpened | EarLost) and talk.ear.line is Line.OPENING
    if event.connection != talk.ear.connection or not (talk.ear.is_live or begins):
        if isinstance(event, EarAudio):
            talk.say(Drop(SoundOrigin.EAR, event.span, DropReason.STALE))
        return
    if isinstance(event, EarTranscript | EarCalled):
        talk.ear = replace(talk.ear, silent_since=None)
    match event:
        case EarOpened(resumed=resumed):
            connecting.opened(talk, resumed=resumed)
        case EarLost(reason=reason, retry=retry):
            connecting.lost(talk, reason, retry=retry)
        case EarGoingAway(left_ms=left):
            connecting.going_away(talk, left)
        case EarTranscript():
            listening.ear_transcript(talk, event)
        case EarEndedUtterance():
            listening.ear_ended(talk)
        case EarCalled():
            _ear_called(talk, event)
        case EarCancelled():
            acting.ear_cancelled(talk, event)
        case EarAudio():
            generating.spoke(talk, event)
        case EarOutputTranscript():
            generating.said(talk, event)
        case EarInterrupted() | EarTurnEnded(in_progress=False):
            generating.over(talk)
        case EarTurnEnded():
            pass
        case _:
            assert_never(event)
    if isinstance(event, EarCalled | EarCancelled) and acting.is_full(talk, event.connection):
        connecting.recycle(talk, "the ear has called too often")


def _ear_called(talk: Talk, event: EarCalled) -> None:
    if not acting.is_new(talk, Caller(event.call, connection=event.connection)):
        return
    spec = talk.policy.tool(event.tool)
    if spec is not None and spec.routing:
        listening.ear_routes(talk, event)
    else:
        talk.generation = replace(talk.generation, again=True)
        acting.ear_called(talk, event)


def _surface_left(talk: Talk, event: SurfaceLeft) -> None:
    """With the last, the gate closes at once; half an utterance waits for a fresh yes; the unsaid waits (G3, A1)."""
    if others := talk.presence.without(event.surface):
        talk.presence = Presence(others)
        return
    talk.presence = Presence(lost_at=talk.at)
    speaking.cut(talk)
    speaking.settle_flushes(talk)
    acting.deny_all(talk, Outcome.VOID)
    hearing.broken_off(talk)
    talk.turn = replace(talk.turn, stirred_at=None)


def _deafened(talk: Talk, reason: str) -> None:
    """Without the local recogniser only an ear that finds out by itself who speaks goes on (T1)."""
    talk.policy = replace(talk.policy, understands=False)
    talk.fail(f"the local recogniser failed: {reason}")
    if talk.policy.ear is Ear.LOCAL or talk.policy.marks_activity or talk.ear.line is Line.HOPELESS:
        waiting.end(talk, "nobody hears any more")


def _after_the_end(talk: Talk, event: Event) -> None:
    """Sound that comes now is nobody's (G2)."""
    if isinstance(event, ReadSounded | EarAudio | SoundCaptured):
        talk.say(Drop(ORIGINS[type(event)], event.span, DropReason.ENDED))


def _settle(talk: Talk) -> None:
    """Joint rules that follow from the state alone, until nothing changes."""
    if talk.presence.ended:
        return
    rules = (hearing.settle, speaking.drained, speaking.resume, _ask, speaking.release)
    while any(changed(talk) for changed in rules):
        pass
    acting.withdraw_ended(talk)
    if talk.policy.ear is Ear.LIVE and talk.ear.line is Line.DOWN and talk.presence.caps is not None:
        connecting.open_line(talk, resume=False)
    owed = talk.cues.owed
    if owed is not None and not talk.reads.is_open and not talk.reads.busy:
        talk.cues = replace(talk.cues, owed=None)
        talk.cue(owed)
    connecting.leave_in_a_pause(talk)


def _ask(talk: Talk) -> bool:
    """Ask the next run, once it is known what was heard of the answer before (N4)."""
    run = talk.runs.due
    if run is None or talk.reads.flushing or (run.how is Amendment.QUEUE and talk.runs.asked):
        return False
    for older in talk.runs.asked:
        instructing.cancel_run(talk, older.id, "a new instruction replaces it")
    talk.runs = runs.put(talk.runs, replace(run.step(RunStep.ASK), since=talk.at))
    talk.say(AskBrain(run.id, run.utterance, run.instruction, run.by, run.amends))
    talk.retelling = retelling.asked(talk.retelling, run.instruction)
    talk.cue(CueKind.ROUTED)
    return True
