"""The laws of calls, watched from outside: C1, C2, C4, C5, and A1, A3 of what is done."""

from collections.abc import Sequence
from dataclasses import dataclass, field

from laws.law_broken import require
from solovox.core import commands as do
from solovox.core import events as ev
from solovox.core.policy import NarratorKind, Policy, Risk
from solovox.core.units import CallId, ConnectionId, RunId, StepState


@dataclass(slots=True)
class CallLaws:
    """C1, C2, C4, C5: calls, effects and answers. A1, A3: what is done on a yes, and only on one."""

    policy: Policy
    answered: set[tuple[ConnectionId | RunId, CallId]] = field(default_factory=set)
    cancelled: set[tuple[ConnectionId, CallId]] = field(default_factory=set)
    called: set[tuple[ConnectionId, CallId]] = field(default_factory=set)
    early: set[tuple[ConnectionId, CallId]] = field(default_factory=set)
    """Calls that came before their connection: one that waited for the person counts once it is there (T2)."""
    opening: ConnectionId | None = None
    connection: ConnectionId | None = None
    asks: int = 0
    """How often the person may have begun something new."""
    asked: dict[RunId, object] = field(default_factory=dict)
    """What each run is about: equal calls of it are one effect."""
    done: set[tuple[object, str, str, int]] = field(default_factory=set)
    allowed: set[str] = field(default_factory=set)
    """Tools that have been run on a yes."""
    waiting: list[tuple[str, str]] = field(default_factory=list)
    """What was called for, and may have waited (T2): it is run when it is overdue."""

    def see(self, at: int, event: ev.Event, out: Sequence[do.Command]) -> None:
        """One step."""
        del at
        if isinstance(event, ev.EarOpened) and event.connection == self.opening:
            self.connection = event.connection
        self.asks += isinstance(event, ev.SpeechConfirmed | ev.EarTranscript | ev.EarCalled | ev.Typed) and (
            not isinstance(event, ev.EarCalled) or self._routes(event)
        )
        for command in out:
            self._command(event, command)
        if isinstance(event, ev.EarCalled | ev.BrainCalled):
            self.waiting.append((event.tool, event.arguments))
        if isinstance(event, ev.EarCancelled) and event.connection == self.connection:
            self.cancelled |= {(event.connection, call) for call in event.calls}
        if isinstance(event, ev.EarCalled) and event.connection == self.opening != self.connection:
            self.early.add((event.connection, event.call))
        if isinstance(event, ev.EarCalled) and event.connection == self.connection:
            self._ear_called(event, out)
        if isinstance(event, ev.EarLost) and event.connection in (self.opening, self.connection):
            self.opening = self.connection = None

    def _routes(self, event: ev.EarCalled) -> bool:
        spec = self.policy.tool(event.tool)
        aloud = self.policy.narrator is not NarratorKind.SELF and not event.wrong
        return spec is not None and (spec.routing or (spec.read_aloud and aloud))

    def _ear_called(self, event: ev.EarCalled, out: Sequence[do.Command]) -> None:
        key = (event.connection, event.call)
        new = key not in self.called | self.cancelled | self.early
        self.called.add(key)
        spec = self.policy.tool(event.tool)
        told = [c for c in out if isinstance(c, do.AnswerCall) and c.call == event.call]
        if new and self._routes(event):
            require("C2", len(told) == 1, "a routing call was not answered at once")
        if new and spec is not None and spec.needs_yes and spec.blocking:
            known = bool(told) or event.tool in self.allowed
            require("C2", known, "a call that blocks the ear waits for the person")

    def _command(self, event: ev.Event, command: do.Command) -> None:
        match command:
            case do.OpenEar(connection=connection):
                self.opening = connection
            case do.CloseEar():
                self.opening = self.connection = None
            case do.AskBrain(run=run, utterance=utterance):
                self.asked[run] = ("utterance", utterance) if utterance is not None else run
            case do.AnswerCall(connection=connection, call=call, result=result):
                key = (connection, call)
                require("C2", connection == self.connection, "a connection that is gone was answered")
                require("C1", key not in self.answered, f"{call} was answered twice")
                require("C1", key not in self.cancelled, f"{call} was cancelled, and answered")
                require("C1", bool(result), "an empty answer")
                self.answered.add(key)
            case do.AnswerBrain(run=run, call=call, result=result):
                require("C1", (run, call) not in self.answered, f"{call} was answered twice")
                require("C1", bool(result), "an empty answer")
                self.answered.add((run, call))
            case do.ShowResult(receipt=str()) | do.Cue(kind=do.CueKind.DONE):
                failed = isinstance(event, ev.ToolReturned) and event.failed
                begun = isinstance(event, ev.BrainStep) and event.state is not StepState.DONE
                proof = isinstance(event, ev.ToolReturned | ev.BrainStep) and event.receipt
                require("C4", bool(proof) and not failed and not begun, "done was said without a receipt")
            case do.RunTool():
                self._runs(event, command)
            case _:
                pass

    def _runs(self, event: ev.Event, order: do.RunTool) -> None:
        spec = self.policy.tool(order.tool)
        require(
            "A1", spec is None or spec.risk is not Risk.NEVER, f"{order.tool} is never allowed, and was run"
        )
        if isinstance(event, ev.EarCalled):
            looks = spec is None or not spec.effects or order.tool != event.tool  # a brain's call that waited
            require("C5", looks or self.policy.narrator is NarratorKind.SELF, f"the ear ran {order.tool}")
        if isinstance(event, ev.EarCalled | ev.BrainCalled):
            same = (event.tool, event.arguments) == (order.tool, order.arguments)
            overdue = (order.tool, order.arguments) in self.waiting
            require("C1", same or overdue, "another tool was run than was called")
            if not same:
                return
            require("C3", not event.wrong, "a tool was run with arguments that are wrong")
            require("A1", spec is None or not spec.needs_yes, f"{order.tool} was run without a yes")
            about = self.asks if isinstance(event, ev.EarCalled) else self.asked.get(event.run)
            key = (about, order.tool, order.arguments, event.ordinal)
            if spec is not None and spec.effects:
                require("C1", key not in self.done, f"{order.tool} was run twice for one ask")
                self.done.add(key)
        if isinstance(event, ev.ConsentGiven):
            agreed = event.text.split() == f"{order.tool} {order.arguments}".split()
            require("A3", agreed, "the yes was to another action")
            self.allowed.add(order.tool)
