"""The engines that the sessions of a process share: models, loaded once, when they are first asked for.

Rule 1: a model is loaded once, whoever asks and however many ask at once. Loading blocks: do it in a thread.
Rule 2: a recogniser's models answer two questions at a time (more with more than four cores), the most urgent first
(`live/local/priority_semaphore.py`). A voice has one caller at a time (`narrators/shared_voice.py`).
Rule 3: what has state belongs to a session: the voice activity detector, the wake phrase.
Rule 4: a session keeps the engines it started with. What was replaced is let go with the last session that has it.
"""

import os
import threading
from collections.abc import Callable
from typing import Any, Final, Protocol, TypeVar

from solovox.app.local_engines import installed, understanding
from solovox.app.registry import VOICES, factory
from solovox.live.local.cascade_types import CascadeTuning
from solovox.live.local.priority_semaphore import PrioritySemaphore
from solovox.live.local.recogniser import LocalRecogniser
from solovox.narrators.shared_voice import SharedVoice
from solovox.ports import AdapterArgs
from solovox.server.intent.embedding import MiniLM
from solovox.server.intent.head import IntentHead
from solovox.speech.onnx import open_model
from solovox.speech.turn.smart_turn import SmartTurn
from solovox.speech.vad.silero import SileroVad
from solovox.speech.wake.spotted import SpottedWake
from solovox.weights import Cache, WeightsMissing

WHISPER: Final = "whisper-base"
T = TypeVar("T")


class MakeRecogniser(Protocol):
    """Makes a session's recogniser over shared models."""

    def __call__(self, tuning: CascadeTuning | None = None, wake: str = "") -> LocalRecogniser: ...


class SharedEngines:
    """The engines of one process. Every method may block, and raises `ConfigError` (also `NotInstalled`): one line."""

    def __init__(self, weights: Cache, together: int | None = None) -> None:
        """`together`: how many questions a recogniser's models answer at a time; else as many as serve this machine."""
        self._weights = weights
        self._together = together or questions_at_once()
        self._loaded: dict[str, Any] = {}
        self._loading = threading.RLock()

    def recognisers(self, name: str = WHISPER) -> MakeRecogniser:
        """Recognisers that transcribe with the weights `name`."""
        return self._once(name, lambda: _recognisers(self._weights, name, self._together))

    def voice(self, name: str, workspace: str | None = None) -> SharedVoice:
        """The voice of that name."""
        make = factory(VOICES, name)
        given = AdapterArgs({"weights": self._weights, "voice": name}, workspace)
        return self._once(f"voice {name}", lambda: SharedVoice(make(given)))

    def intent(self) -> IntentHead | None:
        """What tells which tool is meant; None: its weights are not installed."""
        try:
            return self._once("intent", lambda: IntentHead(MiniLM(self._weights.path("minilm"))))
        except WeightsMissing:
            return None

    def let_go(self, recogniser: str = "", voice: str = "") -> None:
        """No new session gets these."""
        for name in (recogniser, f"voice {voice}"):
            self._loaded.pop(name, None)

    def close(self) -> None:
        """Nothing more is rendered. Never waits."""
        for engine in self._loaded.values():
            if isinstance(engine, SharedVoice):
                engine.close()

    def _once(self, name: str, load: Callable[[], T]) -> T:
        with self._loading:
            if name not in self._loaded:
                self._loaded[name] = load()
            found: T = self._loaded[name]
        return found


def questions_at_once() -> int:
    """How many recognitions may run at once. Each uses two threads that partly wait for each other: on two cores
    two at a time took a quarter less time than one after the other (measured: ten commands, twice, at load 5).
    """
    cores = os.cpu_count() or 1
    return 1 if cores < 2 else max(2, cores // 2)


def _recognisers(weights: Cache, name: str, together: int) -> MakeRecogniser:
    with installed():
        whisper = understanding(weights, name, together)  # the largest first: 60 MB less at the peak
        vad = open_model(weights.path("silero-vad", "silero_vad.onnx"))
        turn = SmartTurn(weights.path("smart-turn", "smart-turn-v3.2-cpu.onnx"))
    drafts = whisper.draft()
    rows = PrioritySemaphore(together), PrioritySemaphore(together)

    def recogniser(tuning: CascadeTuning | None = None, wake: str = "") -> LocalRecogniser:
        spotted = SpottedWake(wake) if wake else None
        return LocalRecogniser(SileroVad(vad), turn, whisper, drafts, spotted, tuning, rows)

    return recogniser
