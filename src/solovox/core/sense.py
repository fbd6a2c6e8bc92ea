"""What words are to us: decided once, at the edge, by whoever knows the language. The core knows no word of it.

Rule: a text comes with its sense (`events`). Words that were not understood are words for the agent.

A2  Whether a text is a yes or a no is asked against what waited when the person began to speak.
T6  The wake phrase calls us at the beginning or the end of a sentence.
"""

from dataclasses import dataclass
from enum import Enum
from typing import Final


class Intent(Enum):
    """What a text is to us."""

    NOTHING = "nothing"
    """No words, or an echo of ours."""
    NOD = "nod"
    """The person listens on, and wants no turn."""
    STOP = "stop"
    """The work and the voice are to end (T4)."""
    QUIET = "quiet"
    """The voice is to end."""
    YES = "yes"
    """To what waits for one; where nothing waits, words."""
    NO = "no"
    NO_AND_WORDS = "no and words"
    """A no, and something else, too (A2)."""
    AGAIN = "again"
    """The person says again what they said: held words are to be others (A6)."""
    STATUS = "status"
    """How do things stand (N5)?"""
    CHANGES = "changes"
    """What was changed (N5)?"""
    MORE = "more"
    """What was held back, or cut, is to be read (N6, T2)."""
    NO_MORE = "no more"
    SKIP = "skip"
    REPEAT = "repeat"
    LINE = "line"
    """One line of the newest answer (N7)."""
    SLOWER = "slower"
    FASTER = "faster"
    USUAL = "usual"
    """The pace of the voice as it was at first."""
    CALL = "call"
    """The wake phrase alone (T6)."""
    WORDS = "words"


ANSWERS = frozenset({Intent.YES, Intent.NO})
SILENT = frozenset({Intent.NOTHING, Intent.NOD})
"""They say nothing."""
WISHES = frozenset({
    Intent.STATUS, Intent.CHANGES, Intent.MORE, Intent.NO_MORE, Intent.SKIP, Intent.REPEAT, Intent.LINE, Intent.SLOWER, Intent.FASTER,
    Intent.USUAL,
})  # fmt: skip
"""What the person asks of us, and of no agent."""


@dataclass(frozen=True, slots=True)
class Sense:
    """A text, what it is, and what of it is for an agent."""

    kind: Intent = Intent.NOTHING
    text: str = ""
    rest: str = ""
    """Without the wake phrase, and without what only steers the talk at the end ("send it", "hang on")."""
    calls: bool = False
    """It has the wake phrase where that calls us."""
    keeps: bool = False
    """It ended with that the person keeps the floor."""
    sent: bool = False
    """It ended with that it is complete."""
    amends: str = ""
    """What it says of the work under way: the value of an `Amendment`, or nothing (T2)."""
    number: int = 0
    """The line that is asked for."""
    code: str = ""
    """The code that was said (A2)."""
    restated: tuple[str, str] = ("", "")
    """What the held words become: as they were heard, and as they were meant (A6)."""


@dataclass(frozen=True, slots=True)
class Context:
    """What a text is understood against, as it was when the person began to say it."""

    wake: str = ""
    waits: bool = False
    """Something waits for a yes."""
    held: tuple[str, str] = ("", "")
    """The words that wait first: as they were heard, and as they were meant."""
    echo: str = ""
    """Words of ours that could be heard."""
    amid: bool = False
    """An answer was read, and it went on (T1)."""
    rest: bool = False
    """Some of an answer is held back."""
    closed: bool = False
    """The person wants no more of it."""
    cut: bool = False
    """Some of an answer was talked over."""
    asks: bool = False
    """We have asked whether more is wanted (N6)."""
    before: str = ""
    """What was said before in the same utterance."""
    newest: str = ""
    """What an ear has transcribed since the person last paused."""


NO_CONTEXT: Final = Context()
NO_WORDS: Final = Sense()


def words(text: str) -> Sense:
    """The sense of words that were not understood: they are for the agent."""
    return Sense(Intent.WORDS, text, text) if text.strip() else NO_WORDS
