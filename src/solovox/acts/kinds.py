"""The three kinds of act (law A7)."""

from enum import Enum


class Kind(Enum):
    """What an act can do decides what a yes to it takes."""

    FREE = "free"
    """It only looks, in the workspace. It is not asked for."""
    UNDOABLE = "undoable"
    """All that it changes can be given back, or it changes nothing. A yes aloud is enough."""
    GRAVE = "grave"
    """Everything else. It takes a click, a key, or the code that is shown."""
