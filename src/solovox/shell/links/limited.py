"""An ear whose connections have a limit: each is left before its service would close it (law L1).

Rule 1: `EARLY_MS` before the limit a connection is said to go away, by the session's clock. It is said once, and not of a
connection that is over, or that the service itself has called off before.
Rule 2: a service that gives a connection longer than the limit is not believed: what is left ends with the limit.
Rule 3: the limit begins when the connection opens. It is told from a task of `run`, which leaves nothing behind (law L5).
"""

import asyncio
from collections.abc import Awaitable, Callable
from dataclasses import replace
from typing import Final

from solovox.core.commands import CloseEar, EarCommand, OpenEar
from solovox.core.events import EarEvent, EarGoingAway, EarLost, EarOpened
from solovox.core.units import ConnectionId
from solovox.ports import Clock, Ear

EARLY_MS: Final = 30_000
"""In which a pause is found."""
Tell = Callable[[EarEvent], Awaitable[None]]


class LimitedEar:
    """The same ear. `limit` is how long a connection may last, in milliseconds: more than `EARLY_MS`."""

    def __init__(self, ear: Ear, limit: int, clock: Clock) -> None:
        if limit <= EARLY_MS:
            raise ValueError(f"a limit of {limit} ms: give more than {EARLY_MS}")
        self._ear = ear
        self._limit = limit
        self._clock = clock
        self._wanted: ConnectionId | None = None
        """The connection that was asked for last. None: it is over."""
        self._ends_at = 0
        self._timer: asyncio.Task[None] | None = None
        self._now: Callable[[EarCommand], bool] = getattr(ear, "perform_now", lambda _: False)

    async def run(self, tell: Tell) -> None:
        """The ear's own work, with what the limit says of its connections."""
        async with asyncio.TaskGroup() as tasks:

            async def tell_limited(event: EarEvent) -> None:
                match event:
                    case EarOpened(connection=connection) if connection == self._wanted:
                        self._stop()
                        self._ends_at = self._clock.now() + self._limit
                        leaving = self._leave(connection, tell)
                        self._timer = tasks.create_task(leaving, name=f"limit of ear {connection}")
                    case EarLost(connection=connection) if connection == self._wanted:
                        self._over()
                    case EarGoingAway(connection=connection, left_ms=left) if connection == self._wanted:
                        self._stop()
                        if self._ends_at:
                            event = replace(
                                event, left_ms=min(left, max(0, self._ends_at - self._clock.now()))
                            )
                    case _:
                        pass
                await tell(event)

            try:
                await self._ear.run(tell_limited)
            finally:
                self._stop()

    async def perform(self, command: EarCommand) -> None:
        """As the ear does it."""
        self._see(command)
        await self._ear.perform(command)

    def perform_now(self, command: EarCommand) -> bool:
        """As the ear does it. False: not now."""
        done = self._now(command)
        if done:
            self._see(command)
        return done

    async def aclose(self) -> None:
        """Close the ear."""
        await self._ear.aclose()

    def _see(self, command: EarCommand) -> None:
        """A connection that is closed or replaced has no limit any more."""
        match command:
            case OpenEar(connection=connection):
                self._over()
                self._wanted = connection
            case CloseEar(connection=connection) if connection == self._wanted:
                self._over()
            case _:
                pass

    async def _leave(self, connection: ConnectionId, tell: Tell) -> None:
        await self._clock.sleep_until(self._ends_at - EARLY_MS)
        await tell(EarGoingAway(connection, max(0, self._ends_at - self._clock.now())))

    def _over(self) -> None:
        self._stop()
        self._wanted, self._ends_at = None, 0

    def _stop(self) -> None:
        timer, self._timer = self._timer, None
        # What the timer told may close the connection in the same step: then it is done, and not to be cancelled.
        if timer is not None and timer is not asyncio.current_task():
            timer.cancel()
