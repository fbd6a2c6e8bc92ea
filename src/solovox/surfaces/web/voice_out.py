"""The voice, to the page that has the speaker.

Rule 1: it is sent at most as far ahead of what was played as `Page.room`. How much was played is reported by the page, or reckoned
by the clock for one of the first clients.
Rule 2: what a page had not played goes to the next holder, and to the same page when it is back.
Rule 3: a flush is answered within `FLUSH_MS`, by the page or without it. Where no page is, it is not answered.
Rule 4: a read is whole when its narrator says so; when it goes on with sound that was there, and asks for no more; when a later one
sounds; and, if it is a live model's own, when what the model says has ended (law G7).
"""

from collections.abc import Callable, Sequence
from typing import Final

from solovox.core import events as ev
from solovox.core.commands import (
    Command,
    Cue,
    CueKind,
    Duck,
    Flush,
    Play,
    Read,
    ShowRead,
    SurfaceCommand,
    Unduck,
)
from solovox.core.events import Event, SurfaceEvent
from solovox.core.units import VOICE_RATE, ReadId
from solovox.ports import Clock, Sound
from solovox.surfaces.speaker import tone
from solovox.surfaces.web.page import PER_MS, Page
from solovox.surfaces.web.pages import Pages
from solovox.surfaces.web.voice_queue import VoiceQueue
from solovox.wire.browser import down

LEAST: Final = VOICE_RATE // 25
"""40 ms: the voice is sent in no smaller pieces, but for the end."""
RECKON_MS: Final = 100
"""How often the voice of one of the first clients is reckoned."""
LOOK_MS: Final = 20
"""How often it is looked whether there is room for a cue there."""
FLUSH_MS: Final = 250
READS: Final = 64
News = Callable[[SurfaceEvent], None]


class VoiceOut:
    """`news` takes what is to be told. Never waits."""

    def __init__(self, pages: Pages, sound: Sound, clock: Clock, news: News) -> None:
        self._pages = pages
        self._sound = sound
        self._clock = clock
        self._news = news
        self._queue = VoiceQueue()
        self._said: dict[ReadId, ShowRead] = {}
        """The reads that are announced and not over, the newest last."""
        self._own: ReadId | None = None
        """A live model's own, which is not announced."""
        self._flushing: dict[ReadId, tuple[int, int, int]] = {}
        """Reads that the holder was told to flush: until when it may answer, how much it had played, and had."""
        self._waits: CueKind | None = None
        """A cue that one of the first clients has no room for yet. It is sound there, like any other."""

    def perform(self, command: SurfaceCommand) -> None:
        """What concerns the speaker."""
        page = self._pages.holder
        match command:
            case Play(read=read, span=span) if len(self._pages):
                if read not in self._said:
                    self._own = read
                self._queue.play(read, self._sound.get(span))
                self.pump()
            case Flush(read=read) if len(self._pages):
                self._flush(page, read)
            case Duck() | Unduck() if page is not None:
                page.ducked = isinstance(command, Duck)
            case Cue(kind=kind) if page is not None and self._queue.idle:
                self._cue(page, kind)
            case ShowRead():
                self._said[command.read] = command
                while len(self._said) > READS:
                    del self._said[next(iter(self._said))]
            case _:
                pass

    def see(self, event: Event, commands: Sequence[Command]) -> None:
        """All sound of a read may have come."""
        match event:
            case ev.ReadRendered(read=read) | ev.ReadFailed(read=read):
                self._end_read(read)
            case ev.EarTurnEnded() | ev.EarInterrupted() | ev.EarLost():
                if self._own is not None:
                    self._end_read(self._own)
                    self._own = None
            case _:
                if said := {one.read for one in commands if isinstance(one, ShowRead)}:
                    for read in said - {one.read for one in commands if isinstance(one, Read)}:
                        self._end_read(read)

    def pump(self) -> None:
        """Send the holder as much as it may have."""
        page = self._pages.holder
        if page is None or page.outbox is None:
            return
        now = self._clock.now()
        if not page.knows_all:
            self._reckon(page, now)
        if self._waits is not None:
            self._cue(page, self._waits)
        while (
            self._waits is None
            and (piece := self._queue.take(page.room(now, self._queue.ahead), LEAST)) is not None
        ):
            page.sound(piece, self._said.get(piece.read))
            page.count_sent(now, len(piece.pcm) // 2)

    def take_played(self, page: Page, read: ReadId, samples: int) -> list[SurfaceEvent]:
        """A page reports, in its own samples. What is to be told, by whoever brings it."""
        if page is not self._pages.holder or not page.knows_all:
            return []
        ours = page.speaker.ours(read, samples)
        if read in self._flushing:  # it has not seen the flush yet
            until, played, sent = self._flushing[read]
            self._flushing[read] = (until, max(played, min(ours, sent)), sent)
        return [ev.Played(one, count) for one, count in self._queue.report(read, ours)]

    def take_flushed(self, page: Page, read: ReadId, samples: int) -> None:
        """A page answers a flush, in its own samples."""
        if page is self._pages.holder and read in self._flushing:
            self._answer(read, page.speaker.ours(read, samples))

    def rewind(self) -> None:
        """Another speaker is there, or the same one with nothing in it: what was not played is sent again."""
        for read in tuple(self._flushing):
            self._answer(read, 0)
        self._queue.rewind()

    def clear(self) -> None:
        """No page is there: all sound is forgotten."""
        self.rewind()
        self._queue.clear()
        self._said.clear()
        self._own = self._waits = None

    @property
    def due(self) -> int | None:
        """When something is to be done next."""
        times = [until for until, _, _ in self._flushing.values()]
        page = self._pages.holder
        still = self._waits is not None or not self._queue.idle
        if page is not None and page.outbox is not None and not page.knows_all and still:
            now = self._clock.now()
            times.append(
                now + min(-(-page.samples_left(now) // PER_MS), RECKON_MS if self._waits is None else LOOK_MS)
            )
        return min(times, default=None)

    def do_due(self, now: int) -> None:
        """Do it."""
        for read, (until, _, _) in tuple(self._flushing.items()):
            if now >= until:
                self._answer(read, 0)
        self.pump()

    def _cue(self, page: Page, kind: CueKind) -> None:
        sound, now = tone(kind), self._clock.now()
        if (
            page.knows_all or not page.samples_left(now) or len(sound) // 2 <= page.room(now, 0)
        ):  # some cues are longer
            page.cue(kind.value, sound)
            page.count_sent(now, len(sound) // 2)
            self._waits = None
        else:
            self._waits = kind

    def _end_read(self, read: ReadId) -> None:
        self._queue.end(read)
        self.pump()

    def _reckon(self, page: Page, now: int) -> None:
        for read, samples in self._queue.reckon(page.samples_left(now)):
            self._news(ev.Played(read, samples))

    def _flush(self, page: Page | None, read: ReadId) -> None:
        if read in self._flushing:  # one answer is for both
            return
        if page is not None and not page.knows_all:
            self._reckon(page, self._clock.now())
        played, sent = self._queue.flush(read)
        self._said.pop(read, None)
        if page is None or page.outbox is None or sent == played:
            self._news(ev.Flushed(read, played))
        elif page.knows_all:
            self._flushing[read] = (self._clock.now() + FLUSH_MS, played, sent)
            page.tell(down.FlushFrame(read))
        else:
            self._news(ev.Flushed(read, sent))  # it cannot be recalled

    def _answer(self, read: ReadId, samples: int) -> None:
        _, played, sent = self._flushing.pop(read)
        self._news(ev.Flushed(read, max(played, min(samples, sent))))
