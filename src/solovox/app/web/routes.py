"""What the routes of REST have in common: how they are described, and how a sound is answered."""

from collections.abc import Callable, Iterator, Sequence
from functools import cache, wraps
from html import escape
from http import HTTPStatus
from importlib import resources
from inspect import signature
from typing import Any, Final, TypeVar

from fastapi import APIRouter, FastAPI, HTTPException, Request, Response
from fastapi.exceptions import RequestValidationError
from fastapi.responses import HTMLResponse, JSONResponse, StreamingResponse
from starlette.exceptions import HTTPException as AnyHTTPException
from starlette.requests import HTTPConnection
from starlette.routing import BaseRoute, Route

from solovox.app.web import wav
from solovox.app.web.answers import Problem
from solovox.core.units import MIC_RATE

LONGEST: Final = 300
"""Characters of the line."""
NOT_KEPT: Final = 507
"""The disk is full, read-only or broken: nothing was changed."""
_PROBLEM: Final = {"application/json": {"schema": {"$ref": "#/components/schemas/Problem"}}}
RESPONSES: Final[dict[int | str, dict[str, Any]]] = {
    "4XX": {"content": _PROBLEM, "description": "What is wrong, and what to do."},
    "5XX": {"content": _PROBLEM, "description": "Why it could not be done."},
}
"""For every route: the schema says what really comes. FastAPI would make two models of each route where it is given the model."""


class RestApplication(FastAPI):
    """An application whose errors are all a `Problem`."""

    def openapi(self) -> dict[str, Any]:
        """The schema."""
        schema = super().openapi()
        schema["components"]["schemas"]["Problem"] = Problem.model_json_schema()
        return schema


def problem(status: int, line: str, headers: dict[str, str] | None = None) -> HTTPException:
    """To be raised by a route."""
    return HTTPException(status, detail=line, headers=headers)


def refused(error: OSError) -> str:
    """What the disk says."""
    return f"the disk refuses: {error.strerror or error}"


def speak_plainly(app: FastAPI) -> None:
    """Every error of this application is one line."""
    app.add_exception_handler(AnyHTTPException, _refused)
    app.add_exception_handler(RequestValidationError, _invalid)
    app.add_exception_handler(OSError, _unkept)
    app.add_exception_handler(Exception, _failed)


async def _refused(request: Request, error: Exception) -> JSONResponse:
    assert isinstance(error, AnyHTTPException)
    line = str(error.detail)
    if line == HTTPStatus(error.status_code).phrase:  # no route of ours said why
        line = _usual(request, error)
    return _answer(error.status_code, line, dict(error.headers or {}))


def _usual(request: Request, error: AnyHTTPException) -> str:
    match error.status_code:
        case 404:
            return f"there is nothing at {request.url.path}; what there is: /api/docs"
        case 405:
            allowed = (error.headers or {}).get("Allow", "another method")
            return f"{request.method} is not possible here; use {allowed}"
        case _:
            return str(error.detail)


async def _invalid(request: Request, error: Exception) -> JSONResponse:
    assert isinstance(error, RequestValidationError)
    wrong = [f"{'.'.join(str(part) for part in one['loc'][1:])}: {one['msg']}" for one in error.errors()]
    return _answer(422, "; ".join(wrong))


async def _unkept(request: Request, error: Exception) -> JSONResponse:
    assert isinstance(error, OSError)
    return _answer(NOT_KEPT, refused(error))


async def _failed(request: Request, error: Exception) -> JSONResponse:
    return _answer(500, "this server made a mistake; its log says which")


def _answer(status: int, line: str, headers: dict[str, str] | None = None) -> JSONResponse:
    plain = "".join(one if one.isprintable() else " " for one in line[: 2 * LONGEST])
    text = " ".join(plain.split())
    line = text if len(text) <= LONGEST else f"{text[: LONGEST - 1]}…"
    return JSONResponse(Problem(error=line).model_dump(), status, headers)


PRIVATE: Final = {"Cache-Control": "private, no-cache"}
WAV: Final = "audio/wav"
WHOLE: Final = "All of it."


ROUTES: Final = "solovox_routes"
"""The attribute of a method that has what was said of it."""
Answer = TypeVar("Answer", bound=Callable[..., Any])


def route(method: str, path: str, tag: str, summary: str, **more: Any) -> Callable[[Answer], Answer]:
    """A method that answers a request, of any object of its class (`routes_of`). It makes or changes something, and answers with it."""
    told = {"response_description": "As it is now.", "tags": [tag], "summary": summary, **more}
    return _answers(path, {"methods": [method], **told})


def got(path: str, tag: str, summary: str, **more: Any) -> Callable[[Answer], Answer]:
    """One that shows something."""
    return route("GET", path, tag, summary, **{"response_description": "What was asked for.", **more})


def deleted(path: str, tag: str, summary: str) -> Callable[[Answer], Answer]:
    """One that removes something."""
    return route("DELETE", path, tag, summary, status_code=204, response_description="Done.")


def got_body(
    path: str, tag: str, summary: str, body: tuple[str, str], **more: Any
) -> Callable[[Answer], Answer]:
    """One that shows what is no JSON. `body`: its kind, and what it is."""
    kind, about = body
    told = {200: {"description": about, "content": {kind: {}}}}
    return got(path, tag, summary, **{"response_class": Response, "responses": told, **more})


def got_sound(path: str, tag: str, summary: str) -> Callable[[Answer], Answer]:
    """One that shows a sound by `sound_answer`, to HEAD as well."""
    told = {
        status: {"description": about, "content": {WAV: {}}}
        for status, about in ((200, WHOLE), (206, "The range that was asked for."))
    }

    def answers(method: Answer) -> Answer:
        shown = got_body(path, tag, summary, (WAV, WHOLE), responses=told)(method)
        return _answers(path, {"methods": ["HEAD"], "include_in_schema": False})(shown)

    return answers


def _answers(path: str, told: dict[str, Any]) -> Callable[[Answer], Answer]:
    def answers(method: Answer) -> Answer:
        vars(method).setdefault(ROUTES, []).append((path, told))
        return method

    return answers


def application_of(groups: Sequence[object], **about: Any) -> FastAPI:
    """An application that answers by these objects. Every error of it is one line."""
    app = RestApplication(
        openapi_url=None,
        docs_url=None,
        redoc_url=None,
        routes=[*routes_of(tuple(map(type, groups)))],
        **about,
    )
    app.state.groups = {type(one): one for one in groups}
    speak_plainly(app)
    return app


@cache
def routes_of(groups: tuple[type, ...]) -> tuple[BaseRoute, ...]:
    """The routes of these classes, schema and page. FastAPI reads signatures and models for each route, for 0.3 s in all: once a process."""
    router = APIRouter(responses=RESPONSES)
    for group in groups:
        for method in vars(group).values():
            for path, told in getattr(method, ROUTES, ()):
                router.add_api_route(path, _of_application(group, method), **told)
    shown = ((SCHEMA_AT, _schema), (PAGE_AT, _page), (STYLE_AT, _style))
    return (*router.routes, *(Route(path, answer, include_in_schema=False) for path, answer in shown))


def _of_application(group: type, method: Callable[..., Any]) -> Callable[..., Any]:
    """The method, of the object that the application has. FastAPI gives the connection in place of `self`."""
    read = signature(method)
    own, *others = read.parameters.values()

    @wraps(method)
    async def answer(self: HTTPConnection, **given: Any) -> Any:
        return await method(self.app.state.groups[group], **given)

    connection = own.replace(annotation=HTTPConnection)
    vars(answer)["__signature__"] = read.replace(parameters=[connection, *others])
    return answer


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


# The OpenAPI schema, and a page made from it: plain HTML, no script, one style sheet of our own.
#
# Rule: what stands in the schema is text, never markup.

SCHEMA_AT: Final = "/api/openapi.json"
PAGE_AT: Final = "/api/docs"
STYLE_AT: Final = "/api/docs.css"
Schema = dict[str, Any]


async def _schema(request: Request) -> JSONResponse:
    return JSONResponse(request.app.openapi())


async def _page(request: Request) -> HTMLResponse:
    return HTMLResponse(page(request.app.openapi()))


async def _style(_request: Request) -> Response:
    text = resources.files("solovox.app.web").joinpath("docs.css").read_text(encoding="utf-8")
    return Response(text, media_type="text/css")


def page(schema: Schema) -> str:
    """The whole page."""
    about = schema["info"]
    groups = _by_tag(schema)
    models: Schema = schema.get("components", {}).get("schemas", {})
    links = "".join(f'<li><a href="#{escape(tag)}">{escape(tag)}</a></li>' for tag in groups)
    return "".join(
        (
            '<!doctype html>\n<html lang="en">\n<head>\n<meta charset="utf-8">\n',
            '<meta name="viewport" content="width=device-width, initial-scale=1">\n',
            f"<title>{escape(about['title'])}: REST</title>\n",
            f'<link rel="stylesheet" href="{STYLE_AT}">\n</head>\n<body>\n',
            f"<header><h1>{escape(about['title'])} {escape(about['version'])}</h1>\n",
            f"<p>{escape(about.get('description', ''))}</p>\n",
            f'<p>For programs: <a href="{SCHEMA_AT}">the OpenAPI schema</a>.</p></header>\n',
            f'<nav aria-label="Parts"><ul>{links}<li><a href="#bodies">bodies</a></li></ul></nav>\n<main>\n',
            *(_section(tag, routes) for tag, routes in groups.items()),
            '<section id="bodies"><h2>bodies</h2>\n',
            *(_model(name, models[name]) for name in sorted(models)),
            "</section>\n</main>\n</body>\n</html>\n",
        )
    )


def _by_tag(schema: Schema) -> dict[str, list[tuple[str, str, Schema]]]:
    groups: dict[str, list[tuple[str, str, Schema]]] = {}
    for path, methods in schema["paths"].items():
        for method, route in methods.items():
            groups.setdefault((route.get("tags") or ["others"])[0], []).append((method.upper(), path, route))
    return groups


def _section(tag: str, routes: list[tuple[str, str, Schema]]) -> str:
    return f'<section id="{escape(tag)}"><h2>{escape(tag)}</h2>\n{"".join(_route(*one) for one in routes)}</section>\n'


def _route(method: str, path: str, route: Schema) -> str:
    name = escape(str(route.get("operationId", "")))
    about = route.get("description") or ""
    given = "".join(
        _row(f"{one['name']} ({one['in']})", _kind(one["schema"]), one.get("description", ""))
        for one in route.get("parameters", ())
    )
    answers = "".join(
        _row(status, ", ".join(_bodies(answer)) or "nothing", answer.get("description", ""))
        for status, answer in route["responses"].items()
    )
    return "".join(
        (
            f'<article aria-labelledby="{name}"><h3 id="{name}">{escape(route.get("summary", ""))}</h3>\n',
            f"<p><code><b>{method}</b> {escape(path)}</code></p>\n<p>{escape(about)}</p>\n",
            _table("Parameters", ("name", "kind", "about"), given) if given else "",
            _table("Answers", ("status", "body", "about"), answers),
            "</article>\n",
        )
    )


def _model(name: str, model: Schema) -> str:
    needed = set(model.get("required", ()))
    rows = "".join(
        _row(field if field in needed else f"{field} (optional)", _kind(one), one.get("description", ""))
        for field, one in model.get("properties", {}).items()
    )
    about = f"<p>{escape(model.get('description', ''))}</p>\n"
    return f'<article id="{_anchor(name)}"><h3>{escape(name)}</h3>\n{about}{_table("Fields", ("field", "kind", "about"), rows)}</article>\n'


def _table(caption: str, heads: tuple[str, str, str], rows: str) -> str:
    head = "".join(f'<th scope="col">{one}</th>' for one in heads)
    return f"<table><caption>{caption}</caption><thead><tr>{head}</tr></thead><tbody>{rows}</tbody></table>\n"


def _row(name: str, kind: str, about: str) -> str:
    """`kind` is markup."""
    return f'<tr><th scope="row"><code>{escape(name)}</code></th><td>{kind}</td><td>{escape(about)}</td></tr>'


def _bodies(answer: Schema) -> Iterator[str]:
    for media, body in answer.get("content", {}).items():
        kind = _kind(body.get("schema", {}))
        yield kind if media == "application/json" and kind else escape(media)


def _kind(schema: Schema) -> str:
    """What a value is, as markup: a type, or a link to a body."""
    if "$ref" in schema:
        name = schema["$ref"].rpartition("/")[2]
        return f'<a href="#{_anchor(name)}">{escape(name)}</a>'
    for either in ("anyOf", "oneOf"):
        if either in schema:
            return " or ".join(_kind(one) for one in schema[either])
    if "enum" in schema or "const" in schema:
        return ", ".join(
            f"<code>{escape(str(one))}</code>" for one in schema.get("enum", [schema.get("const")])
        )
    if schema.get("type") == "array":
        return f"list of {_kind(schema.get('items', {}))}"
    if schema.get("type") == "object" and isinstance(of := schema.get("additionalProperties"), dict):
        return f"object of {_kind(of)}"
    limits = [
        f"{word} {schema[key]}"
        for key, word in (("minimum", "at least"), ("maximum", "at most"))
        if key in schema
    ]
    return escape(", ".join([str(schema.get("format") or schema.get("type") or "anything"), *limits]))


def _anchor(name: str) -> str:
    return escape(f"body-{name}")
