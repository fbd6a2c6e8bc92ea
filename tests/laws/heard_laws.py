"""What is shown of the person's words, watched from outside: law T5.4."""

from collections.abc import Sequence
from dataclasses import dataclass, field

from laws.law_broken import require
from solovox.core import commands as do
from solovox.core import events as ev
from solovox.core.policy import Policy
from solovox.core.units import UtteranceId


@dataclass(slots=True)
class HeardLaws:
    """T5: what is shown of an utterance before its end is shown for good when it ends."""

    policy: Policy
    drafts: dict[UtteranceId, str] = field(default_factory=dict)
    """What is shown of utterances, and will be replaced."""

    def see(self, at: int, event: ev.Event, out: Sequence[do.Command]) -> None:
        """One step. No two utterances are open: when the next is shown, and when the session ends, the last is for good."""
        for one in out:
            match one:
                case do.ShowHeard(utterance=utterance, final=True):
                    self.drafts.pop(utterance, None)
                case do.ShowHeard(utterance=utterance, text=text):
                    self.drafts[utterance] = text
                    require("T5", len(self.drafts) == 1, f"{self.drafts} are shown as if they went on")
                case do.EndSession():
                    self.rest()
                case _:
                    pass

    def rest(self) -> None:
        """Nothing is being said."""
        require("T5", not self.drafts, f"{self.drafts} are shown as if the person still spoke")
