"""A brain that attends its session: it sees what happens there, and may speak unasked."""

from abc import ABC, abstractmethod
from collections.abc import Awaitable, Callable, Sequence

from solovox.core.commands import Command
from solovox.core.events import Event


class Attending(ABC):
    """What such a brain has beside being a `Brain`. It is a fold over its session."""

    @abstractmethod
    def attend(self, tell: Callable[[Event], Awaitable[None]]) -> None:
        """Called once, before anything happens in the session. `tell`: tell it `Announced`, or that silence is asked for."""

    @abstractmethod
    def see(self, event: Event, commands: Sequence[Command]) -> None:
        """What happened, and what was decided. Never waits, and raises nothing."""
