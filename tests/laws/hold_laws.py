"""What waits for a yes, watched from outside: laws A1, A3 and A6."""

from collections.abc import Sequence
from dataclasses import dataclass, field, replace

from laws.law_broken import require
from solovox.core import commands as do
from solovox.core import events as ev
from solovox.core.mends import mend_text
from solovox.core.policy import Approval, Policy
from solovox.core.transcripts import plain, within
from solovox.core.units import HoldId
from solovox.lang.en.words import ENGLISH


@dataclass(slots=True)
class HoldLaws:
    """A1, A3: a hold shows what it is; it is granted on a yes, and once."""

    policy: Policy
    waiting: set[HoldId] = field(default_factory=set)
    ends: dict[HoldId, do.Outcome] = field(default_factory=dict)
    shown: dict[HoldId, do.ShowHold] = field(default_factory=dict)
    worded: dict[HoldId, int] = field(default_factory=dict)
    """When another wording of it was asked for, until one was taken."""
    words: set[str] = field(default_factory=set)
    """All words that were heard."""
    said_again: bool = False
    """It heard the person say again what they said (A6)."""
    said_yes: bool = False
    """Our recogniser heard a yes, or one was typed (A2)."""
    ended: bool = False

    def see(self, at: int, event: ev.Event, out: Sequence[do.Command]) -> None:
        """One step."""
        if isinstance(event, ev.PolicyChanged):
            self.policy = event.policy
        if isinstance(event, ev.Typed) or (isinstance(event, ev.LocalTranscript) and event.final):
            self.said_yes = self.said_yes or ENGLISH.consent(event.text) is True
        if isinstance(event, ev.LocalTranscript | ev.EarTranscript):
            self.words |= {*plain(event.text).split()}
        if isinstance(event, ev.LocalTranscript) and event.final:
            words, language, again = (
                event.text.split(),
                ENGLISH,
                ENGLISH.again,
            )
            self.said_again = self.said_again or any(
                language.says_again(" ".join(words[at:]), (*again.says, *again.instead))
                for at in range(len(words))
            )
        if isinstance(event, ev.ConsentGiven) and not self.ended:
            draft = self.ends.get(event.hold) in (do.Outcome.EXPIRED, do.Outcome.VOID)
            said = any(isinstance(c, do.ShowFailure) for c in out)
            require("A3", draft or event.hold in self.waiting or said, "a yes to nothing was not answered")
        for command in out:
            match command:
                case do.ShowHold(hold=hold) if hold in self.waiting:
                    self._shown_again(at, event, command)
                case do.ShowHold():
                    self._shown(at, command)
                case do.ProposeWording(hold=hold, text=text):
                    correct = self.policy.approval is Approval.CORRECT and self.shown[hold].text == text
                    require("A1", correct, f"another wording of {text!r} was asked for")
                    self.worded[hold] = at
                case do.CloseHold(hold=hold, outcome=outcome):
                    self._closed(event, hold, outcome)
                case do.EndSession():
                    self.ended = True
                case _:
                    pass

    def _shown(self, at: int, hold: do.ShowHold) -> None:
        """What was heard is held, and where no words were heard, what the ear claims."""
        words = hold.kind is do.HoldKind.INSTRUCTION
        require("A1", words or not hold.heard, "an action was heard")
        own = not hold.heard
        heard = mend_text(hold.heard, hold.mends)
        # Of the last words, or of the first, we heard nothing.
        only = (f"{hold.heard} {hold.proposed}", f"{hold.proposed} {hold.heard}")
        held = not words or own or hold.text in (heard, *(mend_text(one, hold.mends) for one in only))
        # What only steers the talk at the end of a claim ("hang on") is none of it.
        claims, rest = mend_text(hold.proposed, hold.mends), hold.text.removeprefix(heard)
        held = held or (hold.text.startswith(heard) and within(rest, claims))
        again = self.said_again and not self._unknown(
            hold, f"{hold.heard} {hold.proposed}"
        )  # they go on from corrected words
        require("A1", held or again, f"{hold.text!r} was held, and not heard")
        require("A1", hold.until > at, "a hold was shown that has expired")
        require("A1", hold.hold not in self.ends, f"hold {hold.hold} had ended, and was shown again")
        self.waiting.add(hold.hold)
        self.shown[hold.hold] = hold

    def _shown_again(self, at: int, event: ev.Event, hold: do.ShowHold) -> None:
        """It is shown as it was, without a mend that was taken back, or with another wording that was asked for and came in
        time."""
        if isinstance(event, ev.MendRefused):
            self.worded.pop(hold.hold, None)
            self.shown[hold.hold] = hold
        if not isinstance(event, ev.WordingProposed) and hold != self.shown[hold.hold]:
            self._said_again(hold, self.shown[hold.hold])
            self.worded.pop(hold.hold, None)
            self.shown[hold.hold] = hold
        if hold != self.shown[hold.hold]:
            mine = isinstance(event, ev.WordingProposed) and event.hold == hold.hold
            before = self.shown[hold.hold].text
            said = (
                isinstance(event, ev.WordingProposed)
                and event.text.strip() == hold.proposed
                and hold.text == (before if event.bold else hold.proposed)
            )
            asked = self.worded.pop(hold.hold, None)
            soon = asked is not None and at - asked < self.policy.timing.wording
            require("A1", mine and said and soon, f"hold {hold.hold} has become {hold.text!r}")
            same = replace(hold, text="", proposed="") == replace(self.shown[hold.hold], text="", proposed="")
            require("A1", same, f"more than the text of hold {hold.hold} has changed")
            self.shown[hold.hold] = hold

    def _said_again(self, hold: do.ShowHold, before: do.ShowHold) -> None:
        """The oldest, with words that were held or heard in the place of some."""
        require("A6", self.said_again, f"hold {hold.hold} has become {hold.text!r}, and nobody said so")
        require(
            "A6", hold.hold == min(self.waiting), f"hold {hold.hold} was corrected, and is not the oldest"
        )
        new = self._unknown(hold, f"{before.text} {before.heard}")
        require("A6", not new, f"{new} were neither held nor heard")
        same = [replace(one, text="", mends=(), until=hold.until) for one in (hold, before)]
        require("A6", same[0] == same[1], f"more than the text of hold {hold.hold} has changed")

    def _unknown(self, hold: do.ShowHold, text: str) -> set[str]:
        """Words that are neither in the text nor were heard, as they are or mended."""
        meant = " ".join(mend.meant for mend in hold.mends)
        return {*plain(hold.text).split()} - self.words - {*plain(f"{text} {meant}").split()}

    def _closed(self, event: ev.Event, hold: HoldId, outcome: do.Outcome) -> None:
        before = self.ends.get(hold)
        answered = outcome in (do.Outcome.GRANTED, do.Outcome.DENIED)
        draft = before in (do.Outcome.EXPIRED, do.Outcome.VOID) and answered
        require("A1", hold in self.waiting or draft, f"hold {hold} ended as {before}, and once more")
        mine = isinstance(event, ev.ConsentGiven) and event.hold == hold
        yes = isinstance(event, ev.ConsentGiven) and mine and bool(event.text.strip())
        agreed = yes or (self.said_yes and not draft) or outcome is not do.Outcome.GRANTED
        require("A1", agreed, "granted without a yes")
        self.waiting.discard(hold)
        self.ends[hold] = outcome
