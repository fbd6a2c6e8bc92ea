"""Words after which nobody has finished: English.

Rule 1: only words that hardly ever end a sentence are here: "stop that", "turn it on" and "log in" end with theirs.
Rule 2: a question mark says that it was a question, whatever its last word.
"""

from typing import Final

from solovox.core.language import plain

_GOES_ON: Final = frozenset(
    "a an the and or but nor because if unless whether although while since until whose"
    " to of from into onto for with at by than as very my your our their every"
    " called named says saying said which i im ill id ive were youre theyre um uh er erm".split()
)


def breaks_off(text: str) -> bool:
    """Whether what was said so far cannot be all of it."""
    words = plain(text).split()
    return bool(words) and words[-1] in _GOES_ON and not text.rstrip().endswith(("?", "!"))
