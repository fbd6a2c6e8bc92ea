"""What becomes of work (laws T2, N1, C1).

T2  Nothing that works is cancelled before it is known what was said, and never for a cough.
N1  Where instructions queue, each answer is read: unless it was cancelled, stopped, hushed or talked over, or cut while it was read.
C1  What is typed is an instruction of its own: its calls are run, however many were run before.
"""

from collections.abc import Sequence
from dataclasses import dataclass, field

from laws.law_broken import require
from laws.speeches import Speech, Speeches
from solovox.core import commands as do
from solovox.core import events as ev
from solovox.core.policy import Amendment, NarratorKind, Policy
from solovox.core.units import RunId, UtteranceId
from solovox.lang.en.words import ENGLISH

SOUND = ev.OnsetHeard | ev.SpeechConfirmed | ev.OnsetFaded | ev.SpeechEnded


@dataclass(slots=True)
class PatienceLaws:
    """T2: work goes on until it is known that it should not."""

    policy: Policy
    speeches: Speeches
    remote_at: int = -1
    """When an ear last had words, or a call."""
    unasked: bool = False
    """Our recogniser had words since something was last asked."""

    def see(self, at: int, event: ev.Event, out: Sequence[do.Command], known: Speech | None) -> None:
        """One step."""
        if isinstance(event, ev.EarTranscript | ev.EarCalled | ev.EarEndedUtterance):
            self.remote_at = at
        before, heard = (
            self.unasked,
            isinstance(event, ev.LocalTranscript) and event.final and bool(event.text),
        )
        asked = any(isinstance(c, do.AskBrain | do.SteerBrain) and c.by is not do.RoutedBy.TYPED for c in out)
        self.unasked = (before or heard) and not asked
        cancelled = [c.run for c in out if isinstance(c, do.CancelRun)]
        if not cancelled:
            return
        stops = do.Cue(do.CueKind.STOPPED) in out
        sure = isinstance(event, ev.SpeechEnded) and (stops or not self.policy.understands)
        settled = any(isinstance(c, do.ShowHeard) and c.final for c in out)  # words before that sound
        early = isinstance(event, SOUND) and not (sure or settled)
        require("T2", not early, f"{cancelled} cancelled by {type(event).__name__}")
        cough = (
            known is not None and not known.text.strip() and self.remote_at < known.began_at and not before
        )
        require("T2", not cough, f"{cancelled} cancelled by a cough")


@dataclass(slots=True)
class RunAnswer:
    """What a run offered to be said."""

    to: UtteranceId | None = None
    said: list[str] = field(default_factory=list)
    excused: bool = False


@dataclass(slots=True)
class QueueLaws:
    """N1 where instructions queue."""

    policy: Policy
    answers: dict[RunId, RunAnswer] = field(default_factory=dict)
    read: list[str] = field(default_factory=list)
    alive: set[RunId] = field(default_factory=set)
    surface: bool = False
    known: RunId = RunId(0)
    """The newest instruction."""

    def see(self, at: int, event: ev.Event, out: Sequence[do.Command], known: Speech | None) -> None:
        """One step."""
        del at
        if self.policy.amendment is not Amendment.QUEUE or self.policy.narrator is NarratorKind.SELF:
            return
        if not self.policy.understands:
            return  # "stop talking" is what an ear makes of it
        if self.policy.spoken_ms:
            return  # what is held back is not read (N6)
        self._event(event)
        hushed = known is not None and ENGLISH.is_quiet(known.text)
        for command in out:
            match command:
                case do.AskBrain(run=run, utterance=utterance, instruction=instruction):
                    language = ENGLISH
                    instead = language.begins(instruction, language.replaces)
                    for answer in self.answers.values():  # or the person went on: the whole is asked again
                        again = utterance is not None and answer.to == utterance
                        answer.excused = answer.excused or again or instead
                    self._talked_over(run)
                    self.answers[run] = RunAnswer(utterance)
                    self.alive.add(run)
                case do.CancelRun(run=run) | do.ShowAmendment(amends=run, how=Amendment.REPLACE) if (
                    run in self.answers
                ):
                    self.answers[run].excused = True
                case do.ShowAmendment(run=run):
                    self._talked_over(run)
                case do.ShowHold(kind=do.HoldKind.INSTRUCTION):
                    self._talked_over()  # what had come waits with the words, perhaps to the end
                case do.Read(said=said):
                    self.read.append(said)
                case do.Flush() | do.CancelRead():
                    self._cut()
                case do.Cue(kind=do.CueKind.STOPPED) | do.EndSession():
                    hushed = True
                case _:
                    pass
        if hushed or isinstance(event, ev.StopAsked | ev.SilenceAsked | ev.SurfaceLeft):
            for answer in self.answers.values():
                answer.excused = True

    def rest(self, at: int) -> None:
        """All was said that is going to be."""
        if not self.surface:
            return
        for run, answer in self.answers.items():
            missing = [said for said in answer.said if not any(said in read for read in self.read)]
            require("N1", answer.excused or not missing, f"by {at} ms {missing} of run {run} was not read")

    def _event(self, event: ev.Event) -> None:
        match event:
            case ev.BrainOffered(run=run, said=said) if run in self.alive and said.strip():
                self.answers[run].said.append(said.strip())
            case ev.BrainFinished(run=run) | ev.BrainFailed(run=run):
                self.alive.discard(run)
            case ev.ReadFailed() | ev.ReadStrayed():
                self._cut()
            case ev.EarTranscript(text=text) | ev.LocalTranscript(text=text) if ENGLISH.is_quiet(text):
                for answer in self.answers.values():
                    answer.excused = True
            case ev.SurfaceJoined():
                self.surface = True
            case ev.SurfaceLeft():
                self.surface = False
            case _:
                pass

    def _talked_over(self, run: RunId | None = None) -> None:
        """New words end the reading of the answers of which something has come (T2). None: they wait for a yes."""
        if run is None or run > self.known:
            self.known = run or self.known
            for answer in self.answers.values():
                answer.excused = answer.excused or bool(answer.said)

    def _cut(self) -> None:
        """The run that was being read is interrupted; the others are not."""
        for answer in self.answers.values():
            begun = any(said in read for said in answer.said for read in self.read[-3:])
            answer.excused = answer.excused or begun


@dataclass(slots=True)
class TypedLaws:
    """C1 of typed instructions."""

    policy: Policy
    typed: set[RunId] = field(default_factory=set)
    calls: set[tuple[object, ...]] = field(default_factory=set)
    ask: int = 0
    alone: bool = False
    """The newest thing that the person did was to type."""

    def see(self, at: int, event: ev.Event, out: Sequence[do.Command], known: Speech | None) -> None:
        """One step."""
        del known
        match event:
            case ev.Typed(text=text) if text.strip():
                self.ask, self.alone = self.ask + 1, True
            case ev.SpeechConfirmed() | ev.StopAsked():
                self.alone = False
            case ev.BrainCalled(run=run, tool=tool) if run in self.typed:
                self._called(at, (run, tool, event.arguments, event.ordinal), tool, out)
            case ev.EarCalled(tool=tool) if self.alone and self.policy.narrator is NarratorKind.SELF:
                self._called(at, (self.ask, tool, event.arguments, event.ordinal), tool, out)
            case _:
                pass
        for command in out:
            match command:
                case do.AskBrain(run=run, by=do.RoutedBy.TYPED):
                    self.typed.add(run)
                case do.CancelRun(run=run):
                    self.typed.discard(run)
                case _:
                    pass
        if isinstance(event, ev.BrainFinished | ev.BrainFailed):
            self.typed.discard(event.run)

    def _called(self, at: int, call: tuple[object, ...], tool: str, out: Sequence[do.Command]) -> None:
        spec = self.policy.tool(tool)
        mine = sum(1 for one in self.calls if one[0] == call[0])
        if spec is None or spec.routing or spec.needs_yes or call in self.calls:
            return
        self.calls.add(call)
        answers = [c for c in out if isinstance(c, do.AnswerBrain | do.AnswerCall)]
        refused = bool(answers) and not any(isinstance(c, do.RunTool) for c in out)
        few = mine < self.policy.limits.calls // 2
        told = [answer.result for answer in answers]
        require("C1", not (refused and few), f"{tool} was not run at {at} ms for what was typed: {told}")
