"""Small weights stand in for those that have not come yet: a talk begins at once, and the rest is fetched meanwhile.

Rule 1: only weights stand in for weights, of the engine of this machine. A kind that was set is never replaced by another.
Rule 2: where all that a talk needs is there, nothing is changed; where not even the small weights are, neither: then a line says so.
Rule 3: what a talk is given is fixed when it begins.
"""

import asyncio
import threading
from collections.abc import Callable, Mapping
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass, replace
from functools import partial
from typing import Final

from msgspec import structs

from solovox.config.schema import Config, ConfigError, Own, own_key
from solovox.narrators.shared_voice import SharedVoice
from solovox.parts.configured import voice_of
from solovox.parts.engines.local import RecogniserModels
from solovox.parts.engines.shared import SharedEngines
from solovox.parts.registry import BUILT_IN, VOICES
from solovox.weights import Cache, FetchFailed, Item, WeightsMissing, install

# Starts the local engine on small weights and fetches the missing ones while it serves.
#
# Rule 1: a new session gets the best weights that are complete now; a running session keeps its own.
# Rule 2: a stand-in is always announced: one line says which weights stand in for which, another when they are replaced.
# Rule 3: a fetch that fails is reported in one line; what works goes on.
# Rule 4: cancelling ends the fetch within half a second; finished items stay (law W3).


TellLine = Callable[[str], None]
"""Receives one line for the person."""

HEARS: Final = ("silero-vad", "smart-turn")
"""Needed with every recogniser."""
RECOGNISERS: Final = ("whisper-base", "whisper-tiny.en")
"""The better one first."""
SPEAK: Final[Mapping[str, tuple[str, ...]]] = {
    "solovox.parts.engines.local:kokoro": ("misaki", "kokoro", "kokoro-voices"),
    "solovox.parts.engines.local:piper": ("misaki", "piper-joe"),
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


def best_engines(has: Callable[[tuple[str, ...]], bool], voice: str) -> EngineNames | None:
    """The best engines whose items there are, with `voice` if possible; None: not even the small ones are."""
    if not has(HEARS):
        return None
    hears = next((item for item in RECOGNISERS if has((item,))), None)
    speaks = next((one for one in (voice, STAND_IN) if has(needs(one))), None)
    return EngineNames(hears, speaks) if hears and speaks else None


def installed_engines(cache: Cache, voice: str) -> EngineNames | None:
    """The best engines whose weights are complete and undamaged."""
    return best_engines(partial(whole, cache), voice)


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


LOCAL: Final = own_key("recogniser", "local")
BEGINS: Final = "it begins with {} and {}; the rest ({:.0f} MB) comes meanwhile"


def with_stand_ins(config: Config, cache: Cache) -> Config:
    """The configuration of a talk that begins now. Looks at names and sizes of files only."""
    voice = voice_of(config)
    found = best_engines(partial(_has_names, cache), voice) if _is_ours(config) else None
    if found is None or found == EngineNames(RECOGNISERS[0], voice):
        return config
    if found.recogniser != RECOGNISERS[0]:
        had = config.own.get(LOCAL, Own())
        had = replace(had, values={**had.values, "stt": found.recogniser})
        config = structs.replace(config, own={**config.own, LOCAL: had})
    if found.voice != voice:
        config = structs.replace(config, narrator=structs.replace(config.narrator, voice=found.voice))
    return config


def lacks_all(config: Config, cache: Cache) -> bool:
    """Whether the engine of this machine is wanted, and not even small weights are there for it."""
    return _is_ours(config) and best_engines(partial(_has_names, cache), voice_of(config)) is None


def _is_ours(config: Config) -> bool:
    return (config.ear.kind, config.recogniser, config.narrator.kind) == ("local", "local", "voice")


def _has_names(cache: Cache, items: tuple[str, ...]) -> bool:
    return all(cache.has(one) for one in items)


def exchange_engines(
    engines: SharedEngines, config: Config, before: EngineNames | None, now: EngineNames
) -> tuple[RecogniserModels, SharedVoice]:
    """The engines of these names, loaded side by side: new sessions get them, and none gets what they replace. Blocks. Raises
    `ConfigError` (also `NotInstalled`)."""
    with ThreadPoolExecutor(thread_name_prefix="load") as pool:
        speaking = pool.submit(engines.voice, config, now.voice)
        models = engines.models(now.recogniser)
    voice = speaking.result()
    if before is not None:
        engines.let_go(
            recogniser=before.recogniser if before.recogniser != now.recogniser else "",
            voice=before.voice if before.voice != now.voice else "",
        )
    return models, voice


@dataclass(frozen=True, slots=True)
class RestOfWeights:
    """The weights that a server fetches while it serves."""

    upgrade: WeightsUpgrade
    engines: SharedEngines
    config: Config
    say: TellLine

    async def come(self) -> None:
        """Until all are there, or one could not be had: then a line says why. New talks have each engine as soon as it is whole."""
        names = self.upgrade.now()
        self.say(BEGINS.format(names.recogniser, names.voice, self.upgrade.size / 1e6))
        loaded = [names]

        def load(now: EngineNames) -> None:
            """So that no talk waits for it."""
            exchange_engines(self.engines, self.config, loaded.pop(), now)
            loaded.append(now)

        try:
            await self.upgrade.grow(load)
        except (ConfigError, WeightsMissing) as error:
            self.say(str(error))


def rest_of_weights(config: Config, engines: SharedEngines, say: TellLine) -> RestOfWeights | None:
    """What is to come for talks of this configuration. None: nothing."""
    if with_stand_ins(config, engines.weights) is config:
        return None
    return RestOfWeights(WeightsUpgrade(engines.weights, voice_of(config), say), engines, config, say)
