"""Both ends of a session of the world of pages: a recogniser that hears what is loud, and a watch over all that happens."""

import asyncio

from laws.law_broken import require
from laws.laws import Laws
from solovox.core import commands as do
from solovox.core import events as ev
from solovox.core.units import MIC, MIC_RATE, AudioSpan
from solovox.recordings.ledger import Ledger
from solovox.view import View, after

FLUSHED_BY = 250 + 60
"""Milliseconds: the answer, and the ticks of the world."""


class HearsSound:
    """A recogniser: what is not silent is speech, and its words name the sample at which it began."""

    def __init__(self):
        self._events = asyncio.Queue()
        self._began = self._loud = None
        self._sure = False

    async def run(self):
        """Nothing to do beside."""

    async def feed(self, span, pcm):
        if any(pcm):
            if self._began is None:
                self._began, self._sure = span.first, False
                self._events.put_nowait(ev.OnsetHeard(span.first))
            self._loud = span.end
            if not self._sure and span.end - self._began > MIC_RATE // 5:
                self._sure = True
                self._events.put_nowait(ev.SpeechConfirmed(self._began))
        elif self._began is not None and span.end - self._loud > MIC_RATE // 2:
            self._end()

    def _end(self):
        span = AudioSpan(MIC, self._began, self._loud - self._began)
        if self._sure:
            self._events.put_nowait(ev.SpeechEnded(span))
            self._events.put_nowait(ev.LocalTranscript(span, f"find {self._began}", final=True))
        else:
            self._events.put_nowait(ev.OnsetFaded(self._loud))
        self._began = None

    def feed_now(self, span, pcm):
        return False

    async def finish(self):
        await self.sound_stopped()

    async def sound_stopped(self):
        if self._began is not None:
            self._end()
        return True

    async def read_out(self):
        while self._events.qsize():
            await asyncio.sleep(0)

    async def events(self):
        while True:
            yield await self._events.get()


class Watch:
    """All that happens in the session, judged."""

    def __init__(self, policy, clock, sound):
        self.clock = clock
        self.laws = Laws(policy)
        self.ledger = Ledger()
        self.view = View()
        self.voice = {}
        """The sound of each read that was let through."""
        self.sound = sound
        self.holds = {}
        self.there = set()
        self.counted = {}
        self.flushing = {}
        self.mic = 0
        self.captured = bytearray()

    def see(self, event, commands):
        at = self.clock.now()
        self.laws.see(at, event, commands)
        self.ledger.see(event, commands)
        self.view = after(self.view, event, commands)
        self._happened(at, event)
        for one in commands:
            match one:
                case do.Play(read=read, span=span):
                    self.voice.setdefault(read, bytearray()).extend(self.sound.get(span))
                case do.Flush(read=read) if self.there:
                    require("S6", read not in self.flushing, f"read {read} was flushed twice")
                    self.flushing[read] = at
                case do.ShowHold(hold=hold, text=text):
                    self.holds[hold] = text
                case do.CloseHold(hold=hold):
                    self.holds.pop(hold, None)
        for read, since in self.flushing.items():
            require("S6", at - since <= FLUSHED_BY, f"the flush of read {read} was not answered")

    def _happened(self, at, event):
        if isinstance(event, ev.SurfaceJoined):
            require("S4", event.surface not in self.there, f"{event.surface} joined twice")
            self.there.add(event.surface)
        elif isinstance(event, ev.SoundCaptured | ev.Played | ev.Flushed | ev.Typed | ev.FloorTaken):
            require("S4", bool(self.there), f"{event} was told, and no page is there")
        match event:
            case ev.SurfaceLeft(surface=surface):
                require("S4", surface in self.there, f"{surface} left, and was not there")
                self.there.discard(surface)
                if not self.there:
                    self.flushing.clear()
            case ev.SoundCaptured(span=span):
                require("S5", span.first == self.mic, "a hole in the microphone")
                self.mic = span.end
                self.captured += self.sound.get(span)
            case ev.Played(read=read, samples=samples):
                had = len(self.voice.get(read, b"")) // 2
                require(
                    "S2",
                    self.counted.get(read, 0) < samples <= had,
                    f"read {read}: {samples} of {had} played",
                )
                self.counted[read] = samples
            case ev.Flushed(read=read, samples=samples):
                require("S6", self.flushing.pop(read, None) is not None, f"read {read} was flushed unasked")
                require("S6", samples >= self.counted.get(read, 0), f"read {read}: less than was played")
            case _:
                pass
