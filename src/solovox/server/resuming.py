"""One connection's claim to a session, which another connection may take over.

Rule 1: the connection that takes a handle owns the session (`handles`); one that lost it gives no more handles, and ends.
"""

import asyncio

from solovox.server.handles import Claim, Handles
from solovox.server.memory import Memory


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
        found = self._handles.take(handle, self._lost.set) if handle else None
        self._claim = found.claim if found is not None else self._handles.begin(self._lost.set)
        return found.memory if found is not None else None

    def give(self, memory: Memory) -> str | None:
        """A handle for the talk as it is now; None: another connection owns the session."""
        return self._handles.give(self._claim, memory) if self._claim is not None else None

    async def lost(self) -> None:
        """Returns when another connection has taken the session."""
        await self._lost.wait()

    def end(self) -> None:
        """This connection has ended."""
        if self._claim is not None:
            self._handles.end(self._claim)
