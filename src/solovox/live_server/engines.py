"""What the sessions of the live server are made from: engines that grow while it serves, a brain, tools; and how many sessions at a time."""

import asyncio
from collections.abc import Callable, Sequence
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass, replace
from functools import partial
from importlib import import_module
from typing import Final

from solovox.app.process import Process
from solovox.config.schema import Config
from solovox.live.local.cascade_types import MS, CascadeTuning
from solovox.live.local.recogniser import LocalRecogniser
from solovox.narrators.shared_voice import SharedVoice
from solovox.parts.brains.making import brain_given
from solovox.parts.configured import DEFAULT_VOICE
from solovox.parts.engines.local import require_extra
from solovox.parts.engines.shared import SharedEngines
from solovox.parts.engines.stand_ins import (
    STAND_IN,
    EngineNames,
    TellLine,
    WeightsUpgrade,
    exchange_engines,
    needs,
    whole,
)
from solovox.parts.registry import BRAINS, VOICES, factory, make
from solovox.ports import Brain, Tool
from solovox.ports.meaning import ToolChooser
from solovox.server.answers import AnswersBrain, ScriptedAnswer
from solovox.server.options import ChoosesCalls, ServerOptions
from solovox.server.terms import Detection
from solovox.shell.clock import here_and_now
from solovox.tools.arithmetic import Arithmetic, Units
from solovox.tools.time_of_day import DateTool, GetTime

TELLS_TOOLS_APART: Final = "minilm"
"""The weights of the intent head; without them none of several tools is called."""
CALLERS: Final = frozenset("openai_compatible openai anthropic gemini python".split())
"""The kinds of brains that call what they are handed; the others have hands of their own, or understand by rules."""
BEGINS: Final = "it begins with {} and {}, and fetches meanwhile: {}"


class GrowingEngines:
    """The engines that a new session of the server gets: the best whose weights are installed now."""

    def __init__(self, engines: SharedEngines, config: Config, now: EngineNames) -> None:
        """Raises `ConfigError` (also `NotInstalled`): one line."""
        self._engines = engines
        self._config = config
        self.now = now
        self._take(None, now)

    recogniser: Callable[[Detection], LocalRecogniser]
    voice: SharedVoice
    intent: ToolChooser | None

    def lighter(self) -> SharedVoice | None:
        """What speaks in sessions that the voice has no room for. None: a voice was asked for by name, or there is no lighter one.
        Blocks."""
        if (
            self._config.narrator.voice
            or self.now.voice == STAND_IN
            or not whole(self._engines.weights, needs(STAND_IN))
        ):
            return None
        return self._engines.voice(self._config, STAND_IN)

    def load(self, now: EngineNames) -> None:
        """New sessions get these. Blocks: call it in a thread."""
        self._take(self.now, now)
        self.now = now

    def _take(self, before: EngineNames | None, now: EngineNames) -> None:
        with ThreadPoolExecutor(thread_name_prefix="load") as pool:
            intent = pool.submit(self._engines.intent)
            models, self.voice = exchange_engines(self._engines, self._config, before, now)
        self.intent = intent.result()
        self.recogniser = lambda detection: models.recogniser(tuning(detection), language=detection.language)


@dataclass(frozen=True, slots=True, kw_only=True)
class ServerParts:
    """What the sessions of the server are made from."""

    process: Process
    engines: GrowingEngines
    upgrade: WeightsUpgrade
    brain: Callable[[], Brain]
    """Makes a session's own."""
    tools: Sequence[Tool]
    chooses: ChoosesCalls
    phrases: bool
    """The brain can put tool results into words."""
    language: str

    def answering(self, options: ServerOptions) -> ServerOptions:
        """The options of sessions that these parts answer in."""
        return replace(options, phrases=self.phrases, chooses=self.chooses, language=self.language)


def voice_of(config: Config) -> str:
    """The name of the voice that is wanted. Raises `ConfigError` if there is none of that name."""
    voice = config.narrator.voice or DEFAULT_VOICE
    factory(VOICES, voice)
    return voice


def load(
    config: Config,
    process: Process,
    say: Callable[[str], None],
    answers: Sequence[ScriptedAnswer] | None = None,
) -> ServerParts:
    """Load the local engine, as much of it as is installed. `answers`: of a file, in place of a brain. Raises `ConfigError`: one line."""
    voice, kind = voice_of(config), config.brain.kind
    chooses = ChoosesCalls.BRAIN if kind in CALLERS else ChoosesCalls.HEAD
    brain: Callable[[], Brain]
    if answers is not None:
        chooses, brain = ChoosesCalls.SCRIPT, partial(AnswersBrain, answers)
    else:
        brain = brains(partial(make, BRAINS, kind, brain_given(config)))
    also = (TELLS_TOOLS_APART,) if chooses is ChoosesCalls.HEAD else ()
    upgrade = WeightsUpgrade(process.engines.weights, voice, say, also=also)
    with require_extra():
        now = upgrade.now()
    if missing := upgrade.missing:
        say(BEGINS.format(now.recogniser, now.voice, ", ".join(item.name for item in missing)))
    return ServerParts(
        process=process,
        engines=GrowingEngines(process.engines, config, now),
        upgrade=upgrade,
        brain=brain,
        tools=() if answers is not None else harmless(),
        chooses=chooses,
        phrases=kind != "local" and answers is None,
        language=config.language,
    )


def harmless() -> tuple[Tool, ...]:
    """Tools of the brain for clients that are not authenticated: none of them reads files of this machine."""
    return (GetTime(here_and_now), DateTool(here_and_now), Arithmetic(), Units())


def brains(make: Callable[[], Brain]) -> Callable[[], Brain]:
    """A brain for each session. The first is made at once: what is wrong with it is said before the first client is let in."""
    first = [make()]
    return lambda: first.pop() if first else make()


class Room:
    """How many sessions at a time: the limit that was given, or as many as this machine was measured to hold."""

    def __init__(self, loaded: ServerParts, limit: int | None) -> None:
        self._loaded = loaded
        self._limit = limit
        self._known = asyncio.Event()
        self._lighter: SharedVoice | None = None
        self._full = 0
        """How many sessions get the voice itself, where there is a lighter one."""

    async def wait_until_known(self) -> None:
        """Returns when it is known. Who comes earlier waits, two seconds at most: their work would be measured too."""
        await self._known.wait()

    def voice(self) -> SharedVoice:
        """That of a session that begins now; its place is counted already."""
        if self._lighter is not None and self._loaded.process.sessions.count > self._full:
            return self._lighter
        return self._loaded.engines.voice

    async def keep(self, say: TellLine) -> None:
        """Measure, and once more when better engines were fetched and no session runs. Until cancelled; then nothing waits for it."""
        loaded = self._loaded
        try:
            await self._measure(say)
            before = loaded.engines.now
            await loaded.upgrade.grow(loaded.engines.load)
            if loaded.engines.now != before:
                await loaded.process.sessions.idle()
                await self._measure(say)
            await asyncio.Event().wait()
        finally:
            self._known.set()

    async def _measure(self, say: TellLine) -> None:
        if self._limit is None:
            self._known.clear()
            engines = self._loaded.engines
            lighter = await asyncio.to_thread(engines.lighter)
            measuring = await asyncio.to_thread(
                import_module, "solovox.parts.engines.capacity"
            )  # it brings the whole core
            found = await measuring.measure_capacity(engines.recogniser(Detection()), engines.voice, lighter)
            self._loaded.process.sessions.limit = found.sessions
            self._lighter, self._full = lighter, found.sessions - found.lighter
            say(found.line)
        self._known.set()


# What a client asks of the detection of speech, as the recogniser's numbers.

NEVER: Final = 3_600_000 * MS
"""The draft interval for clients that do not want drafts. A draft costs half as much as a final transcription."""


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
            nod_wait=silence,
            longest_wait=silence,
            hanging_wait=silence,
        )
    elif detection.end_low:
        numbers = replace(numbers, sure_wait=1_200 * MS, longest_wait=3_000 * MS)
    if detection.padding_ms is not None:
        numbers = replace(numbers, confirm=min(max(detection.padding_ms, 32), 2_000) * MS)
    if detection.start_low:
        numbers = replace(numbers, speech=0.7, still=0.5, onset_frames=5)
    return numbers
