"""Joint rules of time: what is overdue, when to be woken next, and how a session ends.

Rule: whatever `expire` acts on at its time, `next_deadline` names beforehand; acting on it moves the
deadline on, so that a wake-up never finds nothing to do twice.

T5  Work in silence makes itself heard.
L5  The end leaves nothing behind.
"""

from dataclasses import replace

from solovox.core import (
    acting,
    approvals,
    checking,
    connecting,
    generating,
    generation,
    hearing,
    instructing,
    lifecycle,
    runs,
    speaking,
    tool_calls,
)
from solovox.core import gate as gates
from solovox.core.commands import CancelTool, Cue, CueKind, EndSession, Outcome
from solovox.core.events import ReadFailed
from solovox.core.talk import Presence, Talk
from solovox.core.tool_calls import EffectState
from solovox.core.turn import Floor
from solovox.core.units import Instant, RunId
from solovox.core.verdicts import Wait


def expire(talk: Talk) -> None:
    """Everything whose time is up at `talk.at`."""
    timing = talk.policy.timing
    if talk.gate.flushing and talk.at >= talk.gate.flush_by:
        speaking.settle_flushes(talk)
    if talk.turn.stirred_at is not None and talk.at >= talk.turn.stirred_at + timing.onset:
        hearing.faded(talk)
    acting.give_up_tools(talk)
    acting.expire_holds(talk)
    checking.expire(talk)
    generating.expire(talk)
    reading = talk.narration.rendering
    if reading is not None and talk.at >= reading.since + timing.first_sound:
        speaking.read_failed(talk, ReadFailed(reading.read, "the narrator gave no sound"), cancel=True)
    checking.overdue(talk)  # also of a read that is whole only now
    for run in talk.runs.asked:
        if talk.at >= runs.silent_at(run, timing) and not _waits(talk, run.id):
            speaking.fail_run(talk, run.id, "the brain went silent", cancel=True)
    connecting.expire(talk)
    if (pulse := _pulse_at(talk)) is not None and talk.at >= pulse:
        talk.cues = replace(talk.cues, last_at=talk.at)
        talk.say(Cue(CueKind.WORKING))
    lost_at = talk.presence.lost_at
    if lost_at is not None and talk.at >= lost_at + timing.surface_grace:
        end(talk, "the surface did not come back")


def _waits(talk: Talk, run: RunId) -> bool:
    """Whether a run waits for a tool or a yes: then its silence is ours."""
    return any(caller.run == run for effect in talk.calls.effects for caller in effect.callers)


def _pulse_at(talk: Talk) -> Instant | None:
    """When work in silence next makes itself heard (T5)."""
    if talk.presence.caps is None or talk.gate.is_open or talk.turn.floor is not Floor.QUIET:
        return None
    works = talk.runs.asked or talk.generation.awaited is not None
    return Instant(talk.cues.last_at + talk.policy.timing.pulse) if works else None


def rearm(talk: Talk) -> None:
    """Work that has only now become silent is counted from now."""
    pulse = _pulse_at(talk)
    if pulse is not None and pulse <= talk.at:
        talk.cues = replace(talk.cues, last_at=talk.at)


def next_deadline(talk: Talk) -> Instant | None:
    timing = talk.policy.timing
    reading = talk.narration.rendering
    found, stirred = hearing.verdict(talk), talk.turn.stirred_at
    waits = [
        Instant(stirred + timing.onset) if stirred is not None else None,
        gates.deadline(talk.gate, talk.drain),
        checking.deadline(talk),
        speaking.release_at(talk),
        tool_calls.deadline(talk.calls),
        approvals.deadline(talk.approvals),
        lifecycle.deadline(talk.ear, timing.watchdog),
        generation.silent_at(talk.generation, timing),
        generation.missed_at(talk.generation, timing),
        found.until if isinstance(found, Wait) else None,
        Instant(reading.since + timing.first_sound) if reading is not None else None,
        _pulse_at(talk),
        Instant(talk.presence.lost_at + timing.surface_grace) if talk.presence.lost_at is not None else None,
    ]
    waits += [runs.silent_at(run, timing) for run in talk.runs.asked if not _waits(talk, run.id)]
    return min((at for at in waits if at is not None), default=None)


def end(talk: Talk, why: str) -> None:
    """Leave nothing behind (L5)."""
    speaking.cut(talk)
    for run in talk.runs.alive:
        instructing.cancel_run(talk, run.id, why)
    acting.deny_all(talk, Outcome.VOID)
    running = [e for e in talk.calls.effects if e.state is EffectState.RUNNING]
    talk.say(*(CancelTool(effect.id) for effect in running))
    connecting.close_line(talk, why)
    talk.presence = Presence(ended=True)
    talk.say(EndSession(why))
