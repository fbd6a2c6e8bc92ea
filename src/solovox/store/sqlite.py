"""The store in a file of SQLite.

Rule 1: what a method has written when it returns is on the disk: a killed process and a power cut lose nothing of it.
A method that was cut off has written all or nothing.
Rule 2: several processes may have it open. One that writes waits up to `PATIENCE_S` for another.
Rule 3: the file is 0600 from its first byte on, and what is removed is overwritten in it.
Rule 4: at most `MOST` corrections and `MOST_BYTES`, `MOST_SETTINGS` settings; more is refused, and nothing is dropped.
Rule 5: a file that is damaged, of a newer format or of another program is one line, and is not touched.
"""

import contextlib
import fcntl
import os
import sqlite3
import threading
from collections.abc import Iterator, Sequence
from dataclasses import fields, replace
from hashlib import sha256
from pathlib import Path
from typing import Any, Final

from solovox.ports import Added, Correction, ReasoningCorrection, StoreError, SttCorrection
from solovox.ports.corrections import wrong_with
from solovox.store.schema import MARK, STEPS

FILE: Final = "store.sqlite"
MOST: Final = 5_000
MOST_BYTES: Final = 128_000_000
MOST_SETTINGS: Final = 100
LONGEST_SETTING: Final = 1_000
"""Characters of a setting's name, and of its value."""
PATIENCE_S: Final = 5.0
PRIVATE: Final = 0o600

_DAMAGED: Final = (sqlite3.SQLITE_CORRUPT, sqlite3.SQLITE_NOTADB)
_BUSY: Final = (sqlite3.SQLITE_BUSY, sqlite3.SQLITE_LOCKED)


class SqliteStore:
    """The `Store` in this file, which is made if it is not there; its folder is. Close it. Raises `StoreError`."""

    def __init__(
        self, path: Path, most: int = MOST, most_bytes: int = MOST_BYTES, patience_s: float = PATIENCE_S
    ) -> None:
        self._path = path
        self._most, self._most_bytes = most, most_bytes
        self._lock = threading.Lock()
        with self._disk():
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

    def add(self, correction: Correction) -> Added:
        """Keep it, unless it is kept."""
        _check(correction)
        with self._written():
            known = self._one("SELECT id FROM corrections WHERE id = ?", correction.id)
            known = known or self._one("SELECT id FROM corrections WHERE content = ?", _content(correction))
            if known:
                return Added(known[0], new=False)
            count, size = self._one("SELECT count(*), coalesce(sum(size), 0) FROM corrections")
            if count >= self._most or size + _size(correction) > self._most_bytes:
                raise StoreError(
                    f"there are {count} corrections with {size / 1e6:.0f} MB, and no room for another:"
                    " remove some (solovox corrections rm)"
                )
            values = _values(correction)
            self._file.execute(
                "INSERT INTO corrections (id, type, created_at, content, size,"
                " audio, heard, meant, input, proposed, corrected) VALUES (:id, :type, :created_at, :content, :size,"
                " :audio, :heard, :meant, :input, :proposed, :corrected)",
                values,
            )
        return Added(correction.id, new=True)

    def all(self) -> Sequence[Correction]:
        """Every one, the oldest first."""
        with self._disk():
            rows = self._file.execute(
                "SELECT id, created_at, type, audio, heard, meant, input, proposed, corrected"
                " FROM corrections ORDER BY created_at, n"
            ).fetchall()
        return [_read(row) for row in rows]

    def edit(self, correction: Correction) -> None:
        """Replace the one with its id."""
        _check(correction)
        with self._written():
            values = _values(correction)
            found = self._one("SELECT type, size FROM corrections WHERE id = ?", correction.id)
            if found is None:
                raise StoreError(f"there is no correction {correction.id}")
            if found[0] != values["type"]:
                raise StoreError(f"correction {correction.id} is of the other kind ({found[0]})")
            same = self._one(
                "SELECT id FROM corrections WHERE content = ? AND id <> ?", values["content"], correction.id
            )
            if same:
                raise StoreError(f"correction {same[0]} says that already")
            (size,) = self._one("SELECT sum(size) FROM corrections")
            if size - found[1] + values["size"] > self._most_bytes:
                raise StoreError(f"there is no room for more than {self._most_bytes / 1e6:.0f} MB")
            self._file.execute(
                "UPDATE corrections SET created_at = :created_at, content = :content, size = :size,"
                " audio = :audio, heard = :heard, meant = :meant,"
                " input = :input, proposed = :proposed, corrected = :corrected WHERE id = :id",
                values,
            )
        self._overwrite()

    def remove(self, correction: str) -> bool:
        """Forget it."""
        with self._written():
            gone = self._file.execute("DELETE FROM corrections WHERE id = ?", (correction,)).rowcount
        self._overwrite()
        return gone > 0

    def get(self, setting: str) -> str | None:
        """A setting."""
        with self._disk():
            row = self._one("SELECT value FROM settings WHERE name = ?", setting)
        return row[0] if row else None

    def set(self, setting: str, value: str) -> None:
        """Keep a setting."""
        if not 0 < len(setting) <= LONGEST_SETTING or len(value) > LONGEST_SETTING:
            raise StoreError(f"a setting's name and value have at most {LONGEST_SETTING} characters")
        with self._written():
            (others,) = self._one("SELECT count(*) FROM settings WHERE name <> ?", setting)
            if others >= MOST_SETTINGS:
                raise StoreError(f"there are {others} settings, and no room for another")
            self._file.execute("INSERT OR REPLACE INTO settings VALUES (?, ?)", (setting, value))

    def close(self) -> None:
        """Close the file."""
        with self._disk():
            self._file.close()

    def _open(self) -> None:
        found = self._format()
        self._path.chmod(PRIVATE)
        for one in ("synchronous = FULL", "secure_delete = ON"):
            self._file.execute(f"PRAGMA {one}").fetchall()
        if found == len(STEPS) and self._one("PRAGMA journal_mode") == ("wal",):
            return
        with _alone(self._path):  # SQLite does not wait for others while it changes to WAL
            self._one("PRAGMA journal_mode = WAL")
            with self._whole():
                for step in STEPS[self._format() :]:
                    for statement in step:
                        self._file.execute(statement)
                self._file.execute(f"PRAGMA application_id = {MARK}")
                self._file.execute(f"PRAGMA user_version = {len(STEPS)}")

    def _format(self) -> int:
        (mark,) = self._one("PRAGMA application_id")
        (found,) = self._one("PRAGMA user_version")
        (tables,) = self._one("SELECT count(*) FROM sqlite_master")
        if mark != MARK and (mark or found or tables):
            raise StoreError(f"{self._path} is the file of another program: move it away")
        if found > len(STEPS):
            raise StoreError(
                f"{self._path} was written by a newer Solovox (format {found}, this one knows {len(STEPS)}):"
                " install that one, or name another folder with SOLOVOX_STATE"
            )
        return int(found)

    def _one(self, query: str, *values: object) -> Any:
        return self._file.execute(query, values).fetchone()

    @contextlib.contextmanager
    def _written(self) -> Iterator[None]:
        with self._disk(), self._whole():
            yield

    @contextlib.contextmanager
    def _whole(self) -> Iterator[None]:
        """All of it or nothing; on the disk at the end."""
        self._file.execute("BEGIN IMMEDIATE")
        try:
            yield
            self._file.execute("COMMIT")
        except BaseException:
            if self._file.in_transaction:
                self._file.execute("ROLLBACK")
            raise

    def _overwrite(self) -> None:
        """What was removed leaves the log too, unless another process reads at this moment: then the last to close does it."""
        with self._lock, contextlib.suppress(sqlite3.Error):
            self._file.execute("PRAGMA wal_checkpoint(TRUNCATE)").fetchall()

    @contextlib.contextmanager
    def _disk(self) -> Iterator[None]:
        """One thread at a time, and every failure in one line."""
        with self._lock, self._told():
            yield

    @contextlib.contextmanager
    def _told(self) -> Iterator[None]:
        try:
            yield
        except UnicodeError:
            raise StoreError("a text for the store has half of a character: leave it out") from None
        except sqlite3.Error as error:
            raise StoreError(f"{self._path} {_reason(error)}") from None
        except OSError as error:
            raise StoreError(
                f"{self._path} cannot be used: {error.strerror}; name another folder with SOLOVOX_STATE"
            ) from None


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


def _reason(error: sqlite3.Error) -> str:
    code = getattr(error, "sqlite_errorcode", 0) & 0xFF
    if code in _DAMAGED:
        return "is damaged: move it away, and import what you have exported"
    if code in _BUSY:
        return "is being written by another program: try again"
    if code == sqlite3.SQLITE_FULL:
        return "cannot be written: the disk is full; make room"
    return f"cannot be used: {error}; name another folder with SOLOVOX_STATE"


def _check(correction: Correction) -> None:
    if wrong := wrong_with(correction):
        raise StoreError(f"correction {correction.id!r}: {wrong}")


def _kind(correction: Correction) -> str:
    return "stt" if isinstance(correction, SttCorrection) else "reasoning"


def _values(correction: Correction) -> dict[str, Any]:
    own = {one.name: getattr(correction, one.name) for one in fields(correction)}
    return {
        **dict.fromkeys(("audio", "heard", "meant", "input", "proposed", "corrected")),
        **own,
        "type": _kind(correction),
        "content": _content(correction),
        "size": _size(correction),
    }


def _read(row: Sequence[Any]) -> Correction:
    match row:
        case (own, at, "stt", audio, heard, meant, _, _, _):
            return SttCorrection(own, at, audio, heard, meant)
        case (own, at, _, _, _, _, given, proposed, corrected):
            return ReasoningCorrection(own, at, given, proposed, corrected)
    raise AssertionError(row)


def _content(correction: Correction) -> bytes:
    """A digest of what tells it from the others: not its id, and not its time."""
    digest = sha256(_kind(correction).encode())
    for one in _bytes(replace(correction, id="", created_at="")):
        digest.update(len(one).to_bytes(8, "big") + one)
    return digest.digest()


def _size(correction: Correction) -> int:
    return sum(map(len, _bytes(correction)))


def _bytes(correction: Correction) -> Iterator[bytes]:
    for one in fields(correction):
        given = getattr(correction, one.name)
        yield given if isinstance(given, bytes) else given.encode()
