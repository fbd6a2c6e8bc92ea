"""The Studio's projects in a file of SQLite, beside the store of what the person taught.

Rule 1: at most `MOST_PROJECTS`, `MOST_VERSIONS` of each, and `MOST_BYTES` of files, compressed. The oldest versions of a
project make room for its newer ones; beyond the rest more is refused, and nothing is dropped.
Rule 2: a version's number is never given twice, so what was said of one is never read of another. Jobs' numbers are kept for
the same reason.
Rule 3: what was asked for is kept from a job's beginning to its end: so it is there after a process that was killed.
How the file is kept: `sqlite_file.py`.
"""

import json
import secrets
import threading
import zlib
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Any, Final

from solovox.ports.projects import (
    MOST_PROJECTS,
    MOST_TOOLS,
    MOST_VERSIONS,
    Files,
    NoProject,
    OpenJob,
    Project,
    ProjectError,
    SavedVersion,
    Version,
    wrong_with_files,
    wrong_with_name,
)
from solovox.store.sqlite_file import PATIENCE_S, FileForm, SqliteFile

FILE: Final = "projects.sqlite"
MOST_BYTES: Final = 400_000_000
LONGEST_ABOUT: Final = 8_000
"""Characters of what was asked for."""
STEPS: Final = (
    (
        """CREATE TABLE projects (
            n INTEGER PRIMARY KEY,
            id TEXT NOT NULL UNIQUE,
            name TEXT NOT NULL,
            made_at TEXT NOT NULL,
            version INTEGER NOT NULL DEFAULT 0,
            last INTEGER NOT NULL DEFAULT 0,
            tools TEXT NOT NULL DEFAULT '[]')""",
        """CREATE TABLE versions (
            project TEXT NOT NULL REFERENCES projects (id),
            number INTEGER NOT NULL,
            made_at TEXT NOT NULL,
            about TEXT NOT NULL,
            made_by TEXT NOT NULL,
            size INTEGER NOT NULL,
            files BLOB NOT NULL,
            PRIMARY KEY (project, number))""",
        "CREATE INDEX sizes ON versions (size)",
    ),
    ("CREATE TABLE counts (jobs INTEGER NOT NULL)", "INSERT INTO counts (jobs) VALUES (0)"),
    (
        """CREATE TABLE jobs (
            project TEXT PRIMARY KEY,
            number INTEGER NOT NULL,
            prompt TEXT NOT NULL,
            of TEXT NOT NULL)""",
    ),
)
"""The statements of each step: step n makes format n of a file of format n - 1. One that was released is never changed."""
FORM: Final = FileForm(0x501_0F0C6, STEPS, ProjectError, "move it away; what you exported can be imported")
_PROJECT: Final = "SELECT id, name, made_at, version, tools FROM projects"


class SqliteProjects:
    """The `ProjectStore` in this file. It is opened, and made if it is not there, when it is used first; a file that cannot be opened is
    tried again the next time. `now`: the time, ISO 8601, UTC; `ready`: makes its folder, and raises `ProjectError` where it cannot."""

    def __init__(
        self,
        path: Path,
        now: Callable[[], str],
        most: int = MOST_PROJECTS,
        most_versions: int = MOST_VERSIONS,
        most_bytes: int = MOST_BYTES,
        patience_s: float = PATIENCE_S,
        ready: Callable[[], object] = lambda: None,
    ) -> None:
        self._now = now
        self._most, self._most_versions, self._most_bytes = most, most_versions, most_bytes
        self._path, self._patience_s, self._ready = path, patience_s, ready
        self._opening = threading.Lock()
        self._opened: SqliteFile | None = None

    @property
    def _file(self) -> SqliteFile:
        with self._opening:
            if self._opened is None:
                self._ready()
                self._opened = SqliteFile(self._path, FORM, self._patience_s)
            return self._opened

    def projects(self) -> Sequence[Project]:
        """All of them, the newest first."""
        with self._file.disk():
            rows = self._file.run(f"{_PROJECT} ORDER BY n DESC").fetchall()
        return [_read(row) for row in rows]

    def make(self, name: str) -> Project:
        """A new one."""
        _check(wrong_with_name(name))
        made = Project(secrets.token_hex(8), name, self._now())
        with self._file.write_whole():
            (count,) = self._file.one("SELECT count(*) FROM projects")
            if count >= self._most:
                raise ProjectError(f"there are {count} projects, and no room for another: remove one")
            self._file.run(
                "INSERT INTO projects (id, name, made_at) VALUES (?, ?, ?)", (made.id, name, made.made_at)
            )
        return made

    def project(self, project: str) -> Project:
        """The one with this id."""
        with self._file.disk():
            return self._find(project)

    def rename(self, project: str, name: str) -> Project:
        """Give it another name."""
        _check(wrong_with_name(name))
        return self._change(project, "UPDATE projects SET name = ? WHERE id = ?", name)

    def remove(self, project: str) -> None:
        """Forget it."""
        with self._file.write_whole():
            self._find(project)
            self._file.run("DELETE FROM versions WHERE project = ?", (project,))
            self._file.run("DELETE FROM jobs WHERE project = ?", (project,))
            self._file.run("DELETE FROM projects WHERE id = ?", (project,))
        self._file.overwrite()

    def save(self, project: str, about: str, by: str, files: Files) -> Version:
        """A new version."""
        _check(wrong_with_files(files))
        packed = zlib.compress(json.dumps(dict(files), ensure_ascii=False).encode(), 6)
        about = about[:LONGEST_ABOUT]
        with self._file.write_whole():
            now = self._find(project).version
            (number,) = self._file.one("SELECT last + 1 FROM projects WHERE id = ?", project)
            made = Version(number, self._now(), about, by, dict(files))
            self._file.run("DELETE FROM versions WHERE project = ? AND number > ?", (project, now))
            self._file.run(
                "DELETE FROM versions WHERE project = ? AND number NOT IN"
                " (SELECT number FROM versions WHERE project = ? ORDER BY number DESC LIMIT ?)",
                (project, project, self._most_versions - 1),
            )
            (size,) = self._file.one("SELECT coalesce(sum(size), 0) FROM versions")
            if size + len(packed) > self._most_bytes:
                raise ProjectError(
                    f"there is no room for more than {self._most_bytes / 1e6:.0f} MB of projects: remove one"
                )
            self._file.run(
                "INSERT INTO versions VALUES (?, ?, ?, ?, ?, ?, ?)",
                (project, number, made.made_at, about, by, len(packed), packed),
            )
            self._file.run(
                "UPDATE projects SET version = ?, last = ? WHERE id = ?", (number, number, project)
            )
            self._file.run("DELETE FROM jobs WHERE project = ?", (project,))
        return made

    def versions(self, project: str) -> Sequence[SavedVersion]:
        """All of them, the oldest first."""
        with self._file.disk():
            self._find(project)
            rows = self._file.run(
                "SELECT number, made_at, about, made_by FROM versions WHERE project = ? ORDER BY number",
                (project,),
            ).fetchall()
        return [SavedVersion(*row) for row in rows]

    def version(self, project: str, number: int | None = None) -> Version:
        """One with its files."""
        with self._file.disk():
            wanted = self._find(project).version if number is None else number
            row = self._one_version(project, wanted)
        wanted, made_at, about, by, packed = row
        return Version(wanted, made_at, about, by, json.loads(zlib.decompress(packed)))

    def show(self, project: str, number: int) -> Project:
        """Another version counts."""
        with self._file.write_whole():
            self._find(project)
            self._one_version(project, number)
            self._file.run("UPDATE projects SET version = ? WHERE id = ?", (number, project))
            return self._find(project)

    def set_tools(self, project: str, tools: Sequence[str]) -> Project:
        """Which tools were added."""
        if len(tools) > MOST_TOOLS:
            raise ProjectError(f"a project has at most {MOST_TOOLS} tools")
        return self._change(
            project, "UPDATE projects SET tools = ? WHERE id = ?", json.dumps([*dict.fromkeys(tools)])
        )

    def last_job(self) -> int:
        """The highest number of a job that was noted."""
        with self._file.disk():
            (found,) = self._file.one("SELECT jobs FROM counts")
        return int(found)

    def note_job(self, number: int, project: str = "", prompt: str = "", of: str = "") -> None:
        """A job of this number has begun."""
        with self._file.write_whole():
            self._file.run("UPDATE counts SET jobs = max(jobs, ?)", (number,))
            if project:
                self._file.run(
                    "INSERT OR REPLACE INTO jobs (project, number, prompt, of) VALUES (?, ?, ?, ?)",
                    (project, number, prompt[:LONGEST_ABOUT], of),
                )

    def end_job(self, number: int) -> None:
        """It has ended."""
        with self._file.write_whole():
            self._file.run("DELETE FROM jobs WHERE number = ?", (number,))

    def open_jobs(self) -> Sequence[OpenJob]:
        """Those that have not ended. Where there is no file yet there is none, and none is made."""
        if not self._path.exists():
            return ()
        with self._file.disk():
            rows = self._file.run("SELECT number, project, prompt, of FROM jobs ORDER BY number").fetchall()
        return [OpenJob(*row) for row in rows]

    def close(self) -> None:
        """Close the file, if it was opened."""
        with self._opening:
            if self._opened is not None:
                self._opened.close()

    def _change(self, project: str, query: str, value: str) -> Project:
        with self._file.write_whole():
            self._find(project)
            self._file.run(query, (value, project))
            return self._find(project)

    def _find(self, project: str) -> Project:
        row = self._file.one(f"{_PROJECT} WHERE id = ?", project)
        if row is None:
            raise NoProject(f"there is no project {project[:40]!r}")
        return _read(row)

    def _one_version(self, project: str, number: int) -> Any:
        if not 0 <= number < 2**62 or not (
            row := self._file.one(
                "SELECT number, made_at, about, made_by, files FROM versions WHERE project = ? AND number = ?",
                project,
                number,
            )
        ):
            raise NoProject(f"there is no version {number}")
        return row


def _read(row: Any) -> Project:
    own, name, made_at, version, tools = row
    return Project(own, name, made_at, version, tuple(json.loads(tools)))


def _check(wrong: str) -> None:
    if wrong:
        raise ProjectError(wrong)
