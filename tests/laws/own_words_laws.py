"""Words of our own, and which text each read says, watched from outside: laws N2 and N5."""

from collections.abc import Sequence
from dataclasses import dataclass, field

from laws.law_broken import require
from solovox.core import commands as do
from solovox.core import events as ev
from solovox.core.policy import NarratorKind, Policy
from solovox.core.transcripts import plain, within, without
from solovox.core.units import ReadId
from solovox.lang.en.words import ENGLISH, SENTENCES


@dataclass(slots=True)
class OwnWordsLaws:
    """N2: a read shows what it says. N5: our own words are few, are shown, and touch no run."""

    policy: Policy
    notices: list[str] = field(default_factory=list)
    said: dict[ReadId, str] = field(default_factory=dict)
    meant: set[str] = field(default_factory=set)
    """What words may have been mended to. It is no question to us (K2)."""
    still_at: int = -1_000_000
    """When it was last said that work goes on."""

    def see(self, at: int, event: ev.Event, out: Sequence[do.Command]) -> None:
        """One step."""
        if isinstance(event, ev.PolicyChanged):
            self.policy = event.policy
        if isinstance(event, ev.LocalTranscript | ev.EarTranscript):
            self.meant |= {mend.meant for mend in event.mends}
        for command in out:
            match command:
                case do.ShowNotice(text=text):
                    self.notices.append(plain(text))
                    if text.startswith(SENTENCES.still.rstrip(".")):
                        soon = at - self.still_at < self.policy.timing.activity
                        require("N5", not soon, f"{text!r} was said a moment ago")
                        self.still_at = at
                case do.ShowRead(read=read, run=run, said=said):
                    require("N2", read not in self.said, f"read {read} was shown twice")
                    self.said[read] = said
                    if run is None:
                        self._ours(said)
                case do.Read(read=read, said=said):
                    require(
                        "N2",
                        self.said.get(read, "").rstrip().endswith(said.rstrip()),
                        f"{said!r} was not shown",
                    )
                case do.AskBrain(instruction=instruction, by=by) if by is not do.RoutedBy.CONSENT:
                    words = without(instruction, self.policy.wake)
                    require(
                        "N5",
                        any(within(one, words) for one in self.meant) or ENGLISH.wish(words) is None,
                        "the brain was asked what is answered here",
                    )
                case _:
                    pass

    def _ours(self, said: str) -> None:
        wanted = self.policy.own_words and self.policy.narrator is not NarratorKind.SELF
        require("N5", wanted, "words of ours were read, and are not wanted")
        require("N5", self._shown(plain(said)), f"{said!r} is read as ours, and was not shown")

    def _shown(self, said: str, *, begun: bool = False) -> bool:
        """Whether it is notices, one behind the other; of the first perhaps only the end (T1)."""
        for text in self.notices:
            words = text.split()
            for first in range(1 if begun else len(words)):
                part = " ".join(words[first:])
                if said == part or (
                    said.startswith(f"{part} ") and self._shown(said[len(part) + 1 :], begun=True)
                ):
                    return True
        return False
