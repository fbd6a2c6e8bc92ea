"""How much of an answer is said unasked, watched from outside: law N6."""

from collections.abc import Sequence
from dataclasses import dataclass, field

from laws.law_broken import require
from solovox.core import commands as do
from solovox.core import events as ev
from solovox.core.policy import NarratorKind, Policy
from solovox.core.transcripts import without
from solovox.core.units import HoldId, RunId
from solovox.lang.en.words import ENGLISH, SENTENCES


@dataclass(slots=True)
class BudgetLaws:
    """N6: no more is said than was wanted, it is asked only where something was held back, and no brain is asked it."""

    policy: Policy
    pace: int = field(init=False)
    run: RunId | None = None
    """Whose text was read last."""
    offered: dict[RunId, list[tuple[int, int]]] = field(default_factory=dict)
    """Where each piece of an answer ends in its text, and how long it is."""
    to: int = 0
    """How far the text of `run` was read."""
    longest: int = 0
    """Characters of its longest piece that was read."""
    said: int = 0
    """Characters of it that were read for the first time since the person last wanted more."""
    most: int = 0
    """How many might be at the fastest pace since then. 0: all."""
    asks: bool = False
    """"More?" was the last that was said of the rest."""
    holds: set[HoldId] = field(default_factory=set)
    queued: dict[RunId, bool] = field(default_factory=dict)
    """What `asks` was when each instruction that waits was understood."""

    def __post_init__(self) -> None:
        self.pace = self.policy.pace

    def see(self, at: int, event: ev.Event, out: Sequence[do.Command]) -> None:
        """One step."""
        del at
        match event:
            case ev.PolicyChanged(policy=policy):
                self.policy, self.run = policy, None
            case ev.BrainOffered(run=run, said=said, shown_to=shown_to) if said.strip():
                before = self.offered.setdefault(run, [])
                before.append((max(shown_to, before[-1][0] if before else 0), len(said.strip())))
            case ev.StopAsked() | ev.SilenceAsked():
                self.asks = False
            case ev.Typed(text=text) | ev.LocalTranscript(text=text) | ev.EarTranscript(text=text):
                hushed = ENGLISH.is_stop(text) or ENGLISH.is_quiet(text)
                self.asks = self.asks and not hushed
            case _:
                pass
        for command in out:
            self._command(command, out)
        self.most = max(self.most, self._now)

    @property
    def _now(self) -> int:
        return self.policy.spoken_ms * self.pace // (100 * self.policy.timing.character)

    def _command(self, command: do.Command, out: Sequence[do.Command]) -> None:
        words = SENTENCES
        match command:
            case do.SetPace(percent=percent):
                self.pace = percent
            case do.ShowHold(hold=hold, kind=kind):
                self.holds.add(hold)
                # Words of the person that wait for a yes may drop what was held back, as an ask does.
                self.asks = self.asks and kind is not do.HoldKind.INSTRUCTION
            case do.CloseHold(hold=hold):
                self.holds.discard(hold)
            case do.ShowNotice(text=text) if text == words.more:
                self._asked()
            case do.ShowNotice(text=text) if text in (
                words.goes_on,
                words.only_shown,
                SENTENCES.skipped,
            ):
                then = out[out.index(command) :]  # what was overdue came before
                asked = any(isinstance(one, do.AskBrain | do.SteerBrain | do.ShowHold) for one in then)
                # That the rest is only shown may be because of new words, which are asked (T2).
                wanted = text != words.only_shown and asked
                require("N6", not wanted, "the person wanted more, and a brain was asked")
                self.said, self.most, self.asks = 0, self._now, False
            case do.ShowAmendment(run=run):
                self.queued[run] = self.asks
            case do.AskBrain(run=run, instruction=text, by=by) if by is not do.RoutedBy.CONSENT:
                asks = self.queued.pop(run, self.asks)
                ours = without(text, self.policy.wake) in ENGLISH.more | ENGLISH.on | ENGLISH.no_more
                require("N6", not (asks and ours), "a brain was asked for what was held back here")
                self.asks = False
            case do.SteerBrain() | do.CancelRun():
                self.asks = False
            case do.ShowRead(run=run) if run is not None:
                self._reads(run, command)
            case _:
                pass

    def _asked(self) -> None:
        narrator = self.policy.narrator
        require(
            "N6",
            self.policy.spoken_ms > 0 and narrator is not NarratorKind.SELF,
            "no budget, and it is asked",
        )
        ends = [end for end, _ in self.offered.get(self.run, [])] if self.run is not None else []
        rest = any(end > self.to for end in ends) or ends.count(self.to) > 1
        require("N6", rest, "nothing was held back, and it is asked for")
        require("N6", not self.holds, "it is asked while something else waits for a yes")
        self.asks = True

    def _reads(self, run: RunId, shown: do.ShowRead) -> None:
        if run != self.run:
            # What was held back of the answer before is dropped.
            self.run, self.to, self.said, self.most, self.asks = run, 0, 0, self._now, False
            self.longest = 0
        begin = max(self.to, shown.shown_from)  # what was dropped before it was not said
        new = [length for end, length in self.offered.get(run, []) if begin < end <= shown.shown_to]
        # Of pieces that end at the same place only some may be said.
        self.said, self.to = self.said + min(sum(new), len(shown.said)), max(self.to, shown.shown_to)
        self.asks = self.asks and any(end > self.to for end, _ in self.offered.get(run, []))
        self.longest = max(self.longest, *new, 0)  # the first is always said, however long
        tail = self.policy.timing.tail * self.pace // (100 * self.policy.timing.character)
        most = 2 * self.most + self.longest + tail
        require("N6", not self.most or self.said <= most, f"{self.said} characters were said unasked")
