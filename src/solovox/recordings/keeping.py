"""The folder of kept sessions: lists and removes them. Also the journal of a session that is not kept.

Rule 1: only a session's own folder, with a journal in it, is removed. No link is followed.
Rule 2: a session that is being written stays (`journal.begin` holds a lock).
Rule 3: a page is written whole or not at all; a new one is private to its owner.
"""

import fcntl
import os
import shutil
import stat
import tempfile
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Final

from solovox.core.commands import Command
from solovox.core.events import Event
from solovox.core.units import AudioSpan
from solovox.recordings.codec import JournalError

DAY: Final = 24 * 60 * 60
TRIED: Final = 65_536
"""Bytes that are written to see whether a session could be kept."""
NO_ROOM: Final = "nothing can be kept in {}: {}"


@dataclass(frozen=True, slots=True)
class Kept:
    """One session's folder. `written`: when its journal was written last, in seconds of the machine's clock."""

    folder: Path
    written: float
    size: int


def list_kept(root: Path) -> list[Kept]:
    """The sessions kept in a folder, the oldest first; none where there is no folder. Raises `OSError`."""
    if not root.is_dir():
        return []
    found = [one for folder in root.iterdir() if (one := _read_kept(folder)) is not None]
    return sorted(found, key=lambda one: (one.written, one.folder))


def find_kept(root: Path, name: str) -> Kept | None:
    """The one of that name, if it is there: a name that is not in the list leads nowhere. Raises `OSError`."""
    folders = root.iterdir() if root.is_dir() else ()
    return next((_read_kept(folder) for folder in folders if folder.name == name), None)


def _read_kept(folder: Path) -> Kept | None:
    """A session's own folder. None: it is something else, or has just been removed."""
    journal = folder / "journal.jsonl"
    if folder.is_symlink() or not folder.is_dir() or journal.is_symlink() or not journal.is_file():
        return None
    try:
        return Kept(folder, journal.stat().st_mtime, _size(folder))
    except FileNotFoundError:
        return None


def _size(folder: Path) -> int:
    return sum(path.lstat().st_size for path in folder.rglob("*") if path.is_file())


def older(found: Sequence[Kept], days: int, now: float) -> list[Kept]:
    """Sessions whose last write is more than this many days ago."""
    return [one for one in found if now - one.written > days * DAY]


def is_written(one: Kept) -> bool:
    """Whether its session still writes it. Raises `OSError`."""
    with (one.folder / "journal.jsonl").open("rb") as file:
        try:
            fcntl.flock(file, fcntl.LOCK_SH | fcntl.LOCK_NB)
        except BlockingIOError:
            return True
    return False


def remove(one: Kept) -> bool:
    """Delete a session; False: it is being written, and stays. Raises `OSError`."""
    with (one.folder / "journal.jsonl").open("rb") as file:
        try:
            fcntl.flock(file, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except BlockingIOError:
            return False
        shutil.rmtree(one.folder)
    return True


class Unkept:
    """The `Journal` of a session that is not kept."""

    lost = ""
    deaf = False
    """Nothing was to be kept."""

    def append(self, at: int, event: Event, commands: Sequence[Command]) -> None:
        """Nothing."""

    def sound(self, span: AudioSpan, pcm: bytes) -> None:
        """Nothing."""

    async def sync(self) -> None:
        """Nothing waits for the disk."""

    async def aclose(self) -> None:
        """Nothing is left."""


def refusal(root: Path) -> str:
    """Why no session can be kept in this folder now, in one line; empty: one can. It tries. Blocks."""
    try:
        root.mkdir(parents=True, exist_ok=True, mode=0o700)
        with tempfile.TemporaryFile(dir=root, buffering=0) as file:
            left = TRIED
            while left > 0:
                left -= file.write(bytes(left))
            os.fsync(file.fileno())
    except OSError as error:
        return NO_ROOM.format(root, error.strerror)
    return ""


def write_whole(path: Path, text: str) -> None:
    """Write a file, whole or not at all. Raises `JournalError`."""
    try:
        if path.exists() and not stat.S_ISREG(path.stat().st_mode):
            path.write_text(text, encoding="utf-8")  # a pipe, a terminal: nothing there to be lost
            return
        target = Path(os.path.realpath(path))  # a link stays one
        out, beside = tempfile.mkstemp(prefix=".solovox-", dir=target.parent)
        try:
            with os.fdopen(out, "w", encoding="utf-8") as file:
                file.write(text)
            if target.exists():
                os.chmod(beside, stat.S_IMODE(target.stat().st_mode))
            os.replace(beside, target)
        except BaseException:
            Path(beside).unlink(missing_ok=True)
            raise
    except OSError as error:
        raise JournalError(f"{path} cannot be written: {error.strerror}; name another file") from None


# What goes of the kept sessions when the next one begins: by their age, and by the room that they take.
#
# Rule 1: a clock that is wrong removes nothing. An age ends at the newest session that was written a day ago or more, and not now: a clock
# that has jumped must go on for a day, and a session be kept meanwhile, before anything grows old by it.
# Rule 2: of those too old at most a quarter of all goes at a time, or `FEW`; the oldest first. Each time it is said.
# Rule 3: then the oldest go until what is left fits into the room.
# Rule 4: what is being written stays, and what cannot be removed.

FEW: Final = 8


def prune(root: Path, days: int | None, room: int | None, now: float) -> tuple[int, int]:
    """Remove sessions: how many for their age, and how many for the room. `days`, `room` in bytes: None, no limit. `now`: seconds of the
    machine's clock. Raises `OSError` where the folder cannot be read. Blocks."""
    found = list_kept(root)
    aged = _remove_all(too_old(found, days, now)[: max(FEW, len(found) // 4)]) if days else []
    left = [one for one in found if one not in aged]
    over = sum(one.size for one in left) - room if room is not None else 0
    crowded = []
    for one in left:
        if over > 0 and _remove_all([one]):
            crowded.append(one)
            over -= one.size
    return len(aged), len(crowded)


def too_old(found: list[Kept], days: int, now: float) -> list[Kept]:
    """Those that are older by a clock that was seen to go on (rule 1); the oldest first."""
    seen = [one.written for one in found if one.written <= now - DAY]
    return older(found, days, max(seen)) if seen else []


def _remove_all(these: Iterable[Kept]) -> list[Kept]:
    gone = []
    for one in these:
        try:
            if remove(one):
                gone.append(one)
        except OSError:
            pass  # another process has just removed it, or it is not ours: it stays
    return gone
