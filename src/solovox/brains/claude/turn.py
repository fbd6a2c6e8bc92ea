"""One answer of Claude Code, as its program tells it, message by message. Pure.

Rule 1: the text is the main agent's, as it is written. What its assistants write is theirs; what they do are steps too.
Rule 2: an answer is over when the program is idle, with a result, and has taken in all that the person said meanwhile.
Rule 3: an answer that was interrupted is no failure.
"""

from collections.abc import Iterable, Iterator, Mapping
from enum import Enum
from typing import Any, Final

from solovox.brains.claude.failures import failure
from solovox.brains.claude.meter import Meter, Spent
from solovox.brains.claude.uses import ToolUses
from solovox.brains.claude.wording import Wording
from solovox.core.units import StepKind, StepState
from solovox.ports import BrainWork, Step

Message = Mapping[str, Any]
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

    def steered(self, name: str) -> None:
        """The person said more, in a message with that id."""
        self._waiting.add(name)
        self._steered.add(name)

    def forget(self, name: str) -> None:
        """That message could not be sent."""
        self._waiting.discard(name)
        self._steered.discard(name)

    def take(self, message: Message) -> Iterator[BrainWork]:
        """The next message of the program."""
        yield from self.uses.begun()
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
                        self.uses.wished(str(block["id"]), str(block["name"]), block.get("input") or {})
                yield from self.uses.begun()
            case "user":
                yield from self._taken([str(message.get("uuid"))])
                for block in _blocks(message):
                    if use := block.get("tool_use_id"):
                        failed = bool(block.get("is_error"))
                        yield from self.uses.result(str(use), block.get("content"), failed=failed)
            case "system":
                yield from self._system(message)
            case "result":
                yield from self._ended(message)

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
                yield from self._taken(data.get("user_message_uuids") or ())

    def _taken(self, names: Iterable[str]) -> Iterator[Step]:
        for name in names:
            self._waiting.discard(name)
            if name in self._steered:
                self._steered.discard(name)
                yield Step(TAKEN, StepKind.NOTE, name, state=StepState.DONE)

    def _ended(self, result: Message) -> Iterator[BrainWork]:
        self._result = True
        self._waits = Waits.FIRST
        yield from self._taken(result.get("user_message_uuids") or ())
        yield from self.uses.stopped()
        yield from self._meter.ended(result)
        self.session = str(result.get("session_id") or self.session)
        if result.get("is_error") and result.get("terminal_reason") not in ABORTED:
            self.failed = failure(result, self._kind)


def _blocks(message: Message) -> list[Mapping[str, Any]]:
    content = message.get("content")
    return [one for one in content if isinstance(one, Mapping)] if isinstance(content, list) else []
