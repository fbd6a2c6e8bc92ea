"""What is wrong is one line of JSON: `{"error": "…"}`. Also for what the framework refuses by itself."""

from http import HTTPStatus
from typing import Any, Final

from fastapi import FastAPI, HTTPException, Request
from fastapi.exceptions import RequestValidationError
from fastapi.responses import JSONResponse
from starlette.exceptions import HTTPException as AnyHTTPException

from solovox.app.web.answers import Problem

LONGEST: Final = 300
"""Characters of the line."""
NOT_KEPT: Final = 507
"""The disk is full, read-only or broken: nothing was changed."""
RESPONSES: Final[dict[int | str, dict[str, Any]]] = {
    "4XX": {"model": Problem, "description": "What is wrong, and what to do."},
    "5XX": {"model": Problem, "description": "Why it could not be done."},
}
"""For every route: the schema says what really comes."""


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
