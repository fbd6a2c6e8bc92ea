"""What REST answers of the Studio: one typed model for each body."""

from dataclasses import dataclass
from typing import Annotated, Any, Literal

from msgspec import Meta

from solovox.http.rest.bodies import Answered, RequestBody
from solovox.ports.studio import CatalogueTool
from solovox.studio.diffs import FileDiff
from solovox.studio.themes import Theme


class StudioThemes(Answered):
    """The themes, in their order."""

    themes: list[Theme]


class StudioEngine(Answered):
    """What can write apps. `lacks`: what it needs and has not, in one line; empty: it is ready."""

    kind: str
    ready: bool
    lacks: str
    chosen: Annotated[bool, Meta(description="Whether it is the one that writes.")]


class StudioEngines(Answered):
    """What can write apps."""

    engines: list[StudioEngine]


class StudioProject(Answered):
    """A project. `version`: of its files now; 0: it has none yet."""

    id: str
    name: str
    made_at: str
    version: int
    tools: Annotated[list[str], Meta(description="Ids of the catalogue's tools.")]


class StudioProjects(Answered):
    """All projects, the newest first."""

    projects: list[StudioProject]


class StudioJob(Answered):
    """A job as it stands. `state`: what became of it."""

    number: int
    project: str
    prompt: str
    phase: str
    state: Literal["works", "done", "failed", "cancelled", "interrupted"]
    line: Annotated[str, Meta(description="What was made, or why not: one sentence.")]
    version: Annotated[int | None, Meta(description="What was saved, if it is done.")] = None


class StudioProjectDetail(StudioProject):
    """A project with its jobs: those that work, and the last ones that ended."""

    jobs: list[StudioJob]


class StudioFiles(Answered):
    """All files of a version: path and text."""

    version: int
    files: dict[str, str]


class StudioVersion(Answered):
    """A version, without its files. `about`: what was asked for; `by`: who wrote it."""

    number: int
    made_at: str
    about: str
    by: str


class StudioVersions(Answered):
    """All versions, the oldest first. `shown`: the one that counts now."""

    shown: int
    versions: list[StudioVersion]


class StudioDiff(Answered):
    """What changed between two versions."""

    first: int
    second: int
    files: list[FileDiff]


class StudioPreview(Answered):
    """Where a version is shown, for an iframe with `sandbox="allow-scripts allow-forms"`."""

    url: str
    version: int


class NewProject(RequestBody):
    """What a project is called."""

    name: str


class ProjectTools(RequestBody):
    """Ids of the catalogue's tools, in their order."""

    tools: Annotated[list[str], Meta(max_length=60)]


class ShownVersion(RequestBody):
    """The version that is to count."""

    number: int


class NewJob(RequestBody):
    """What is to be made or changed, in the person's words."""

    prompt: str


class StudioTrouble(RequestBody):
    """What went wrong in a version when it was tried: one line for each error."""

    version: int
    lines: Annotated[list[str], Meta(max_length=100)]


@dataclass(frozen=True, slots=True, kw_only=True)
class StudioFoundTool(CatalogueTool):
    """A tool that was found, and why."""

    score: float
    why: str


class StudioCatalogue(Answered):
    """The domains, and the tools that were found; all of them, if nothing was asked for."""

    domains: list[str]
    total: int
    tools: list[StudioFoundTool]


StudioStep = dict[str, Any]
"""One step of a job, as the news have it."""
