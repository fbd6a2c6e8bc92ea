"""Builds a session from a configuration, and from the engines that its process shares. Nothing else joins the parts.

`parts` does what is slow, outside the loop or in a thread; `session` is called inside the loop.
"""

import logging
import re
from collections.abc import Callable, Mapping, Sequence
from contextlib import AsyncExitStack
from dataclasses import dataclass, field, replace
from functools import partial
from typing import Any, Final, cast

from solovox.app.narrating import Voice, exact_voice, reads
from solovox.config.schema import Config, ConfigError
from solovox.core.conversation import Conversation
from solovox.core.policy import Amendment, Policy, ToolSpec
from solovox.core.retelling import PERSON
from solovox.core.units import SourceId
from solovox.lang.languages import DEFAULT, pack_of
from solovox.parts.addition import Addition
from solovox.parts.configured import narrator, voice_of
from solovox.parts.engines.local import packaged
from solovox.parts.engines.recognisers import Mending, hearing, limited
from solovox.parts.engines.shared import SharedEngines
from solovox.parts.habits import pauses_heard
from solovox.parts.now import Now
from solovox.parts.policies import asks_early, drawn, policy, spec_of
from solovox.parts.registry import (
    BRAINS,
    CORRECTOR,
    EARS,
    VOICES,
    EarOf,
    NarratorOf,
    factory,
    given,
    make,
    missing,
)
from solovox.parts.stores import PersonsStore, made_now
from solovox.parts.tools.looking import folder
from solovox.parts.tools.selection import brain_given, chosen, who
from solovox.ports import (
    AdapterArgs,
    Attended,
    Attending,
    Brain,
    Clock,
    Ear,
    Journal,
    KeepsResults,
    Message,
    Recogniser,
    StoreError,
    Surface,
    SurfaceContext,
    Tool,
    ToolSet,
)
from solovox.recordings.journal import opened
from solovox.recordings.keeping import Unkept
from solovox.shell.clock import LoopClock
from solovox.shell.held_sound import HoldSounds
from solovox.shell.hidden import HiddenSecrets
from solovox.shell.links.around_ear import MendedEar, SayableEar
from solovox.shell.links.brain import BrainOverPort
from solovox.shell.links.checked import Checked
from solovox.shell.links.listener import Listener
from solovox.shell.links.teaching import Teaching
from solovox.shell.links.toolbox import Toolbox
from solovox.shell.links.tools import ToolsOverPort
from solovox.shell.links.wording import WordingOverBrain
from solovox.shell.links.yeses import Freed, Yeses, none_freed
from solovox.shell.screens import Screens
from solovox.shell.session import Links, Observer, Recording, Session
from solovox.shell.sound import SoundStore
from solovox.shell.spared_sound import SparedSound
from solovox.shell.work import Work
from solovox.text.names.hearing_again import nearby_names
from solovox.text.names.workspace_names import EMPTY, NameLexicon
from solovox.tools.catalog import Catalog
from solovox.tools.lexicon import WorkspaceLexicon

_log: Final = logging.getLogger("solovox.session")


@dataclass(frozen=True, slots=True)
class SessionParts:
    """What one talk owns, and its share of the engines. Made anew for each session."""

    policy: Policy
    recogniser: Recogniser | None
    """Its own, over shared models. None: nothing is heard there."""
    voice: Voice | None
    """None: nothing is to be read aloud, or only by `reader`."""
    brain: Brain | None
    """Its own, closed with the session. None: the live model answers for itself (law G7)."""
    tools: tuple[Tool, ...]
    ear: EarOf | None = None
    """The live ear; the recogniser listens beside it."""
    reader: NarratorOf | None = None
    """The live narrator; `voice`, if there is one, says what it does not say right."""
    sets: Mapping[str, ToolSet] = field(default_factory=dict)
    """More tools: they are opened with the session."""
    spec: Callable[[Tool], ToolSpec] = lambda tool: ToolSpec(name=tool.name)
    """What the core must know of those."""
    now: Now | None = None
    """What `ear` was given. It becomes the session's when the session is made."""
    store: PersonsStore | None = None
    """Where what the person teaches is kept. None: nowhere."""
    corrector: Callable[[], Brain] | None = None
    """Makes what words held instructions anew. Slow."""


def parts(
    config: Config, engines: SharedEngines, store: PersonsStore | None = None, added: Addition | None = None
) -> SessionParts:
    """Make what a session needs, and load it. `added`: by its host. Raises `ConfigError` (also `NotInstalled`): one line."""
    reader, alone = narrator(config, engines.detector, engines.pronounced), config.narrator.kind == "self"
    factory(VOICES, voice := voice_of(config))
    brain = None if alone else make(BRAINS, config.brain.kind, brain_given(config, added))
    if config.amend == Amendment.STEER.value and not (brain is not None and brain.steers):
        raise ConfigError(
            f"amend = steer: {config.brain.kind} takes no words while it answers: set queue or replace"
        )
    early, found = asks_early(config, brain), chosen(config, added)
    named, live, bare = found.tools, config.ear.kind != "local", not packaged()
    rules = replace(drawn(policy(config, named, bare=bare)), learning=store is not None and _learns(store))
    names = _names_there(config)
    now = Now(
        lambda: rules,
        lambda: named,
        None if store is None else store.words,
        names,
        nearest=engines.nearest,
        places=found.places,
        added=added,
        pauses=pauses_heard(config, store, spares=rules.spares),
    )
    hears = ear_given(config, rules, named, now, added)
    ear = limited(make(EARS, config.ear.kind, hears), hears) if live else None
    heard = hearing(config, engines, store, lambda: _mends(now, names), early=early)
    says = engines.taught_by(now.corrections)
    exact = None if bare and reader else exact_voice(config, says, voice, added)
    return SessionParts(
        replace(rules, exact_voice=rules.exact_voice or (alone and exact is not None)),
        heard,
        exact,
        brain,
        named,
        ear,
        reader,
        found.sets,
        spec_of(config),
        now,
        store,
        None if brain is None else corrector(config),
    )


def _names_there(config: Config) -> Callable[[], NameLexicon]:
    """The names of the workspace. How names sound is known in English only."""
    there = config.inside and config.language == DEFAULT
    return WorkspaceLexicon(folder(config.workspace)).names if there else lambda: EMPTY


def _mends(now: Now, names: Callable[[], NameLexicon]) -> Mending:
    """What was meant by words that are heard in a session."""
    return Mending(names, lambda: now.corrections() if now.corrections else ())


def _learns(store: PersonsStore) -> bool:
    """Whether edits teach. A store that cannot be read ends no talk: nothing is learned in it."""
    try:
        return store.learning()
    except StoreError as error:
        _log.warning("nothing is learned in this session: %s", error)
        return False


def corrector(config: Config) -> Callable[[], Brain] | None:
    """Makes the brain that words held instructions anew. None: there is none. Raises `ConfigError`."""
    kind = config.corrector
    if not kind:
        return None
    given_to_it = given(config, BRAINS, kind, place=CORRECTOR)
    if lacks := missing(BRAINS, kind, given_to_it):
        there = re.sub(rf"\bbrain\.(?:{kind}\.)?", f"{CORRECTOR}.{kind}.", lacks)
        raise ConfigError(f"{CORRECTOR}.kind = {kind} needs {there}")
    return lambda: cast("Brain", make(BRAINS, kind, given_to_it))


def ear_given(
    config: Config,
    rules: Policy,
    named: Sequence[Tool],
    now: Now | None = None,
    added: Addition | None = None,
) -> AdapterArgs:
    """What a live ear is made from. `now`: what counts when a connection is opened."""
    voice = None if config.narrator.kind == "voice" else config.narrator.voice
    persona = who(config, added)
    return given(
        config, EARS, config.ear.kind, voice=voice, policy=rules, tools=named, now=now, persona=persona
    )


def session(
    own: SessionParts,
    surface: Callable[[SurfaceContext], Surface],
    journal: Journal,
    folds: Callable[[Clock], Sequence[Observer]] = lambda _: (),
    keeps: Callable[[SourceId], bool] = lambda _: True,
    freed: Freed = none_freed,
) -> Session:
    """A session at a surface. Call it inside the loop: its clock begins now. `keeps`: whether the sound of a source may be kept. `freed`: what an operator has freed there. Raises `ValueError` for two tools of one name."""
    conversation = Conversation(own.policy)
    Catalog(own.tools)
    box = Toolbox(own.tools, own.sets, own.spec)
    wrong: Callable[[str, str], str] = lambda tool, arguments: Catalog(box).wrong(tool, arguments)  # noqa: E731
    sound, clock, work, hidden, screens = SoundStore(), LoopClock(), Work(), HiddenSecrets(), Screens()
    language, held = pack_of(own.policy.locale), HoldSounds(sound)
    now = own.now or Now(lambda: own.policy, lambda: own.tools)
    judged = partial(Checked, wrong=wrong, yeses=_yeses(conversation, box, screens, hidden, freed))
    busy: Callable[[], bool] = lambda: work.busy or not conversation.is_idle or now.builds  # noqa: E731
    place = SurfaceContext(sound, clock, busy, held, own.policy.barge_in, now.places)
    note: Callable[[str, bool], None] = lambda text, aloud: made.note(text, aloud=aloud)  # noqa: E731
    links: dict[str, Any] = {"surface": Checked(surface(place), wrong)}
    links["tools"] = _carried(box, wrong, journal)
    if own.recogniser is not None:
        links["listener"] = Listener(own.recogniser, sound, clock, language)
    if own.brain is not None:
        links["brain"] = judged(_thinks(own, own.brain, box, hidden))
    links["narrator"] = reads(own.voice, own.reader, sound, own.policy, note)
    if own.ear is not None:
        links["ear"] = judged(_hears(own, own.ear(sound, links["narrator"])))
    pauses = None if isinstance(journal, Unkept) else now.pauses
    if own.store is not None:
        links["teacher"] = Teaching(own.store.opened, made_now, held, pauses.keep if pauses else None)
    now.policy, now.tools, now.held, now.box = (lambda: conversation.policy), (lambda: box), held, box
    watching: list[Observer] = [held, now, screens, *folds(clock), *([pauses] if pauses else [])]
    if own.corrector is not None:
        watching.append(links.setdefault("wording", _words(own, own.corrector)))
    watching += [own.brain] if isinstance(own.brain, Attending) else []
    kept = SparedSound(journal, spares=own.policy.spares, keeps=keeps)
    recording = Recording(kept, sound, watching, hidden, language)
    made = Session(conversation, Links(**links), recording, clock, work)
    if now.added is not None:
        now.added.attend(made)
    if isinstance(own.brain, Attending):
        own.brain.attend(Attended(clock.now, made.announce, made.hush))
    return made


def _yeses(
    conversation: Conversation, box: Toolbox, screens: Screens, hidden: HiddenSecrets, freed: Freed
) -> Yeses:
    """What a yes takes there."""

    def asks(tool: str) -> bool:
        spec = conversation.policy.tool(tool)
        return spec is not None and spec.needs_yes

    return Yeses(box.get, asks, lambda: screens.none, freed, hidden.secrets.hidden)


def _thinks(own: SessionParts, brain: Brain, box: Toolbox, hidden: HiddenSecrets) -> BrainOverPort:
    """The brain as a link: told the talk that goes on, and of many tools the nearest."""
    nearest = None if own.now is None else own.now.nearest
    return BrainOverPort(brain, box, _told(own.policy), nearest, hidden.secrets)


def _words(own: SessionParts, corrector: Callable[[], Brain]) -> WordingOverBrain:
    """Words what is held anew, with the person's corrections and names as they are then."""
    now = own.now or Now(lambda: own.policy, tuple)
    return WordingOverBrain(corrector, own.policy.timing, now.corrections, _names(now))


def _carried(box: Toolbox, wrong: Callable[[str, str], str], journal: Journal) -> ToolsOverPort:
    """Tools are run with arguments as they take them; what is too long of their results is kept where the journal can."""
    keeps = journal if isinstance(journal, KeepsResults) else None
    return ToolsOverPort(box, wrong, lambda tool, given: Catalog(box).fitted(tool, given), keeps)


def _told(policy: Policy) -> Sequence[Message]:
    """The talk that goes on, as a brain is told of it."""
    return [Message("person" if who == PERSON else "assistant", text) for who, text in policy.earlier]


def _names(now: Now) -> Callable[[str], Sequence[str]] | None:
    """The names of the workspace that sound like words that were heard."""
    names = now.names
    return None if names is None else lambda heard: nearby_names(heard, names())


def _hears(own: SessionParts, ear: Ear) -> Ear:
    """The ear, with what was meant by its words. One that answers for itself is given none, and its own are made sayable (K2, G7)."""
    if own.policy.alone:
        return SayableEar(ear)
    if own.now is None or own.now.names is None:
        return ear
    return MendedEar(ear, _mends(own.now, own.now.names))


async def loaded(config: Config, engines: SharedEngines, added: Addition | None = None) -> SessionParts:
    """Load what a first session would wait for, so that none waits for it. Nothing of it is left open. Raises `ConfigError`
    (also `NotInstalled`): one line."""
    own = parts(config, engines, added=added)
    if own.brain is not None:
        await own.brain.aclose()
    return own


async def begun(
    own: SessionParts,
    surface: Callable[[SurfaceContext], Surface],
    keep: Callable[[], Journal],
    folds: Callable[[Clock], Sequence[Observer]] = lambda _: (),
    keeps: Callable[[SourceId], bool] = lambda _: True,
    freed: Freed = none_freed,
) -> Session:
    """As `session`, with a journal that `keep` opens. What was made for a session that cannot begin is closed."""
    async with AsyncExitStack() as unused:
        if own.brain is not None:
            unused.push_async_callback(own.brain.aclose)
        journal = await opened(keep)
        unused.push_async_callback(journal.aclose)
        made = session(own, surface, journal, folds, keeps, freed)
        unused.pop_all()
    return made
