"""The workshop of a process: jobs as tasks of one group, one job a project, and what they did told to everybody who listens."""

import asyncio
import logging
from collections import deque
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, field
from itertools import count
from typing import Final

from solovox.ports import children
from solovox.ports.projects import ProjectError, ProjectStore
from solovox.ports.workshop import (
    Job,
    JobBegan,
    JobDone,
    JobEnd,
    JobInterrupted,
    JobStep,
    Phase,
    WorkshopRefused,
)
from solovox.studio.workshop.job import FindTools, JobParts, JobPatience, JobRun, MakeWriter
from solovox.studio.workshop.news import NewsReader, ProjectNews

LONGEST_PROMPT: Final = 8_000
"""Characters."""
AT_ONCE: Final = 4
"""Jobs of all projects that work at a time."""
KEPT: Final = 10
"""Jobs of a project that ended."""
MOST_NEWS: Final = 200
"""Projects whose news are kept, beside those that have a listener."""
MOST_TROUBLES: Final = 2
"""Repairs of what only showed when an app was tried, beginning with what was asked for."""
LINES: Final = 10
LONGEST_LINE: Final = 300
INTERRUPTED: Final = "The server ended before this was done. Ask for it again."
_log: Final = logging.getLogger("solovox.studio")

Ended = Callable[[str, JobEnd], None]
"""Told in the loop: a project, and how a job of its ended."""
Stepped = Callable[[str, int, JobStep], None]
"""Told in the loop: a project, a job of its, and what the job did."""


@dataclass
class _AtWork:
    """A job that works."""

    run: JobRun
    task: asyncio.Task[None]


@dataclass
class _Tried:
    """What became of repairs of a project's versions: version → how many repairs it stands on, or saw."""

    repairs: dict[int, int] = field(default_factory=dict)

    def after(self, before: int, made: int | None) -> None:
        """One was begun for `before`; what it made stands on as many."""
        self.repairs[before] = self.repairs.get(before, 0) + 1
        if made is not None:
            self.repairs[made] = self.repairs[before]
        for old in sorted(self.repairs)[:-20]:
            del self.repairs[old]


class ProjectWorkshop:
    """The `Workshop`. It works while `run` does."""

    def __init__(
        self,
        store: ProjectStore,
        writer: MakeWriter,
        tools: FindTools = lambda _: (),
        patience: JobPatience | None = None,
    ) -> None:
        self._store, self._writer, self._tools = store, writer, tools
        self._patience = patience or JobPatience()
        self._numbers: Iterator[int] | None = None
        self._work: dict[int, _AtWork] = {}
        self._past: dict[str, deque[Job]] = {}
        self._news: dict[str, ProjectNews] = {}
        self._tried: dict[str, _Tried] = {}
        self._tasks: asyncio.TaskGroup | None = None
        self.ended: Ended = lambda project, end: None
        """Told of each end."""
        self.stepped: Stepped = lambda project, job, step: None
        """Told of each step."""

    async def run(self, until: asyncio.Event) -> None:
        """Take jobs until then. What works then is cancelled; what is being saved is saved."""
        try:
            async with asyncio.TaskGroup() as tasks:
                self._tasks = tasks
                await self._recall()
                await until.wait()
                self._tasks = None
                for number in [*self._work]:
                    self.cancel(number)
        finally:
            self._tasks = None
            for news in self._news.values():
                news.close()

    async def _recall(self) -> None:
        """What a server was at that ended, and did not come to the end of."""
        try:
            found = await asyncio.to_thread(self._store.open_jobs)
        except ProjectError as error:
            _log.warning("what was interrupted is not known: %s", error)
            return
        at_work = {one.run.job.project for one in self._work.values()}
        for one in found:
            if one.project in at_work or children.lives(one.of):
                continue
            end = JobInterrupted()
            job = Job(one.number, one.project, one.prompt, Phase.ANALYSE, INTERRUPTED, end)
            self._past.setdefault(one.project, deque(maxlen=KEPT)).append(job)
            for step in (JobBegan(one.prompt, ""), end):
                self._news_of(one.project).tell(one.number, step)

    def begin(self, project: str, prompt: str, wrong: tuple[str, ...] = (), mends: int | None = None) -> Job:
        """Begin one. `wrong`: what was wrong with the version that it `mends`."""
        if self._tasks is None:
            raise WorkshopRefused("the workshop is closed: this server ends")
        if not prompt.strip() or len(prompt) > LONGEST_PROMPT:
            raise WorkshopRefused(f"say what is to be made, in 1 to {LONGEST_PROMPT} characters")
        for one in self._work.values():
            if one.run.job.project == project:
                number = one.run.job.number
                raise WorkshopRefused(f"job {number} still works on this app: wait for it, or stop it")
        if len(self._work) >= AT_ONCE:
            raise WorkshopRefused(f"{AT_ONCE} jobs work already: wait for one of them")
        job = Job(self._number(), project, prompt, Phase.ANALYSE)
        news = self._news_of(project)

        def tell(step: JobStep) -> None:
            news.tell(job.number, step)
            self.stepped(project, job.number, step)

        parts = JobParts(
            store=self._store, writer=self._writer, tools=self._tools, tell=tell, patience=self._patience
        )
        run = JobRun(job, parts, wrong)
        task = self._tasks.create_task(self._run_job(run), name=f"job {job.number}")
        task.add_done_callback(lambda _: self._end(run, mends))
        self._work[job.number] = _AtWork(run, task)
        return job

    def repair(self, project: str, version: int, about: str, lines: Sequence[str]) -> Job:
        """Begin one that mends what showed when a version was tried. `about`: what it was made for; `lines`: what was wrong.

        Raises `WorkshopRefused`: it was mended twice already."""
        tried = self._tried.setdefault(project, _Tried())
        if tried.repairs.get(version, 0) >= MOST_TROUBLES:
            raise WorkshopRefused(
                f"version {version} was mended {MOST_TROUBLES} times: say what is wrong with it"
            )
        wrong = tuple(" ".join(one.split())[:LONGEST_LINE] for one in lines if one.strip())[:LINES]
        if not wrong:
            raise WorkshopRefused("say what is wrong with it: one line for each error")
        return self.begin(project, about, wrong, version)

    def cancel(self, job: int) -> bool:
        """Stop one."""
        found = self._work.get(job)
        if found is None or found.run.too_late:
            return False
        return found.task.cancel()

    def jobs(self, project: str) -> Sequence[Job]:
        """Those that work, and the last that ended, the newest first."""
        works = [one.run.job for one in self._work.values() if one.run.job.project == project]
        return [*works, *self._past.get(project, ())]

    def news(self, project: str, after: int = 0) -> NewsReader:
        """Its jobs' steps, from behind the `after`-th of its newest job on."""
        news = self._news_of(project)
        return NewsReader(news, (news.newest, after))

    def news_after(self, project: str, job: int, number: int) -> NewsReader:
        """The same from behind a step that is known. A job that there was not: from the newest on."""
        news = self._news_of(project)
        return NewsReader(news, (job, number) if 0 < job <= news.newest else (news.newest, 0))

    def listeners(self, project: str) -> int:
        """How many listen to its news."""
        return self._news[project].listeners if project in self._news else 0

    def _number(self) -> int:
        """One that no job had, also none of a process before: a page that was open then would take the new one for the old."""
        if self._numbers is None:
            try:
                self._numbers = count(self._store.last_job() + 1)
            except ProjectError as error:
                raise WorkshopRefused(str(error)) from None
        return next(self._numbers)

    async def _run_job(self, run: JobRun) -> None:
        try:
            await run.run()
        except Exception:  # noqa: BLE001 - whatever it is, the job ends in one line
            _log.exception("job %s broke", run.job.number)

    def _end(self, run: JobRun, mends: int | None) -> None:
        run.settle()
        job = run.job
        del self._work[job.number]
        end = job.end
        assert end is not None
        self._past.setdefault(job.project, deque(maxlen=KEPT)).appendleft(job)
        if mends is not None:
            made = end.version if isinstance(end, JobDone) else None
            self._tried.setdefault(job.project, _Tried()).after(mends, made)
        if self._tasks is not None:  # what the end of the server cuts short is found again
            asyncio.get_running_loop().run_in_executor(None, self._note_end, job.number)
        self.ended(job.project, end)
        self._forget()

    def _note_end(self, number: int) -> None:
        try:
            self._store.end_job(number)
        except ProjectError as error:
            _log.warning("the end of job %s is not kept: %s", number, error)

    def _news_of(self, project: str) -> ProjectNews:
        if project not in self._news:
            self._news[project] = ProjectNews(project)
        return self._news[project]

    def _forget(self) -> None:
        """Keep what is kept of projects bounded: the ones that were worked on first go, unless they have a listener."""
        busy = {one.run.job.project for one in self._work.values()}
        idle = [name for name, news in self._news.items() if not news.listeners and name not in busy]
        for name in idle[: max(0, len(self._news) - MOST_NEWS)]:
            for kept in (self._news, self._past, self._tried):
                kept.pop(name, None)
