"""What the live server hears, speaks and tells tools apart with; it may begin small, and grow while it serves.

Rule 1: models are loaded once and shared: each is asked two questions at a time, more where there are more than four cores, the most urgent
first (`live/local/turnstile.py`). Only the detector of speech, which remembers what it has heard, is each session's own.
Rule 2: a session keeps what it began with; what has been installed since is for the next (`growing.py`).
"""

import os
from collections.abc import Callable
from dataclasses import replace
from typing import Final

from solovox.app.engines import installed, understanding
from solovox.app.growing import Able
from solovox.app.registry import VOICES, factory
from solovox.live.local.hearing import MS, Hearing
from solovox.live.local.recogniser import Recogniser
from solovox.live.local.turnstile import Turnstile
from solovox.ports import AdapterArgs, Tts
from solovox.server.intent.embedding import MiniLM
from solovox.server.intent.head import Head
from solovox.server.terms import Detection
from solovox.speech.onnx import open_model
from solovox.speech.turn.smart_turn import SmartTurn
from solovox.speech.vad.silero import SileroVad
from solovox.weights import Cache, WeightsMissing

NEVER: Final = 3_600_000 * MS
"""Where nobody reads drafts: each costs half as much as an utterance."""


class Abilities:
    """What sessions that begin now are given. Loading blocks: do it in a thread."""

    def __init__(self, weights: Cache, workspace: str | None, now: Able) -> None:
        """Raises `ConfigError` (also `NotInstalled`): one line."""
        self._weights = weights
        self._workspace = workspace
        self._able: Able | None = None
        self.intent: Head | None = None
        """None: its weights are not installed."""
        self.load(now)

    recogniser: Callable[[Detection], Recogniser]
    voice: Tts

    def load(self, now: Able) -> None:
        """Whatever is better than before."""
        before = self._able
        if before is None or before.recogniser != now.recogniser:
            self.recogniser = recognisers(self._weights, now.recogniser)
        if before is None or before.voice != now.voice:
            given = AdapterArgs({"weights": self._weights, "voice": now.voice}, self._workspace)
            self.voice = factory(VOICES, now.voice)(given)
        self.intent = self.intent or intent(self._weights)
        self._able = now


def intent(weights: Cache) -> Head | None:
    """What tells several tools apart, if it is installed."""
    try:
        return Head(MiniLM(weights.path("minilm")))
    except WeightsMissing:
        return None


def together() -> int:
    """So many questions are answered at a time. Each has two threads, which wait for one another now and then: on two cores
    two questions at a time took a quarter less time than one after the other (ten commands, twice, at load 5).
    """
    cores = os.cpu_count() or 1
    return 1 if cores < 2 else max(2, cores // 2)


def recognisers(weights: Cache, name: str) -> Callable[[Detection], Recogniser]:
    """What makes a session's recogniser, which understands with the item `name`."""
    with installed():
        whisper = understanding(weights, name, together())
        turn = SmartTurn(weights.path("smart-turn", "smart-turn-v3.2-cpu.onnx"))
        silero = open_model(weights.path("silero-vad", "silero_vad.onnx"))
    drafts, turnstiles = whisper.draft(), (Turnstile(together()), Turnstile(together()))

    def recogniser(detection: Detection) -> Recogniser:
        vad, numbers = SileroVad(silero), hearing(detection)
        return Recogniser(vad, turn, whisper, drafts, hearing=numbers, turnstiles=turnstiles)

    return recogniser


def hearing(detection: Detection) -> Hearing:
    """The numbers of the recogniser for what a client asked of the detection of speech.

    With `silenceDurationMs` so much silence ends an utterance, whatever the turn detector thinks. `prefixPaddingMs` is
    how much speech it takes to begin one.
    """
    numbers = Hearing() if detection.drafts else Hearing(draft_every=NEVER)
    if detection.silence_ms is not None:
        silence = min(max(detection.silence_ms, 64), 10_000) * MS
        numbers = replace(
            numbers,
            pause=min(numbers.pause, silence),
            quick_wait=silence,
            sure_wait=silence,
            likely_wait=silence,
            longest_wait=silence,
        )
    elif detection.end_low:
        numbers = replace(numbers, sure_wait=900 * MS, likely_wait=1_500 * MS, longest_wait=3_000 * MS)
    if detection.padding_ms is not None:
        numbers = replace(numbers, confirm=min(max(detection.padding_ms, 32), 2_000) * MS)
    if detection.start_low:
        numbers = replace(numbers, speech=0.7, still=0.5, onset_frames=5)
    return numbers
