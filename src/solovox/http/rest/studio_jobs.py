"""REST: the jobs that make the Studio's apps, and their news as `text/event-stream`: one event for each step, with the id `job.number`.

Who comes again says by `Last-Event-ID` what it has, and gets the rest. A comment every `ALIVE_SECONDS` shows that it is alive.
"""

import json
import re
from collections.abc import AsyncIterator, Callable
from contextlib import aclosing
from dataclasses import fields
from enum import Enum
from typing import Annotated, Final, Literal

import anyio
import msgspec
from msgspec import Meta
from starlette.requests import Request
from starlette.responses import StreamingResponse

from solovox.http.rest.routes import (
    PRIVATE,
    DiskThreads,
    RequestBody,
    problem,
    route,
    route_delete,
    route_get,
)
from solovox.ports.projects import ProjectStore
from solovox.ports.workshop import (
    Job,
    JobCancelled,
    JobDone,
    JobFailed,
    JobInterrupted,
    JobNews,
    WorkshopRefused,
)
from solovox.studio.workshop.news import NewsReader
from solovox.studio.workshop.workshop import ProjectWorkshop

ONE: Final = "/api/studio/projects/{id}"
TAG: Final = "studio"
STEPS: Final = "text/event-stream"
NO_JOB: Final = "no job of this project is called that, or it has ended"
ALIVE_SECONDS: Final = 15.0
RETRY: Final = b"retry: 1000\n\n"
NAMES: Final = {
    "JobBegan": "job_began",
    "PhaseBegan": "phase",
    "FileBegan": "file_began",
    "FileWrote": "file_wrote",
    "FileEnded": "file_ended",
    "ToolUsed": "tool_used",
    "JobDone": "job_done",
    "JobFailed": "job_failed",
    "JobCancelled": "job_cancelled",
    "JobInterrupted": "job_interrupted",
}
_ID: Final = re.compile(r"(\d{1,9})\.(\d{1,9})")


def parse_last_id(last: str | None) -> tuple[int, int]:
    """The job and the step that a client has; (0, 0): it says none."""
    found = _ID.fullmatch((last or "").strip())
    return (int(found[1]), int(found[2])) if found else (0, 0)


def step_of(news: JobNews) -> dict[str, object]:
    """A step as JSON has it."""
    step = news.step
    told = {one.name: getattr(step, one.name) for one in fields(step)}
    plain = {name: value.value if isinstance(value, Enum) else value for name, value in told.items()}
    return {"job": news.job, "number": news.number, "type": NAMES[type(step).__name__], **plain}


def event_of(news: JobNews) -> bytes:
    """A step as an event."""
    data = json.dumps(step_of(news), ensure_ascii=False)
    return f"id: {news.job}.{news.number}\ndata: {data}\n\n".encode()


async def stream(reader: NewsReader) -> AsyncIterator[bytes]:
    """The events, until the client goes or the server ends."""
    async with aclosing(reader):
        yield RETRY
        while True:
            news = None
            with anyio.move_on_after(ALIVE_SECONDS):
                try:
                    news = await anext(reader)
                except StopAsyncIteration:
                    return
            yield b": alive\n\n" if news is None else event_of(news)


class StudioJob(msgspec.Struct):
    """A job as it stands. `state`: what became of it."""

    number: int
    project: str
    prompt: str
    phase: str
    state: Literal["works", "done", "failed", "cancelled", "interrupted"]
    line: Annotated[str, Meta(description="What was made, or why not: one sentence.")]
    version: Annotated[int | None, Meta(description="What was saved, if it is done.")] = None


class NewJob(RequestBody):
    """What is to be made or changed, in the person's words."""

    prompt: str


class StudioTrouble(RequestBody):
    """What went wrong in a version when it was tried: one line for each error."""

    version: int
    lines: Annotated[list[str], Meta(max_length=100)]


class JobRoutes:
    """The jobs of a project, and what they do."""

    def __init__(self, store: ProjectStore, workshop: ProjectWorkshop, disk: DiskThreads) -> None:
        self._store, self._workshop, self._disk = store, workshop, disk

    @route("POST", f"{ONE}/jobs", TAG, "Have an app made or changed")
    async def begin(self, id_: str, wanted: NewJob) -> StudioJob:
        """Have something made or changed. It is answered at once; what it does is in the news."""
        await self._disk.run(lambda: self._store.project(id_))
        return _begin_job(lambda: self._workshop.begin(id_, wanted.prompt))

    @route("POST", f"{ONE}/trouble", TAG, "Tell what went wrong in an app")
    async def trouble(self, id_: str, told: StudioTrouble) -> StudioJob:
        """What went wrong when a version was tried: it is mended, at most twice in a row."""
        store = self._store
        project, version = await self._disk.run(
            lambda: (store.project(id_), store.version(id_, told.version))
        )
        if project.version != version.number:
            raise problem(409, f"version {version.number} is no longer the one that counts")
        return _begin_job(lambda: self._workshop.repair(id_, version.number, version.about, told.lines))

    @route_delete(f"{ONE}/jobs/{{number}}", TAG, "Stop a job")
    async def cancel(self, id_: str, number: int) -> None:
        """Stop a job. Nothing is changed then."""
        known = {one.number for one in self._workshop.jobs(id_)}
        if number not in known or not self._workshop.cancel(number):
            raise problem(404, NO_JOB)

    @route_get(f"{ONE}/news", TAG, "What jobs do", kind=STEPS, says="One event for each step.")
    async def news(self, request: Request, id_: str) -> StreamingResponse:
        """What its jobs do, step by step, for as long as the client listens: `text/event-stream`. `Last-Event-ID`: what it has."""
        await self._disk.run(lambda: self._store.project(id_))
        job, number = parse_last_id(request.headers.get("last-event-id"))
        reader = self._workshop.news_after(id_, job, number)
        return StreamingResponse(stream(reader), media_type=STEPS, headers=PRIVATE)


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


def _begin_job(begin: Callable[[], Job]) -> StudioJob:
    try:
        return job_shown(begin())
    except WorkshopRefused as error:
        raise problem(409, str(error)) from None
