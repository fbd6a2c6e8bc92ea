"""What is not for us, watched from outside: law T6, where only what has the wake phrase is sent."""

from collections.abc import Sequence
from dataclasses import dataclass

from laws.law_broken import require
from solovox.core import commands as do
from solovox.core import events as ev
from solovox.core.policy import Policy


@dataclass(slots=True)
class SparingLaws:
    """T6."""

    policy: Policy
    woken: bool = False
    """Whether the phrase was heard in what is said, or in what it may belong to (T2)."""
    sample: int = -1
    """Where it was heard last."""
    ended_at: int | None = None
    wanted: bool = True
    """Whether the recogniser was told that words without the phrase are wanted."""

    def see(self, at: int, event: ev.Event, out: Sequence[do.Command]) -> None:
        """One step."""
        match event:
            case ev.PolicyChanged(policy=policy):
                self.policy = policy
            case ev.SpeechConfirmed(first=first):
                # It may belong to what was said before for as long as the words of that are awaited, or the floor is kept.
                goes_on = self.ended_at is None or at - self.ended_at <= 2 * self.policy.timing.unending
                self.woken, self.ended_at = (self.woken and goes_on) or self.sample >= first, None
            case ev.SpeechEnded():
                self.ended_at = at
            case ev.WakeHeard(sample=sample):
                self.woken, self.sample = True, sample
                self.ended_at = None if self.ended_at is None else at  # it may be open for as long as that
            case _:
                pass
        for command in out:
            match command:
                case do.BeginActivity() | do.SendMicrophone() if (
                    self.policy.spares and not self.policy.follow_ms
                ):
                    require("T6", self.woken, "an ear was sent what was said without the wake phrase")
                case do.HearAll(on=on):
                    require(
                        "T6", on is not self.wanted, "the recogniser was told twice which words are wanted"
                    )
                    require("T6", on or self.policy.spares, "words are not wanted, and nobody asked for that")
                    self.wanted = on
                case _:
                    pass
