"""The Studio of a process: its projects, its workshop and its catalogue, and the sessions that are in it."""

import threading
from collections.abc import Callable, Sequence
from functools import cache
from pathlib import Path
from typing import Protocol

from solovox.config.load import environment
from solovox.config.schema import Config
from solovox.parts.engines.shared import SharedEngines
from solovox.parts.stores import FOLDER
from solovox.ports.corrections import stamp
from solovox.ports.projects import ProjectError, ProjectStore
from solovox.ports.studio import Catalogue, UsedTool
from solovox.ports.workshop import JobEnd, JobStep
from solovox.server.state import StateTrouble, private_folder, state_folder
from solovox.shell.clock import here_and_now
from solovox.store.projects import FILE, SqliteProjects
from solovox.studio.catalogue.search import ToolCatalogue
from solovox.studio.catalogue.shelf import tools
from solovox.studio.templates.writer import TemplateWriter
from solovox.studio.workshop.workshop import ProjectWorkshop
from solovox.studio.workshop.writers import writer_of


class InStudio(Protocol):
    """A session, as the Studio tells it what jobs do. Neither waits."""

    def note_step(self, project: str, job: int, step: JobStep) -> None:
        """A job of a project did something."""
        ...

    def note_end(self, project: str, end: JobEnd) -> None:
        """A job of a project has ended."""
        ...


class Studio:
    """What all sessions share. Nothing is opened or loaded before it is used."""

    def __init__(
        self, store: ProjectStore, config: Callable[[], Config], engines: Callable[[], SharedEngines]
    ) -> None:
        self.store = store
        # One for all jobs: where the apps lie by their meaning is found out once.
        templates = cache(lambda: TemplateWriter(lambda: self._engines().embedding()))
        self.workshop = ProjectWorkshop(store, lambda: writer_of(config(), templates), find_used_tools)
        self.workshop.ended, self.workshop.stepped = self._tell_end, self._tell_step
        self._engines = engines
        self._catalogue: Catalogue | None = None
        self._loading = threading.Lock()
        self._sessions: list[InStudio] = []

    def catalogue(self) -> Catalogue:
        """All tools. Blocks when it is asked first. Raises `StudioMissing`: the packages of the extra `studio`."""
        with self._loading:
            if self._catalogue is None:
                self._catalogue = ToolCatalogue(lambda: self._engines().embedding())
            return self._catalogue

    def join(self, session: InStudio) -> None:
        """It is told from now on what jobs do."""
        self._sessions.append(session)

    def leave(self, session: InStudio) -> None:
        """It is told no more. Safe to call twice."""
        if session in self._sessions:
            self._sessions.remove(session)

    def _tell_end(self, project: str, end: JobEnd) -> None:
        for one in self._sessions:
            one.note_end(project, end)

    def _tell_step(self, project: str, job: int, step: JobStep) -> None:
        for one in self._sessions:
            one.note_step(project, job, step)


def projects_in(state: Path) -> ProjectStore:
    """The projects in this state folder: in a file of their own beside the store of what the person taught."""
    path = state / FOLDER / FILE

    def ready() -> None:
        try:
            private_folder(path.parent)
        except StateTrouble as trouble:
            raise ProjectError(str(trouble)) from None

    return SqliteProjects(path, lambda: stamp(here_and_now()), ready=ready)


def own_studio(config: Config, engines: SharedEngines) -> Studio:
    """A Studio of one session's own, over the person's projects."""
    return Studio(projects_in(state_folder(environment())), lambda: config, lambda: engines)


def find_used_tools(ids: Sequence[str]) -> Sequence[UsedTool]:
    """Tools of the catalogue as a writer is told of them."""
    known = {one.id: one for one in tools()}
    return [UsedTool(one.id, one.name, one.package, one.how) for id_ in ids if (one := known.get(id_))]
