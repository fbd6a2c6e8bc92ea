"""Tools by the words that are said of them: BM25 over stems.

Rule 1: what people say around what they mean ("I want to", "something for") does not count.
"""

import logging
import re
from collections.abc import Sequence
from threading import Lock
from typing import Any, Final

import numpy as np
from numpy.typing import NDArray

NO_EXTRA: Final = "the catalogue's search needs bm25s and snowballstemmer: run: solovox install studio"
_WORD: Final = re.compile(r"[a-z0-9]+")
FILLER: Final = frozenset(
    "a about after again all also an and any are as ask at be been best by can could did do does don each easy for from get"
    " give go good got had has have help her him his how i if in into is it its just kind know let like ll look lot make"
    " maybe me might more most much must my need nice no not of on one or our please put re really s shall she should show"
    " d m so some something such t tell than that the their them then there these they thing things this those to too up us use"
    " used user users using ve very want was way we well what when where which who will with without would you your yourself"
    " app apps build page pages project site web website people person somebody someone recommend tool tools library".split()
)
"""Words that nearly every request has, or every tool."""


class StudioMissing(Exception):
    """The extra `studio` is not installed. One line that says what to do."""


class ToolWords:
    """The texts of the tools, to be searched. May be used from many threads."""

    def __init__(self, texts: Sequence[str]) -> None:
        """Raises `StudioMissing`."""
        bm25s, stemmer = _packages()
        self._stemmer, self._lock = stemmer, Lock()
        self._index = bm25s.BM25()
        self._stemmed = [self.stems(text) for text in texts]
        self._index.index(self._stemmed, show_progress=False)

    def scores(self, text: str) -> NDArray[np.float32]:
        """For each tool how much of the text is said of it; 0: nothing is."""
        said = self.stems(text)
        if not said:
            return np.zeros(len(self._stemmed), dtype=np.float32)
        found: NDArray[np.float32] = self._index.get_scores(said)
        return found

    def shared(self, text: str, at: int) -> list[str]:
        """The words of the text that are said of the tool at this place, as they stand in the text."""
        here = set(self._stemmed[at])
        return [word for word in spoken(text) if here.intersection(self.stems(word))]

    def stems(self, text: str) -> list[str]:
        """What counts of a text."""
        with self._lock:  # a stemmer keeps the word that it works on
            stems: list[str] = self._stemmer.stemWords(spoken(text))
        return stems


def spoken(text: str) -> list[str]:
    """The words of a text that count, small."""
    return [word for word in _WORD.findall(text.lower()) if word not in FILLER]


def _packages() -> tuple[Any, Any]:
    try:
        import bm25s
        import snowballstemmer
    except ImportError:
        raise StudioMissing(NO_EXTRA) from None
    logging.getLogger("bm25s").setLevel(logging.WARNING)  # it sets itself to debug
    return bm25s, snowballstemmer.stemmer("english")
