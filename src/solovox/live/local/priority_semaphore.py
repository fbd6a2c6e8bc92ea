"""A semaphore that admits the most urgent waiter first, for many recognisers that share one engine. Tasks of one loop wait, no threads.

Rule 1: the most urgent question goes first; of equally urgent ones, the oldest. Urgency is evaluated when there is room,
because it can change while a question waits: a guess becomes a final text.
Rule 2: a question whose answer is no longer needed is not asked.
Rule 3: at most `room` run at a time; a cancelled waiter takes no room.
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
        """Returns when it is this question's turn; False: its answer is no longer needed (`urgency` gave None)."""
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
        """Let the next waiter in."""
        self._room += 1
        self._admit()

    def _admit(self) -> None:
        while self._room and (first := self._most_urgent()) is not None:
            self._room -= 1
            first.set_result(True)

    def _most_urgent(self) -> asyncio.Future[bool] | None:
        """Admit waiters while there is room; drop those whose urgency is None."""
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
