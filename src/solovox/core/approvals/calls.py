"""The life of a call: asked for, run at most once, answered at most once.

C1  One effect for each (ask, tool, canonical arguments, ordinal). Equal calls share it. Each
    caller is answered at most once. A call that was taken back is closed: nothing is sent.
A3  An action is run with the arguments that the yes was to.
C3  An error, a time-out, an unknown tool are results.

Rule: an effect waits for a yes until it is allowed, then runs until it has a result, and keeps that result.
"""

from dataclasses import dataclass, replace

from solovox.core.commands import AnswerCall, RunTool
from solovox.core.errors import Misuse
from solovox.core.policy import ToolSpec
from solovox.core.units import CallId, ConnectionId, HoldId, Instant, RunId, UtteranceId


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
    """The brain's run, for what was typed: there is no utterance."""
    typed: int = 0
    """For a live model: how many asks had been typed by then (G7)."""


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
    arguments: str = ""
    """With what an agent may do its own act (A5)."""
    refused: bool = False
    """The person said no to it."""


@dataclass(frozen=True, slots=True)
class Effect:
    """One run of a tool, and the callers that wait for it."""

    id: int
    key: Key
    spec: ToolSpec
    callers: tuple[Caller, ...]
    until: Instant | None = None
    """When the tool is given up. None: it has not begun."""
    hold: HoldId | None = None
    result: Result | None = None
    edited: str = ""
    """The arguments that the person put in place of the key's (A3)."""

    @property
    def waits(self) -> bool:
        """Whether it waits for a yes."""
        return self.until is None and self.result is None

    @property
    def runs(self) -> bool:
        """Whether it has begun and not returned."""
        return self.until is not None and self.result is None


@dataclass(frozen=True, slots=True)
class Calls:
    """Effects of the current asks, and the calls of the current connection and runs."""

    effects: tuple[Effect, ...] = ()
    seen: frozenset[Caller] = frozenset()
    typed: int = 0
    """How many asks a live model was given by typing."""
    deferred: tuple[AnswerCall, ...] = ()
    """Answers that wait until the ear is idle (C2)."""
    count: int = 0

    @property
    def running(self) -> tuple[Effect, ...]:
        """What has begun and not returned."""
        return tuple(e for e in self.effects if e.runs)


def join(calls: Calls, caller: Caller, key: Key) -> tuple[Calls, Effect | None]:
    """Attach a caller to the effect that its call names, if there is one already."""
    effect = next((e for e in calls.effects if e.key == key), None)
    if effect is not None and effect.result is None:
        effect = replace(effect, callers=(*effect.callers, caller))
        calls = _put(calls, effect)
    return calls, effect


def add(
    calls: Calls, caller: Caller, key: Key, spec: ToolSpec, hold: HoldId | None = None
) -> tuple[Calls, Effect]:
    """Add an effect. It waits until it is allowed: by the yes to a hold or, without one, by the rule that adds it."""
    effect = Effect(calls.count + 1, key, spec, (caller,), hold=hold)
    return replace(calls, effects=(*calls.effects, effect), count=effect.id), effect


def allow(calls: Calls, at: Instant, effect: Effect, arguments: str) -> tuple[Calls, RunTool]:
    """Run the effect now, with its key's arguments or with those that the yes was to (A3). Raises `Misuse`."""
    if not effect.waits:
        raise Misuse(f"the effect {effect.id} does not wait for a yes")
    running = replace(
        effect,
        until=Instant(at + effect.spec.timeout_ms),
        edited="" if arguments == effect.key.arguments else arguments,
    )
    return _put(calls, running), RunTool(effect.id, effect.key.tool, arguments)


def alive(calls: Calls, at: Instant, effect: Effect) -> Calls:
    """The tool has shown a sign of life."""
    return _put(calls, replace(effect, until=Instant(at + effect.spec.timeout_ms)))


def settle(calls: Calls, effect: Effect, result: Result) -> tuple[Calls, Result]:
    """The effect has its result. Returns what its callers are to be answered. Raises `Misuse`."""
    if effect.result is not None:
        raise Misuse(f"the effect {effect.id} has a result already")
    if effect.edited:  # else the caller would believe that its own arguments were used
        result = replace(result, text=f"{result.text} (the person changed it to {effect.edited})")
    return _put(calls, replace(effect, result=result, callers=())), result


def withdraw(calls: Calls, callers: frozenset[Caller]) -> tuple[Calls, list[Effect]]:
    """Calls were taken back, and are not answered. Returns the effects that have no caller left, and are
    gone. An effect that may already have happened is let finish."""
    kept: list[Effect] = []
    gone: list[Effect] = []
    for effect in calls.effects:
        left = tuple(c for c in effect.callers if c not in callers)
        begun = effect.spec.effects and effect.runs
        if left or begun or left == effect.callers:
            kept.append(replace(effect, callers=left))
        else:
            gone.append(effect)
    return replace(calls, effects=tuple(kept)), gone


def withdraw_caller(calls: Calls, effect: Effect, caller: Caller) -> Calls:
    """This caller was answered already and waits no longer."""
    return _put(calls, replace(effect, callers=tuple(c for c in effect.callers if c != caller)))


def overdue(calls: Calls, at: Instant) -> list[Effect]:
    """Tools that have run for too long."""
    return [effect for effect in calls.running if effect.until is not None and at >= effect.until]


def deadline(calls: Calls) -> Instant | None:
    """When the next tool is given up."""
    return min((effect.until for effect in calls.running if effect.until is not None), default=None)


def forget(calls: Calls, keep: frozenset[Ask]) -> Calls:
    """Drop finished effects of other asks. What has no result yet is kept."""
    effects = tuple(e for e in calls.effects if e.result is None or e.key.ask in keep)
    return replace(calls, effects=effects)


def _put(calls: Calls, effect: Effect) -> Calls:
    return replace(calls, effects=tuple(effect if e.id == effect.id else e for e in calls.effects))
