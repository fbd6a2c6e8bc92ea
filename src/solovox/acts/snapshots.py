"""A folder as it was at a moment, all of it: what is in no repository, too, and the repository itself. It can be given back.

Rule 1: what a snapshot cannot hold it refuses: a folder that is too large, a socket, a device, a file that cannot be read. Then
nothing that changes the folder can be undone, and that is said before. What such things have come of an act that was let is known by
their times only: they can go, and not come again.
Rule 2: a file is read again unless its inode and the time of its last change are those of the snapshot before, and that time is
well before that snapshot: nothing a program does to a file leaves both as they were (stat(2), `st_ctime`).
Rule 3: what is given back is what has changed between two snapshots, and only if it is still as the second one has it: what
someone has changed since is theirs.
"""

import contextlib
import hashlib
import os
import shutil
import stat
import tempfile
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass, field
from pathlib import Path, PurePath
from typing import Final

from solovox.acts.kept import (
    UNKEPT,
    UNSURE,
    ChangedSinceError,
    KeptEntry,
    NotKeptError,
    Snapshot,
    Tree,
    changed_paths,
    read_index,
    same,
    unkept,
)

LARGEST: Final = 1_000_000_000
"""Bytes of all files of a folder."""
MOST: Final = 100_000
"""Files and folders in it."""
BLOCK: Final = 1 << 20


def _find_added(before: Snapshot, after: Snapshot, now: Tree) -> list[str]:
    """What stands since in a folder that would go."""
    gone = {path for path, one in after.tree.items() if one.is_folder and path not in before.tree}
    return [path for path in now if path not in after.tree and os.path.dirname(path) in gone]


@dataclass(slots=True)
class SnapshotStore:
    """Snapshots of `folder`. What they hold is in `store`, a folder of our own, under the SHA-256 of each file. `ours`: a folder in
    which we write ourselves; it is in none.
    """

    folder: Path
    store: Path
    ours: Path
    largest: int = LARGEST
    most: int = MOST
    _last: Snapshot | None = field(default=None, init=False)

    def take(self, *, whole: bool = True) -> Snapshot:
        """Blocks. `whole`: all of it can be given back, or it is refused. Raises `NotKeptError`."""
        known, room = self._last, self.largest
        tree, closed = dict[str, KeptEntry](), list[tuple[Path, int]]()
        try:
            at = self._now()
            for path, status in self._walk_folder(None if whole else closed):
                size = status.st_size if stat.S_ISREG(status.st_mode) else 0
                if whole and (len(tree) >= self.most or size > room):
                    raise NotKeptError(
                        f"the folder has more than {self.largest // 1_000_000} MB or {self.most} files"
                    )
                tree[path] = self._entry(path, status, known, whole=whole, fits=size <= room)
                room -= size if size <= room else 0
        except OSError as error:
            raise NotKeptError(f"nothing can be kept: {error.strerror}") from None
        finally:
            for folder, mode in reversed(closed):
                with contextlib.suppress(OSError):
                    os.chmod(folder, mode)
        self._last = Snapshot(at, tree)
        return self._last

    def _now(self) -> int:
        """The time by which files are changed, in nanoseconds."""
        self.store.mkdir(mode=0o700, parents=True, exist_ok=True)
        (self.store / "began").touch(mode=0o600)
        return (self.store / "began").stat().st_mtime_ns

    def _walk_folder(self, closed: list[tuple[Path, int]] | None) -> Iterator[tuple[str, os.stat_result]]:
        """All in it. `closed`: folders that are opened to be read, with their modes; None: there may be none."""
        waiting, ours = [""], os.path.realpath(self.ours)
        yield "", os.stat(self.folder)
        while waiting:
            folder = waiting.pop()
            try:
                for one in self._entries(self.folder / folder, closed):
                    path = os.path.join(folder, one.name)
                    if one.name == self.ours.name and os.path.realpath(one.path) == ours:
                        continue
                    status = one.stat(follow_symlinks=False)
                    yield path, status
                    if stat.S_ISDIR(status.st_mode):
                        waiting.append(path)
            except FileNotFoundError:
                continue  # gone meanwhile
            except OSError as error:
                raise NotKeptError(f"{error.filename or folder}: {error.strerror}") from None

    def _entries(self, folder: Path, closed: list[tuple[Path, int]] | None) -> list[os.DirEntry[str]]:
        mode, looks = stat.S_IMODE(os.stat(folder).st_mode), stat.S_IRUSR | stat.S_IXUSR
        if closed is not None and mode & looks != looks:
            os.chmod(folder, mode | stat.S_IRWXU)
            closed.append((folder, mode))
        with os.scandir(folder) as found:
            return sorted(found, key=lambda one: one.name)

    def _entry(
        self, path: str, status: os.stat_result, known: Snapshot | None, *, whole: bool, fits: bool
    ) -> KeptEntry:
        mode, place = status.st_mode, self.folder / path
        if stat.S_ISDIR(mode):
            return KeptEntry(mode)
        times = (status.st_mtime_ns, status.st_ino, status.st_ctime_ns)
        before = None if known is None else known.tree.get(path)
        settled = known is not None and status.st_ctime_ns < known.at - UNSURE
        same = settled and before is not None and (before.mode, before.times) == (mode, times)
        if before is not None and same and (before.is_kept or not whole):
            return before
        why = "is no file: another program may be reached through it"
        try:
            if stat.S_ISLNK(mode):
                return KeptEntry(mode, os.readlink(place), *times)
            if stat.S_ISREG(mode) and fits:
                return KeptEntry(mode, self._keep(place), *times)
        except OSError as error:
            why = f"cannot be kept: {error.strerror}"
        if whole:
            raise NotKeptError(f"{path} {why}")
        return KeptEntry(mode, unkept(status), *times)

    def _keep(self, whole: Path) -> str:
        """A file's content is in the store. Returns its name there. Raises `OSError`."""
        number, name = tempfile.mkstemp(dir=self.store)
        new, digest = Path(name), hashlib.sha256()
        try:
            with open(whole, "rb") as source, open(number, "wb") as copy:
                while block := source.read(BLOCK):
                    digest.update(block)
                    copy.write(block)
            kept = self._place(digest.hexdigest())
            kept.parent.mkdir(mode=0o700, exist_ok=True)
            os.replace(new, kept)
        finally:
            new.unlink(missing_ok=True)
        return digest.hexdigest()

    def _place(self, digest: str) -> Path:
        return self.store / digest[:2] / digest[2:]

    def give_back(
        self, before: Snapshot, after: Snapshot, only: Callable[[str], bool] = lambda path: True
    ) -> list[str]:
        """What has changed from `before` to `after` is as it was before: all of it, or those paths that are wanted. Returns them. Blocks.
        Nothing is changed if something of it was changed since (`ChangedSinceError`), or cannot be known (`NotKeptError`)."""
        return self.give_back_all([(before, after)], only)

    def give_back_all(
        self, steps: Sequence[tuple[Snapshot, Snapshot]], only: Callable[[str], bool] = lambda path: True
    ) -> list[str]:
        """The same, one step behind the other; all of them, or nothing."""
        now = self.take(whole=False)
        wanted, given = dict(now.tree), set[str]()
        for before, after in steps:
            paths = _with_parents([*filter(only, changed_paths(before, after))], before, after)
            if lost := next(
                (path for path in paths if (one := before.tree.get(path)) and not one.is_kept), ""
            ):
                raise NotKeptError(f"{lost} was too large to be kept, or no file")
            differ = [path for path in paths if not same(wanted.get(path), before.tree.get(path))]
            theirs = [
                path for path in differ if not self._is_left(wanted.get(path), after.tree.get(path), path)
            ]
            if theirs := theirs + _find_added(before, after, wanted):
                raise ChangedSinceError(sorted({*theirs}))
            for path in differ:
                wanted.pop(path, None)
            wanted |= {path: before.tree[path] for path in differ if path in before.tree}
            given.update(paths)
        then = Snapshot(now.at, wanted)
        paths = changed_paths(then, now)
        try:
            self._put_back(then, now, paths)
        except OSError as error:
            self._put_back(now, self.take(whole=False), paths)
            raise NotKeptError(f"{error.filename or 'a file'}: {error.strerror}") from None
        return sorted(given)

    def _is_left(self, now: KeptEntry | None, after: KeptEntry | None, path: str) -> bool:
        """Whether it is as it was left, or an index of git that was only looked at since."""
        found = [one for one in (now, after) if one and stat.S_ISREG(one.mode) and one.is_kept]
        if same(now, after) or PurePath(path).name != "index" or len(found) != 2:
            return same(now, after)
        return _is_same_index(*(self._place(one.content) for one in found))

    def find_touched(self, after: Snapshot, paths: Iterable[str]) -> list[str]:
        """Those of some paths that look as if they had been changed since a snapshot: by kind, mode, size and time. Only an index of git
        is read."""
        return [path for path in paths if self._looks_other(path, after.tree.get(path))]

    def _looks_other(self, path: str, then: KeptEntry | None) -> bool:
        whole = self.folder / path
        try:
            now = whole.lstat()
        except (FileNotFoundError, NotADirectoryError):
            return then is not None
        if then is None or now.st_mode != then.mode:
            return True
        if not then.is_kept:
            return then.content != unkept(now)
        if not stat.S_ISREG(now.st_mode):
            return stat.S_ISLNK(now.st_mode) and os.readlink(whole) != then.content
        kept = self._place(then.content)
        same = now.st_size == kept.stat().st_size and now.st_mtime_ns == then.modified
        return not same and not (whole.name == "index" and _is_same_index(whole, kept))

    def _put_back(self, before: Snapshot, now: Snapshot, paths: list[str]) -> None:
        parents = {str(one) for path in paths for one in PurePath(path).parents} - {"."}
        folders = (parents | {""}) & {*now.tree}
        with contextlib.ExitStack() as stack:
            for folder in sorted(folders):
                stack.enter_context(self._open(folder, now))
            for path in reversed(paths):
                self._remove(path, now.tree.get(path), before.tree.get(path))
            for path in paths:
                if (one := before.tree.get(path)) is not None:
                    self._restore(path, one, now.tree.get(path))
        for path in reversed(paths):
            if (one := before.tree.get(path)) is not None and one.is_folder:
                os.chmod(self.folder / path, stat.S_IMODE(one.mode))

    @contextlib.contextmanager
    def _open(self, folder: str, now: Snapshot) -> Iterator[None]:
        """A folder may be written in, whatever its mode says."""
        entry = now.tree.get(folder)
        if entry is None or not entry.is_folder or entry.mode & stat.S_IRWXU == stat.S_IRWXU:
            yield
            return
        os.chmod(self.folder / folder, stat.S_IMODE(entry.mode) | stat.S_IRWXU)
        try:
            yield
        finally:
            if (self.folder / folder).is_dir() and not (self.folder / folder).is_symlink():
                os.chmod(self.folder / folder, stat.S_IMODE(entry.mode))

    def _remove(self, path: str, now: KeptEntry | None, then: KeptEntry | None) -> None:
        if now is None or (
            then is not None
            and stat.S_IFMT(now.mode) == stat.S_IFMT(then.mode)
            and not stat.S_ISLNK(now.mode)
        ):
            return
        if now.is_folder:
            os.rmdir(self.folder / path)
        else:
            os.unlink(self.folder / path)

    def _restore(self, path: str, then: KeptEntry, now: KeptEntry | None) -> None:
        whole = self.folder / path
        if then.is_folder:
            if now is None or not now.is_folder:
                os.mkdir(whole, 0o700)
            return
        if stat.S_ISLNK(then.mode):
            os.symlink(then.content, whole)
            return
        if now is not None and stat.S_ISREG(now.mode) and _is_bound(whole):
            os.chmod(whole, stat.S_IMODE(now.mode) | stat.S_IRUSR | stat.S_IWUSR)
            shutil.copyfile(self._place(then.content), whole)
            os.chmod(whole, stat.S_IMODE(then.mode))
            os.utime(whole, ns=(then.modified, then.modified))
            return
        new = whole.with_name(f".solovox-{os.getpid()}")
        try:
            shutil.copyfile(self._place(then.content), new)
            os.chmod(new, stat.S_IMODE(then.mode))
            os.utime(new, ns=(then.modified, then.modified))
            os.replace(new, whole)
        finally:
            new.unlink(missing_ok=True)

    def text(self, snapshot: Snapshot, path: str) -> str:
        """What a file had in it, as far as it is text; empty if it was none, or not kept. Blocks."""
        one = snapshot.tree.get(path)
        if one is None or not stat.S_ISREG(one.mode) or not one.is_kept:
            return ""
        return self._place(one.content).read_text(errors="replace")

    def size(self) -> int:
        """Bytes of all that is kept. Blocks."""
        return sum(one.stat().st_size for one in self.store.glob("??/*"))

    def size_of(self, kept: list[Snapshot]) -> int:
        """Bytes that these take. Blocks."""
        names = {one.content for snapshot in kept for one in snapshot.tree.values() if stat.S_ISREG(one.mode)}
        places = [self._place(name) for name in names if not name.startswith(UNKEPT)]
        return sum(one.stat().st_size for one in places if one.exists())

    def forget(self, kept: list[Snapshot]) -> None:
        """Only what these hold is kept. Blocks."""
        self._last = None  # a file that it knows may be gone
        names = {one.content for snapshot in kept for one in snapshot.tree.values() if stat.S_ISREG(one.mode)}
        for one in self.store.glob("??/*"):
            if one.parent.name + one.name not in names:
                one.unlink(missing_ok=True)


def _with_parents(paths: list[str], before: Snapshot, after: Snapshot) -> list[str]:
    """These, and the folders above them that are gone, or something else."""
    above = {str(one) for path in paths for one in PurePath(path).parents} - {"."}
    gone = {one for one in above if not ((entry := after.tree.get(one)) and entry.is_folder)}
    return sorted({*paths, *(one for one in gone if one in before.tree)})


def _is_same_index(one: Path, other: Path) -> bool:
    """Whether two files are indexes of git that name the same."""
    known = read_index(one.read_bytes())
    return known is not None and known == read_index(other.read_bytes())


def _is_bound(file: Path) -> bool:
    """Whether a file is more than its name and content: it has another name, perhaps elsewhere, or attributes, or another owner."""
    status = os.lstat(file)
    return status.st_nlink > 1 or bool(os.listxattr(file)) or status.st_uid != os.geteuid()
