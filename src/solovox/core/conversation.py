"""The conversation: `handle(at, event)` returns what to do. The joint rules meet here.

Read this file first. RULES says which rule of `rules/` each event goes to. Then `_settle` applies what follows from the
state alone, until nothing changes. What is overdue at `at` is settled before the event itself, so that a late wake-up
decides the same as one in time. Of the rules read these first: `hearing` (the person's speech), `instructing` (what
becomes of the words), `answering` (what a brain writes) and `speaking` (the voice).

R1  No clock, no chance, no I/O: the events with their times reproduce every command.
L1 L2 L4 L5  The ear's connections come and go; the microphone spools; the end leaves nothing behind.
"""

from collections.abc import Callable
from dataclasses import replace
from typing import Any, Final

from solovox.core import approvals, retelling, runs, state
from solovox.core import events as on
from solovox.core.commands import (
    Command,
    CueKind,
    Drop,
    DropReason,
    EndReason,
    ForgetSound,
    Look,
    Outcome,
    SoundOrigin,
)
from solovox.core.connection import ConnectionState
from solovox.core.listening import closing, ear, hearing, settling, words
from solovox.core.policy import ACCEPTING, Amendment, EarKind, NarratorKind, Policy
from solovox.core.rules import (
    acting,
    announcing,
    answering,
    connecting,
    consenting,
    generating,
    heeding,
    instructing,
    mending,
    narrating,
    owning,
    permitting,
    sparing,
    speaking,
    waiting,
    wording,
)
from solovox.core.runs import Run, RunState
from solovox.core.sense import Context
from solovox.core.talk import Presence, Talk
from solovox.core.tool_calls import Caller
from solovox.core.units import Instant


def _of_a_run(rule: Callable[[Talk, Run, Any], None], *states: RunState) -> Callable[[Talk, Any], None]:
    """Only a run that was asked counts, or that is in one of `states`. All that its brain does is a sign of life (T4)."""

    def heard(talk: Talk, event: on.BrainEvent) -> None:
        run = runs.find(talk.runs, event.run)
        if run is not None and run.state in (RunState.ASKED, *states):
            run = runs.alive(run, talk.at)
            talk.runs = runs.put(talk.runs, run)
            rule(talk, run, event)

    return heard


def _of_the_ear(rule: Callable[[Talk, Any], None], *states: ConnectionState) -> Callable[[Talk, Any], None]:
    """Only the current connection counts, while it is live or in one of `states`. An older one is ignored,
    and its sound is dropped (L1)."""

    def heard(talk: Talk, event: on.EarEvent) -> None:
        if event.connection == talk.ear.id and talk.ear.state in (states or LIVE):
            rule(talk, event)
        elif isinstance(event, on.EarAudio):
            talk.say(Drop(SoundOrigin.EAR, event.span, DropReason.STALE))

    return heard


def _joined(talk: Talk, event: on.SurfaceJoined) -> None:
    talk.presence = Presence((*talk.presence.without(event.surface), event))


def _left(talk: Talk, event: on.SurfaceLeft) -> None:
    """The surface takes its talk key along (T1). When the last surface leaves, the gate closes at once. Half an utterance waits for a fresh yes, and
    what is unsaid waits for a surface (G3, A1)."""
    if event.surface in (None, talk.turn.taken_by):
        hearing.give_floor(talk)
    if others := talk.presence.without(event.surface):
        talk.presence = Presence(others)
        return
    talk.presence = Presence(lost_at=talk.at)
    speaking.cut(talk)
    speaking.settle_flushes(talk)
    acting.deny_all(talk, Outcome.VOID)
    closing.broken_off(talk)
    talk.turn = replace(talk.turn, stirred=None)


def _given(talk: Talk, event: on.FloorGiven) -> None:
    if event.surface == talk.turn.taken_by:
        hearing.give_floor(talk)


def _recogniser_lost(talk: Talk, event: on.RecogniserLost) -> None:
    """Without the local recogniser the session goes on only with an ear that finds out by itself who speaks (T1)."""
    talk.policy = replace(talk.policy, understands=False)
    talk.fail(f"the local recogniser failed: {event.reason}")
    hopeless = talk.ear.state is ConnectionState.HOPELESS
    if talk.policy.ear is EarKind.LOCAL or talk.policy.marks_activity or hopeless:
        waiting.end(talk, EndReason.DEAF, event.reason)


def _ear_called(talk: Talk, event: on.EarCalled) -> None:
    """The ear called its routing tool, or another. A call that comes twice counts once (C1)."""
    talk.ear = replace(talk.ear, silent_since=None)
    if acting.is_new(talk, Caller(event.call, connection=event.connection)):
        spec = talk.policy.tool(event.tool)
        if event.tool == ACCEPTING.name and not talk.policy.ear_acts:
            ear.ear_accepts(talk, event)
        elif spec is not None and spec.routing:
            ear.ear_routes(talk, event)
        elif spec is not None and spec.read_aloud and not (talk.policy.ear_acts or event.wrong):
            ear.ear_routes(talk, event, Look(event.tool, event.arguments))
        else:
            connecting.ear_works(talk)
            acting.ear_called(talk, event)
    _leave_if_full(talk)


def _ear_cancelled(talk: Talk, event: on.EarCancelled) -> None:
    acting.ear_cancelled(talk, event)
    _leave_if_full(talk)


def _leave_if_full(talk: Talk) -> None:
    if acting.is_full(talk, talk.ear.id):
        connecting.recycle(talk, "the ear has called too often")


def _brain_called(talk: Talk, run: Run, event: on.BrainCalled) -> None:
    acting.brain_called(talk, run, event)
    _fail_if_full(talk, run)


def _fail_if_full(talk: Talk, run: Run) -> None:
    if acting.is_full(talk, run=run.id):
        answering.fail_run(talk, run, "the brain calls tools without end", cancel=True)


def _brain_needs_yes(talk: Talk, run: Run, event: on.BrainNeedsYes) -> None:
    if acting.is_new(talk, Caller(event.call, run=run.id)):
        permitting.asked(talk, run, event)
    _fail_if_full(talk, run)


LIVE: Final = (ConnectionState.LIVE,)
RULES: Final[dict[type, Callable[[Talk, Any], None]]] = {
    # the surface
    on.SurfaceJoined: _joined,
    on.SurfaceLeft: _left,
    on.SoundCaptured: connecting.captured,
    on.SourceCaptured: lambda talk, event: talk.say(ForgetSound(event.span.stream, event.span.end)),
    on.Played: speaking.played,
    on.Flushed: speaking.flushed,
    on.FloorTaken: hearing.take_floor,
    on.FloorGiven: _given,
    on.StopAsked: lambda talk, _: instructing.stop(talk),
    on.SilenceAsked: lambda talk, _: instructing.quiet(talk),
    on.Typed: words.typed,
    on.ConsentGiven: consenting.granted,
    on.ConsentDenied: acting.denied,
    on.MendRefused: mending.mend_refused,
    on.HungUp: lambda talk, _: waiting.end(talk, EndReason.HUNG_UP),
    # the local recogniser
    on.OnsetHeard: lambda talk, _: hearing.onset(talk),
    on.SpeechConfirmed: hearing.confirmed,
    on.OnsetFaded: lambda talk, _: hearing.faded(talk),
    on.SpeechEnded: hearing.ended,
    on.LocalTranscript: words.local_transcript,
    on.WakeHeard: hearing.woken,
    on.RecogniserLost: _recogniser_lost,
    # the ear
    on.EarOpened: _of_the_ear(connecting.opened, ConnectionState.OPENING),
    on.EarLost: _of_the_ear(connecting.lost, ConnectionState.OPENING, ConnectionState.LIVE),
    on.EarGoingAway: _of_the_ear(connecting.going_away),
    on.EarTranscript: _of_the_ear(ear.ear_transcript),
    on.EarEndedUtterance: _of_the_ear(lambda talk, _: ear.ear_ended(talk)),
    on.EarCalled: _of_the_ear(_ear_called),
    on.EarCancelled: _of_the_ear(_ear_cancelled),
    on.EarAudio: _of_the_ear(generating.spoke),
    on.EarOutputTranscript: _of_the_ear(generating.said),
    on.EarInterrupted: _of_the_ear(lambda talk, _: generating.over(talk)),
    on.EarTurnEnded: _of_the_ear(generating.turn_ended),
    # the narrator
    on.ReadSounded: narrating.narrated,
    on.ReadFollowed: narrating.narrated,
    on.ReadStrayed: narrating.narrated,
    on.ReadRendered: narrating.narrated,
    on.ReadFailed: narrating.narrated,
    # the brain
    on.BrainWrote: _of_a_run(answering.wrote),
    on.BrainOffered: _of_a_run(answering.offered),
    on.BrainStep: _of_a_run(answering.stepped),
    on.BrainCalled: _of_a_run(_brain_called),
    on.BrainNeedsYes: _of_a_run(_brain_needs_yes),
    on.BrainUsed: _of_a_run(answering.used),
    on.BrainChanged: _of_a_run(answering.changed, *runs.RUNS[RunState.ASKED]),
    on.SteerRefused: instructing.steer_refused,
    on.LineFound: heeding.line_found,
    on.BrainFinished: _of_a_run(answering.finished),
    on.BrainFailed: _of_a_run(answering.failed),
    # tools, our own words, time, policy
    on.ToolReturned: acting.returned,
    on.ToolProgressed: acting.progressed,
    on.ToolActed: acting.acted,
    on.ToolSetOpened: acting.opened,
    on.ToolSetFailed: lambda talk, event: talk.fail(f"the tools of {event.source}: {event.reason}"),
    on.WordingProposed: wording.proposed,
    on.Taught: lambda talk, _: None,
    on.TeachFailed: lambda talk, event: talk.fail(f"what you taught could not be kept: {event.reason}"),
    on.Announced: announcing.announced,
    on.DeadlineReached: lambda talk, _: None,
    on.PolicyChanged: connecting.changed,
}
"""Which rule an event goes to. A test holds it against `Event`: each has one rule, which takes that event."""

LATE_SOUND: Final = {
    on.ReadSounded: SoundOrigin.NARRATOR,
    on.EarAudio: SoundOrigin.EAR,
    on.SoundCaptured: SoundOrigin.MICROPHONE,
}
"""After the end of the session, sound is dropped. The table says whose it was (G2)."""


class Conversation:
    """Events in, commands out. Give it every event once, in order, with times that never fall."""

    def __init__(self, policy: Policy) -> None:
        self._talk = Talk(policy, retelling=retelling.begun(policy.earlier), pace=policy.pace)
        self._due: Instant | None = None

    @property
    def policy(self) -> Policy:
        """The policy that counts now."""
        return self._talk.policy

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
            or talk.turn.stirred
            or talk.turn.taken_at is not None
            or talk.generation.answer is not None
            or talk.cues.owed
            or (
                talk.announced
                and not (
                    talk.policy.narrator is NarratorKind.SELF
                    and (talk.generation.hushed or talk.ear.state is ConnectionState.HOPELESS)
                )
            )
        )

    @property
    def next_deadline(self) -> Instant | None:
        """When to be woken with `DeadlineReached`, if nothing happens before."""
        return self._due

    def context(self, at: Instant, event: on.HeardEvent) -> Context:
        """Against what the words of an event are to be understood, before it is handled (`Sense`)."""
        return words.context(self._talk, Instant(max(at, self._talk.at)), event)

    def handle(self, at: Instant, event: on.Event) -> list[Command]:
        """What to do, now that `event` has happened at `at`."""
        talk = self._talk
        talk.at = Instant(max(at, talk.at))
        talk.out = []
        if talk.presence.ended:
            if isinstance(event, on.ReadSounded | on.EarAudio | on.SoundCaptured):
                talk.say(Drop(LATE_SOUND[type(event)], event.span, DropReason.ENDED))
            return talk.out
        late = self._due is not None and talk.at >= self._due
        if isinstance(event, on.SoundCaptured) and not late:
            connecting.captured(talk, event)
            return talk.out
        if talk.reads.is_open:
            talk.cues = replace(
                talk.cues,
                loud_at=Instant(talk.at + talk.presence.beyond_recall),
                ours=talk.ours,
                calls=talk.calls_us,
            )
        if late:
            waiting.expire(talk)
            _settle(talk)
        if (counts := owning.counted(talk, event)) is not None:
            RULES[type(counts)](talk, counts)
        _settle(talk)
        sparing.admit(talk)
        waiting.rearm(talk)
        state.tell(talk)
        self._due = None if talk.presence.ended else waiting.next_deadline(talk)
        return talk.out


def _settle(talk: Talk) -> None:
    """Apply the joint rules that follow from the state alone, until nothing changes."""
    if talk.presence.ended:
        return
    rules = (
        acting.withdraw_ended,
        settling.settle,
        speaking.begin,
        acting.begin,
        speaking.fall_silent,
        announcing.is_over,
        speaking.drained,
        speaking.resume,
        _ask,
        permitting.tell,
        announcing.ask_more,
        announcing.announce,
        speaking.release,
    )
    while any(changed(talk) for changed in rules):
        pass
    talk.approvals = approvals.settled(talk.approvals, talk.at)
    if (
        talk.policy.ear is EarKind.LIVE
        and talk.ear.state is ConnectionState.DOWN
        and talk.presence.caps is not None
    ):
        connecting.open_line(talk, resume=False)
    _owed_cue(talk)
    connecting.leave_in_a_pause(talk)
    talk.say(*(ForgetSound(span.stream, span.end) for span in talk.reads.done))
    talk.reads = replace(talk.reads, done=()) if talk.reads.done else talk.reads


def _owed_cue(talk: Talk) -> None:
    """A failure sounds after the read; what only says that the person was heard is not needed where an answer is (T5)."""
    owed = talk.cues.owed
    busy = talk.reads.is_open or talk.reads.busy
    if owed is None or talk.pauses or (busy and owed is CueKind.FAILED):
        return
    talk.cues = replace(talk.cues, owed=None)
    if not busy:
        talk.cue(owed)


def _ask(talk: Talk) -> bool:
    """Ask the next run, once it is known what was heard of the answer before it (N4)."""
    run = talk.runs.due
    if run is None or talk.reads.flushing or (run.how is Amendment.QUEUE and talk.runs.asked):
        return False
    for older in talk.runs.asked:
        instructing.cancel_run(talk, older.id, "a new instruction replaces it")
    talk.runs = runs.put(talk.runs, replace(run.becomes(RunState.ASKED), since=talk.at))
    talk.activity = replace(talk.activity, run=run.id, since=talk.at, step="", told_at=talk.at, hushed=False)
    talk.say(run.ask)
    talk.retelling = retelling.asked(talk.retelling, run.ask.instruction)
    talk.cue(CueKind.ROUTED)
    return True
