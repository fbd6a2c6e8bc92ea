"""The conversation: `handle(at, event)` returns what to do. The joint rules meet here.

Read this file first. RULES says which rule of `rules/` each event goes to. Then `_settle` applies what follows from the
state alone, until nothing changes. What is overdue at `at` is settled before the event itself, so that a late wake-up
decides the same as one in time. Of the rules read these first: `hearing` (the person's speech), `instructing` (what
becomes of the words), `answering` (what a brain writes) and `speaking` (the voice).

R1  No clock, no chance, no I/O: the events with their times reproduce every command.
L1 L2 L4 L5  The ear's connections come and go; the microphone spools; the end leaves nothing behind.
"""

from dataclasses import replace
from typing import Final

from solovox.core import events as on
from solovox.core import retelling, runs, state
from solovox.core.approvals import acting, consenting, correcting, holding, holds, owning
from solovox.core.approvals.calls import Caller
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
from solovox.core.connection import HEARD, ConnectionState
from solovox.core.errors import Misuse
from solovox.core.listening import closing, ear, hearing, settling, understanding, words
from solovox.core.policy import ACCEPTING, Amendment, EarKind, Policy
from solovox.core.rows import at, of_a_run, of_the_ear
from solovox.core.rules import (
    answering,
    connecting,
    generating,
    instructing,
    patience,
    sparing,
    waiting,
)
from solovox.core.runs import RunState
from solovox.core.sense import Context
from solovox.core.speaking import announcing, heeding, narrating, speaking
from solovox.core.talk import EarLink, Presence, Talk, Voice
from solovox.core.units import Instant


def _let_surface_join(talk: Talk, event: on.SurfaceJoined) -> None:
    talk.presence = Presence((*talk.presence.without(event.surface), event))


def _let_surface_leave(talk: Talk, event: on.SurfaceLeft) -> None:
    """The surface takes its talk key along (T1). When the last surface leaves, the gate closes at once. Half an utterance waits for a fresh yes, and
    what is unsaid waits for a surface (G3, A1)."""
    hearing.give_floor(talk, event.surface)
    if others := talk.presence.without(event.surface):
        talk.presence = Presence(others)
        return
    talk.presence = Presence(lost_at=talk.at)
    speaking.cut_voice(talk)
    speaking.settle_flushes(talk)
    acting.deny_all(talk, Outcome.VOID)
    closing.broken_off(talk)
    talk.turn = replace(talk.turn, stirred=None)


def _recogniser_lost(talk: Talk, event: on.RecogniserLost) -> None:
    """Without the local recogniser the session goes on only with an ear that finds out by itself who speaks (T1)."""
    talk.policy = replace(talk.policy, understands=False)
    talk.fail(f"the local recogniser failed: {event.reason}")
    if (
        talk.policy.ear is EarKind.LOCAL
        or talk.policy.marks_activity
        or talk.link.ear.state is ConnectionState.HOPELESS
    ):
        waiting.end(talk, EndReason.DEAF, event.reason)


def _ear_called(talk: Talk, event: on.EarCalled) -> None:
    """The ear called its routing tool, or another. A call that comes twice counts once (C1)."""
    talk.link.ear = replace(talk.link.ear, silent_since=None, told_at=None)
    if acting.is_new(talk, Caller(event.call, connection=event.connection)):
        spec = talk.policy.tool(event.tool)
        looks = spec is not None and spec.read_aloud and not (talk.policy.alone or event.wrong)
        if event.tool == ACCEPTING.name and not talk.policy.alone:
            ear.ear_accepts(talk, event)
        elif spec is not None and (spec.routing or looks):
            ear.ear_routes(talk, event, Look(event.tool, event.arguments) if looks else None)
        else:
            connecting.ear_works(talk)
            acting.ear_called(talk, event)


CALLS: Final = on.EarCalled | on.EarCancelled | on.BrainCalled | on.BrainNeedsYes


def _leave_full(talk: Talk) -> None:
    """Who calls without end is left (C1)."""
    made, most = [(c.connection, c.run) for c in talk.work.calls.seen], talk.policy.limits.remembered
    if made.count((talk.link.ear.id, None)) >= most:
        connecting.recycle(talk, "the ear has called too often")
    for run in talk.work.runs.asked:
        if made.count((None, run.id)) >= most:
            answering.fail_run(talk, run, "the brain calls tools without end", cancel=True)


RULES: Final = dict(
    [
        # the surface
        at(on.SurfaceJoined, _let_surface_join),
        at(on.SurfaceLeft, _let_surface_leave),
        at(on.SoundCaptured, connecting.take_sound),
        at(on.SourceCaptured, lambda talk, event: talk.say(ForgetSound(event.span.stream, event.span.end))),
        at(
            on.Played,
            lambda talk, event: talk.voice.reads.mark_played(talk.at, event.read, event.samples),
        ),
        at(on.Flushed, speaking.take_flushed),
        at(on.FloorTaken, hearing.take_floor),
        at(on.FloorGiven, lambda talk, event: hearing.give_floor(talk, event.surface)),
        at(on.StopAsked, lambda talk, _: instructing.stop(talk)),
        at(on.SilenceAsked, lambda talk, _: instructing.quiet(talk)),
        at(on.Typed, understanding.take_typed),
        at(on.ConsentGiven, consenting.take_yes),
        at(on.ConsentDenied, acting.deny_hold),
        at(on.MendRefused, correcting.mend_refused),
        at(on.HungUp, lambda talk, _: waiting.end(talk, EndReason.HUNG_UP)),
        # the local recogniser
        at(on.OnsetHeard, lambda talk, _: hearing.onset(talk)),
        at(on.SpeechConfirmed, hearing.take_speech),
        at(on.OnsetFaded, lambda talk, _: hearing.take_fading(talk)),
        at(on.SpeechEnded, hearing.take_end),
        at(on.LocalTranscript, words.local_transcript),
        at(on.Overheard, owning.show_overheard),
        at(on.WakeHeard, hearing.take_wake_phrase),
        at(on.RecogniserLost, _recogniser_lost),
        # the ear
        of_the_ear(on.EarOpened, connecting.take_connection, ConnectionState.OPENING),
        of_the_ear(on.EarLost, connecting.lose_connection, ConnectionState.OPENING, *HEARD),
        of_the_ear(on.EarGoingAway, connecting.going_away),
        of_the_ear(on.EarTranscript, ear.ear_transcript),
        of_the_ear(on.EarEndedUtterance, lambda talk, _: ear.ear_ended(talk)),
        of_the_ear(on.EarCalled, _ear_called),
        of_the_ear(on.EarCancelled, acting.ear_cancelled),
        of_the_ear(on.EarAudio, generating.spoke, *HEARD),
        of_the_ear(on.EarOutputTranscript, generating.take_transcript, *HEARD),
        of_the_ear(on.EarInterrupted, lambda talk, _: generating.over(talk), *HEARD),
        of_the_ear(
            on.EarTurnEnded,
            lambda talk, event: None if event.in_progress else generating.over(talk),
            *HEARD,
        ),
        # the narrator
        at(on.ReadSounded, narrating.take_narration),
        at(on.ReadFollowed, narrating.take_narration),
        at(on.ReadStrayed, narrating.take_narration),
        at(on.ReadRendered, narrating.take_narration),
        at(on.ReadFailed, narrating.take_narration),
        # the brain
        of_a_run(on.BrainWrote, answering.wrote),
        of_a_run(on.BrainOffered, answering.take_piece),
        of_a_run(on.BrainThought, answering.take_back_thought),
        of_a_run(on.BrainStep, answering.show_step),
        of_a_run(on.BrainCalled, acting.brain_called),
        of_a_run(on.BrainNeedsYes, acting.brain_called),
        of_a_run(on.BrainUsed, answering.show_usage),
        of_a_run(on.BrainChanged, answering.show_changes, *runs.RUNS[RunState.ASKED]),
        at(on.SteerRefused, instructing.steer_refused),
        at(on.LineFound, heeding.line_found),
        of_a_run(on.BrainFinished, answering.finish_answer),
        of_a_run(
            on.BrainFailed,
            lambda talk, run, event: answering.fail_run(talk, run, event.reason, said=event.said),
        ),
        # tools, our own words, time, policy
        at(on.ToolReturned, acting.take_result),
        at(on.ToolProgressed, acting.note_progress),
        at(on.ToolActed, acting.show_act),
        at(on.ToolSetOpened, acting.add_tools),
        at(on.ToolSetFailed, lambda talk, event: talk.fail(f"the tools of {event.source}: {event.reason}")),
        at(on.WordingProposed, correcting.take_wording),
        at(on.Taught, lambda talk, _: None),
        at(
            on.TeachFailed,
            lambda talk, event: talk.fail(f"what you taught could not be kept: {event.reason}"),
        ),
        at(on.Announced, announcing.announce_words),
        at(on.DeadlineReached, lambda talk, _: None),
        at(on.PolicyChanged, connecting.change_policy),
    ]
)
"""Which rule an event goes to. A test holds it against `Event`: each has one rule; that it takes that event is checked by its types."""

LATE_SOUND: Final = {
    on.ReadSounded: SoundOrigin.NARRATOR,
    on.EarAudio: SoundOrigin.EAR,
    on.SoundCaptured: SoundOrigin.MICROPHONE,
}
"""After the end of the session, sound is dropped. The table says whose it was (G2)."""


class Conversation:
    """Events in, commands out. Give it every event once, in order, with times that never fall."""

    def __init__(self, policy: Policy) -> None:
        self._talk = Talk(
            policy,
            link=EarLink(retelling=retelling.begin_retelling(policy.earlier)),
            voice=Voice(pace=policy.pace),
        )
        self._due: Instant | None = None

    @property
    def policy(self) -> Policy:
        """The policy that counts now."""
        return self._talk.policy

    @property
    def is_open(self) -> bool:
        """Whether the gate lets a voice to the speaker now (G3)."""
        return self._talk.voice.reads.is_open

    @property
    def has_ended(self) -> bool:
        """Whether `EndSession` was commanded."""
        return self._talk.presence.ended

    @property
    def is_idle(self) -> bool:
        """Whether nothing is being said, asked, read, run or waited for."""
        talk = self._talk
        return not (
            talk.voice.busy
            or talk.voice.reads.is_open
            or talk.voice.reads.flushing
            or talk.work.runs.alive
            or talk.work.calls.running
            or talk.turn.open
            or talk.turn.stirred
            or talk.turn.taken_at is not None
            or talk.link.generation.answer is not None
            or talk.link.ear.told_at is not None
            or talk.voice.cues.owed
            or talk.early
            or (
                talk.voice.announced
                and not (
                    talk.policy.alone
                    and (talk.link.generation.hushed or talk.link.ear.state is ConnectionState.HOPELESS)
                )
            )
        )

    @property
    def next_deadline(self) -> Instant | None:
        """When to be woken with `DeadlineReached`, if nothing happens before."""
        return self._due

    def context(self, at: Instant, event: on.HeardEvent) -> Context:
        """Against what the words of an event are to be understood, before it is handled (`Sense`)."""
        return understanding.context(self._talk, Instant(max(at, self._talk.at)), event)

    def handle(self, at: Instant, event: on.Event) -> list[Command]:
        """What to do, now that `event` has happened at `at`."""
        talk = self._talk
        talk.at = Instant(max(at, talk.at))
        talk.out = []
        if talk.presence.ended:
            _drop_late(talk, event)
            return talk.out
        late = self._due is not None and talk.at >= self._due
        if isinstance(event, on.SoundCaptured) and not late:
            connecting.take_sound(talk, event)
            return talk.out
        if talk.voice.reads.is_open:
            loud = tuple(piece for one in talk.voice.reads.loud for piece in one.pieces)
            loud_at = Instant(talk.at + talk.presence.beyond_recall)
            talk.voice.cues = replace(talk.voice.cues, loud_at=loud_at, loud=loud)
        if late:
            waiting.expire(talk)
            _settle(talk)
        counts = owning.count_as_owners(talk, event)
        if counts is not None and not patience.holds(talk, counts):
            RULES[type(counts)](talk, counts)
        if isinstance(event, CALLS):
            _leave_full(talk)
        _settle(talk)
        if talk.presence.ended:
            _drop_late(talk, *talk.early)
        sparing.admit(talk)
        waiting.rearm(talk)
        state.tell(talk)
        self._due = None if talk.presence.ended else waiting.next_deadline(talk)
        if late and isinstance(event, on.DeadlineReached) and self._due is not None and self._due <= talk.at:
            raise Misuse(f"the wait until {self._due} ms stays though it was acted on, at {talk.at} ms")
        return talk.out


def _drop_late(talk: Talk, *events: on.Event) -> None:
    """The session has ended: no sound that came, or waits, is heard (G2)."""
    for event in events:
        if isinstance(event, on.ReadSounded | on.EarAudio | on.SoundCaptured):
            talk.say(Drop(LATE_SOUND[type(event)], event.span, DropReason.ENDED))


def _settle(talk: Talk) -> None:
    """Apply the joint rules that follow from the state alone, until nothing changes."""
    if talk.presence.ended:
        return
    rules = (
        acting.withdraw_ended,
        _take_early,
        settling.settle,
        speaking.fall_silent,
        speaking.tell_drained,
        speaking.resume,
        _ask,
        holding.tell,
        announcing.ask_more,
        announcing.announce,
        speaking.release,
    )
    while any(changed(talk) for changed in rules):
        pass
    talk.approvals = holds.settle_holds(talk.approvals, talk.at)
    if (
        talk.policy.ear is EarKind.LIVE
        and talk.link.ear.state is ConnectionState.DOWN
        and talk.presence.caps is not None
    ):
        connecting.open_line(talk, resume=False)
    _owed_cue(talk)
    connecting.leave_in_a_pause(talk)


def _take_early(talk: Talk) -> bool:
    """What came while the person may only have paused is as if it came now (T2)."""
    events = patience.passing(talk)
    for event in events:
        RULES[type(event)](talk, event)
    return bool(events)


def _owed_cue(talk: Talk) -> None:
    """A failure sounds after the read; what only says that the person was heard is not needed where an answer is (T5)."""
    owed = talk.voice.cues.owed
    busy = talk.voice.reads.is_open or talk.voice.busy
    if owed is None or talk.pauses or (busy and owed is CueKind.FAILED):
        return
    talk.voice.cues = replace(talk.voice.cues, owed=None)
    if not busy:
        talk.cue(owed)


def _ask(talk: Talk) -> bool:
    """Ask the next run, once it is known what was heard of the answer before it (N4)."""
    run = talk.work.runs.due
    if run is None or talk.voice.reads.flushing:
        return False
    waits, looks = run.how is Amendment.QUEUE and talk.work.runs.asked, run.ask.look is not None
    beside = waits and looks and talk.approvals.waiting  # work that waits for a yes is not waited for
    if waits and not beside:
        return False
    for older in () if beside else talk.work.runs.asked:
        instructing.cancel_run(talk, older.id, "a new instruction replaces it")
    talk.work.runs = runs.put(talk.work.runs, replace(run.becomes(RunState.ASKED), since=talk.at))
    if not beside:
        now = replace(talk.work.activity, run=run.id, since=talk.at, step="", told_at=talk.at)
        talk.work.activity = now
    talk.say(run.ask)
    talk.link.retelling = retelling.add_question(talk.link.retelling, run.ask.instruction)
    talk.cue(CueKind.ROUTED)
    return True
