"""A project of the Studio: a small app as text files, in versions."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Final, Protocol

from solovox.core.errors import SolovoxError

Files = Mapping[str, str]
"""Path → text. A path is relative, with `/` between its parts (`studio/paths.py` says which are taken)."""
LONGEST_NAME: Final = 80
MOST_FILES: Final = 60
LARGEST_FILE: Final = 400_000
"""Characters of one file."""
LARGEST_PROJECT: Final = 2_000_000
"""Characters of all files of a version."""
MOST_VERSIONS: Final = 200
"""Of one project; when there are more, the oldest go."""


MOST_PROJECTS: Final = 500
MOST_TOOLS: Final = 60
"""Of the catalogue, in one project."""


class ProjectError(SolovoxError):
    """A project that is not there, or does not take what it was given. One clear line."""


class NoProject(ProjectError):
    """There is no such project, or no such version of it."""


@dataclass(frozen=True, slots=True)
class Project:
    """What a project is, without its files. `made_at`: ISO 8601, UTC. `version`: of its files now; 0: it has none yet."""

    id: str
    name: str
    made_at: str
    version: int = 0
    tools: tuple[str, ...] = ()
    """Ids of the catalogue's tools that were added, in that order."""


@dataclass(frozen=True, slots=True)
class SavedVersion:
    """A version, without its files. `about`: what was asked for; `by`: who wrote them (`templates`, or a brain's kind)."""

    number: int
    made_at: str
    about: str
    by: str


@dataclass(frozen=True, slots=True)
class Version(SavedVersion):
    """All files as they were once."""

    files: Files = field(default_factory=dict, repr=False)


@dataclass(frozen=True, slots=True)
class OpenJob:
    """A job that has begun, and of which no end was noted. `of`: the process that has it (`children.own_mark`)."""

    number: int
    project: str
    prompt: str
    of: str = ""


class ProjectStore(Protocol):
    """The projects of one person. Every method may raise `ProjectError`.

    It blocks, and may be called by any thread: a loop calls it in a thread. What a method has written when it
    returns survives a killed process.
    """

    def projects(self) -> Sequence[Project]:
        """All of them, the newest first."""
        ...

    def make(self, name: str) -> Project:
        """A new one without files. Refused: no name, a longer one than `LONGEST_NAME`."""
        ...

    def project(self, project: str) -> Project:
        """The one with this id. Refused by `NoProject`: there is none. So it is in every method below, with versions too."""
        ...

    def rename(self, project: str, name: str) -> Project:
        """Give it another name."""
        ...

    def remove(self, project: str) -> None:
        """Forget it, with all its versions."""
        ...

    def save(self, project: str, about: str, by: str, files: Files) -> Version:
        """A new version, which is the one that counts. Those that were undone are forgotten. Refused: what has too many
        files, or too large ones."""
        ...

    def versions(self, project: str) -> Sequence[SavedVersion]:
        """All of them, the oldest first, without their files."""
        ...

    def version(self, project: str, number: int | None = None) -> Version:
        """One with its files; the one that counts, if no number is given. Refused: there is none."""
        ...

    def show(self, project: str, number: int) -> Project:
        """Another version counts from now on: undo and redo."""
        ...

    def set_tools(self, project: str, tools: Sequence[str]) -> Project:
        """Which tools of the catalogue were added."""
        ...

    def last_job(self) -> int:
        """The highest number of a job that was noted; 0: none was. Takes milliseconds."""
        ...

    def note_job(self, number: int, project: str = "", prompt: str = "", of: str = "") -> None:
        """A job of this number has begun: whoever opens the store next numbers on from it. Of a project it is open until `end_job`, or until
        its version is saved, the project is removed, or another job of it begins."""
        ...

    def end_job(self, number: int) -> None:
        """It has ended, or there was none."""
        ...

    def open_jobs(self) -> Sequence[OpenJob]:
        """Those of which no end was noted, the first first: one of a project at most."""
        ...

    def close(self) -> None:
        """Let go of what it holds open. Safe to call twice."""
        ...


def wrong_with_name(name: str) -> str:
    """Why a project cannot be called that, in a few words. Empty: it can."""
    if not name.strip():
        return "a project has a name"
    if len(name) > LONGEST_NAME:
        return f"a project's name has at most {LONGEST_NAME} characters"
    return "" if name.isprintable() else "a project's name is one line"


def wrong_with_files(files: Files) -> str:
    """Why a version cannot have these, by their number and sizes. Empty: it can."""
    if len(files) > MOST_FILES:
        return f"an app has at most {MOST_FILES} files"
    for path, text in files.items():
        if len(text) > LARGEST_FILE:
            return f"{path} has more than {LARGEST_FILE} characters"
        if not (_is_whole(path) and _is_whole(text)):
            return f"{path!a} has half of a character"
    if sum(map(len, files.values())) > LARGEST_PROJECT:
        return f"its files have more than {LARGEST_PROJECT} characters"
    return ""


def _is_whole(text: str) -> bool:
    try:
        text.encode()
    except UnicodeEncodeError:
        return False
    return True
