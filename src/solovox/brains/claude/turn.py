"""One answer of Claude Code, as its program tells it, message by message. Pure.

Rule 1: the text is the main agent's, as it is written. What its assistants write is theirs; what they do are steps too.
Rule 2: an answer is over when the program is idle, with a result, and has taken in all that the person said meanwhile.
Rule 3: an answer that was interrupted is no failure.
"""

from collections.abc import Iterable, Iterator, Mapping
from enum import Enum
from typing import Final

from solovox.brains.claude.failures import failure
from solovox.brains.claude.launch import LOOKING
from solovox.brains.claude.meter import Meter, Spent
from solovox.brains.claude.steps import begin_step, end_step, result_text, shorten_text
from solovox.core.units import StepKind, StepState
from solovox.ports import BrainWork, Json, Step, Wrote


class Wording:
    """Between two pieces of text that were written by themselves there is a paragraph. It is written before a tool is used: what
    was said before that is whole, and is read while the person is asked.
    """

    def __init__(self) -> None:
        self._end = ""
        """The last two characters that were written."""
        self._break = False
        self._thoughts = 0
        self._thinking: list[str] | None = None

    def take(self, event: Json) -> Iterator[Wrote | Step]:
        """The next event."""
        block, delta = event.get("content_block") or {}, event.get("delta") or {}
        match event.get("type"):
            case "content_block_start":
                self._break = bool(self._end)
                if block.get("type") == "tool_use" and self._break:
                    yield Wrote(self._part_paragraph(""))
                if str(block.get("type")).endswith("thinking"):
                    self._thoughts += 1
                    self._thinking = []
                    yield self._thought(StepState.BEGUN)
            case "content_block_delta" if delta.get("type") == "text_delta":
                if text := str(delta.get("text") or ""):
                    yield Wrote(self._part_paragraph(text))
            case "content_block_delta" if delta.get("type") == "thinking_delta":
                if self._thinking is not None:
                    self._thinking.append(str(delta.get("thinking") or ""))
            case "content_block_stop" if self._thinking is not None:
                yield self._thought(StepState.DONE)
                self._thinking = None

    def _part_paragraph(self, text: str) -> str:
        if self._break:
            self._break = False
            ends = len(self._end) - len(self._end.rstrip("\n"))
            text = "\n" * (2 - ends) + text
        self._end = (self._end + text)[-2:]
        return text

    def _thought(self, state: StepState) -> Step:
        detail = shorten_text("".join(self._thinking or ()))
        return Step("thinking", StepKind.THINKING, f"thinking {self._thoughts}", detail, state)


class ToolUses:
    """What only looks begins when the model says so; what does more waits until it is allowed."""

    def __init__(self, folder: str) -> None:
        self._folder = folder
        self._held: dict[str, tuple[str, Json]] = {}
        """Those that wait for what is said of them."""
        self._steps: dict[str, Step] = {}
        """Those that were begun, and not ended."""
        self._untold: list[Step] = []

    def __bool__(self) -> bool:
        """Whether one is not over."""
        return bool(self._held or self._steps)

    def hold_use(self, use: str, tool: str, given: Json) -> None:
        """The model wants to use a tool."""
        if tool in LOOKING:
            self.begin_use(use, tool, given, effects=False)
        elif use not in self._steps:
            self._held[use] = (tool, given)

    def begin_use(self, use: str, tool: str, given: Json, *, effects: bool) -> None:
        """It begins."""
        self._held.pop(use, None)
        if use not in self._steps:
            step = begin_step(use, tool, given, self._folder, effects=effects)
            self._steps[use] = step
            self._untold.append(step)

    def take_begun(self) -> Iterator[Step]:
        """Those that began, and were not told."""
        untold, self._untold = self._untold, []
        yield from untold

    def result(self, use: str, content: object, *, failed: bool) -> Iterator[Step]:
        """It has ended. One that never began was not allowed."""
        yield from self.take_begun()
        held, step = self._held.pop(use, None), self._steps.pop(use, None)
        if step is None and held is not None:
            step = begin_step(use, *held, self._folder, effects=False)
        if step is not None:
            yield end_step(step, result_text(content), failed=failed)

    def stop_all(self) -> Iterator[Step]:
        """The answer is over."""
        yield from self.take_begun()
        for use in [*self._steps]:
            yield from self.result(use, "it was stopped", failed=True)
        self._held.clear()


Message = Json
ABORTED: Final = ("aborted_streaming", "aborted_tools")
TAKEN: Final = "Your words were taken in"


class Waits(Enum):
    """What the answer waits for, and how patiently."""

    FIRST = "first"
    """A sign of the model."""
    NEXT = "next"
    """The next sign of it."""
    WORK = "work"
    """A tool, or the person's yes: no time-out runs."""


class ClaudeTurn:
    """`waiting`: the id of the person's message. `before`: what was spent before it."""

    def __init__(self, folder: str, waiting: str, before: Spent, *, priced: bool = True) -> None:
        self.uses = ToolUses(folder)
        self._wording = Wording()
        self._meter = Meter(before, priced=priced)
        self._waiting = {waiting}
        """The ids of what the person said, and the program has not taken in."""
        self._steered: set[str] = set()
        self.session = ""
        self.failed = ""
        """The line of its failure."""
        self.idle = False
        """The program does nothing."""
        self._result = False
        self._waits = Waits.FIRST
        self._kind = ""

    @property
    def over(self) -> bool:
        """Nothing more comes of it."""
        return self.idle and self._result and not self._waiting

    @property
    def spent(self) -> Spent | None:
        """What the process had spent at its end."""
        return self._meter.spent

    @property
    def waits(self) -> Waits:
        """What it waits for at this moment. A message that is being written is waited for, whatever tools it wants."""
        writing = self._waits is Waits.NEXT
        return Waits.WORK if self.uses and not writing else self._waits

    def await_words(self, name: str) -> None:
        """The person said more, in a message with that id."""
        self._waiting.add(name)
        self._steered.add(name)

    def forget(self, name: str) -> None:
        """That message could not be sent."""
        self._waiting.discard(name)
        self._steered.discard(name)

    def take(self, message: Message) -> Iterator[BrainWork]:
        """The next message of the program."""
        yield from self.uses.take_begun()
        own = not message.get("parent_tool_use_id")
        match message.get("type"):
            case "stream_event" if own:
                event = message.get("event") or {}
                self._waits = Waits.FIRST if event.get("type") == "message_stop" else Waits.NEXT
                yield from self._meter.take(event)
                yield from self._wording.take(event)
            case "assistant":
                if own and message.get("error"):
                    self._kind = str(message["error"])
                for block in _blocks(message):
                    if block.get("id") and block.get("name"):
                        self.uses.hold_use(str(block["id"]), str(block["name"]), block.get("input") or {})
                yield from self.uses.take_begun()
            case "user":
                yield from self._note_taken([str(message.get("uuid"))])
                for block in _blocks(message):
                    if use := block.get("tool_use_id"):
                        failed = bool(block.get("is_error"))
                        yield from self.uses.result(str(use), block.get("content"), failed=failed)
            case "system":
                yield from self._system(message)
            case "result":
                yield from self._take_result(message)

    def _system(self, message: Message) -> Iterator[BrainWork]:
        data = message.get("data") or {}
        match message.get("subtype"):
            case "init":
                self.session = str(data.get("session_id") or self.session)
            case "session_state_changed":
                self.idle = data.get("state") == "idle"
                if data.get("state") == "requires_action":
                    self._waits = Waits.WORK
            case "status":
                self._waits = Waits.WORK if data.get("status") == "compacting" else Waits.FIRST
                yield from self._note_taken(data.get("user_message_uuids") or ())

    def _note_taken(self, names: Iterable[str]) -> Iterator[Step]:
        for name in names:
            self._waiting.discard(name)
            if name in self._steered:
                self._steered.discard(name)
                yield Step(TAKEN, StepKind.NOTE, name, state=StepState.DONE)

    def _take_result(self, result: Message) -> Iterator[BrainWork]:
        self._result = True
        self._waits = Waits.FIRST
        yield from self._note_taken(result.get("user_message_uuids") or ())
        yield from self.uses.stop_all()
        yield from self._meter.take_result(result)
        self.session = str(result.get("session_id") or self.session)
        if result.get("is_error") and result.get("terminal_reason") not in ABORTED:
            self.failed = failure(result, self._kind)


def _blocks(message: Message) -> list[Json]:
    content = message.get("content")
    return [one for one in content if isinstance(one, Mapping)] if isinstance(content, list) else []
