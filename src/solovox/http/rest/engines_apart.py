"""A process with engines of its own hears corrections again, or runs a recording as a whole session: work that no talk needs.

Rule 1: a recording grants nothing: whatever needs a yes gets none, and tools with effects ask.
Rule 2: it teaches nothing, and no journal of it is kept.
Rule 3: one at a time; the next is told to come back.
"""

import math
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field, replace
from datetime import datetime
from functools import partial
from pathlib import Path
from typing import Annotated, Final, Literal, TypeVar, get_args

import anyio
import msgspec
from msgspec import Meta, structs

from solovox.app.process import Process
from solovox.app.wiring import SessionParts, begin_session, parts
from solovox.config.load import environment
from solovox.config.schema import Config, ConfigError, mask_secrets, who
from solovox.core import commands as do
from solovox.core.commands import Command
from solovox.core.errors import SolovoxError
from solovox.core.events import Event
from solovox.http.persons_settings import PersonsSettings
from solovox.http.rest.routes import problem
from solovox.parts.engines.retesting import Retested, Retests
from solovox.parts.engines.stand_ins import with_stand_ins
from solovox.parts.habits import usual
from solovox.parts.stores import PersonsStore
from solovox.ports import SttCorrection, Surface, SurfaceContext
from solovox.ports.offload import Places, run_apart
from solovox.recordings.keeping import Unkept
from solovox.shell.clock import here_and_now, run
from solovox.studio.session import studio_of
from solovox.surfaces.file import FileOptions, FileSurface
from solovox.surfaces.wav import read_microphone
from solovox.weights import Cache

RunPart = Literal["heard", "instruction", "calls", "said", "failures"]
"""A field of `RecordingRun` that is compared with that of the run before."""
COMPARED: Final[tuple[RunPart, ...]] = get_args(RunPart)


class HeardAgain(msgspec.Struct):
    """One sound, heard again without anything taught (`heard_now`) and with all that was taught (`mended`)."""

    id: str
    heard_then: str
    heard_now: str
    mended: str
    meant: str
    wer_before: Annotated[
        float, Meta(description="How much of what was meant is wrong in `heard_now`, in words;")
    ]
    wer_after: Annotated[float, Meta(description="and in `mended`.")]


class NotHeardAgain(msgspec.Struct):
    """One that was not heard, and why."""

    id: str
    why: str


class CorrectionsTested(msgspec.Struct):
    """What became of them, and the word error rates over all."""

    results: list[HeardAgain]
    skipped: list[NotHeardAgain]
    wer_before: float
    wer_after: float


class KeptRecording(msgspec.Struct):
    """A question that was recorded."""

    name: str
    seconds: float
    created: datetime
    synthetic: Annotated[bool, Meta(description="A voice of a machine said it.")]
    about: str
    shipped: Annotated[bool, Meta(description="It came with Solovox, and cannot be removed or replaced.")]


class RecordingRun(msgspec.Struct):
    """What a recording was made of, by the settings of that moment."""

    at: datetime
    who: Annotated[str, Meta(description="Who heard, thought and read.")]
    heard: list[str]
    instruction: Annotated[
        list[str], Meta(description="What the brain was asked, and what waited for a yes.")
    ]
    calls: Annotated[list[str], Meta(description="Tools, with their arguments.")]
    said: Annotated[list[str], Meta(description="What was read aloud, piece by piece.")]
    failures: list[str]


class RunDifference(msgspec.Struct):
    """A part of a run that is not as it was in the run before."""

    what: RunPart
    before: list[str]
    now: list[str]


class RunCompared(msgspec.Struct):
    """A run, the one before it, and what differs."""

    now: RecordingRun
    before: RecordingRun | None
    differences: list[RunDifference]


BUSY: Final = "this server tests one thing at a time; try again in a moment"
OWN_BRAIN: Final = "the brain of this server is its program's own: it cannot be tested apart"
LONGEST_S: Final = 1_800.0
"""Seconds: half an hour of sound at a live ear."""
Given = TypeVar("Given")
Made = TypeVar("Made")
MOST: Final = 1_000
"""Pieces of each kind that are kept of a run."""


@dataclass(frozen=True, slots=True)
class EnginesPlace:
    """Where another process finds the settings, the weights and what was taught."""

    profile: str
    flags: tuple[str, ...]
    weights: str
    folder: str | None = None

    def open(self) -> tuple[Config, Cache, PersonsStore]:
        """All three, as a new session has them. Raises `ConfigError`."""
        folder, weights = None if self.folder is None else Path(self.folder), Cache(Path(self.weights))
        config = PersonsSettings(self.flags, None, folder).config(self.profile)
        return with_stand_ins(config, weights), weights, PersonsStore(environment())


@dataclass
class RunSeen:
    """A fold over one session: what it heard, asked, called and said."""

    parts: dict[RunPart, list[str]] = field(default_factory=lambda: {part: [] for part in COMPARED})

    def see(self, event: Event, commands: Sequence[Command]) -> None:
        """One step."""
        for command in commands:
            match command:
                case do.ShowHeard(text=text, final=True) if text:
                    self._add("heard", text)
                case do.AskBrain(instruction=text) | do.ShowHold(text=text):
                    self._add("instruction", text)
                case do.RunTool(tool=tool, arguments=arguments):
                    self._add("calls", f"{tool} {arguments}")
                case do.Read(said=text):
                    self._add("said", text.strip())
                case do.ShowFailure(text=text):
                    self._add("failures", text)
                case _:
                    pass

    def _add(self, part: RunPart, text: str) -> None:
        texts = self.parts[part]
        if len(texts) < MOST and text not in texts[-1:]:
            texts.append(text)


class EngineProcess:
    """Where REST has it done."""

    def __init__(self, own: PersonsSettings | None, profile: str, weights: Cache) -> None:
        self._own, self._profile, self._weights = own, profile, weights
        self._places = Places(1, waiting=0, busy=BUSY)

    async def test(self, ids: tuple[str, ...]) -> CorrectionsTested:
        """The sounds of these corrections; of all, if none is named."""
        return await self._run(corrections_tested, ids)

    async def run(self, wav: Path) -> RecordingRun:
        """A recording."""
        return await self._run(recording_run, wav)

    async def _run(self, work: Callable[[EnginesPlace, Given], Made], given: Given) -> Made:
        own = self._own
        if own is None or own.agent is not None:
            raise problem(409, OWN_BRAIN)
        folder = None if own.folder is None else str(own.folder)
        place = EnginesPlace(self._profile, own.flags, str(self._weights.root), folder)
        async with self._places.take():
            try:
                with anyio.fail_after(LONGEST_S):
                    return await run_apart(work, place, given, variables=own.variables)
            except (ConfigError, SolovoxError) as error:
                raise problem(409, str(error)) from None
            except TimeoutError:
                line = f"it was ended: it took longer than {LONGEST_S / 60:.0f} minutes"
                raise problem(500, line) from None


def corrections_tested(place: EnginesPlace, ids: Sequence[str]) -> CorrectionsTested:
    """The sounds of these, heard again; of all, if none is named. Raises `ConfigError`, `StoreError`: one line."""
    config, weights, store = place.open()
    taught = store.corrections()
    chosen = [one for one in taught if isinstance(one, SttCorrection) and (one.id in ids or not ids)]
    known = {one.id for one in chosen}
    wordless = {one: "it has no words to hear" for one in ids if one not in known}
    retests = Retests(chosen, taught)
    if retests.sounds:
        retests.run(config, weights)
    return CorrectionsTested(
        results=[_again(one) for one in retests.heard],
        skipped=[NotHeardAgain(id=one, why=why) for one, why in (retests.skipped | wordless).items()],
        wer_before=round(retests.before, 4),
        wer_after=round(retests.after, 4),
    )


def recording_run(place: EnginesPlace, wav: Path) -> RecordingRun:
    """A whole session in which the person says this, as fast as the engines allow. Raises `ConfigError`, `SolovoxError`."""
    config, weights, store = place.open()
    config = structs.replace(config, effects="ask", surface="file")
    seen, microphone = RunSeen(), read_microphone(wav)
    process = Process(weights, limit=1)
    own = parts(usual(config), process.engines, store, studio_of(config, process.engines))
    own = replace(own, policy=replace(own.policy, learning=False))
    local = config.ear.kind == config.brain.kind == "local" and config.narrator.kind == "voice"
    run(_conduct(process, own, microphone, seen), math.inf if local else 1.0)
    told = {part: [mask_secrets(one, config.secrets) for one in texts] for part, texts in seen.parts.items()}
    return RecordingRun(at=here_and_now(), who=who(config), **told)


async def _conduct(process: Process, own: SessionParts, microphone: bytes, seen: RunSeen) -> None:
    def surface(place: SurfaceContext) -> Surface:
        return FileSurface(place.sound, place.clock, microphone, lambda _: None, FileOptions(busy=place.busy))

    async with process:
        await process.sessions.carry("run", partial(begin_session, own, surface, Unkept, lambda _: (seen,)))


def _again(one: Retested) -> HeardAgain:
    return HeardAgain(
        id=one.correction.id,
        heard_then=one.correction.heard,
        heard_now=one.now,
        mended=one.mended,
        meant=one.correction.meant,
        wer_before=round(one.before.rate, 4),
        wer_after=round(one.after.rate, 4),
    )
