"""Which pieces of a text begin a paragraph: what was skipped goes on with the next one (law N7).

Rule: only what is not yet released is kept.
"""

import re
from typing import Final

_BLANK: Final = re.compile(r"\n[ \t\r]*\n")


class Paragraphs:
    """A text that arrives in deltas, and is released in pieces, one behind the other."""

    def __init__(self) -> None:
        self._kept: list[str] = []
        self._start = 0
        """Where the kept text begins in the whole text."""
        self._released = 0

    def feed(self, delta: str) -> None:
        """More of the text."""
        self._kept.append(delta)

    def begins(self, shown_to: int) -> bool:
        """Whether the next piece, which stands for the text up to `shown_to`, begins a paragraph: there is a blank line
        before its last words, or it is the first piece."""
        text = "".join(self._kept)
        piece = text[: shown_to - self._start].rstrip()
        first = self._released == 0
        self._released = max(self._released, shown_to)
        self._kept, self._start = [text[len(piece) :]], self._start + len(piece)
        return first or _BLANK.search(piece) is not None
