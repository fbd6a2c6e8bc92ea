"""How fast a client is read.

Rule: sound at 1.5 times real time, after `BURST_SECONDS` that a page may owe after a drop; frames at `FRAMES` a second, after `BURST`. Who sends
more waits, by not being read. Nothing is lost.
"""

from typing import Final

from solovox.ports import Clock

BURST_SECONDS: Final = 12
FASTER: Final = 1.5
BURST: Final = 100
FRAMES: Final = 50


class SocketPace:
    """Two buckets that fill with time."""

    def __init__(self, clock: Clock, rate: int) -> None:
        self._clock = clock
        self._rate = 2 * rate
        self._sound_at = -BURST_SECONDS * 1000.0
        """Until when, by the clock, the sound that came lasts."""
        self._frame_at = -BURST * 1000 / FRAMES

    async def sound(self, size: int) -> None:
        """Returns when `size` bytes may be taken."""
        now = self._clock.now()
        self._sound_at = max(self._sound_at, now - BURST_SECONDS * 1000) + size * 1000 / self._rate / FASTER
        if self._sound_at > now:
            await self._clock.sleep_until(round(self._sound_at))

    async def frame(self) -> None:
        """Returns when a frame may be taken."""
        now = self._clock.now()
        self._frame_at = max(self._frame_at, now - BURST * 1000 / FRAMES) + 1000 / FRAMES
        if self._frame_at > now:
            await self._clock.sleep_until(round(self._frame_at))
