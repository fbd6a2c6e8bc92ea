"""What happened in the double, in order; a test waits for it and never for a clock."""

import asyncio
import contextlib


class Happenings:
    def __init__(self):
        self.lines = []
        self._changed = asyncio.Event()

    def write(self, what, **details):
        self.lines.append((what, details))
        changed, self._changed = self._changed, asyncio.Event()
        changed.set()

    def every(self, what, **wanted):
        return [d for w, d in self.lines if w == what and all(d.get(k) == v for k, v in wanted.items())]

    async def until(self, condition, within=60.0):
        """Wait until the condition holds. It is asked again when something has happened, and every 20 ms: what the
        library does within itself is not written here.
        """
        async with asyncio.timeout(within):
            while not condition():
                with contextlib.suppress(TimeoutError):
                    await asyncio.wait_for(self._changed.wait(), 0.02)

    async def happened(self, what, times=1, within=60.0, **wanted):
        """Wait until it has happened so many times in all. Returns the details of the latest."""
        try:
            await self.until(lambda: len(self.every(what, **wanted)) >= times, within)
        except TimeoutError:
            seen = [w for w, _ in self.lines][-30:]
            message = f"{what} {wanted} did not happen {times} times; last: {seen}"
            raise AssertionError(message) from None
        return self.every(what, **wanted)[times - 1]
