"""A file of SQLite that is ours: opened, brought to the newest format, read and written.

Rule 1: what a method has written when it returns is on the disk: a killed process and a power cut lose nothing of it.
A method that was cut off has written all or nothing.
Rule 2: several processes may have it open. One that writes waits up to `PATIENCE_S` for another.
Rule 3: the file is 0600 from its first byte on, and what is removed is overwritten in it.
Rule 4: a file that is damaged, of a newer format or of another program is one line, and is not touched.
"""

import contextlib
import fcntl
import os
import sqlite3
import threading
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Final

from solovox.core.errors import SolovoxError

PATIENCE_S: Final = 5.0
PRIVATE: Final = 0o600

_DAMAGED: Final = (sqlite3.SQLITE_CORRUPT, sqlite3.SQLITE_NOTADB)
_BUSY: Final = (sqlite3.SQLITE_BUSY, sqlite3.SQLITE_LOCKED)


@dataclass(frozen=True, slots=True)
class FileForm:
    """What kind of file it is. `mark`: SQLite's `application_id`; `steps`: the statements that make each format of the one
    before; `trouble`: what is raised; `damaged`: what to do with a damaged one."""

    mark: int
    steps: tuple[tuple[str, ...], ...]
    trouble: type[SolovoxError]
    damaged: str


_FORMAT: Final = (
    "SELECT application_id, user_version, (SELECT count(*) FROM sqlite_master)"
    " FROM pragma_application_id, pragma_user_version"
)
"""In one statement, so of one moment: another process may be making the file."""


class SqliteFile:
    """This file, which is made if it is not there; its folder is. Close it. Raises its form's trouble."""

    def __init__(self, path: Path, form: FileForm, patience_s: float = PATIENCE_S) -> None:
        self._path, self._form = path, form
        self._lock = threading.Lock()
        with self.disk():
            if not path.exists():
                _create(path)
            self._file = sqlite3.connect(
                path, timeout=patience_s, isolation_level=None, check_same_thread=False
            )
            try:
                self._open()
            except BaseException:
                self._file.close()
                raise

    def run(self, query: str, values: Sequence[object] | Mapping[str, object] = ()) -> sqlite3.Cursor:
        """One statement, within `disk` or `written`."""
        return self._file.execute(query, values)

    def one(self, query: str, *values: object) -> Any:
        """The first row of what it asks for; None: there is none."""
        return self._file.execute(query, values).fetchone()

    @contextlib.contextmanager
    def disk(self) -> Iterator[None]:
        """One thread at a time, and every failure in one line."""
        with self._lock, self._tell_trouble():
            yield

    @contextlib.contextmanager
    def write_whole(self) -> Iterator[None]:
        """All of it or nothing; on the disk at the end."""
        with self.disk(), self._whole():
            yield

    def overwrite(self) -> None:
        """What was removed leaves the log too, unless another process reads at this moment: then the last to close does it."""
        with self._lock, contextlib.suppress(sqlite3.Error):
            self._file.execute("PRAGMA wal_checkpoint(TRUNCATE)").fetchall()

    def close(self) -> None:
        """Close the file. Safe to call twice."""
        with self.disk():
            self._file.close()

    def _open(self) -> None:
        steps = self._form.steps
        found = self._format()
        self._path.chmod(PRIVATE)
        for one in ("synchronous = FULL", "secure_delete = ON"):
            self._file.execute(f"PRAGMA {one}").fetchall()
        if found == len(steps) and self.one("PRAGMA journal_mode") == ("wal",):
            return
        with _alone(self._path):  # SQLite does not wait for others while it changes to WAL
            self.one("PRAGMA journal_mode = WAL")
            with self._whole():
                for step in steps[self._format() :]:
                    for statement in step:
                        self._file.execute(statement)
                self._file.execute(f"PRAGMA application_id = {self._form.mark}")
                self._file.execute(f"PRAGMA user_version = {len(steps)}")

    def _format(self) -> int:
        mark, newest, trouble = self._form.mark, len(self._form.steps), self._form.trouble
        said, found, tables = self.one(_FORMAT)
        if said != mark and (said or found or tables):
            raise trouble(f"{self._path} is the file of another program: move it away")
        if found > newest:
            raise trouble(
                f"{self._path} was written by a newer Solovox (format {found}, this one knows {newest}):"
                " install that one, or name another folder with SOLOVOX_STATE"
            )
        return int(found)

    @contextlib.contextmanager
    def _whole(self) -> Iterator[None]:
        self._file.execute("BEGIN IMMEDIATE")
        try:
            yield
            self._file.execute("COMMIT")
        except BaseException:
            if self._file.in_transaction:
                self._file.execute("ROLLBACK")
            raise

    @contextlib.contextmanager
    def _tell_trouble(self) -> Iterator[None]:
        trouble = self._form.trouble
        try:
            yield
        except UnicodeError:
            raise trouble("a text for the store has half of a character: leave it out") from None
        except sqlite3.Error as error:
            raise trouble(f"{self._path} {self._reason(error)}") from None
        except OSError as error:
            raise trouble(
                f"{self._path} cannot be used: {error.strerror}; name another folder with SOLOVOX_STATE"
            ) from None

    def _reason(self, error: sqlite3.Error) -> str:
        code = getattr(error, "sqlite_errorcode", 0) & 0xFF
        if code in _DAMAGED:
            return f"is damaged: {self._form.damaged}"
        if code in _BUSY:
            return "is being written by another program: try again"
        if code == sqlite3.SQLITE_FULL:
            return "cannot be written: the disk is full; make room"
        return f"cannot be used: {error}; name another folder with SOLOVOX_STATE"


def _create(path: Path) -> None:
    """An empty file that was never wide. SQLite gives its side files the same mode.

    One that is there already is not opened: to close it would take the locks from another store of this process.
    """
    with _alone(path), contextlib.suppress(FileExistsError):
        os.close(os.open(path, os.O_RDWR | os.O_CREAT | os.O_EXCL | os.O_CLOEXEC, PRIVATE))


@contextlib.contextmanager
def _alone(path: Path) -> Iterator[None]:
    """One at a time, of all processes; the others wait for it."""
    out = os.open(path.with_suffix(".lock"), os.O_RDWR | os.O_CREAT | os.O_CLOEXEC, PRIVATE)
    try:
        fcntl.flock(out, fcntl.LOCK_EX)
        yield
    finally:
        os.close(out)
