"""One job at work: tells the pure machine (`studio/making.py`) what happened, and does what comes of it.

M6. A writer that says nothing for `IDLE_SECONDS`, or that takes longer than `WHOLE_SECONDS`, is left, and so is one that does
    not come to an end (`LONGEST_ANSWER`). Whatever goes wrong is one line.
"""

import asyncio
import logging
from collections.abc import AsyncIterator, Awaitable, Callable, Iterable, Sequence
from dataclasses import dataclass, field, replace
from functools import partial
from typing import Final, assert_never

from solovox.config.schema import ConfigError
from solovox.ports import children
from solovox.ports.brains import BrainError
from solovox.ports.projects import Files, ProjectError, ProjectStore
from solovox.ports.studio import AppWriter, UsedTool, WritingError, WritingOrder
from solovox.ports.workshop import Job, JobBegan, JobStep, PhaseBegan, ToolUsed
from solovox.shell.links.brain import closing
from solovox.studio.checking import findings
from solovox.studio.drafting import Draft, TooMuch
from solovox.studio.file_stream import FileStream, Streamed
from solovox.studio.making import (
    AskWriter,
    CancelAsked,
    CheckFiles,
    FilesChecked,
    JobAsked,
    JobBroke,
    JobEvent,
    JobState,
    JobWork,
    MakePlan,
    Making,
    Planned,
    ProjectRead,
    ReadProject,
    SaveVersion,
    TellStep,
    VersionSaved,
    WriterEnded,
    decide,
)

IDLE_SECONDS: Final = 60.0
WHOLE_SECONDS: Final = 600.0
LONGEST_ANSWER: Final = 3_000_000
"""Characters that a writer may write at a time."""
OWN_FAULT: Final = "The workshop made a mistake; its log says which."
UNSURE: Final = "The server ended while the app was saved: look at its versions."
_log: Final = logging.getLogger("solovox.studio")

FindTools = Callable[[Sequence[str]], Sequence[UsedTool]]
"""The tools of the catalogue with these ids. Those that there are not are left out."""
MakeWriter = Callable[[], AppWriter]
"""What writes the next job. Called in a thread. Raises `WritingError`, `ConfigError`: one line."""


@dataclass(frozen=True, slots=True)
class JobPatience:
    """How long is waited for a writer, in seconds."""

    idle: float = IDLE_SECONDS
    whole: float = WHOLE_SECONDS


@dataclass(frozen=True, slots=True, kw_only=True)
class JobParts:
    """What a job works with."""

    store: ProjectStore
    writer: MakeWriter
    tools: FindTools
    tell: Callable[[JobStep], None]
    patience: JobPatience = JobPatience()


@dataclass
class JobRun:
    """A job, from its beginning to its end. `wrong`: what was wrong with the app when it was tried."""

    job: Job
    parts: JobParts
    wrong: tuple[str, ...] = ()
    _making: Making = field(default_factory=Making)
    _writer: AppWriter | None = None
    _began: bool = False
    _name: str = ""
    _files: Files = field(default_factory=dict)
    _tools: tuple[UsedTool, ...] = ()

    @property
    def too_late(self) -> bool:
        """Whether it can no longer be stopped: its version is being saved, or it has ended."""
        return self._making.state in (JobState.SAVE, JobState.ENDED)

    async def run(self) -> None:
        """Work until it has ended. Cancelled, it says so, and nothing is changed."""
        saves = None
        try:
            async with asyncio.timeout(self.parts.patience.whole):
                saves = await self._make_app()
        except TimeoutError:
            self._settle(
                JobBroke(f"It took longer than {_long(self.parts.patience.whole)}, and was given up.")
            )
        except asyncio.CancelledError:
            self._settle(CancelAsked())
            raise
        finally:
            if self._writer is not None:
                await self._writer.aclose()
        if saves is not None:  # no time-out and no cancelling from here on
            self._settle(await self._save(saves))

    def settle(self) -> None:
        """Its task has ended, whatever ended it: now the job has an end, too."""
        self._settle(CancelAsked())
        self._settle(JobBroke(UNSURE if self.too_late else OWN_FAULT))

    async def _make_app(self) -> SaveVersion | None:
        """What is to be saved. None: the job has ended."""
        event = await self._take_job()
        while self._making.end is None:
            self._making, works = decide(self._making, event)
            for work in works:
                if isinstance(work, SaveVersion):
                    return work
                event = await self._in_one_line(self._do(work)) or event
        return None

    def _settle(self, event: JobEvent) -> None:
        """An event of which nothing follows that takes time."""
        self._making, works = decide(self._making, event)
        for work in works:
            if isinstance(work, TellStep):
                self._tell(work.step)

    async def _take_job(self) -> JobEvent:
        """A writer is found for it."""

        async def taken() -> JobEvent:
            await self._note_job()
            self._writer = await asyncio.to_thread(self.parts.writer)
            return JobAsked()

        return await self._in_one_line(taken()) or JobAsked()

    async def _note_job(self) -> None:
        """What it is to do is on the disk, also if it is stopped meanwhile."""
        job, note = self.job, self.parts.store.note_job
        asked = partial(note, job.number, job.project, job.prompt, children.own_mark())
        noting = asyncio.get_running_loop().run_in_executor(None, asked)
        try:
            await asyncio.shield(noting)
        except asyncio.CancelledError:
            await noting
            raise

    async def _in_one_line(self, work: Awaitable[JobEvent | None]) -> JobEvent | None:
        """What came of it; whatever goes wrong breaks the job."""
        try:
            return await work
        except TooMuch as error:
            return JobBroke(_sentence(f"{error}, and was stopped"))
        except (WritingError, BrainError, ProjectError, ConfigError) as error:
            return JobBroke(_sentence(str(error)))
        except Exception:  # noqa: BLE001 - whatever it is, the job ends in one line
            _log.exception("job %s failed", self.job.number)
            return JobBroke(OWN_FAULT)

    async def _do(self, work: JobWork) -> JobEvent | None:
        match work:
            case TellStep(step):
                self._tell(step)
                return None
            case ReadProject():
                await asyncio.to_thread(self._read)
                return ProjectRead(
                    f"a change of {_count_files(len(self._files))}" if self._files else "a new app"
                )
            case MakePlan():
                for tool in self._tools:
                    self._tell(ToolUsed(tool.id))
                with_tools = f", with {', '.join(one.name for one in self._tools)}" if self._tools else ""
                return Planned(f"{self._by} writes{with_tools}")
            case AskWriter(files, wrong):
                return await self._write(self._files if files is None else files, wrong or self.wrong)
            case CheckFiles(files):
                return FilesChecked(await asyncio.to_thread(findings, files))
            case SaveVersion():
                return None
            case _:
                assert_never(work)

    @property
    def _by(self) -> str:
        return self._writer.name if self._writer is not None else ""

    def _begin(self) -> None:
        """The first step that is told, whatever comes of it."""
        if not self._began:
            self._began = True
            self.parts.tell(JobBegan(self.job.prompt, self._by))

    def _read(self) -> None:
        store, project = self.parts.store, self.job.project
        found = store.project(project)
        self._name, self._tools = found.name, tuple(self.parts.tools(found.tools))
        self._files = store.version(project).files if found.version else {}

    async def _write(self, files: Files, wrong: tuple[str, ...]) -> WriterEnded | JobBroke:
        order = WritingOrder(
            prompt=self.job.prompt, name=self._name, files=files, tools=self._tools, wrong=wrong
        )
        writer = self._writer
        assert writer is not None, "it was made when the project was read"
        stream, draft, size = FileStream(), Draft(files), 0
        idle = self.parts.patience.idle
        async with closing(writer.write(order)) as pieces:
            async for piece in _awake(pieces, idle):
                size += len(piece)
                if size > LONGEST_ANSWER:
                    return JobBroke("What writes the app did not come to an end, and was stopped.")
                self._took(draft, stream.feed(piece))
        self._took(draft, stream.finish())
        return WriterEnded(draft.files, draft.files != files, tuple(draft.wrong), draft.line)

    def _took(self, draft: Draft, events: Iterable[Streamed]) -> None:
        for event in events:
            for step in draft.take(event):
                self._tell(step)

    async def _save(self, work: SaveVersion) -> JobEvent:
        try:
            saved = await asyncio.to_thread(
                self.parts.store.save, self.job.project, self.job.prompt, self._by, work.files
            )
        except ProjectError as error:
            return JobBroke(_sentence(str(error)))
        return VersionSaved(saved.number)

    def _tell(self, step: JobStep) -> None:
        self._begin()
        if isinstance(step, PhaseBegan):
            self.job = replace(self.job, phase=step.phase)
        end = self._making.end
        if end is not None and step == end:
            self.job = replace(self.job, line=getattr(end, "line", ""), end=end)
        self.parts.tell(step)


async def _awake(pieces: AsyncIterator[str], idle: float) -> AsyncIterator[str]:
    """The pieces, as long as none takes longer than `idle` seconds. Raises `WritingError`."""
    while True:
        try:
            async with asyncio.timeout(idle) as timer:
                piece = await anext(pieces, None)
        except TimeoutError:
            if not timer.expired():
                raise
            raise WritingError(f"what writes the app said nothing for {_long(idle)}") from None
        if piece is None:
            return
        yield piece


def _long(seconds: float) -> str:
    return f"{seconds / 60:g} minutes" if seconds > 90 else f"{seconds:g} seconds"


def _count_files(files: int) -> str:
    return "one file" if files == 1 else f"{files} files"


def _sentence(line: str) -> str:
    plain = " ".join(line.split())
    return f"{plain[:1].upper()}{plain[1:]}" + ("" if plain.endswith((".", "!", "?")) else ".")
