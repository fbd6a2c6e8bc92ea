"""What was said in a talk, for the one that goes on with it after a silence."""

from collections.abc import Sequence

from solovox.core.commands import Command
from solovox.core.events import Event
from solovox.core.retelling import AGENT, LENGTH, LINES, PERSON
from solovox.view import ShownRun, View, after


class TalkSoFar:
    """A fold over a session. It keeps what a connection would be told again (law L3)."""

    def __init__(self, earlier: Sequence[tuple[str, str]] = ()) -> None:
        self._earlier = tuple(earlier)
        self._view = View()

    def see(self, event: Event, commands: Sequence[Command]) -> None:
        """One event, and what was decided from it."""
        self._view = after(self._view, event, commands)

    @property
    def waits(self) -> bool:
        """Whether something waits for a yes."""
        return bool(self._view.holds)

    def lines(self) -> tuple[tuple[str, str], ...]:
        """Who said what, oldest first: of answers, what was surely heard."""
        lines = list(self._earlier)
        for turn in self._view.turns:
            if turn.words and turn.final:
                lines.append((PERSON, turn.words[:LENGTH]))
            lines += [(AGENT, heard[:LENGTH]) for run in turn.runs if (heard := _heard(run))]
        return tuple(lines[-LINES:])


def _heard(run: ShownRun) -> str:
    return (run.text[: max(0, run.heard_to - run.left_out)] + run.then).strip()
