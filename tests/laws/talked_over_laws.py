"""That new words end old speech, watched from outside: law T2."""

from collections.abc import Sequence
from dataclasses import dataclass, field

from laws.law_broken import require
from solovox.core import commands as do
from solovox.core import events as ev
from solovox.core.policy import Amendment, Policy
from solovox.core.units import RunId
from solovox.lang.en.words import SENTENCES


@dataclass(slots=True)
class TalkedOverLaws:
    """T2: nothing is read that had come of an older answer when new words were understood, unless the person wants it."""

    policy: Policy
    offered: dict[RunId, int] = field(default_factory=dict)
    """How far each answer's text was offered to be said."""
    read_to: dict[RunId, int] = field(default_factory=dict)
    """How far each answer's text was begun to be read."""
    works: set[RunId] = field(default_factory=set)
    known: RunId = RunId(0)
    """The newest instruction."""
    ended: dict[RunId, int] = field(default_factory=dict)
    """Up to where each answer was talked over."""
    silent: set[RunId] = field(default_factory=set)
    """Answers of which nothing is said before their next step."""
    at: int = 0
    wished_at: int = -1_000_000
    """When the person wanted to hear on. Words before that may be asked only then: it was not known yet what was heard."""

    def see(self, at: int, event: ev.Event, out: Sequence[do.Command]) -> None:
        """One step."""
        self.at = at
        match event:
            case ev.PolicyChanged(policy=policy):
                self.policy = policy
            case ev.BrainFinished(run=run) | ev.BrainFailed(run=run):
                self.works.discard(run)
            case ev.BrainStep(run=run):
                self.silent.discard(run)
            case _:
                pass
        for command in out:
            self._command(command)
        # What is offered in the moment in which words are understood comes after them.
        if isinstance(event, ev.BrainOffered) and event.run in self.works:
            self.offered[event.run] = max(event.shown_to, self.offered.get(event.run, 0))

    def _command(self, command: do.Command) -> None:
        words = SENTENCES
        match command:
            case do.SteerBrain(run=run, into=into):
                self._understood(run)
                self.silent.discard(into)
            case do.ShowAmendment(run=run, amends=amends, how=how):
                self._understood(run)
                if how is Amendment.QUEUE and amends in self.works & {*self.offered}:
                    self.silent.add(amends)
            case do.AskBrain(run=run):
                self._understood(run)
                self.works.add(run)
            case do.CancelRun(run=run):
                self.works.discard(run)
            case do.ShowNotice(text=text) if text in (words.goes_on, words.again):
                self.wished_at = self.at
                self.ended.clear()
                self.silent.clear()
            case do.ShowRead(run=run, shown_from=shown_from, shown_to=shown_to, said=said) if run is not None:
                old = shown_from < self.ended.get(run, 0)
                require("T2", not old, f"{said!r} was read, though the person had talked over it")
                anew = shown_to > self.read_to.get(run, 0)  # else it goes on with what it had begun (T1)
                require("T2", run not in self.silent or not anew, f"{said!r} was read after new words")
                self.read_to[run] = max(shown_to, self.read_to.get(run, 0))
            case _:
                pass

    def _understood(self, run: RunId) -> None:
        """New words, if they are: an instruction that waits is asked later."""
        if run <= self.known:
            return
        self.known = run
        if self.at - self.wished_at <= self.policy.timing.flush:
            return
        self.ended |= {one: to for one, to in self.offered.items() if one < run}
        self.silent |= {one for one in self.works if self.offered.get(one)}
