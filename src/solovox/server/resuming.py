"""One connection's claim to a session, which another connection may take over.

Rule 1: the connection that takes a handle owns the session (`handles`); one that lost it gives no more handles, and ends.
Rule 2: a disk that fails takes no session: it goes on without handles, and the log says so (law R1).
"""

import asyncio
import logging
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Final

from solovox.server.handles import Claim, Handles
from solovox.server.memory import Memory
from solovox.server.state import StateTrouble

_log: Final = logging.getLogger("solovox.journal")


@contextmanager
def _disk_may_fail() -> Iterator[None]:
    try:
        yield
    except StateTrouble as trouble:
        _log.warning("no handle is given or known: %s", trouble)


class Resuming:
    """One connection's."""

    def __init__(self, handles: Handles[Memory]) -> None:
        self._handles = handles
        self._claim: Claim | None = None
        self._lost = asyncio.Event()

    def begin(self, handle: str | None) -> Memory | None:
        """Go on with what a handle stands for; None: it stands for nothing, or there is none, and a session begins.
        Only the first time counts.
        """
        if self._claim is not None:
            return None
        found = None
        if handle:
            with _disk_may_fail():
                found = self._handles.take(handle, self._lost.set)
        self._claim = found.claim if found is not None else self._handles.begin(self._lost.set)
        return found.memory if found is not None else None

    def give(self, memory: Memory) -> str | None:
        """A handle for the talk as it is now; None: another connection owns the session, or no disk takes it."""
        given = None
        if self._claim is not None:
            with _disk_may_fail():
                given = self._handles.give(self._claim, memory)
        return given

    async def lost(self) -> None:
        """Returns when another connection has taken the session."""
        await self._lost.wait()

    def end(self) -> None:
        """This connection has ended."""
        if self._claim is not None:
            with _disk_may_fail():
                self._handles.end(self._claim)
