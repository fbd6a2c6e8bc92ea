"""What was done in a workspace, and how it is given back: a log of acts, each between two snapshots.

Rule 1: before an act is asked for there is a snapshot, or it is said why there is none (`before`); after the yes there is another.
Rule 2: "undo" gives back the newest answer's acts that stand; once more, those before them. "Redo" undoes an undo.
Rule 3: what would be run later without being asked for (hooks, settings of editors and shells) is given back, if a command behind the
fence changed it: before anything is done outside of the fence, and at the end of the answer.
"""

import asyncio
import contextlib
import fcntl
import hashlib
import os
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import IO, Final

import msgspec

from solovox.acts.kept import NotKeptError, Snapshot, changed_paths, decode_snapshot
from solovox.acts.run_later import RunLater, printable
from solovox.acts.snapshots import SnapshotStore

KEPT: Final = 50
"""Answers that can be undone. Of older ones nothing is kept."""
FORGETS: Final = 10
"""After how many answers what is not named any more goes."""
FULLEST: Final = 4_000_000_000
"""Bytes that all of them may take. The oldest go first; the newest is always kept."""
AT_WORK: Final = "at-work"
STILL: Final = 0.15
"""Seconds in which a file that was just written is not written again, unless a program goes on."""
LONGEST: Final = 200
"""Characters that are kept of what was done."""


class Done(msgspec.Struct, frozen=True):
    """What one answer did. `acts`: in words. `before`, `after`: the names of its snapshots. `paths`: what it changed. `who`: which agent;
    `asked`: what the person asked for. `told`: an agent knows whether it stands."""

    id: int
    at: float
    """Seconds since 1970."""
    acts: tuple[str, ...]
    before: str
    after: str
    paths: tuple[str, ...]
    undone: bool = False
    who: str = ""
    asked: str = ""
    told: bool = True


@dataclass(slots=True)
class UndoLog:
    """The acts in `folder`. `home`: where those of all workspaces are kept, in the folder of our state."""

    folder: Path
    home: Path
    who: str = ""
    """Which agent acts."""
    fullest: int = FULLEST
    asked: str = field(default="", init=False)
    """What it was asked for."""
    _acts: list[str] = field(default_factory=list, init=False)
    _read: Mapping[int, bool] = field(default_factory=dict, init=False)
    """What was read to be told in this answer: which of them were undone."""
    _first: Snapshot | None = field(default=None, init=False)
    _lock: asyncio.Lock = field(default_factory=asyncio.Lock, init=False)
    _store: SnapshotStore = field(init=False)
    _run_later: RunLater = field(init=False)
    _busy: "IO[bytes] | None" = field(default=None, init=False)
    """Held while files are kept that no record names yet."""

    def __post_init__(self) -> None:
        name = hashlib.sha256(os.fsencode(os.path.realpath(self.folder))).hexdigest()[:16]
        ours, self.home = self.home.parent, self.home / name
        self._store = SnapshotStore(self.folder, self.home / "files", ours)
        self._run_later = RunLater(self._store)

    async def trial(self) -> str:
        """Why an act could not be undone now; empty if it could."""
        async with self._lock:
            try:
                taken = await asyncio.to_thread(self._store.take)
                if self._first is not None or not taken.is_fresh:
                    return ""
                await asyncio.sleep(STILL)
                moving = changed_paths(taken, await asyncio.to_thread(self._store.take))
            except NotKeptError as error:
                return str(error)
        return f"another program is writing {moving[0]}" if moving else ""

    def why_hindered(self) -> str:
        """Why the newest answer that stands could not be given back now, as far as it is seen at a glance; empty if it could. Blocks."""
        try:
            standing = [one for one in self.read_log() if not one.undone]
            with _no_act_at_work(self.home) if standing else contextlib.nullcontext():
                gone = [
                    path
                    for one in standing[-1:]
                    for path in self._store.find_touched(self._snapshot(one.after), one.paths)
                ]
        except (NotKeptError, OSError) as error:
            return str(error)
        return f"{gone[0]} was changed since" if gone else ""

    async def before(self, act: str, *, outside: bool = False) -> None:
        """An act follows. `outside`: outside of the fence, by a yes of its own. Raises `NotKeptError`."""
        async with self._lock:
            self._begin()
            await asyncio.to_thread(self._run_later.begin, outside=outside)
            taken = await asyncio.to_thread(self._store.take)
            self._first = self._first or taken
            self._acts.append(_line(act))

    async def after(self) -> "Done | None":
        """The answer is over. What it did; None: it changed nothing, or it is not known."""
        async with self._lock:
            first, acts, self._first, self._acts = self._first, self._acts, None, []
            self._run_later, self._read = RunLater(self._store), {}
            if first is None:
                self.close()
                return None
            try:
                done = await asyncio.to_thread(self._keep_answer, first, tuple(acts))
            except (NotKeptError, OSError):
                done = None
            finally:
                self.close()
            if done is not None and (
                done.id % FORGETS == 0 or await asyncio.to_thread(self._store.size) > self.fullest
            ):
                await asyncio.to_thread(self._forget)
            return done

    def _begin(self) -> None:
        if self._busy is None:
            try:
                self.home.mkdir(mode=0o700, parents=True, exist_ok=True)
                self._busy = _open_lock(self.home / AT_WORK)
            except OSError as error:
                raise NotKeptError(f"nothing can be kept: {error.strerror}") from None
            fcntl.flock(self._busy, fcntl.LOCK_SH)

    def close(self) -> None:
        """No act is at work."""
        busy, self._busy = self._busy, None
        if busy is not None:
            busy.close()

    async def take_back_run_later(self) -> list[str]:
        """What commands behind the fence have changed in what is run later is as it was. Returns the paths, of all of the answer. Raises
        `NotKeptError`."""
        async with self._lock:
            return await asyncio.to_thread(self._run_later.take_back)

    async def turn(self, *, undone: bool, answers: int | None = 1) -> list[Done]:
        """Undo (`undone`) the newest answers that stand, or undo as many undos; None: all. Returns them: all of them, or nothing is touched.
        Raises `NotKeptError`, `ChangedSinceError`."""

        def turned(known: Sequence[Done]) -> list[Done]:
            standing = [one for one in known if one.undone is not undone]
            return (standing[::-1] if undone else standing)[:answers]

        return await self._turn_locked(turned)

    async def go_to(self, number: int) -> list[Done]:
        """All answers up to this one stand, and none after it; 0: none stands. The same otherwise."""

        def turned(known: Sequence[Done]) -> list[Done]:
            back = [one for one in reversed(known) if one.id > number and not one.undone]
            return back or [one for one in known if one.id <= number and one.undone]

        return await self._turn_locked(turned)

    async def untold(self) -> list[Done]:
        """What was undone or redone since an agent was last told, by whomever, oldest first."""
        async with self._lock:
            with contextlib.suppress(OSError):
                found = [one for one in await asyncio.to_thread(self.read_log) if not one.told]
                self._read = {one.id: one.undone for one in found}
                return found
            return []

    async def mark_told(self) -> None:
        """The agent has taken what was untold. What was turned since it was read is untold again."""

        def kept(read: Mapping[int, bool]) -> None:
            with contextlib.suppress(OSError), _alone(self.home):
                known = self.read_log()
                told = [read.get(one.id) is one.undone if one.id in read else one.told for one in known]
                pairs = zip(known, told, strict=True)
                self._write([msgspec.structs.replace(one, told=told) for one, told in pairs])

        if not self._read:  # nothing waits for the lock: a snapshot may hold it for seconds
            return
        async with self._lock:
            read, self._read = self._read, {}
            await asyncio.to_thread(kept, read)

    async def _turn_locked(self, wanted: Callable[[Sequence[Done]], list[Done]]) -> list[Done]:
        async with self._lock:
            return await asyncio.to_thread(self._turn, wanted)

    def _turn(self, wanted: Callable[[Sequence[Done]], list[Done]]) -> list[Done]:
        with _alone(self.home), _no_act_at_work(self.home):
            known = self.read_log()
            turned = {
                one.id: msgspec.structs.replace(one, undone=not one.undone, told=not one.told)
                for one in wanted(known)
            }
            if turned:
                self._store.give_back_all([*map(self._step, turned.values())])
                self._write([turned.get(one.id, one) for one in known])
            return [*turned.values()]

    def _step(self, turned: Done) -> tuple[Snapshot, Snapshot]:
        before, after = self._snapshot(turned.before), self._snapshot(turned.after)
        return (before, after) if turned.undone else (after, before)

    def _keep_answer(self, first: Snapshot, acts: tuple[str, ...]) -> "Done | None":
        last = self._store.take(whole=False)
        if not (paths := changed_paths(first, last)):
            return None
        with _alone(self.home):
            known = self.read_log()
            number = known[-1].id + 1 if known else 1
            names = (f"{number}-before", f"{number}-after")
            for name, snapshot in zip(names, (first, last), strict=True):
                _write_whole(self.home / name, snapshot.encode())
            about = (self.who, _line(self.asked))
            done = Done(number, last.at / 1e9, acts, *names, tuple(map(printable, paths)), False, *about)
            self._write([*(one for one in known if not one.undone), done][-KEPT:])
            return done

    def read_log(self) -> list[Done]:
        """All that can be undone or redone, oldest first."""
        with contextlib.suppress(FileNotFoundError, msgspec.MsgspecError):
            return msgspec.json.decode((self.home / "log.json").read_bytes(), type=list[Done])
        return []

    def _snapshot(self, name: str) -> Snapshot:
        try:
            return decode_snapshot((self.home / name).read_bytes())
        except (OSError, msgspec.MsgspecError):
            raise NotKeptError("what was kept of it is gone") from None

    def _write(self, known: Sequence[Done]) -> None:
        _write_whole(self.home / "log.json", msgspec.json.encode(known))
        names = {name for one in known for name in (one.before, one.after)}
        for one in (*self.home.glob("*-before"), *self.home.glob("*-after")):
            if one.name not in names:
                one.unlink(missing_ok=True)

    def _forget(self) -> None:
        """Files that no record names are forgotten, and the oldest records where they are too much, unless another process is about to keep one."""
        with contextlib.suppress(NotKeptError, OSError), _alone(self.home), _no_act_at_work(self.home):
            known = self.read_log()
            kept = [[self._snapshot(name) for name in (one.before, one.after)] for one in known]
            while (
                len(kept) > 1 and self._store.size_of([one for pair in kept for one in pair]) > self.fullest
            ):
                kept, known = kept[1:], known[1:]
            self._write(known)
            self._store.forget([one for pair in kept for one in pair])


@contextlib.contextmanager
def _no_act_at_work(home: Path) -> Iterator[None]:
    """No answer is at work in the folder, of any process. Raises `NotKeptError`."""
    with _open_lock(home / AT_WORK) as lock:
        try:
            fcntl.flock(lock, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except BlockingIOError:
            raise NotKeptError("an agent is at work here: stop it first") from None
        yield


@contextlib.contextmanager
def _alone(home: Path) -> Iterator[None]:
    home.mkdir(mode=0o700, parents=True, exist_ok=True)
    with _open_lock(home / "lock") as lock:
        fcntl.flock(lock, fcntl.LOCK_EX)
        yield


def _line(text: str) -> str:
    return printable(" ".join(text.split())[:LONGEST])


def _open_lock(lock: Path) -> IO[bytes]:
    return open(os.open(lock, os.O_RDWR | os.O_CREAT, 0o600), "rb+", buffering=0)


def _write_whole(path: Path, data: bytes) -> None:
    new = path.with_name(f"new-{os.getpid()}")
    with open(os.open(new, os.O_WRONLY | os.O_CREAT | os.O_TRUNC, 0o600), "wb") as file:
        file.write(data)
    os.replace(new, path)
