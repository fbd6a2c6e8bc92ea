"""A surface without a screen, whose far ends send microphone sound and take the voice as raw PCM.

What a far end is (a socket, a pipe, a call) is the business of whoever holds it (`far_end`); the rest of a surface is here.

Rule 1: every `TICK_MS` of the session's clock the same length is captured, silence where nothing was said, and played.
Rule 2: who came first has the microphone; all hear the voice. What is played is counted when it is handed over.
Rule 3: where no far end is, nothing is captured, played or told.
Rule 4: a far end that sends more than `AHEAD` of sound waits.
"""

from collections import deque
from collections.abc import Awaitable, Callable, Iterator
from contextlib import contextmanager
from typing import Final

from solovox.core.commands import Cue, Duck, Flush, Play, SurfaceCommand, Unduck
from solovox.core.events import Flushed, Played, SoundCaptured, SurfaceEvent, SurfaceJoined, SurfaceLeft
from solovox.core.units import MIC, MIC_RATE, PlayedReports, SurfaceCaps, SurfaceId
from solovox.ports import Clock, Sound
from solovox.surfaces.speaker import Speaker, tone

TICK_MS: Final = 20
UP: Final = 2 * MIC_RATE * TICK_MS // 1000
"""Bytes of the microphone in this time."""
AHEAD: Final = 50 * UP
"""A second."""
CAPS: Final = SurfaceCaps(played=PlayedReports.ESTIMATED, screen=False)
Say = Callable[[bytes], Awaitable[None]]
"""Takes what was said: 16 kHz mono 16-bit. Waits where it is too much."""
Hand = Callable[[bytes], None]
"""Takes the voice, 24 kHz mono 16-bit, silence between. Never waits."""


class PcmSurface:
    """The surface link."""

    def __init__(self, sound: Sound, clock: Clock) -> None:
        self._sound = sound
        self._clock = clock
        self._ends: dict[SurfaceId, tuple[bytearray, Hand]] = {}
        """What each has said and is not captured yet, and what takes its voice; the oldest first."""
        self._speaker = Speaker(self._hand_out)
        self._news: deque[SurfaceEvent] = deque()

    @contextmanager
    def far_end(self, name: str, hand: Hand) -> Iterator[Say]:
        """It is there as long as the block lasts."""
        place, said = SurfaceId(name), bytearray()
        self._ends[place] = (said, hand)
        self._news.append(SurfaceJoined(CAPS, place))

        async def say(pcm: bytes) -> None:
            said.extend(pcm)
            while len(said) > AHEAD:
                await self._clock.sleep_until(self._clock.now() + TICK_MS)

        try:
            yield say
        finally:
            del self._ends[place]
            self._news.append(SurfaceLeft(place))
            if not self._ends:
                self._speaker.silence()

    async def run(self, tell: Callable[[SurfaceEvent], Awaitable[None]]) -> None:
        """Capture and play at the pace of the clock, and tell it."""
        now = self._clock.now()
        while True:
            # What could not be told in time is made up for: samples are the microphone's clock.
            now += TICK_MS
            await self._clock.sleep_until(now)
            self._speaker.advance(self._clock.now())
            if self._ends:
                self._capture()
                self._news.extend(Played(read, count) for read, count in self._speaker.news())
            while self._news:
                await tell(self._news.popleft())

    async def perform(self, command: SurfaceCommand) -> None:
        """Play, flush, duck, give a cue. It has no screen."""
        if not self._ends:
            return
        self._speaker.advance(self._clock.now())
        match command:
            case Play(read=read, span=span):
                self._speaker.play(read, self._sound.get(span))
            case Flush(read=read):
                self._news.append(Flushed(read, self._speaker.flush(read)))
            case Duck() | Unduck():
                self._speaker.ducked = isinstance(command, Duck)
            case Cue(kind=kind):
                self._speaker.cue(tone(kind))
            case _:
                pass

    async def aclose(self) -> None:
        """It holds nothing but its far ends, which leave with their blocks."""

    def _capture(self) -> None:
        pieces = []
        for said, _ in self._ends.values():
            pieces.append(bytes(said[: min(UP, len(said) // 2 * 2)]))
            del said[: len(pieces[-1])]
        self._news.append(SoundCaptured(self._sound.put(MIC, pieces[0].ljust(UP, b"\0"))))

    def _hand_out(self, pcm: bytes) -> None:
        for _, hand in self._ends.values():
            hand(pcm)
