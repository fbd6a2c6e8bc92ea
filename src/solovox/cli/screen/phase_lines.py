"""The states that matter to who sees no screen, a line each."""

from collections.abc import Sequence
from typing import Protocol

from solovox.cli.screen.phases import TalkPhase
from solovox.cli.screen.watched import WatchedTalk
from solovox.core.commands import Command
from solovox.core.events import Event


class TellsNow(Protocol):
    """Who prints a line."""

    def now(self, what: str, line: str) -> None: ...


class PhaseLines:
    """A fold over a session: tells when it begins to listen, and for what."""

    def __init__(self, watched: WatchedTalk, telling: TellsNow) -> None:
        self._watched = watched
        self._telling = telling
        self._told: TalkPhase | None = None

    def see(self, event: Event, commands: Sequence[Command]) -> None:
        """One event, and what was decided from it."""
        self._watched.see(event, commands)
        phase = self._watched.phase
        if phase is self._told or phase not in (TalkPhase.WAITING, TalkPhase.LISTENING, TalkPhase.THINKING):
            return
        self._told = phase
        if phase is TalkPhase.WAITING:
            self._telling.now("listening for", self._watched.wake)
        elif phase is TalkPhase.LISTENING:
            self._telling.now("listening", "say it, no phrase is needed")
