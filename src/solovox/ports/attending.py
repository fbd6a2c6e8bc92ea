"""A brain that attends its session: it sees what happens there, and may speak unasked."""

from abc import ABC, abstractmethod
from collections.abc import Awaitable, Callable, Sequence
from dataclasses import dataclass

from solovox.core.commands import Command
from solovox.core.events import Event


@dataclass(frozen=True, slots=True)
class Attended:
    """A session, as such a brain sees it."""

    now: Callable[[], int]
    """Milliseconds since it began."""
    announce: Callable[[str], Awaitable[None]]
    """Say something out of turn: at the next pause (law N5). Fit to be said: no markup."""
    hush: Callable[[], None]
    """Cut the voice, as the person would. Never waits."""


class Attending(ABC):
    """What such a brain has beside being a `Brain`. It is a fold over its session."""

    @abstractmethod
    def attend(self, session: Attended) -> None:
        """Called once, before anything happens in the session."""

    @abstractmethod
    def see(self, event: Event, commands: Sequence[Command]) -> None:
        """What happened, and what was decided. Never waits, and raises nothing."""
