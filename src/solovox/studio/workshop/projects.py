"""Where the Studio's projects are kept: in a file of their own beside the store, opened when it is needed first."""

import threading
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Final

from solovox.ports.corrections import stamp
from solovox.ports.projects import Files, OpenJob, Project, ProjectError, ProjectStore, SavedVersion, Version
from solovox.server.state import StateTrouble, private_folder
from solovox.shell.clock import here_and_now
from solovox.store.projects import FILE, SqliteProjects

FOLDER: Final = "store"


def projects_in(state: Path) -> ProjectStore:
    """The projects in this state folder. Nothing is opened or made before it is used."""
    path = state / FOLDER / FILE

    def opened() -> ProjectStore:
        try:
            private_folder(path.parent)
        except StateTrouble as trouble:
            raise ProjectError(str(trouble)) from None
        return SqliteProjects(path, lambda: stamp(here_and_now()))

    return ProjectsOnDemand(opened, path.exists)


class ProjectsOnDemand:
    """A `ProjectStore` that opens another when it is used first; one that cannot be opened is tried again the next time."""

    def __init__(self, open_it: Callable[[], ProjectStore], there: Callable[[], bool] = lambda: True) -> None:
        self._open_it, self._there = open_it, there
        self._lock = threading.Lock()
        self._opened: ProjectStore | None = None

    def projects(self) -> Sequence[Project]:
        """All of them, the newest first."""
        return self._store().projects()

    def make(self, name: str) -> Project:
        """A new one."""
        return self._store().make(name)

    def project(self, project: str) -> Project:
        """The one with this id."""
        return self._store().project(project)

    def rename(self, project: str, name: str) -> Project:
        """Give it another name."""
        return self._store().rename(project, name)

    def remove(self, project: str) -> None:
        """Forget it."""
        self._store().remove(project)

    def save(self, project: str, about: str, by: str, files: Files) -> Version:
        """A new version."""
        return self._store().save(project, about, by, files)

    def versions(self, project: str) -> Sequence[SavedVersion]:
        """All of them, the oldest first."""
        return self._store().versions(project)

    def version(self, project: str, number: int | None = None) -> Version:
        """One with its files."""
        return self._store().version(project, number)

    def show(self, project: str, number: int) -> Project:
        """Another version counts."""
        return self._store().show(project, number)

    def set_tools(self, project: str, tools: Sequence[str]) -> Project:
        """Which tools were added."""
        return self._store().set_tools(project, tools)

    def last_job(self) -> int:
        """The highest number of a job that was noted."""
        return self._store().last_job()

    def note_job(self, number: int, project: str = "", prompt: str = "", of: str = "") -> None:
        """A job of this number has begun."""
        self._store().note_job(number, project, prompt, of)

    def end_job(self, number: int) -> None:
        """It has ended."""
        self._store().end_job(number)

    def open_jobs(self) -> Sequence[OpenJob]:
        """Those that have not ended. Where there is no file yet there is none, and none is made."""
        return self._store().open_jobs() if self._there() else ()

    def close(self) -> None:
        """Close what was opened."""
        with self._lock:
            if self._opened is not None:
                self._opened.close()

    def _store(self) -> ProjectStore:
        with self._lock:
            if self._opened is None:
                self._opened = self._open_it()
            return self._opened
