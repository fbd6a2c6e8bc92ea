"""A project's news as `text/event-stream`: one event for each step of its jobs, with the id `job.number`.

Who comes again says by `Last-Event-ID` what it has, and gets the rest. A comment every `ALIVE_SECONDS` shows that it is alive.
"""

import json
import re
from collections.abc import AsyncIterator
from contextlib import aclosing
from dataclasses import fields
from enum import Enum
from typing import Any, Final

import anyio

from solovox.ports.workshop import JobNews
from solovox.studio.workshop.news import NewsReader

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


def known(last: str | None) -> tuple[int, int]:
    """The job and the step that a client has; (0, 0): it says none."""
    found = _ID.fullmatch((last or "").strip())
    return (int(found[1]), int(found[2])) if found else (0, 0)


def step_of(news: JobNews) -> dict[str, Any]:
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
