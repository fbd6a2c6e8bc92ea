"""The pages of one session by name, and the tokens with which they come back.

Rule: who has a page's token is that page. Each `ready` has a new one; those before are worth nothing once the page has said anything,
for then it has the new one.
"""

import secrets
from collections.abc import Iterable, Sequence
from datetime import datetime
from typing import Annotated, Final

import msgspec
from msgspec import Meta

from solovox.core.commands import Command
from solovox.core.errors import SolovoxError
from solovox.core.events import Event
from solovox.core.units import AudioSpan, SurfaceId
from solovox.ports import Journal
from solovox.shell.session import must_be_saved
from solovox.surfaces.web.page import Page
from solovox.surfaces.web.surface import WebSurface

GONE: Final = 4404
FULL: Final = 4429
FAILED: Final = 1011


class CannotJoin(SolovoxError):
    """A client cannot join. One line, and the code with which its socket is closed."""

    def __init__(self, line: str, code: int) -> None:
        super().__init__(line)
        self.code = code


class RunningTalk(msgspec.Struct):
    """A session that runs."""

    name: str
    profile: str
    since: datetime
    pages: Annotated[
        int, Meta(description="How many pages are there now; 0 while it waits for one to come back.")
    ]
    working: Annotated[bool, Meta(description="Whether it answers, or a tool runs.")]


MOST: Final = 4
"""Of one page, while it has not said anything since it came back."""


class PageTokens:
    """Those of a page stand one behind the other, the newest last."""

    def __init__(self, session: str) -> None:
        self._session = session
        self._named = 0
        self._pages: dict[str, Page] = {}

    def next_name(self) -> SurfaceId:
        """For a new page."""
        self._named += 1
        return SurfaceId(f"page-{self._named}")

    def give(self, page: Page, there: Iterable[Page]) -> str:
        """A new token. Those of pages that are not `there` any more are forgotten."""
        stay = {*there, page}
        self._pages = {token: one for token, one in self._pages.items() if one in stay}
        self._forget(page, MOST - 1)
        token = f"{self._session}.{secrets.token_urlsafe(16)}"
        self._pages[token] = page
        return token

    def of(self, token: str) -> Page | None:
        """The page that has this token."""
        return self._pages.get(token)

    def has_spoken(self, page: Page) -> None:
        """It has got its newest token."""
        self._forget(page, 1)

    def _forget(self, page: Page, kept: int) -> None:
        for old in [token for token, one in self._pages.items() if one is page][:-kept]:
            del self._pages[old]


def session_of(token: str) -> str:
    """The name of the session that a token is for."""
    return token.partition(".")[0]


# Pages are told nothing that a killed server could forget (law R1).
#
# Rule: what a step shows that must be on the disk before it counts, and all that comes after it, is sent when it is there. Where the disk
# fails nothing waits for it any longer, and the pages are told that.


class SavedFirst:
    """The journal of a session and, as a fold, what stands before its pages."""

    def __init__(self, journal: Journal) -> None:
        self._journal = journal
        self._surface: WebSurface | None = None

    def before(self, surface: WebSurface) -> None:
        """These are the pages."""
        self._surface = surface

    def see(self, event: Event, commands: Sequence[Command]) -> None:
        """Show it; let it wait for the disk if it must."""
        assert self._surface is not None
        if must_be_saved(event, commands):
            self._hold(on=True)
        self._surface.see(event, commands)

    @property
    def lost(self) -> str:
        """As the journal says."""
        return self._journal.lost

    def append(self, at: int, event: Event, commands: Sequence[Command]) -> None:
        """As the journal does."""
        self._journal.append(at, event, commands)

    def sound(self, span: AudioSpan, pcm: bytes) -> None:
        """As the journal does."""
        self._journal.sound(span, pcm)

    async def sync(self) -> None:
        """As the journal does; then the pages are told."""
        await self._journal.sync()
        self._hold(on=False)

    async def aclose(self) -> None:
        """As the journal does."""
        self._hold(on=False)
        await self._journal.aclose()

    def _hold(self, *, on: bool) -> None:
        if self._surface is not None:
            self._surface.pages.hold(on=on)
