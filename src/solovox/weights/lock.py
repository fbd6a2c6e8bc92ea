"""The lock file as values: items, the packages that carry them, and what their files must be."""

import tomllib
from collections.abc import Iterable
from dataclasses import dataclass
from difflib import get_close_matches
from hashlib import sha256
from importlib.resources import files
from typing import Literal

import msgspec


class UnknownItem(ValueError):
    """A name that the lock does not have."""


@dataclass(frozen=True, slots=True)
class Package:
    """One exact version of one package.

    `hashes` are the SHA-256 (hex) of its wheels for `pypi`, its integrity (`sha512-…`, base64) for `npm`.
    `size` is what has to be downloaded, in bytes, for the progress bar only.
    """

    registry: Literal["pypi", "npm"]
    name: str
    version: str
    hashes: tuple[str, ...]
    size: int


@dataclass(frozen=True, slots=True)
class File:
    """One file of an item: `parts` are paths inside the unpacked packages, joined in order."""

    name: str
    parts: tuple[str, ...]
    size: int
    sha256: str


@dataclass(frozen=True, slots=True)
class Item:
    """One folder of the cache. `small` items are enough to start with."""

    name: str
    about: str
    licence: str
    second_source: str
    small: bool
    packages: tuple[Package, ...]
    files: tuple[File, ...]

    @property
    def size(self) -> int:
        """Bytes on disk."""
        return sum(file.size for file in self.files)


@dataclass(frozen=True, slots=True)
class Lock:
    """Everything that may be fetched."""

    item: tuple[Item, ...]
    node: Package
    """Fetched for the time of an install, where an item is in npm and the machine has no npm."""

    @property
    def key(self) -> str:
        """A word that is the same where all files are."""
        found = sorted(f"{item.name} {file.name} {file.sha256}" for item in self.item for file in item.files)
        return sha256("\n".join(found).encode()).hexdigest()[:16]

    def find(self, name: str) -> Item:
        """The item of that name. Raises `UnknownItem` with the nearest names."""
        for item in self.item:
            if item.name == name:
                return item
        names = [item.name for item in self.item]
        near = get_close_matches(name, names, n=1)
        hint = f"did you mean {near[0]}?" if near else f"there are {', '.join(names)}"
        raise UnknownItem(f"no weights are called {name!r}: {hint}")

    def choose(self, names: Iterable[str] = (), small: bool = False) -> list[Item]:
        """The items of these names; all of them, or all small ones, when there are no names."""
        chosen = [self.find(name) for name in dict.fromkeys(names)]
        return chosen or [item for item in self.item if item.small or not small]


def read_lock(text: str | None = None) -> Lock:
    """The lock that ships with the package, or the one written in `text` (TOML)."""
    if text is None:
        text = files("solovox.weights").joinpath("lock.toml").read_text(encoding="utf-8")
    return msgspec.convert(tomllib.loads(text), Lock)
