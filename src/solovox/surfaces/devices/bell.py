"""Wakes what waits in the loop, from any thread."""

import asyncio
from contextlib import suppress


class Bell:
    """Rung any number of times, it is heard once."""

    def __init__(self) -> None:
        self._event = asyncio.Event()
        self._loop: asyncio.AbstractEventLoop | None = None

    def hang(self) -> None:
        """In the loop, before another thread may be heard."""
        self._loop = asyncio.get_running_loop()

    def ring(self) -> None:
        """In the loop."""
        self._event.set()

    def ring_from_outside(self) -> None:
        """In any thread."""
        if self._loop is not None:
            with suppress(RuntimeError):  # the loop is closed: the session has ended
                self._loop.call_soon_threadsafe(self._event.set)

    def still(self) -> None:
        """What was rung until now is heard."""
        self._event.clear()

    async def heard(self, seconds: float) -> None:
        """Returns when it is rung, or after that time."""
        with suppress(TimeoutError):
            async with asyncio.timeout(seconds):
                await self._event.wait()
