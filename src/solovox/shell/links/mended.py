"""An ear whose transcript says what was meant by its words (law K2). The words stay as they were heard.

Rule 1: they are looked for in each piece with what came before it, in a thread, before the piece is told. Told are those
whose words end in this piece: what was meant in another sentence is not put into this one.
Rule 2: what cannot be looked for is told as it was heard.
"""

import asyncio
import logging
from collections.abc import Awaitable, Callable
from dataclasses import replace
from typing import Final

from solovox.core.commands import EarCommand
from solovox.core.events import EarEvent, EarTranscript
from solovox.core.mends import Mend, pooled, whole
from solovox.core.units import ConnectionId
from solovox.ports import Ear

FindMends = Callable[[str], tuple[Mend, ...]]
BEFORE: Final = 80
"""Characters before a piece that are looked at with it: nine words. With 4,000 names that takes 30 ms (300: 140 ms)."""
MOST: Final = 600
"""Characters of one piece that are looked at: its last."""
_log = logging.getLogger("solovox.session")


class MendedEar:
    """The same ear. `find` may take some milliseconds."""

    def __init__(self, ear: Ear, find: FindMends) -> None:
        self._ear = ear
        self._find = find
        self.perform_now: Callable[[EarCommand], bool] = getattr(ear, "perform_now", lambda _: False)

    async def run(self, tell: Callable[[EarEvent], Awaitable[None]]) -> None:
        """The ear's own work. Each piece of its transcript is told with its mends."""
        heard: tuple[ConnectionId | None, str] = (None, "")

        async def tell_mended(event: EarEvent) -> None:
            nonlocal heard
            if isinstance(event, EarTranscript):
                connection, before = heard
                before = before[-BEFORE:] if connection == event.connection else ""
                heard = (event.connection, before + event.text[-MOST:])
                found = await self._mends(before, event.text[-MOST:])
                event = replace(event, mends=pooled(event.mends, found))
            await tell(event)

        await self._ear.run(tell_mended)

    async def perform(self, command: EarCommand) -> None:
        """As the ear does it."""
        await self._ear.perform(command)

    async def aclose(self) -> None:
        """Close the ear."""
        await self._ear.aclose()

    async def _mends(self, before: str, piece: str) -> tuple[Mend, ...]:
        text = before + piece
        if not piece.strip():
            return ()
        try:
            found = await asyncio.to_thread(self._find, text)
        except Exception as error:  # noqa: BLE001 - without mends it is heard, too
            _log.warning("nothing is mended of what the ear heard: %s", " ".join(str(error).split()))
            return ()
        return tuple(
            one for one in found if any(at.end() > len(before) for at in whole(one.heard).finditer(text))
        )
