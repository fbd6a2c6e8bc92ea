"""The sound that is kept with corrections, heard again: without anything taught, and as a session hears it now (law K2)."""

import asyncio
from collections.abc import Awaitable, Callable, Sequence
from contextlib import closing
from dataclasses import dataclass
from enum import Enum
from functools import partial
from typing import Final

from solovox.config.schema import Config
from solovox.core.commands import BeginActivity, CloseEar, EarCommand, EndActivity, OpenEar, SendMicrophone
from solovox.core.errors import SolovoxError
from solovox.core.events import EarEvent, EarLost, EarOpened, EarTranscript, LocalTranscript
from solovox.core.mends import mend_text
from solovox.core.units import MIC, MIC_RATE, AudioSpan, ConnectionId
from solovox.parts.engines.recognisers import Mending, ear_given, recogniser
from solovox.parts.engines.shared import SharedEngines
from solovox.parts.now import SessionNow
from solovox.parts.policies import policy
from solovox.parts.registry import EARS, EarOf, make
from solovox.parts.tools.looking import folder
from solovox.ports import Correction, Ear, Recogniser, SttCorrection
from solovox.shell.faults import plainest
from solovox.shell.links.around_ear import FindMends
from solovox.shell.sound import SoundStore
from solovox.text.matching import Errors, errors
from solovox.tools.lexicon import WorkspaceLexicon
from solovox.weights import Cache

ONE: Final = ConnectionId(1)
PIECE_SECONDS: Final = 0.1
QUIET: Final = 3.0
"""Seconds after the sound, or after its last word, in which no other comes: then it is whole."""
EVENTS: Final = 256


class NotHeard(SolovoxError):
    """A sound could not be heard. One line."""


async def heard_live(make: EarOf, pcm: bytes, *, marks: bool) -> str:
    """What the ear transcribes. `marks`: it is told when the person speaks. Raises `NotHeard`."""
    sound, told = SoundStore(), asyncio.Queue[EarEvent](EVENTS)
    ear = make(sound, None)
    words: list[str] = []
    try:
        async with asyncio.TaskGroup() as tasks:
            work = tasks.create_task(ear.run(told.put))
            await ear.perform(OpenEar(ONE, resume=False))
            await _await_opening(told)
            noting = tasks.create_task(_note(told, words))
            await _say(ear, sound, pcm, marks=marks)
            count = -1
            while count != len(words):
                count = len(words)
                await asyncio.sleep(QUIET)
            await ear.perform(CloseEar(ONE, "it was heard"))
            noting.cancel()
            work.cancel()
    finally:
        await ear.aclose()
    return "".join(words).strip()


async def _await_opening(told: asyncio.Queue[EarEvent]) -> None:
    while not isinstance(event := await told.get(), EarOpened):
        if isinstance(event, EarLost):
            raise NotHeard(event.reason)


async def _note(told: asyncio.Queue[EarEvent], words: list[str]) -> None:
    while True:
        match await told.get():
            case EarTranscript(text=text):
                words.append(text)
            case EarLost(reason=reason):
                raise NotHeard(reason)
            case _:
                pass


async def _say(ear: Ear, sound: SoundStore, pcm: bytes, *, marks: bool) -> None:
    piece = 2 * round(MIC_RATE * PIECE_SECONDS)
    commands: list[EarCommand] = [
        SendMicrophone(ONE, sound.put(MIC, pcm[at : at + piece])) for at in range(0, len(pcm), piece)
    ]
    for command in [BeginActivity(ONE), *commands, EndActivity(ONE)] if marks else commands:
        await ear.perform(command)
        if isinstance(command, SendMicrophone):
            await asyncio.sleep(PIECE_SECONDS)


Hears = Callable[[bytes], Awaitable[str]]
NO_SOUND: Final = "no sound is kept with it"
BEFORE: Final = bytes(MIC_RATE)
"""Silence before a sound: half a second."""
AFTER: Final = bytes(3 * MIC_RATE)
PIECE: Final = MIC_RATE // 5
"""Bytes that are fed at a time: 100 ms."""
PATIENCE: Final = 60.0
"""Seconds, and ten times as long as the sound."""


class RetestResult(Enum):
    """What became of an utterance by all that was taught."""

    BETTER = "better"
    SAME = "same"
    WORSE = "worse"


@dataclass(frozen=True, slots=True)
class Retested:
    """One sound, heard again."""

    correction: SttCorrection
    now: str
    """Without anything taught."""
    mended: str
    """With the person's corrections, and the names of the folder."""

    @property
    def before(self) -> Errors:
        """What is wrong without anything taught."""
        return errors(self.correction.meant, self.now)

    @property
    def after(self) -> Errors:
        """What is wrong still."""
        return errors(self.correction.meant, self.mended)

    @property
    def change(self) -> RetestResult:
        """Whether fewer words are wrong."""
        gain = self.before.count - self.after.count
        return RetestResult.BETTER if gain > 0 else RetestResult.WORSE if gain < 0 else RetestResult.SAME


class Retest:
    """Hears sounds as a session of this configuration does. Made in a thread: it loads models, and reads the folder."""

    def __init__(self, config: Config, engines: SharedEngines, taught: Sequence[Correction]) -> None:
        """Raises `ConfigError` (also `NotInstalled`)."""
        names = WorkspaceLexicon(folder(config.workspace), run=lambda read: read()).names
        self._hears: tuple[Hears, Hears]
        if config.ear.kind == "local":
            recogniser(config, engines)
            mending = partial(Mending, names, lambda: taught)
            self._hears = (
                lambda pcm: _recognise(recogniser(config, engines), pcm),
                lambda pcm: _recognise(recogniser(config, engines, mending), pcm),
            )
        else:
            self._hears = _over(config, ()), _over(config, taught, Mending(names, lambda: taught))

    async def of(self, correction: SttCorrection) -> Retested:
        """Hear one. Raises `NotHeard`."""
        untaught, taught = self._hears
        now = await _hear_words(untaught, correction.audio)
        return Retested(correction, now, await _hear_words(taught, correction.audio))


class Retests:
    """The sounds of some corrections, heard again one after the other. All that was taught counts when they are heard."""

    def __init__(self, chosen: Sequence[Correction], taught: Sequence[Correction]) -> None:
        self._taught = taught
        self.sounds = [one for one in chosen if isinstance(one, SttCorrection) and one.audio]
        self.skipped = {one.id: NO_SOUND for one in chosen if one not in self.sounds}
        """By the ids of corrections: why."""
        self.heard: list[Retested] = []
        self.failed = False
        """Whether a sound could not be heard."""

    def run(
        self, config: Config, weights: Cache, begun: Callable[[SttCorrection], None] = lambda _: None
    ) -> None:
        """Hear them. `begun`: told of each, before. Raises `ConfigError`."""
        with closing(SharedEngines(weights, 1)) as engines:
            asyncio.run(self._hear(Retest(config, engines, self._taught), begun))

    @property
    def words(self) -> int:
        """How many were meant."""
        return sum(one.before.reference for one in self.heard)

    @property
    def before(self) -> float:
        """The word error rate without anything taught;"""
        return sum(one.before.count for one in self.heard) / max(1, self.words)

    @property
    def after(self) -> float:
        """and with all that was."""
        return sum(one.after.count for one in self.heard) / max(1, self.words)

    async def _hear(self, retest: Retest, begun: Callable[[SttCorrection], None]) -> None:
        for one in self.sounds:
            begun(one)
            try:
                self.heard.append(await retest.of(one))
            except NotHeard as error:
                self.failed = True
                self.skipped[one.id] = str(error)


def _over(config: Config, taught: Sequence[Correction], mends: FindMends = lambda _: ()) -> Hears:
    """A live ear, with a connection for each sound."""
    rules = policy(config, ())
    now = SessionNow(rules, (), corrections=lambda: taught)
    ear: EarOf = make(EARS, config.ear.kind, ear_given(config, now))

    async def hears(pcm: bytes) -> str:
        heard = await heard_live(ear, pcm, marks=rules.marks_activity)
        return mend_text(heard, await asyncio.to_thread(mends, heard))

    return hears


async def _hear_words(hears: Hears, pcm: bytes) -> str:
    """The words of a sound, mended."""
    try:
        async with asyncio.timeout(PATIENCE + 10 * len(pcm) / (2 * MIC_RATE)):
            return await hears(BEFORE + pcm + AFTER)
    except TimeoutError:
        raise NotHeard("the ear does not answer") from None
    except Exception as error:  # noqa: BLE001 - whatever an ear does, the other sounds are heard
        first = plainest(error)
        if isinstance(first, NotHeard):
            raise first from None
        raise NotHeard(f"the recogniser failed: {' '.join(repr(first).split())}") from None


async def _recognise(ear: Recogniser, pcm: bytes) -> str:
    """What the recogniser of this machine makes of it."""
    told: list[LocalTranscript] = []
    await _listen(ear, pcm, told)
    words = " ".join(one.text for one in told if one.text)
    return mend_text(words, [mend for one in told for mend in one.mends])


async def _listen(ear: Recogniser, pcm: bytes, told: list[LocalTranscript]) -> None:
    async def note() -> None:
        async for event in ear.events():
            match event:
                case LocalTranscript(final=True):
                    told.append(event)

    async with asyncio.TaskGroup() as tasks:
        work = [tasks.create_task(ear.run()), tasks.create_task(note())]
        for at in range(0, len(pcm), PIECE):
            piece = pcm[at : at + PIECE]
            await ear.feed(AudioSpan(MIC, at // 2, len(piece) // 2), piece)
        await ear.finish()
        await ear.read_out()
        for one in work:
            one.cancel()
