"""REST: the Studio's projects, their files and versions, and the jobs that make them."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Annotated, Final, Literal
from urllib.parse import quote

import msgspec
from msgspec import Meta
from starlette.requests import Request
from starlette.responses import Response, StreamingResponse

from solovox.app.studio.workshop import ProjectWorkshop
from solovox.http.preview import Preview
from solovox.http.rest.catalogue import CatalogueRoutes
from solovox.http.rest.offload import DiskThreads
from solovox.http.rest.routes import PRIVATE, deleted, got, problem, route
from solovox.http.rest.studio_bodies import (
    NewJob,
    NewProject,
    ProjectTools,
    ShownVersion,
    StudioDiff,
    StudioEngine,
    StudioEngines,
    StudioFiles,
    StudioJob,
    StudioPreview,
    StudioProject,
    StudioProjectDetail,
    StudioProjects,
    StudioThemes,
    StudioTrouble,
    StudioVersion,
    StudioVersions,
)
from solovox.http.rest.studio_news import known, stream
from solovox.ports.projects import Project, ProjectStore, Version, wrong_with_name
from solovox.ports.studio import Catalogue
from solovox.ports.workshop import Job, JobCancelled, JobDone, JobFailed, JobInterrupted, WorkshopRefused
from solovox.studio.archive import BadArchive, packed, unpacked
from solovox.studio.catalogue.shelf import tools
from solovox.studio.diffs import FileDiff, diffs
from solovox.studio.themes import THEMES
from solovox.studio.vite.project import vite_project

AT: Final = "/api/studio"
PROJECTS: Final = f"{AT}/projects"
ONE: Final = f"{PROJECTS}/{{id}}"
TAG: Final = "studio"
ZIP: Final = "application/zip"
STEPS: Final = "text/event-stream"
IMPORTED: Final = "Imported app"
NO_PREVIEW: Final = (
    "apps are shown at this server's own addresses: open the page at one of them, not through a proxy"
)
VersionNumber = Annotated[int, Meta(ge=0)]
ZipForm = Literal["plain", "vite"]
NO_JOB: Final = "no job of this project is called that, or it has ended"


@dataclass(frozen=True, slots=True, kw_only=True)
class StudioParts:
    """What the Studio's routes show and change."""

    store: ProjectStore
    workshop: ProjectWorkshop
    preview: Preview
    engines: Callable[[], Sequence[StudioEngine]] = tuple
    """What can write apps; called in a thread."""
    page: Callable[[str], str | None] = lambda host: None
    """The page's origin, by the `Host` that a request came to."""
    catalogue: Callable[[], Catalogue]
    """Blocks when it is asked first. Raises `StudioMissing`."""


def studio_routes(of: StudioParts, disk: DiskThreads) -> tuple[object, ...]:
    """All of them."""
    return (
        StudioRoutes(of, disk),
        ProjectRoutes(of, disk),
        JobRoutes(of, disk),
        CatalogueRoutes(of.catalogue, disk),
    )


class StudioRoutes:
    """What there is to choose from; and projects as a whole."""

    def __init__(self, of: StudioParts, disk: DiskThreads) -> None:
        self._of, self._disk = of, disk

    @got(f"{AT}/themes", TAG, "Looks and voices")
    async def themes(self) -> StudioThemes:
        """The eight themes: each is a look, and a voice."""
        return StudioThemes(themes=list(THEMES))

    @got(f"{AT}/engines", TAG, "What can write apps")
    async def engines(self) -> StudioEngines:
        """What can write apps, and which one does."""
        return StudioEngines(engines=list(await self._disk.done(self._of.engines)))

    @got(PROJECTS, TAG, "All projects")
    async def listed(self) -> StudioProjects:
        """Every project, the newest first."""
        found = await self._disk.done(self._of.store.projects)
        return StudioProjects(projects=[shown(one) for one in found])

    @route("POST", PROJECTS, TAG, "Make a project")
    async def make(self, wanted: NewProject) -> StudioProject:
        """Make one. It has no files yet."""
        _check_name(wanted.name)
        return shown(await self._disk.done(lambda: self._of.store.make(wanted.name)))

    @route("POST", f"{PROJECTS}/import", TAG, "Make a project of a ZIP", takes=ZIP)
    async def take(self, request: Request, name: str = IMPORTED) -> StudioProject:
        """Make one of a ZIP, as `zip` gives it. The body is the ZIP itself."""
        _check_name(name)
        body, store = await request.body(), self._of.store

        def taken() -> Project:
            files = unpacked(body)
            made = store.make(name)
            store.save(made.id, "imported", "person", files)
            return store.project(made.id)

        try:
            return shown(await self._disk.done(taken))
        except BadArchive as error:
            raise problem(422, str(error)) from None


class ProjectRoutes:
    """One project: what it is, its files, its versions."""

    def __init__(self, of: StudioParts, disk: DiskThreads) -> None:
        self._of, self._disk = of, disk

    @got(ONE, TAG, "A project")
    async def project(self, id_: str) -> StudioProjectDetail:
        """One, with its jobs."""
        found = shown(await self._disk.done(lambda: self._of.store.project(id_)))
        jobs = [job_shown(one) for one in self._of.workshop.jobs(id_)]
        return StudioProjectDetail(**msgspec.structs.asdict(found), jobs=jobs)

    @route("PATCH", ONE, TAG, "Rename a project")
    async def rename(self, id_: str, wanted: NewProject) -> StudioProject:
        """Give it another name."""
        _check_name(wanted.name)
        return shown(await self._disk.done(lambda: self._of.store.rename(id_, wanted.name)))

    @deleted(ONE, TAG, "Forget a project")
    async def remove(self, id_: str) -> None:
        """Forget it, with all its versions. A job that works on it is stopped."""
        for job in self._of.workshop.jobs(id_):
            self._of.workshop.cancel(job.number)
        await self._disk.done(lambda: self._of.store.remove(id_))
        self._of.preview.forget(id_)

    @got(f"{ONE}/files", TAG, "A project's files")
    async def files(self, id_: str, version: int | None = None) -> StudioFiles:
        """All files of the version that counts, or of another. A project without a version has none."""
        found = await self._version(id_, version)
        return StudioFiles(version=0, files={}) if found is None else StudioFiles(
            version=found.number, files=dict(found.files)
        )  # fmt: skip

    @got(f"{ONE}/versions", TAG, "A project's versions")
    async def versions(self, id_: str) -> StudioVersions:
        """What was made when, the oldest first."""
        store = self._of.store
        project, found = await self._disk.done(lambda: (store.project(id_), store.versions(id_)))
        rows = [msgspec.convert(one, StudioVersion, from_attributes=True) for one in found]
        return StudioVersions(shown=project.version, versions=rows)

    @route("POST", f"{ONE}/show", TAG, "Undo and redo")
    async def show(self, id_: str, wanted: ShownVersion) -> StudioProject:
        """Another version counts from now on: undo, and redo."""
        return shown(await self._disk.done(lambda: self._of.store.show(id_, wanted.number)))

    @got(f"{ONE}/diff", TAG, "What changed between versions")
    async def diff(self, id_: str, from_: VersionNumber, to: VersionNumber) -> StudioDiff:
        """What changed from one version to another; 0 is no files at all."""
        store = self._of.store

        def compared() -> list[FileDiff]:
            store.project(id_)
            before, after = (store.version(id_, n).files if n else {} for n in (from_, to))
            return [*diffs(before, after)]

        return StudioDiff(first=from_, second=to, files=await self._disk.done(compared))

    @route("PUT", f"{ONE}/tools", TAG, "Choose a project's tools")
    async def tools(self, id_: str, wanted: ProjectTools) -> StudioProject:
        """Which tools of the catalogue the project has."""
        return shown(await self._disk.done(lambda: self._of.store.set_tools(id_, wanted.tools)))

    @got(f"{ONE}/zip", TAG, "A project's files, as a ZIP", kind=ZIP, says="All files of a version.")
    async def zip(self, id_: str, form: ZipForm = "plain") -> Response:
        """The files of the version that counts, to be opened or put anywhere. `form=vite`: as a project of Vite, with a build."""
        store = self._of.store
        project = await self._disk.done(lambda: store.project(id_))
        if not project.version:
            raise problem(409, "there is nothing to export yet: have something made first")

        def exported() -> bytes:
            files = store.version(id_).files
            if form == "vite":
                files = vite_project(project.name, files, [one for one in tools() if one.id in project.tools])
            return packed(files)

        made = await self._disk.done(exported)
        name = quote(f"{project.name}{' (Vite)' if form == 'vite' else ''}.zip", safe="")
        told = {"Content-Disposition": f"attachment; filename=\"app.zip\"; filename*=UTF-8''{name}"}
        return Response(made, media_type=ZIP, headers=PRIVATE | told)

    @got(f"{ONE}/preview", TAG, "Where an app is shown")
    async def preview(self, request: Request, id_: str, version: int | None = None) -> StudioPreview:
        """Where the version that counts is shown, or another; at an origin of its own."""
        found = await self._version(id_, version)
        if found is None:
            raise problem(409, "there is nothing to show yet: have something made first")
        page = self._of.page(request.headers.get("host", ""))
        url = None if page is None else self._of.preview.url(page, id_, found.number)
        if url is None:
            raise problem(409, NO_PREVIEW)
        return StudioPreview(url=url, version=found.number)

    async def _version(self, project: str, number: int | None) -> Version | None:
        store = self._of.store

        def found() -> Version | None:
            if number is None and not store.project(project).version:
                return None
            return store.version(project, number)

        return await self._disk.done(found)


class JobRoutes:
    """The jobs of a project, and what they do."""

    def __init__(self, of: StudioParts, disk: DiskThreads) -> None:
        self._of, self._disk = of, disk

    @route("POST", f"{ONE}/jobs", TAG, "Have an app made or changed")
    async def begin(self, id_: str, wanted: NewJob) -> StudioJob:
        """Have something made or changed. It is answered at once; what it does is in the news."""
        await self._disk.done(lambda: self._of.store.project(id_))
        return _begun(lambda: self._of.workshop.begin(id_, wanted.prompt))

    @route("POST", f"{ONE}/trouble", TAG, "Tell what went wrong in an app")
    async def trouble(self, id_: str, told: StudioTrouble) -> StudioJob:
        """What went wrong when a version was tried: it is mended, at most twice in a row."""
        store = self._of.store
        project, version = await self._disk.done(
            lambda: (store.project(id_), store.version(id_, told.version))
        )
        if project.version != version.number:
            raise problem(409, f"version {version.number} is no longer the one that counts")
        return _begun(lambda: self._of.workshop.repair(id_, version.number, version.about, told.lines))

    @deleted(f"{ONE}/jobs/{{number}}", TAG, "Stop a job")
    async def cancel(self, id_: str, number: int) -> None:
        """Stop a job. Nothing is changed then."""
        known = {one.number for one in self._of.workshop.jobs(id_)}
        if number not in known or not self._of.workshop.cancel(number):
            raise problem(404, NO_JOB)

    @got(f"{ONE}/news", TAG, "What jobs do", kind=STEPS, says="One event for each step.")
    async def news(self, request: Request, id_: str) -> StreamingResponse:
        """What its jobs do, step by step, for as long as the client listens: `text/event-stream`. `Last-Event-ID`: what it has."""
        await self._disk.done(lambda: self._of.store.project(id_))
        job, number = known(request.headers.get("last-event-id"))
        reader = self._of.workshop.news_after(id_, job, number)
        return StreamingResponse(stream(reader), media_type=STEPS, headers=PRIVATE)


def shown(project: Project) -> StudioProject:
    """A project as it is listed."""
    return msgspec.convert(project, StudioProject, from_attributes=True)


def job_shown(job: Job) -> StudioJob:
    """A job as it stands."""
    state: Literal["works", "done", "failed", "cancelled", "interrupted"]
    version: int | None = None
    match job.end:
        case None:
            state = "works"
        case JobDone() as done:
            state, version = "done", done.version
        case JobFailed():
            state = "failed"
        case JobCancelled():
            state = "cancelled"
        case JobInterrupted():
            state = "interrupted"
    return StudioJob(
        number=job.number,
        project=job.project,
        prompt=job.prompt,
        phase=job.phase.value,
        state=state,
        line=job.line,
        version=version,
    )


def _begun(begin: Callable[[], Job]) -> StudioJob:
    try:
        return job_shown(begin())
    except WorkshopRefused as error:
        raise problem(409, str(error)) from None


def _check_name(name: str) -> None:
    if wrong := wrong_with_name(name):
        raise problem(422, wrong)
