"""The Studio of one session: its project and theme, its tools, its persona, and what it is told of jobs.

Rule 1: a job's end comes into the talk of each session that has the project open (`Announced`, law N5), whoever ordered it.
Rule 2: what a job is at is shown in one line, if it is at that for `SLOW_SECONDS`; it is not said.
Rule 3: a session that has a Studio of its own carries its workshop: a job lives as long as that session. No page says which
project is open there: it goes on with the newest.
Rule 4: who the model is to be is made anew, with the project and the theme of that moment, at each connection of a live ear.
"""

import asyncio
from collections.abc import Awaitable, Callable, Sequence
from contextlib import suppress
from dataclasses import dataclass
from typing import Final

from solovox.brains.local import LocalBrain
from solovox.brains.studio import StudioBrain, StudioSight
from solovox.config.files import persona_path
from solovox.config.load import environment
from solovox.config.schema import Config, ConfigError
from solovox.core.events import Announced
from solovox.narrators.shared_voice import SharedVoice
from solovox.narrators.voice import ChangingVoice
from solovox.parts.addition import InTalk
from solovox.parts.engines.shared import SharedEngines
from solovox.parts.personas import SessionPersona
from solovox.parts.registry import VOICES, adapter_args, missing
from solovox.parts.tools.selection import STUDIO
from solovox.ports import Brain, Tool, ToolSetNews
from solovox.ports.projects import Project, ProjectError, ProjectStore, wrong_with_name
from solovox.ports.studio import StudioNow
from solovox.ports.workshop import (
    JobCancelled,
    JobDone,
    JobEnd,
    JobFailed,
    JobInterrupted,
    JobStep,
    Phase,
    PhaseBegan,
)
from solovox.studio.catalogue.recommending import context_of
from solovox.studio.catalogue.shelf import Names, domains
from solovox.studio.catalogue.shelf import tools as shelf
from solovox.studio.studio import Studio, own_studio
from solovox.studio.vox import (
    FIRST,
    NAME,
    SPEAKS,
    THEMES,
    Theme,
    VoxContext,
    theme,
    vox_context,
    vox_instruction,
)
from solovox.text.persona import Condensed
from solovox.tools.studio import StudioHands, studio_tools, told_job
from solovox.weights import Cache, default_root

SLOW_SECONDS: Final = 1.5
LINES: Final = 64
"""Lines that wait to be told; beyond them a line of progress is left out, and of ends the oldest."""
_AT: Final = {
    Phase.ANALYSE: "looks at the project",
    Phase.PLAN: "plans",
    Phase.GENERATE: "writes the files",
    Phase.VALIDATE: "checks the files",
    Phase.ITERATE: "mends what was wrong",
}


@dataclass(frozen=True, slots=True)
class _Line:
    text: str
    aloud: bool


class StudioSession:
    """One session's. It is a set of tools that brings none: so it is opened, carried and closed with the session."""

    def __init__(self, studio: Studio, config: Config, *, alone: bool = False) -> None:
        """`alone`: the Studio is this session's own, and its workshop is carried here. Raises `ConfigError`."""
        self.now = StudioNow(theme=FIRST.id)
        self.studio = studio
        self._alone = alone
        self._ready = asyncio.Event()
        self._lines: asyncio.Queue[_Line] = asyncio.Queue(LINES)
        self._told: Callable[[Announced], Awaitable[None]] | None = None
        self.wrong = ""
        """What was wrong with what its first page wanted, until that page was told."""
        self._speak: Callable[[], None] = lambda: None
        """Changes the voice of this machine to the theme's. Blocks."""
        self.tools: tuple[Tool, ...] = studio_tools(
            StudioHands(
                store=studio.store,
                workshop=studio.workshop,
                catalogue=studio.catalogue,
                domains=domains(),
                context=self._context,
                now=self.now,
            )
        )
        self.persona = VoxPersona(self, config)

    @property
    def theme(self) -> Theme:
        """The session's."""
        return theme(self.now.theme) or FIRST

    @property
    def live_voice(self) -> str:
        """That of the theme."""
        return self.theme.live_voice

    def voice(self, config: Config, engines: SharedEngines, name: str) -> SharedVoice | ChangingVoice:
        """The voice of this machine: that of the theme, unless the person named one. Blocks. Raises `ConfigError`."""
        if config.narrator.kind != "voice" or config.narrator.voice:
            return engines.voice(config, name)
        usual = self.theme.voice

        def of(wanted: str, otherwise: str) -> SharedVoice:
            lacks = missing(VOICES, wanted, adapter_args(config, VOICES, wanted, weights=engines.weights))
            return engines.voice(config, otherwise if lacks else wanted)

        made = ChangingVoice(of(usual, name))
        self._speak = lambda: made.change(of(self.theme.voice, usual))
        return made

    async def set_theme(self, wanted: str) -> str:
        """Another theme counts from now on. What is wrong with it, in one line."""
        if theme(wanted) is None:
            return f"there is no theme {wanted[:40]!r}: there is {', '.join(one.id for one in THEMES)}"
        self.now.theme = wanted
        try:
            await asyncio.to_thread(self._speak)
        except ConfigError as error:
            return str(error)
        return ""

    async def open_project(self, wanted: str, name: str = "") -> str:
        """Another project is open from now on; none, only its name. What is wrong with it, in one line."""
        if wanted:
            try:
                await asyncio.to_thread(self.studio.store.project, wanted)
            except ProjectError as error:
                return str(error)
        if wanted != self.now.project:
            self.now.project, self.now.card, self.now.panel = wanted, (), ""
        self.now.name = "" if wanted or wrong_with_name(name) else name
        return ""

    def knowing(self, local: LocalBrain) -> Brain:
        """The offline brain of the Studio."""
        named = Names(shelf())

        def known(name: str) -> str | None:
            found = named.find(name)
            return None if found is None else found.id

        return StudioBrain(local, StudioSight(self.now, self._has_app, known))

    @property
    def busy(self) -> bool:
        """Whether something of the session's project is still to come."""
        works = any(one.end is None for one in self.studio.workshop.jobs(self.now.project))
        return works or not self._lines.empty()

    def attend(self, session: InTalk) -> None:
        """This is the session."""
        self._told = session.tell

    async def open(self) -> Sequence[Tool]:
        """From now on it is told of jobs."""
        self.studio.join(self)
        if self._alone:
            await self._ready.wait()
            self.now.project = self.now.project or await asyncio.to_thread(newest, self.studio.store)
        return ()

    async def run(self, tell: Callable[[ToolSetNews], Awaitable[None]]) -> None:
        """Tell the session what jobs do, until it is cancelled."""
        async with asyncio.TaskGroup() as tasks:
            if self._alone:
                tasks.create_task(self.studio.workshop.run(asyncio.Event()), name="workshop")
                await asyncio.sleep(0)
                self._ready.set()
            while True:
                line = await self._await_settled(await self._lines.get())
                if self._told is not None:
                    await self._told(Announced(line.text, aloud=line.aloud))

    async def aclose(self) -> None:
        """It is told no more."""
        self.studio.leave(self)
        if self._alone:
            await asyncio.to_thread(self.studio.store.close)

    def note_step(self, project: str, job: int, step: JobStep) -> None:
        """What a job is at."""
        if project == self.now.project and isinstance(step, PhaseBegan):
            self._put(_Line(f"Job {job} {_AT[step.phase]}.", aloud=False))

    def note_end(self, project: str, end: JobEnd) -> None:
        """How a job ended."""
        if project == self.now.project:
            self._put(_Line(ending(end), aloud=True))

    def context(self) -> VoxContext:
        """What the persona knows. Blocks; a store that cannot be read leaves the project out."""
        known, found = shelf(), None
        with suppress(ProjectError):
            found = self.studio.store.project(self.now.project) if self.now.project else None
        themed = self.theme
        about = VoxContext(
            theme=themed.id,
            manner=themed.about,
            tools=len(known),
            domains=len(domains()),
            project=self.now.name,
        )
        return about if found is None else self._context_of(about, found)

    def _context_of(self, about: VoxContext, found: Project) -> VoxContext:
        files: Sequence[str] = ()
        with suppress(ProjectError):
            files = tuple(self.studio.store.version(found.id).files) if found.version else ()
        names = {one.id: one.name for one in shelf()}
        jobs = self.studio.workshop.jobs(found.id)
        return VoxContext(
            theme=about.theme,
            manner=about.manner,
            tools=about.tools,
            domains=about.domains,
            project=found.name,
            version=found.version,
            files=files,
            added=[names.get(one, one) for one in found.tools],
            job=told_job(jobs[0]) if jobs else "",
        )

    def _context(self, asked: str) -> str:
        """The project as the catalogue's recommendations read it. Blocks."""
        said = [asked] if asked else []
        if not self.now.project:
            return context_of(asked=said)
        with suppress(ProjectError):
            store, found = self.studio.store, self.studio.store.project(self.now.project)
            if not found.version:
                return context_of(found.name, said)
            version = store.version(found.id)
            return context_of(found.name, [*said, version.about], version.files)
        return context_of(asked=said)

    def _has_app(self) -> bool:
        with suppress(ProjectError):
            return bool(self.now.project and self.studio.store.project(self.now.project).version)
        return False

    def _put(self, line: _Line) -> None:
        if self._lines.full():
            if not line.aloud:
                return
            self._lines.get_nowait()
        self._lines.put_nowait(line)

    async def _await_settled(self, line: _Line) -> _Line:
        """The line that is still true after a while: what a job was at for a moment is left out."""
        while not line.aloud:
            try:
                async with asyncio.timeout(SLOW_SECONDS):
                    line = await self._lines.get()
            except TimeoutError:
                break
        return line


class VoxPersona(SessionPersona):
    """VOX, or whom the person's own file says, with the project and the theme of this moment."""

    def __init__(self, session: StudioSession, config: Config) -> None:
        """Raises `ConfigError`."""
        self._session = session
        super().__init__(persona_path(config.persona) if config.persona else None, environment())

    @property
    def name(self) -> str:
        """What it is called."""
        return super().name if self._path is not None else NAME

    def condense(self, speaks: str | None = None) -> Condensed:
        """What a model is told of it now. Blocks."""
        now = self._session.context()
        if self._path is None:
            return Condensed(vox_instruction(now, SPEAKS if speaks is None else speaks))
        own = super().condense(speaks)
        return Condensed(f"{own.text}\n\n{vox_context(now)}", own.left_out)


def newest(store: ProjectStore) -> str:
    """The id of the project that was made last; empty: there is none. Blocks."""
    with suppress(ProjectError):
        return next((one.id for one in store.projects()), "")
    return ""


def ending(end: JobEnd) -> str:
    """How a job ended, fit to be said."""
    match end:
        case JobDone(line=line):
            return f"Done. {line}" if line else "Done: the app is ready."
        case JobFailed(line=line):
            return f"That did not work. {line}"
        case JobCancelled():
            return "The job was stopped."
        case JobInterrupted():
            return "The server ended before that was done. Ask for it again."


def studio_of(config: Config, engines: SharedEngines, shared: Studio | None = None) -> StudioSession | None:
    """The Studio of a session that names its tools; over that of the process, if it has one. Raises `ConfigError`."""
    if STUDIO not in config.tools:
        return None
    if shared is not None:
        return StudioSession(shared, config)
    return StudioSession(own_studio(config, engines), config, alone=True)


def not_begun(config: Config) -> StudioSession | None:
    """The Studio of a session that is only looked into. Raises `ConfigError`."""
    return studio_of(config, SharedEngines(Cache(default_root(environment()))))
