"""The life of a call: asked for, run at most once, answered at most once.

C1  One effect for each (utterance, tool, canonical arguments, ordinal); equal calls share it. Each
    caller is answered at most once. A call that was taken back is closed: nothing is sent.
C3  An error, a time-out, an unknown tool are results.

Rule: every change of an effect's state is a row of EFFECTS.
"""

from dataclasses import dataclass, replace
from enum import Enum

from solovox.core.commands import AnswerCall, CancelTool, RunTool
from solovox.core.policy import ToolSpec
from solovox.core.units import CallId, ConnectionId, HoldId, Instant, RunId, UtteranceId


class EffectState(Enum):
    """How far an effect has come."""

    HELD = "held"
    RUNNING = "running"
    DONE = "done"


class Step(Enum):
    """What can happen to an effect."""

    ALLOW = "allow"
    RETURN = "return"
    ABANDON = "abandon"


EFFECTS: dict[EffectState, dict[Step, EffectState]] = {
    EffectState.HELD: {
        Step.ALLOW: EffectState.RUNNING,
        Step.RETURN: EffectState.HELD,  # nothing runs that could return
        Step.ABANDON: EffectState.DONE,
    },
    EffectState.RUNNING: {
        Step.ALLOW: EffectState.RUNNING,
        Step.RETURN: EffectState.DONE,
        Step.ABANDON: EffectState.DONE,
    },
    EffectState.DONE: dict.fromkeys(Step, EffectState.DONE),
}


@dataclass(frozen=True, slots=True)
class Caller:
    """Who waits for the answer: an ear's connection, or a run of a brain."""

    call: CallId
    connection: ConnectionId | None = None
    run: RunId | None = None


@dataclass(frozen=True, slots=True)
class Key:
    """What makes two calls the same effect (C1)."""

    utterance: UtteranceId | None
    run: RunId | None
    """For what was typed: there is no utterance."""
    tool: str
    arguments: str
    ordinal: int


@dataclass(frozen=True, slots=True)
class Result:
    """What a call is answered."""

    text: str
    failed: bool = False
    receipt: str | None = None


@dataclass(frozen=True, slots=True)
class Effect:
    """One run of a tool, and everybody who waits for it."""

    id: int
    key: Key
    spec: ToolSpec
    state: EffectState
    callers: tuple[Caller, ...]
    until: Instant
    """When a running tool is given up."""
    hold: HoldId | None = None
    result: Result | None = None


@dataclass(frozen=True, slots=True)
class Calls:
    """Effects of the utterances at hand, and the calls that have been seen."""

    effects: tuple[Effect, ...] = ()
    seen: tuple[Caller, ...] = ()
    deferred: tuple[AnswerCall, ...] = ()
    """Answers that wait until the ear is idle (C2)."""
    count: int = 0


def is_repeat(calls: Calls, caller: Caller) -> bool:
    """Whether this very call has come before (the same message twice, or in two places)."""
    return caller in calls.seen


def see(calls: Calls, caller: Caller, limit: int) -> Calls:
    """Remember a call."""
    return replace(calls, seen=(*calls.seen, caller)[-limit:])


def join(calls: Calls, caller: Caller, key: Key) -> tuple[Calls, Effect | None]:
    """Attach a caller to the effect that its call names, if there is one already."""
    effect = next((e for e in calls.effects if e.key == key), None)
    if effect is None:
        return calls, None
    if effect.state is not EffectState.DONE:
        effect = replace(effect, callers=(*effect.callers, caller))
        calls = _put(calls, effect)
    return calls, effect


def order(
    calls: Calls, at: Instant, caller: Caller, key: Key, spec: ToolSpec
) -> tuple[Calls, Effect, RunTool]:
    """A new effect, to be run now."""
    until = Instant(at + spec.timeout_ms)
    effect = Effect(calls.count + 1, key, spec, EffectState.RUNNING, (caller,), until)
    after = replace(calls, effects=(*calls.effects, effect), count=effect.id)
    return after, effect, RunTool(effect.id, key.tool, key.arguments)


def hold(calls: Calls, caller: Caller, key: Key, spec: ToolSpec, hold_id: HoldId) -> tuple[Calls, Effect]:
    """A new effect that waits for a yes."""
    effect = Effect(calls.count + 1, key, spec, EffectState.HELD, (caller,), Instant(0), hold_id)
    return replace(calls, effects=(*calls.effects, effect), count=effect.id), effect


def allow(calls: Calls, at: Instant, hold_id: HoldId) -> tuple[Calls, RunTool | None]:
    """The yes has come."""
    effect = next((e for e in calls.effects if e.hold == hold_id), None)
    if effect is None or effect.state is not EffectState.HELD:
        return calls, None
    until = Instant(at + effect.spec.timeout_ms)
    running = replace(effect, state=EFFECTS[effect.state][Step.ALLOW], until=until)
    return _put(calls, running), RunTool(effect.id, effect.key.tool, effect.key.arguments)


def settle(calls: Calls, effect_id: int, result: Result, step: Step) -> tuple[Calls, Effect | None]:
    """An effect has its result. Returns the effect as it was, with the callers to be answered."""
    effect = next((e for e in calls.effects if e.id == effect_id), None)
    if effect is None or EFFECTS[effect.state][step] is effect.state:
        return calls, None
    done = replace(effect, state=EFFECTS[effect.state][step], result=result, callers=())
    return _put(calls, done), effect


def withdraw(calls: Calls, callers: frozenset[Caller]) -> tuple[Calls, list[CancelTool]]:
    """Calls were taken back: nobody is answered. What only looks and has no caller left is cancelled;
    what may already have had an effect is let finish."""
    cancelled: list[CancelTool] = []
    kept: list[Effect] = []
    for effect in calls.effects:
        left = tuple(c for c in effect.callers if c not in callers)
        begun = effect.spec.effects and effect.state is EffectState.RUNNING
        if left or begun or left == effect.callers:
            kept.append(replace(effect, callers=left))
        elif effect.state is EffectState.RUNNING:
            cancelled.append(CancelTool(effect.id))
    return replace(calls, effects=tuple(kept)), cancelled


def withdraw_caller(calls: Calls, effect_id: int, caller: Caller) -> tuple[Calls, Effect | None]:
    """One caller was answered already and waits no longer."""
    effect = next((e for e in calls.effects if e.id == effect_id), None)
    if effect is None:
        return calls, None
    after = replace(effect, callers=tuple(c for c in effect.callers if c != caller))
    return _put(calls, after), after


def overdue(calls: Calls, at: Instant) -> list[Effect]:
    """Tools that have run for too long."""
    return [e for e in calls.effects if e.state is EffectState.RUNNING and at >= e.until]


def deadline(calls: Calls) -> Instant | None:
    """When the next tool is given up."""
    return min((e.until for e in calls.effects if e.state is EffectState.RUNNING), default=None)


def forget(calls: Calls, keep: UtteranceId | None) -> Calls:
    """Drop finished effects of earlier utterances; what runs is kept."""
    effects = tuple(e for e in calls.effects if e.state is not EffectState.DONE or e.key.utterance == keep)
    return replace(calls, effects=effects)


def _put(calls: Calls, effect: Effect) -> Calls:
    return replace(calls, effects=tuple(effect if e.id == effect.id else e for e in calls.effects))
