"""What no screen shows, watched from outside: law A6 of the read-back."""

from collections.abc import Sequence
from dataclasses import dataclass, field

from laws.law_broken import require
from laws.voices import Surfaces
from solovox.core import commands as do
from solovox.core import events as ev
from solovox.core.phrases import aloud, plain
from solovox.core.policy import Policy
from solovox.core.units import HoldId, ReadId


@dataclass(slots=True)
class ReadBackLaws:
    """A6: a yes aloud grants what a screen shows, or what was heard to its end, in the words that it is to."""

    policy: Policy
    surfaces: Surfaces = field(default_factory=Surfaces)
    shown: dict[HoldId, tuple[do.ShowHold, int]] = field(default_factory=dict)
    """What waits, and how many notices there were when its text was shown first."""
    notices: list[str] = field(default_factory=list)
    ours: dict[ReadId, str] = field(default_factory=dict)
    """The words of ours that a read says: a notice, or from a word of it on."""
    coming: set[ReadId] = field(default_factory=set)
    broken: set[ReadId] = field(default_factory=set)
    given: dict[ReadId, int] = field(default_factory=dict)
    played: dict[ReadId, int] = field(default_factory=dict)

    def see(self, at: int, event: ev.Event, out: Sequence[do.Command]) -> None:
        """One step."""
        del at
        if isinstance(event, ev.PolicyChanged):
            self.policy = event.policy
        match event:
            case ev.ReadRendered(read=read):
                self.coming.discard(read)
            case ev.ReadFailed(read=read) if read in self.coming:
                self.broken.add(read)
            case ev.Played(read=read, samples=samples):
                self.played[read] = max(samples, self.played.get(read, 0))
            case _:
                pass
        for command in out:
            self._command(event, command)
        self.surfaces.see(event)

    def _command(self, event: ev.Event, command: do.Command) -> None:
        match command:
            case do.ShowHold(hold=hold):
                before = self.shown.get(hold)
                since = len(self.notices) if before is None or before[0].text != command.text else before[1]
                self.shown[hold] = (command, since)
            case do.ShowNotice(text=text):
                self.notices.append(plain(text))
            case do.ShowRead(read=read, run=None, said=said):
                self.ours[read] = plain(said)
            case do.Read(read=read):
                self.coming.add(read)
            case do.Play(read=read, span=span):
                self.given[read] = self.given.get(read, 0) + span.count
            case do.Flush(read=read) | do.CancelRead(read=read):
                self.broken.add(read)
            case do.CloseHold(hold=hold, outcome=outcome):
                show = self.shown.pop(hold, None)
                clicked = isinstance(event, ev.ConsentGiven) and event.hold == hold
                blind = not any(caps.screen for caps in self.surfaces.there.values())
                granted = outcome is do.Outcome.GRANTED and not clicked and not isinstance(event, ev.Typed)
                if granted and blind and show is not None:
                    heard = any(self._heard(read, *show) for read in self.ours)
                    require("A6", heard, f"{show[0].text!r} was granted by a voice, neither seen nor heard")
            case _:
                pass

    def _heard(self, read: ReadId, show: do.ShowHold, since: int) -> bool:
        """Whether this read said it to its end."""
        whole = self.given.get(read, 0) > 0 and read not in self.coming | self.broken
        if self.surfaces.exact:
            whole = whole and self.played.get(read, 0) >= self.given[read]
        words = self.policy.language.holds
        must = [show.code or words.by_word]
        if show.kind is do.HoldKind.INSTRUCTION:
            must = [aloud(show.text), words.you_said.rpartition("{}")[2]]
        backs = [one for one in self.notices[since:] if all(plain(part) in one for part in must)]
        return whole and any(one.endswith(self.ours[read]) for one in backs)
