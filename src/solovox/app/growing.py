"""The local engine where not all of its weights are there yet: it begins small, and grows while it serves.

Rule 1: what begins now gets the best that is whole now; what has begun keeps what it has.
Rule 2: a smaller stand-in is never silent: whoever starts is told what stands in for what, and when that is over.
Rule 3: a fetch that fails is one line, and nothing that works is lost by it.
Rule 4: to be cancelled ends the fetch within half a second; what was finished stays (law W3).
"""

import asyncio
import threading
from collections.abc import Callable, Mapping
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from typing import Final, Generic, TypeVar

from solovox.app.registry import BUILT_IN, VOICES
from solovox.weights import Cache, FetchFailed, Item, WeightsMissing, install

T = TypeVar("T")
Say = Callable[[str], None]
"""Told one line."""

HEARS: Final = ("silero-vad", "smart-turn")
"""Needed whatever recogniser understands."""
RECOGNISERS: Final = ("whisper-base", "whisper-tiny.en")
"""The better one first."""
SPEAK: Final[Mapping[str, tuple[str, ...]]] = {
    "solovox.app.engines:kokoro": ("misaki", "kokoro", "kokoro-voices"),
    "solovox.app.engines:piper": ("misaki", "piper-joe"),
}
"""What each engine of a voice needs."""
TELLS_APART: Final = ("minilm",)
STAND_IN: Final = "joe"
STEP: Final = 10
"""Per cent between two lines of progress."""


@dataclass(frozen=True, slots=True)
class Able:
    """What there is: the item of a recogniser, the name of a voice, and whether tools are told apart."""

    recogniser: str
    voice: str
    tells_apart: bool
    """Which of several tools is meant."""


def able(cache: Cache, voice: str) -> Able | None:
    """The best that is whole, `voice` if it can be; None: not even the small one."""
    if not whole(cache, HEARS):
        return None
    hears = next((item for item in RECOGNISERS if whole(cache, (item,))), None)
    speaks = next((one for one in (voice, STAND_IN) if whole(cache, needs(one))), None)
    return Able(hears, speaks, whole(cache, TELLS_APART)) if hears and speaks else None


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


class Growing(Generic[T]):
    """The engine of a server: `current` is what a session that begins now gets; `grow` runs beside the sessions.

    `load` makes the engine of what is `Able`; it may take seconds, and is called in a thread of its own but for the
    first time. Raises `WeightsMissing` when not even the small weights are there.
    """

    def __init__(self, cache: Cache, voice: str, load: Callable[[Able], T], say: Say) -> None:
        self._cache = cache
        self._voice = voice
        self._load = load
        self._say = say
        self._stopped = threading.Event()
        self._able = self._now()
        self.current = load(self._able)

    @property
    def missing(self) -> list[Item]:
        """What would make it better, the most useful first."""
        wanted = (RECOGNISERS[0], *HEARS, *needs(self._voice), *TELLS_APART)
        return [self._cache.lock.find(item) for item in wanted if not whole(self._cache, (item,))]

    async def grow(self) -> None:
        """Fetch what is missing. Returns when all is there, or cannot be had: then a line says why."""
        loop = asyncio.get_running_loop()
        with ThreadPoolExecutor(1, thread_name_prefix="grow") as own:
            try:
                for item in self.missing:
                    await loop.run_in_executor(own, self._fetch, item)
            except (FetchFailed, OSError) as error:
                self._say(f"the rest of the weights could not be had, and what is here serves on: {error}")
            finally:
                self._stopped.set()

    def _now(self) -> Able:
        found = able(self._cache, self._voice)
        if found is None:
            raise WeightsMissing("the small weights are not installed: run: solovox models install --small")
        return found

    def _fetch(self, item: Item) -> None:
        install([item], self._cache, self._progress(item))
        before, now = self._able, self._now()
        if now == before:
            return
        self._able, self.current = now, self._load(now)
        for old, new in ((before.recogniser, now.recogniser), (before.voice, now.voice)):
            if old != new:
                self._say(f"new sessions get {new} instead of {old}")
        if now.tells_apart and not before.tells_apart:
            self._say("new sessions can have several tools told apart")

    def _progress(self, item: Item) -> Callable[[str, int, int], None]:
        told = 0

        def arrived(what: str, done: int, total: int) -> None:
            nonlocal told
            if self._stopped.is_set():
                raise FetchFailed("stopped")
            percent = 100 * done // total if total else 0
            if percent >= told + STEP:
                told = percent - percent % STEP
                self._say(f"installing {item.name}: {told} % of {total / 1e6:.0f} MB")

        return arrived
