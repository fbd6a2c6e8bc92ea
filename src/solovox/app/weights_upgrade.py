"""Starts the local engine on small weights and fetches the missing ones while it serves.

Rule 1: a new session gets the best weights that are complete now; a running session keeps its own.
Rule 2: a stand-in is always announced: one line says which weights stand in for which, another when they are replaced.
Rule 3: a fetch that fails is reported in one line; what works goes on.
Rule 4: cancelling ends the fetch within half a second; finished items stay (law W3).
"""

import asyncio
import threading
from collections.abc import Callable, Mapping
from dataclasses import dataclass, replace
from typing import Final

from solovox.app.registry import BUILT_IN, VOICES
from solovox.weights import Cache, FetchFailed, Item, WeightsMissing, install

TellLine = Callable[[str], None]
"""Receives one line for the person."""

HEARS: Final = ("silero-vad", "smart-turn")
"""Needed with every recogniser."""
RECOGNISERS: Final = ("whisper-base", "whisper-tiny.en")
"""The better one first."""
SPEAK: Final[Mapping[str, tuple[str, ...]]] = {
    "solovox.app.local_engines:kokoro": ("misaki", "kokoro", "kokoro-voices"),
    "solovox.app.local_engines:piper": ("misaki", "piper-joe"),
}
"""What each engine of a voice needs."""
STAND_IN: Final = "joe"
STEP: Final = 10
"""Per cent between two lines of progress."""


@dataclass(frozen=True, slots=True)
class EngineNames:
    """The names of a recogniser's weights and of a voice."""

    recogniser: str
    voice: str


def installed_engines(cache: Cache, voice: str) -> EngineNames | None:
    """The best engines whose weights are complete, with `voice` if possible; None: not even the small ones are."""
    if not whole(cache, HEARS):
        return None
    hears = next((item for item in RECOGNISERS if whole(cache, (item,))), None)
    speaks = next((one for one in (voice, STAND_IN) if whole(cache, needs(one))), None)
    return EngineNames(hears, speaks) if hears and speaks else None


def needs(voice: str) -> tuple[str, ...]:
    """The items of a voice; none of a voice that another package brings."""
    return SPEAK.get(BUILT_IN[VOICES].get(voice, ""), ())


def whole(cache: Cache, items: tuple[str, ...]) -> bool:
    """Whether items are installed and undamaged; each is hashed once a process."""
    try:
        for item in items:
            cache.path(item)
    except WeightsMissing:
        return False
    return True


@dataclass(frozen=True, slots=True)
class Fetching:
    """How far a fetch is, in bytes over the network."""

    item: str = ""
    done: int = 0
    total: int = 0
    whole: bool = False
    """All is installed and loaded: bytes that have come are not yet checked."""
    failed: str = ""
    """Why it ended early. Empty: it has not."""


class WeightsUpgrade:
    """The weights of a server. `now` gives what is usable; `grow` fetches the rest while sessions run."""

    def __init__(self, cache: Cache, voice: str, say: TellLine, also: tuple[str, ...] = ()) -> None:
        self._cache = cache
        self._also = also
        """Optional items, fetched last."""
        self._voice = voice
        self._say = say
        self._stopped = threading.Event()
        self._fetched = 0
        self.fetching = Fetching()
        """Changed from another thread, as a whole."""

    def now(self) -> EngineNames:
        """The engines for a new session. Raises `WeightsMissing` if there are none."""
        found = installed_engines(self._cache, self._voice)
        if found is None:
            raise WeightsMissing("the small weights are not installed: run: solovox models install --small")
        return found

    @property
    def missing(self) -> list[Item]:
        """The missing items, the most useful first."""
        wanted = (RECOGNISERS[0], *HEARS, *needs(self._voice), *self._also)
        return [self._cache.lock.find(item) for item in wanted if not whole(self._cache, (item,))]

    @property
    def size(self) -> int:
        """Bytes that are still to be fetched."""
        return sum(_download(item) for item in self.missing)

    async def grow(self, load: Callable[[EngineNames], None] = lambda _: None) -> None:
        """Fetch the missing items and call `load` with the better engines, in a thread. Returns when all are installed, or when
        a fetch failed: then a line says why.
        """
        try:
            missing = self.missing
            self.fetching = Fetching(total=sum(_download(item) for item in missing))
            for item in missing:
                before = self.now()
                await asyncio.to_thread(install, [item], self._cache, self._progress(item))
                after = await asyncio.to_thread(self.now)  # hashes the new items
                await asyncio.to_thread(load, after)
                self._fetched += _download(item)
                self.fetching = replace(self.fetching, done=self._fetched)
                self._tell(before, after)
            self.fetching = replace(self.fetching, whole=True)
        except (FetchFailed, OSError) as error:
            self.fetching = replace(self.fetching, failed=str(error))
            self._say(f"the rest of the weights could not be had, and what is here serves on: {error}")
        finally:
            self._stopped.set()

    def _tell(self, before: EngineNames, after: EngineNames) -> None:
        for old, new in ((before.recogniser, after.recogniser), (before.voice, after.voice)):
            if old != new:
                self._say(f"new sessions get {new} instead of {old}")

    def _progress(self, item: Item) -> Callable[[str, int, int], None]:
        told = 0

        def arrived(what: str, done: int, total: int) -> None:
            nonlocal told
            if self._stopped.is_set():
                raise FetchFailed("stopped")
            self.fetching = replace(
                self.fetching, item=item.name, done=self._fetched + min(done, _download(item))
            )
            percent = 100 * done // total if total else 0
            if percent >= told + STEP:
                told = percent - percent % STEP
                self._say(f"installing {item.name}: {told} % of {total / 1e6:.0f} MB")

        return arrived


def _download(item: Item) -> int:
    return sum(package.size for package in item.packages)
