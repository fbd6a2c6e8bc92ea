"""What the routes of REST have in common: how they are described, and how a sound is answered."""

from collections.abc import Callable
from typing import Any, Final, Protocol

from fastapi import APIRouter, Request, Response
from fastapi.responses import StreamingResponse

from solovox.app.web import wav
from solovox.app.web.problems import problem
from solovox.core.units import MIC_RATE

PRIVATE: Final = {"Cache-Control": "private, no-cache"}
WAV: Final = "audio/wav"
WHOLE: Final = "All of it."


class RouteGroup(Protocol):
    """The routes of one subject."""

    def at(self, router: APIRouter) -> None:
        """Put them into a router."""
        ...


def got(tag: str) -> dict[str, Any]:
    """A route that shows something."""
    return {"methods": ["GET"], "tags": [tag], "response_description": "What was asked for."}


def deleted(tag: str) -> dict[str, Any]:
    """A route that removes something."""
    return {"methods": ["DELETE"], "tags": [tag], "status_code": 204, "response_description": "Done."}


def changed(method: str, tag: str) -> dict[str, Any]:
    """A route that makes or changes something, and answers with it."""
    return {"methods": [method], "tags": [tag], "response_description": "As it is now."}


def body_of(kind: str, about: str) -> dict[str, Any]:
    """An answer that is no JSON."""
    return {"description": about, "content": {kind: {}}}


def sound_route(router: APIRouter, path: str, route: Callable[..., Any], tag: str, summary: str) -> None:
    """A route that shows a sound by `sound_answer`, to HEAD as well."""
    told: dict[int | str, dict[str, Any]] = {
        200: body_of(WAV, WHOLE),
        206: body_of(WAV, "The range that was asked for."),
    }
    router.add_api_route(path, route, **got(tag), response_class=Response, summary=summary, responses=told)
    router.add_api_route(path, route, methods=["HEAD"], include_in_schema=False)


def speech_route(router: APIRouter, path: str, route: Callable[..., Any], tag: str, summary: str) -> None:
    """A route that shows a sound by `speech_answer`."""
    told: dict[int | str, dict[str, Any]] = {200: body_of(WAV, WHOLE)}
    router.add_api_route(path, route, **got(tag), response_class=Response, summary=summary, responses=told)


def speech_answer(pcm: bytes) -> Response:
    """What the microphone gave, as WAV, all of it."""
    return Response(wav.whole(pcm, MIC_RATE), media_type=WAV, headers=PRIVATE)


def sound_answer(request: Request, sound: wav.WavSound) -> Response:
    """A sound as WAV, or the part of it that was asked for."""
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
        return Response(status_code=status, headers=headers, media_type=WAV)
    return StreamingResponse(sound.part(first, end), status, headers, WAV)
