"""A process with engines of its own: it hears corrections again, or runs a recording as a whole session, and ends.

Started by `engine_process.py`. What is wanted comes at its standard input, for there may be keys in it; what it made of it goes to its
standard output as JSON. What is wrong is one line at standard error.

Rule 1: a recording grants nothing: whatever needs a yes gets none, and tools with effects ask.
Rule 2: it teaches nothing, and no journal of it is kept.
"""

import asyncio
import math
import os
import sys
from collections.abc import Iterable, Sequence
from contextlib import closing
from dataclasses import dataclass, field, replace
from functools import partial
from pathlib import Path
from typing import Any, Final

import msgspec

from solovox.app.hearing_live import NotHeard
from solovox.app.process import Process
from solovox.app.retesting import Retest, Retested
from solovox.app.shared_engines import SharedEngines
from solovox.app.stand_ins import with_stand_ins
from solovox.app.stores import PersonsStore
from solovox.app.web.answers import CorrectionsTested, HeardAgain, NotHeardAgain, RecordingRun
from solovox.app.web.apart import REFUSED
from solovox.app.web.journal_words import POLITE
from solovox.app.web.persons_settings import PersonsSettings
from solovox.app.wiring import SessionParts, SurfaceContext, begun, parts
from solovox.config.load import environment
from solovox.config.schema import Config, ConfigError, who
from solovox.core import commands as do
from solovox.core.commands import Command
from solovox.core.errors import SolovoxError
from solovox.core.events import Event
from solovox.ports import Correction, StoreError, SttCorrection, Surface
from solovox.recordings.keeping import Unkept
from solovox.shell.clock import here_and_now, run
from solovox.surfaces.file import FileOptions, FileSurface
from solovox.surfaces.wav import read_microphone
from solovox.weights import Cache

NO_SOUND: Final = "no sound is kept with it"
MOST: Final = 1_000
"""Pieces of each kind that are kept of a run."""


class Wanted(msgspec.Struct):
    """What is to be done. One of `wav` and `ids` counts: `ids` may be empty, for all."""

    profile: str
    flags: tuple[str, ...]
    weights: str
    folder: str | None = None
    wav: str | None = None
    ids: tuple[str, ...] = ()


@dataclass
class RunSeen:
    """A fold over one session: what it heard, asked, called and said."""

    heard: list[str] = field(default_factory=list)
    instruction: list[str] = field(default_factory=list)
    calls: list[str] = field(default_factory=list)
    said: list[str] = field(default_factory=list)
    failures: list[str] = field(default_factory=list)

    def see(self, event: Event, commands: Sequence[Command]) -> None:
        """One step."""
        for command in commands:
            match command:
                case do.ShowHeard(text=text, final=True) if text:
                    _add(self.heard, text)
                case do.AskBrain(instruction=text) | do.ShowHold(text=text):
                    _add(self.instruction, text)
                case do.RunTool(tool=tool, arguments=arguments):
                    _add(self.calls, f"{tool} {arguments}")
                case do.Read(said=text):
                    _add(self.said, text.strip())
                case do.ShowFailure(text=text):
                    _add(self.failures, text)
                case _:
                    pass


def done(wanted: Wanted) -> CorrectionsTested | RecordingRun:
    """What was wanted. Raises `ConfigError`, `SolovoxError`, `StoreError`: one line."""
    folder = None if wanted.folder is None else Path(wanted.folder)
    config = PersonsSettings(wanted.flags, None, folder).config(wanted.profile)
    config = with_stand_ins(config, Cache(Path(wanted.weights)))
    store = PersonsStore(environment())
    weights = Cache(Path(wanted.weights))
    if wanted.wav is not None:
        return recording_run(config, weights, store, Path(wanted.wav))
    return corrections_tested(config, weights, store.corrections(), wanted.ids)


def corrections_tested(
    config: Config, weights: Cache, taught: Sequence[Correction], ids: Sequence[str]
) -> CorrectionsTested:
    """The sounds of these, heard again; of all, if none is named. Raises `ConfigError`."""
    chosen = [one for one in taught if isinstance(one, SttCorrection) and (one.id in ids or not ids)]
    skipped = [NotHeardAgain(id=one.id, why=NO_SOUND) for one in chosen if not one.audio]
    known = {one.id for one in chosen}
    skipped += [NotHeardAgain(id=one, why="it has no words to hear") for one in ids if one not in known]
    sounds, heard = [one for one in chosen if one.audio], list[Retested]()

    async def hear(retest: Retest) -> None:
        for one in sounds:
            try:
                heard.append(await retest.of(one))
            except NotHeard as error:
                skipped.append(NotHeardAgain(id=one.id, why=str(error)))

    if sounds:
        engines = SharedEngines(weights, 1)
        with closing(engines):
            asyncio.run(hear(Retest(config, engines, taught)))
    words = max(1, sum(one.before.reference for one in heard))
    return CorrectionsTested(
        results=[_again(one) for one in heard],
        skipped=skipped,
        wer_before=round(sum(one.before.count for one in heard) / words, 4),
        wer_after=round(sum(one.after.count for one in heard) / words, 4),
    )


def recording_run(config: Config, weights: Cache, store: PersonsStore | None, wav: Path) -> RecordingRun:
    """A whole session in which the person says this, as fast as the engines allow. Raises `ConfigError`, `SolovoxError`."""
    config = replace(config, effects="ask", surface="file")
    seen, microphone = RunSeen(), read_microphone(wav)
    process = Process(weights, limit=1)
    own = parts(config, process.engines, store)
    own = replace(own, policy=replace(own.policy, learning=False))
    local = config.ear.kind == config.brain.kind == "local" and config.narrator.kind == "voice"
    run(_conducted(process, own, microphone, seen), math.inf if local else 1.0)
    return RecordingRun(at=here_and_now(), who=who(config), **_texts(seen, config.secrets))


async def _conducted(process: Process, own: SessionParts, microphone: bytes, seen: RunSeen) -> None:
    def surface(place: SurfaceContext) -> Surface:
        return FileSurface(place.sound, place.clock, microphone, lambda _: None, FileOptions(busy=place.busy))

    async with process:
        await process.sessions.carry("run", partial(begun, own, surface, Unkept, lambda _: (seen,)))


def _texts(seen: RunSeen, secrets: Iterable[str]) -> dict[str, list[str]]:
    hidden = [one for one in secrets if one]

    def told(text: str) -> str:
        for one in hidden:
            text = text.replace(one, "********")
        return text

    return {name: [told(one) for one in texts] for name, texts in vars(seen).items()}


def _add(texts: list[str], text: str) -> None:
    if len(texts) < MOST and text not in texts[-1:]:
        texts.append(text)


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


def main() -> int:
    """The exit code."""
    os.nice(POLITE)
    try:
        made: Any = done(msgspec.json.decode(sys.stdin.buffer.read(), type=Wanted))
    except (ConfigError, SolovoxError, StoreError) as error:
        sys.stderr.write(str(error))
        return REFUSED
    sys.stdout.write(made.model_dump_json())
    return 0


if __name__ == "__main__":
    sys.exit(main())
