"""What the jobs of one project did, for everybody who listens, however late or slow they are.

Rule 1: what is kept is bounded, whoever listens: of the newest job every step, of the ones before the steps without the
pieces of files (`FileWrote`), and of those `KEPT_JOBS` jobs.
Rule 2: a listener is a place in that, and has no queue. Who is too slow finds pieces of files gone, and nothing else, unless
more than `KEPT_JOBS` jobs passed.
"""

import asyncio
from collections.abc import Sequence
from typing import Final

from solovox.ports.workshop import FileWrote, JobNews, JobStep

KEPT_JOBS: Final = 5
MOST_TEXT: Final = 3_000_000
"""Characters of the pieces of files that are kept of the newest job."""
PIECE: Final = 200
"""Characters. Pieces of a file are told by lines, or when they are this long."""

At = tuple[int, int]
"""A job, and how many of its steps are known."""


class ProjectNews:
    """The steps of a project's jobs."""

    def __init__(self, project: str) -> None:
        self._project = project
        self._steps: dict[int, list[JobNews]] = {}
        self._numbers: dict[int, int] = {}
        self._text = 0
        self._waits: FileWrote | None = None
        self._changed = asyncio.Event()
        self._closed = False
        self.listeners = 0

    @property
    def newest(self) -> int:
        """The number of the newest job; 0: there was none."""
        return max(self._steps, default=0)

    def tell(self, job: int, step: JobStep) -> None:
        """A step of a job. Pieces of one file are put together to lines."""
        if job not in self._steps:
            self._begin(job)
        if isinstance(step, FileWrote):
            before = self._waits.text if self._waits is not None and self._waits.path == step.path else ""
            self._waits = FileWrote(step.path, before + step.text)
            if "\n" not in step.text and len(self._waits.text) < PIECE:
                return
            step, self._waits = self._waits, None
        elif self._waits is not None:
            waiting, self._waits = self._waits, None
            self._add(job, waiting)
        self._add(job, step)

    def after(self, at: At) -> Sequence[JobNews]:
        """What is known beyond that place, the oldest first."""
        job, number = at
        return [
            one
            for of, steps in sorted(self._steps.items())
            if of >= job
            for one in steps
            if of > job or one.number > number
        ]

    async def await_change(self) -> bool:
        """Wait for more. False: none comes."""
        if not self._closed:
            await self._changed.wait()
        return not self._closed

    def close(self) -> None:
        """Nothing more comes."""
        self._closed = True
        self._wake()

    def _begin(self, job: int) -> None:
        for steps in self._steps.values():
            steps[:] = [one for one in steps if not isinstance(one.step, FileWrote)]
        self._steps[job], self._numbers[job], self._text, self._waits = [], 0, 0, None
        for old in sorted(self._steps)[:-KEPT_JOBS]:
            del self._steps[old], self._numbers[old]

    def _add(self, job: int, step: JobStep) -> None:
        self._numbers[job] += 1
        steps = self._steps[job]
        steps.append(JobNews(job, self._project, self._numbers[job], step))
        if isinstance(step, FileWrote):
            self._text += len(step.text)
            if self._text > MOST_TEXT:
                self._text = 0
                steps[:] = [one for one in steps if not isinstance(one.step, FileWrote)]
        self._wake()

    def _wake(self) -> None:
        self._changed.set()
        self._changed = asyncio.Event()


class NewsReader:
    """One listener: an iterator that can be cancelled while it waits, and goes on afterwards."""

    def __init__(self, news: ProjectNews, at: At) -> None:
        self._news, self._at = news, at
        self._ready: list[JobNews] = []
        news.listeners += 1
        self._listens = True

    def __aiter__(self) -> "NewsReader":
        return self

    async def __anext__(self) -> JobNews:
        """The next step."""
        while not self._ready:
            self._ready = [*reversed(self._news.after(self._at))]
            if not self._ready and not await self._news.await_change():
                raise StopAsyncIteration
        found = self._ready.pop()
        self._at = (found.job, found.number)
        return found

    async def aclose(self) -> None:
        """Listen no longer."""
        if self._listens:
            self._listens = False
            self._news.listeners -= 1
