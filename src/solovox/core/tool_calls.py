"""The life of a call: asked for, run at most once, answered at most once.

C1  One effect for each (ask, tool, canonical arguments, ordinal); equal calls share it. Each
    caller is answered at most once. A call that was taken back is closed: nothing is sent.
A3  An action is run with the arguments that the yes was to.
C3  An error, a time-out, an unknown tool are results.

Rule: every change of an effect's state is a row of EFFECTS.
"""

from dataclasses import dataclass, replace
from enum import Enum

from solovox.core.commands import AnswerCall, RunTool
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
class Ask:
    """What the person asked: within it equal calls are one."""

    utterance: UtteranceId | None = None
    run: RunId | None = None
    """Of a brain, for what was typed: there is no utterance."""
    typed: int = 0
    """Of a live model: so many asks had been typed by then (G7)."""


@dataclass(frozen=True, slots=True)
class Key:
    """What makes two calls the same effect (C1)."""

    ask: Ask
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
    edited: str = ""
    """The arguments that the person put in place of the key's (A3)."""


@dataclass(frozen=True, slots=True)
class Calls:
    """Effects of the asks at hand, and the calls of the connection and the runs at hand."""

    effects: tuple[Effect, ...] = ()
    seen: frozenset[Caller] = frozenset()
    typed: int = 0
    """What a live model was asked by typing."""
    deferred: tuple[AnswerCall, ...] = ()
    """Answers that wait until the ear is idle (C2)."""
    count: int = 0

    @property
    def running(self) -> tuple[Effect, ...]:
        """What has begun and not returned."""
        return tuple(e for e in self.effects if e.state is EffectState.RUNNING)


def join(calls: Calls, caller: Caller, key: Key) -> tuple[Calls, Effect | None]:
    """Attach a caller to the effect that its call names, if there is one already."""
    effect = next((e for e in calls.effects if e.key == key), None)
    if effect is not None and effect.state is not EffectState.DONE:
        effect = replace(effect, callers=(*effect.callers, caller))
        calls = _put(calls, effect)
    return calls, effect


def add(
    calls: Calls, caller: Caller, key: Key, spec: ToolSpec, hold: HoldId | None = None
) -> tuple[Calls, Effect]:
    """A new effect. It waits until it is allowed: by the yes to a hold, or by whoever adds it."""
    effect = Effect(calls.count + 1, key, spec, EffectState.HELD, (caller,), Instant(0), hold)
    return replace(calls, effects=(*calls.effects, effect), count=effect.id), effect


def allow(calls: Calls, at: Instant, effect: Effect, arguments: str) -> tuple[Calls, RunTool]:
    """It is run now, with these arguments: its key's, or those that the yes was to (A3)."""
    running = replace(
        effect,
        state=EFFECTS[effect.state][Step.ALLOW],
        until=Instant(at + effect.spec.timeout_ms),
        edited="" if arguments == effect.key.arguments else arguments,
    )
    return _put(calls, running), RunTool(effect.id, effect.key.tool, arguments)


def settle(calls: Calls, effect_id: int, result: Result, step: Step) -> tuple[Calls, Effect | None, Result]:
    """An effect has its result. Returns the effect as it was, and what its callers are to be answered."""
    effect = next((e for e in calls.effects if e.id == effect_id), None)
    if effect is None or EFFECTS[effect.state][step] is effect.state:
        return calls, None, result
    if effect.edited:  # else whoever called would believe that its own arguments were used
        result = replace(result, text=f"{result.text} (the person changed it to {effect.edited})")
    done = replace(effect, state=EFFECTS[effect.state][step], result=result, callers=())
    return _put(calls, done), effect, result


def withdraw(calls: Calls, callers: frozenset[Caller]) -> tuple[Calls, list[Effect]]:
    """Calls were taken back: nobody is answered. Returns what has no caller left, and is gone; what may
    already have had an effect is let finish."""
    kept: list[Effect] = []
    gone: list[Effect] = []
    for effect in calls.effects:
        left = tuple(c for c in effect.callers if c not in callers)
        begun = effect.spec.effects and effect.state is EffectState.RUNNING
        if left or begun or left == effect.callers:
            kept.append(replace(effect, callers=left))
        else:
            gone.append(effect)
    return replace(calls, effects=tuple(kept)), gone


def withdraw_caller(calls: Calls, effect: Effect, caller: Caller) -> Calls:
    """One caller was answered already and waits no longer."""
    return _put(calls, replace(effect, callers=tuple(c for c in effect.callers if c != caller)))


def overdue(calls: Calls, at: Instant) -> list[Effect]:
    """Tools that have run for too long."""
    return [effect for effect in calls.running if at >= effect.until]


def deadline(calls: Calls) -> Instant | None:
    """When the next tool is given up."""
    return min((effect.until for effect in calls.running), default=None)


def forget(calls: Calls, keep: frozenset[Ask]) -> Calls:
    """Drop finished effects of other asks; what runs is kept."""
    effects = tuple(e for e in calls.effects if e.state is not EffectState.DONE or e.key.ask in keep)
    return replace(calls, effects=effects)


def _put(calls: Calls, effect: Effect) -> Calls:
    return replace(calls, effects=tuple(effect if e.id == effect.id else e for e in calls.effects))
