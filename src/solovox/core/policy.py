"""The numbers and choices that shape a conversation. A profile is one of these; it is data.

Every duration is in milliseconds.
"""

from dataclasses import dataclass
from enum import Enum

from solovox.core.sentences import NO_SENTENCES, Sentences
from solovox.core.units import Principal, SourceId


class EarKind(Enum):
    """Who hears. The local recogniser always listens; a live ear is judged beside it."""

    LOCAL = "local"
    LIVE = "live"


class NarratorKind(Enum):
    """What turns text into sound."""

    VOICE = "voice"
    READER = "reader"
    RELAY = "relay"
    SELF = "self"


class Fidelity(Enum):
    """How exactly a live reader must say what it is given (law G6). A `voice` is exact by itself."""

    STRICT = "strict"
    FOLLOW = "follow"
    """Slips of the recognition are forgiven, by a stated rule."""
    OFF = "off"


class Routing(Enum):
    """How an utterance finds its way to the brain when a live ear listens (law T3)."""

    MODEL = "model"
    NUDGE = "nudge"
    CODE = "code"


class Listens(Enum):
    """What a live ear is sent where there is a wake phrase (law T6)."""

    ALWAYS = "always"
    """All that the microphone hears."""
    WOKEN = "woken"
    """An utterance, from its first sample, once the phrase was heard in it."""


class Approval(Enum):
    """What needs a yes (laws A1 to A3)."""

    DIRECT = "direct"
    REVIEW = "review"
    CORRECT = "correct"


class Amendment(Enum):
    """What a new instruction does to a run that still works (law T2)."""

    REPLACE = "replace"
    QUEUE = "queue"
    STEER = "steer"
    """It is given to that run. A brain that does not take it is asked afterwards."""


class AfterRead(Enum):
    """What becomes of the ear's connection when an answer has been read (law L1)."""

    KEEP = "keep"
    RESTART = "restart"
    """A fresh one, which remembers nothing, listens to what comes next."""


class Scheduling(Enum):
    """When the result of a non-blocking call may be voiced (law C2)."""

    INTERRUPT = "interrupt"
    WHEN_IDLE = "when_idle"
    SILENT = "silent"


class Risk(Enum):
    """What a tool may do without a yes (law A1)."""

    FREE = "free"
    ASK = "ask"
    NEVER = "never"
    """It is refused, with a result."""


@dataclass(frozen=True, slots=True, kw_only=True)
class ToolSpec:
    """What the core must know of a tool. `routing` marks the tool by which the ear hands over an instruction.

    `read_aloud`: it only looks, and a live ear that calls it beside a brain has routed the person's words to it (T3).
    """

    name: str
    effects: bool = False
    routing: bool = False
    blocking: bool = True
    risk: Risk = Risk.FREE
    timeout_ms: int = 20_000
    """It is given up when it shows no sign of life for this long (C3)."""
    scheduling: Scheduling = Scheduling.WHEN_IDLE
    read_aloud: bool = False

    @property
    def needs_yes(self) -> bool:
        """Whether the person is asked before it runs (A1)."""
        return self.risk is Risk.ASK

    @property
    def acts(self) -> bool:
        """Whether only the agent may use it, where one stands beside the ear (C5)."""
        return self.effects or self.risk is not Risk.FREE


ROUTING = ToolSpec(name="ask_agent", routing=True)
"""The tool by which an ear beside a brain hands over what the person said. No other tool has its name."""
ACCEPTING = ToolSpec(name="accept_instruction")
"""By it an ear may say that the person agrees to what is held. It is no yes: they are asked for one (A1). No other tool has
its name."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Timing:
    """How long each wait may last, in milliseconds."""

    more: int = 15_000
    """A yes or a no within this time answers "More?" (N6)."""
    tail: int = 4_000
    """What is left of an answer when its spoken budget is used up is said, too, if it takes less than this (N6)."""
    resume: int = 4_000
    """Speech within this time of its end belongs to the same utterance, if nothing was played (T2)."""
    words: int = 2_000
    """An utterance without words waits this long for the ear's (T3)."""
    words_rest: int = 400
    """An ear's transcript without new words for this long is taken as complete (T3)."""
    local_words: int = 20_000
    """The local recogniser's final text is given up after this."""
    unending: int = 30_000
    """Speech without a new word for this long is taken as ended, though its end was not heard (T3)."""
    speech: int = 600_000
    """Speech that lasts longer than this is taken as ended (T3)."""
    onset: int = 10_000
    """Sound that may be speech is taken as none after this, if the recogniser still has not said which it is (T1)."""
    midst: int = 1_000
    """Where less than this is left of an answer, "yeah" is no nod: it may be an answer to it (T1)."""
    echo: int = 500
    """Sound that begins this soon after a voice of ours may be its echo: it grants nothing (A2)."""
    seen: int = 500
    """Who types a yes this soon after what waits has changed has not read it: it grants nothing (A2)."""
    call: int = 1_500
    """The ear has this long to call its routing tool, before it is nudged (T3)."""
    nudge: int = 1_500
    """After the nudge the ear has this long; then the core routes (T3)."""
    keep_floor: int = 60_000
    """"Hang on" holds the floor this long; then the words become a hold."""
    after_keep: int = 6_000
    """After "hang on" the person may pause this long without being taken to have finished."""
    after_wake: int = 6_000
    """After the wake phrase alone, what is said within this time needs none (T6)."""
    flush: int = 300
    """The next ask waits this long for `Flushed` (N4)."""
    drain: int = 1_000
    """Without reports the gate closes this long after the expected end (G3)."""
    unreported: int = 10_000
    """A speaker that reports exactly may be this late: the gate closes this long after the end that its last
    report leads to expect (G3)."""
    ahead: int = 15_000
    """No read is released while more released sound than this has not been played: sound stays bounded."""
    first_sound: int = 20_000
    """A narrator that gives no sound for longer has failed."""
    reader: int = 6_000
    """A live model without sound or text for this long reads no more, or has finished (G6, G7)."""
    idle: int = 1_500
    """A read waits this long for an ear that is busy with something of its own (N1)."""
    behind: int = 2_000
    """Sound that comes on a connection this soon after the end of what it said belongs to no read: it is given the next
    one after that (N1)."""
    cover: int = 1_200
    """How long sound of a live reader waits for its text once the speaker has nothing left, beside the time
    that the next word takes to say (G6)."""
    character: int = 75
    """How long one character of text takes to say. Sound may last twice as long as its text, or half as long:
    readers take from 40 to 130 ms (G6)."""
    breath: int = 700
    """How much silence a reader may leave, beside the time that its text takes (G6)."""
    pulse: int = 4_000
    """The time between two cues while work goes on in silence (T5)."""
    activity: int = 25_000
    """The time between two sentences of ours that say what is being worked on, where nothing else is heard (N5)."""
    brain_silence: int = 120_000
    """A run that has shown no sign of life is given up after this (T4)."""
    brain_work: int = 1_800_000
    """A run that has shown a sign of life is given up after this long without another (T4)."""
    hold: int = 120_000
    """A hold without an answer expires; its draft stays (A1)."""
    wording: int = 3_000
    """Another wording of held words is taken within this time (A1)."""
    glance: int = 300
    """A yes that begins this soon after the text of a hold has changed is not to the new one (A3)."""
    surface_grace: int = 600_000
    """A session without a surface, in which nothing is worked at, ends after this (L1)."""
    watchdog_speech: int = 1_000
    """Speech of this length must bring a sign of the ear (L4)."""
    watchdog: int = 6_000
    """An ear that gives neither a transcript nor a call for this long after such speech is recycled (L4)."""
    backoff: tuple[int, ...] = (250, 500, 1_000, 2_000, 5_000, 10_000)
    """Waits between attempts to open an ear; the last repeats."""
    opening: int = 60_000
    """An ear that has neither opened nor failed by then is tried anew (L1). No attempt of our own takes longer."""
    quiet_spool: int = 10_000
    """If nothing was said since the last routed utterance, this much sound is replayed (L2)."""
    syllable: int = 180
    """As `character`, where one stands for a syllable: five or six of them are said in a second (G6)."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Limits:
    """What is bounded, and where. Each says in `docs/spec.md` what happens when it is full."""

    answer_chars: int = 4_000_000
    """A longer answer is cut off; the run is cancelled, and the person is told."""
    heard_chars: int = 20_000
    """What an ear transcribes beyond this in one utterance is not kept."""
    read_chars: int = 600
    """The longest text given to the narrator at once (a longer single piece goes alone)."""
    waiting_runs: int = 8
    waiting_holds: int = 8
    announcements: int = 8
    """Announcements that wait for silence. A further one is only shown (N5)."""
    calls: int = 256
    """Effects of one ask. A further one fails."""
    remembered: int = 4_096
    """Calls of one connection, or of one run. At this number the connection is recycled, or the run fails (C1)."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Policy:
    """One profile's choices."""

    ear: EarKind = EarKind.LOCAL
    understands: bool = True
    """The local recogniser gives words. If not, it only tells when the person speaks, and a live ear is believed."""
    narrator: NarratorKind = NarratorKind.VOICE
    fidelity: Fidelity = Fidelity.STRICT
    exact_voice: bool = False
    """Beside a live reader there is a `voice`, for what the reader does not say right."""
    routing: Routing = Routing.NUDGE
    approval: Approval = Approval.DIRECT
    learning: bool = False
    """What the person edits in a yes is taught (K2)."""
    amendment: Amendment = Amendment.REPLACE
    barge_in: bool = True
    owners: frozenset[Principal] = frozenset()
    """Who may command and consent. Empty: whoever is there (A4)."""
    guests: bool = False
    """Whether others may talk with the live model of `self`. They still command and allow nothing (A4)."""
    own_words: bool = True
    """Our own words are read, too: announcements, and how things stand. If not, they are only shown (N5)."""
    spoken_ms: int = 0
    """How much of an answer is said before the person is asked whether they want more. 0: all (N6)."""
    pace: int = 100
    """How fast the voice speaks until the person wants it otherwise, in percent of the usual (N7)."""
    after_read: AfterRead = AfterRead.KEEP
    wake: str = ""
    """If given, only utterances with this phrase are addressed to us."""
    listens: Listens = Listens.ALWAYS
    follow_ms: int = 0
    """What begins this soon after a voice of ours was heard needs no wake phrase. 0: it does (T6)."""
    schedules_results: bool = True
    """The ear's family honours `Scheduling`. If not, the core itself waits until the ear is idle (C2)."""
    tools: tuple[ToolSpec, ...] = ()
    timing: Timing = Timing()
    limits: Limits = Limits()
    locale: str = "en"
    """What the person speaks: a code, or `auto`. Who knows languages asks for it; the core does not."""
    sentences: Sentences = NO_SENTENCES
    """What we say ourselves, in the person's language."""
    earlier: tuple[tuple[str, str], ...] = ()
    """The talk that goes on here: who said what, oldest first; of answers what was heard (L3)."""

    @property
    def marks_activity(self) -> bool:
        """Whether the ear is told when the person speaks, instead of finding out by itself (T1)."""
        alone = self.narrator in (NarratorKind.RELAY, NarratorKind.SELF)
        return self.ear is EarKind.LIVE and (alone or self.spares)

    @property
    def spares(self) -> bool:
        """Whether what was said without the wake phrase is kept from everybody (T6)."""
        return bool(self.wake) and self.listens is Listens.WOKEN

    @property
    def checks(self) -> bool:
        """Whether reads are checked against their transcription (G6)."""
        live = self.narrator in (NarratorKind.READER, NarratorKind.RELAY)
        return live and self.fidelity is not Fidelity.OFF

    @property
    def alone(self) -> bool:
        """Whether the live model answers for itself: no brain stands beside it, and it may use what has effects (G7, C5)."""
        return self.narrator is NarratorKind.SELF

    @property
    def hosts(self) -> bool:
        """Whether others than the owners may talk with the live model, which answers for itself (A4)."""
        return self.guests and self.alone

    def may(self, who: Principal) -> bool:
        """Whether they may command and consent (A4)."""
        return not self.owners or who in self.owners

    def owns(self, source: SourceId) -> bool:
        """Whether what is heard from there is an owner's. Its source is taken for who spoke."""
        return self.may(Principal(source))

    def hears(self, source: SourceId) -> bool:
        """Whether a live ear is sent what comes from there, and its words are taken for words."""
        return self.hosts or self.owns(source)

    def tool(self, name: str) -> ToolSpec | None:
        """The tool of that name, if there is one."""
        return next((tool for tool in self.tools if tool.name == name), None)
