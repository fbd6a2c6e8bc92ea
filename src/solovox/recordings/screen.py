"""What a screen showed at a moment of a recorded session."""

from solovox.recordings.journal_reader import Recorded
from solovox.recordings.replay import steps
from solovox.view import View, after


def screen(journal: Recorded, at: int) -> View:
    """The view after all that happened up to a time (ms)."""
    view = View()
    for step in steps(journal):
        if step.at > at:
            break
        view = after(view, step.event, step.commands)
    return view
