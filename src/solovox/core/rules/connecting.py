"""Joint rules of the ear's connections and the microphone.

L1  Never two connections at a time. A session outlives them all. After an answer there may be a fresh one.
    The person sees that one goes away, until the next has opened.
L2  The microphone's sound is sent, drained (and counted), or spools for the next connection.
L3  A connection that remembers nothing is told the talk so far, before anything else.
T1  An ear that is told when the person speaks is sent nothing else: `begin_activity`, `end_activity`.
A4  Another's sound is no part of what someone says to it: it waits until that has ended.
T6  What was said without the wake phrase is not sent, where it is spared.
L4  An ear that heard speech and shows no sign of it is recycled.
T5  If an answer of the live model does not come, it is asked for once more. Then the person is told that it is missing. If it
    says nothing to what came of a tool, it is reminded once.
"""

from dataclasses import replace

from solovox.core import connection, retelling, runs
from solovox.core.approvals import returning
from solovox.core.commands import (
    AskEar,
    BeginActivity,
    CloseEar,
    Drop,
    DropReason,
    EndActivity,
    ForgetSound,
    GiveContext,
    NudgeEar,
    OpenEar,
    SendMicrophone,
    ShowFailure,
    ShowLeaving,
    SoundOrigin,
)
from solovox.core.connection import LISTENING, STEADY, TOLD_AFTER, ConnectionState
from solovox.core.events import EarGoingAway, EarLost, EarOpened, PolicyChanged, SoundCaptured
from solovox.core.listening.utterance import PRE_ROLL, Remote, Utterance
from solovox.core.microphone import MicrophoneProgress, mark_routed
from solovox.core.policy import AfterRead, NarratorKind
from solovox.core.rules import generating
from solovox.core.runs import RunState
from solovox.core.talk import Talk
from solovox.core.units import MIC, MIC_RATE, AudioSpan, Instant, SourceId

FORGET_EVERY = 10 * MIC_RATE
"""In samples: after each stretch of this length, old sound of the microphone is forgotten."""
LEAVE_EARLY = 1_000
"""In milliseconds: a connection is left this long before its end at the latest."""


def take_sound(talk: Talk, event: SoundCaptured) -> None:
    """The microphone's sound is sent, drained (and counted), or spools (L2). A live ear hears owners only (A4).
    It is one function because it runs for every frame."""
    before, end = talk.link.microphone, event.span.end
    strange = not talk.policy.hears(event.source)
    if strange or (not talk.policy.barge_in and talk.voice.reads.is_open):
        talk.say(
            Drop(
                SoundOrigin.MICROPHONE,
                event.span,
                DropReason.STRANGER if strange else DropReason.DRAINED,
            )
        )
        talk.link.microphone = MicrophoneProgress(end, end, end, event.source)
    else:
        talk.link.microphone = MicrophoneProgress(
            end, before.sent, before.unrouted_from, event.source, _is_anothers(talk, event.source)
        )
        if (
            talk.link.ear.state is ConnectionState.HEARING and not talk.link.microphone.others
        ) or not talk.policy.marks_activity:
            _send(talk)
    if before.captured // FORGET_EVERY != end // FORGET_EVERY:
        talk.link.microphone = replace(talk.link.microphone, unrouted_from=_spool_from(talk))
        talk.say(ForgetSound(MIC, talk.link.microphone.unrouted_from))


def _is_anothers(talk: Talk, source: SourceId) -> bool:
    """Whether new sound is of another than who speaks to the ear (A4)."""
    return (
        talk.link.microphone.others
        or (talk.link.ear.state is ConnectionState.HEARING and source != talk.link.microphone.source)
    ) and (talk.turn.open is None or talk.turn.open.speech.source != source)


def _send(talk: Talk) -> None:
    """Samples up to `captured` have been captured. Send the new ones if the ear is live, else leave them in
    the spool."""
    captured, sent = talk.link.microphone.captured, talk.link.microphone.sent
    if talk.link.ear.is_live and captured > sent:
        talk.link.microphone = replace(talk.link.microphone, sent=captured)
        talk.say(SendMicrophone(talk.link.ear.id, AudioSpan(MIC, sent, captured - sent)))


def _spool_from(talk: Talk) -> int:
    """The first sample that a new connection would be owed (L2)."""
    if said := find_owed(talk):
        return max(talk.link.microphone.unrouted_from, said[0].speech.first - PRE_ROLL, 0)
    return max(
        talk.link.microphone.unrouted_from,
        talk.link.microphone.captured - talk.policy.timing.quiet_spool * MIC_RATE // 1000,
        0,
    )


def find_owed(talk: Talk) -> tuple[Utterance, ...]:
    """What the person said and the ear has not dealt with: it was not routed or, under `self`, not answered (L2)."""
    mine = (talk.turn.last if talk.policy.alone else None, talk.turn.open)
    return tuple(
        one
        for one in mine
        if one is not None and one.spoken and not one.deaf and (one.woken or not talk.policy.spares)
        if one.speech.ended_at is None or one.speech.end > talk.link.microphone.unrouted_from
    )


def begin_activity(talk: Talk, first: int) -> None:
    """The person speaks, from `first` on. The ear is told, and is also sent the sound just before it (T1)."""
    if not talk.policy.marks_activity or talk.link.ear.state is not ConnectionState.LIVE:
        return
    before = 0 if talk.policy.spares else PRE_ROLL
    sent = max(talk.link.microphone.sent, first - before, talk.link.microphone.unrouted_from)
    talk.link.microphone = replace(talk.link.microphone, sent=sent, others=False)
    talk.link.ear = talk.link.ear.becomes(ConnectionState.HEARING)
    talk.say(BeginActivity(talk.link.ear.id))
    _send(talk)


def end_activity(talk: Talk) -> None:
    """The person has finished. Under `self` an answer is awaited from now on."""
    _end_activity(talk)
    if talk.policy.alone:
        generating.await_answer(talk)


def _end_activity(talk: Talk) -> None:
    """Tell the ear that the speech has ended. It is sent nothing until the person speaks again (T1)."""
    if talk.link.ear.state is ConnectionState.HEARING:
        talk.say(EndActivity(talk.link.ear.id))
        talk.link.ear = talk.link.ear.becomes(ConnectionState.LIVE)


def change_policy(talk: Talk, event: PolicyChanged) -> None:
    """Another profile counts from now on. An ear that it sets up otherwise is closed. The next one is owed
    what is still kept."""
    policy = event.policy
    if (policy.ear, policy.marks_activity) != (talk.policy.ear, talk.policy.marks_activity):
        close_line(talk, "the profile changed")
        _warn(talk, leaving=False)
    talk.policy = policy


def close_line(talk: Talk, why: str) -> None:
    """Close the connection, and open no other. What the ear said of its own is over."""
    if talk.link.ear.state in (ConnectionState.OPENING, *LISTENING):
        talk.say(CloseEar(talk.link.ear.id, why))
    talk.link.ear = connection.close_connection(talk.link.ear)
    generating.over(talk)


def open_line(talk: Talk, *, resume: bool) -> None:
    talk.link.ear = connection.opening(
        talk.link.ear, Instant(talk.at + talk.policy.timing.opening), resume=resume
    )
    talk.say(OpenEar(talk.link.ear.id, resume))


def take_connection(talk: Talk, event: EarOpened) -> None:
    """A connection that remembers nothing is told the talk so far; then it is sent the microphone (L2, L3)."""
    talk.link.retelling, context = retelling.tell_talk(talk.link.retelling, resumed=event.resumed)
    if talk.turn.open is not None:  # the ear is sent the utterance anew, and transcribes it anew (L2)
        talk.turn = replace(talk.turn, open=replace(talk.turn.open, remote=Remote()))
    talk.link.ear = connection.open_connection(talk.link.ear, talk.at)
    _warn(talk, leaving=False)
    talk.link.microphone = replace(talk.link.microphone, sent=_spool_from(talk))
    talk.say(*(GiveContext(talk.link.ear.id, text) for text in context))
    if talk.policy.marks_activity:
        _say_again(talk)
    else:
        _send(talk)


def _say_again(talk: Talk) -> None:
    """Send again what the person said or typed and no connection has dealt with, from its first sample (L2, T1)."""
    said, asks = find_owed(talk), talk.work.runs.typed
    if said:
        returning.present(talk, *(one.speech.source for one in said))
        begin_activity(talk, said[0].speech.first)
        if not talk.turn.speaks:
            _end_activity(talk)
    talk.say(*(AskEar(talk.link.ear.id, text) for text in asks))
    if talk.policy.alone and (said or asks):
        talk.work.runs = runs.await_ear(talk.work.runs, talk.at)


def lose_connection(talk: Talk, event: EarLost) -> None:
    """The connection closed, or did not open."""
    talk.link.ear = connection.lose_connection(
        talk.link.ear, talk.at, talk.policy.timing.backoff, event.reason, retry=event.retry
    )
    generating.over(talk)
    if talk.link.ear.state is ConnectionState.HOPELESS:
        _warn(talk, leaving=False)
        talk.work.runs = runs.end_ear(talk.work.runs, RunState.FAILED)
        talk.fail(f"the ear is gone: {event.reason}")
    elif not event.asks_again and talk.work.runs.of_the_ear:
        _give_up_answer(talk)
    elif talk.link.ear.attempts == TOLD_AFTER:
        talk.say(ShowFailure(f"the ear is away, and is tried again: {event.reason}"))


def recycle(talk: Talk, why: str) -> None:
    """Close the connection, then open another: never two at a time (L1). It has the memory of the last one. If an answer has
    worn that one out, it is fresh, and not told the talk so far; results are still owed to it."""
    close_line(talk, why)
    fresh = _is_worn_out(talk)
    if fresh:
        talk.link.retelling = replace(talk.link.retelling, lines=())
    open_line(talk, resume=not fresh)


def _is_worn_out(talk: Talk) -> bool:
    """Whether an answer was read, or cut, and no more of it will be read (`AfterRead.RESTART`)."""
    return (
        talk.policy.after_read is AfterRead.RESTART
        and talk.link.ear.answered
        and not (
            talk.voice.reads.is_open or talk.voice.busy or any(run.sounded for run in talk.work.runs.alive)
        )
    )


def going_away(talk: Talk, event: EarGoingAway) -> None:
    """The service will close the connection: leave it before, in a pause if there is one (L1).

    A connection is not left while it is young (`STEADY`), so a service that says this again and again causes
    no storm of connections.
    """
    talk.link.ear = replace(
        talk.link.ear, until=Instant(talk.at + max(event.left_ms - LEAVE_EARLY, LEAVE_EARLY))
    )
    _warn(talk, leaving=True)


def _warn(talk: Talk, *, leaving: bool) -> None:
    """The person sees, once, that the connection goes away; and that it does so no longer (L1)."""
    if talk.link.ear.warned != leaving:
        talk.link.ear = replace(talk.link.ear, warned=leaving)
        talk.say(ShowLeaving(leaving))


def leave_in_a_pause(talk: Talk) -> None:
    """While the person is silent and nothing is generated, leave a connection that goes away or is worn out."""
    if talk.voice.reads.is_open and not talk.link.ear.answered:
        talk.link.ear = replace(talk.link.ear, answered=True)
    if (
        not talk.link.ear.is_live
        or talk.link.generation.busy
        or (talk.policy.narrator is NarratorKind.RELAY and talk.voice.reads.coming is not None)
        or talk.turn.open is not None
        or find_owed(talk)
    ):
        return
    if _is_worn_out(talk):
        recycle(talk, "the answer was read")
    elif talk.link.ear.until is not None and talk.at - talk.link.ear.opened_at >= STEADY:
        recycle(talk, "the service goes away")


def missed_at(talk: Talk) -> Instant | None:
    """When an answer of the live model counts as missing: not while someone speaks to it, for it answers them when they
    have finished. If it was asked for once more, the connection has time to open."""
    timing, speaks = talk.policy.timing, talk.link.ear.state is ConnectionState.HEARING and talk.turn.speaks
    return min(
        (
            Instant(
                run.since + (timing.watchdog if talk.link.ear.is_live or not run.works else timing.opening)
            )
            for run in talk.work.runs.of_the_ear
            if not speaks
        ),
        default=None,
    )


def unsaid_at(talk: Talk) -> Instant | None:
    """When the live model is reminded of what came of a tool: in half the time after which its answer is missing."""
    told_at = None if talk.work.calls.running else talk.link.ear.told_at
    return None if told_at is None else Instant(told_at + talk.policy.timing.watchdog // 2)


def remind(talk: Talk) -> None:
    """The live model says nothing to what came of a tool: some do not before they are spoken to (T5)."""
    talk.link.ear = replace(talk.link.ear, told_at=None)
    talk.work.runs = runs.await_ear(talk.work.runs, talk.at)
    talk.say(NudgeEar(talk.link.ear.id))


def ask_missing_answer(talk: Talk) -> None:
    """An answer of the live model is missing. It is asked for once more, by a new connection (T5)."""
    if talk.work.calls.running:
        talk.work.runs = runs.await_ear(talk.work.runs, talk.at)
    elif not (find_owed(talk) or talk.work.runs.typed):
        talk.work.runs = runs.end_ear(talk.work.runs, RunState.FINISHED)
    elif not talk.link.ear.is_live or any(run.works for run in talk.work.runs.of_the_ear):
        _give_up_answer(talk)
    else:
        ear_works(talk)
        recycle(talk, "the live model gave no answer")


def _give_up_answer(talk: Talk) -> None:
    """What was said and typed to the live model is not asked any more. The person is told why (T5)."""
    for said in find_owed(talk):
        talk.link.microphone = mark_routed(talk.link.microphone, said.speech.end)
    talk.work.runs = runs.end_ear(talk.work.runs, RunState.FAILED)
    talk.fail("the live model gave no answer" + (f": {talk.link.ear.why}" if talk.link.ear.why else ""))


def ear_works(talk: Talk) -> None:
    """The live model was asked once more, or is at work: no connection is given up for its answer any more."""
    for run in talk.work.runs.of_the_ear:
        talk.work.runs = runs.put(talk.work.runs, replace(run, works=True))


def expire(talk: Talk) -> None:
    """A connection's time has come: it was lost or did not open, its service goes away, or it shows no sign of what it heard. Then
    an answer of the live model is asked for once more, too (T5)."""
    ear = talk.link.ear
    leaves = ear.until is not None and talk.at >= ear.until
    if ear.is_live and not leaves:
        ear_works(talk)
    signless = "the service goes away" if leaves else "the ear heard speech and gave no sign"
    recycle(talk, signless if ear.is_live else "the ear did not open")
