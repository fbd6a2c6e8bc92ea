"""What a screen showed at a moment of a recorded session."""

from solovox.core.conversation import Conversation
from solovox.recordings.codec import Strange
from solovox.recordings.journal_reader import Recorded
from solovox.recordings.replay import decide
from solovox.view import View, after


def screen(journal: Recorded, at: int) -> View:
    """The view after all that happened up to a time (ms)."""
    talk, view = Conversation(journal.header.policy), View()
    for then in journal.entries:
        if then.at > at:
            break
        commands, trouble = decide(talk, then)
        if trouble or isinstance(then.event, Strange):
            break
        view = after(view, then.event, commands)
    return view
