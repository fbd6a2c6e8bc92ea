"""Everything that can happen: one closed union, past tense.

An event carries no time; `Conversation.handle(at, event)` takes it beside the event. Sound is
named by spans of samples, never carried as bytes. Add a class here, to `Event`, and mypy names
every place that must decide what it means.
"""

from dataclasses import dataclass
from enum import Enum

from solovox.core import units as u
from solovox.core.mends import Mend
from solovox.core.policy import Policy, ToolSpec
from solovox.core.sense import Sense

# The surface: where the person is.


@dataclass(frozen=True, slots=True)
class SurfaceJoined:
    """A surface is there (again): it can play, show and capture."""

    caps: u.SurfaceCaps
    surface: u.SurfaceId = u.SURFACE
    """Several surfaces may be there at once. The voice goes on while one of them is."""


@dataclass(frozen=True, slots=True)
class SurfaceLeft:
    """A surface is gone: a closed page, a dead link. It may come back. None: all of them are gone."""

    surface: u.SurfaceId | None = None


@dataclass(frozen=True, slots=True)
class SoundCaptured:
    """The microphone gave the next samples of its stream. Spans follow one another without holes."""

    span: u.AudioSpan
    source: u.SourceId = u.PERSON


@dataclass(frozen=True, slots=True)
class SourceCaptured:
    """What one of several people said, apart from the others: it is kept, and nothing else follows. The first sample of
    `span` is sample `heard` of the microphone's stream, `waited` samples after it was said; the others follow it there.
    """

    span: u.AudioSpan
    source: u.SourceId
    heard: int
    waited: int


@dataclass(frozen=True, slots=True)
class Played:
    """The speaker has played `samples` of a read in all."""

    read: u.ReadId
    samples: int


@dataclass(frozen=True, slots=True)
class Flushed:
    """The surface threw away what it had not played of a read. It had played `samples` in all."""

    read: u.ReadId
    samples: int


@dataclass(frozen=True, slots=True)
class FloorTaken:
    """The person holds the talk key down: the floor is theirs, also while they pause, until `FloorGiven`, the leaving of that
    surface, or `Timing.speech`. Meanwhile a final segment that is "stop", or a yes, counts at once. If nothing was said, the
    voice goes on (law T1)."""

    surface: u.SurfaceId = u.SURFACE
    source: u.SourceId = u.PERSON


@dataclass(frozen=True, slots=True)
class FloorGiven:
    """The person let go of the talk key: what they said has ended."""

    surface: u.SurfaceId = u.SURFACE
    source: u.SourceId = u.PERSON


@dataclass(frozen=True, slots=True)
class StopAsked:
    """The person wants the work stopped, not only the voice (law T4)."""

    how: u.InputMeans
    principal: u.Principal = u.SELF


@dataclass(frozen=True, slots=True)
class SilenceAsked:
    """The person wants the voice cut; the work goes on (law T4)."""

    how: u.InputMeans
    principal: u.Principal = u.SELF


@dataclass(frozen=True, slots=True)
class Typed:
    """The person typed an instruction and sent it: a yes to exactly this text (law A3)."""

    text: str
    source: u.SourceId = u.PERSON
    principal: u.Principal = u.SELF
    sense: Sense | None = None
    """What the text is to us. None: it was not understood, and is words."""


@dataclass(frozen=True, slots=True)
class ConsentGiven:
    """A yes to a hold, bound to `text`: the held text, or the person's edit of it (law A3).

    `wrong`: what is wrong with the arguments in it, if it is a tool with arguments. `heard`: the person's edit of what was
    heard (law K2). None: they left it as it was.
    """

    hold: u.HoldId
    text: str
    how: u.InputMeans
    principal: u.Principal = u.SELF
    wrong: str = ""
    heard: str | None = None


@dataclass(frozen=True, slots=True)
class ConsentDenied:
    """A no to a hold."""

    hold: u.HoldId
    how: u.InputMeans
    principal: u.Principal = u.SELF


@dataclass(frozen=True, slots=True)
class MendRefused:
    """The person takes a mend back: `heard` was right, and stays as it is from now on (law K2)."""

    heard: str
    meant: str
    principal: u.Principal = u.SELF


@dataclass(frozen=True, slots=True)
class HungUp:
    """The person ended the session."""


# The local recogniser: always listening, on this machine. Positions are samples of the microphone.


@dataclass(frozen=True, slots=True)
class OnsetHeard:
    """Sound that may be speech began. It may be a cough."""

    sample: int


@dataclass(frozen=True, slots=True)
class SpeechConfirmed:
    """The sound that began at `first` is speech."""

    first: int
    source: u.SourceId = u.PERSON


@dataclass(frozen=True, slots=True)
class OnsetFaded:
    """The sound ended without having been speech."""

    sample: int


@dataclass(frozen=True, slots=True)
class SpeechEnded:
    """The person has finished speaking, as far as sound and the turn detector tell.

    `patience`: milliseconds for which they may only have paused. Until then nothing is heard and nothing is done (T2).
    `pauses`: milliseconds of the silences in it, after which they went on; the newest 64.
    """

    span: u.AudioSpan
    patience: int = 0
    pauses: tuple[int, ...] = ()


@dataclass(frozen=True, slots=True)
class LocalTranscript:
    """What the local recogniser understood of a span.

    A draft may be replaced. Each `SpeechEnded` span has one final text. It may be empty: sound without words.
    `text` is as it was heard, and `mends` what was meant by words of it (law K2).
    """

    span: u.AudioSpan
    text: str
    final: bool
    source: u.SourceId = u.PERSON
    mends: tuple[Mend, ...] = ()
    again: tuple[str, ...] = ()
    """The final texts that came last, as they are heard now, together with this one: the newest last (law T2)."""
    sense: Sense | None = None
    """What the text is to us; and, in `whole`, all that was said in the same utterance so far."""
    whole: Sense | None = None


@dataclass(frozen=True, slots=True)
class Overheard:
    """Words of someone far less loud than the person, who talks on or has just talked: another, or a broadcast (law A4)."""

    span: u.AudioSpan
    text: str


@dataclass(frozen=True, slots=True)
class WakeHeard:
    """The wake phrase ended at `sample`."""

    sample: int


@dataclass(frozen=True, slots=True)
class RecogniserLost:
    """The local recogniser hears nothing any more, until the session ends."""

    reason: str


# The ear: a live connection that listens. An adversary.


@dataclass(frozen=True, slots=True)
class EarOpened:
    """A connection is ready. `resumed`: the service remembers the talk so far."""

    connection: u.ConnectionId
    resumed: bool = False


@dataclass(frozen=True, slots=True)
class EarLost:
    """A connection closed or could not be opened. `retry` is false where trying again cannot help."""

    connection: u.ConnectionId
    reason: str
    retry: bool = True
    asks_again: bool = True
    """False: what was asked was refused once more. The next connection is not asked it."""


@dataclass(frozen=True, slots=True)
class EarGoingAway:
    """The connection will be over in `left_ms`: its service closes it, or another is to be told of more tools."""

    connection: u.ConnectionId
    left_ms: int


@dataclass(frozen=True, slots=True)
class EarTranscript:
    """The next piece of the ear's transcript of the person; pieces are concatenated. `mends`: what was meant by words of
    this piece and those before it (law K2)."""

    connection: u.ConnectionId
    text: str
    mends: tuple[Mend, ...] = ()
    sense: Sense | None = None
    """What all is to us that was transcribed since the person last paused; and, in `whole`, of the same utterance."""
    whole: Sense | None = None


@dataclass(frozen=True, slots=True)
class EarEndedUtterance:
    """The family's own signal that the person has finished (never `IN_PROGRESS`)."""

    connection: u.ConnectionId


@dataclass(frozen=True, slots=True)
class EarCalled:
    """The ear asked for a tool.

    `arguments` is canonical JSON (sorted keys, no spaces). `proposed` is the ear's own wording of the
    instruction, when the tool is a routing one. `ordinal` counts equal calls within one message, from 0.
    `wrong`: what is wrong with the arguments, in one line, if anything. `said` and `grave`: as in `BrainNeedsYes`.
    """

    connection: u.ConnectionId
    call: u.CallId
    tool: str
    arguments: str
    proposed: str = ""
    ordinal: int = 0
    wrong: str = ""
    said: str = ""
    grave: bool = False
    sense: Sense | None = None
    """What its wording is to us."""


@dataclass(frozen=True, slots=True)
class EarCancelled:
    """The ear took calls back."""

    connection: u.ConnectionId
    calls: tuple[u.CallId, ...]


@dataclass(frozen=True, slots=True)
class EarAudio:
    """The ear made sound of its own."""

    connection: u.ConnectionId
    span: u.AudioSpan


@dataclass(frozen=True, slots=True)
class EarOutputTranscript:
    """What the ear says of its own, as text: the transcript of its sound or, where it gives none, what it has written.

    `said`: a piece of all that came of this generation, as a voice can say it; it stands for the text up to `shown_to`.
    """

    connection: u.ConnectionId
    text: str
    said: str = ""
    shown_to: int = 0


@dataclass(frozen=True, slots=True)
class EarInterrupted:
    """The ear stopped its own generation because it heard the person."""

    connection: u.ConnectionId


@dataclass(frozen=True, slots=True)
class EarTurnEnded:
    """The ear's generation is over, or (`in_progress`) only a part of it."""

    connection: u.ConnectionId
    in_progress: bool = False


# The narrator: what turns text into sound.


class SoundKind(Enum):
    """What a piece of sound is, for all that is known. Silence is inaudible, or too quiet for a voice."""

    SPEECH = "speech"
    SILENCE = "silence"
    NOISE = "noise"
    """It is loud, and no speech: a tone, music, noise."""


@dataclass(frozen=True, slots=True)
class ReadSounded:
    """A piece of the sound of a read. With it, the first `said_to` characters are said. `silent`, `noise`: it is not
    speech (law G6)."""

    read: u.ReadId
    span: u.AudioSpan
    said_to: int = 0
    silent: bool = False
    noise: bool = False

    @property
    def kind(self) -> SoundKind:
        """What kind of sound it is."""
        return SoundKind.SILENCE if self.silent else SoundKind.NOISE if self.noise else SoundKind.SPEECH


@dataclass(frozen=True, slots=True)
class ReadFollowed:
    """A live reader's own transcription follows the script up to `said_to`. Within a frame it comes before
    the sound. `score`: the share of words said as written (law G6)."""

    read: u.ReadId
    said_to: int
    score: float = 1.0


@dataclass(frozen=True, slots=True)
class ReadStrayed:
    """A live reader's transcription left the script after `said_to`."""

    read: u.ReadId
    said_to: int
    score: float = 0.0


@dataclass(frozen=True, slots=True)
class ReadRendered:
    """All the sound of a read has been given."""

    read: u.ReadId


@dataclass(frozen=True, slots=True)
class ReadFailed:
    """The narrator could not go on with a read."""

    read: u.ReadId
    reason: str


# The brain: what answers.


@dataclass(frozen=True, slots=True)
class BrainWrote:
    """The next piece of the answer, to be shown as written."""

    run: u.RunId
    text: str


@dataclass(frozen=True, slots=True)
class BrainOffered:
    """A piece that is fit to be said. It stands for the written text up to `shown_to` (law N2).

    `paragraph`: it is the first of its paragraph (law N7).
    """

    run: u.RunId
    said: str
    shown_to: int
    paragraph: bool = False


@dataclass(frozen=True, slots=True)
class BrainStep:
    """A step of the brain's own work, begun or further on: the same `step` of a run is the same step.

    `effects`: it changes something outside, so the run is never taken back (law T2). `receipt` proves that it did
    (law C4).
    """

    run: u.RunId
    step: u.StepId
    kind: u.StepKind
    title: str
    detail: str = ""
    state: u.StepState = u.StepState.BEGUN
    effects: bool = False
    receipt: str | None = None


@dataclass(frozen=True, slots=True)
class BrainCalled:
    """The brain asked for a tool. `ordinal` counts equal calls within the run, from 0. The rest is as in `EarCalled`."""

    run: u.RunId
    call: u.CallId
    tool: str
    arguments: str
    ordinal: int = 0
    wrong: str = ""
    said: str = ""
    grave: bool = False


@dataclass(frozen=True, slots=True)
class BrainNeedsYes:
    """The brain will do something by itself, and asks whether it may. `act` is what the yes is to, `risk` what may come
    of it (law A5). A request has a call's id.

    `arguments` is canonical JSON, where the brain would do it with others too: then `act` is a name, and the yes is to
    both. `said`: the whole of both, in words that can be read aloud; empty: it cannot be said whole. `grave`: a yes aloud
    is not enough (law A2).
    """

    run: u.RunId
    call: u.CallId
    act: str
    risk: str = ""
    arguments: str = ""
    said: str = ""
    grave: bool = False


@dataclass(frozen=True, slots=True)
class BrainThought:
    """What it wrote from the character `since` on was a thought, and no answer (law N2)."""

    run: u.RunId
    since: int = 0


@dataclass(frozen=True, slots=True)
class BrainUsed:
    """What the answer has used so far, in all. `cost`: in millionths of a US dollar, if it is known."""

    run: u.RunId
    input_tokens: int
    output_tokens: int
    cost: int | None = None


@dataclass(frozen=True, slots=True)
class BrainChanged:
    """What the brain has changed so far for this answer, in all (law C6). `diff`: as `diff -u` writes it."""

    run: u.RunId
    files: tuple[u.FileChange, ...]
    diff: str = ""


@dataclass(frozen=True, slots=True)
class SteerRefused:
    """The brain did not take later words into what it works at. `run` is the number of these words (law T2)."""

    run: u.RunId


@dataclass(frozen=True, slots=True)
class LineFound:
    """A line of an answer's written text, in words to say. Empty: it has no such line (law N7)."""

    run: u.RunId
    line: int
    said: str


@dataclass(frozen=True, slots=True)
class BrainFinished:
    """The answer is complete."""

    run: u.RunId


@dataclass(frozen=True, slots=True)
class BrainFailed:
    """The answer will not be completed."""

    run: u.RunId
    reason: str
    said: str | None = None
    """The reason in a clause that can be said. Empty: it cannot be. None: it can, as it is (law T5)."""


# Tools, time, policy.


@dataclass(frozen=True, slots=True)
class ToolReturned:
    """A tool finished. `effect` is the number that `RunTool` gave it. An error is a result too (law C3). A
    `receipt` proves that an action happened (law C4)."""

    effect: int
    result: str
    receipt: str | None = None
    failed: bool = False


@dataclass(frozen=True, slots=True)
class ToolProgressed:
    """How far a tool has come, in a few words. A sign of life (law C6)."""

    effect: int
    text: str


@dataclass(frozen=True, slots=True)
class ToolActed:
    """A tool asks something of the screen: to open, scroll, highlight (law C6). `target`: what it is about."""

    effect: int
    action: str
    target: str


@dataclass(frozen=True, slots=True)
class ToolSetOpened:
    """A set of tools was opened. They can be called from now on."""

    source: str
    tools: tuple[ToolSpec, ...]


@dataclass(frozen=True, slots=True)
class ToolSetFailed:
    """A set of tools, or a part of it, cannot be used."""

    source: str
    reason: str


@dataclass(frozen=True, slots=True)
class WordingProposed:
    """What was meant by the words of a hold, as a model understands them. Empty: there is nothing to show, and `why`. `bold`: it is more
    than what was heard, mended (`text.proposal`). `cost`: in millionths of a US dollar, if it is known (law A1)."""

    hold: u.HoldId
    text: str
    input_tokens: int = 0
    output_tokens: int = 0
    cost: int | None = None
    why: str = ""
    bold: bool = False


@dataclass(frozen=True, slots=True)
class Taught:
    """What the person taught by their yes to a hold is kept, as the correction `id` (law K2)."""

    hold: u.HoldId
    id: str


@dataclass(frozen=True, slots=True)
class TeachFailed:
    """It could not be kept."""

    hold: u.HoldId
    reason: str


@dataclass(frozen=True, slots=True)
class Announced:
    """Words of ours that the person did not ask for: "your run is done". Fit to be said: no markup (law N5)."""

    text: str
    aloud: bool = True
    """Whether they are to be said. If not, they are only shown."""


@dataclass(frozen=True, slots=True)
class DeadlineReached:
    """`Conversation.next_deadline` has come."""


@dataclass(frozen=True, slots=True)
class PolicyChanged:
    """The numbers or the profile changed in the middle of the session."""

    policy: Policy


SurfaceEvent = (
    SurfaceJoined
    | SurfaceLeft
    | SoundCaptured
    | SourceCaptured
    | Played
    | Flushed
    | FloorTaken
    | FloorGiven
    | StopAsked
    | SilenceAsked
    | Typed
    | ConsentGiven
    | ConsentDenied
    | MendRefused
    | HungUp
)
RecogniserEvent = (
    OnsetHeard | SpeechConfirmed | OnsetFaded | SpeechEnded | LocalTranscript | Overheard | WakeHeard
)
EarEvent = (
    EarOpened
    | EarLost
    | EarGoingAway
    | EarTranscript
    | EarEndedUtterance
    | EarCalled
    | EarCancelled
    | EarAudio
    | EarOutputTranscript
    | EarInterrupted
    | EarTurnEnded
)
HeardEvent = LocalTranscript | EarTranscript | EarCalled | Typed
"""What brings words of the person, or an ear's wording of them: each comes with their sense."""
NarratorEvent = ReadSounded | ReadFollowed | ReadStrayed | ReadRendered | ReadFailed
WordingEvent = WordingProposed
TeacherEvent = Taught | TeachFailed
ToolEvent = ToolReturned | ToolProgressed | ToolActed | ToolSetOpened | ToolSetFailed | StopAsked
BrainEvent = (
    BrainWrote
    | BrainOffered
    | BrainStep
    | BrainCalled
    | BrainNeedsYes
    | BrainThought
    | BrainUsed
    | BrainChanged
    | SteerRefused
    | LineFound
    | BrainFinished
    | BrainFailed
)
Event = (
    SurfaceEvent
    | RecogniserEvent
    | EarEvent
    | NarratorEvent
    | BrainEvent
    | RecogniserLost
    | ToolEvent
    | WordingEvent
    | TeacherEvent
    | Announced
    | DeadlineReached
    | PolicyChanged
)
