"""The engines that the sessions of a process share: models, loaded once, when they are first asked for.

Rule 1: a model is loaded once, whoever asks and however many ask at once; several models can be loaded at the same time. Loading blocks:
do it in a thread.
Rule 2: a recogniser's models answer two questions at a time (more with more than four cores), the most urgent first
(`live/local/priority_semaphore.py`). A voice has one caller at a time (`narrators/shared_voice.py`).
Rule 3: what has state belongs to a session: the voice activity detector, the wake phrase.
Rule 4: a session keeps the engines it started with. What was replaced is let go with the last session that has it.
"""

import os
import threading
from collections import defaultdict
from collections.abc import Callable, Sequence
from typing import Any, TypeVar

from solovox.config.schema import Config
from solovox.meaning.intent.head import IntentHead
from solovox.meaning.minilm import MiniLM
from solovox.meaning.nearest import NearestTools
from solovox.narrators.shared_voice import SharedVoice
from solovox.narrators.voice import LaterVoice
from solovox.parts.engines.local import WHISPER, RecogniserModels, models
from solovox.parts.registry import VOICES, adapter_args, make, missing
from solovox.ports import Correction, SpeechCorrection, StoreError, Vad
from solovox.ports.meaning import Embedding, ToolChooser
from solovox.shell.clock import loop_time
from solovox.weights import Cache, WeightsMissing

T = TypeVar("T")


class SharedEngines:
    """The engines of one process. Every method may block, and raises `ConfigError` (also `NotInstalled`): one line."""

    def __init__(self, weights: Cache, together: int | None = None) -> None:
        """`together`: how many questions a recogniser's models answer at a time; else as many as serve this machine."""
        self.weights = weights
        self._together = together or questions_at_once()
        self.nearest = NearestTools(self.embedding)
        """Chooses, where there are many tools, those that a model is told."""
        self._taught: Callable[[], Sequence[Correction]] = tuple
        """What the person who hears the voices has taught, by now: how they want words said."""
        self._loaded: dict[str, Any] = {}
        self._loading: defaultdict[str, threading.Lock] = defaultdict(threading.Lock)
        self._asked = threading.Lock()

    def models(self, name: str = WHISPER) -> RecogniserModels:
        """Those of recognisers that transcribe with the weights `name`."""
        return self._once(name, lambda: models(self.weights, name, self._together))

    def detector(self) -> Vad | None:
        """A detector of speech over what a recogniser has loaded; None: no recogniser here has one. Never loads."""
        loaded = (one for one in self._loaded.values() if isinstance(one, RecogniserModels))
        models = next(loaded, None)
        return None if models is None else models.detector()

    def voice(self, config: Config, name: str) -> SharedVoice:
        """The voice of that name."""
        made = adapter_args(config, VOICES, name, weights=self.weights, pronounced=self.read_pronunciations)
        return self._once(f"voice {name}", lambda: SharedVoice(make(VOICES, name, made), loop_time))

    def voice_if_needed(self, config: Config, name: str) -> SharedVoice | None:
        """The same, loaded when it first speaks. None: it could not be."""
        made = adapter_args(config, VOICES, name, weights=self.weights, pronounced=self.read_pronunciations)
        if missing(VOICES, name, made):
            return None
        return self._once(
            f"voice {name}", lambda: SharedVoice(LaterVoice(lambda: make(VOICES, name, made)), loop_time)
        )

    def taught_by(self, taught: Callable[[], Sequence[Correction]]) -> None:
        """Its voices say words as this person wants them said."""
        self._taught = taught

    def read_pronunciations(self) -> Sequence[SpeechCorrection]:
        """How the person wants words said, as they taught it by now. What cannot be read is left out."""
        try:
            return [one for one in self._taught() if isinstance(one, SpeechCorrection)]
        except StoreError:
            return []

    def embedding(self) -> Embedding:
        """The sentence model. Raises `WeightsMissing`, and `PackageMissing` without the extra `local`."""
        return self._once("sentence model", lambda: MiniLM(self.weights.path("minilm")))

    def intent(self) -> ToolChooser | None:
        """What tells which tool is meant; None: its weights are not installed."""
        try:
            return self._once("intent", lambda: IntentHead(self.embedding()))
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
        with self._asked:
            loading = self._loading[name]
        with loading:
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
