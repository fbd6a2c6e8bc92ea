"""The life of a call: asked for, run at most once, answered at most once.

C1  One effect for each (ask, tool, canonical arguments, ordinal). Equal calls share it. Each
    caller is answered at most once. A call that was taken back is closed: nothing is sent.
A3  An action is run with the arguments that the yes was to.
A5  What an agent would do by itself is an effect, too. Nothing of ours runs for it: the yes is its result.
C3  An error, a time-out, an unknown tool are results.

Rule: an effect waits for a yes until it is allowed, then runs until it has a result, and keeps that result.
"""

from dataclasses import dataclass, replace

from solovox.core.commands import AnswerCall
from solovox.core.policy import ToolSpec
from solovox.core.units import CallId, ConnectionId, HoldId, Instant, RunId, UtteranceId

Ask = tuple[UtteranceId | None, RunId | None]
"""What the person asked: what they said, or the run of what they typed. Within it equal calls are one."""


@dataclass(frozen=True, slots=True)
class Caller:
    """Who waits for the answer: an ear's connection, or a run of a brain."""

    call: CallId
    connection: ConnectionId | None = None
    run: RunId | None = None


@dataclass(frozen=True, slots=True)
class Result:
    """What a call is answered."""

    text: str
    failed: bool = False
    receipt: str | None = None
    refused: bool = False
    """The person said no to it."""


@dataclass(frozen=True, slots=True)
class Effect:
    """One run of a tool, or one act of an agent's own, and the callers that wait for it."""

    spec: ToolSpec
    arguments: str
    ask: Ask
    ordinal: int | None = None
    """Which it is of several equal calls of one ask. None: an act of an agent's own, which is like no other (A5)."""
    callers: tuple[Caller, ...] = ()
    id: int = 0
    """Its number. What is only wanted has none."""
    hold: HoldId | None = None
    """What waits for a yes to it, if it needs one."""
    until: Instant | None = None
    """When the tool is given up. None: it has not begun."""
    result: Result | None = None
    edited: str = ""
    """The arguments that the person put in place of its own (A3)."""

    @property
    def is_ours(self) -> bool:
        """Whether it is we who do it."""
        return self.ordinal is not None

    @property
    def waits(self) -> bool:
        """Whether it waits to be allowed."""
        return self.until is None and self.result is None

    @property
    def runs(self) -> bool:
        """Whether it has begun and not returned."""
        return self.until is not None and self.result is None

    def like(self, other: "Effect") -> bool:
        """Whether two calls are one (C1)."""
        mine, theirs = ((e.ask, e.spec.name, e.arguments, e.ordinal) for e in (self, other))
        return self.is_ours and mine == theirs


@dataclass(frozen=True, slots=True)
class Calls:
    """Effects of the current asks, and the calls of the current connection and runs."""

    effects: tuple[Effect, ...] = ()
    seen: frozenset[Caller] = frozenset()
    typed: RunId | None = None
    """What was typed last for a live model (G7)."""
    deferred: tuple[AnswerCall, ...] = ()
    """Answers that wait until the ear is idle (C2)."""
    count: int = 0

    @property
    def running(self) -> tuple[Effect, ...]:
        """What has begun and not returned."""
        return tuple(e for e in self.effects if e.runs)

    @property
    def deadline(self) -> Instant | None:
        """When the next tool is given up."""
        return min((e.until for e in self.running if e.until is not None), default=None)


def put(calls: Calls, effect: Effect) -> Calls:
    """With what has changed of an effect."""
    return replace(calls, effects=tuple(effect if e.id == effect.id else e for e in calls.effects))
