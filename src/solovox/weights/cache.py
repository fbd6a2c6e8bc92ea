"""The cache: one folder an item, each file exactly what the lock says (law W1).

Loading goes through `Cache.path`, which hashes an item's files the first time a process asks for it
(0.1 to 0.4 s for 145 MB). A byte that changed on disk is found then, not in what the model says.
"""

import hashlib
import shutil
from collections.abc import Mapping
from enum import StrEnum
from pathlib import Path

from solovox.weights.lock import Item, Lock, read_lock


class WeightsMissing(Exception):
    """Weights that were asked for are not installed. One line that says what to do."""


class WeightsDamaged(WeightsMissing):
    """An installed file is not what the lock says."""


class State(StrEnum):
    """What is there of an item."""

    INSTALLED = "installed"
    MISSING = "missing"
    DAMAGED = "damaged"


def default_root(environment: Mapping[str, str]) -> Path:
    """Where the cache is: `SOLOVOX_CACHE`, else `XDG_CACHE_HOME`/solovox, else ~/.cache/solovox."""
    own = environment.get("SOLOVOX_CACHE")
    if own:
        return Path(own).expanduser()
    shared = environment.get("XDG_CACHE_HOME")
    if shared:
        return Path(shared) / "solovox"
    home = environment.get("HOME")
    return (Path(home) if home else Path.home()) / ".cache" / "solovox"


class Cache:
    """The weights under `root`. Never writes, but for `remove`; `weights.install` puts things in."""

    def __init__(self, root: Path, lock: Lock | None = None) -> None:
        self.root = root
        self.lock = lock or read_lock()
        self._checked: set[str] = set()

    def path(self, name: str, file: str = "") -> Path:
        """The folder of an item, or one file in it, checked against the lock once per process.

        Raises `WeightsMissing` (not installed, or damaged) and `UnknownItem`.
        """
        item = self.lock.find(name)
        if name not in self._checked:
            self._check(item)
            self._checked.add(name)
        return self.folder(item) / file

    def folder(self, item: Item) -> Path:
        """Where an item belongs, whether or not it is there."""
        return self.root / "weights" / item.name

    def has(self, name: str) -> bool:
        """Whether an item seems to be installed: names and sizes only, no hashing."""
        item = self.lock.find(name)
        return all(_size(self.folder(item) / file.name) == file.size for file in item.files)

    def state(self, name: str) -> State:
        """What is there of an item, every byte of it hashed."""
        try:
            self._check(self.lock.find(name))
        except WeightsDamaged:
            return State.DAMAGED
        except WeightsMissing:
            return State.MISSING
        return State.INSTALLED

    def remove(self, name: str) -> bool:
        """Delete an item. False when there was nothing to delete."""
        folder = self.folder(self.lock.find(name))
        self._checked.discard(name)
        if not folder.exists():
            return False
        shutil.rmtree(folder)
        return True

    def _check(self, item: Item) -> None:
        for file in item.files:
            path = self.folder(item) / file.name
            size = _size(path)
            if size is None:
                raise WeightsMissing(
                    f"the weights {item.name} are not installed: run: solovox models install"
                )
            if size != file.size or sha256(path) != file.sha256:
                raise WeightsDamaged(
                    f"{path} is not what it should be: run: solovox models install --only {item.name}"
                )


def sha256(path: Path) -> str:
    """The SHA-256 of a file, in hex."""
    with path.open("rb") as file:
        return hashlib.file_digest(file, "sha256").hexdigest()


def _size(path: Path) -> int | None:
    return path.stat().st_size if path.is_file() else None
