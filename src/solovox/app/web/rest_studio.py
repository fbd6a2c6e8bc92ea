"""REST: the Studio's projects, their files and versions, and the jobs that make them."""

from collections.abc import Callable, Sequence
from dataclasses import asdict, dataclass
from typing import Annotated, Any, Final, Literal
from urllib.parse import quote

from fastapi import APIRouter, Query, Request, Response
from fastapi.responses import StreamingResponse

from solovox.app.studio.workshop import ProjectWorkshop
from solovox.app.web.answers_studio import (
    NewJob,
    NewProject,
    ProjectTools,
    ShownVersion,
    StudioDiff,
    StudioEngine,
    StudioEngines,
    StudioFileDiff,
    StudioFiles,
    StudioJob,
    StudioPreview,
    StudioProject,
    StudioProjectDetail,
    StudioProjects,
    StudioTheme,
    StudioThemes,
    StudioTrouble,
    StudioVersion,
    StudioVersions,
)
from solovox.app.web.offload import DiskThreads
from solovox.app.web.preview import Preview
from solovox.app.web.rest_catalogue import CatalogueRoutes
from solovox.app.web.routes import PRIVATE, RouteGroup, body_of, changed, deleted, got, problem
from solovox.app.web.studio_news import known, stream
from solovox.ports.catalogue import Catalogue
from solovox.ports.projects import Project, ProjectStore, Version, wrong_with_name
from solovox.ports.workshop import Job, JobCancelled, JobDone, JobFailed, JobInterrupted, WorkshopRefused
from solovox.studio.archive import BadArchive, packed, unpacked
from solovox.studio.catalogue.shelf import tools
from solovox.studio.diffs import diffs
from solovox.studio.themes import THEMES
from solovox.studio.vite.project import vite_project

AT: Final = "/api/studio"
ONE: Final = f"{AT}/projects/{{id}}"
TAG: Final = "studio"
ZIP: Final = "application/zip"
IMPORTED: Final = "Imported app"
NO_PREVIEW: Final = (
    "apps are shown at this server's own addresses: open the page at one of them, not through a proxy"
)
OneVersion = Annotated[int, Query(alias="from", ge=0)]
OtherVersion = Annotated[int, Query(alias="to", ge=0)]
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


def studio_routes(of: StudioParts, disk: DiskThreads) -> tuple[RouteGroup, ...]:
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

    async def themes(self) -> StudioThemes:
        """The eight themes: each is a look, and a voice."""
        return StudioThemes(themes=[StudioTheme(**asdict(one)) for one in THEMES])

    async def engines(self) -> StudioEngines:
        """What can write apps, and which one does."""
        return StudioEngines(engines=list(await self._disk.done(self._of.engines)))

    async def listed(self) -> StudioProjects:
        """Every project, the newest first."""
        found = await self._disk.done(self._of.store.projects)
        return StudioProjects(projects=[shown(one) for one in found])

    async def make(self, wanted: NewProject) -> StudioProject:
        """Make one. It has no files yet."""
        _check_name(wanted.name)
        return shown(await self._disk.done(lambda: self._of.store.make(wanted.name)))

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

    def at(self, router: APIRouter) -> None:
        """Put them into a router."""
        add, get, post = router.add_api_route, got(TAG), changed("POST", TAG)
        taking: dict[str, Any] = {"openapi_extra": {"requestBody": {"content": {ZIP: {}}}}}
        add(f"{AT}/themes", self.themes, **get, summary="Looks and voices")
        add(f"{AT}/engines", self.engines, **get, summary="What can write apps")
        add(f"{AT}/projects", self.listed, **get, summary="All projects")
        add(f"{AT}/projects", self.make, **post, summary="Make a project")
        add(f"{AT}/projects/import", self.take, **post, **taking, summary="Make a project of a ZIP")


class ProjectRoutes:
    """One project: what it is, its files, its versions."""

    def __init__(self, of: StudioParts, disk: DiskThreads) -> None:
        self._of, self._disk = of, disk

    async def project(self, id: str) -> StudioProjectDetail:  # noqa: A002  as in the address
        """One, with its jobs."""
        found = shown(await self._disk.done(lambda: self._of.store.project(id)))
        jobs = [job_shown(one) for one in self._of.workshop.jobs(id)]
        return StudioProjectDetail(**found.model_dump(), jobs=jobs)

    async def rename(self, id: str, wanted: NewProject) -> StudioProject:  # noqa: A002
        """Give it another name."""
        _check_name(wanted.name)
        return shown(await self._disk.done(lambda: self._of.store.rename(id, wanted.name)))

    async def remove(self, id: str) -> None:  # noqa: A002
        """Forget it, with all its versions. A job that works on it is stopped."""
        for job in self._of.workshop.jobs(id):
            self._of.workshop.cancel(job.number)
        await self._disk.done(lambda: self._of.store.remove(id))
        self._of.preview.forget(id)

    async def files(self, id: str, version: int | None = None) -> StudioFiles:  # noqa: A002
        """All files of the version that counts, or of another. A project without a version has none."""
        found = await self._version(id, version)
        return StudioFiles(version=0, files={}) if found is None else StudioFiles(
            version=found.number, files=dict(found.files)
        )  # fmt: skip

    async def versions(self, id: str) -> StudioVersions:  # noqa: A002
        """What was made when, the oldest first."""
        store = self._of.store
        project, found = await self._disk.done(lambda: (store.project(id), store.versions(id)))
        rows = [
            StudioVersion(number=one.number, made_at=one.made_at, about=one.about, by=one.by) for one in found
        ]
        return StudioVersions(shown=project.version, versions=rows)

    async def show(self, id: str, wanted: ShownVersion) -> StudioProject:  # noqa: A002
        """Another version counts from now on: undo, and redo."""
        return shown(await self._disk.done(lambda: self._of.store.show(id, wanted.number)))

    async def diff(self, id: str, first: OneVersion, second: OtherVersion) -> StudioDiff:  # noqa: A002
        """What changed from one version to another; 0 is no files at all."""
        store = self._of.store

        def compared() -> list[StudioFileDiff]:
            store.project(id)
            before, after = (store.version(id, n).files if n else {} for n in (first, second))
            return [StudioFileDiff(**asdict(one)) for one in diffs(before, after)]

        return StudioDiff(first=first, second=second, files=await self._disk.done(compared))

    async def tools(self, id: str, wanted: ProjectTools) -> StudioProject:  # noqa: A002
        """Which tools of the catalogue the project has."""
        return shown(await self._disk.done(lambda: self._of.store.set_tools(id, wanted.tools)))

    async def zip(self, id: str, form: ZipForm = "plain") -> Response:  # noqa: A002
        """The files of the version that counts, to be opened or put anywhere. `form=vite`: as a project of Vite, with a build."""
        store = self._of.store
        project = await self._disk.done(lambda: store.project(id))
        if not project.version:
            raise problem(409, "there is nothing to export yet: have something made first")

        def exported() -> bytes:
            files = store.version(id).files
            if form == "vite":
                files = vite_project(project.name, files, [one for one in tools() if one.id in project.tools])
            return packed(files)

        made = await self._disk.done(exported)
        name = quote(f"{project.name}{' (Vite)' if form == 'vite' else ''}.zip", safe="")
        told = {"Content-Disposition": f"attachment; filename=\"app.zip\"; filename*=UTF-8''{name}"}
        return Response(made, media_type=ZIP, headers=PRIVATE | told)

    async def preview(self, request: Request, id: str, version: int | None = None) -> StudioPreview:  # noqa: A002
        """Where the version that counts is shown, or another; at an origin of its own."""
        found = await self._version(id, version)
        if found is None:
            raise problem(409, "there is nothing to show yet: have something made first")
        page = self._of.page(request.headers.get("host", ""))
        url = None if page is None else self._of.preview.url(page, id, found.number)
        if url is None:
            raise problem(409, NO_PREVIEW)
        return StudioPreview(url=url, version=found.number)

    def at(self, router: APIRouter) -> None:
        """Put them into a router."""
        add, get = router.add_api_route, got(TAG)
        file: dict[int | str, dict[str, Any]] = {200: body_of(ZIP, "All files of a version.")}
        add(ONE, self.project, **get, summary="A project")
        add(ONE, self.rename, **changed("PATCH", TAG), summary="Rename a project")
        add(ONE, self.remove, **deleted(TAG), summary="Forget a project")
        add(f"{ONE}/files", self.files, **get, summary="A project's files")
        add(f"{ONE}/versions", self.versions, **get, summary="A project's versions")
        add(f"{ONE}/show", self.show, **changed("POST", TAG), summary="Undo and redo")
        add(f"{ONE}/diff", self.diff, **get, summary="What changed between versions")
        add(f"{ONE}/tools", self.tools, **changed("PUT", TAG), summary="Choose a project's tools")
        add(f"{ONE}/zip", self.zip, **get, summary="A project's files, as a ZIP", response_class=Response, responses=file)  # fmt: skip
        add(f"{ONE}/preview", self.preview, **get, summary="Where an app is shown")

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

    async def begin(self, id: str, wanted: NewJob) -> StudioJob:  # noqa: A002
        """Have something made or changed. It is answered at once; what it does is in the news."""
        await self._disk.done(lambda: self._of.store.project(id))
        return _begun(lambda: self._of.workshop.begin(id, wanted.prompt))

    async def trouble(self, id: str, told: StudioTrouble) -> StudioJob:  # noqa: A002
        """What went wrong when a version was tried: it is mended, at most twice in a row."""
        store = self._of.store
        project, version = await self._disk.done(lambda: (store.project(id), store.version(id, told.version)))
        if project.version != version.number:
            raise problem(409, f"version {version.number} is no longer the one that counts")
        return _begun(lambda: self._of.workshop.repair(id, version.number, version.about, told.lines))

    async def cancel(self, id: str, number: int) -> None:  # noqa: A002
        """Stop a job. Nothing is changed then."""
        known = {one.number for one in self._of.workshop.jobs(id)}
        if number not in known or not self._of.workshop.cancel(number):
            raise problem(404, NO_JOB)

    async def news(self, request: Request, id: str) -> StreamingResponse:  # noqa: A002
        """What its jobs do, step by step, for as long as the client listens: `text/event-stream`. `Last-Event-ID`: what it has."""
        await self._disk.done(lambda: self._of.store.project(id))
        job, number = known(request.headers.get("last-event-id"))
        reader = self._of.workshop.news_after(id, job, number)
        return StreamingResponse(stream(reader), media_type="text/event-stream", headers=PRIVATE)

    def at(self, router: APIRouter) -> None:
        """Put them into a router."""
        add, post = router.add_api_route, changed("POST", TAG)
        told: dict[int | str, dict[str, Any]] = {
            200: body_of("text/event-stream", "One event for each step.")
        }
        add(f"{ONE}/jobs", self.begin, **post, summary="Have an app made or changed")
        add(f"{ONE}/jobs/{{number}}", self.cancel, **deleted(TAG), summary="Stop a job")
        add(f"{ONE}/trouble", self.trouble, **post, summary="Tell what went wrong in an app")
        add(f"{ONE}/news", self.news, **got(TAG), summary="What jobs do", response_class=StreamingResponse, responses=told)  # fmt: skip


def shown(project: Project) -> StudioProject:
    """A project as it is listed."""
    return StudioProject(**{**asdict(project), "tools": list(project.tools)})


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
