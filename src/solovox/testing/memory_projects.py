"""Projects in memory: the `ProjectStore` of tests. Several may have one `ProjectsInMemory` in common."""

import threading
from collections.abc import Sequence
from dataclasses import dataclass, field, replace

from solovox.ports.projects import (
    MOST_TOOLS,
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


@dataclass
class ProjectsInMemory:
    """What is kept, and who may write it."""

    projects: dict[str, Project] = field(default_factory=dict)
    versions: dict[str, list[Version]] = field(default_factory=dict)
    made: int = 0
    jobs: int = 0
    open: dict[str, OpenJob] = field(default_factory=dict)
    lock: threading.RLock = field(default_factory=threading.RLock)


class MemoryProjects:
    """It keeps at most `most` projects, with `most_versions` of each."""

    def __init__(
        self, kept: ProjectsInMemory | None = None, most: int = 100, most_versions: int = 50
    ) -> None:
        self.kept = kept or ProjectsInMemory()
        self._most, self._most_versions = most, most_versions

    def projects(self) -> Sequence[Project]:
        """All of them, the newest first."""
        with self.kept.lock:
            return [*reversed(self.kept.projects.values())]

    def make(self, name: str) -> Project:
        """A new one."""
        if wrong := wrong_with_name(name):
            raise ProjectError(wrong)
        with self.kept.lock:
            if len(self.kept.projects) >= self._most:
                raise ProjectError(f"there are {self._most} projects, and no room for another: remove one")
            self.kept.made += 1
            made = Project(f"project-{self.kept.made}", name, _time(self.kept.made))
            self.kept.projects[made.id], self.kept.versions[made.id] = made, []
            return made

    def project(self, project: str) -> Project:
        """The one with this id."""
        with self.kept.lock:
            if (found := self.kept.projects.get(project)) is None:
                raise NoProject(f"there is no project {project[:40]!r}")
            return found

    def rename(self, project: str, name: str) -> Project:
        """Give it another name."""
        if wrong := wrong_with_name(name):
            raise ProjectError(wrong)
        return self._change(project, name=name)

    def remove(self, project: str) -> None:
        """Forget it."""
        with self.kept.lock:
            self.project(project)
            del self.kept.projects[project], self.kept.versions[project]
            self.kept.open.pop(project, None)

    def save(self, project: str, about: str, by: str, files: Files) -> Version:
        """A new version."""
        with self.kept.lock:
            now = self.project(project).version
            if wrong := wrong_with_files(files):
                raise ProjectError(wrong)
            kept = [one for one in self.kept.versions[project] if one.number <= now]
            number = max((one.number for one in self.kept.versions[project]), default=0) + 1
            made = Version(number, _time(number), about, by, dict(files))
            self.kept.versions[project] = [*kept, made][-self._most_versions :]
            self._change(project, version=number)
            self.kept.open.pop(project, None)
            return made

    def versions(self, project: str) -> Sequence[SavedVersion]:
        """All of them, the oldest first."""
        with self.kept.lock:
            self.project(project)
            return [
                SavedVersion(one.number, one.made_at, one.about, one.by)
                for one in self.kept.versions[project]
            ]

    def version(self, project: str, number: int | None = None) -> Version:
        """One with its files."""
        with self.kept.lock:
            now = self.project(project).version
            wanted = now if number is None else number
            for one in self.kept.versions[project]:
                if one.number == wanted:
                    return replace(one, files=dict(one.files))
            raise NoProject(f"there is no version {wanted}")

    def show(self, project: str, number: int) -> Project:
        """Another version counts."""
        with self.kept.lock:
            self.version(project, number)
            return self._change(project, version=number)

    def set_tools(self, project: str, tools: Sequence[str]) -> Project:
        """Which tools were added."""
        if len(tools) > MOST_TOOLS:
            raise ProjectError(f"a project has at most {MOST_TOOLS} tools")
        return self._change(project, tools=tuple(dict.fromkeys(tools)))

    def last_job(self) -> int:
        """The highest number of a job that was noted."""
        return self.kept.jobs

    def note_job(self, number: int, project: str = "", prompt: str = "", of: str = "") -> None:
        """A job of this number has begun."""
        with self.kept.lock:
            self.kept.jobs = max(self.kept.jobs, number)
            if project:
                self.kept.open[project] = OpenJob(number, project, prompt, of)

    def end_job(self, number: int) -> None:
        """It has ended."""
        with self.kept.lock:
            self.kept.open = {of: one for of, one in self.kept.open.items() if one.number != number}

    def open_jobs(self) -> Sequence[OpenJob]:
        """Those that have not ended."""
        with self.kept.lock:
            return sorted(self.kept.open.values(), key=lambda one: one.number)

    def close(self) -> None:
        """Nothing is open."""

    def _change(self, project: str, **changes: object) -> Project:
        with self.kept.lock:
            made = replace(self.project(project), **changes)  # type: ignore[arg-type]
            self.kept.projects[project] = made
            return made


def _time(number: int) -> str:
    return f"2026-01-31T09:{number // 60 % 60:02}:{number % 60:02}.000Z"
