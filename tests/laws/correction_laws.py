"""What was meant, and what the person teaches, watched from outside: laws K1 and K2."""

from collections.abc import Sequence
from dataclasses import dataclass, field

from laws.law_broken import require
from solovox.core import commands as do
from solovox.core import events as ev
from solovox.core.mends import Mend, find_applied, mend_text
from solovox.core.policy import Policy
from solovox.core.units import HoldId


@dataclass(slots=True)
class CorrectionLaws:
    """K1: each kind is taught by an edit of its own. K2: what is mended was said to be, and was not taken back."""

    policy: Policy
    told: set[Mend] = field(default_factory=set)
    refused: list[tuple[str, str]] = field(default_factory=list)
    again: set[HoldId] = field(default_factory=set)
    """What the person said again."""
    shown: dict[HoldId, do.ShowHold] = field(default_factory=dict)
    """What waits, and drafts, as they were shown last."""
    drafts: set[HoldId] = field(default_factory=set)
    """They stay as they are."""

    def see(self, at: int, event: ev.Event, out: Sequence[do.Command]) -> None:
        """One step."""
        del at
        match event:
            case ev.PolicyChanged(policy=policy):
                self.policy = policy
            case ev.LocalTranscript(mends=mends) | ev.EarTranscript(mends=mends):
                self.told |= set(mends)
            case ev.MendRefused(heard=heard, meant=meant):
                self.refused.append((heard, meant))
            case ev.ConsentGiven() if do.CloseHold(event.hold, do.Outcome.GRANTED) in out:
                self._answered(event, [one for one in out if isinstance(one, do.Teach)])
            case ev.TeachFailed():
                require("K2", any(isinstance(one, do.ShowFailure) for one in out), "a lesson was lost unseen")
            case _:
                pass
        self._said_again(event, out)
        consents = isinstance(event, ev.ConsentGiven) or self._meant(out)
        require("K1", consents or not any(isinstance(c, do.Teach) for c in out), "taught without a yes")
        overdue = isinstance(event, ev.MendRefused)  # what was overdue came before it was taken back
        for command in out:
            match command:
                case do.ShowHeard(text=text, mends=mends) if not overdue:
                    self._mended(text, mends)
                case do.ShowHold(kind=do.HoldKind.INSTRUCTION):
                    self.shown[command.hold] = command
                    if not overdue:
                        self._mended("", command.mends)
                case do.CloseHold(hold=hold, draft=draft):
                    self.drafts |= {hold} if draft else set()
                    if not draft:
                        self.shown.pop(hold, None)
                case _:
                    pass
        if overdue:
            for hold in self.shown.keys() - self.drafts:
                self._mended("", self.shown[hold].mends)

    def _said_again(self, event: ev.Event, out: Sequence[do.Command]) -> None:
        """Of what the person said again, what was heard is corrected (A6)."""
        told = isinstance(event, ev.MendRefused | ev.WordingProposed)
        shown = (one for one in out if isinstance(one, do.ShowHold) and one.hold in self.shown and not told)
        self.again |= {one.hold for one in shown if one.text != self.shown[one.hold].text}

    def _meant(self, out: Sequence[do.Command]) -> bool:
        """Whether all that is taught is what the person said again, of what they have allowed aloud."""
        taught = [one for one in out if isinstance(one, do.Teach)]
        return all(
            do.CloseHold(one.hold, do.Outcome.GRANTED) in out and self._is_meant(one) for one in taught
        )

    def _is_meant(self, taught: do.Teach) -> bool:
        show, lesson = self.shown[taught.hold], taught.lesson
        mine = isinstance(lesson, do.SttTaught) and (lesson.span, lesson.heard) == (show.span, show.heard)
        return mine and taught.hold in self.again

    def _mended(self, text: str, mends: tuple[Mend, ...]) -> None:
        require("K2", set(mends) <= self.told, f"{mends} were mended, and nobody said so")
        back = [one for one in mends if any(one.is_of(*pair) for pair in self.refused)]
        require("K2", not back, f"{back} were mended, and had been taken back")
        require("K2", not text or find_applied(text, mends) == mends, f"{mends} are not in what was heard")

    def _answered(self, event: ev.ConsentGiven, taught: list[do.Teach]) -> None:
        show, heard = self.shown.get(event.hold), (event.heard or "").strip()
        due: list[do.SttTaught | do.ReasoningTaught] = []
        if not heard or (show is not None and heard.split() == show.heard.split()):
            taught = [one for one in taught if not self._is_meant(one)]
        if show is not None and self.policy.learning:
            if heard and show.heard and heard.split() != show.heard.split():
                due.append(do.SttTaught(show.span, show.heard, heard))
            before = mend_text(show.heard, show.mends)
            known = [one.split() for one in (show.text, show.proposed, heard, before)]
            if event.text.split() not in known:
                due.append(do.ReasoningTaught(show.heard, show.text, event.text.strip()))
        require(
            "K1", taught == [do.Teach(event.hold, one) for one in due], f"{taught} and not {due} was taught"
        )
