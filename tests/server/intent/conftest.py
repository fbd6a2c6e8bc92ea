"""An embedding without weights, and the real one."""

import hashlib
import os
from pathlib import Path

import numpy as np
import pytest

from solovox.server.intent.embedding import SIZE, MiniLM
from solovox.text.matching import normalise
from solovox.weights import Cache, default_root


class Spelled:
    """`Embedding` by spelling alone: texts are near when they share words. Counts what it is asked."""

    def __init__(self):
        self.asked = 0

    def point(self, text):
        self.asked += 1
        points = [_direction(word) for word in normalise(text)]
        total = np.sum(points, axis=0) if points else np.zeros(SIZE)
        length = np.linalg.norm(total)
        return (total / length if length else total).astype(np.float32)


def _direction(word):
    seed = int.from_bytes(hashlib.sha256(word.encode()).digest()[:8], "big")
    return np.random.default_rng(seed).standard_normal(SIZE)


@pytest.fixture
def spelled():
    return Spelled()


@pytest.fixture(scope="session")
def minilm_folder():
    """The installed weights. What is missing fails the test, with the command that installs it."""
    return Cache(Path(default_root(os.environ))).path("minilm")


@pytest.fixture(scope="session")
def minilm(minilm_folder):
    return MiniLM(minilm_folder)
