"""REST: questions that were said once, to be said to the ear again."""

import json
import os
import re
import wave
from collections.abc import Iterator, Mapping
from contextlib import suppress
from dataclasses import dataclass
from datetime import UTC, datetime
from pathlib import Path
from secrets import token_hex
from typing import Annotated, BinaryIO, Final

import anyio
import msgspec
from msgspec import Meta
from soundfile import LibsndfileError
from starlette.requests import ClientDisconnect, Request
from starlette.responses import Response

from solovox.core.errors import SolovoxError
from solovox.core.units import MIC_RATE
from solovox.http.rest.engines_apart import (
    COMPARED,
    EngineProcess,
    KeptRecording,
    RecordingRun,
    RunCompared,
    RunDifference,
)
from solovox.http.rest.routes import (
    WAV,
    DiskThreads,
    got_sound,
    problem,
    route,
    route_delete,
    route_get,
    sound_answer,
)
from solovox.http.rest.shelf import NoSuch
from solovox.http.rest.wav import WavSound, wav_of, whole
from solovox.server.state import PRIVATE, private_folder, write
from solovox.shell.clock import here_and_now
from solovox.surfaces.wav import BadSound, read_microphone

# The recordings: questions that were said once, to be said to the ear again. All of it waits for the disk: it is called in threads.
#
# Rule 1: a recording is `NAME.wav` (16 bits, one channel, up to half an hour) and `NAME.json` beside it, for the person alone. What comes
# in another form is kept as the ear would hear it.
# Rule 2: a name is letters, digits, `-` and `_`, and nothing else: it is no path. No link is followed.
# Rule 3: a file is there whole or not at all. At most `MOST` are kept.
# Rule 4: what is shipped with the program cannot be removed or replaced.


SHIPPED: Final = Path(__file__).parent / "shipped"
NAME: Final = re.compile(r"[A-Za-z0-9][A-Za-z0-9_-]{0,63}")
NAMED: Final = "a recording's name has up to 64 letters, digits, - and _"
MOST: Final = 100
LONGEST_S: Final = 1_800
RATES: Final = (8_000, 48_000)
LARGEST: Final = 2 * RATES[1] * LONGEST_S + 4_096
"""Bytes of a file: half an hour at the highest rate, and its head."""
LONGEST_ABOUT: Final = 200


class NoRecording(SolovoxError):
    """What came is none, or there is no room. One line."""


class Fixed(SolovoxError):
    """It is shipped with the program. One line."""


@dataclass(slots=True)
class Coming:
    """A recording that is being received."""

    path: Path
    file: BinaryIO

    def give_up(self) -> None:
        """It does not come."""
        with suppress(OSError):  # a full disk refuses here what it has refused before
            self.file.close()
        self.path.unlink(missing_ok=True)


class Recordings:
    """A folder of recordings, and those that are shipped."""

    def __init__(self, root: Path, most: int = MOST, longest_s: int = LONGEST_S) -> None:
        self._root = root
        self._most, self._longest_s = most, longest_s

    def rows(self) -> list[KeptRecording]:
        """All of them, the newest first; what is shipped comes last."""
        found = []
        for name, path in self._paths():
            with suppress(OSError, LibsndfileError):  # it has just been removed, or is none
                found.append(_row(name, path))
        return sorted(found, key=lambda one: (one.shipped, -one.created.timestamp(), one.name))

    def path(self, name: str) -> Path:
        """Its file. Raises `NoSuch`."""
        for one, path in self._paths():
            if one == name:
                return path
        raise NoSuch("no recording is called that; what there is: /api/recordings")

    def sound(self, name: str) -> WavSound:
        """Its sound. Raises `NoSuch`."""
        path = self.path(name)
        seen = path.stat()
        try:
            return wav_of(path, f'"{seen.st_ino:x}-{seen.st_mtime_ns:x}-{seen.st_size:x}"')
        except LibsndfileError:
            raise NoSuch(f"{name} cannot be read as sound") from None

    def begin(self, name: str) -> Coming:
        """One comes. Raises `NoRecording`, `Fixed`, `StateTrouble`."""
        if not NAME.fullmatch(name):
            raise NoRecording(NAMED)
        if (SHIPPED / f"{name}.wav").exists():
            raise Fixed(f"{name} is shipped with Solovox: choose another name")
        there = {one for one, path in self._paths() if path.parent == self._root}
        if len(there) >= self._most and name not in there:
            raise NoRecording(f"there are {len(there)} recordings: remove some")
        path = private_folder(self._root) / f".{token_hex(8)}"
        out = os.open(path, os.O_WRONLY | os.O_CREAT | os.O_EXCL | os.O_CLOEXEC, PRIVATE)
        return Coming(path, os.fdopen(out, "wb"))

    def keep(self, name: str, came: Coming, about: str) -> KeptRecording:
        """All of it is there. What was kept of an older one of that name goes. Raises `NoRecording`."""
        try:
            came.file.flush()
            os.fsync(came.file.fileno())
            came.file.close()
            _check(came.path, self._longest_s)
            said = {"created": here_and_now().isoformat(timespec="seconds"), "synthetic": False}
            (self._root / f"{name}.result.json").unlink(missing_ok=True)
            write(self._root / f"{name}.json", json.dumps({**said, "about": about}, indent=1).encode())
            came.path.replace(self._root / f"{name}.wav")
        finally:
            came.give_up()
        return _row(name, self._root / f"{name}.wav")

    def remove(self, name: str) -> None:
        """Remove one, with what is kept beside it. Raises `NoSuch`, `Fixed`."""
        path = self.path(name)
        if path.parent != self._root:
            raise Fixed(f"{name} is shipped with Solovox, and stays")
        for one in (path, path.with_suffix(".json"), self._result(name)):
            one.unlink(missing_ok=True)

    def result(self, name: str) -> RecordingRun | None:
        """What its last run has kept; None: nothing that can be read."""
        try:
            return msgspec.json.decode(self._result(name).read_bytes(), type=RecordingRun)
        except (OSError, msgspec.DecodeError):
            return None

    def keep_result(self, name: str, result: Mapping[str, object]) -> None:
        """What this run was. Raises `StateTrouble`."""
        private_folder(self._root)
        write(self._result(name), json.dumps(result, indent=1, ensure_ascii=False).encode())

    def _result(self, name: str) -> Path:
        return self._root / f"{name}.result.json"

    def _paths(self) -> Iterator[tuple[str, Path]]:
        for folder in (SHIPPED, self._root):
            if folder.is_dir():
                for path in sorted(folder.glob("*.wav")):
                    if NAME.fullmatch(path.stem) and path.is_file() and not path.is_symlink():
                        yield path.stem, path


def _row(name: str, path: Path) -> KeptRecording:
    sound = wav_of(path, "")
    try:
        said = json.loads(path.with_suffix(".json").read_bytes())
        created = datetime.fromisoformat(said["created"]).astimezone(UTC)
        synthetic, about = bool(said["synthetic"]), str(said["about"])
    except (OSError, ValueError, KeyError, TypeError):  # it was put there by hand
        created, synthetic, about = datetime.fromtimestamp(path.stat().st_mtime, UTC), False, ""
    return KeptRecording(
        name=name,
        seconds=round(sound.samples / sound.rate, 2),
        created=created,
        synthetic=synthetic,
        about=about,
        shipped=path.parent == SHIPPED,
    )


def _plain(path: Path) -> tuple[int, int] | None:
    """The samples a second, and how many, of what can be kept as it came; None: it is of another form."""
    try:
        with wave.open(str(path), "rb") as sound:
            rate, form = sound.getframerate(), (sound.getnchannels(), sound.getsampwidth())
            plain = form == (1, 2) and RATES[0] <= rate <= RATES[1]
            return (rate, sound.getnframes()) if plain else None
    except (wave.Error, EOFError):
        return None


def _convert_sound(path: Path) -> tuple[int, int]:
    """The same, of a file of another form, in whose place comes what the ear hears of it. Raises `NoRecording`."""
    try:
        pcm = read_microphone(path)
    except BadSound as error:
        raise NoRecording(str(error).replace(str(path), "it")) from None
    path.write_bytes(whole(pcm, MIC_RATE))
    return MIC_RATE, len(pcm) // 2


def _check(path: Path, longest_s: int) -> None:
    """Raises `NoRecording` for what is no recording."""
    rate, samples = _plain(path) or _convert_sound(path)
    if not 0 < samples <= longest_s * rate:
        raise NoRecording(f"it must be longer than nothing, and not longer than {longest_s / 60:.0f} minutes")
    if path.stat().st_size < 44 + 2 * samples:
        raise NoRecording("its end is missing")


AT: Final = "/api/recordings"
ONE: Final = f"{AT}/{{name}}"
TAG: Final = "questions"


class RecordingRoutes:
    """The recordings. All of it waits for the disk."""

    def __init__(self, kept: Recordings, engines: EngineProcess, disk: DiskThreads) -> None:
        self._kept = kept
        self._engines = engines
        self._quick = disk

    @route_get(AT, TAG, "Questions that were recorded")
    async def list_recordings(self) -> list[KeptRecording]:
        """All of them, the newest first; what is shipped comes last."""
        return await self._quick.run(self._kept.rows)

    @route("PUT", ONE, TAG, "Keep a recorded question", takes=WAV)
    async def put(
        self, name: str, request: Request, about: Annotated[str, Meta(max_length=LONGEST_ABOUT)] = ""
    ) -> KeptRecording:
        """Keep a sound file, up to half an hour: WAV of any width, FLAC, OGG, MP3 and, with the extra `formats`, M4A and WebM. What is no
        WAV of 16 bits and one channel is kept as one. One of that name is replaced."""
        try:
            came = await self._quick.run(lambda: self._kept.begin(name))
            try:
                await _receive(request, came)
                return await self._quick.run(lambda: self._kept.keep(name, came, about))
            finally:
                with anyio.CancelScope(shield=True):
                    await anyio.to_thread.run_sync(came.give_up)
        except NoRecording as error:
            raise problem(422, str(error)) from None
        except Fixed as error:
            raise problem(409, str(error)) from None
        except ClientDisconnect:
            raise problem(400, "the rest of it did not come") from None

    @route_delete(ONE, TAG, "Remove a recorded question")
    async def remove(self, name: str) -> None:
        """Remove one, with what its last run has kept."""
        try:
            await self._quick.run(lambda: self._kept.remove(name))
        except Fixed as error:
            raise problem(409, str(error)) from None

    @got_sound(f"{ONE}.wav", TAG, "A recorded question")
    async def sound(self, name: str, request: Request) -> Response:
        """Its sound."""
        return sound_answer(request, await self._quick.run(lambda: self._kept.sound(name)))

    @route("POST", f"{ONE}/run", TAG, "Run a recorded question")
    async def run(self, name: str) -> RunCompared:
        """Say it in a session of its own, without a page and as fast as the engines allow, and compare it with the run
        before. It grants nothing: what needs a yes gets none. One at a time."""
        path = await self._quick.run(lambda: self._kept.path(name))
        now = await self._engines.run(path)
        return await self._quick.run(lambda: self._compare_and_keep(name, now))

    def _compare_and_keep(self, name: str, now: RecordingRun) -> RunCompared:
        before = self._kept.result(name)
        self._kept.keep_result(name, msgspec.to_builtins(now))
        return compare_runs(now, before)


def compare_runs(now: RecordingRun, before: RecordingRun | None) -> RunCompared:
    """A run beside the one before it."""
    found = []
    if before is not None:
        for what in COMPARED:
            then, here = getattr(before, what), getattr(now, what)
            if then != here:
                found.append(RunDifference(what=what, before=then, now=here))
    return RunCompared(now=now, before=before, differences=found)


async def _receive(request: Request, came: Coming) -> None:
    async for piece in request.stream():
        await anyio.to_thread.run_sync(came.file.write, piece)
