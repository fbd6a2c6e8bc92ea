"""REST: the sessions that run, the journals that are kept, the settings in force, and whether the server is well.

Rule 1: the loop is never blocked, and no session waits (`reading.py`).
Rule 2: every body is a model of `answers.py`; what is wrong is one line (`problems.py`).
Rule 3: who may ask is decided before (the door); here nothing is checked of that.
"""

from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Annotated, Any, Final, Protocol

from fastapi import APIRouter, Query, Request, Response
from fastapi.responses import HTMLResponse, PlainTextResponse, StreamingResponse

from solovox.app.web import wav
from solovox.app.web.answers import (
    KeptJournal,
    KeptJournals,
    RunningTalk,
    RunningTalks,
    SettingsInForce,
    SoundStreams,
    TimelineSummary,
)
from solovox.app.web.apart import What
from solovox.app.web.api_page import described
from solovox.app.web.metrics import CONTENT_TYPE, Metrics
from solovox.app.web.problems import RESPONSES, problem
from solovox.app.web.reading import DiskThreads, OtherProcess
from solovox.app.web.shelf import Shelf
from solovox.app.web.timeline_page import policy_of
from solovox.core.units import MIC_RATE

MOST_ROWS: Final = 1_000
PRIVATE: Final = {"Cache-Control": "private, no-cache"}


class RunningSessions(Protocol):
    """The sessions of this server."""

    def running(self) -> Sequence[RunningTalk]:
        """Those that run, in the order of their beginning."""
        ...

    async def end(self, name: str) -> bool:
        """Say goodbye and end one; False: none of that name runs."""
        ...

    def ready(self) -> str:
        """Why no new session could begin now, in one line; empty if it could."""
        ...

    def sound_of(self, name: str, hold: int) -> bytes:
        """The sound of what waits for a yes in the session of that name. Empty: there is none."""
        ...


class TalkRoutes:
    """What happens now."""

    def __init__(self, talks: RunningSessions, settings: Callable[[], SettingsInForce]) -> None:
        self._talks = talks
        self._settings = settings
        self._quick = DiskThreads()

    async def listed(self) -> RunningTalks:
        """The sessions that run."""
        return RunningTalks(sessions=list(self._talks.running()))

    async def end(self, name: str) -> None:
        """End a session: it says goodbye, and its journal is whole."""
        if not await self._talks.end(name):
            raise problem(404, "no session of that name runs; those that do: /api/sessions")

    async def held(self, name: str, hold: int) -> Response:
        """What the person said that waits for a yes, as it was heard: also of a draft."""
        sound = self._talks.sound_of(name, hold)
        if not sound:
            raise problem(404, "nothing that was spoken waits under this number")
        return Response(wav.whole(sound, MIC_RATE), media_type="audio/wav", headers=PRIVATE)

    async def settings(self) -> SettingsInForce:
        """The configuration of new sessions, and where each value comes from. Secrets are masked."""
        return await self._quick.done(self._settings)

    def at(self, router: APIRouter) -> None:
        """Put them into a router."""
        add = router.add_api_route
        add("/api/sessions", self.listed, **_get("sessions"), summary="Sessions that run")
        add("/api/sessions/{name}", self.end, **_delete("sessions"), summary="End a session")
        spoken: dict[str, Any] = {
            "responses": {200: _body("audio/wav", "All of it.")},
            "response_class": Response,
        }
        add("/api/sessions/{name}/holds/{hold}/sound.wav", self.held, **_get("sessions"), **spoken, summary="The sound of what waits for a yes")  # fmt: skip
        add("/api/settings", self.settings, **_get("settings"), summary="Settings in force")


class JournalRoutes:
    """What was."""

    def __init__(self, root: Path) -> None:
        self._shelf = Shelf(root)
        self._quick, self._heavy = DiskThreads(), OtherProcess(root)

    async def listed(self, limit: Annotated[int, Query(ge=1, le=MOST_ROWS)] = 100) -> KeptJournals:
        """The journals that are kept, the newest first."""
        return await self._quick.done(lambda: self._shelf.rows(limit))

    async def one(self, name: str) -> KeptJournal:
        """One journal."""
        return await self._quick.done(lambda: self._shelf.row(name))

    async def remove(self, name: str) -> None:
        """Delete a journal and its sound. One that is being written stays."""
        if not await self._quick.done(lambda: self._shelf.remove(name)):
            raise problem(409, "it is being written: end the session first (DELETE /api/sessions/NAME)")

    async def events(self, name: str) -> StreamingResponse:
        """Its lines: a header, then each event with its time and the names of the commands, then the end."""
        lines = await self._quick.done(lambda: self._shelf.lines(name))
        return StreamingResponse(lines, media_type="application/x-ndjson", headers=PRIVATE)

    async def timeline(self, name: str) -> Response:
        """Turns, holds, dropped sound and connections."""
        return Response(await self._made(What.TIMELINE, name), media_type="application/json")

    async def page(self, name: str) -> HTMLResponse:
        """The timeline as one page to look at and listen to."""
        text = await self._made(What.PAGE, name)
        return HTMLResponse(text, headers=PRIVATE | {"Content-Security-Policy": policy_of(text)})

    async def _made(self, what: What, name: str) -> bytes:
        await self._quick.done(lambda: self._shelf.check(name))
        return await self._heavy.made(what, name)

    async def streams(self, name: str) -> SoundStreams:
        """The sound that was kept: the microphone, and each read."""
        return await self._quick.done(lambda: self._shelf.streams(name))

    async def stream(self, name: str, stream: str, request: Request) -> Response:
        """One stream's sound. Sample n of it is sample n of the journal."""
        return _sound(request, await self._quick.done(lambda: self._shelf.stream(name, stream)))

    async def whole(self, name: str, request: Request) -> Response:
        """The session as it was heard, both sides, at most half an hour."""
        tag, sound = await self._quick.done(lambda: self._shelf.mixed(name))
        if sound is None:
            flac = await self._heavy.made(What.SOUND, name)
            sound = await self._quick.done(lambda: self._shelf.keep(tag, flac))
        return _sound(request, sound)

    def at(self, router: APIRouter) -> None:
        """Put them into a router."""
        one = "/api/journals/{name}"
        get, heard = _get("journals"), _get("recordings")
        parts: dict[int | str, dict[str, Any]] = {
            200: _body("audio/wav", "All of it."),
            206: _body("audio/wav", "The range that was asked for."),
        }
        add = router.add_api_route
        add("/api/journals", self.listed, **get, summary="Journals that are kept")
        add(one, self.one, **get, summary="One journal")
        add(one, self.remove, **_delete("journals"), summary="Delete a journal")
        lines: dict[str, Any] = {"response_class": StreamingResponse}
        lines["responses"] = {200: _body("application/x-ndjson", "One event a line.")}
        add(f"{one}/events", self.events, **get, **lines, summary="Its events, as JSON lines")
        add(f"{one}/timeline", self.timeline, **get, summary="Its timeline, as JSON", response_model=TimelineSummary)  # fmt: skip
        add(f"{one}/timeline.html", self.page, **get, summary="Its timeline, as a page", response_class=HTMLResponse)  # fmt: skip
        add(f"{one}/sound", self.streams, **heard, summary="The sound that it has kept")
        for path, route, summary in (
            (f"{one}/sound.wav", self.whole, "The session as it was heard"),
            (f"{one}/sound/{{stream}}.wav", self.stream, "One stream's sound"),
        ):
            add(path, route, **heard, response_class=Response, summary=summary, responses=parts)
            add(path, route, methods=["HEAD"], include_in_schema=False)


def _get(tag: str) -> dict[str, Any]:
    return {"methods": ["GET"], "tags": [tag], "response_description": "What was asked for."}


def _delete(tag: str) -> dict[str, Any]:
    return {"methods": ["DELETE"], "tags": [tag], "status_code": 204, "response_description": "Done."}


def _body(kind: str, about: str) -> dict[str, Any]:
    return {"description": about, "content": {kind: {}}}


def _sound(request: Request, sound: wav.WavSound) -> Response:
    headers = PRIVATE | {"Accept-Ranges": "bytes", "ETag": sound.tag}
    wanted = request.headers.get("range")
    if request.headers.get("if-range", sound.tag) != sound.tag:
        wanted = None  # it has changed since the client had its first part
    try:
        part = wav.asked(wanted, sound.size)
    except wav.Unsatisfiable:
        raise problem(
            416, f"it has {sound.size} bytes", headers | {"Content-Range": f"bytes */{sound.size}"}
        ) from None
    first, end = part or (0, sound.size)
    headers["Content-Length"] = str(end - first)
    if part is not None:
        headers["Content-Range"] = f"bytes {first}-{end - 1}/{sound.size}"
    status = 200 if part is None else 206
    if request.method == "HEAD":
        return Response(status_code=status, headers=headers, media_type="audio/wav")
    return StreamingResponse(sound.part(first, end), status, headers, "audio/wav")


class HealthRoutes:
    """Whether the server is well."""

    def __init__(self, talks: RunningSessions, metrics: Metrics) -> None:
        self._talks = talks
        self._metrics = metrics

    async def lives(self) -> PlainTextResponse:
        """The process lives."""
        return PlainTextResponse("ok\n")

    async def ready(self) -> PlainTextResponse:
        """A new session could begin: engines are loaded, there is room, and the server is not going away."""
        if why := self._talks.ready():
            raise problem(503, why, {"Retry-After": "5"})
        return PlainTextResponse("ready\n")

    async def metrics(self) -> PlainTextResponse:
        """What an operator watches, for Prometheus."""
        return PlainTextResponse(self._metrics.exposition(), media_type=CONTENT_TYPE)

    def at(self, router: APIRouter) -> None:
        """Put them into a router."""
        known = _get("health") | {"response_class": PlainTextResponse}
        router.add_api_route("/healthz", self.lives, **known, summary="The process lives")
        router.add_api_route("/readyz", self.ready, **known, summary="A new session could begin")
        router.add_api_route("/metrics", self.metrics, **known, summary="Counts, for Prometheus")


def rest(
    talks: RunningSessions, metrics: Metrics, journals: Path, settings: Callable[[], SettingsInForce]
) -> APIRouter:
    """All of REST. `journals`: the folder in which sessions are kept. `settings` is called in a thread."""
    router = APIRouter(responses=RESPONSES)
    TalkRoutes(talks, settings).at(router)
    JournalRoutes(journals).at(router)
    HealthRoutes(talks, metrics).at(router)
    described(router)
    return router
