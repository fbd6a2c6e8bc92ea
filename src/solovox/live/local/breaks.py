"""Whether words show that the speaker has not finished. English, as a recogniser writes it.

Rule 1: only words that hardly ever end a sentence are listed. "that", "on" and "in" are not: "stop that", "turn it on", "log in".
Rule 2: after a question mark or an exclamation mark the sentence is complete.
Rule 3: a recogniser writes a mark where a sentence ends. Three words or more without one are not complete; fewer may be.
Rule 4: a short clause that begins with "if" or "when", and has no comma, waits for its other half.
"""

from typing import Final

from solovox.core.phrases import plain

_GOES_ON: Final = frozenset(
    "a an the and or but nor because if unless whether although while since until whose"
    " to of from into onto for with at by than as very my your our their every"
    " called named says saying said which i im ill id ive were youre theyre um uh er erm".split()
)
_LEADS_IN: Final = frozenset("if when while unless once until because although after before since".split())
_LONGEST_CLAUSE: Final = 6
"""In words. A longer clause probably has its other half."""
_UNMARKED: Final = 2
"""Words that may go without a mark at their end: "stop", "go on"."""


def hangs(text: str) -> bool:
    """Whether it ends with a word that hardly ever ends a sentence: "and", "the", "called" (rules 1 and 2)."""
    words = plain(text).split()
    return bool(words) and words[-1] in _GOES_ON and not text.rstrip().endswith(("?", "!"))


def breaks_off(text: str) -> bool:
    """Whether the sentence is surely not complete."""
    words, written = plain(text).split(), text.rstrip()
    if not words or written.endswith(("?", "!")):
        return False
    if hangs(text):
        return True
    if len(words) > _UNMARKED and (written.endswith("...") or not written.endswith(".")):
        return True
    return words[0] in _LEADS_IN and _UNMARKED < len(words) <= _LONGEST_CLAUSE and "," not in text
