"""The web application: the page, the socket, REST."""

from functools import cache
from importlib.metadata import version
from pathlib import Path
from typing import Final

from fastapi import FastAPI
from starlette.responses import Response
from starlette.routing import Route, WebSocketRoute

import solovox
from solovox.app.web.guard import Application
from solovox.app.web.problems import problem, speak_plainly
from solovox.app.web.rest import RestParts, rest
from solovox.app.web.socket import LiveSocket
from solovox.app.web.talks import Talks
from solovox.config.schema import ConfigError

LIVE: Final = "/api/vox/live"
MCP: Final = "/mcp"
PAGE: Final = Path(solovox.__file__).parent / "surfaces" / "web" / "page"
NOT_BUILT: Final = "the page is not built: run scripts/page in the checkout, or begin with make talk"
KINDS: Final = {".html": "text/html", ".js": "text/javascript", ".css": "text/css", ".svg": "image/svg+xml"}


@cache
def page_files() -> dict[str, tuple[bytes, str]]:
    """The page's files, by name: bytes and type. Raises `ConfigError`."""
    if not (PAGE / "index.html").is_file():
        raise ConfigError(NOT_BUILT)
    return {
        one.name: (one.read_bytes(), f"{KINDS[one.suffix]}; charset=utf-8")
        for one in sorted(PAGE.iterdir())
        if one.suffix in KINDS
    }


def application(talks: Talks, shown: RestParts, voice: Application) -> FastAPI:
    """All of it. `voice`: what agents from outside talk by."""
    app = FastAPI(
        title="Solovox", version=version("solovox"), openapi_url=None, docs_url=None, redoc_url=None
    )
    speak_plainly(app)
    app.include_router(rest(shown))
    app.router.routes.append(WebSocketRoute(LIVE, LiveSocket(talks)))
    app.router.routes.append(Route(MCP, voice, include_in_schema=False))

    @app.get("/", include_in_schema=False)
    async def index() -> Response:
        return _file("index.html")

    @app.get("/page/{name}", include_in_schema=False)
    async def file(name: str) -> Response:
        return _file(name)

    return app


def _file(name: str) -> Response:
    found = page_files().get(name)
    if found is None:
        raise problem(404, "there is no such page")
    return Response(found[0], media_type=found[1], headers={"Cache-Control": "no-cache"})
