"""The composition root: a session, of a configuration and the engines that its process shares. Nothing else joins the parts.

`parts` makes what is slow to make, in a thread; `session` joins it, inside the loop; `begun` opens its journal, too.
"""

import logging
from collections.abc import Callable, Mapping, Sequence
from contextlib import AsyncExitStack
from dataclasses import dataclass, field, replace
from typing import Final

from solovox.config.schema import Config, ConfigError
from solovox.core.conversation import Conversation
from solovox.core.policy import Amendment, Policy, ToolSpec
from solovox.core.retelling import PERSON
from solovox.core.units import SourceId
from solovox.lang.languages import DEFAULT, pack_of
from solovox.narrators.voice import Voice, VoiceNarrator
from solovox.narrators.written import WrittenNarrator
from solovox.parts.addition import Addition
from solovox.parts.brains.making import brain_given, corrector, who
from solovox.parts.configured import narrator, speaks, voice_of
from solovox.parts.engines.local import has_extra
from solovox.parts.engines.recognisers import Mending, ear_given, hearing, limit_ear
from solovox.parts.engines.shared import SharedEngines
from solovox.parts.habits import Lessons, pauses_heard
from solovox.parts.now import Begun, SessionNow
from solovox.parts.policies import asks_early, draw_codes, policy, spec_of
from solovox.parts.registry import BRAINS, EARS, VOICES, EarOf, NarratorOf, factory, make
from solovox.parts.stores import PersonsStore, made_now
from solovox.parts.tools.looking import folder
from solovox.parts.tools.selection import choose_tools
from solovox.ports import (
    Attended,
    Attending,
    Brain,
    BrainLink,
    Clock,
    Ear,
    Journal,
    KeepsResults,
    Message,
    Narrator,
    Recogniser,
    StoreError,
    Surface,
    SurfaceContext,
    Tool,
    ToolSet,
)
from solovox.recordings.journal import open_journal
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
    now: SessionNow | None = None
    """What `ear` was given. It becomes the session's when the session is made."""
    lessons: Lessons | None = None
    """Where what the person teaches is kept. None: nowhere."""
    corrector: Callable[[], Brain] | None = None
    """Makes what words held instructions anew. Slow."""


def parts(
    config: Config, engines: SharedEngines, store: PersonsStore | None = None, added: Addition | None = None
) -> SessionParts:
    """Make what a session needs, and load it. `added`: by its host. Raises `ConfigError` (also `NotInstalled`): one line."""
    reader = narrator(config, engines.detector, engines.read_pronunciations)
    factory(VOICES, voice_of(config))
    brain = _brain(config, added)
    early, found, bare = asks_early(config, brain), choose_tools(config, added), not has_extra()
    rules = replace(
        draw_codes(policy(config, found.tools, bare=bare)), learning=store is not None and _learns(store)
    )
    now = SessionNow(
        rules,
        found.tools,
        corrections=tuple if store is None else store.words,
        names=_names_there(config),
        nearest=engines.nearest,
        places=found.places,
        persona=who(config, added),
        added=added,
    )
    ear = _ear(config, now)
    recogniser = hearing(config, engines, store, lambda: Mending(now.names, now.corrections), early=early)
    if store is not None:
        engines.taught_by(store.words)
    voice = None if bare and reader else _voice(config, engines, added)
    exact = rules.exact_voice or (config.narrator.kind == "self" and voice is not None)
    return SessionParts(
        policy=replace(rules, exact_voice=exact),
        recogniser=recogniser,
        voice=voice,
        brain=brain,
        tools=found.tools,
        ear=ear,
        reader=reader,
        sets=found.sets,
        spec=spec_of(config),
        now=now,
        lessons=None if store is None else Lessons(store, pauses_heard(config, store, spares=rules.spares)),
        corrector=None if brain is None else corrector(config),
    )


def _brain(config: Config, added: Addition | None) -> Brain | None:
    """None: the live model answers for itself."""
    if config.narrator.kind == "self":
        brain = None
    else:
        brain = make(BRAINS, config.brain.kind, brain_given(config, added))
    if config.amend == Amendment.STEER.value and not (brain is not None and brain.steers):
        raise ConfigError(
            f"amend = steer: {config.brain.kind} takes no words while it answers: set queue or replace"
        )
    return brain


def _ear(config: Config, now: SessionNow) -> EarOf | None:
    """None: the recogniser listens alone."""
    if config.ear.kind == "local":
        return None
    given = ear_given(config, now)
    return limit_ear(make(EARS, config.ear.kind, given), given)


def _voice(config: Config, engines: SharedEngines, added: Addition | None) -> Voice | None:
    """The voice of this machine; None: it does not speak the language. For a live model that answers for itself it seldom speaks: what that
    has only written (G7)."""
    name = voice_of(config)
    if not speaks(config):
        return None
    if config.narrator.kind == "self":
        return engines.voice_if_needed(config, name)
    return engines.voice(config, name) if added is None else added.voice(config, engines, name)


def _names_there(config: Config) -> Callable[[], NameLexicon]:
    """The names of the workspace. How names sound is known in English only."""
    there = config.inside and config.language == DEFAULT
    return WorkspaceLexicon(folder(config.workspace)).names if there else lambda: EMPTY


def _learns(store: PersonsStore) -> bool:
    """Whether edits teach. A store that cannot be read ends no talk: nothing is learned in it."""
    try:
        return store.learning()
    except StoreError as error:
        _log.warning("nothing is learned in this session: %s", error)
        return False


async def load_parts(config: Config, engines: SharedEngines, added: Addition | None = None) -> SessionParts:
    """Load what a first session would wait for, so that none waits for it. Nothing of it is left open. Raises `ConfigError`
    (also `NotInstalled`): one line."""
    own = parts(config, engines, added=added)
    if own.brain is not None:
        await own.brain.aclose()
    return own


def session(
    own: SessionParts,
    surface: Callable[[SurfaceContext], Surface],
    journal: Journal,
    folds: Callable[[Clock], Sequence[Observer]] = lambda _: (),
    keeps: Callable[[SourceId], bool] = lambda _: True,
    freed: Freed = none_freed,
) -> Session:
    """A session at a surface. Call it inside the loop: its clock begins now. `keeps`: whether the sound of a source may be kept. `freed`: what an operator has freed there. Raises `ValueError` for two tools of one name."""
    joint = _Joint(own, freed)
    narrator, pauses = joint.narrator(), None
    if own.lessons is not None and not isinstance(journal, Unkept):
        pauses = own.lessons.pauses
    wording = joint.wording()
    links = Links(
        surface=Checked(surface(joint.place()), joint.wrong),
        listener=joint.listener(),
        ear=joint.ear(narrator),
        narrator=narrator,
        brain=joint.brain(),
        tools=joint.toolset(journal),
        wording=wording,
        teacher=joint.teacher(at_end=pauses.keep if pauses else None),
    )
    attending = own.brain if isinstance(own.brain, Attending) else None
    watching = [joint.held, joint.now, joint.screens, *folds(joint.clock), pauses, wording, attending]
    recording = Recording(
        SparedSound(journal, spares=own.policy.spares, keeps=keeps),
        joint.sound,
        [one for one in watching if one is not None],
        joint.hidden,
        joint.language,
    )
    made = Session(joint.conversation, links, recording, joint.clock, joint.work)
    joint.attend(made)
    return made


class _Joint:
    """What the links of one session have in common, and the links over it."""

    def __init__(self, own: SessionParts, freed: Freed) -> None:
        Catalog(own.tools)
        self.own = own
        self.conversation = Conversation(own.policy)
        self.box = Toolbox(own.tools, own.sets, own.spec)
        self.sound, self.clock, self.work = SoundStore(), LoopClock(), Work()
        self.held = HoldSounds(self.sound)
        self.hidden, self.screens = HiddenSecrets(), Screens()
        self.language = pack_of(own.policy.locale)
        self.yeses = Yeses(self.box.get, self._asks, self._blind, freed, self.hidden.secrets.hide)
        self.now = own.now or SessionNow(own.policy, own.tools)
        self.now.begin(Begun(self.conversation, self.box, self.held))

    def wrong(self, tool: str, arguments: str) -> str:
        """What is wrong with the arguments of a call."""
        return Catalog(self.box).wrong(tool, arguments)

    def place(self) -> SurfaceContext:
        """What the surface is built from."""
        return SurfaceContext(
            self.sound, self.clock, self._busy, self.held, self.own.policy.barge_in, self.now.places
        )

    def listener(self) -> Listener | None:
        """What hears on this machine."""
        if self.own.recogniser is None:
            return None
        return Listener(self.own.recogniser, self.sound, self.clock, self.language)

    def ear(self, narrator: Narrator | None) -> Ear | None:
        """The live ear, with what was meant by its words. One that answers for itself is given none, and its own are made sayable (K2, G7)."""
        if self.own.ear is None:
            return None
        ear = self.own.ear(self.sound, narrator)
        if self.own.policy.alone:
            ear = SayableEar(ear)
        else:
            ear = MendedEar(ear, Mending(self.now.names, self.now.corrections))
        return Checked(ear, self.wrong, self.yeses)

    def narrator(self) -> Narrator | None:
        """What reads: a voice of this machine, a live reader with such a voice beside it, or the screen. Where nothing speaks the language of the
        talk, what is shown counts as read, and that is told once."""
        own, exact = self.own, None
        if own.voice is None and own.reader is None and not own.policy.alone:
            return WrittenNarrator(self.sound, lambda: self._note(self.language.unread, aloud=False))
        if own.voice is not None:
            exact = VoiceNarrator(own.voice, self.sound, own.policy.pace, self._note)
        return exact if own.reader is None else own.reader(self.sound, exact)

    def brain(self) -> BrainLink | None:
        """The brain: told the talk that goes on, and of many tools the nearest."""
        if self.own.brain is None:
            return None
        earlier = [
            Message("person" if who == PERSON else "assistant", text) for who, text in self.own.policy.earlier
        ]
        brain = BrainOverPort(self.own.brain, self.box, earlier, self.now.nearest, self.hidden.secrets)
        return Checked(brain, self.wrong, self.yeses)

    def toolset(self, journal: Journal) -> ToolsOverPort:
        """Tools are run with arguments as they take them; what is too long of their results is kept where the journal can."""
        keeps = journal if isinstance(journal, KeepsResults) else None
        return ToolsOverPort(
            self.box, self.wrong, lambda tool, given: Catalog(self.box).fit_arguments(tool, given), keeps
        )

    def teacher(self, at_end: Callable[[], None] | None) -> Teaching | None:
        """What keeps what the person teaches."""
        if self.own.lessons is None:
            return None
        return Teaching(self.own.lessons.store.open_store, made_now, self.held, at_end)

    def wording(self) -> WordingOverBrain | None:
        """What words held instructions anew, with the person's corrections and names as they are then."""
        if self.own.corrector is None:
            return None
        return WordingOverBrain(
            self.own.corrector,
            self.own.policy.timing,
            self.now.corrections,
            lambda heard: nearby_names(heard, self.now.names()),
        )

    def attend(self, made: Session) -> None:
        """This is the session."""
        self._session = made
        if self.now.added is not None:
            self.now.added.attend(made)
        if isinstance(self.own.brain, Attending):
            self.own.brain.attend(Attended(self.clock.now, made.announce, made.hush))

    def _note(self, text: str, *, aloud: bool = True) -> None:
        self._session.note(text, aloud=aloud)

    def _busy(self) -> bool:
        """Whether the session still has work."""
        return self.work.busy or not self.conversation.is_idle or self.now.busy

    def _asks(self, tool: str) -> bool:
        spec = self.conversation.policy.tool(tool)
        return spec is not None and spec.needs_yes

    def _blind(self) -> bool:
        return self.screens.none


async def begin_session(
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
        journal = await open_journal(keep)
        unused.push_async_callback(journal.aclose)
        made = session(own, surface, journal, folds, keeps, freed)
        unused.pop_all()
    return made
