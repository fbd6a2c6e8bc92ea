"""REST: whether the server is well."""

from collections.abc import Callable
from typing import Final

from fastapi import APIRouter
from fastapi.responses import PlainTextResponse

from solovox.app.web.metrics import CONTENT_TYPE, Metrics
from solovox.app.web.offload import DiskThreads
from solovox.app.web.problems import problem
from solovox.app.web.rest_talks import RunningSessions
from solovox.app.web.routes import got

STUCK: Final = "the disk does not answer"


class HealthRoutes:
    """Whether the server is well."""

    def __init__(self, talks: RunningSessions, metrics: Metrics, unkept: Callable[[], str]) -> None:
        """`unkept`: why nothing could be kept now, in one line; empty if it could. It blocks."""
        self._talks = talks
        self._unkept = unkept
        self._disk = DiskThreads(1, STUCK)
        self._metrics = metrics

    async def lives(self) -> PlainTextResponse:
        """The process lives."""
        return PlainTextResponse("ok\n")

    async def ready(self) -> PlainTextResponse:
        """A new session could begin and be kept: engines are loaded, there is room for it here and on the disk, and the server is not
        going away."""
        if why := self._talks.ready() or await self._disk.done(self._unkept):
            raise problem(503, why, {"Retry-After": "5"})
        return PlainTextResponse("ready\n")

    async def metrics(self) -> PlainTextResponse:
        """What an operator watches, for Prometheus."""
        return PlainTextResponse(self._metrics.exposition(), media_type=CONTENT_TYPE)

    def at(self, router: APIRouter) -> None:
        """Put them into a router."""
        known = got("health") | {"response_class": PlainTextResponse}
        router.add_api_route("/healthz", self.lives, **known, summary="The process lives")
        router.add_api_route("/readyz", self.ready, **known, summary="A new session could begin")
        router.add_api_route("/metrics", self.metrics, **known, summary="Counts, for Prometheus")
