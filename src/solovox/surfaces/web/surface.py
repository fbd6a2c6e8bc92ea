"""One surface of a session, with any number of pages.

Rule 1: one page *has* microphone and speaker (the holder); the others watch. Who comes first where none has them, has them. Another takes
them over by `take`; all are told.
Rule 2: a page whose socket is gone is waited for `GRACE_MS`: it was never gone if it is back by then. After that it has left. One of
the first clients, which cannot say that it is back, has left at once.
Rule 3: the microphone is the holder's, sample by sample. While it is muted, or no page is the holder, it is silence at the clock's pace.
While the holder is waited for, and where a page that is there sends none, time stands still in it.
Rule 4: what pages do is told in the order in which it came (`_drain`), whoever brings it.
"""

import asyncio
from collections import deque
from collections.abc import Awaitable, Callable, Sequence
from contextlib import suppress
from typing import Final

from solovox.core import commands as do
from solovox.core import events as ev
from solovox.core.commands import Command, SurfaceCommand
from solovox.core.events import Event, SurfaceEvent
from solovox.core.policy import Policy
from solovox.core.units import MIC, HoldId, InputMeans, ReadId
from solovox.ports import Clock, Sound
from solovox.surfaces.muted_microphone import MutedMicrophone
from solovox.surfaces.web.outbox import PageOutbox
from solovox.surfaces.web.page import Page, Rates
from solovox.surfaces.web.pages import Pages
from solovox.surfaces.web.screen import Screen, end_frame
from solovox.surfaces.web.voice_out import VoiceOut
from solovox.wire.browser import down, up

# What a person does at a page, as the event that it is: pure.


def event_of(frame: up.UpFrame) -> SurfaceEvent | str:
    """The event of a frame, or in one line why it is none. A yes is to the text that the page shows (law A3)."""
    match frame:
        case up.TypedTextFrame(text=text):
            return ev.Typed(text) if text.strip() else "nothing was typed"
        case up.StopFrame():
            return ev.StopAsked(InputMeans.CLICK)
        case up.SilenceFrame():
            return ev.SilenceAsked(InputMeans.CLICK)
        case (
            up.AcceptFrame(hold=hold, text=text, heard=heard)
            | up.EditFrame(hold=hold, text=text, heard=heard)
        ):
            if not text.strip():
                return "a yes needs the text that it is to"
            return ev.ConsentGiven(HoldId(hold), text, InputMeans.CLICK, heard=heard)
        case up.UnmendFrame(heard=heard, meant=meant):
            return ev.MendRefused(heard, meant)
        case up.RefuseFrame(hold=hold):
            return ev.ConsentDenied(HoldId(hold), InputMeans.CLICK)
        case up.StartFrame() | up.ResumeFrame():
            return "start and resume are first frames: dial again"
        case _:
            return f"{type(frame).__name__} is not for a session"


GRACE_MS: Final = 3_000
DEFAULT_POLICY: Final = Policy()
GOODBYE: Final = 1000


class WebSurface:
    """The surface link, and a fold over its session."""

    def __init__(
        self, sound: Sound, clock: Clock, grace_ms: int = GRACE_MS, policy: Policy = DEFAULT_POLICY
    ) -> None:
        """`policy`: that of the session when it begins."""
        self._sound = sound
        self._clock = clock
        self._grace = grace_ms
        self.pages = Pages()
        self._news: deque[SurfaceEvent] = deque()
        self._voice = VoiceOut(self.pages, sound, clock, self._tell_soon)
        self._screen = Screen(self.pages, clock, policy)
        self._silence = MutedMicrophone(sound)
        self._telling = asyncio.Lock()
        self._tell: Callable[[SurfaceEvent], Awaitable[None]] | None = None
        self._woken = asyncio.Event()

    # Pages come and go.

    def join(self, page: Page, outbox: PageOutbox, ready: down.ReadyFrame, *, watch: bool = False) -> None:
        """A page is there. Raises `TooManyPages`, `SessionOver`."""
        self.pages.add(page)
        page.outbox = outbox
        self._tell_soon(ev.SurfaceJoined(page.caps, page.name))
        page.tell(ready)
        if self.pages.holder is None and not watch:
            self._hand_to(page)
        self._screen.show_all(page)
        self._voice.pump()
        self._keep_silent()

    def come_back(
        self, page: Page, outbox: PageOutbox, frame: up.ResumeFrame, ready: Callable[[Page], down.ReadyFrame]
    ) -> None:
        """A page has a new socket; it has thrown away what it had not played. Raises `SessionOver`."""
        self.pages.check()
        if page.outbox is not None:
            page.outbox.close(GOODBYE, "another socket has taken this page's place")
        page.outbox = outbox
        if page is self.pages.holder:
            self._news.extend(self._voice.take_played(page, ReadId(frame.read), frame.samples))
            self._voice.rewind()
        page.tune(Rates(frame.microphone_rate, frame.speaker_rate))
        page.tell(ready(page))
        self._screen.show_all(page)
        self._voice.pump()
        self._keep_silent()

    def lose(self, page: Page, outbox: PageOutbox) -> None:
        """A socket is gone. Its page may be back; one of the first clients cannot."""
        if page.outbox is outbox:
            page.outbox, page.gone_at = None, self._clock.now() - (0 if page.knows_all else self._grace)
            self._keep_silent()

    def end(self, frame: down.SessionEndFrame) -> None:
        """The session is over: all pages are told, and their sockets closed."""
        self.pages.over = True
        self.pages.hold(on=False)
        for page in self.pages:
            if page.outbox is not None and page.outbox.closing is None:
                page.goodbye(frame)
                page.outbox.close(GOODBYE, frame.reason)

    # What they send.

    async def hear(self, page: Page, pcm: bytes) -> str:
        """Sound of a page's microphone, at its rate. Of a page that only watches it is not taken. Returns what is wrong, in one line."""
        if len(pcm) % 2:
            return f"a binary frame of {len(pcm)} bytes: samples have two"
        page.taken += len(pcm) // 2
        if page is self.pages.holder and not page.muted and (sound := page.microphone.feed(pcm)):
            self._news.append(ev.SoundCaptured(self._sound.put(MIC, sound)))
            await self._drain()
        return ""

    async def act(self, page: Page, frame: up.UpFrame) -> None:
        """What a page, or the person at it, does."""
        match frame:
            case up.MuteFrame(muted=muted):
                page.muted = muted
                if page is self.pages.holder:
                    self.pages.tell(down.MutedFrame(muted))
                self._keep_silent()
            case up.EndFrame():
                self._news.append(ev.HungUp())
            case up.PlayedSamplesFrame(read=read, samples=samples):
                # Told here: `run` need not be woken for it.
                self._news.extend(self._voice.take_played(page, ReadId(read), samples))
                self._voice.pump()
            case up.FlushedSamplesFrame(read=read, samples=samples):
                self._voice.take_flushed(page, ReadId(read), samples)
            case up.TakeFrame():
                self._hand_to(page)
                self._voice.pump()
            case up.FloorFrame(taken=True) if page is not self.pages.holder:
                page.tell(down.ErrorFrame("another page has the microphone: take it first"))
            case up.FloorFrame(taken=True):
                self.pages.key = page
                self._news.append(ev.FloorTaken(page.name))
            case up.FloorFrame():
                if self.pages.release(page):
                    self._news.append(ev.FloorGiven(page.name))
            case _:
                told = event_of(frame)
                if isinstance(told, str):
                    page.tell(down.ErrorFrame(told))
                else:
                    self._news.append(told)
        await self._drain()

    # The link.

    async def run(self, tell: Callable[[SurfaceEvent], Awaitable[None]]) -> None:
        """Tell what the pages did, and do what is due."""
        self._tell = tell
        while True:
            await self._drain()
            self._woken.clear()
            due, now = self._due(), self._clock.now()
            if due is None or due > now:
                with suppress(TimeoutError):
                    async with asyncio.timeout(None if due is None else (due - now) / 1000):
                        await self._woken.wait()
            self._do_due(self._clock.now())

    def perform_now(self, command: SurfaceCommand) -> bool:
        """What concerns the speaker. What can be seen was told by `see`."""
        self._voice.perform(command)
        if self._voice.due is not None:
            self._woken.set()
        return True

    async def perform(self, command: SurfaceCommand) -> None:
        """As `perform_now`."""
        self.perform_now(command)

    async def aclose(self) -> None:
        """Every socket is closed."""
        self.end(down.SessionEndFrame("error", "the session could not go on"))

    def see(self, event: Event, commands: Sequence[Command]) -> None:
        """Show what happened and what was decided."""
        self._screen.see(event, commands)
        self._voice.see(event, commands)
        for one in commands:
            if isinstance(one, do.EndSession):
                self.end(end_frame(one.why, one.detail))

    @property
    def works(self) -> bool:
        """Whether an answer is being made, or a tool runs."""
        return self._screen.works

    def _hand_to(self, page: Page) -> None:
        """Microphone and speaker go to this page. Nothing that is said elsewhere can end what a talk key began there."""
        if page is not self.pages.holder:
            if (key := self.pages.key) is not None and self.pages.release(key):
                self._news.append(ev.FloorGiven(key.name))
            self._voice.rewind()
            page.empty_speaker()
            self.pages.hand_to(page)
            self.pages.tell(down.HolderFrame(page.name))
            self.pages.tell(down.MutedFrame(page.muted))
            self._keep_silent()

    def _leave(self, page: Page) -> None:
        """It was waited for long enough."""
        if self.pages.remove(page):
            self._voice.rewind()
            self.pages.tell(down.HolderFrame())
            self.pages.tell(down.MutedFrame(False))
        self._news.append(ev.SurfaceLeft(page.name))
        if not len(self.pages):
            self._voice.clear()
            if not page.knows_all:  # no page can join it by its name
                self._news.append(ev.HungUp())

    # What is due.

    def _due(self) -> int | None:
        due = [one.gone_at + self._grace for one in self.pages if one.outbox is None]
        if (voice := self._voice.due) is not None:
            due.append(voice)
        if self.pages.silent:
            due.append(self._silence.due(self._clock.now()))
        return min(due, default=None)

    def _do_due(self, now: int) -> None:
        for page in self.pages:
            if page.outbox is None and now >= page.gone_at + self._grace:
                self._leave(page)
        self._voice.do_due(now)
        self._keep_silent()

    def _keep_silent(self) -> None:
        """Give the silence that is due; it may have begun, or ended, just now."""
        for span in self._silence.give(self._clock.now(), on=self.pages.silent):
            self._news.append(ev.SoundCaptured(span))
        self._woken.set()

    def _tell_soon(self, event: SurfaceEvent) -> None:
        self._news.append(event)
        self._woken.set()

    async def _drain(self) -> None:
        """Tell what is new, in order, whoever brings it."""
        if self._tell is None:
            return
        try:
            async with self._telling:
                while self._news:
                    await self._tell(self._news[0])
                    self._news.popleft()
        finally:
            if self._news:  # who brought it was cancelled while it waited: `run` tells it
                self._woken.set()
