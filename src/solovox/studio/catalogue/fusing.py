"""Two orders as one: reciprocal rank fusion (Cormack, Clarke, Büttcher: SIGIR 2009).

Rule 1: what one of the orders does not know gets nothing from it; it is not last in it.
"""

from collections.abc import Sequence
from typing import Final

import numpy as np
from numpy.typing import NDArray

Scores = NDArray[np.float32]
EARLY: Final = 10
"""How much the first places count more than later ones: less is more. The paper takes 60 for lists of 1 000."""


def fused(orders: Sequence[Scores]) -> Scores:
    """0 to 1 for each place: 1 is first in each order. A score of 0 or less means: not known."""
    total = np.zeros_like(orders[0])
    for scores in orders:
        rank = np.argsort(np.argsort(-scores, kind="stable"), kind="stable")
        total += np.where(scores > 0, (EARLY + 1) / (EARLY + 1 + rank), 0)
    return (total / max(1, len(orders))).astype(np.float32)
