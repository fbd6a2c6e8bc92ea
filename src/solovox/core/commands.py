"""Everything that can be asked: one closed union, imperative.

Commands are never journalled. They are recomputed from the events, and compared (law R1).
`Drop` only records: which sound was not heard, whose it was, and why (law G2).
"""

from dataclasses import dataclass
from enum import Enum, StrEnum

from solovox.core.mends import Mend
from solovox.core.policy import Amendment, Scheduling
from solovox.core.units import (
    PERSON,
    AudioSpan,
    CallId,
    ConnectionId,
    FileChange,
    HoldId,
    Instant,
    ReadId,
    RunId,
    SourceId,
    StepId,
    StepKind,
    StepState,
    StreamId,
    UtteranceId,
)


class DropReason(Enum):
    """Why sound was dropped."""

    NOT_A_READ = "not a read"
    """It was not asked for: chatter, acknowledgements, uninvited answers."""
    CUT = "cut"
    """It belongs to a read that was cut."""
    LATE = "late"
    """It came after its read had ended."""
    STRAYED = "strayed"
    """A live reader did not say what it was given (law G6)."""
    STALE = "stale connection"
    """It came from a connection that has been replaced."""
    NO_SURFACE = "no surface"
    ENDED = "session ended"
    STRANGER = "not an owner"
    """It is of one who is no owner (law A4)."""
    DRAINED = "microphone drained"
    """The profile does not listen while it reads."""


class SoundOrigin(Enum):
    """Whose sound it was."""

    MICROPHONE = "microphone"
    EAR = "ear"
    NARRATOR = "narrator"


class CueKind(Enum):
    """The short sounds of our own (law T5)."""

    HEARD = "heard"
    ROUTED = "routed"
    WORKING = "working"
    FAILED = "failed"
    STOPPED = "stopped"
    DONE = "done"


class TalkState(StrEnum):
    """What the talk does now, as the person is told it (law T5)."""

    AWAY = "away"
    """The person is not there, or the session has ended."""
    SPARING = "sparing"
    """Only the wake phrase is waited for (law T6)."""
    LISTENING = "listening"
    HEARING = "hearing"
    """The person speaks."""
    UNDERSTANDING = "understanding"
    """They have spoken: it is not known yet what was said, or it is about to be asked."""
    ASKING = "asking"
    """Something waits for a yes."""
    SPEAKING = "speaking"
    VOICING = "voicing"
    """A voice is being made of what is to be said."""
    THINKING = "thinking"


class RoutedBy(Enum):
    """What routed an instruction to the brain."""

    EAR = "ear"
    CODE = "code"
    CONSENT = "consent"
    TYPED = "typed"


class HoldKind(Enum):
    """What waits for a yes."""

    INSTRUCTION = "instruction"
    """The person's words, to be asked."""
    ACTION = "action"
    """A tool with its arguments, to be run here."""
    PERMISSION = "permission"
    """Something that an agent will do by itself, if it may."""


class Outcome(Enum):
    """How a hold ended."""

    GRANTED = "granted"
    DENIED = "denied"
    EXPIRED = "expired"
    VOID = "void"


class EndReason(StrEnum):
    """Why a session ends."""

    HUNG_UP = "the person hung up"
    SURFACE_GONE = "the surface did not come back"
    DEAF = "nobody hears any more"
    """The recogniser is lost, and no live ear can do without it."""


class CallStatus(Enum):
    """What a routing call is told, at once (law C2)."""

    ACCEPTED = "accepted"
    HELD = "held"
    SUPERSEDED = "superseded"
    ALREADY_ROUTED = "already_routed"


# To the ear.


@dataclass(frozen=True, slots=True)
class OpenEar:
    """Connect. `resume`: with the newest handle, if there is one."""

    connection: ConnectionId
    resume: bool


@dataclass(frozen=True, slots=True)
class CloseEar:
    connection: ConnectionId
    why: str


@dataclass(frozen=True, slots=True)
class SendMicrophone:
    """Send the samples to the ear. After a reconnection the span begins in the past (L2)."""

    connection: ConnectionId
    span: AudioSpan


@dataclass(frozen=True, slots=True)
class BeginActivity:
    """Tell the ear that the person speaks: the sound that follows is speech (law T1)."""

    connection: ConnectionId


@dataclass(frozen=True, slots=True)
class EndActivity:
    """Tell the ear that the person has finished."""

    connection: ConnectionId


@dataclass(frozen=True, slots=True)
class AskEar:
    """Give the live model what the person typed; it answers for itself (law G7)."""

    connection: ConnectionId
    text: str


@dataclass(frozen=True, slots=True)
class AnswerCall:
    """Answer a call of the ear; `result` is never empty (law C1)."""

    connection: ConnectionId
    call: CallId
    tool: str
    result: str
    failed: bool = False
    scheduling: Scheduling | None = None


@dataclass(frozen=True, slots=True)
class NudgeEar:
    """Remind the ear to call its routing tool for what it heard (law T3) or, where it answers for itself, to say what came of a
    tool (T5)."""

    connection: ConnectionId


@dataclass(frozen=True, slots=True)
class GiveContext:
    """Tell the ear something without asking for an answer."""

    connection: ConnectionId
    text: str


@dataclass(frozen=True, slots=True)
class TellHeard:
    """Tell the live model that answers for itself how much of its answer was heard before it was cut, in milliseconds (law G7)."""

    connection: ConnectionId
    ms: int


# To the recogniser.


@dataclass(frozen=True, slots=True)
class EndSpeech:
    """What is being said ends here: the person let go of the talk key (law T1)."""


@dataclass(frozen=True, slots=True)
class HearAll:
    """Words without the wake phrase are wanted from now on, or not: something waits for a yes, or the person may follow up (law T6)."""

    on: bool


# To the narrator.


@dataclass(frozen=True, slots=True)
class Read:
    """Say `said`, exactly. One unfinished read at a time (law N1).

    `exact`: the exact voice says it, not a live reader (law G6).
    """

    read: ReadId
    said: str
    exact: bool = False


@dataclass(frozen=True, slots=True)
class CancelRead:
    read: ReadId


@dataclass(frozen=True, slots=True)
class SetPace:
    """How fast the reads from the next one on are said, in percent of the usual (law N7)."""

    percent: int


# To the surface.


@dataclass(frozen=True, slots=True)
class Play:
    read: ReadId
    span: AudioSpan


@dataclass(frozen=True, slots=True)
class Flush:
    """Throw away the sound of a read that is not played yet, and answer `Flushed`."""

    read: ReadId


@dataclass(frozen=True, slots=True)
class Duck:
    """Lower the voice: the person may be speaking."""


@dataclass(frozen=True, slots=True)
class Unduck:
    """Raise the voice again."""


@dataclass(frozen=True, slots=True)
class Cue:
    kind: CueKind


@dataclass(frozen=True, slots=True)
class ShowHeard:
    """The person's words, as they were heard. A text that is not `final` will be replaced; an empty one that is takes back what was shown."""

    utterance: UtteranceId
    text: str
    final: bool
    source: SourceId = PERSON
    """Who said it. Words of one who is no owner go nowhere (law A4)."""
    mends: tuple[Mend, ...] = ()
    """How words of it are mended in what becomes of it (law K2)."""


@dataclass(frozen=True, slots=True)
class ShowText:
    """The next piece of the brain's text, whole and as written (law N2)."""

    run: RunId
    text: str


@dataclass(frozen=True, slots=True)
class ShowAnswered:
    """A live model that answers for itself writes no more of this answer: it is whole, or was cut (law G7)."""

    run: RunId


@dataclass(frozen=True, slots=True)
class ShowStep:
    """A step of the brain's own work, begun or further on."""

    run: RunId
    step: StepId
    kind: StepKind
    title: str
    detail: str
    state: StepState
    effects: bool = False
    receipt: str | None = None


@dataclass(frozen=True, slots=True)
class ShowAmendment:
    """How a later instruction was understood: it replaces what still works, is asked after it, or is given to it (law T2)."""

    run: RunId
    amends: RunId
    how: Amendment


@dataclass(frozen=True, slots=True)
class ShowNotice:
    """Words of ours, that no brain wrote: an announcement, or how things stand (law N5)."""

    text: str
    hold: HoldId | None = None
    """What they say waits for a yes. When it ends they are not true any more (law T5)."""
    run: RunId | None = None
    """What they say works. The same."""


@dataclass(frozen=True, slots=True)
class ShowState:
    """What the talk does from now on. It is told when it changes, at the end of a step (law T5)."""

    state: TalkState


@dataclass(frozen=True, slots=True)
class ShowRead:
    """A read begins that says `said`, so that a screen can mark what was played.

    It stands for the written text of `run` from `shown_from` to `shown_to`. A read that goes on after a cut says the
    rest. `run` is None for words of ours (law N5).
    """

    read: ReadId
    run: RunId | None
    said: str
    shown_from: int = 0
    shown_to: int = 0


@dataclass(frozen=True, slots=True)
class ShowLeaving:
    """The ear's connection goes away, and is made anew in a pause; or it does so no longer (law L1)."""

    leaving: bool


@dataclass(frozen=True, slots=True)
class ShowFailure:
    """One clear line about what did not work."""

    text: str


@dataclass(frozen=True, slots=True)
class ShowUsage:
    """What an answer has used so far, in all. `cost`: in millionths of a US dollar, if it is known.

    `run` is None: another wording of what is held in `hold` has used it (law A1)."""

    run: RunId | None
    input_tokens: int
    output_tokens: int
    cost: int | None = None
    hold: HoldId | None = None


@dataclass(frozen=True, slots=True)
class ShowChanges:
    """What a brain has changed so far for an answer, in all. The newest replaces what was shown before (law C6)."""

    run: RunId
    files: tuple[FileChange, ...]
    diff: str = ""


@dataclass(frozen=True, slots=True)
class ShowCall:
    """A tool begins. Its result follows, under the same `effect` (law C6)."""

    effect: int
    tool: str
    arguments: str


@dataclass(frozen=True, slots=True)
class ShowResult:
    """What came of a tool. `receipt` proves that an action happened (law C4)."""

    effect: int
    tool: str
    result: str
    failed: bool = False
    receipt: str | None = None


@dataclass(frozen=True, slots=True)
class ShowProgress:
    """How far a tool has come."""

    effect: int
    tool: str
    text: str


@dataclass(frozen=True, slots=True)
class ShowAct:
    """A tool asks something of the screen. A surface that cannot do it says what it was."""

    action: str
    target: str


@dataclass(frozen=True, slots=True)
class ShowHold:
    """Something waits for a yes. `text` is what the yes is to (law A3); `risk`, what an agent says may come of it."""

    hold: HoldId
    text: str
    kind: HoldKind = HoldKind.INSTRUCTION
    risk: str = ""
    """What may come of it, as far as an agent says."""
    heard: str = ""
    """The person's words as they were heard, beside the text that is to be sent. Empty: no words of theirs."""
    proposed: str = ""
    """A model's own wording of these words: the ear's, if it gave one, or what was proposed for them: the text, or beside it."""
    utterance: UtteranceId | None = None
    """What it was said in."""
    span: AudioSpan | None = None
    """The sound of it, from half a second before the first word that is held. Where our own detector heard no speech: from
    the end of what was said before. None: it is not of the person's words."""
    until: Instant = Instant(0)
    """When it expires."""
    code: str = ""
    """Said or typed, it grants what a yes aloud does not (law A2). Empty: a yes aloud is enough."""
    editable: bool = True
    """Whether a yes may be to an edited text. An agent's act without arguments is done as it stands, or not (law A5)."""
    mends: tuple[Mend, ...] = ()
    """How words of `heard` are mended in `text` (law K2)."""


@dataclass(frozen=True, slots=True)
class CloseHold:
    """A hold ended. Unless it was granted, nothing was sent.

    An instruction that expired, or was void because the surface was gone, stays as a draft: a later yes to the hold
    sends it, and this is told once more (law A1).
    """

    hold: HoldId
    outcome: Outcome
    draft: bool = False
    """Whether it stays as one."""


# To the brain.


@dataclass(frozen=True, slots=True)
class Look:
    """A tool that answers by itself, with the arguments that the ear gave it (law T3)."""

    tool: str
    arguments: str
    alone: bool = False
    """If it fails no brain is asked: that would need a yes (law A1)."""


@dataclass(frozen=True, slots=True)
class AskBrain:
    """Ask. `amends` names an earlier run that the instruction adds to (law T2). `look`: the result of this tool is the
    answer, and no brain is asked, unless it fails (law T3)."""

    run: RunId
    utterance: UtteranceId | None
    instruction: str
    by: RoutedBy
    amends: RunId | None = None
    look: Look | None = None


@dataclass(frozen=True, slots=True)
class SteerBrain:
    """Give later words to the run `into`, which works. Refused (`SteerRefused`), they are asked as `run` (law T2)."""

    run: RunId
    into: RunId
    utterance: UtteranceId | None
    instruction: str
    by: RoutedBy


@dataclass(frozen=True, slots=True)
class CancelRun:
    run: RunId
    why: str


@dataclass(frozen=True, slots=True)
class TellPlayed:
    """What the person heard of an answer: the written text up to `shown_to`, then the words in `then` (law N4)."""

    run: RunId
    shown_to: int
    then: str


@dataclass(frozen=True, slots=True)
class TellSkipped:
    """The written text from `shown_from` to `shown_to` was skipped: it does not count as heard (laws N4, N7)."""

    run: RunId
    shown_from: int
    shown_to: int
    back: bool = False
    """It was skipped before, and the person wants to hear it after all: it counts as any other (law T2)."""


@dataclass(frozen=True, slots=True)
class FindLine:
    """Say how a line of an answer's written text is read: a `LineFound` answers (law N7). Lines count from 1."""

    run: RunId
    line: int


@dataclass(frozen=True, slots=True)
class AnswerBrain:
    """Answer a call of the brain, or its request for a yes: that is refused if it `failed` (laws C1, A5).

    `arguments`: with what it may, if it asked with some."""

    run: RunId
    call: CallId
    result: str
    failed: bool = False
    receipt: str | None = None
    arguments: str = ""


# To what words instructions.


@dataclass(frozen=True, slots=True)
class ProposeWording:
    """Say what was meant by the held words in `text`. A `WordingProposed` answers, in time or not at all (law A1)."""

    hold: HoldId
    text: str


# To what keeps what was taught.


@dataclass(frozen=True, slots=True)
class SttTaught:
    """The person was misheard: in this sound they said `meant`."""

    span: AudioSpan | None
    heard: str
    meant: str


@dataclass(frozen=True, slots=True)
class ReasoningTaught:
    """The person was misunderstood: by the words `input` they want `corrected`, and not `proposed`."""

    input: str
    proposed: str
    corrected: str


@dataclass(frozen=True, slots=True)
class Teach:
    """Keep what the person taught by an edit in their yes to a hold (law K2). A `Taught` or `TeachFailed` answers."""

    hold: HoldId
    lesson: SttTaught | ReasoningTaught


# To the tools and the session.


@dataclass(frozen=True, slots=True)
class RunTool:
    """Run a tool, once. `effect` is new for every order."""

    effect: int
    tool: str
    arguments: str


@dataclass(frozen=True, slots=True)
class CancelTool:
    effect: int


@dataclass(frozen=True, slots=True)
class Drop:
    """These samples were not heard (law G2)."""

    origin: SoundOrigin
    span: AudioSpan
    why: DropReason


@dataclass(frozen=True, slots=True)
class ForgetSound:
    """Samples of a stream before this one will not be asked for again."""

    stream: StreamId
    before: int


@dataclass(frozen=True, slots=True)
class EndSession:
    why: EndReason
    detail: str = ""
    """What led to it, where that is not said by the reason."""


EarCommand = (
    OpenEar
    | CloseEar
    | SendMicrophone
    | BeginActivity
    | EndActivity
    | AskEar
    | AnswerCall
    | NudgeEar
    | GiveContext
    | TellHeard
)
ListenerCommand = EndSpeech | HearAll
NarratorCommand = Read | CancelRead | SetPace
SurfaceCommand = (
    Play
    | Flush
    | Duck
    | Unduck
    | Cue
    | ShowHeard
    | ShowText
    | ShowAnswered
    | ShowStep
    | ShowAmendment
    | ShowNotice
    | ShowState
    | ShowRead
    | ShowLeaving
    | ShowFailure
    | ShowUsage
    | ShowChanges
    | ShowCall
    | ShowResult
    | ShowProgress
    | ShowAct
    | ShowHold
    | CloseHold
)
BrainCommand = AskBrain | SteerBrain | CancelRun | TellPlayed | TellSkipped | FindLine | AnswerBrain
WordingCommand = ProposeWording
TeacherCommand = Teach
ToolCommand = RunTool | CancelTool
SessionCommand = Drop | ForgetSound | EndSession
Command = (
    EarCommand
    | ListenerCommand
    | NarratorCommand
    | SurfaceCommand
    | BrainCommand
    | WordingCommand
    | TeacherCommand
    | ToolCommand
    | SessionCommand
)
