"""Pages are told nothing that a killed server could forget (law R1).

Rule: what a step shows that must be on the disk before it counts, and all that comes after it, is sent when it is there. Where the disk
fails nothing waits for it any longer, and the pages are told that.
"""

from collections.abc import Sequence

from solovox.core.commands import Command
from solovox.core.events import Event
from solovox.core.units import AudioSpan
from solovox.ports import Journal
from solovox.shell.session import must_be_saved
from solovox.surfaces.web.surface import WebSurface


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
