"""The talk so far, for a connection whose service does not remember it (law L3): a fold over the journal.

Rule: it is what the journal has, not what the ear believed: the person's words as they were routed, and the
brain's words as they were given to the narrator. At most `LINES` of it, each at most `LENGTH` characters.
"""

from collections import deque
from collections.abc import Sequence
from typing import Final

from solovox.core.commands import Command, Read, ShowHeard
from solovox.core.events import Event

LINES: Final = 24
LENGTH: Final = 400
PERSON: Final = "Person"
AGENT: Final = "Agent"


class Recall:
    """Sees every event with its commands; `text` is what an ear should know of them."""

    def __init__(self) -> None:
        self._lines: deque[tuple[str, str]] = deque(maxlen=LINES)

    def see(self, event: Event, commands: Sequence[Command]) -> None:
        """Take note."""
        for command in commands:
            match command:
                case ShowHeard(text=text, final=True) if text.strip():
                    self._lines.append((PERSON, text.strip()))
                case Read(said=said):
                    self._answered(said)
                case _:
                    pass

    @property
    def text(self) -> str:
        """The talk, line by line; empty when nothing was said."""
        if not self._lines:
            return ""
        return "\n".join(["The talk so far:", *(f"{who}: {what[:LENGTH]}" for who, what in self._lines)])

    def _answered(self, said: str) -> None:
        if self._lines and self._lines[-1][0] == AGENT:
            said = f"{self._lines.pop()[1]} {said}"
        self._lines.append((AGENT, said))
