"""A surface in a voice channel of Discord: many people, one microphone, one voice, and a text channel beside it.

Rule 1: every `TICK_MS` of the session's clock the same length is captured, each piece of whoever's it is.
What each of them says is also told apart (`apart.py`).
Rule 2: the people are there as long as the bot is in the channel. A connection that is lost for less than `grace_ms` is
silence; after that the surface has left, and joins again when the bot is back.
Rule 3: a read is flushed when it is asked for, and answered at once. What the voice has taken is told as played.
Rule 4: what must be read (what waits for a yes, a failure, a notice) is written into the text channel, as far as there is one.
"""

import asyncio
import logging
from collections import deque
from collections.abc import Awaitable, Callable
from typing import Final

from solovox.core.commands import (
    Cue,
    Duck,
    Flush,
    Play,
    ShowFailure,
    ShowHeard,
    ShowHold,
    ShowNotice,
    SurfaceCommand,
    Unduck,
)
from solovox.core.events import Flushed, Played, SoundCaptured, SurfaceEvent, SurfaceJoined, SurfaceLeft
from solovox.core.units import BEHIND, MIC, ReadId, SurfaceCaps
from solovox.discord.text_out import OutgoingTexts, Write, waits
from solovox.discord.voice.apart import SourcesApart
from solovox.discord.voice.line import VoiceChannelLine
from solovox.discord.voice.playing import FRAME_MS
from solovox.ports import Clock, Sound
from solovox.surfaces.speaker import tone
from solovox.view import OVERHEARD

TICK_MS: Final = FRAME_MS
GRACE_MS: Final = 3_000
log = logging.getLogger(__name__)


class ChannelSurface:
    """The surface link. `write` puts a text into the text channel; None: there is none."""

    def __init__(
        self,
        sound: Sound,
        clock: Clock,
        line: VoiceChannelLine,
        write: Write | None = None,
        grace_ms: int = GRACE_MS,
    ) -> None:
        self._sound = sound
        self._clock = clock
        self._line = line
        self._out = None if write is None else OutgoingTexts(write)
        self._caps = SurfaceCaps(irrevocable_ms=2 * FRAME_MS, screen=write is not None)
        self._grace_ms = grace_ms
        self._there = False
        self._lost_at: int | None = None
        """When the connection was lost. None: it is not."""
        self._news: deque[SurfaceEvent] = deque()
        self._apart = SourcesApart(sound)

    async def run(self, tell: Callable[[SurfaceEvent], Awaitable[None]]) -> None:
        """Capture, report and write, at the pace of the clock."""
        async with asyncio.TaskGroup() as tasks:
            if self._out is not None:
                tasks.create_task(self._out.run(), name="text channel")
            now = self._clock.now()
            while True:
                # What could not be told in time is made up for: samples are the microphone's clock.
                now += TICK_MS
                await self._clock.sleep_until(now)
                self._tick(now)
                while self._news:
                    await tell(self._news.popleft())

    async def perform(self, command: SurfaceCommand) -> None:
        """Play, flush, duck, give a cue; write what must be read."""
        self.perform_now(command)

    def perform_now(self, command: SurfaceCommand) -> bool:
        """As `perform`: nothing here needs waiting."""
        voice = self._line.voice
        match command:
            case Play(read=read, span=span) if self._there:
                if not voice.play(read, self._sound.get(span)):
                    log.warning("sound of read %d was too much to be played", read)
            case Flush(read=read):
                self._flush(read)
            case Duck() | Unduck():
                voice.duck(on=isinstance(command, Duck))
            case Cue(kind=kind) if self._there:
                voice.cue(tone(kind))
            case ShowHold(text=text, code=code):
                self._put(waits(text, code))
            case ShowHeard(text=text, source=source) if source == BEHIND:
                self._put(f"{OVERHEARD}: {text}")
            case ShowFailure(text=text) | ShowNotice(text=text):
                self._put(text)
            case _:
                pass
        return True

    async def aclose(self) -> None:
        """Nothing sounds any longer. The line stays: it is the guild's."""
        self._line.voice.clear()

    def _tick(self, now: int) -> None:
        frames = self._line.hear(now)
        self._look(now)
        if not self._there:
            return
        for frame in frames:
            span = self._sound.put(MIC, frame.pcm)
            self._news.append(SoundCaptured(span, frame.source))
            self._news.extend(self._apart.take(span.first, frame))
        self._news.extend(Played(read, count) for read, count in self._line.voice.news())

    def _look(self, now: int) -> None:
        """Whether the people are there (rule 2)."""
        if self._line.connected:
            self._lost_at = None
            if not self._there:
                self._there = True
                self._news.append(SurfaceJoined(self._caps))
        elif self._there:
            self._lost_at = now if self._lost_at is None else self._lost_at
            if now - self._lost_at >= self._grace_ms:
                self._there = False
                self._line.voice.clear()
                self._news.extend(self._apart.tell())
                self._news.append(SurfaceLeft())

    def _flush(self, read: ReadId) -> None:
        played = self._line.voice.flush(read)
        if self._there:
            self._news.append(Flushed(read, played))

    def _put(self, text: str) -> None:
        if self._out is not None:
            self._out.put(text)
