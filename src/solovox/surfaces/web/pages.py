"""The pages of a session, and which of them has microphone and speaker."""

from collections.abc import Iterator
from typing import Final

from solovox.core.units import SurfaceId
from solovox.surfaces.web.page import Page
from solovox.wire.browser import down
from solovox.wire.browser.codec import encode

MOST: Final = 16


class TooManyPages(ValueError):
    """One line for the client."""


class SessionOver(ValueError):
    """One line for a client that comes too late."""


class Pages:
    """Those that are there, and those that are waited for."""

    def __init__(self) -> None:
        self._pages: dict[SurfaceId, Page] = {}
        self._holder: SurfaceId | None = None
        self._waiting: list[tuple[str, tuple[Page, ...]]] | None = None
        """What is told, and to whom, when what was decided is on the disk (R1). None: nothing has to wait."""
        self.over = False
        """The session has ended: no page can join, or come back."""
        self._some_came = False
        self.key: Page | None = None
        """The page whose talk key is pressed."""

    def __iter__(self) -> Iterator[Page]:
        return iter(tuple(self._pages.values()))

    def __len__(self) -> int:
        return len(self._pages)

    @property
    def have_left(self) -> bool:
        """Whether there were pages, and none is left, or waited for."""
        return self._some_came and not self._pages

    @property
    def there(self) -> int:
        """How many have a socket."""
        return sum(one.outbox is not None for one in self._pages.values())

    @property
    def holder(self) -> Page | None:
        """The page that has microphone and speaker."""
        return None if self._holder is None else self._pages.get(self._holder)

    def add(self, page: Page) -> None:
        """One more. Raises `TooManyPages`, `SessionOver`."""
        self.check()
        if len(self._pages) >= MOST:
            raise TooManyPages(f"this session has {MOST} pages already: close one")
        self._pages[page.name] = page
        self._some_came = True

    def hold(self, *, on: bool) -> None:
        """Tell nothing while it is on; then what waits. What concerns the voice is told by the page itself, and never waits."""
        if on:
            self._waiting = self._waiting or []
            return
        waiting, self._waiting = self._waiting or (), None
        for text, pages in waiting:
            for page in pages:
                page.tell_text(text)

    def check(self) -> None:
        """Raises `SessionOver`."""
        if self.over:
            raise SessionOver("this session has ended: start a new one")

    def remove(self, page: Page) -> bool:
        """It has left, and took its talk key along. Whether it was the holder."""
        del self._pages[page.name]
        self.release(page)
        held = self._holder == page.name
        self._holder = None if held else self._holder
        return held

    @property
    def silent(self) -> bool:
        """Whether the microphone is off: the holder, which is there, has muted it, or no page that is there is the holder."""
        page = self.holder
        if page is None:
            return any(one.outbox is not None for one in self)
        return page.muted and page.outbox is not None

    def release(self, page: Page) -> bool:
        """Its talk key is let go. Whether it was pressed."""
        pressed = self.key is page
        self.key = None if pressed else self.key
        return pressed

    def hand_to(self, page: Page) -> None:
        """This page is the holder."""
        self._holder = page.name

    def tell(self, frame: down.DownFrame) -> None:
        """Tell all that know all frames."""
        self._tell(
            frame, tuple(one for one in self._pages.values() if one.knows_all and one.outbox is not None)
        )

    def tell_first(self, frame: down.DownFrame) -> None:
        """Tell those that know the frames of the first clients."""
        self._tell(frame, tuple(one for one in self._pages.values() if not one.knows_all))

    def tell_page(self, page: Page, *frames: down.DownFrame) -> None:
        """Tell one page, in the order in which all are told."""
        for frame in frames:
            self._tell(frame, (page,))

    def _tell(self, frame: down.DownFrame, to: tuple[Page, ...]) -> None:
        if not to:
            return
        text = encode(frame).decode()
        if self._waiting is not None:
            self._waiting.append((text, to))
            return
        for page in to:
            page.tell_text(text)

    @property
    def some_know_less(self) -> bool:
        """Whether one of the first clients is there."""
        return any(not page.knows_all for page in self._pages.values())
