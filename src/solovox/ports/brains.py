"""What thinks: brains, one that attends its session, and the sessions that an agent keeps by itself."""

from abc import ABC, abstractmethod
from collections.abc import AsyncIterator, Awaitable, Callable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Protocol

from solovox.core.commands import Command
from solovox.core.events import Event
from solovox.core.units import FileChange, StepKind, StepState
from solovox.ports.tools import Tool, ToolResult


@dataclass(frozen=True, slots=True)
class AgentSession:
    """One session. `changed`: when it was last written to, in milliseconds since 1970. `title`: what a person knows it by."""

    id: str
    title: str
    changed: int


@dataclass(frozen=True, slots=True)
class AgentMessage:
    """A message of a session. `by_agent`: else it is the person's. `text`: what of it is text; empty where it has none."""

    id: str
    by_agent: bool
    text: str


class AgentSessions(Protocol):
    """Those of one workspace. Every method raises `AgentSessionError`, with one clear line. Opening one is `brain.session`."""

    async def list_sessions(self, limit: int = 50) -> Sequence[AgentSession]:
        """The newest first."""
        ...

    async def messages(self, session: str) -> Sequence[AgentMessage]:
        """All that was said in it, oldest first."""
        ...

    async def fork(self, session: str, to: str | None = None, title: str | None = None) -> AgentSession:
        """A new session that knows what the old one knew up to and with the message `to`; all of it, if none is named.

        So a talk is taken back to an earlier point. The old session stays, and so do files that were changed.
        """
        ...

    async def rename(self, session: str, title: str) -> None:
        """Give it another title."""
        ...

    async def delete(self, session: str) -> None:
        """Remove it for good."""
        ...


class AgentSessionError(Exception):
    """What was asked of an agent's sessions cannot be done. One clear line."""


@dataclass(frozen=True, slots=True)
class Message:
    """One line of the talk so far. `text` of the assistant is what was *played*, not all it wrote."""

    role: str
    """`person` or `assistant`; `system` for what the asker wants of the brain, at the beginning."""
    text: str


@dataclass(frozen=True, slots=True)
class Earlier:
    """An earlier question of the session, by its number."""

    run: int
    instruction: str


@dataclass(frozen=True, slots=True)
class HeardAnswer:
    """What the person heard of the answer to an earlier question: the rest of it was cut, or is only shown.

    `whole`: all of it was read."""

    run: int
    text: str
    whole: bool


@dataclass(frozen=True, slots=True)
class Question:
    """One asking of a brain.

    `history` is the talk so far. A brain that remembers the talk by itself needs `heard`, `amends` and `retracts` instead.
    """

    instruction: str
    history: Sequence[Message] = ()
    tools: Sequence[Tool] = ()
    run: int = 0
    """Its number in the session."""
    amends: Earlier | None = None
    """Another question still worked when this one came: it was replaced, or this one waited for its end (law T2)."""
    retracts: Earlier | None = None
    """The person went on speaking: that question was a part of this one, nothing of its answer was heard, and it was
    cancelled. It is to be forgotten (law T2)."""
    heard: HeardAnswer | None = None
    """Of the newest answer of which anything was written (law N4)."""
    earlier: Sequence[Message] = ()
    """The talk of a session before this one, that goes on here, until something was answered; `history` has it always."""


@dataclass(frozen=True, slots=True)
class SaidAct:
    """How an act is said before a yes. `parts`, in their order: what is done to what, whole; where; what changes there.
    `more`: what else it is done with, by name. Each sign of it is said (`acts/aloud.py`)."""

    parts: tuple[str, ...]
    more: Mapping[str, object] = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class Act:
    """What an agent would do by itself, with hands of its own, if it may.

    `text` is what the person reads and says yes to: the whole of it, the command, the file with its change. `risk`: what may come of it. `grave`: it cannot be undone, and so a yes aloud is not enough.

    `arguments`: what it is done with, where the agent would do it with others too. Then `text` is the name of what is done,
    and the person reads, and may change, `text` and these in braces.

    `spoken`: what is said of it. None: `text`, and what it is done with.
    """

    text: str
    risk: str = ""
    grave: bool = False
    arguments: Mapping[str, object] | None = None
    spoken: SaidAct | None = None


@dataclass(frozen=True, slots=True)
class Consent:
    """The person's answer to an agent that asked whether it may. `reason`: why not.

    `arguments`: with what it may, where the act had some: those of the act, or what the person made of them.
    """

    allowed: bool
    reason: str = ""
    arguments: Mapping[str, object] | None = None


class Host(Protocol):
    """The session, as a brain sees it while it answers one question."""

    together: bool = False
    """Whether the tools that a model asks for at once are called at once; else one after another."""

    async def call(self, name: str, arguments: Mapping[str, object]) -> ToolResult:
        """Use a tool of the question: Solovox decides, runs it at most once, and answers. A failure is a result."""
        ...

    async def needs_yes(self, act: Act) -> Consent:
        """Ask whether this agent may do something by itself. Returns when the person has answered, or cannot. Do exactly
        what was allowed then (`Consent.arguments`), or nothing.
        """
        ...


@dataclass(frozen=True, slots=True)
class Wrote:
    """A piece of the answer, as the brain wrote it: markdown, any length, to be concatenated."""

    text: str


@dataclass(frozen=True, slots=True)
class Step:
    """A step of the brain's own work, begun or further on ("reading setup.py"): one line, and more in `detail`.

    `step` is its name within the answer: the same name again is the same step. Without a name it is a step of its own.
    `effects`: it changes something outside; say so when it *begins*, so that the answer is not taken back. `receipt`
    proves that it did: an id, from the thing that did it.
    """

    title: str
    kind: StepKind = StepKind.NOTE
    step: str = ""
    detail: str = ""
    state: StepState = StepState.BEGUN
    effects: bool = False
    receipt: str | None = None


@dataclass(frozen=True, slots=True)
class TokensUsed:
    """What the answer has used so far, in all. `cost`: in millionths of a US dollar, if it is known."""

    input_tokens: int
    output_tokens: int
    cost: int | None = None


@dataclass(frozen=True, slots=True)
class Changed:
    """What the answer has changed so far, in all. `diff`: the whole of it, as `diff -u` writes it."""

    files: Sequence[FileChange]
    diff: str


BrainWork = Wrote | Step | TokensUsed | Changed


class BrainError(Exception):
    """The one kind of error a brain raises: unreachable, refused, silent, cut off. One clear line."""


class Brain(Protocol):
    """What answers: anything that streams text. Write `class Mine(Brain)`: `answer` is enough."""

    def answer(self, question: Question, host: Host) -> AsyncIterator[BrainWork]:
        """The answer to one question, as it is written.

        Closing the iterator (or cancelling the task that reads it) must stop whatever does the
        work. Raises `BrainError`, and nothing else, when it fails.
        """
        ...

    steers: bool = False
    """Whether it takes later words into an answer that it works at (`amend = steer`)."""

    early: bool = False
    """Whether it may be asked before it is sure that the person has finished: it does nothing but by the tools that it is
    handed, so its answer can be taken back (`ask_early`)."""

    free: bool = False
    """Whether an answer that is thrown away has cost nothing."""

    async def steer(self, text: str) -> bool:
        """More words of the person, for the answer that is being written. False: not taken; they are asked afterwards.

        A session has one answer at work. Returns soon: the words need not be obeyed yet.
        """
        return False

    def sessions(self) -> AgentSessions | None:
        """The sessions that it keeps by itself; None: it keeps none. It need not be open."""
        return None

    async def open(self) -> None:
        """Get ready: start a process, log in. Called once, in the session's loop, before the first question. Raises
        `BrainError`: then each question fails with its line, and the session goes on.
        """
        return

    async def aclose(self) -> None:
        """Leave nothing behind: no task, process or socket (law L5). Called once, also if it was never opened."""
        return


@dataclass(frozen=True, slots=True)
class Attended:
    """A session, as such a brain sees it."""

    now: Callable[[], int]
    """Milliseconds since it began."""
    announce: Callable[[str], Awaitable[None]]
    """Say something out of turn: at the next pause (law N5). Fit to be said: no markup."""
    hush: Callable[[], None]
    """Cut the voice, as the person would. Never waits."""


class Attending(ABC):
    """What such a brain has beside being a `Brain`. It is a fold over its session."""

    @abstractmethod
    def attend(self, session: Attended) -> None:
        """Called once, before anything happens in the session."""

    @abstractmethod
    def see(self, event: Event, commands: Sequence[Command]) -> None:
        """What happened, and what was decided. Never waits, and raises nothing."""
