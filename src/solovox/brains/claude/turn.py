"""One answer of Claude Code, as its program tells it, message by message. Pure.

Rule 1: the text is the main agent's, as it is written; between two pieces of its own there is a paragraph.
Rule 2: an answer is over when the program is idle, with a result, and has taken in all that the person said meanwhile.
Rule 3: what it has used never falls.
"""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field, replace
from enum import Enum
from typing import Any, Final

from solovox.brains.claude.failures import failure
from solovox.brains.claude.launch import LOOKING, OURS
from solovox.brains.claude.steps import begun, ended, result_text, shortened
from solovox.core.units import StepKind, StepState
from solovox.ports import BrainWork, Step, TokensUsed, Wrote

Message = Mapping[str, Any]
ABORTED: Final = ("aborted_streaming", "aborted_tools")
"""Why an answer ended that was interrupted: no failure."""
READS: Final = ("input_tokens", "cache_creation_input_tokens", "cache_read_input_tokens")
TAKEN: Final = "Your words were taken in"


class Waits(Enum):
    """What the answer waits for, and how patiently."""

    FIRST = "first"
    """A sign of the model."""
    NEXT = "next"
    """The next sign of it."""
    WORK = "work"
    """A tool, or the person's yes: no time-out runs."""


@dataclass(slots=True)
class Spent:
    """What a process says that it has used since it was started."""

    read: int = 0
    written: int = 0
    dollars: float = 0.0

    @classmethod
    def of(cls, result: Message) -> "Spent":
        """As a result tells it."""
        models = [one for one in (result.get("model_usage") or {}).values() if isinstance(one, Mapping)]
        reads = ("inputTokens", "cacheReadInputTokens", "cacheCreationInputTokens")
        read = sum(_count(one.get(name)) for one in models for name in reads)
        written = sum(_count(one.get("outputTokens")) for one in models)
        return cls(read, written, float(result.get("total_cost_usd") or 0))


@dataclass(slots=True)
class Turn:
    """`waiting`: the ids of the person's messages that it has not taken in. `before`: what was spent before it."""

    folder: str
    waiting: set[str]
    before: Spent = field(default_factory=Spent)
    session: str = ""
    failed: str = ""
    """The line of its failure."""
    spent: Spent | None = None
    """What the process had spent at its end."""
    _idle: bool = False
    _result: bool = False
    _aborted: bool = False
    _waits: Waits = Waits.FIRST
    _steered: set[str] = field(default_factory=set)
    _wrote: str = ""
    """The end of what was written."""
    _break: bool = False
    _thoughts: int = 0
    _thinking: list[str] | None = None
    _steps: dict[str, Step] = field(default_factory=dict)
    """Those that were begun, and not ended."""
    _held: dict[str, tuple[str, Mapping[str, Any]]] = field(default_factory=dict)
    """Uses that wait for what is said of them (`allowed`)."""
    _let: list[Step] = field(default_factory=list)
    """Steps that begin, and were not told."""
    _kind: str = ""
    _used: TokensUsed = field(default_factory=lambda: TokensUsed(0, 0))
    _written: int = 0

    @property
    def over(self) -> bool:
        """Nothing more comes of it."""
        return self._idle and self._result and not self.waiting

    @property
    def idle(self) -> bool:
        """The program does nothing."""
        return self._idle

    @property
    def waits(self) -> Waits:
        """What it waits for now."""
        return Waits.WORK if self._held or self._steps else self._waits

    def steered(self, name: str) -> None:
        """The person said more, in a message with that id."""
        self.waiting.add(name)
        self._steered.add(name)

    def forget(self, name: str) -> None:
        """That message could not be sent."""
        self.waiting.discard(name)
        self._steered.discard(name)

    def allowed(self, use: str, tool: str, given: Mapping[str, Any], *, effects: bool) -> None:
        """The tool may be used: it begins."""
        self._held.pop(use, None)
        if use not in self._steps:
            self._begin(use, tool, given, effects=effects)

    def _begin(self, use: str, tool: str, given: Mapping[str, Any], *, effects: bool) -> None:
        step = begun(use, tool, given, self.folder, effects=effects)
        self._steps[use] = step
        self._let.append(step)

    def _begun(self) -> Iterator[Step]:
        let, self._let = self._let, []
        yield from let

    def take(self, message: Message) -> Iterator[BrainWork]:
        """The next message of the program."""
        yield from self._begun()
        own = not message.get("parent_tool_use_id")
        match message.get("type"):
            case "stream_event" if own:
                yield from self._event(message.get("event") or {})
            case "assistant":
                if own and message.get("error"):
                    self._kind = str(message["error"])
                self._uses(message)
                yield from self._begun()
            case "user":
                yield from self._results(message)
            case "system":
                yield from self._system(message)
            case "result":
                yield from self._ended(message)

    def _event(self, event: Message) -> Iterator[BrainWork]:
        self._waits = Waits.NEXT
        block, delta = event.get("content_block") or {}, event.get("delta") or {}
        match event.get("type"):
            case "message_start":
                usage = (event.get("message") or {}).get("usage") or {}
                self._written = 0
                yield from self._uses_tokens(sum(_count(usage.get(name)) for name in READS), 0)
            case "content_block_start":
                self._break = self._break or bool(self._wrote)
                if str(block.get("type")).endswith("thinking"):
                    self._thoughts += 1
                    self._thinking = []
                    yield self._thought(StepState.BEGUN)
            case "content_block_delta" if delta.get("type") == "text_delta":
                if text := str(delta.get("text") or ""):
                    yield Wrote(self._parted(text))
            case "content_block_delta" if delta.get("type") == "thinking_delta":
                if self._thinking is not None:
                    self._thinking.append(str(delta.get("thinking") or ""))
            case "content_block_stop" if self._thinking is not None:
                yield self._thought(StepState.DONE)
                self._thinking = None
            case "message_delta":
                written = _count((event.get("usage") or {}).get("output_tokens"))
                yield from self._uses_tokens(0, max(0, written - self._written))
                self._written = max(written, self._written)
            case "message_stop":
                self._waits = Waits.FIRST

    def _parted(self, text: str) -> str:
        """The text, with a paragraph's break before it where another piece was written before."""
        if self._break:
            self._break = False
            ends = len(self._wrote) - len(self._wrote.rstrip("\n"))
            text = "\n" * max(0, 2 - ends) + text
        self._wrote = (self._wrote + text)[-2:]
        return text

    def _thought(self, state: StepState) -> Step:
        detail = shortened("".join(self._thinking or ()))
        return Step("thinking", StepKind.THINKING, f"thinking {self._thoughts}", detail, state)

    def _uses(self, message: Message) -> None:
        """What only looks begins. What does more waits until it is allowed."""
        for block in _blocks(message):
            use, name = block.get("id"), block.get("name")
            if not use or not name or str(use) in self._steps or str(name).startswith(f"mcp__{OURS}__"):
                continue  # the session's own tools are told by the session
            if name in LOOKING:
                self._begin(str(use), str(name), block.get("input") or {}, effects=False)
            else:
                self._held[str(use)] = (str(name), block.get("input") or {})

    def _results(self, message: Message) -> Iterator[BrainWork]:
        yield from self._taken([str(message.get("uuid"))])
        for block in _blocks(message):
            use = str(block.get("tool_use_id") or "")
            failed, result = bool(block.get("is_error")), result_text(block.get("content"))
            if step := self._steps.pop(use, None):
                yield ended(step, result, failed=failed)
            elif held := self._held.pop(use, None):
                tool, given = held
                yield ended(begun(use, tool, given, self.folder, effects=False), result, failed=failed)

    def _system(self, message: Message) -> Iterator[BrainWork]:
        data = message.get("data") or {}
        match message.get("subtype"):
            case "init":
                self.session = str(data.get("session_id") or self.session)
            case "session_state_changed":
                self._idle = data.get("state") == "idle"
            case "status":
                self._waits = Waits.WORK if data.get("status") == "compacting" else Waits.FIRST
                yield from self._taken(data.get("user_message_uuids") or ())

    def _taken(self, names: Any) -> Iterator[BrainWork]:
        for name in names:
            self.waiting.discard(name)
            if name in self._steered:
                self._steered.discard(name)
                yield Step(TAKEN, StepKind.NOTE, name, state=StepState.DONE)

    def _ended(self, result: Message) -> Iterator[BrainWork]:
        self._result = True
        self._waits = Waits.FIRST
        yield from self._taken(result.get("user_message_uuids") or ())
        for step in [*self._steps.values()]:
            yield ended(step, "it was stopped", failed=True)
        self._steps.clear()
        self._held.clear()
        self.session = str(result.get("session_id") or self.session)
        self.spent = Spent.of(result)
        yield from self._spent(self.spent)
        if result.get("is_error") and result.get("terminal_reason") not in ABORTED:
            self.failed = failure(result, self._kind)

    def _uses_tokens(self, read: int, written: int) -> Iterator[TokensUsed]:
        used = self._used
        more = replace(
            used, input_tokens=used.input_tokens + read, output_tokens=used.output_tokens + written
        )
        if more != used:
            self._used = more
            yield more

    def _spent(self, spent: Spent) -> Iterator[TokensUsed]:
        used, before = self._used, self.before
        cost = round((spent.dollars - before.dollars) * 1_000_000)
        now = TokensUsed(
            max(used.input_tokens, spent.read - before.read),
            max(used.output_tokens, spent.written - before.written),
            max(0, cost, used.cost or 0),
        )
        if now != used:
            self._used = now
            yield now


def _blocks(message: Message) -> list[Mapping[str, Any]]:
    content = message.get("content")
    return [one for one in content if isinstance(one, Mapping)] if isinstance(content, list) else []


def _count(value: Any) -> int:
    return value if isinstance(value, int) and value > 0 else 0
