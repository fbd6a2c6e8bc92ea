"""The conversation: small machines joined in one place."""

from solovox.core.commands import Command
from solovox.core.events import Event
from solovox.core.policy import Policy
from solovox.core.units import Instant


class Conversation:
    """Events in, commands out."""

    def __init__(self, policy: Policy) -> None:
        self.policy = policy

    @property
    def next_deadline(self) -> Instant | None:
        """When to be woken with `DeadlineReached`, if nothing happens before."""
        return None

    def handle(self, at: Instant, event: Event) -> list[Command]:
        """What to do, now that `event` has happened at `at`. Times never fall."""
        raise NotImplementedError
