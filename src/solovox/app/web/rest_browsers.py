"""REST: the browsers that were let in, and how one is let go."""

from datetime import UTC, datetime
from typing import Final, Literal

from fastapi import APIRouter, Request
from pydantic import Field

from solovox.app.web.answers import Answered
from solovox.app.web.guard import BROWSER
from solovox.app.web.known_browsers import KnownBrowsers
from solovox.app.web.problems import problem
from solovox.app.web.routes import deleted, got

KEPT: Final = "it is out, and would be known again after a restart: {}"


class LetInBrowser(Answered):
    """A browser that was let in."""

    id: str
    name: str = Field(description="What it says of the machine that it runs on.")
    by: Literal["token", "code"] = Field(description="Whether it brought the token, or a code of pairing.")
    since: datetime
    seen: datetime = Field(description="When it came last, to the hour.")
    this: bool = Field(description="Whether it is the one that asks.")


class LetInBrowsers(Answered):
    """All of them; who came last is the first."""

    browsers: list[LetInBrowser]


class BrowserRoutes:
    """Who may come in without the token."""

    def __init__(self, browsers: KnownBrowsers) -> None:
        self._browsers = browsers

    async def listed(self, request: Request) -> LetInBrowsers:
        """The browsers that were let in: by the token, or by a code."""
        here = request.scope.get(BROWSER, "")
        return LetInBrowsers(
            browsers=[
                LetInBrowser(
                    id=one.id,
                    name=one.name,
                    by=one.by,
                    since=datetime.fromtimestamp(one.since, UTC),
                    seen=datetime.fromtimestamp(one.seen, UTC),
                    this=one.id == here,
                )
                for one in self._browsers
            ]
        )

    async def let_go(self, id: str) -> None:  # noqa: A002  as in the address
        """Let one go: its cookie is good no more, and what it has open ends at once."""
        if not self._browsers.let_go(id):
            raise problem(404, "no browser of that id was let in")
        if wrong := await self._browsers.save():
            raise problem(500, KEPT.format(wrong))

    def at(self, router: APIRouter) -> None:
        """Put them into a router."""
        listed = got("browsers") | {"summary": "Browsers that were let in"}
        router.add_api_route("/api/browsers", self.listed, **listed)
        router.add_api_route("/api/browsers/{id}", self.let_go, **deleted("browsers"), summary="Let one go")
