"""Resumption handles: a session's memory, kept so that a later connection can go on with it.

Rule 1: a handle stands for the talk as it was when the handle was given; it survives the server.
Rule 2: it is good until `LASTS_S` after its session's last connection ended. The connection that takes it owns the session from then on.
The connection that owned it before, open or not, is told that it lost it, and can give no more handles.
Rule 3: handles cannot be guessed, and the file holds only their hashes. The file does hold what was said: only its
owner can read it, and deleted rows are overwritten.
Rule 4: at most `OF_SESSION` handles a session and `MOST_BYTES` in all; the oldest are dropped first.

Rule 5: a connection that lost its session gives no more handles, and ends. A disk that fails takes no session: it goes on without
handles, and the log says so (law R1).

The process keeps in memory which connection owns which session, so two servers with one state folder do not share this.
A call takes under a millisecond, rarely a few: writes are not synced, so a power cut may lose handles.

Sources: the Live API reference (two hours after the last session's end); docs/reference/gemini-live.md.
"""

import asyncio
import contextlib
import logging
import os
import secrets
import sqlite3
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from hashlib import sha256
from pathlib import Path
from typing import Final, Generic, NewType, TypeVar

import msgspec

from solovox.server.memory import Memory
from solovox.server.state import PRIVATE, StateTrouble, private_folder, trouble
from solovox.wire.whole import encode_whole

T = TypeVar("T")
SessionName = NewType("SessionName", str)

LASTS_S: Final = 2 * 3600
OF_SESSION: Final = 8
MOST_BYTES: Final = 64_000_000
TIDY_EVERY: Final = 64
"""How many handles are given between two clean-ups of old handles."""
FILE: Final = "handles.sqlite"
_FORMAT: Final = 1
_ENCODER: Final = msgspec.json.Encoder()
_TABLE: Final = """
    CREATE TABLE handles (
        n INTEGER PRIMARY KEY, hash BLOB UNIQUE, session TEXT, until REAL, memory BLOB);
    CREATE INDEX of_session ON handles (session, n);
"""


@dataclass(frozen=True, slots=True, eq=False)
class Claim:
    """One connection's ownership of a session, until `end` or until another connection takes the session."""

    session: SessionName
    lost: Callable[[], None]
    """Called once, when another connection takes the session."""


@dataclass(frozen=True, slots=True)
class ResumedSession(Generic[T]):
    """A session that goes on."""

    claim: Claim
    memory: T


class Handles(Generic[T]):
    """The handles in `folder`. `kind` is the dataclass that is remembered; `now_s` gives seconds of the calendar.

    Close it. Raises `StateTrouble`, one line, where the disk fails; a damaged file is begun anew.
    """

    def __init__(
        self, folder: Path, kind: type[T], now_s: Callable[[], float], most_bytes: int = MOST_BYTES
    ) -> None:
        self._path = private_folder(folder) / FILE
        self._kind = kind
        self._now = now_s
        self._most = most_bytes
        self._open: dict[SessionName, Claim] = {}
        self._given = 0
        with self._disk():
            try:
                self._file = _open_file(self._path)
            except sqlite3.DatabaseError as error:
                if isinstance(error, sqlite3.OperationalError):
                    raise
                for path in self._path.parent.glob(f"{FILE}*"):
                    path.unlink()
                self._file = _open_file(self._path)
            self._tidy()

    def begin(self, lost: Callable[[], None]) -> Claim:
        """A new session."""
        return self._claim(SessionName(secrets.token_hex(8)), lost)

    def take(self, handle: str, lost: Callable[[], None]) -> ResumedSession[T] | None:
        """Go on with the session that a handle stands for. None: it was never given, is too old, or was dropped."""
        with self._disk():
            row = self._file.execute(
                "SELECT session, until, memory FROM handles WHERE hash = ?", (_hash(handle),)
            ).fetchone()
        if row is None:
            return None
        session = SessionName(row[0])
        before = self._open.get(session)
        if before is None and row[1] < self._now():
            return None
        try:
            memory = msgspec.json.decode(row[2], type=self._kind)
        except msgspec.MsgspecError:  # written by another version
            return None
        taken = ResumedSession(self._claim(session, lost), memory)
        if before is not None:
            before.lost()
        return taken

    def give(self, claim: Claim, memory: T) -> str | None:
        """A new handle for the talk as it is now; None: another connection owns the session."""
        if not self._has(claim):
            return None
        session, handle = claim.session, secrets.token_urlsafe(24)
        kept = encode_whole(_ENCODER, memory)
        with self._disk(), self._file:
            self._file.execute(
                "INSERT INTO handles (hash, session, until, memory) VALUES (?, ?, ?, ?)",
                (_hash(handle), session, self._now() + LASTS_S, kept),
            )
            self._file.execute(
                "DELETE FROM handles WHERE session = ? AND n <= (SELECT n FROM handles WHERE session = ?"
                " ORDER BY n DESC LIMIT 1 OFFSET ?)",
                (session, session, OF_SESSION),
            )
            self._given += 1
            if self._given % TIDY_EVERY == 0:
                self._tidy()
        return handle

    def end(self, claim: Claim) -> None:
        """The connection has ended: if it still owns the session, the lifetime of its handles starts now."""
        if self._has(claim):
            with self._disk(), self._file:
                self._renew(claim.session)
            del self._open[claim.session]

    def close(self) -> None:
        """Ends what is open, and the file. Safe to call twice."""
        for claim in [*self._open.values()]:
            self.end(claim)
        self._file.close()

    def _claim(self, session: SessionName, lost: Callable[[], None]) -> Claim:
        claim = self._open[session] = Claim(session, lost)
        return claim

    def _has(self, claim: Claim) -> bool:
        return self._open.get(claim.session) is claim

    def _renew(self, session: SessionName) -> None:
        until = self._now() + LASTS_S
        self._file.execute("UPDATE handles SET until = ? WHERE session = ?", (until, session))

    def _tidy(self) -> None:
        with self._file:
            for session in self._open:
                self._renew(session)
            self._file.execute("DELETE FROM handles WHERE until < ?", (self._now(),))
            self._file.execute(
                "DELETE FROM handles WHERE n <= (SELECT max(n) FROM"
                " (SELECT n, sum(length(memory)) OVER (ORDER BY n DESC) AS bytes FROM handles) WHERE bytes > ?)",
                (self._most,),
            )

    @contextlib.contextmanager
    def _disk(self) -> Iterator[None]:
        try:
            yield
        except sqlite3.Error as error:
            raise StateTrouble(f"{self._path} cannot be used: {error}") from None
        except OSError as error:
            raise trouble(self._path, error) from None


def _open_file(path: Path) -> sqlite3.Connection:
    # Created by us, so that the file is private from the start. SQLite gives its side files the same mode.
    os.close(os.open(path, os.O_RDWR | os.O_CREAT | os.O_CLOEXEC, PRIVATE))
    path.chmod(PRIVATE)
    file = sqlite3.connect(path, timeout=0.2)
    try:
        for one in ("journal_mode = WAL", "synchronous = OFF", "secure_delete = ON"):
            file.execute(f"PRAGMA {one}").fetchall()
        (version,) = file.execute("PRAGMA user_version").fetchone()
        if version != _FORMAT:
            file.executescript(f"DROP TABLE IF EXISTS handles; {_TABLE} PRAGMA user_version = {_FORMAT};")
    except BaseException:
        file.close()
        raise
    return file


def _hash(handle: str) -> bytes:
    return sha256(handle.encode("utf-8", "surrogatepass")).digest()


_log: Final = logging.getLogger("solovox.journal")


@contextmanager
def _disk_may_fail() -> Iterator[None]:
    try:
        yield
    except StateTrouble as trouble:
        _log.warning("no handle is given or known: %s", trouble)


class Resuming:
    """One connection's."""

    def __init__(self, handles: Handles[Memory]) -> None:
        self._handles = handles
        self._claim: Claim | None = None
        self._lost = asyncio.Event()

    def begin(self, handle: str | None) -> Memory | None:
        """Go on with what a handle stands for; None: it stands for nothing, or there is none, and a session begins.
        Only the first time counts.
        """
        if self._claim is not None:
            return None
        found = None
        if handle:
            with _disk_may_fail():
                found = self._handles.take(handle, self._lost.set)
        self._claim = found.claim if found is not None else self._handles.begin(self._lost.set)
        return found.memory if found is not None else None

    def give(self, memory: Memory) -> str | None:
        """A handle for the talk as it is now; None: another connection owns the session, or no disk takes it."""
        given = None
        if self._claim is not None:
            with _disk_may_fail():
                given = self._handles.give(self._claim, memory)
        return given

    async def wait_until_lost(self) -> None:
        """Returns when another connection has taken the session."""
        await self._lost.wait()

    def end(self) -> None:
        """This connection has ended."""
        if self._claim is not None:
            with _disk_may_fail():
                self._handles.end(self._claim)
