"""The composition root: builds a session from a configuration. Nothing else joins the parts.

`engines` does the slow loading, before any clock runs; `session` is called inside the loop.
"""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Any

from solovox.app.configured import narrator, voice_of
from solovox.app.local_engines import onsets, packaged
from solovox.app.policies import policy
from solovox.app.registry import BRAINS, EARS, RECOGNISERS, VOICES, EarOf, NarratorOf, factory, given, make
from solovox.app.tool_selection import tools
from solovox.config.schema import Config
from solovox.core.conversation import Conversation
from solovox.core.policy import Policy
from solovox.live.local.recogniser import LocalRecogniser
from solovox.narrators.voice import VoiceNarrator
from solovox.ports import AdapterArgs, Brain, Clock, Journal, Surface, Tool, Tts
from solovox.shell.clock import LoopClock
from solovox.shell.links.brain import BrainOverPort
from solovox.shell.links.checked import Checked
from solovox.shell.links.listener import Listener
from solovox.shell.links.tools import ToolsOverPort
from solovox.shell.session import Links, Observer, Recording, Session
from solovox.shell.sound import SoundStore
from solovox.shell.work import Work
from solovox.tools.catalog import Catalog
from solovox.weights import Cache


@dataclass(frozen=True, slots=True)
class LoadedParts:
    """The loaded parts of one session, and its policy."""

    policy: Policy
    recogniser: LocalRecogniser
    voice: Tts | None
    """None: nothing is to be read aloud, or only by `reader`."""
    brain: Brain | None
    """None: the live model answers for itself (law G7)."""
    tools: tuple[Tool, ...]
    ear: EarOf | None = None
    """The live ear; the recogniser listens beside it."""
    reader: NarratorOf | None = None
    """The live narrator; `voice`, if there is one, says what it does not say right."""


@dataclass(frozen=True, slots=True)
class SurfaceContext:
    """What a surface is built from."""

    sound: SoundStore
    clock: Clock
    busy: Callable[[], bool]
    """Whether the session still has work."""


def engines(config: Config, weights: Cache) -> LoadedParts:
    """Load what a configuration asks for. Raises `ConfigError` (also `NotInstalled`): one line."""
    reader = narrator(config)
    alone = config.narrator.kind == "self"
    voice = voice_of(config)
    speaks = factory(VOICES, voice)
    brain = None if alone else make(BRAINS, config.brain.kind, brain_given(config))
    named = tools(config)
    live, bare = config.ear.kind != "local", not packaged()
    rules = policy(config, named, bare=bare)
    ear = make(EARS, config.ear.kind, ear_given(config, rules, named)) if live else None
    listens = bare and live and config.recogniser == "local"
    heard = given(config, RECOGNISERS, config.recogniser, weights=weights)
    return LoadedParts(
        rules,
        onsets() if listens else make(RECOGNISERS, config.recogniser, heard),
        None if alone or (bare and reader) else speaks(given(config, VOICES, voice, weights=weights)),
        brain,
        named,
        ear,
        reader,
    )


def brain_given(config: Config) -> AdapterArgs:
    """What a brain is made from."""
    return given(config, BRAINS, config.brain.kind)


def ear_given(config: Config, rules: Policy, named: Sequence[Tool]) -> AdapterArgs:
    """What a live ear is made from."""
    voice = None if config.narrator.kind == "voice" else config.narrator.voice
    return given(config, EARS, config.ear.kind, voice=voice, policy=rules, tools=named)


def session(
    loaded: LoadedParts,
    surface: Callable[[SurfaceContext], Surface],
    journal: Journal,
    folds: Callable[[Clock], Sequence[Observer]] = lambda _: (),
) -> Session:
    """A session at a surface. Call it inside the loop: its clock begins now. Raises `ValueError` for two tools of one name."""
    conversation = Conversation(loaded.policy)
    wrong = Catalog(loaded.tools).wrong
    sound, clock, work = SoundStore(), LoopClock(), Work()
    place = SurfaceContext(sound, clock, lambda: work.busy or not conversation.is_idle)
    links: dict[str, Any] = {
        "surface": Checked(surface(place), wrong),
        "listener": Listener(loaded.recogniser, sound, clock),
        "tools": ToolsOverPort(loaded.tools, wrong),
    }
    if loaded.brain is not None:
        links["brain"] = Checked(BrainOverPort(loaded.brain, loaded.tools), wrong)
    exact = None if loaded.voice is None else VoiceNarrator(loaded.voice, sound)
    links["narrator"] = exact if loaded.reader is None else loaded.reader(sound, exact)
    if loaded.ear is not None:
        links["ear"] = Checked(loaded.ear(sound, links["narrator"]), wrong)
    recording = Recording(journal, sound, folds(clock))
    return Session(conversation, Links(**links), recording, clock, work)
