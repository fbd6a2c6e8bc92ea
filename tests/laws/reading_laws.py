"""What the person asks of the reading, watched from outside: law N7."""

from collections.abc import Sequence
from dataclasses import dataclass, field

from laws.law_broken import require
from solovox.core import commands as do
from solovox.core import events as ev
from solovox.core.policy import NarratorKind, Policy
from solovox.core.units import ReadId, RunId, StreamId
from solovox.lang.en.words import SENTENCES


@dataclass(frozen=True, slots=True)
class OfferedPart:
    """A piece that may be said, and the written text that it stands for."""

    run: RunId
    shown_from: int
    paragraph: bool


@dataclass(slots=True)
class ReadingLaws:
    """N7: what was skipped is not said, what is said again was heard, and no sound has an old pace."""

    policy: Policy
    parts: list[OfferedPart] = field(default_factory=list)
    offered_to: dict[RunId, int] = field(default_factory=dict)
    newest: ReadId = ReadId(0)
    """The newest read that the narrator was given."""
    outpaced: ReadId = ReadId(0)
    """The reads up to this one have another pace than what is said now."""
    sounds: dict[StreamId, ReadId] = field(default_factory=dict)
    heard: do.TellPlayed | None = None
    """What was heard last."""
    wanted: str = ""
    """What the next read of an answer must be."""
    broken: bool = False
    """A read of this answer failed: of what was heard no more is known than its end."""
    lines: set[tuple[RunId, int]] = field(default_factory=set)
    """The lines that were asked for and have not come."""
    ours: ReadId = ReadId(0)
    """The newest read of words of ours, as long as no later one was heard: they are skipped alone."""
    known: int = 0
    """Parts that had been offered when something was skipped."""

    def see(self, at: int, event: ev.Event, out: Sequence[do.Command]) -> None:
        """One step."""
        del at
        match event:
            case ev.PolicyChanged(policy=policy):
                self.policy = policy
            case ev.BrainOffered(run=run, shown_to=shown_to, paragraph=paragraph):
                self.parts.append(OfferedPart(run, self.offered_to.get(run, 0), paragraph))
                self.offered_to[run] = max(shown_to, self.offered_to.get(run, 0))
            case ev.Played(read=read, samples=samples) if samples and read > self.ours:
                self.ours = ReadId(0)
            case ev.ReadFailed() | ev.ReadStrayed():
                self.broken = True
            case ev.ReadSounded(read=read, span=span):
                self.sounds[span.stream] = read
            case _:
                pass
        for command in out:
            self._command(command, out)
        if isinstance(event, ev.LineFound):
            self._line(event, out)

    def _line(self, event: ev.LineFound, out: Sequence[do.Command]) -> None:
        words, wanted = SENTENCES, (event.run, event.line)
        said = words.line.format(event.line, event.said)
        told = event.said and do.ShowNotice(said) in out
        require("N7", not told or wanted in self.lines, "a line was said that was not asked for")
        self.lines.discard(wanted)

    def _command(self, command: do.Command, out: Sequence[do.Command]) -> None:
        words = SENTENCES
        match command:
            case do.SetPace(percent=percent):
                self.outpaced = self.newest
                require("N7", self.policy.narrator is NarratorKind.VOICE, "a live reader was told a pace")
                require("N7", 50 <= percent <= 200, f"a pace of {percent} percent")
                shown = do.ShowNotice(words.pace.format(percent)) in out
                require("N7", shown, "the pace was changed, and it was not shown")
            case do.Play(span=span) if span.stream in self.sounds:
                require("N7", self.sounds[span.stream] > self.outpaced, "sound of the old pace is played")
            case do.Read(read=read):
                self.newest = read
            case do.FindLine(run=run, line=line):
                asked = any(isinstance(one, do.AskBrain | do.CancelRun | do.CloseHold) for one in out)
                require("N7", not asked, "a line was asked for, and a run was touched")
                self.lines = {(run, line)}
            case do.TellPlayed():
                self.heard = command
            case do.ShowNotice(text=text) if text in (words.skipped, words.again):
                alone = text == words.skipped and self.ours
                self.wanted, self.known = "" if alone else text, len(self.parts)
            case do.AskBrain() | do.CancelRun() | do.SteerBrain():
                self.wanted, self.broken = "", False
            case do.ShowRead(read=read, run=None):
                self.ours = read
            case do.ShowRead(run=run, shown_from=shown_from) if run is not None and self.wanted:
                self._goes_on(run, shown_from)
            case _:
                pass

    def _goes_on(self, run: RunId, shown_from: int) -> None:
        if self.wanted == SENTENCES.skipped:
            here = [one for one in self.parts[: self.known] if (one.run, one.shown_from) == (run, shown_from)]
            begins = not here or shown_from == 0 or any(one.paragraph for one in here)
            require("N7", begins, "after a skip it goes on inside a paragraph")
        elif not self.broken and self.heard is not None and self.heard.run == run and self.heard.shown_to:
            heard_to = self.heard.shown_to + bool(self.heard.then)
            require("N7", shown_from < heard_to, "what is said again was never heard")
        self.wanted = ""
