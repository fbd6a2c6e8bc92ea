"""The pages of one session by name, and the tokens with which they come back.

Rule: who has a page's token is that page. Each `ready` has a new one; those before are worth nothing once the page has said anything,
for then it has the new one.
"""

import secrets
from collections.abc import Iterable
from typing import Final

from solovox.core.units import SurfaceId
from solovox.surfaces.web.page import Page

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
