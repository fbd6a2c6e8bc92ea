"""What the routes of REST have in common: how one is declared, what it takes, and how it answers.

A route is a method of a class. Its signature says what it takes: a `RequestBody` comes from the body, a `Request` is the request
itself, every other parameter comes from the path or the query. What does not fit is refused in one line before the method is called.

What waits for a disk is done in a few threads of their own (`DiskThreads`): those of the loop's executor sync the journals.
"""

from collections.abc import Awaitable, Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from http import HTTPStatus
from inspect import Parameter, getdoc, signature
from types import NoneType
from typing import Any, Final, Literal, TypeVar, get_type_hints

import msgspec
from anyio import CapacityLimiter, to_thread
from starlette.applications import Starlette
from starlette.exceptions import HTTPException
from starlette.requests import Request
from starlette.responses import JSONResponse, Response, StreamingResponse
from starlette.routing import BaseRoute, Route

from solovox.config.schema import ConfigError
from solovox.core.units import MIC_RATE
from solovox.http.rest import wav
from solovox.http.rest.shelf import NoSuch
from solovox.ports import StoreError
from solovox.ports.offload import BUSY, Places, TooBusy
from solovox.ports.projects import NoProject, ProjectError
from solovox.recordings.codec import JournalError
from solovox.server.state import StateTrouble

LONGEST: Final = 300
"""Characters of the line."""
NOT_KEPT: Final = 507
"""The disk is full, read-only or broken: nothing was changed."""
JSON: Final = "application/json"
WAV: Final = "audio/wav"
WHOLE: Final = "All of it."
PRIVATE: Final = {"Cache-Control": "private, no-cache"}
ROUTE: Final = "solovox_route"
"""The attribute of a method that has what was declared of it."""
Method = Literal["GET", "POST", "PUT", "PATCH", "DELETE"]
Handler = Callable[..., Awaitable[Any]]
H = TypeVar("H", bound=Handler)
T = TypeVar("T")
QUICK: Final = 4
"""How many threads read folders and files."""


class RequestBody(msgspec.Struct, forbid_unknown_fields=True):
    """A body of a request. What it has not is refused."""


class Problem(msgspec.Struct):
    """What is wrong, and what to do: one line."""

    error: str


class DiskThreads:
    """Threads for what waits for a disk."""

    def __init__(self, threads: int = QUICK, busy: str = BUSY) -> None:
        self._places = Places(threads, busy=busy)

    async def run(self, work: Callable[[], T]) -> T:
        """What `work` returns. Raises `TooBusy`."""
        async with self._places.take():
            return await to_thread.run_sync(work, limiter=CapacityLimiter(1))


@dataclass(frozen=True, slots=True, kw_only=True)
class DeclaredRoute:
    """What is said of a route where it is declared."""

    method: Method
    path: str
    tag: str
    summary: str
    says: str = "As it is now."
    """What its answer is."""
    status: int = 200
    kind: str = JSON
    """The media type of its answer."""
    takes: str = ""
    """The media type of a body that the method reads by itself."""
    body: object = None
    """The type of such a body, where it is JSON;"""
    answer: object = None
    """and of a JSON answer that was made elsewhere."""


def route(method: Method, path: str, tag: str, summary: str, **more: Any) -> Callable[[H], H]:
    """A method that makes or changes something, and answers with it. `more`: other fields of `DeclaredRoute`."""
    declared = DeclaredRoute(method=method, path=path, tag=tag, summary=summary, **more)

    def declares(handler: H) -> H:
        vars(handler)[ROUTE] = declared
        return handler

    return declares


def route_get(path: str, tag: str, summary: str, **more: Any) -> Callable[[H], H]:
    """One that shows something."""
    return route("GET", path, tag, summary, **{"says": "What was asked for.", **more})


def route_delete(path: str, tag: str, summary: str) -> Callable[[H], H]:
    """One that removes something."""
    return route("DELETE", path, tag, summary, status=204, kind="", says="Done.")


def got_sound(path: str, tag: str, summary: str) -> Callable[[H], H]:
    """One that shows a sound."""
    return route_get(path, tag, summary, kind=WAV, says=WHOLE)


@dataclass(frozen=True, slots=True)
class RestRoute:
    """A route of an object: what was declared of it, and what its signature says."""

    declared: DeclaredRoute
    handler: Handler
    parameters: type[msgspec.Struct]
    """What comes by the address. A field that Python has its own word for has a `_` behind it here."""
    body: object
    """The type of the JSON that it takes. None: it takes none."""
    answered: object
    """The type of the JSON that it answers with. None: there is none."""
    body_as: str
    """The parameters that are the body and the request. Empty: there is none."""
    request_as: str

    async def respond(self, request: Request) -> Response:
        """Answer a request. Raises `msgspec.DecodeError` for what does not fit."""
        came = {**request.query_params, **request.path_params}
        taken = msgspec.structs.asdict(msgspec.convert(came, self.parameters, strict=False))
        if self.request_as:
            taken[self.request_as] = request
        if self.body_as:
            taken[self.body_as] = msgspec.json.decode(await request.body(), type=self.body)
        made = await self.handler(**taken)
        if isinstance(made, Response):
            return made
        if self.answered is None:
            return Response(status_code=self.declared.status)
        return Response(msgspec.json.encode(made), self.declared.status, media_type=self.declared.kind)


def routes_of(groups: Sequence[object]) -> Iterator[RestRoute]:
    """Those of these objects, as they were declared."""
    for group in groups:
        for name, method in vars(type(group)).items():
            if declared := getattr(method, ROUTE, None):
                yield _read(declared, getattr(group, name))


def _read(declared: DeclaredRoute, handler: Handler) -> RestRoute:
    kinds = get_type_hints(handler, include_extras=True)
    answered = kinds.pop("return")
    body_as = next((name for name, kind in kinds.items() if _is(kind, RequestBody)), "")
    request_as = next((name for name, kind in kinds.items() if _is(kind, Request)), "")
    own = signature(handler).parameters
    parameters = [
        (name, kind) if own[name].default is Parameter.empty else (name, kind, own[name].default)
        for name, kind in kinds.items()
        if name not in (body_as, request_as)
    ]
    return RestRoute(
        declared,
        handler,
        msgspec.defstruct("Parameters", parameters, rename=lambda name: name.rstrip("_"), kw_only=True),
        kinds.get(body_as, declared.body),
        declared.answer if _is(answered, Response) or _is(answered, NoneType) else answered,
        body_as,
        request_as,
    )


def _is(kind: object, what: type) -> bool:
    return isinstance(kind, type) and issubclass(kind, what)


def about(route: RestRoute) -> str:
    """What the method's docstring says."""
    return getdoc(route.handler) or ""


def application_of(routes: Sequence[RestRoute], others: Sequence[BaseRoute] = ()) -> Starlette:
    """An application that answers by these. Every error of it is one line, a `Problem`."""
    application = Starlette(
        routes=[*_by_path(routes), *others],
        exception_handlers={
            HTTPException: _answer_refusal,
            msgspec.DecodeError: _invalid,
            OSError: _unkept,
            Exception: _answer_failure,
            **dict.fromkeys(STATUS_OF, _told_in_one_line),
        },
    )
    application.router.redirect_slashes = False  # the address that a proxy hides would be told
    return application


def _by_path(routes: Sequence[RestRoute]) -> Iterator[Route]:
    """One for each path, which knows all methods that are possible there."""
    found: dict[str, dict[str, RestRoute]] = {}
    for one in routes:
        found.setdefault(one.declared.path, {})[one.declared.method] = one
    for path, methods in found.items():

        async def respond(request: Request, here: Mapping[str, RestRoute] = methods) -> Response:
            method = "GET" if request.method == "HEAD" else request.method
            return await here[method].respond(request)

        yield Route(path, respond, methods=[*methods])


def problem(status: int, line: str, headers: dict[str, str] | None = None) -> HTTPException:
    """To be raised by a route."""
    return HTTPException(status, detail=line, headers=headers)


async def _answer_refusal(request: Request, error: Exception) -> JSONResponse:
    assert isinstance(error, HTTPException)
    line = error.detail
    if line == HTTPStatus(error.status_code).phrase:  # no route of ours said why
        line = _usual(request, error)
    return _answer(error.status_code, line, dict(error.headers or {}))


def _usual(request: Request, error: HTTPException) -> str:
    match error.status_code:
        case 404:
            return f"there is nothing at {request.url.path}; what there is: /api/docs"
        case 405:
            allowed = sorted((error.headers or {}).get("Allow", "another method").split(", "))
            return f"{request.method} is not possible here; use {', '.join(allowed)}"
        case _:
            return error.detail


async def _invalid(_request: Request, error: Exception) -> JSONResponse:
    if not isinstance(error, msgspec.ValidationError):
        return _answer(422, f"the body is no JSON: {error}")
    what, at, place = str(error).partition(" - at `$")
    return _answer(422, f"{place.strip('.`')}: {what}" if at else what)


async def _unkept(_request: Request, error: Exception) -> JSONResponse:
    assert isinstance(error, OSError)
    if isinstance(error, FileNotFoundError):
        return _answer(404, "it has just been removed")
    return _answer(NOT_KEPT, f"the disk refuses: {error.strerror or error}")


STATUS_OF: Final[Mapping[type[Exception], int]] = {
    NoSuch: 404,
    NoProject: 404,
    JournalError: 422,
    StoreError: 409,
    ProjectError: 409,
    ConfigError: 500,
    StateTrouble: NOT_KEPT,
    TooBusy: 503,
}
"""Errors whose message is the line."""


async def _told_in_one_line(_request: Request, error: Exception) -> JSONResponse:
    status = next(STATUS_OF[kind] for kind in type(error).__mro__ if kind in STATUS_OF)
    return _answer(status, str(error), {"Retry-After": "1"} if status == 503 else None)


async def _answer_failure(_request: Request, _error: Exception) -> JSONResponse:
    return _answer(500, "this server made a mistake; its log says which")


def _answer(status: int, line: str, headers: dict[str, str] | None = None) -> JSONResponse:
    plain = "".join(one if one.isprintable() else " " for one in line[: 2 * LONGEST])
    text = " ".join(plain.split())
    line = text if len(text) <= LONGEST else f"{text[: LONGEST - 1]}…"
    return JSONResponse(msgspec.to_builtins(Problem(error=line)), status, headers)


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
        part = wav.parse_range(wanted, sound.size)
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
