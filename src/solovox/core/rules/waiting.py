"""Joint rules of time: what is overdue, when to be woken next, and how a session ends.

Rule: each wait is said once, in WAITS. Acting on it moves its time on, so that no wait wakes the core
twice for nothing.

T5  Work in silence makes itself heard.
L5  The end leaves nothing behind.
"""

from collections.abc import Callable
from dataclasses import replace
from typing import Final

from solovox.core import connection, generation, runs, state
from solovox.core.approvals import acting
from solovox.core.commands import CancelTool, CueKind, EndReason, EndSession, Outcome
from solovox.core.listening import hearing, settling
from solovox.core.listening.closing import close_utterance
from solovox.core.listening.decision import Wait
from solovox.core.rules import answering, connecting, generating, instructing, sparing
from solovox.core.runs import Run
from solovox.core.speaking import announcing, narrating, speaking
from solovox.core.talk import Presence, Talk
from solovox.core.units import Instant


def _silent(talk: Talk) -> tuple[tuple[Instant, Run], ...]:
    """When each run that works is given up. A run that waits for a tool or a yes is not: we are the reason
    for its silence."""
    waiting = {caller.run for effect in talk.work.calls.effects for caller in effect.callers}
    return tuple(
        (runs.silent_at(run, talk.policy.timing), run)
        for run in talk.work.runs.asked
        if run.id not in waiting and not run.ear
    )


def _give_up(talk: Talk) -> None:
    for at, run in _silent(talk):
        if talk.at >= at:
            answering.fail_run(talk, run, "the brain went silent", cancel=True)


def _pulse_at(talk: Talk) -> Instant | None:
    """When work in silence next makes itself heard (T5)."""
    silent = talk.presence.caps is not None and not (
        talk.voice.reads.is_open or talk.turn.open or talk.turn.goes_on
    )
    return (
        Instant(talk.voice.cues.last_at + talk.policy.timing.pulse)
        if silent and talk.work.runs.asked
        else None
    )


def _after(since: Instant | None, wait: int) -> Instant | None:
    return None if since is None else Instant(since + wait)


WAITS: Final[tuple[tuple[Callable[[Talk], Instant | None], Callable[[Talk], None]], ...]] = (
    (lambda talk: _after(talk.voice.reads.cut_at, talk.policy.timing.flush), speaking.settle_flushes),
    (
        lambda talk: _after(talk.turn.stirred.at if talk.turn.stirred else None, talk.policy.timing.onset),
        hearing.take_fading,
    ),
    (lambda talk: _after(talk.turn.taken_at, talk.policy.timing.speech), hearing.give_floor),
    (lambda talk: talk.work.calls.deadline, acting.give_up_tools),
    (lambda talk: talk.approvals.deadline, acting.expire_holds),
    (narrating.silent_at, narrating.give_up),
    (lambda talk: generation.silent_at(talk.link.generation, talk.policy.timing), generating.over),
    (speaking.overdue_at, speaking.overdue),
    (lambda talk: min((at for at, _ in _silent(talk)), default=None), _give_up),
    (lambda talk: connection.deadline(talk.link.ear, talk.policy.timing.watchdog), connecting.expire),
    (connecting.unsaid_at, connecting.remind),
    (connecting.missed_at, connecting.ask_missing_answer),
    (_pulse_at, lambda talk: talk.cue(CueKind.WORKING)),
    (announcing.goes_on_at, announcing.goes_on),
    (sparing.follow_ends_at, sparing.admit),
    (
        lambda talk: (
            None if talk.work.runs.asked else _after(talk.presence.lost_at, talk.policy.timing.surface_grace)
        ),
        lambda talk: end(talk, EndReason.SURFACE_GONE),
    ),
)
"""Each wait once: until when, and what is done then, in this order."""


def expire(talk: Talk) -> None:
    """Everything whose time is up at `talk.at`."""
    for until, act in WAITS:
        due = until(talk)
        if due is not None and talk.at >= due:
            act(talk)


def rearm(talk: Talk) -> None:
    """Count the silence of work from now, if it has only now become silent."""
    pulse = _pulse_at(talk)
    if pulse is not None and pulse <= talk.at:
        talk.voice.cues = replace(talk.voice.cues, last_at=talk.at)
    told = announcing.goes_on_at(talk)
    if told is not None and told <= talk.at:
        talk.work.activity = replace(talk.work.activity, told_at=talk.at)


def next_deadline(talk: Talk) -> Instant | None:
    """When something is due: one of WAITS, or what follows from the state alone."""
    found = settling.decide_open(talk)
    early = talk.turn.yields_at if talk.at < talk.turn.yields_at else None
    settled = (found.until if isinstance(found, Wait) else None, speaking.release_at(talk), early)
    waits = (*settled, *(until(talk) for until, _ in WAITS))
    return min((at for at in waits if at is not None), default=None)


def end(talk: Talk, why: EndReason, detail: str = "") -> None:
    """End the session and leave nothing behind (L5)."""
    speaking.cut_voice(talk)
    if talk.turn.open is not None:
        close_utterance(talk, shown=talk.turn.open.so_far)
    for run in talk.work.runs.alive:
        instructing.cancel_run(talk, run.id, why)
    acting.deny_all(talk, Outcome.VOID)
    talk.say(*(CancelTool(effect.id) for effect in talk.work.calls.running))
    connecting.close_line(talk, why)
    talk.presence = Presence(ended=True)
    state.tell(talk)
    talk.say(EndSession(why, detail))
