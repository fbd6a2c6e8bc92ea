"""An engine that hears the same question in whatever is loud, and needs no weights."""

import asyncio

import numpy as np

from solovox.core import events as e
from solovox.core.units import MIC, AudioSpan
from solovox.parts import registry
from solovox.testing.fakes import ScriptedTts

LOUD, PAUSE = 1_000, 8_000
QUESTION = "what time is it"


class LoudRecogniser:
    """A `Recogniser`."""

    def __init__(self):
        self._events = asyncio.Queue()
        self._began = self._loud_at = None

    async def run(self):
        """Nothing to do beside."""

    async def feed(self, span, pcm):
        if np.abs(np.frombuffer(pcm, "<i2").astype(int)).max() > LOUD:
            self._loud_at = span.end
            if self._began is None:
                self._began = span.first
                self._events.put_nowait(e.OnsetHeard(span.first))
                self._events.put_nowait(e.SpeechConfirmed(span.first))
        elif self._began is not None and span.end - self._loud_at >= PAUSE:
            said, self._began = AudioSpan(MIC, self._began, self._loud_at - self._began), None
            self._events.put_nowait(e.SpeechEnded(said))
            self._events.put_nowait(e.LocalTranscript(said, QUESTION, final=True))

    def feed_now(self, span, pcm):
        return False

    async def sound_stopped(self):
        return True

    async def events(self):
        while True:
            yield await self._events.get()


def voice(given):
    return ScriptedTts()


def recogniser(given):
    return LoudRecogniser()


def in_place(monkeypatch):
    """They stand where the engines of this machine do."""
    for group, name, made in (
        (registry.VOICES, "af_bella", "voice"),
        (registry.RECOGNISERS, "local", "recogniser"),
    ):
        monkeypatch.setitem(registry.BUILT_IN, group, {name: f"cli.loud_engines:{made}"})
