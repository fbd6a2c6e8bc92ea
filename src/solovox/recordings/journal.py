"""The journal being written: `DIR/journal.jsonl`, and beside it the sound, and results that are too long for a line.

Rule 1: nothing that exists is overwritten.
Rule 2: what was appended before `sync` returned survives `kill -9` and a power cut (law R1).
Rule 3: `append` and `sound` never wait. What is appended is gathered until there are `LINES` of it,
or `SPAN_MS` of event time, or a `sync`; while a worker thread is on the disk it is only gathered.
Rule 4: when the disk fails, the next `append` or `sync` says so; nothing is skipped, and a later one goes on
where the writing stopped. At `HELD_BYTES` unwritten, `append` refuses. What becomes of the session: `failing_disk`.
Rule 5: secrets never enter: each one given is blackened wherever it stands, in events and in the
commands' digest alike, so that the journal still replays (law R2).
Rule 6: while it is open the file is locked: what is being written is not removed.
Rule 7: each line is sealed as it is appended, over what stands in the file (law R1).
"""

import asyncio
import contextlib
import fcntl
import os
import threading
from collections import deque
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Final, Protocol, TypeVar

import msgspec

from solovox.core.commands import Command
from solovox.core.events import Event
from solovox.core.policy import Policy
from solovox.core.units import AudioSpan
from solovox.recordings import codec
from solovox.recordings.codec import CommandDigest, Header, JournalError, Seal
from solovox.recordings.long_results import LongResults
from solovox.recordings.sound_files import SoundFiles
from solovox.text.secrets import Secrets

LINES: Final = 256
SPAN_MS: Final = 1_000
HELD_BYTES: Final = 16_000_000
BLACKENED: Final = b"[secret]"
HIDDEN: Final = 16
SHORTEST_SECRET: Final = 8
"""A shorter secret would blacken half of everything; it is left alone."""
BROKEN: Final = "the journal cannot be written: {}"
UNWRITABLE: Final = "{} cannot be written: {}; name another with --journal"


class Black:
    """The secrets, and how a text loses them (law R2)."""

    def __init__(self, secrets: Iterable[str]) -> None:
        self._given = [msgspec.json.encode(one)[1:-1] for one in {*secrets} if len(one) >= SHORTEST_SECRET]
        self._hidden: deque[bytes] = deque(maxlen=HIDDEN)

    def add(self, secret: str) -> None:
        """Of those added later, the newest `HIDDEN` are kept."""
        self._hidden.append(msgspec.json.encode(secret)[1:-1])

    def over_plain(self, text: str) -> str:
        """A text without them, whether it is JSON or not, and without what has the form of a secret."""
        for secret in (*self._given, *self._hidden):
            for form in (secret.decode(), str(msgspec.json.decode(b'"%s"' % secret))):
                text = text.replace(form, BLACKENED.decode())
        return Secrets().hide(text)

    def over(self, text: bytes) -> bytes:
        """The text without them."""
        for secret in (*self._given, *self._hidden):
            if secret in text:
                text = text.replace(secret, BLACKENED)
        return text


@dataclass(slots=True)
class _Beside:
    """What is kept beside the lines."""

    sound: SoundFiles
    results: LongResults


class JournalFile:
    """One session's journal, open for writing: the `Journal` port. Made by `create`, which gives it an
    open file whose header (`head`, without newline) is written; it closes the file.
    """

    def __init__(self, out: int, directory: Path, secrets: Iterable[str], head: bytes) -> None:
        self._out = out
        self._beside = _Beside(SoundFiles(directory / "sound"), LongResults(directory))
        self._black = Black(secrets)
        self._decided = CommandDigest()
        self._seal = Seal(head)
        self._lines: deque[bytes] = deque()
        self._rest = b""
        """What a failing disk has not taken yet; goes before `_lines`."""
        self._appended = 0
        self._synced = 0
        self._written_at = 0
        self._disk = threading.Lock()
        """Held while writing, syncing or closing; `append` only tries to take it."""
        self._closed = False

    def append(self, at: int, event: Event, commands: Sequence[Command]) -> None:
        """Add what happened and what was decided. Raises `JournalError` when the disk fails, or too much is unwritten."""
        decided = [(type(one).__name__, codec.canonical(one)) for one in commands]
        self.enter(at, type(event).__name__, codec.encode(event), decided)

    def enter(self, at: int, name: str, body: bytes, decided: Sequence[tuple[str, bytes]]) -> None:
        """The same for another kind of session: an event's name and JSON; of each decision its name and its bytes."""
        if self._closed:
            raise JournalError("the journal is closed; nothing more can happen in this session")
        did = self._decided.fold([self._black.over(one) for _, one in decided])
        names = tuple(one for one, _ in decided)
        line = codec.line(self._appended + 1, at, name, self._black.over(body), did, names)
        self._lines.append(self._seal.close(line))
        self._appended += 1  # after its line: a worker thread may look between the two
        if len(self._lines) >= LINES or at - self._written_at >= SPAN_MS:
            self._written_at = at
            self._write_if_free()

    def hide(self, secret: str) -> None:
        """From now on this is blackened too (of those told so, the newest `HIDDEN`)."""
        self._black.add(secret)

    lost = ""
    """What fails is raised here."""

    @property
    def deaf(self) -> bool:
        """Whether the disk did not take all of the sound."""
        return self._beside.sound.refused

    def sound(self, span: AudioSpan, pcm: bytes) -> None:
        """Keep the bytes of a span, compressed (about 0.5 ms of work a second of sound)."""
        if not self._closed:
            self._beside.sound.put(span, pcm)

    async def keep_result(self, effect: int, text: str) -> str:
        """Keep the result of a tool that is too long for a line. Returns where. Raises `NotKept`."""
        return await asyncio.to_thread(self._beside.results.put, effect, text, self._black.over_plain)

    async def sync(self) -> None:
        """Returns when everything appended so far is on the disk. Raises `JournalError` when it can't be."""
        await asyncio.to_thread(self._to_disk, self._appended)

    async def aclose(self) -> None:
        """Write what is left and the end line, and close; also when cancelled. Safe to call twice."""
        if self._closed:
            return
        self._closed = True
        end = {"n": self._appended + 1, "end": self._decided.whole, "sound_lost": self._beside.sound.lost}
        self._lines.append(self._seal.close(msgspec.json.encode(end) + b"\n"))
        try:
            await asyncio.to_thread(self._finish)
        except asyncio.CancelledError:
            self._finish()  # the thread may never have begun
            raise

    def give_up(self) -> None:
        """Close it as it stands, without what is left and without an end. Blocks; safe to call twice."""
        self._closed = True
        with self._disk:
            self._close()

    def _write_if_free(self) -> None:
        if not self._disk.acquire(blocking=False):
            if len(self._lines) > 100 * LINES and sum(map(len, self._lines)) > HELD_BYTES:
                raise JournalError("the disk does not keep up with the journal; free it, or choose another")
            return
        try:
            self._write()
        except OSError as error:
            raise JournalError(BROKEN.format(error.strerror), error.strerror) from error
        finally:
            self._disk.release()

    def _write(self) -> None:
        """Hand all lines to the system. The lock is held."""
        self._rest += b"".join([self._lines.popleft() for _ in range(len(self._lines))])
        while self._rest:
            self._rest = self._rest[os.write(self._out, self._rest) :]

    def _to_disk(self, wanted: int) -> None:
        with self._disk:
            if self._synced >= wanted or self._out < 0:
                return  # another sync took these lines along
            upto = self._appended
            try:
                self._write()
                os.fsync(self._out)
            except OSError as error:
                raise JournalError(BROKEN.format(error.strerror), error.strerror) from error
            self._synced = max(self._synced, upto)

    def _finish(self) -> None:
        try:
            self._to_disk(self._appended + 1)
        finally:
            with self._disk:
                self._close()

    def _close(self) -> None:
        """The lock is held."""
        if self._out >= 0:
            out, self._out = self._out, -1
            self._beside.sound.close()
            with contextlib.suppress(
                OSError
            ):  # what was synced is on the disk; a network disk may say here that it is full
                os.close(out)


def create(
    directory: Path,
    *,
    session: str,
    created: str,
    profile: str,
    policy: Policy,
    brain: str = "",
    secrets: Iterable[str] = (),
) -> JournalFile:
    """A new journal in `directory`, its header already on the disk.

    `created` is the time in words, from the caller's clock. Waits for the disk: inside a loop call it by `opened`. Raises
    `JournalError` when there is a journal already, or the place cannot be written.
    """
    core = codec.core_version()
    head = Header(session=session, created=created, profile=profile, policy=policy, core=core, brain=brain)
    return begin(directory, codec.encode(head), secrets)


def begin(directory: Path, head: bytes, secrets: Iterable[str] = ()) -> JournalFile:
    """A new journal of any kind; `head` is its first line, as JSON. Raises `JournalError` as `create` does."""
    path = directory / "journal.jsonl"
    try:
        directory.mkdir(parents=True, exist_ok=True, mode=0o700)
    except FileExistsError:
        raise JournalError(f"{directory} is not a folder; name another with --journal") from None
    except OSError as error:
        raise JournalError(UNWRITABLE.format(directory, error.strerror), error.strerror) from None
    try:
        out = os.open(path, os.O_WRONLY | os.O_CREAT | os.O_EXCL | os.O_APPEND | os.O_CLOEXEC, 0o600)
    except FileExistsError:
        raise JournalError(f"{path} exists; name another folder with --journal, or move it away") from None
    except OSError as error:
        raise JournalError(UNWRITABLE.format(path, error.strerror), error.strerror) from None
    try:
        text = memoryview(head + b"\n")
        while text:
            text = text[os.write(out, text) :]
        os.fsync(out)
        _sync_folder(directory)
    except OSError as error:
        os.close(out)
        path.unlink(missing_ok=True)
        raise JournalError(UNWRITABLE.format(path, error.strerror), error.strerror) from None
    with contextlib.suppress(OSError):  # some file systems have no locks
        fcntl.flock(out, fcntl.LOCK_EX | fcntl.LOCK_NB)
    return JournalFile(out, directory, secrets, head)


class Closable(Protocol):
    """What was opened."""

    async def aclose(self) -> None: ...


Opened = TypeVar("Opened", bound=Closable)


async def open_journal(make: Callable[[], Opened]) -> Opened:
    """What `make` opens, in a thread: it waits for the disk, and other sessions go on. If cancelled, it is closed."""
    making = asyncio.get_running_loop().run_in_executor(None, make)
    try:
        return await asyncio.shield(making)
    except asyncio.CancelledError:
        await asyncio.wait([making])
        if making.exception() is None:
            await making.result().aclose()
        raise


def _sync_folder(directory: Path) -> None:
    """The file's name must survive a power cut too."""
    folder = os.open(directory, os.O_RDONLY)
    try:
        os.fsync(folder)
    finally:
        os.close(folder)
