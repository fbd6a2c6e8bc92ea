"""The workshop: apps are made there, a job at a time for each project. What a job does is told step by step."""

from collections.abc import AsyncIterator, Sequence
from dataclasses import dataclass
from enum import Enum
from typing import Protocol

from solovox.core.errors import SolovoxError


class WorkshopRefused(SolovoxError):
    """A job that cannot begin. One line that says why, and what to do."""


class Phase(Enum):
    """What a job is at, in this order; `ITERATE` comes back to `VALIDATE`, at most twice."""

    ANALYSE = "analyse"
    PLAN = "plan"
    GENERATE = "generate"
    VALIDATE = "validate"
    ITERATE = "iterate"


@dataclass(frozen=True, slots=True)
class JobBegan:
    """`prompt`: in the person's words. `by`: who writes."""

    prompt: str
    by: str


@dataclass(frozen=True, slots=True)
class PhaseBegan:
    """`about`: in a few words, fit to be shown and said."""

    phase: Phase
    about: str = ""


@dataclass(frozen=True, slots=True)
class FileBegan:
    """A file is written, from its beginning or by edits."""

    path: str


@dataclass(frozen=True, slots=True)
class FileWrote:
    """The next piece of the file that was begun last."""

    path: str
    text: str


@dataclass(frozen=True, slots=True)
class FileEnded:
    """It is whole. `size`: characters."""

    path: str
    size: int


@dataclass(frozen=True, slots=True)
class ToolUsed:
    """The app uses a tool of the catalogue."""

    id: str


@dataclass(frozen=True, slots=True)
class JobDone:
    """A version was saved. `line`: what was made, in one sentence."""

    version: int
    line: str


@dataclass(frozen=True, slots=True)
class JobFailed:
    """Nothing was changed, or what was saved does not work. `line`: why, in one sentence."""

    line: str


@dataclass(frozen=True, slots=True)
class JobCancelled:
    """It was stopped. Nothing was changed."""


@dataclass(frozen=True, slots=True)
class JobInterrupted:
    """The server ended while it worked. It can be asked for again, in the same words."""


JobEnd = JobDone | JobFailed | JobCancelled | JobInterrupted
JobStep = JobBegan | PhaseBegan | FileBegan | FileWrote | FileEnded | ToolUsed | JobEnd


@dataclass(frozen=True, slots=True)
class JobNews:
    """One step of a job. `number`: of the step, from 1, without gaps in one job."""

    job: int
    project: str
    number: int
    step: JobStep


@dataclass(frozen=True, slots=True)
class Job:
    """A job as it stands. `number`: unique in the process's life. `end`: None while it works."""

    number: int
    project: str
    prompt: str
    phase: Phase
    line: str = ""
    end: JobEnd | None = None


class Workshop(Protocol):
    """Called in the loop of the process. One job a project; a second one is refused, in one line."""

    def begin(self, project: str, prompt: str) -> Job:
        """Begin one; it goes on by itself. Raises `WorkshopRefused`."""
        ...

    def cancel(self, job: int) -> bool:
        """Stop one; False: it does not work."""
        ...

    def jobs(self, project: str) -> Sequence[Job]:
        """Those of a project that work, and the last ones that ended, the newest first."""
        ...

    def news(self, project: str, after: int = 0) -> AsyncIterator[JobNews]:
        """The steps of a project's jobs, from behind the `after`-th of its newest job on, for ever. Who is too slow loses
        pieces of files (`FileWrote`), and nothing else. Close it."""
        ...
