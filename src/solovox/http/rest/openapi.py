"""The OpenAPI schema of REST, made of the routes' own types (https://spec.openapis.org/oas/v3.1.0), and its page for people: plain HTML,
no script, one style sheet of our own.

Rule: what stands in the schema is text, never markup.
"""

import re
from collections.abc import Iterator, Sequence
from html import escape
from importlib import resources
from typing import Any, Final

import msgspec
from starlette.requests import Request
from starlette.responses import HTMLResponse, JSONResponse, Response
from starlette.routing import Route

from solovox.http.rest.routes import JSON, Problem, RestRoute, about

PROBLEMS: Final = {"4XX": "What is wrong, and what to do.", "5XX": "Why it could not be done."}
Schema = dict[str, Any]


def openapi(routes: Sequence[RestRoute], title: str, version: str) -> Schema:
    """The schema."""
    kinds = [Problem, *(kind for one in routes for kind in _kinds(one))]
    found, bodies = msgspec.json.schema_components(kinds, ref_template="#/components/schemas/{name}")
    schemas = iter(found)
    problem = next(schemas)
    paths: dict[str, Schema] = {}
    for one in routes:
        paths.setdefault(one.declared.path, {})[one.declared.method.lower()] = _operation(
            one, schemas, problem
        )
    info = {"title": title, "version": version}
    return {"openapi": "3.1.0", "info": info, "paths": paths, "components": {"schemas": bodies}}


def _kinds(route: RestRoute) -> Iterator[object]:
    """The types whose schemas an operation needs, in its order."""
    yield from (one.type for one in msgspec.structs.fields(route.parameters))
    yield from (kind for kind in (route.body, route.answered) if kind is not None)


def _operation(route: RestRoute, schemas: Iterator[Schema], problem: Schema) -> Schema:
    """`schemas`: those of `_kinds`."""
    declared = route.declared
    operation: Schema = {
        "operationId": re.sub(r"\W+", "_", f"{declared.method.lower()}{declared.path}").strip("_"),
        "tags": [declared.tag],
        "summary": declared.summary,
        "description": about(route),
    }
    if parameters := msgspec.structs.fields(route.parameters):
        in_path = re.findall(r"{(\w+)}", declared.path)
        operation["parameters"] = [
            {
                "name": one.encode_name,
                "in": "path" if one.encode_name in in_path else "query",
                "required": one.required,
                "schema": next(schemas),
            }
            for one in parameters
        ]
    if route.body is not None:
        operation["requestBody"] = {"required": True, **_content(JSON, next(schemas))}
    elif declared.takes:
        operation["requestBody"] = {"required": True, **_content(declared.takes, {})}
    answer: Schema = {"description": declared.says}
    if route.answered is not None:
        answer |= _content(JSON, next(schemas))
    elif declared.kind:
        answer |= _content(declared.kind, {})
    problems = {status: {"description": why, **_content(JSON, problem)} for status, why in PROBLEMS.items()}
    operation["responses"] = {str(declared.status): answer, **problems}
    return operation


def _content(kind: str, schema: Schema) -> Schema:
    return {"content": {kind: {"schema": schema}}}


SCHEMA_AT: Final = "/api/openapi.json"
PAGE_AT: Final = "/api/docs"
STYLE_AT: Final = "/api/docs.css"


def routes_to(schema: Schema) -> tuple[Route, ...]:
    """Where the schema is shown."""

    async def told(_request: Request) -> Response:
        return JSONResponse(schema)

    async def shown(_request: Request) -> Response:
        return HTMLResponse(page(schema))

    async def style(_request: Request) -> Response:
        text = resources.files("solovox.http.rest").joinpath("docs.css").read_text(encoding="utf-8")
        return Response(text, media_type="text/css")

    return tuple(Route(at, answer) for at, answer in ((SCHEMA_AT, told), (PAGE_AT, shown), (STYLE_AT, style)))


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
