"""Weights: what the local engine has learnt, kept in a cache outside the repository.

`lock.toml` says what is fetched, from which package, and what its SHA-256 must be (laws W1 and W2).
"""

from solovox.weights.cache import Cache, State, WeightsDamaged, WeightsMissing, default_root
from solovox.weights.fetch import FetchFailed
from solovox.weights.install import Progress, install
from solovox.weights.lock import Item, Lock, UnknownItem, read_lock

__all__ = [
    "Cache",
    "FetchFailed",
    "Item",
    "Lock",
    "Progress",
    "State",
    "UnknownItem",
    "WeightsDamaged",
    "WeightsMissing",
    "default_root",
    "install",
    "read_lock",
]
