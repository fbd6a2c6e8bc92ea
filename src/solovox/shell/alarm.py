"""One timer for a deadline that moves with every event, mostly to a later time.

Rule: the timer is set anew only for a deadline that is earlier than the one it was set for. When it rings too early for
the deadline of that moment, it is set for the rest. So an event that postpones the deadline costs a comparison.
"""

import asyncio
from collections.abc import Callable

from solovox.core.units import Instant
from solovox.ports import Clock


class Alarm:
    """Calls `ring` when the deadline that it was last given may have come."""

    def __init__(self, clock: Clock, ring: Callable[[], None]) -> None:
        self._clock = clock
        self._ring = ring
        self._timer: asyncio.TimerHandle | None = None
        self._set_for = 0

    def lies_ahead(self, deadline: Instant, *, keep: bool = False) -> bool:
        """Whether the deadline is still to come. If so, the alarm will ring for it (`keep`: not now, for
        there is work)."""
        if not keep and self._timer is not None and self._set_for <= deadline:
            return deadline > self._clock.now()
        left = deadline - self._clock.now()
        if left > 0 and not keep:
            self._set(deadline, left)
        return left > 0

    def stop(self) -> None:
        """Ring no more."""
        if self._timer is not None:
            self._timer.cancel()
            self._timer = None

    def _set(self, deadline: Instant, left_ms: int) -> None:
        self.stop()
        self._set_for = deadline
        self._timer = asyncio.get_running_loop().call_later(left_ms / 1000, self._over)

    def _over(self) -> None:
        self._timer = None
        self._ring()
