"""The keys of a session: each is a field, and its name in the section is that of the field. They are a contract.

What is said of a key here is what `docs/howto/configure.md`, `solovox profiles`, the page and the errors say of it.
"""

from collections.abc import Mapping
from dataclasses import dataclass
from dataclasses import field as dataclass_field
from enum import Enum
from typing import Annotated, Final, Literal

from msgspec import Struct, field

from solovox.config.fields import (
    Address,
    Command,
    File,
    Folder,
    Kind,
    Limit,
    Option,
    Phrase,
    Secret,
    options_of,
    setting,
)
from solovox.config.keeping import DAYS, KEEP, ROOM, SIZE, WRITE_DAYS, WRITE_ROOM
from solovox.core.policy import AfterRead, Amendment, Approval, Fidelity, Listens, Routing
from solovox.lang.languages import AUTO, DEFAULT, HEARD


class ServerRisk(Enum):
    """Whether the tools of a server ask for a yes."""

    ASK = "ask"
    FREE = "free"
    NEVER = "never"
    HINTED = "hinted"
    """Those ask that do not say of themselves that they only look. The server is believed."""


@dataclass(frozen=True, slots=True, kw_only=True)
class McpServer:
    """One server: its table, with the variables that it names filled in."""

    name: str
    command: tuple[str, ...] = ()
    """The program and its arguments. Empty: it is reached at `url`."""
    env: Mapping[str, Secret] = dataclass_field(default_factory=dict)
    cwd: str | None = None
    url: Secret | None = None
    headers: Mapping[str, Secret] = dataclass_field(default_factory=dict)
    risk: ServerRisk = ServerRisk.ASK
    tools: tuple[str, ...] = ()
    timeout: float = 60.0

    @property
    def secrets(self) -> tuple[Secret, ...]:
        """What must never be written down."""
        return (*self.env.values(), *self.headers.values())


class EarConfig(Struct, frozen=True, kw_only=True):
    """Who listens."""

    kind: Kind = "local"
    """Who listens. `local`: the recogniser of this machine, alone; else a live model, with that recogniser beside
    it."""
    url: Address | None = None
    """Where it is, `ws://…` or `wss://…`; its vendor's service, if not given. A host alone will do; a path chooses
    the API version (`v1beta`, if not given)."""
    model: str | None = None
    """Which model it is. Its family (2.5, 3.1, 3.8, 3.8 extended thinking) is told from the name."""
    api_key: Secret | None = None
    """With it, a profile chooses its live model."""
    after_read: Annotated[str, setting(choices=AfterRead)] = "keep"
    """Whether the ear's connection outlives an answer. `restart`: when an answer has been read, or cut, a
    fresh connection that knows nothing of it listens to what comes next; no word is lost meanwhile."""
    listens: Annotated[str | None, setting(choices=Listens)] = None
    """What becomes of speech without the wake phrase (law T6). `woken`: an ear is sent an utterance only once
    the phrase was heard in it, and the journal keeps neither words nor sound of any other. `always`: the
    ear is sent all, and all words are kept. If not given: `woken` where there is a wake phrase and the
    recogniser of this machine gives words."""
    hand_over: Annotated[str, setting(choices=("ask_agent", "ask_brain", "converse"))] = "ask_agent"
    """The tool by which a live ear hands over what you said; in the profile `talk` `converse`, in `handoff`
    `ask_brain`."""
    tools: tuple[str, ...] = ()
    """Which tools a live ear may call in the brain's place, beside those of the session that only look and
    need no yes. What they give is read (law T3)."""


class NarratorConfig(Struct, frozen=True, kw_only=True):
    """Who reads."""

    kind: Kind = "voice"
    """Who reads. Without a live model there is `voice` only. `reader`: a live connection of its own; `relay`:
    the ear's own connection. Both are played only as far as they follow the text; our own voice says the
    rest. `self`: there is no narrator; the live model answers for itself, with the tools, and no brain is
    asked."""
    session: Annotated[str, setting(choices=("kept", "fresh"))] = "kept"
    """Whether a connection of a `reader` reads many texts or one. Two are open at a time, and read in turn."""
    fidelity: Annotated[str, setting(choices=Fidelity)] = "strict"
    """How exactly a `reader` or a `relay` must say the text: word for word; with slips of its transcription
    forgiven; or it is believed."""
    url: Address | None = None
    """Where a `reader` is; the ear's, if not given. At another one it gets no key of the ear's:
    `narrator.reader.api_key`."""
    voice: str | None = None
    """The voice of this machine (`af_bella`, `af_nicole`, `af_sarah`, `am_adam`, `am_michael`, `bf_emma`,
    `bm_george`, `bm_lewis`, `joe`); `af_bella`, if not given. `joe` is the quick one. Of a `reader`, a
    `relay`, and in `self`: a voice of the live model."""
    speed: Annotated[int, setting(write="percent of the usual speed, from 50 to 200", ge=50, le=200)] = 100
    """How fast the voice speaks at first; "faster", "slower" and "normal speed" change it for one talk (law
    N7). A live reader keeps its own."""
    spoken_seconds: Annotated[
        int, setting(write="a number of seconds from 1 to 600, or 0 to hear all", ge=0, le=600)
    ] = 0
    """How much of an answer is said before you are asked "More?" (law N6). If not given: 12 for an agent that
    codes, all for other brains."""


class BrainConfig(Struct, frozen=True, kw_only=True):
    """Who thinks."""

    kind: Kind = "local"
    """Who thinks. `local`: no model, exact forms; `python`: a function of your own; `sse`: an agent behind an
    address; `mcp`: an agent that is open elsewhere."""
    url: Address | None = None
    """Where it is. With it alone the brain is any server of Chat Completions."""
    model: str | None = None
    """Which model it is."""
    api_key: Secret | None = None
    """Its key, if it wants one."""


Seconds = Annotated[float, setting(write="seconds")]


class Waiting(Struct, frozen=True, kw_only=True):
    """How long a brain is waited for."""

    first_seconds: Seconds = 20
    """How long the first text or sign of an answer may take."""
    idle_seconds: Seconds = 60
    """How long it may be silent after that."""


class Prompted(Waiting, frozen=True, kw_only=True):
    """A brain that is told what it is."""

    prompt: str = ""
    """What the brain is told to be, beside that its text is read aloud."""


class Agent(Prompted, frozen=True, kw_only=True):
    """A brain with hands of its own, which keeps sessions."""

    session: Annotated[str, setting(write="new, last, or an id")] = "new"
    """Of an agent that keeps sessions: which of them goes on."""
    permissions: Literal["ask", "edits", "plan"] = "ask"
    """Of an agent: whether it asks before each change, edits files without asking, or only plans."""


class AnyBrain(Agent, frozen=True, kw_only=True):
    """What can be said of whichever brain is chosen, where that has such a setting."""

    tools: tuple[str, ...] | None = None
    """Which tools of its own an agent has; all that it needs for code, if not given."""
    command: Command = ""
    """What starts the agent, with its arguments. It is read as a shell would, and no shell is started."""


class Keys(Struct, frozen=True, kw_only=True):
    """What can be said of every session. The names of fields are ours; those of keys are the person's."""

    ear: EarConfig = EarConfig()
    recogniser: Kind = field(default="local", name="recogniser.kind")
    """What listens on this machine: alone, or beside a live ear."""
    narrator: NarratorConfig = NarratorConfig()
    brain: BrainConfig = BrainConfig()
    corrector: Kind = field(default="", name="corrector.kind")
    """With `approval=correct`: which text brain says what you probably meant, while your words wait for your yes.
    If not given: `brain.kind`, if that only writes text, else `none`; an agent is never asked. Its settings
    stand in a table of its own, `[corrector.NAME]`; what it lacks is taken from a `brain.kind` that is the
    same."""
    studio: Kind = field(default="", name="studio.brain.kind")
    """Who writes the Studio's apps, apart from who talks. If not given: the first that has a key, else
    `templates`: twelve apps that need no model. Its settings stand in a table of its own, `[studio.NAME]`; what
    it lacks is taken from a `brain.kind` that is the same. It has no tools and gets no yes: it writes text."""
    surface: Kind = field(default="file", name="surface.kind")
    """Where the person is. `file`: the sound file or the line of `solovox ask`, and the page of `solovox
    talk`."""
    wake: Phrase = field(default="", name="wake.phrase")
    """Only what is said with it is for us. If not given: that of the profile, for which the variable
    `WAKE_PHRASE` names another."""
    wake_follow_seconds: Annotated[
        int,
        setting(write="a number of seconds from 1 to 600, or 0 to need the phrase each time", ge=0, le=600),
    ] = field(default=0, name="wake.follow_seconds")
    """What you begin to say this soon after the end of an answer needs no wake phrase."""
    wake_by: Annotated[str | None, setting(choices=("phrase", "name", "always"))] = field(
        default=None, name="wake.by"
    )
    """Among people: which words are for us. `phrase`: those with `wake.phrase`; `name`: those with the name of
    the persona; `always`: all. If not given: those with `wake.phrase`, where there is one."""
    language: Annotated[str, setting(choices=(AUTO, *HEARD), write="a code such as de, or auto")] = DEFAULT
    """What you speak: a code, or `auto`; `en`, if not given. In it you are heard, and "stop", "yes" and their
    kin are understood, where their words are known: `en`, `de`, `fr`, `es`, `it`, `pt`."""
    persona: File = ""
    """Who the model is: its name, character, memory, mood and language, in Markdown."""
    routing: Annotated[str, setting(choices=Routing)] = "nudge"
    """How an utterance finds its way to the brain when a live model listens."""
    approval: Annotated[str, setting(choices=Approval)] = "direct"
    """What needs your yes. `direct`: nothing that you say. `review`: your words as they were heard, unless
    they only look. `correct`: the same, and a text brain has 3 s to propose another wording, which is shown
    beside what was heard. `solovox ask` gives the yes with `--do`."""
    amend: Annotated[str, setting(choices=Amendment)] = "replace"
    """What a later instruction does to the one at work, where its words do not say so: "instead …" replaces,
    "and also …" waits. `steer`: it is given to the agent that works, if the agent can take it."""
    ask_early: Annotated[str, setting(choices=("free", "yes", "no"))] = "free"
    """Whether the brain is asked as soon as you pause, while you may still go on. No voice begins and nothing
    is done before it is likely that you have finished, and what you add takes the question back (law T2.8).
    `free`: only a brain whose answers cost nothing (`local`). `yes` needs the recogniser and the voice of
    this machine, and a brain that acts only by the tools that it is handed; agents that act by themselves
    are never asked early."""
    patience: Annotated[
        int, setting(write="percent of the usual patience, from 50 to 200", ge=50, le=200)
    ] = 0
    """How long a pause is waited out before it counts as the end; "stop" and nods do not wait for it. If not
    given: as learned from your pauses, 70 to 150."""
    owners: tuple[str, ...] = ()
    """Who may command and consent. Others are shown and not obeyed (law A4). None: everybody. The person at a
    file is called `person`."""
    guests: bool = False
    """Whether others than the owners may talk with a live model that answers for itself
    (`narrator.kind=self`). They command and allow nothing: no tool that acts is used for them, their yes
    and no count for nothing, and their "stop" only silences. If not given: `no`, in the profile `discord`
    `yes`."""
    own_words: bool = True
    """Whether words that no brain wrote are said aloud: the answer to "status", announcements, that an act
    waits for your yes, "Still working" (law N5), that something failed. With `no` they are only shown."""
    barge_in: bool = True
    """Whether you can talk over the voice (law T1.2). `no`: while it sounds no live ear is sent anything, and
    only "stop" and its kin count. If not given: `yes`, in the profile `handoff` `no`."""
    tools: tuple[str, ...] = ()
    """Which tools the brain, or the live model of `self`, can use; in a file also a list. If not given, those
    of the profile. `module:name` is a function or a plugin of your own, the name of a package all that it
    brings, the name of an MCP server its tools."""
    effects: Annotated[str, setting(choices=("ask", "allow"))] = "ask"
    """Whether tools that do more than look ask for your yes each time, or run at once."""
    workspace: Folder | None = None
    """What tools may look into; the current folder, if not given. Hidden files, and those whose names give
    away a secret (`passwords.txt`, `*.pem`, `kubeconfig`), are not seen."""
    keep: Annotated[str, setting(write=WRITE_DAYS, pattern=rf"never|forever|{DAYS}")] = field(
        default=KEEP, name="journal.keep"
    )
    """How long a session is kept where no `--journal` says where."""
    room: Annotated[str, setting(write=WRITE_ROOM, pattern=rf"unlimited|{SIZE}")] = field(
        default=ROOM, name="journal.room"
    )
    """How much room these sessions may take together: the oldest go when the next begins."""


class AnyEar(Struct, frozen=True, kw_only=True):
    """What can be said of whichever ear is chosen."""

    url: Address | None = None
    """Where it is."""
    model: str | None = None
    """Which model it is."""
    api_key: Secret | None = None
    """Its key."""
    limit: Limit | None = None
    """How long one connection of a live ear may last; `15m`, if not given. It is left 30 s before, in a pause, for
    another; the talk goes on."""


OF_SESSION: Final[Mapping[str, Option]] = options_of(Keys)
OF_BRAINS: Final[Mapping[str, Option]] = {f"brain.{name}": one for name, one in options_of(AnyBrain).items()}
KEYS: Final[Mapping[str, Option]] = {**OF_SESSION, **OF_BRAINS, "ear.limit": options_of(AnyEar)["limit"]}
"""Every key that is not of one adapter's own."""
