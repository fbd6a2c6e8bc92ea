"""A reason of a failure as a voice can say it: its first clause, without addresses and code (law T5)."""

from typing import Final

from solovox.core.transcripts import plain

LONGEST: Final = 12
"""Words of a clause that is said."""
LETTERS: Final = 20
"""Of a word: what is longer is an id."""
PLACE: Final = "its address"


def sayable(reason: str) -> str:
    """The first clause of a reason. Empty: it cannot be said."""
    words: list[str] = []
    for word in reason.split():
        bare = word.rstrip(".;:!?")
        words += [PLACE if "/" in bare or ":" in bare else bare] * (not word.startswith("("))
        if word.startswith("(") or word[-1] in ".;:!?":
            break
    clause = " ".join(words)
    fits = all(len(word) <= LETTERS and plain(word) and _is_sayable(word) for word in clause.split())
    return clause if fits and len(words) <= LONGEST else ""


def _is_sayable(word: str) -> bool:
    return all(c.isalnum() or c in ".,'’-%" for c in word)
