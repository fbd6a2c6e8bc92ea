"""Recognisers that each break one promise of the contract. The good one is our own, with a transcriber that knows one sentence."""

import asyncio

from solovox.core.events import LocalTranscript, OnsetHeard, SpeechConfirmed, SpeechEnded
from solovox.core.units import AudioSpan
from solovox.live.local.recogniser import LocalRecogniser
from solovox.speech.smart_turn import PauseOnly
from solovox.speech.voice_activity import EnergyVad
from solovox.testing.fakes import ScriptedStt


class Plain:
    """It keeps the contract; what it is made of can be overridden."""

    def __init__(self):
        self.whole = LocalRecogniser(EnergyVad(), PauseOnly(), ScriptedStt("What time is it?"))

    async def run(self):
        await self.whole.run()

    async def feed(self, span, pcm):
        await self.whole.feed(span, pcm)

    def feed_now(self, span, pcm):
        return self.whole.feed_now(span, pcm)

    async def finish(self):
        await self.whole.finish()

    async def sound_stopped(self):
        return await self.whole.sound_stopped()

    async def read_out(self):
        await self.whole.read_out()

    async def events(self):
        async for event in self.whole.events():
            for told in self.told(event):
                yield told

    def told(self, event):
        return [event]


class FinalsTwice(Plain):
    def told(self, event):
        return [event, event] if isinstance(event, LocalTranscript) and event.final else [event]


class NoFinals(Plain):
    def told(self, event):
        return [] if isinstance(event, LocalTranscript) and event.final else [event]


class NeverConfirms(Plain):
    def told(self, event):
        return [] if isinstance(event, SpeechConfirmed) else [event]


class CountsFromElsewhere(Plain):
    """Its samples are those of another rate."""

    def told(self, event):
        match event:
            case SpeechEnded(span=span):
                return [SpeechEnded(AudioSpan(span.stream, 3 * span.first, 3 * span.count))]
            case LocalTranscript(span=span, text=text, final=final):
                return [LocalTranscript(AudioSpan(span.stream, 3 * span.first, 3 * span.count), text, final)]
            case _:
                return [event]


class HearsThings(Plain):
    heard = False

    async def feed(self, span, pcm):
        self.heard = True
        await super().feed(span, pcm)

    async def events(self):
        while not self.heard:
            await asyncio.sleep(0.01)
        yield OnsetHeard(0)
        async for event in super().events():
            yield event


class NeverStops(Plain):
    async def sound_stopped(self):
        return True


class FillsHoles(Plain):
    """As if the sound behind a hole followed what was before it."""

    end = 0

    async def feed(self, span, pcm):
        span = AudioSpan(span.stream, self.end, span.count)
        self.end = span.end
        await super().feed(span, pcm)


class Loses(Plain):
    """It says that it took what it did not."""

    fed = 0

    def feed_now(self, span, pcm):
        self.fed += 1
        if self.fed % 3:
            return super().feed_now(AudioSpan(span.stream, self.fed * span.count, span.count), pcm) or True
        return True


class FinishesNothing(Plain):
    async def finish(self):
        pass


class LeavesATask(Plain):
    async def run(self):
        self.task = asyncio.create_task(asyncio.sleep(100))
        await super().run()
