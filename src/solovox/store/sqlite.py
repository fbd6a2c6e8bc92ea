"""The store in a file of SQLite.

Rule: at most `MOST` corrections and `MOST_BYTES`, `MOST_SETTINGS` settings; more is refused, and nothing is dropped. How the
file is kept: `sqlite_file.py`.
"""

from collections.abc import Iterator, Sequence
from dataclasses import fields, replace
from hashlib import sha256
from pathlib import Path
from typing import Any, Final

from solovox.ports import Added, Correction, ReasoningCorrection, SpeechCorrection, StoreError, SttCorrection
from solovox.ports.corrections import wrong_with
from solovox.store.sqlite_file import PATIENCE_S, FileForm, SqliteFile

# The tables of the store's file, one step for each format.
#
# A step is never changed once it was released: a file of an older format is taken through the steps that it lacks.

STEPS: Final = (
    (
        """CREATE TABLE corrections (
            n INTEGER PRIMARY KEY,
            id TEXT NOT NULL UNIQUE,
            created_at TEXT NOT NULL,
            content BLOB NOT NULL UNIQUE,
            size INTEGER NOT NULL,
            type TEXT NOT NULL CHECK (type IN ('stt', 'reasoning')),
            audio BLOB, heard TEXT, meant TEXT,
            input TEXT, proposed TEXT, corrected TEXT,
            CHECK (type <> 'stt' OR (coalesce(input, proposed, corrected) IS NULL
                AND audio IS NOT NULL AND heard IS NOT NULL AND meant IS NOT NULL)),
            CHECK (type <> 'reasoning' OR (coalesce(audio, heard, meant) IS NULL
                AND input IS NOT NULL AND proposed IS NOT NULL AND corrected IS NOT NULL)))""",
        "CREATE INDEX sizes ON corrections (size)",  # what is counted at each write is read from it alone
    ),
    ("CREATE TABLE settings (name TEXT PRIMARY KEY, value TEXT NOT NULL)",),
    (
        "DROP INDEX sizes",
        "ALTER TABLE corrections RENAME TO before",
        """CREATE TABLE corrections (
            n INTEGER PRIMARY KEY,
            id TEXT NOT NULL UNIQUE,
            created_at TEXT NOT NULL,
            content BLOB NOT NULL UNIQUE,
            size INTEGER NOT NULL,
            type TEXT NOT NULL CHECK (type IN ('stt', 'reasoning', 'speech')),
            audio BLOB, heard TEXT, meant TEXT,
            input TEXT, proposed TEXT, corrected TEXT,
            written TEXT, spoken TEXT,
            CHECK (type = 'stt' AND coalesce(input, proposed, corrected, written, spoken) IS NULL
                    AND audio IS NOT NULL AND heard IS NOT NULL AND meant IS NOT NULL
                OR type = 'reasoning' AND coalesce(audio, heard, meant, written, spoken) IS NULL
                    AND input IS NOT NULL AND proposed IS NOT NULL AND corrected IS NOT NULL
                OR type = 'speech' AND coalesce(audio, heard, meant, input, proposed, corrected) IS NULL
                    AND written IS NOT NULL AND spoken IS NOT NULL))""",
        "INSERT INTO corrections SELECT *, NULL, NULL FROM before",
        "DROP TABLE before",
        "CREATE INDEX sizes ON corrections (size)",
    ),
)
"""The statements of each step: step n makes format n of a file of format n - 1."""

MARK: Final = 0x501_0F0C5
"""SQLite's `application_id`: what tells our file from those of other programs."""


FILE: Final = "store.sqlite"
MOST: Final = 5_000
MOST_BYTES: Final = 128_000_000
MOST_SETTINGS: Final = 100
LONGEST_SETTING: Final = 1_000
"""Characters of a setting's name, and of its value."""
_KINDS: Final[dict[str, type[Correction]]] = {
    "stt": SttCorrection,
    "reasoning": ReasoningCorrection,
    "speech": SpeechCorrection,
}
_TEXTS: Final = tuple(one.name for kind in _KINDS.values() for one in fields(kind)[2:])
"""The columns for what the kinds have beside an id and a time."""
FORM: Final = FileForm(MARK, STEPS, StoreError, "move it away, and import what you have exported")


class SqliteStore:
    """The `Store` in this file, which is made if it is not there; its folder is. Close it. Raises `StoreError`."""

    def __init__(
        self, path: Path, most: int = MOST, most_bytes: int = MOST_BYTES, patience_s: float = PATIENCE_S
    ) -> None:
        self._most, self._most_bytes = most, most_bytes
        self._file = SqliteFile(path, FORM, patience_s)

    def add(self, correction: Correction) -> Added:
        """Keep it, unless it is kept."""
        _check(correction)
        with self._file.write_whole():
            known = self._file.one("SELECT id FROM corrections WHERE id = ?", correction.id)
            known = known or self._file.one(
                "SELECT id FROM corrections WHERE content = ?", _content(correction)
            )
            if known:
                return Added(known[0], new=False)
            count, size = self._file.one("SELECT count(*), coalesce(sum(size), 0) FROM corrections")
            if count >= self._most or size + _size(correction) > self._most_bytes:
                raise StoreError(
                    f"there are {count} corrections with {size / 1e6:.0f} MB, and no room for another:"
                    " remove some (solovox corrections rm)"
                )
            values = _values(correction)
            self._file.run(
                "INSERT INTO corrections (id, type, created_at, content, size, audio, heard, meant, input, proposed, corrected, written, spoken)"
                " VALUES (:id, :type, :created_at, :content, :size,"
                " :audio, :heard, :meant, :input, :proposed, :corrected, :written, :spoken)",
                values,
            )
        return Added(correction.id, new=True)

    def all(self) -> Sequence[Correction]:
        """Every one, the oldest first."""
        with self._file.disk():
            rows = self._file.run(
                "SELECT type, id, created_at, audio, heard, meant, input, proposed, corrected, written, spoken"
                " FROM corrections ORDER BY created_at, n"
            ).fetchall()
        return [_read(row) for row in rows]

    def edit(self, correction: Correction) -> None:
        """Replace the one with its id."""
        _check(correction)
        with self._file.write_whole():
            values = _values(correction)
            found = self._file.one("SELECT type, size FROM corrections WHERE id = ?", correction.id)
            if found is None:
                raise StoreError(f"there is no correction {correction.id}")
            if found[0] != values["type"]:
                raise StoreError(f"correction {correction.id} is of another kind ({found[0]})")
            same = self._file.one(
                "SELECT id FROM corrections WHERE content = ? AND id <> ?", values["content"], correction.id
            )
            if same:
                raise StoreError(f"correction {same[0]} says that already")
            (size,) = self._file.one("SELECT sum(size) FROM corrections")
            if size - found[1] + values["size"] > self._most_bytes:
                raise StoreError(f"there is no room for more than {self._most_bytes / 1e6:.0f} MB")
            self._file.run(
                "UPDATE corrections SET created_at = :created_at, content = :content, size = :size,"
                " audio = :audio, heard = :heard, meant = :meant, input = :input, proposed = :proposed,"
                " corrected = :corrected, written = :written, spoken = :spoken WHERE id = :id",
                values,
            )
        self._file.overwrite()

    def remove(self, correction: str) -> bool:
        """Forget it."""
        with self._file.write_whole():
            gone = self._file.run("DELETE FROM corrections WHERE id = ?", (correction,)).rowcount
        self._file.overwrite()
        return gone > 0

    def get(self, setting: str) -> str | None:
        """A setting."""
        with self._file.disk():
            row = self._file.one("SELECT value FROM settings WHERE name = ?", setting)
        return row[0] if row else None

    def set(self, setting: str, value: str) -> None:
        """Keep a setting."""
        if not 0 < len(setting) <= LONGEST_SETTING or len(value) > LONGEST_SETTING:
            raise StoreError(f"a setting's name and value have at most {LONGEST_SETTING} characters")
        with self._file.write_whole():
            (others,) = self._file.one("SELECT count(*) FROM settings WHERE name <> ?", setting)
            if others >= MOST_SETTINGS:
                raise StoreError(f"there are {others} settings, and no room for another")
            self._file.run("INSERT OR REPLACE INTO settings VALUES (?, ?)", (setting, value))

    def close(self) -> None:
        """Close the file."""
        self._file.close()


def _check(correction: Correction) -> None:
    if wrong := wrong_with(correction):
        raise StoreError(f"correction {correction.id!r}: {wrong}")


def _kind(correction: Correction) -> str:
    return next(kind for kind, made in _KINDS.items() if isinstance(correction, made))


def _values(correction: Correction) -> dict[str, object]:
    own = {one.name: getattr(correction, one.name) for one in fields(correction)}
    return {
        **dict.fromkeys(_TEXTS),
        **own,
        "type": _kind(correction),
        "content": _content(correction),
        "size": _size(correction),
    }


def _read(row: Sequence[Any]) -> Correction:
    kind = _KINDS[row[0]]
    known = dict(zip(("id", "created_at", *_TEXTS), row[1:], strict=True))
    return kind(**{one.name: known[one.name] for one in fields(kind)})


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
