"""Questions of many recognisers to one engine: whose turn it is. No thread waits here, only tasks of one loop.

Rule 1: the most urgent question goes first; of two that are equally urgent, the one that came first. How urgent each is,
is asked when there is room: a guess becomes a final text while it waits.
Rule 2: a question whose answer nobody wants any more is not asked.
Rule 3: at most `room` are in at a time, and whoever is cancelled takes no room.
"""

import asyncio
from collections.abc import Callable

from solovox.live.local.cascade_types import Urgency


class PrioritySemaphore:
    """Use: `if await semaphore.enter(urgency): try: … finally: semaphore.leave()`."""

    def __init__(self, room: int = 1) -> None:
        self._room = room
        self._waiting: list[tuple[Callable[[], Urgency | None], asyncio.Future[bool]]] = []
        """At most one for each recogniser."""

    async def enter(self, urgency: Callable[[], Urgency | None]) -> bool:
        """Returns when it is this question's turn; False: nobody wants its answer (`urgency` gave None)."""
        mine: asyncio.Future[bool] = asyncio.get_running_loop().create_future()
        self._waiting.append((urgency, mine))
        self._admit()
        try:
            return await mine
        except asyncio.CancelledError:
            if not mine.cancelled() and mine.result():
                self.leave()
            raise

    def leave(self) -> None:
        """The next may go."""
        self._room += 1
        self._admit()

    def _admit(self) -> None:
        while self._room and (first := self._most_urgent()) is not None:
            self._room -= 1
            first.set_result(True)

    def _most_urgent(self) -> asyncio.Future[bool] | None:
        """Taken from those who wait; those who do not want any more are sent away."""
        found: list[tuple[Urgency, int]] = []
        for n, (urgency, one) in enumerate(self._waiting):
            level = None if one.done() else urgency()
            if level is not None:
                found.append((level, n))
            elif not one.done():
                one.set_result(False)
        chosen = self._waiting[min(found)[1]][1] if found else None
        self._waiting = [one for one in self._waiting if not one[1].done() and one[1] is not chosen]
        return chosen
