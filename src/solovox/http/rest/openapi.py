"""The OpenAPI schema of REST, made of the routes' own types (https://spec.openapis.org/oas/v3.1.0)."""

import re
from collections.abc import Iterator, Sequence
from typing import Any, Final

import msgspec

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


def _kinds(route: RestRoute) -> Iterator[Any]:
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
