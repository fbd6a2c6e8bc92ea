"""How near tools are to a text: by meaning, by words, and by both.

Two orders become one by reciprocal rank fusion (Cormack, Clarke, Büttcher: SIGIR 2009). What one of them does not know gets nothing
from it; it is not last in it.
"""

import hashlib
import io
import logging
import re
from collections.abc import Sequence
from importlib import resources
from threading import Lock
from typing import Any, Final

import numpy as np
from numpy.typing import NDArray

from solovox.ports.meaning import POINT_SIZE, Embedding
from solovox.ports.studio import CatalogueTool

Scores = NDArray[np.float32]
EARLY: Final = 10
"""How much the first places count more than later ones: less is more. The paper takes 60 for lists of 1 000."""


def fuse_orders(orders: Sequence[Scores]) -> Scores:
    """0 to 1 for each place: 1 is first in each order. A score of 0 or less means: not known."""
    total = np.zeros_like(orders[0])
    for scores in orders:
        rank = np.argsort(np.argsort(-scores, kind="stable"), kind="stable")
        total += np.where(scores > 0, (EARLY + 1) / (EARLY + 1 + rank), 0)
    return (total / max(1, len(orders))).astype(np.float32)


# Where the tools lie by their meaning. `points.npz` has the points, made once by `scripts/catalogue-points`.
#
# Rule 1: the file says of which texts it was made; where they or the model have changed since, the points are computed anew,
# which takes seconds, and the log says so. The first point of the file shows whether the model is the same.

FILE: Final = "points.npz"
SAME: Final = 0.99
"""Cosine from which on two points are of one text and one model: half precision, and another processor, change less."""
Points = NDArray[np.float32]

_log = logging.getLogger("solovox.session")


def said_of(tool: CatalogueTool) -> str:
    """The text whose point is the tool's."""
    return f"{tool.name}: {tool.about} {tool.when}"


def points(texts: Sequence[str], embedding: Embedding) -> Points:
    """Float32, shape (texts, 384): those of the file, or computed now."""
    kept = read_points()
    if kept is not None and kept[0] == digest(texts) and kept[1][0] @ embedding.point(texts[0]) > SAME:
        return kept[1]
    _log.warning(
        "the catalogue or the sentence model has changed: points are computed; scripts/catalogue-points keeps them"
    )
    return compute_points(texts, embedding)


def compute_points(texts: Sequence[str], embedding: Embedding) -> Points:
    """A point for each text."""
    return np.array([embedding.point(text) for text in texts], dtype=np.float32).reshape(-1, POINT_SIZE)


def read_points() -> tuple[str, Points] | None:
    """What the file says: the digest of its texts, and the points. None: there is no file."""
    file = resources.files("solovox.studio.catalogue").joinpath(FILE)
    if not file.is_file():
        return None
    with np.load(io.BytesIO(file.read_bytes()), allow_pickle=False) as kept:
        return str(kept["texts"]), kept["points"].astype(np.float32)


def as_file(texts: Sequence[str], found: Points) -> bytes:
    """What `written` reads: half precision, which is near enough for an order."""
    made = io.BytesIO()
    np.savez_compressed(made, texts=np.array(digest(texts)), points=found.astype(np.float16))
    return made.getvalue()


def digest(texts: Sequence[str]) -> str:
    """SHA-256 of texts in their order."""
    return hashlib.sha256("\n".join(texts).encode()).hexdigest()


# Tools by the words that are said of them: BM25 over stems.
#
# Rule 1: what people say around what they mean ("I want to", "something for") does not count.

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

    def find_shared(self, text: str, at: int) -> list[str]:
        """The words of the text that are said of the tool at this place, as they stand in the text."""
        here = set(self._stemmed[at])
        return [word for word in split_words(text) if here.intersection(self.stems(word))]

    def stems(self, text: str) -> list[str]:
        """What counts of a text."""
        with self._lock:  # a stemmer keeps the word that it works on
            stems: list[str] = self._stemmer.stemWords(split_words(text))
        return stems


def split_words(text: str) -> list[str]:
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
