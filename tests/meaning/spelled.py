"""An embedding without weights."""

import hashlib

import numpy as np

from solovox.ports.meaning import POINT_SIZE
from solovox.text.matching import normalise


class Spelled:
    """`Embedding` by spelling alone: texts are near when they share words. Counts what it is asked."""

    def __init__(self):
        self.asked = 0

    def point(self, text):
        self.asked += 1
        points = [_direction(word) for word in normalise(text)]
        total = np.sum(points, axis=0) if points else np.zeros(POINT_SIZE)
        length = np.linalg.norm(total)
        return (total / length if length else total).astype(np.float32)


def _direction(word):
    seed = int.from_bytes(hashlib.sha256(word.encode()).digest()[:8], "big")
    return np.random.default_rng(seed).standard_normal(POINT_SIZE)
