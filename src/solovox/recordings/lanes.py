"""What a timeline shows, lane by lane: marks and intervals over the time of the session.

Every mark names the event (`n`) that caused it, and through it the decision behind it.
"""

from dataclasses import dataclass
from typing import Annotated, Final

from msgspec import Meta

from solovox.core import commands as do
from solovox.core import events
from solovox.core.commands import Command
from solovox.core.events import Event
from solovox.core.units import MIC_RATE, ReadId, StepState, SurfaceId
from solovox.recordings.law_names import law_of
from solovox.recordings.turns import MicTime
from solovox.text.changes import changed_files

LANES: Final = ("mic", "heard", "gate", "calls", "brain", "reads", "played", "connections")
JOIN_MS: Final = 250
"""Drops of the same sound for the same reason, no further apart than this, are one interval."""


@dataclass(slots=True)
class Mark:
    """A moment (`end` is null) or an interval of a lane, in milliseconds since the session began. `kind` is what it is drawn as."""

    lane: str
    kind: str
    at: int
    end: int | None
    label: str
    n: Annotated[int, Meta(description="The number of its event in the journal.")]
    law: str = ""
    samples: int = 0


class Lanes:
    """A fold over events and commands."""

    def __init__(self, mic: MicTime) -> None:
        self.marks: list[Mark] = []
        self._mic = mic
        self._under_way: dict[tuple[str, object], Mark] = {}
        self._said: dict[ReadId, str] = {}
        self._score: dict[ReadId, float] = {}
        """How faithfully a live reader says each read (law G6)."""
        self._played: dict[ReadId, int] = {}
        """Until when each read was surely played."""
        self._at = 0
        self._n = 0

    def see(self, n: int, at: int, event: Event, commands: tuple[Command, ...], *, gate_open: bool) -> None:
        """Fold one step; `gate_open` as it is after it."""
        self._n, self._at = n, at
        self._person(event)
        self._others(event)
        self._agent(event)
        for command in commands:
            law = law_of(event, command)
            self._voice(command, law)
            self._work(command, law)
        if gate_open:
            self._start("gate", "open", "gate open", key=("gate", 0), law="G3")
        else:
            self._stop(("gate", 0))

    def finish(self, at: int) -> None:
        """End all intervals that are still open."""
        self._at = at
        for key, mark in list(self._under_way.items()):
            self._stop(key, at=mark.end)

    def _moment(self, lane: str, kind: str, label: str, law: str = "", at: int | None = None) -> None:
        self.marks.append(Mark(lane, kind, self._at if at is None else at, None, label, self._n, law))

    def _start(
        self,
        lane: str,
        kind: str,
        label: str,
        *,
        key: tuple[str, object],
        law: str = "",
        at: int | None = None,
    ) -> None:
        if key not in self._under_way:
            mark = Mark(lane, kind, self._at if at is None else at, None, label, self._n, law)
            self._under_way[key] = mark
            self.marks.append(mark)

    def _stop(self, key: tuple[str, object], kind: str = "", label: str = "", at: int | None = None) -> None:
        mark = self._under_way.pop(key, None)
        if mark is None:
            return
        mark.end = max(mark.at, self._at if at is None else at)
        mark.kind = kind or mark.kind
        mark.label += f" · {label}" if label else ""

    def _person(self, event: Event) -> None:
        match event:
            case events.OnsetHeard(sample=sample):
                self._start("mic", "onset", "onset", key=("mic", 0), at=self._mic.of(sample))
            case events.OnsetFaded(sample=sample):
                self._stop(("mic", 0), "cough", "not speech", self._mic.of(sample))
            case events.SourceCaptured():
                self._apart(event)
            case events.SpeechConfirmed(first=first):
                self._start("mic", "speech", "speech", key=("mic", 0), at=self._mic.of(first))
                self._under_way["mic", 0].kind = self._under_way["mic", 0].label = "speech"
            case events.SpeechEnded(span=span):
                self._stop(("mic", 0), "speech", at=self._mic.of(span.end))
            case events.FloorTaken():
                self._start("mic", "key", "talk key", key=("key", 0), law="T1")
            case events.FloorGiven():
                self._stop(("key", 0))
            case events.SurfaceJoined(surface=surface):
                self._start("connections", "surface", "surface", key=("surface", surface))
            case events.SurfaceLeft(surface=surface):
                self._end_surfaces(surface)
            case _:
                self._moments(event)

    def _moments(self, event: Event) -> None:
        """What a person said, typed and pressed: each is a moment."""
        match event:
            case events.LocalTranscript(text=text, final=final):
                self._moment("heard", "final" if final else "draft", text or "(no words)")
            case events.EarTranscript(text=text):
                self._moment("heard", "ear", text)
            case events.WakeHeard():
                self._moment("heard", "wake", "wake phrase")
            case events.Typed(text=text):
                self._moment("heard", "typed", text)
            case events.StopAsked(how=how):
                self._moment("mic", "stop", f"stop ({how.value})", "T4")
            case events.SilenceAsked(how=how):
                self._moment("mic", "stop", f"silence ({how.value})", "T4")
            case events.ConsentGiven(text=text, how=how):
                self._moment("calls", "answered", f"yes ({how.value}): {text}", "A3")
            case events.ConsentDenied(how=how):
                self._moment("calls", "answered", f"no ({how.value})", "A1")
            case events.HungUp():
                self._moment("connections", "end", "hung up", "L5")
            case events.RecogniserLost(reason=reason):
                self._moment("mic", "lost", f"the recogniser is lost: {reason}", "T5")
            case _:
                pass

    def _apart(self, event: events.SourceCaptured) -> None:
        """One of several people says something: when they said it, and where it is kept."""
        key, at = ("source", event.source), self._mic.of(event.heard - event.waited)
        mark = self._under_way.get(key)
        if mark is not None and at - (mark.end or mark.at) > JOIN_MS:
            self._under_way.pop(key)
        self._start("mic", "source", f"{event.source} ({event.span.stream})", key=key, at=at)
        self._under_way[key].end = at + event.span.count * 1000 // MIC_RATE

    def _end_surfaces(self, surface: SurfaceId | None) -> None:
        for key in [key for key in self._under_way if key[0] == "surface" and surface in (None, key[1])]:
            self._stop(key, label="left")

    def _others(self, event: Event) -> None:
        match event:
            case events.EarOpened(connection=ear, resumed=resumed):
                self._stop(("opening", ear), label="opened")
                label = f"ear {ear}" + (" resumed" if resumed else "")
                self._start("connections", "ear", label, key=("ear", ear), law="L1")
            case events.EarLost(connection=ear, reason=reason):
                self._stop(("opening", ear), "lost", reason)
                self._stop(("ear", ear), label=f"lost ({reason})")
            case events.EarGoingAway(left_ms=left):
                self._moment("connections", "away", f"going away in {left} ms", "L1")
            case events.EarCalled(tool=tool, call=call, arguments=arguments):
                self._moment("calls", "call", f"ear calls {tool} {arguments} ({call})")
            case events.EarCancelled(calls=calls):
                self._moment("calls", "call", f"ear takes back {', '.join(calls)}")
            case events.EarOutputTranscript(text=text) if text:
                self._moment("heard", "ear_said", f"the ear says: {text}", "G5")
            case events.ToolReturned(effect=effect, failed=failed, receipt=receipt):
                done = "failed" if failed else (f"receipt {receipt}" if receipt else "returned")
                self._stop(("tool", effect), "failed" if failed else "", done)
            case events.BrainFinished(run=run):
                self._end_run(run, "", "finished")
            case events.BrainFailed(run=run, reason=reason):
                self._end_run(run, "failed", reason)
            case _:
                self._reader(event)

    def _reader(self, event: Event) -> None:
        """What a narrator and a speaker tell of a read."""
        match event:
            case events.ReadFollowed(read=read, score=score):
                self._score[read] = score
            case events.ReadStrayed(read=read, said_to=said_to, score=score):
                self._score[read] = score
                self._moment("reads", "strayed", f"read {read} strayed after {said_to} characters", "G6")
            case events.ReadRendered(read=read):
                score = self._score.get(read, -1)
                self._stop(("read", read), label=f"fidelity {score:.2f}" if score >= 0 else "")
            case events.ReadFailed(read=read, reason=reason):
                self._stop(("read", read), "failed", reason)
            case events.Played(read=read) if ("play", read) in self._under_way:
                self._plays(read)
            case events.Flushed(read=read, samples=samples):
                self._moment("played", "flushed", f"read {read} flushed, {samples} samples were played", "G4")
            case _:
                pass

    def _agent(self, event: Event) -> None:
        match event:
            case events.BrainCalled(tool=tool, arguments=arguments):
                self._moment("calls", "call", f"brain calls {tool} {arguments}")
            case events.BrainNeedsYes(act=act):
                self._moment("calls", "call", f"brain asks whether it may: {act}", "A5")
            case events.BrainStep(title=title, state=state):
                ended = "" if state is StepState.BEGUN else f" · {state.value}"
                self._moment("brain", "step", f"{title}{ended}", "T5")
            case events.BrainUsed(input_tokens=taken, output_tokens=given):
                self._moment("brain", "usage", f"{taken} tokens read, {given} written", "C6")
            case events.WordingProposed():
                self._moment(
                    "calls",
                    "wording",
                    f"proposed: {event.text}" if event.text else f"nothing proposed: {event.why}",
                    "A1",
                )
            case events.BrainChanged(files=files):
                self._moment("brain", "changes", f"changed: {changed_files(files)}", "C6")
            case events.ToolSetOpened(source=source, tools=tools):
                self._moment(
                    "calls", "tools", f"{source} has {', '.join(one.name for one in tools) or 'no tools'}"
                )
            case events.ToolProgressed(text=text):
                self._moment("calls", "progress", text, "C6")
            case events.ToolActed(action=action, target=target):
                self._moment("calls", "act", f"on the screen: {action} {target}", "C6")
            case _:
                pass

    def _plays(self, read: ReadId) -> None:
        """A read may be sent to the speaker early; it begins when the one before has ended."""
        mark = self._under_way["play", read]
        if read not in self._played:
            mark.at = max([mark.at, *self._played.values()])
        self._played[read] = mark.end = self._at

    def _end_run(self, run: int, kind: str, label: str) -> None:
        self._stop(("wrote", run))
        self._stop(("run", run), kind, label)

    def _voice(self, command: Command, law: str) -> None:
        match command:
            case do.Read(read=read, said=said, exact=exact):
                self._said[read] = said
                label = f"exactly: {said}" if exact else said
                self._start("reads", "read", label, key=("read", read), law="G6" if exact else law)
            case do.CancelRead(read=read):
                score = self._score.get(read, -1)
                self._stop(("read", read), "cut", f"cut, fidelity {score:.2f}" if score >= 0 else "cut")
            case do.Play(read=read):
                said = self._said.get(read, f"read {read}")
                self._start("played", "play", said, key=("play", read), law=law)
                self._under_way["play", read].end = self._at
            case do.Flush(read=read):
                self._cut(read, law)
            case do.ShowNotice(text=text):
                self._moment("reads", "notice", f"words of ours: {text}", law)
            case do.Duck():
                self._start("gate", "duck", "voice lowered", key=("duck", 0), law=law)
            case do.Unduck():
                self._stop(("duck", 0))
            case do.Cue(kind=kind):
                self._moment("played", "cue", f"cue: {kind.value}", law)
            case do.Drop():
                self._mark_drop(command, law)
            case _:
                pass

    def _cut(self, read: ReadId, law: str) -> None:
        mark = self._under_way.get(("play", read))
        if mark is not None and read not in self._played:  # it waited behind others
            mark.at = max([mark.at, *self._played.values()])
        self._stop(("play", read), "cut", "cut")
        last = self.marks[-1]
        if (last.lane, last.kind, last.n) == ("gate", "cut", self._n):
            last.label += f", read {read}"
        else:
            self._moment("gate", "cut", f"cut, flushed: read {read}", law)

    def _mark_drop(self, drop: do.Drop, law: str) -> None:
        key = ("drop", (drop.origin, drop.why))
        mark = self._under_way.get(key)
        if mark is not None and self._at - (mark.end or mark.at) > JOIN_MS:
            self._under_way.pop(key)
        self._start("gate", "drop", f"{drop.origin.value} dropped, {drop.why.value}", key=key, law=law)
        mark = self._under_way[key]
        mark.samples += drop.span.count
        mark.end = self._at

    def _work(self, command: Command, law: str) -> None:
        match command:
            case do.AskBrain(run=run, instruction=instruction, by=by):
                label = f"run {run} asked by {by.value}: {instruction}"
                self._start("brain", "run", label, key=("run", run), law=law)
            case do.SteerBrain(into=into, instruction=instruction):
                self._moment("brain", "steer", f"run {into} is given: {instruction}", law)
            case do.ShowText(run=run):
                self._start("brain", "writing", f"run {run} writes", key=("wrote", run), law=law)
            case do.CancelRun(run=run, why=why):
                self._end_run(run, "cut", f"cancelled, {why}")
            case do.RunTool(effect=effect, tool=tool, arguments=arguments):
                self._start("calls", "tool", f"{tool} {arguments}", key=("tool", effect), law=law)
            case do.CancelTool(effect=effect):
                self._stop(("tool", effect), "cut", "cancelled")
            case do.AnswerCall(call=call, result=result):
                self._moment("calls", "answer", f"{call}: {result}", law)
            case do.AnswerBrain(call=call, result=result):
                self._moment("calls", "answer", f"{call}: {result}", law)
            case _:
                self._mark_asking(command, law)

    def _mark_asking(self, command: Command, law: str) -> None:
        """What waits for a yes, and the ear's connections."""
        match command:
            case do.ShowHold(hold=hold, text=text, kind=kind):
                label = f"{kind.value} waits for a yes: {text}"
                self._start("calls", "hold", label, key=("hold", hold), law=law)
            case do.CloseHold(hold=hold, outcome=outcome):
                self._stop(("hold", hold), label=outcome.value)
            case do.ShowFailure(text=text):
                self._moment("brain", "failure", text, law)
            case do.NudgeEar():
                self._moment("calls", "nudge", "the ear is reminded to call", law)
            case do.OpenEar(connection=ear):
                self._start("connections", "opening", f"ear {ear}", key=("opening", ear), law=law)
            case do.CloseEar(connection=ear, why=why):
                self._stop(("opening", ear), label=why)
                self._stop(("ear", ear), label=f"closed ({why})")
            case do.EndSession(why=why, detail=detail):
                self._moment(
                    "connections", "end", f"session ended: {why}" + (f" ({detail})" if detail else ""), law
                )
            case _:
                pass
