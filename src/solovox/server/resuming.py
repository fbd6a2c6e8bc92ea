"""One connection's part of a session that others may go on with: its claim, and whether it still has it.

Rule 1: whoever takes a handle of the session has it (`handles`); who has lost it gives none any more, and ends.
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
        """A handle for the talk as it is now; None: the session is another's."""
        return self._handles.give(self._claim, memory) if self._claim is not None else None

    async def lost(self) -> None:
        """Returns when another connection has taken the session."""
        await self._lost.wait()

    def end(self) -> None:
        """This connection has ended."""
        if self._claim is not None:
            self._handles.end(self._claim)
