"""REST: questions that were said once, to be said to the ear again."""

from typing import Annotated, Any, Final

import anyio
from fastapi import APIRouter, Query, Request, Response
from starlette.requests import ClientDisconnect

from solovox.app.web.answers_recordings import (
    COMPARED,
    KeptRecording,
    RecordingRun,
    RunCompared,
    RunDifference,
)
from solovox.app.web.engines_apart import EngineProcess
from solovox.app.web.offload import DiskThreads
from solovox.app.web.problems import problem
from solovox.app.web.recorded import LONGEST_ABOUT, Coming, Fixed, NoRecording, Recordings
from solovox.app.web.routes import WAV, changed, deleted, got, sound_answer, sound_route

AT: Final = "/api/recordings"


class RecordingRoutes:
    """The recordings. All of it waits for the disk."""

    def __init__(self, kept: Recordings, engines: EngineProcess, disk: DiskThreads) -> None:
        self._kept = kept
        self._engines = engines
        self._quick = disk

    async def listed(self) -> list[KeptRecording]:
        """All of them, the newest first; what is shipped comes last."""
        return await self._quick.done(self._kept.rows)

    async def put(
        self, name: str, request: Request, about: Annotated[str, Query(max_length=LONGEST_ABOUT)] = ""
    ) -> KeptRecording:
        """Keep a WAV file of 16 bits and one channel, up to half an hour. One of that name is replaced."""
        try:
            came = await self._quick.done(lambda: self._kept.begin(name))
            try:
                await _receive(request, came)
                return await self._quick.done(lambda: self._kept.keep(name, came, about))
            finally:
                with anyio.CancelScope(shield=True):
                    await anyio.to_thread.run_sync(came.give_up)
        except NoRecording as error:
            raise problem(422, str(error)) from None
        except Fixed as error:
            raise problem(409, str(error)) from None
        except ClientDisconnect:
            raise problem(400, "the rest of it did not come") from None

    async def remove(self, name: str) -> None:
        """Remove one, with what its last run has kept."""
        try:
            await self._quick.done(lambda: self._kept.remove(name))
        except Fixed as error:
            raise problem(409, str(error)) from None

    async def sound(self, name: str, request: Request) -> Response:
        """Its sound."""
        return sound_answer(request, await self._quick.done(lambda: self._kept.sound(name)))

    async def run(self, name: str) -> RunCompared:
        """Say it in a session of its own, without a page and as fast as the engines allow, and compare it with the run
        before. It grants nothing: what needs a yes gets none. One at a time."""
        path = await self._quick.done(lambda: self._kept.path(name))
        now = await self._engines.run(path)
        return await self._quick.done(lambda: self._compared(name, now))

    def _compared(self, name: str, now: RecordingRun) -> RunCompared:
        before = self._kept.result(name)
        self._kept.keep_result(name, now.model_dump(mode="json"))
        return compared(now, before)

    def at(self, router: APIRouter) -> None:
        """Put them into a router."""
        add, tag = router.add_api_route, "questions"
        one = f"{AT}/{{name}}"
        wav: dict[str, Any] = {"openapi_extra": {"requestBody": {"content": {WAV: {}}}}}
        add(AT, self.listed, **got(tag), summary="Questions that were recorded")
        sound_route(router, f"{one}.wav", self.sound, tag, "A recorded question")
        add(one, self.put, **changed("PUT", tag), **wav, summary="Keep a recorded question")
        add(f"{one}/run", self.run, **changed("POST", tag), summary="Run a recorded question")
        add(one, self.remove, **deleted(tag), summary="Remove a recorded question")


def compared(now: RecordingRun, before: RecordingRun | None) -> RunCompared:
    """A run beside the one before it."""
    found = []
    if before is not None:
        for what in COMPARED:
            then, here = getattr(before, what), getattr(now, what)
            if then != here:
                found.append(RunDifference(what=what, before=then, now=here))
    return RunCompared(now=now, before=before, differences=found)


async def _receive(request: Request, came: Coming) -> None:
    async for piece in request.stream():
        await anyio.to_thread.run_sync(came.file.write, piece)
