"""What a brain and a tool say of their work, and ask for, watched from outside: C6, A5; T3 of looks, T2 of steering."""

from collections.abc import Sequence
from dataclasses import dataclass, field, replace

from laws.law_broken import require
from solovox.core import commands as do
from solovox.core import events as ev
from solovox.core.policy import Amendment, Policy
from solovox.core.transcripts import plain, within
from solovox.core.units import CallId, HoldId, RunId
from solovox.lang.en.words import ENGLISH


@dataclass(slots=True)
class ShownLaws:
    """C6: what a tool does is shown from its call to its one result, and a step when it comes."""

    policy: Policy
    running: dict[int, str] = field(default_factory=dict)
    """Calls that were shown and have no result yet: the tool of each effect."""

    def see(self, at: int, event: ev.Event, out: Sequence[do.Command]) -> None:
        """One step."""
        del at
        runs = [(c.effect, c.tool, c.arguments) for c in out if isinstance(c, do.RunTool)]
        shown = [(c.effect, c.tool, c.arguments) for c in out if isinstance(c, do.ShowCall)]
        require("C6", runs == shown, f"{runs} were run, and {shown} were shown")
        for command in out:
            match command:
                case do.ShowCall(effect=effect, tool=tool):
                    self.running[effect] = tool
                case do.ShowResult(effect=effect, tool=tool, result=result):
                    require(
                        "C6", self.running.pop(effect, "") == tool, f"a result of {tool}, which does not run"
                    )
                    require("C6", bool(result), f"an empty result of {tool}")
                case do.CancelTool(effect=effect) if do.EndSession not in map(type, out):
                    ended = any(isinstance(c, do.ShowResult) and c.effect == effect for c in out)
                    require("C6", ended, f"effect {effect} was cancelled, and is shown as if it ran")
                case do.ShowProgress(effect=effect, tool=tool):
                    told = isinstance(event, ev.ToolProgressed) and self.running.get(effect) == tool
                    require("C6", told, f"{tool} tells how far it is, and does not run")
                case do.ShowUsage(run=run, input_tokens=read, output_tokens=written, hold=hold):
                    of_run = isinstance(event, ev.BrainUsed) and event.run == run
                    told = of_run or (isinstance(event, ev.WordingProposed) and event.hold == hold)
                    require(
                        "C6", told and min(read, written, command.cost or 0) >= 0, f"{command} was not told"
                    )
                case do.ShowChanges(run=run, files=files, diff=diff):
                    told = isinstance(event, ev.BrainChanged) and event == ev.BrainChanged(run, files, diff)
                    require("C6", told, f"{files} are shown as changed, and no brain told it")
                case do.ShowAct():
                    told = isinstance(event, ev.ToolActed) and event.effect in self.running
                    require("C6", told, f"{command} was asked by no tool that runs")
                case do.ShowStep(run=run, title=title):
                    told = isinstance(event, ev.BrainStep) and (event.run, event.title) == (run, title)
                    require("C6", told, f"{title!r} is shown, and no brain told it")
                case _:
                    pass


@dataclass(slots=True)
class PermissionLaws:
    """A5: an agent's request is shown or refused at once, and granted only by a yes to exactly it."""

    policy: Policy
    alive: set[RunId] = field(default_factory=set)
    asked: dict[tuple[RunId, CallId], ev.BrainNeedsYes] = field(default_factory=dict)
    """What each request is for."""
    given: str = ""
    """What the newest yes was to."""
    aloud: bool = False
    """There was a yes aloud. It is taken when nothing more is said."""
    holds: dict[HoldId, tuple[RunId, CallId]] = field(default_factory=dict)
    seen: set[tuple[RunId, CallId]] = field(default_factory=set)
    """Calls and requests that were made."""

    def see(self, at: int, event: ev.Event, out: Sequence[do.Command]) -> None:
        """One step."""
        del at
        ended = {c.run for c in out if isinstance(c, do.CancelRun)}
        self.alive -= ended
        match event:
            case ev.BrainNeedsYes() if event.run in self.alive:
                self._requested(event, out)
            case ev.BrainCalled():
                self.seen.add((event.run, event.call))
            case ev.LocalTranscript(text=text, final=True):
                self.aloud = self.aloud or ENGLISH.consent(text) is True
            case ev.ConsentGiven(hold=hold) if hold in self.holds:
                ran = any(isinstance(c, do.RunTool) for c in out)
                require("A5", not ran, "a tool of ours was run on a yes to an agent's own act")
            case ev.BrainFinished(run=run) | ev.BrainFailed(run=run):
                self.alive.discard(run)
            case _:
                pass
        for command in out:
            self._command(event, command)
        self.alive -= ended  # also one that was asked and cancelled in one step
        if ended or isinstance(event, ev.BrainFinished | ev.BrainFailed):
            left = [hold for hold, (run, _) in self.holds.items() if run not in self.alive]
            require("A5", not left, f"{left} wait for a yes, and their runs have ended")

    def _requested(self, event: ev.BrainNeedsYes, out: Sequence[do.Command]) -> None:
        key = (event.run, event.call)
        shown = [c for c in out if isinstance(c, do.ShowHold) and c.kind is do.HoldKind.PERMISSION]
        told = [c for c in out if isinstance(c, do.AnswerBrain) and (c.run, c.call) == key]
        if key in self.seen:
            require("A5", not shown, f"{event.call} asks twice")
            return
        self.seen.add(key)
        self.asked[key] = event
        if shown:
            same = shown[-1].text == _text(event) and shown[-1].editable is bool(event.arguments)
            require("A5", same, "another text is shown than the agent asked for")
            coded = bool(shown[-1].code) is (event.grave or not event.said)
            require("A2", coded, f"{event.act!r}: a code {shown[-1].code!r} for {event.said!r}")
            self.holds[shown[-1].hold] = key
        require(
            "A5",
            bool(shown) != any(one.failed for one in told),
            f"{event.act!r} is neither shown nor refused",
        )

    def _command(self, event: ev.Event, command: do.Command) -> None:
        match command:
            case do.AskBrain(run=run):
                self.alive.add(run)
            case do.CloseHold(hold=hold, outcome=outcome) if hold in self.holds:
                wanted = self.asked[self.holds.pop(hold)]
                self.given = _text(wanted)
                if isinstance(event, ev.ConsentGiven) and event.hold == hold:
                    self.given = event.text
                agreed = self.given.split() == _text(wanted).split() or _is_edit(wanted, self.given)
                require("A5", agreed or outcome is not do.Outcome.GRANTED, "the yes was to another act")
            case do.AnswerBrain(run=run, call=call, failed=False) if (run, call) in self.asked:
                wanted = self.asked[run, call]
                given = (
                    self.given.strip().removeprefix(wanted.act.strip()).strip() if wanted.arguments else ""
                )
                require("A5", command.arguments == given, f"{command.arguments!r} was allowed, and not said")
                waits = (run, call) in self.holds.values()
                agreed = self.aloud or isinstance(event, ev.ConsentGiven | ev.Typed)
                require("A5", not waits, f"{call} is granted, and its hold is open")
                require("A5", agreed, "granted without a yes")
            case _:
                pass


def _text(wanted: ev.BrainNeedsYes) -> str:
    """What the yes is to."""
    return f"{wanted.act.strip()} {wanted.arguments}" if wanted.arguments else wanted.act


def _is_edit(wanted: ev.BrainNeedsYes, text: str) -> bool:
    """Whether it is the same act with other arguments."""
    name, brace, rest = text.partition("{")
    return (
        bool(wanted.arguments and brace)
        and name.strip() == wanted.act.strip()
        and rest.rstrip().endswith("}")
    )


@dataclass(slots=True)
class LookLaws:
    """T3 of looks: a tool answers by itself only what the ear has heard, and called it for."""

    policy: Policy
    heard: str = ""
    meant: str = ""
    calls: list[do.Look] = field(default_factory=list)

    def see(self, at: int, event: ev.Event, out: Sequence[do.Command]) -> None:
        """One step."""
        del at
        match event:
            case ev.EarTranscript(text=text):
                self.heard += text
                self.meant += " ".join(["", *(mend.meant for mend in event.mends)])
            case ev.LocalTranscript(mends=mends):
                self.meant += " ".join(["", *(mend.meant for mend in mends)])
            case ev.ToolSetOpened(tools=tools):
                new = (spec for spec in tools if self.policy.tool(spec.name) is None)
                self.policy = replace(self.policy, tools=(*self.policy.tools, *new))
            case ev.EarCalled(tool=tool, arguments=arguments, wrong=""):
                self.calls.append(do.Look(tool, arguments))
            case _:
                pass
        for command in out:
            if isinstance(command, do.AskBrain) and command.look is not None:
                spec = self.policy.tool(command.look.tool)
                require("T3", spec is not None and spec.read_aloud, f"{command.look} is not read aloud")
                called = replace(command.look, alone=False) in self.calls
                require("T3", called, f"the ear did not call {command.look}")
                require("T3", command.by is do.RoutedBy.EAR, f"{command.look} was not routed by the ear")
                known = {*plain(f"{self.heard} {self.meant}").split()}  # what it heard may be mended (K2)
                theirs = {*plain(command.instruction).split()} <= known
                theirs = theirs and (bool(self.meant) or within(command.instruction, self.heard))
                require("T3", theirs, f"{command.instruction!r} is looked up, and the ear did not hear it")


@dataclass(slots=True)
class SteerLaws:
    """T2 of words that are given to a run: refused, they are asked; else they never are."""

    policy: Policy
    given: set[RunId] = field(default_factory=set)
    refused: set[RunId] = field(default_factory=set)

    def see(self, at: int, event: ev.Event, out: Sequence[do.Command]) -> None:
        """One step."""
        del at
        ended = any(c == do.Cue(do.CueKind.STOPPED) or isinstance(c, do.EndSession) for c in out)
        replaced = any(isinstance(c, do.ShowAmendment) and c.how is Amendment.REPLACE for c in out)
        if isinstance(event, ev.StopAsked) or ended or replaced:
            self.given.clear()
        if isinstance(event, ev.SteerRefused) and event.run in self.given:
            self.given.discard(event.run)
            self.refused.add(event.run)
            told = any(isinstance(c, do.ShowAmendment | do.AskBrain) and c.run == event.run for c in out)
            require("T2", told, f"the words of run {event.run} were refused, and are lost")
        for command in out:
            match command:
                case do.SteerBrain(run=run):
                    require("T2", run not in self.given | self.refused, f"run {run} was given twice")
                    self.given.add(run)
                case do.AskBrain(run=run):
                    require("T2", run not in self.given, f"run {run} was given to another, and is asked too")
                case _:
                    pass
