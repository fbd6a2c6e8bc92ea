"""Where REST has engines work that no talk needs: in a process of its own, one at a time, so that no voice waits for it."""

from pathlib import Path
from typing import Final

import anyio
import msgspec

from solovox.app.web import engines_apart
from solovox.app.web.engines_apart import Wanted
from solovox.app.web.persons_settings import PersonsSettings
from solovox.app.web.problems import problem
from solovox.app.web.reading import Places, process_of
from solovox.weights import Cache

BUSY: Final = "this server tests one thing at a time; try again in a moment"
LONGEST_S: Final = 1_800.0
"""Seconds: half an hour of sound at a live ear."""


class EngineProcess:
    """One at a time; the next is told to come back."""

    def __init__(self, own: PersonsSettings | None, profile: str, weights: Cache) -> None:
        self._own, self._profile, self._weights = own, profile, weights
        self._places = Places(1, waiting=0, busy=BUSY)

    async def made(self, *, wav: Path | None = None, ids: tuple[str, ...] = ()) -> bytes:
        """JSON: what `engines_apart` made of it."""
        own = self._own
        if own is None or own.agent is not None:
            raise problem(409, "the brain of this server is its program's own: it cannot be tested apart")
        folder = None if own.folder is None else str(own.folder)
        wanted = Wanted(
            self._profile, own.flags, str(self._weights.root), folder, None if wav is None else str(wav), ids
        )
        async with self._places.one(), self._places.working:
            try:
                with anyio.fail_after(LONGEST_S):
                    given = msgspec.json.encode(wanted)
                    return await process_of(engines_apart.__name__, given=given, variables=own.variables)
            except TimeoutError:
                raise problem(
                    500, f"it was ended: it took longer than {LONGEST_S / 60:.0f} minutes"
                ) from None
