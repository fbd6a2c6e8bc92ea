"""The recogniser, voice and intent head of the live server. It may start with small weights and load better ones while it serves.

Rule 1: models are loaded once and shared. Each answers two questions at a time (more with more than four cores), the most urgent
first (`live/local/priority_semaphore.py`). Only the voice activity detector has state, so each session has its own.
Rule 2: a session keeps the engines it started with; newly installed ones serve the next session (`weights_upgrade.py`).
"""

import os
from collections.abc import Callable
from dataclasses import replace
from typing import Final

from solovox.app.local_engines import installed, understanding
from solovox.app.registry import VOICES, factory
from solovox.app.weights_upgrade import EngineNames
from solovox.live.local.cascade_types import MS, CascadeTuning
from solovox.live.local.priority_semaphore import PrioritySemaphore
from solovox.live.local.recogniser import LocalRecogniser
from solovox.ports import AdapterArgs, Tts
from solovox.server.intent.embedding import MiniLM
from solovox.server.intent.head import IntentHead
from solovox.server.terms import Detection
from solovox.speech.onnx import open_model
from solovox.speech.turn.smart_turn import SmartTurn
from solovox.speech.vad.silero import SileroVad
from solovox.weights import Cache, WeightsMissing

NEVER: Final = 3_600_000 * MS
"""The draft interval for clients that do not want drafts. A draft costs half as much as a final transcription."""


class SharedEngines:
    """The engines that new sessions get. Loading blocks: do it in a thread."""

    def __init__(self, weights: Cache, workspace: str | None, now: EngineNames) -> None:
        """Raises `ConfigError` (also `NotInstalled`): one line."""
        self._weights = weights
        self._workspace = workspace
        self._able: EngineNames | None = None
        self.intent: IntentHead | None = None
        """None: its weights are not installed."""
        self.load(now)

    recogniser: Callable[[Detection], LocalRecogniser]
    voice: Tts

    def load(self, now: EngineNames) -> None:
        """Switch to the newly installed engines, where they differ from the ones in use."""
        before = self._able
        if before is None or before.recogniser != now.recogniser:
            self.recogniser = recognisers(self._weights, now.recogniser)
        if before is None or before.voice != now.voice:
            given = AdapterArgs({"weights": self._weights, "voice": now.voice}, self._workspace)
            self.voice = factory(VOICES, now.voice)(given)
        self.intent = self.intent or intent(self._weights)
        self._able = now


def intent(weights: Cache) -> IntentHead | None:
    """The intent head, if its weights are installed."""
    try:
        return IntentHead(MiniLM(weights.path("minilm")))
    except WeightsMissing:
        return None


def questions_at_once() -> int:
    """How many recognitions may run at once. Each uses two threads that partly wait for each other: on two cores
    two at a time took a quarter less time than one after the other (measured: ten commands, twice, at load 5).
    """
    cores = os.cpu_count() or 1
    return 1 if cores < 2 else max(2, cores // 2)


def recognisers(weights: Cache, name: str) -> Callable[[Detection], LocalRecogniser]:
    """A factory of recognisers, one for each session, that transcribe with the weights `name`."""
    with installed():
        whisper = understanding(weights, name, questions_at_once())
        turn = SmartTurn(weights.path("smart-turn", "smart-turn-v3.2-cpu.onnx"))
        silero = open_model(weights.path("silero-vad", "silero_vad.onnx"))
    drafts, semaphores = (
        whisper.draft(),
        (PrioritySemaphore(questions_at_once()), PrioritySemaphore(questions_at_once())),
    )

    def recogniser(detection: Detection) -> LocalRecogniser:
        vad, numbers = SileroVad(silero), tuning(detection)
        return LocalRecogniser(vad, turn, whisper, drafts, tuning=numbers, semaphores=semaphores)

    return recogniser


def tuning(detection: Detection) -> CascadeTuning:
    """The recogniser's tuning for the speech detection that a client asked for.

    `silenceDurationMs`: an utterance ends after this much silence, and the turn detector is not asked. `prefixPaddingMs`: how
    much speech begins an utterance.
    """
    numbers = CascadeTuning() if detection.drafts else CascadeTuning(draft_every=NEVER)
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
