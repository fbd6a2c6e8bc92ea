"""Where the tools lie by their meaning. `points.npz` has the points, made once by `scripts/catalogue-points`.

Rule 1: the file says of which texts it was made; where they or the model have changed since, the points are computed anew,
which takes seconds, and the log says so. The first point of the file shows whether the model is the same.
"""

import hashlib
import io
import logging
from collections.abc import Sequence
from importlib import resources
from typing import Final

import numpy as np
from numpy.typing import NDArray

from solovox.ports.meaning import POINT_SIZE, Embedding
from solovox.ports.studio import CatalogueTool

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
    kept = written()
    if kept is not None and kept[0] == digest(texts) and kept[1][0] @ embedding.point(texts[0]) > SAME:
        return kept[1]
    _log.warning(
        "the catalogue or the sentence model has changed: points are computed; scripts/catalogue-points keeps them"
    )
    return computed(texts, embedding)


def computed(texts: Sequence[str], embedding: Embedding) -> Points:
    """A point for each text."""
    return np.array([embedding.point(text) for text in texts], dtype=np.float32).reshape(-1, POINT_SIZE)


def written() -> tuple[str, Points] | None:
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
