"""The laws, watched from outside: events and commands in, `LawBroken` out.

Nothing here looks into the conversation. A law is what can be seen in a journal (docs/spec.md), so
the same watchers judge a simulation, a recorded session, and another implementation of the core.
"""

from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import Final

from laws.agent_laws import LookLaws, PermissionLaws, ShownLaws, SteerLaws
from laws.answered_laws import GraveLaws, ReadBackLaws, TypedAnswerLaws
from laws.budget_laws import BudgetLaws
from laws.call_laws import CallLaws
from laws.correction_laws import CorrectionLaws
from laws.ear_laws import EarLaws
from laws.early_laws import EarlyLaws
from laws.floor_laws import HeardLaws, KeyLaws, SparingLaws
from laws.hold_laws import HoldLaws
from laws.law_broken import LawBroken, require
from laws.own_voice_laws import OwnVoiceLaws
from laws.own_words_laws import OwnWordsLaws
from laws.owner_laws import OwnerLaws
from laws.reading_laws import ReadingLaws
from laws.state_laws import StateLaws
from laws.talked_over_laws import TalkedOverLaws
from laws.verbatim_laws import VerbatimLaws
from laws.voices import Surfaces, Voices
from laws.words_heard import WordsHeard
from solovox.core import commands as do
from solovox.core import events as ev
from solovox.core.policy import Approval, NarratorKind, Policy
from solovox.core.retelling import LENGTH, PERSON
from solovox.core.transcripts import within
from solovox.core.units import AudioSpan, ConnectionId, ReadId, RunId, UtteranceId
from solovox.lang.en.words import ENGLISH

ASKS = do.AskBrain | do.SteerBrain
ENDS = ev.EarTurnEnded | ev.EarInterrupted | ev.EarLost
OURS: Final = RunId(0)
"""The run of words that no brain wrote (N5)."""
ITSELF: Final = RunId(-1)
"""The run of words that a live model wrote, which answers for itself (G7)."""


@dataclass(slots=True)
class GateLaws:
    """G1 to G5, G7, T1, T5: what reaches the speaker, and what is recorded instead."""

    policy: Policy
    voices: Voices = field(default_factory=Voices)
    surface: Surfaces = field(default_factory=Surfaces)
    ducked: bool = False
    ear: ConnectionId | None = None
    early: set[AudioSpan] = field(default_factory=set)
    """Sound of a live model's own that waits until the person has finished (T2)."""
    over: bool = True
    """The live model says nothing of its own."""

    def see(self, at: int, event: ev.Event, out: Sequence[do.Command]) -> None:
        """One step."""
        stale = isinstance(event, ENDS) and event.connection != self.ear
        if self.early:
            self.voices.own_at = at  # what came early is still to be heard, and its end waits behind it (T2)
        waits = stale or (isinstance(event, ENDS) and self.early)
        self.voices.before(at, ev.DeadlineReached() if waits else event, self.policy)
        self._sound(event, out)
        if isinstance(event, ev.EarAudio | ev.EarOutputTranscript) and event.connection == self.ear:
            self.voices.own_at, self.over = at, False
        ends = isinstance(event, ENDS) and not stale and getattr(event, "in_progress", False) is False
        self.over = self.over or ends or at >= self.voices.own_at + self.policy.timing.reader
        if any(isinstance(c, do.CloseEar) for c in out):  # overdue: it came before the event
            self.voices.end_generation()
            self.over = True
        # Overdue: it had been played by then. Of words of ours no brain is told (N5).
        told = any(isinstance(c, do.TellPlayed | do.ForgetSound) for c in out)
        over = {c.read for c in out if isinstance(c, do.CancelRead) and told}
        loud = self.voices.loud() - over
        flushed = {c.read for c in out if isinstance(c, do.Flush)}
        if self.surface and self.policy.barge_in:
            if isinstance(event, ev.OnsetHeard) and loud - flushed and not self.ducked:
                require("T1", any(isinstance(c, do.Duck) for c in out), "sound over a read did not duck it")
            if isinstance(event, ev.SpeechConfirmed):
                require("T1", loud <= flushed, f"speech did not flush {loud - flushed}")
                if (unrendered := self.voices.unrendered) is not None:
                    cancelled = any(isinstance(c, do.CancelRead) and c.read == unrendered for c in out)
                    require("T1", cancelled, "speech did not end the read")
        self._texts(event, out)
        if isinstance(event, ev.SurfaceJoined):
            self.surface.see(event)
        for command in out:
            self._command(at, event, command)
        if self.over and not self.early:  # what came early may sound when it has ended
            self.voices.end_generation()
        self._surface(event, out)

    def _sound(self, event: ev.Event, out: Sequence[do.Command]) -> None:
        if isinstance(event, ev.ReadSounded):
            self.voices.given(event.read, event.span)
        if isinstance(event, ev.EarAudio):
            fate = [c for c in out if isinstance(c, do.Play | do.Drop) and c.span == event.span]
            waits = self.policy.narrator is NarratorKind.SELF and not fate
            self.early |= {event.span} if waits else set()
            require("G2", waits or len(fate) == 1, f"{event.span} was released or dropped {len(fate)} times")

    def _texts(self, event: ev.Event, out: Sequence[do.Command]) -> None:
        if isinstance(event, ev.EarOutputTranscript) and self.policy.narrator is not NarratorKind.SELF:
            shown = [c.text for c in out if isinstance(c, do.ShowText | do.ShowHeard)]
            shown += [c.instruction for c in out if isinstance(c, do.AskBrain)]
            mine = [text for text in shown if event.text.strip() and event.text.strip() in text]
            require("G5", not mine, "what the ear says of itself was shown or asked")

    def _command(self, at: int, event: ev.Event, command: do.Command) -> None:
        match command:
            case do.Read(read=read):
                require("N1", self.voices.unrendered is None, "a read began before the last was rendered")
                self.voices.begin(read)
            case do.Play(read=read, span=span):
                own = isinstance(event, ev.EarAudio) and self.policy.narrator is NarratorKind.SELF
                own = own or span in self.early
                self.early.discard(span)
                ours = not own and (self.voices.take(span) == read or self.voices.go_on(read, span))
                require("G7" if own else "G1", own or ours, f"{span} was played and belongs to no read")
                if own:
                    self.voices.begin(read, script=False)
                require("G1", own == (read in self.voices.scriptless), f"read {read} is another's")
                require("G4", read not in self.voices.cut, f"read {read} was cut, and sounds again")
                require("G1", read in self.voices.known, f"read {read} was never asked for")
                require("G4", read in self.voices.reads or self.policy.checks, f"read {read} was over")
                require("G1", bool(self.surface), "a voice was played without a surface")
                self.voices.play(at, read, span)
            case do.Drop(origin=do.SoundOrigin.NARRATOR, span=span):
                self.voices.take(span)
            case do.Drop(span=span):
                self.early.discard(span)
            case do.Flush(read=read) | do.CancelRead(read=read):
                self.voices.end(read, cut=True)
            case do.Cue():
                require("T5", not self.voices.loud(), f"a cue sounds over {self.voices.loud()}")
            case do.OpenEar(connection=connection):
                self.ear = connection
            case do.CloseEar():
                self.voices.end_generation()
            case do.Duck():
                self.ducked = True
            case do.Unduck():
                self.ducked = False
            case _:
                pass

    def rest(self) -> None:
        """Nothing is being said."""
        require("G2", not self.early, f"{self.early} was neither released nor dropped")

    def _surface(self, event: ev.Event, out: Sequence[do.Command]) -> None:
        self.surface.see(event)
        if any(isinstance(c, do.EndSession) for c in out):
            self.surface.there.clear()
        if not self.surface:
            self.ducked = False
            self.voices.cut_all()
        self.voices.surfaces = self.surface
        if isinstance(event, ev.StopAsked):
            require("T4", not self.voices.loud(), "a voice goes on after a stop")


@dataclass(slots=True)
class TurnLaws:
    """T2 to T5, N2, N4, A1, A3, L3: from the person's words to the brain and back."""

    policy: Policy
    heard: WordsHeard = field(default_factory=WordsHeard)
    runs: dict[RunId, UtteranceId | None] = field(default_factory=dict)
    alive: set[RunId] = field(default_factory=set)
    touched: set[RunId] = field(default_factory=set)
    """Runs of which something was played, or that had an effect."""
    reads: dict[ReadId, RunId] = field(default_factory=dict)
    spans: dict[AudioSpan, RunId] = field(default_factory=dict)
    """Sound that was played, and of whose answer."""
    written: dict[RunId, str] = field(default_factory=dict)
    offered: list[tuple[RunId, str]] = field(default_factory=list)
    flushing: dict[ReadId, int] = field(default_factory=dict)
    surface: Surfaces = field(default_factory=Surfaces)
    sent: set[str] = field(default_factory=set)
    """What brains were asked."""

    def see(self, at: int, event: ev.Event, out: Sequence[do.Command]) -> None:
        """One step."""
        self._event(at, event, out)
        for command in out:
            self._command(at, event, command)
        agreed = [c.instruction for c in out if isinstance(c, ASKS) and c.by is do.RoutedBy.CONSENT]
        if isinstance(event, ev.ConsentGiven) and agreed:  # what waited its turn may be asked before it
            require("A3", agreed[-1] == event.text, "the yes was to another text")
        if isinstance(event, ev.Flushed):  # also for a flush that was overdue, and came in this very step
            self.flushing.pop(event.read, None)
        self.surface.see(event)
        if not self.surface:
            self.flushing.clear()

    def _event(self, at: int, event: ev.Event, out: Sequence[do.Command]) -> None:
        cancelled = {c.run for c in out if isinstance(c, do.CancelRun)}
        match event:
            case ev.LocalTranscript() | ev.EarTranscript():
                self.heard.see(event)
            case ev.SurfaceLeft():
                self.flushing.clear()  # no surface is left that could report
            case ev.Flushed(read=read):
                self.flushing.pop(read, None)
            case ev.BrainWrote(run=run, text=text) if run in self.alive:
                shown = "".join(c.text for c in out if isinstance(c, do.ShowText) and c.run == run)
                require("N2", shown == text or run in cancelled, "the brain's text was not shown as written")
            case ev.BrainOffered(run=run, said=said) if run in self.alive:
                self.offered.append((run, said.strip()))
            case ev.EarOutputTranscript(said=said) if said:
                self.offered.append((ITSELF, said))
            case ev.BrainStep(run=run, effects=True) | ev.BrainChanged(run=run, files=(_, *_)) if (
                run in self.alive
            ):
                self.touched.add(run)
            case ev.BrainFinished(run=run):
                self.alive.discard(run)
            case ev.BrainFailed(run=run) if run in self.alive - cancelled:
                self.alive.discard(run)
                require("T5", any(isinstance(c, do.ShowFailure) for c in out), "a failure was not shown")
            case ev.StopAsked():
                left = self.alive - cancelled
                require("T4", not left, f"runs {left} go on after a stop")
                cue = any(isinstance(c, do.Cue) and c.kind is do.CueKind.STOPPED for c in out)
                require("T4", cue or not self.surface, "a stop made no sound")
            case ev.SilenceAsked():
                # a run that was replaced or stopped by what was overdue before the event
                replaced = any(isinstance(c, do.AskBrain) or c == do.Cue(do.CueKind.STOPPED) for c in out)
                require("T4", replaced or not cancelled, "cutting the voice ended a run")
            case _:
                pass
        for read in [r for r, by in self.flushing.items() if at >= by]:
            del self.flushing[read]

    def _command(self, at: int, event: ev.Event, command: do.Command) -> None:
        match command:
            case do.AskBrain():
                self._asked(event, command)
            case do.SteerBrain():
                # What was overdue was given before this end of the run was known.
                ends = isinstance(event, ev.BrainFinished | ev.BrainFailed) and event.run == command.into
                works = ends or command.into in self.alive
                require("T2", works, "words were given to a run that does not work")
                self._worded(command)
            case do.CancelRun(run=run):
                self.alive.discard(run)
            case do.Play(read=read, span=span) if read in self.reads or span in self.spans:
                run = self.reads.setdefault(read, self.spans.get(span, RunId(0)))
                self.spans[span] = run
                self.touched.add(run)
            case do.ShowRead(read=read, run=None):
                self.reads[read] = OURS
            case do.Read(read=read, said=said) if self.reads.get(read) != OURS:
                self.reads[read] = self._source(said)
            case do.RunTool(tool=tool) if (spec := self.policy.tool(tool)) and spec.effects:
                self.touched.update(self.alive)
            case do.Flush(read=read) if self.surface:
                if not (
                    isinstance(event, ev.Flushed) and event.read == read
                ):  # else it is answered in this step
                    self.flushing[read] = at + self.policy.timing.flush
            case do.GiveContext(text=text) if self.policy.narrator is not NarratorKind.SELF:
                lines = text.split(f"\n{PERSON}: ")[1:] if text.startswith("The talk so far:") else []
                retold = [line.split("\n")[0] for line in lines]
                sent = self.sent | {what for _, what in self.policy.earlier}
                known = all(any(one.startswith(line) for one in sent) for line in retold)
                require("L3", known, "words were retold that were never sent")
            case do.TellPlayed(run=run, shown_to=shown_to):
                offered = any(r == run for r, _ in self.offered)
                require("N4", offered or not shown_to, "the brain was told of what was never said")
            case _:
                pass

    def _source(self, said: str) -> RunId:
        """Each read says pieces that a brain offered, joined, in their order; the first perhaps from a word on (N2, N5)."""
        for run, first in reversed(self.offered):  # the newest run that offered it
            rest = _behind(said, first)
            for other, text in self.offered if rest else ():
                if other == run and rest and (rest == text or rest.startswith(text + " ")):
                    rest = rest[len(text) + 1 :]
            if rest == "":
                return run
        raise LawBroken("N5", f"{said!r} was read, and no brain wrote it")

    def _asked(self, event: ev.Event, command: do.AskBrain) -> None:
        require("N4", not self.flushing, "asked before it was known what had been played")
        require("T5", not self.alive & {command.run}, "asked twice")
        self._worded(command)
        for run, utterance in self.runs.items():
            if utterance is not None and utterance == command.utterance:
                require("T3", run not in self.alive, "one utterance was asked twice")
                require("T2", run not in self.touched, "an answer that was heard was asked again")
        self.runs[command.run] = command.utterance
        self.alive.add(command.run)

    def _worded(self, command: do.AskBrain | do.SteerBrain) -> None:
        """What a brain is given was said, or got a yes."""
        self.sent.add(command.instruction.strip()[:LENGTH])
        if command.by in (do.RoutedBy.EAR, do.RoutedBy.CODE):
            looks = isinstance(command, do.AskBrain) and command.look is not None and command.look.alone
            require("A1", looks or self.policy.approval is Approval.DIRECT, "asked without a yes")
            require("T3", self.heard.has(command.instruction), "asked what was not said")
            stop = ENGLISH.is_stop(command.instruction)
            stop = stop and not any(within(mend.meant, command.instruction) for mend in self.heard.mends)
            require("T4", not stop, "a stop was asked")


WATCHERS: Final = (
    GateLaws, VerbatimLaws, OwnVoiceLaws, TurnLaws, CallLaws, HoldLaws, GraveLaws, ReadBackLaws, TypedAnswerLaws, KeyLaws, OwnWordsLaws, ReadingLaws, BudgetLaws, ShownLaws,
    PermissionLaws, LookLaws, SteerLaws, TalkedOverLaws, EarLaws, CorrectionLaws, SparingLaws, EarlyLaws, HeardLaws, StateLaws,
)  # fmt: skip


class Laws:
    """All watchers together. Raises `LawBroken`, which names the law."""

    def __init__(self, policy: Policy) -> None:
        self._owners = OwnerLaws(policy)
        self._all = [watcher(policy) for watcher in WATCHERS]

    def see(self, at: int, event: ev.Event, out: Sequence[do.Command]) -> None:
        """One step of a conversation: what happened, and everything that was decided."""
        event = self._owners.see(event, out)  # what others do counts for nothing: the laws are not about it
        for laws in self._all:
            laws.see(at, event, out)

    def rest(self) -> None:
        """The talk has come to rest."""
        for laws in self._all:
            if isinstance(laws, HeardLaws | GateLaws | StateLaws):
                laws.rest()


def _behind(said: str, piece: str) -> str | None:
    """What a read says behind a piece, which it begins with, perhaps from a word on; None: it does not."""
    for at in range(len(piece)):
        tail = piece[at:] if not at or piece[at - 1].isspace() else ""
        if tail and (said == tail or said.startswith(tail + " ")):
            return said[len(tail) + 1 :]
    return None
