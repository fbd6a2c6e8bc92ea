"""REST: the Studio's projects, their files and versions, and the jobs that make them."""

from collections.abc import Callable, Sequence
from dataclasses import asdict, dataclass
from typing import Annotated, Final, Literal
from urllib.parse import quote

import msgspec
from msgspec import Meta
from starlette.requests import Request
from starlette.responses import Response

from solovox.http.preview import Preview
from solovox.http.rest.catalogue import CatalogueRoutes
from solovox.http.rest.routes import (
    PRIVATE,
    DiskThreads,
    RequestBody,
    problem,
    route,
    route_delete,
    route_get,
)
from solovox.http.rest.studio_jobs import JobRoutes, StudioJob, job_shown
from solovox.ports.projects import Project, ProjectStore, SavedVersion, Version, wrong_with_name
from solovox.ports.studio import Catalogue
from solovox.studio.archive import BadArchive, pack_files, unpack_files
from solovox.studio.catalogue.shelf import tools
from solovox.studio.diffs import FileDiff, diffs
from solovox.studio.vite.project import vite_project
from solovox.studio.vox import THEMES, Theme
from solovox.studio.workshop.workshop import ProjectWorkshop

AT: Final = "/api/studio"
PROJECTS: Final = f"{AT}/projects"
ONE: Final = f"{PROJECTS}/{{id}}"
TAG: Final = "studio"
ZIP: Final = "application/zip"
IMPORTED: Final = "Imported app"
NO_PREVIEW: Final = (
    "apps are shown at this server's own addresses: open the page at one of them, not through a proxy"
)
VersionNumber = Annotated[int, Meta(ge=0)]
ZipForm = Literal["plain", "vite"]


class StudioThemes(msgspec.Struct):
    """The themes, in their order."""

    themes: list[Theme]


class StudioEngine(msgspec.Struct):
    """What can write apps. `lacks`: what it needs and has not, in one line; empty: it is ready."""

    kind: str
    ready: bool
    lacks: str
    chosen: Annotated[bool, Meta(description="Whether it is the one that writes.")]


class StudioEngines(msgspec.Struct):
    """What can write apps."""

    engines: list[StudioEngine]


class StudioProjects(msgspec.Struct):
    """All projects, the newest first."""

    projects: list[Project]


@dataclass(frozen=True, slots=True, kw_only=True)
class StudioProjectDetail(Project):
    """A project with its jobs: those that work, and the last ones that ended."""

    jobs: list[StudioJob]


class StudioFiles(msgspec.Struct):
    """All files of a version: path and text."""

    version: int
    files: dict[str, str]


class StudioVersions(msgspec.Struct):
    """All versions, the oldest first. `shown`: the one that counts now."""

    shown: int
    versions: list[SavedVersion]


class StudioDiff(msgspec.Struct):
    """What changed between two versions."""

    first: int
    second: int
    files: list[FileDiff]


class StudioPreview(msgspec.Struct):
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
        JobRoutes(of.store, of.workshop, disk),
        CatalogueRoutes(of.catalogue, disk),
    )


class StudioRoutes:
    """What there is to choose from; and projects as a whole."""

    def __init__(self, of: StudioParts, disk: DiskThreads) -> None:
        self._of, self._disk = of, disk

    @route_get(f"{AT}/themes", TAG, "Looks and voices")
    async def themes(self) -> StudioThemes:
        """The eight themes: each is a look, and a voice."""
        return StudioThemes(themes=list(THEMES))

    @route_get(f"{AT}/engines", TAG, "What can write apps")
    async def engines(self) -> StudioEngines:
        """What can write apps, and which one does."""
        return StudioEngines(engines=list(await self._disk.run(self._of.engines)))

    @route_get(PROJECTS, TAG, "All projects")
    async def list_projects(self) -> StudioProjects:
        """Every project, the newest first."""
        found = await self._disk.run(self._of.store.projects)
        return StudioProjects(projects=[*found])

    @route("POST", PROJECTS, TAG, "Make a project")
    async def make(self, wanted: NewProject) -> Project:
        """Make one. It has no files yet."""
        _check_name(wanted.name)
        return await self._disk.run(lambda: self._of.store.make(wanted.name))

    @route("POST", f"{PROJECTS}/import", TAG, "Make a project of a ZIP", takes=ZIP)
    async def take(self, request: Request, name: str = IMPORTED) -> Project:
        """Make one of a ZIP, as `zip` gives it. The body is the ZIP itself."""
        _check_name(name)
        body, store = await request.body(), self._of.store

        def taken() -> Project:
            files = unpack_files(body)
            made = store.make(name)
            store.save(made.id, "imported", "person", files)
            return store.project(made.id)

        try:
            return await self._disk.run(taken)
        except BadArchive as error:
            raise problem(422, str(error)) from None


class ProjectRoutes:
    """One project: what it is, its files, its versions."""

    def __init__(self, of: StudioParts, disk: DiskThreads) -> None:
        self._of, self._disk = of, disk

    @route_get(ONE, TAG, "A project")
    async def project(self, id_: str) -> StudioProjectDetail:
        """One, with its jobs."""
        found = await self._disk.run(lambda: self._of.store.project(id_))
        jobs = [job_shown(one) for one in self._of.workshop.jobs(id_)]
        return StudioProjectDetail(**asdict(found), jobs=jobs)

    @route("PATCH", ONE, TAG, "Rename a project")
    async def rename(self, id_: str, wanted: NewProject) -> Project:
        """Give it another name."""
        _check_name(wanted.name)
        return await self._disk.run(lambda: self._of.store.rename(id_, wanted.name))

    @route_delete(ONE, TAG, "Forget a project")
    async def remove(self, id_: str) -> None:
        """Forget it, with all its versions. A job that works on it is stopped."""
        for job in self._of.workshop.jobs(id_):
            self._of.workshop.cancel(job.number)
        await self._disk.run(lambda: self._of.store.remove(id_))
        self._of.preview.forget(id_)

    @route_get(f"{ONE}/files", TAG, "A project's files")
    async def files(self, id_: str, version: int | None = None) -> StudioFiles:
        """All files of the version that counts, or of another. A project without a version has none."""
        found = await self._version(id_, version)
        return StudioFiles(version=0, files={}) if found is None else StudioFiles(
            version=found.number, files=dict(found.files)
        )  # fmt: skip

    @route_get(f"{ONE}/versions", TAG, "A project's versions")
    async def versions(self, id_: str) -> StudioVersions:
        """What was made when, the oldest first."""
        store = self._of.store
        project, found = await self._disk.run(lambda: (store.project(id_), store.versions(id_)))
        return StudioVersions(shown=project.version, versions=[*found])

    @route("POST", f"{ONE}/show", TAG, "Undo and redo")
    async def show(self, id_: str, wanted: ShownVersion) -> Project:
        """Another version counts from now on: undo, and redo."""
        return await self._disk.run(lambda: self._of.store.show(id_, wanted.number))

    @route_get(f"{ONE}/diff", TAG, "What changed between versions")
    async def diff(self, id_: str, from_: VersionNumber, to: VersionNumber) -> StudioDiff:
        """What changed from one version to another; 0 is no files at all."""
        store = self._of.store

        def compared() -> list[FileDiff]:
            store.project(id_)
            before, after = (store.version(id_, n).files if n else {} for n in (from_, to))
            return [*diffs(before, after)]

        return StudioDiff(first=from_, second=to, files=await self._disk.run(compared))

    @route("PUT", f"{ONE}/tools", TAG, "Choose a project's tools")
    async def tools(self, id_: str, wanted: ProjectTools) -> Project:
        """Which tools of the catalogue the project has."""
        return await self._disk.run(lambda: self._of.store.set_tools(id_, wanted.tools))

    @route_get(f"{ONE}/zip", TAG, "A project's files, as a ZIP", kind=ZIP, says="All files of a version.")
    async def zip(self, id_: str, form: ZipForm = "plain") -> Response:
        """The files of the version that counts, to be opened or put anywhere. `form=vite`: as a project of Vite, with a build."""
        store = self._of.store
        project = await self._disk.run(lambda: store.project(id_))
        if not project.version:
            raise problem(409, "there is nothing to export yet: have something made first")

        def exported() -> bytes:
            files = store.version(id_).files
            if form == "vite":
                files = vite_project(project.name, files, [one for one in tools() if one.id in project.tools])
            return pack_files(files)

        made = await self._disk.run(exported)
        name = quote(f"{project.name}{' (Vite)' if form == 'vite' else ''}.zip", safe="")
        told = {"Content-Disposition": f"attachment; filename=\"app.zip\"; filename*=UTF-8''{name}"}
        return Response(made, media_type=ZIP, headers=PRIVATE | told)

    @route_get(f"{ONE}/preview", TAG, "Where an app is shown")
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

        return await self._disk.run(found)


def _check_name(name: str) -> None:
    if wrong := wrong_with_name(name):
        raise problem(422, wrong)
