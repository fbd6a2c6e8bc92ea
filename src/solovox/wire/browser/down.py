"""What the server sends: one closed union of JSON frames. Binary frames are the voice, 16-bit mono little-endian.

The first seven are those of the first clients, which get no others. A client that said `"solovox": 1` gets `ready`, `error` and
`session_end` of these, and all that follow. The sound in binary frames belongs to the newest `read`.
"""

from typing import Any, Literal

from msgspec import Struct, field

from solovox.core.mends import Mend
from solovox.core.units import AudioSpan, FileChange
from solovox.view import View


class Down(Struct, frozen=True, omit_defaults=True, tag_field="type"):
    """A frame of the server."""


class ReadyFrame(Down, frozen=True, tag="ready"):
    """The session runs, and this client is there."""

    session_id: str = field(name="sessionId")
    solovox: int = 0
    page: str = ""
    """The name of this page in the session."""
    token: str = ""
    """What `resume` takes: valid while the page is there, and for `grace_ms` after."""
    grace_ms: int = 0
    samples: int = 0
    """How many samples of this page's microphone the server has. After a drop the page goes on from there."""
    engines: str = ""
    """Who hears, thinks and reads, and why."""


class TranscriptFrame(Down, frozen=True, tag="transcript"):
    """What was said: the person's words when they are final, the agent's as each read begins to sound."""

    role: Literal["user", "vox"]
    text: str


class ToolCallFrame(Down, frozen=True, tag="tool_call"):
    """A tool begins."""

    name: str
    args: Any


class ToolResultFrame(Down, frozen=True, tag="tool_result"):
    """What came of a tool."""

    name: str
    data: Any


class UiActionFrame(Down, frozen=True, tag="ui_action"):
    """A tool asks something of the screen."""

    action: str
    target: str


class ErrorFrame(Down, frozen=True, tag="error"):
    """What went wrong, in one line. The session goes on, unless `session_end` follows."""

    message: str


class SessionEndFrame(Down, frozen=True, tag="session_end"):
    """The session is over."""

    reason: Literal["timeout", "user", "error"]
    detail: str = ""


class EarlierLine(Struct, frozen=True):
    """Of the talk that goes on here: the person's words as they were sent, or what was heard of an answer."""

    by: Literal["person", "agent"]
    text: str


class StateFrame(Down, frozen=True, tag="state"):
    """All that a page must show: first, after a `resume`, and when it was too slow for what came between."""

    view: View
    holder: str = ""
    """The page that has microphone and speaker. Empty: none has."""
    muted: bool = False
    at: int = 0
    """The session's clock now, in milliseconds: a hold's `until` is by it."""
    earlier: tuple[EarlierLine, ...] = ()
    """The talk that goes on in this session, oldest first (L3)."""


class PagesFrame(Down, frozen=True, tag="pages"):
    """Who is there now, whoever came or left."""

    pages: tuple[str, ...] = ()


class SettingsFrame(Down, frozen=True, tag="settings"):
    """What `set` can change, as it is now: after `state`, and whenever it changes."""

    approval: str
    barge_in: bool
    own_words: bool
    learning: bool = False
    """What the person edits in a yes is kept."""


class HolderFrame(Down, frozen=True, tag="holder"):
    """Another page has microphone and speaker now. Empty: none has."""

    page: str = ""


class MutedFrame(Down, frozen=True, tag="muted"):
    """The microphone of the session was switched off, or on again."""

    muted: bool


class HeardFrame(Down, frozen=True, tag="heard"):
    """The person's words. A text that is not `final` will be replaced; an empty one that is takes back what was shown."""

    utterance: int
    text: str
    final: bool
    source: str
    """Who said it. `behind`: someone far less loud than the person; it was not taken. A `text` with it asks it."""
    mends: tuple[Mend, ...] = ()
    """How words of it are mended in what is sent. Each can be taken back (`unmend`)."""


class TypedFrame(Down, frozen=True, tag="typed"):
    """A line that was typed at one of the pages."""

    text: str


class AskedFrame(Down, frozen=True, tag="asked"):
    """An instruction was sent. `amends`: the answer that it adds to."""

    run: int
    instruction: str
    by: str
    utterance: int | None = None
    amends: int | None = None


class AmendmentFrame(Down, frozen=True, tag="amendment"):
    """How a later instruction was understood: `queue`, `replace`, `steer`."""

    run: int
    amends: int
    how: str


class TextFrame(Down, frozen=True, tag="text"):
    """The next piece of an answer, as it was written."""

    run: int
    text: str


class FinishedFrame(Down, frozen=True, tag="finished"):
    """An answer is complete or, with a reason, will not be."""

    run: int
    why: str = ""


class ReadFrame(Down, frozen=True, tag="read"):
    """A read begins. The sound that follows is its. It stands for the text of `run` from `shown_from` to `shown_to`."""

    read: int
    said: str = ""
    run: int | None = None
    shown_from: int = 0
    shown_to: int = 0
    first: int = 0
    """The sample at which the sound that follows begins: not 0 after a `resume`, or when another page takes over."""


class ReadEndFrame(Down, frozen=True, tag="read_end"):
    """All sound of a read has been sent: `samples` in all."""

    read: int
    samples: int


class FlushFrame(Down, frozen=True, tag="flush"):
    """Throw away what is not played of a read, and answer `flushed`."""

    read: int


class SpokenFrame(Down, frozen=True, tag="spoken"):
    """The person surely heard the text of an answer up to `shown_to`, and then the words in `then`."""

    run: int
    shown_to: int
    then: str = ""


class DuckFrame(Down, frozen=True, tag="duck"):
    """Lower the voice, or raise it again."""

    ducked: bool


class LeavingFrame(Down, frozen=True, tag="leaving"):
    """The live model's connection ends soon, and is made anew in a pause; or that was done. The talk goes on meanwhile."""

    leaving: bool


class TalkStateFrame(Down, frozen=True, tag="talk_state"):
    """What the talk does from now on: `away`, `sparing`, `listening`, `hearing`, `understanding`, `asking`, `speaking`, `voicing`, `thinking`."""

    state: str


class CueFrame(Down, frozen=True, tag="cue"):
    """A short sound of ours: `heard`, `routed`, `working`, `failed`, `stopped`, `done`."""

    kind: str


class HoldFrame(Down, frozen=True, tag="hold"):
    """Something waits for a yes to exactly this `text`."""

    hold: int
    text: str
    kind: str
    risk: str = ""
    heard: str = ""
    proposed: str = ""
    utterance: int | None = None
    left_ms: int = 0
    """How long it still waits."""
    span: AudioSpan | None = None
    """Where the words were said, if they were spoken."""
    code: str = ""
    """A yes aloud is not enough: these words are said, or typed, in its place."""
    editable: bool = True
    """Whether a yes may be to another text."""
    mends: tuple[Mend, ...] = ()
    """How words of `heard` are mended in `text`. Each can be taken back (`unmend`)."""


class HoldClosedFrame(Down, frozen=True, tag="hold_closed"):
    """A hold ended. `draft`: it can still be accepted."""

    hold: int
    outcome: str
    draft: bool = False


class UnmendedFrame(Down, frozen=True, tag="unmended"):
    """A mend was taken back. It is shown no more in the talk; what waits is shown anew."""

    heard: str
    meant: str


class TaughtFrame(Down, frozen=True, tag="taught"):
    """What the person edited in their yes to a hold is kept, as the correction `id`."""

    hold: int
    id: str


class StepFrame(Down, frozen=True, tag="step"):
    """A step of an agent's own work, begun or further on."""

    run: int
    step: str
    kind: str
    title: str
    state: str
    detail: str = ""
    effects: bool = False
    receipt: str | None = None


class CallFrame(Down, frozen=True, tag="call"):
    """A tool begins."""

    effect: int
    tool: str
    arguments: str


class ActivityFrame(Down, frozen=True, tag="activity"):
    """How far a tool has come."""

    effect: int
    tool: str
    text: str


class ResultFrame(Down, frozen=True, tag="result"):
    """What came of a tool. `receipt` proves that an action happened."""

    effect: int
    tool: str
    result: str
    failed: bool = False
    receipt: str | None = None


class ActFrame(Down, frozen=True, tag="act"):
    """A tool asks something of the screen."""

    action: str
    target: str


class UsageFrame(Down, frozen=True, tag="usage"):
    """What an answer has used so far, in all. `cost`: in millionths of a US dollar, if it is known."""

    run: int
    input_tokens: int
    output_tokens: int
    cost: int | None = None


class ChangesFrame(Down, frozen=True, tag="changes"):
    """What an agent has changed so far for an answer, in all: how many lines came and went, and all of it as `diff -u` writes it."""

    run: int
    files: tuple[FileChange, ...] = ()
    diff: str = ""


class NoticeFrame(Down, frozen=True, tag="notice"):
    """Words of ours, that no agent wrote. They are true as long as `hold` waits, or `run` works."""

    text: str
    hold: int | None = None
    run: int | None = None


class FailureFrame(Down, frozen=True, tag="failure"):
    """One clear line about what did not work."""

    text: str


DownFrame = (
    ReadyFrame
    | TranscriptFrame
    | ToolCallFrame
    | ToolResultFrame
    | UiActionFrame
    | ErrorFrame
    | SessionEndFrame
    | StateFrame
    | PagesFrame
    | SettingsFrame
    | HolderFrame
    | MutedFrame
    | HeardFrame
    | TypedFrame
    | AskedFrame
    | AmendmentFrame
    | TextFrame
    | FinishedFrame
    | ReadFrame
    | ReadEndFrame
    | FlushFrame
    | SpokenFrame
    | DuckFrame
    | LeavingFrame
    | TalkStateFrame
    | CueFrame
    | HoldFrame
    | HoldClosedFrame
    | UnmendedFrame
    | TaughtFrame
    | StepFrame
    | CallFrame
    | ActivityFrame
    | ResultFrame
    | ActFrame
    | UsageFrame
    | ChangesFrame
    | NoticeFrame
    | FailureFrame
)
