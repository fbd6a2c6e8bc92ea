"""What sentences mean, as points. Not among what `ports` hands on: numpy is imported only where it is used."""

from typing import Final, Protocol

import numpy as np
from numpy.typing import NDArray

Point = NDArray[np.float32]
POINT_SIZE: Final = 384


class Embedding(Protocol):
    """Sentences as points: what means the same lies near."""

    def point(self, text: str) -> Point:
        """Float32, shape (384,), length 1; the zero point for a text without words. May be called from any thread."""
        ...
