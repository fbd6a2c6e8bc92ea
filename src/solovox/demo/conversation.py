"""A request's messages as turns: what the person wants, what was done for it, and what came of it. Pure.

The agent's program writes into the person's messages too: reminders in tags, and notes in square brackets. They are no words of the person.
"""

import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from enum import Enum
from typing import Any, Final

from solovox.demo.messages import MessagesRequest, text_of

_TAGGED: Final = re.compile(r"<([a-z][\w-]*)>.*?</\1>", re.DOTALL)
_BRACKETED: Final = re.compile(r"\s*\[[A-Z][^\]]*\]\s*", re.DOTALL)
_HEARD: Final = re.compile(
    r'The person heard (?:only: ".*?"|nothing of your last answer\.)\s*\n\n', re.DOTALL
)
_REPLACES: Final = re.compile(r"This replaces my last message:\s*")
_FOLDER: Final = re.compile(r"[Ww]orking directory: (\S.*?)\s*$", re.MULTILINE)
_FAILED: Final = re.compile(
    r"<tool_use_error>|Exit code \d|Error:|File does not exist|EISDIR|ENOENT|Permission to use", re.IGNORECASE
)
_NO: Final = re.compile(
    r"\b(?:(?<!gave )no|denied|deny|declined|refused|rejected|said no|doesn't want|person did not allow it)\b",
    re.IGNORECASE,
)


class Ended(Enum):
    """How a call of a tool ended."""

    DONE = "done"
    REFUSED = "refused"
    FAILED = "failed"


@dataclass(frozen=True, slots=True)
class UseOutcome:
    """What came of a call. `text`: what the tool wrote, or why it did not do it."""

    ended: Ended
    text: str

    @property
    def done(self) -> bool:
        """Whether it was done."""
        return self.ended is Ended.DONE

    @property
    def why_not(self) -> str:
        """A sentence."""
        if self.ended is Ended.FAILED:
            return f"It failed: {_TAGS.sub('', self.text).strip().split(chr(10))[0][:160]}"
        if _NO.search(self.text):
            return "You said no."
        return f"I was not allowed to: {self.text.strip()[:160].rstrip('.')}."


_TAGS: Final = re.compile(r"</?\w+>")


@dataclass(frozen=True, slots=True)
class ToolRan:
    """A use of a tool, with what came of it. `outcome` is None where nothing came: it was interrupted."""

    name: str
    given: Mapping[str, Any]
    outcome: UseOutcome | None = None


@dataclass(slots=True)
class DemoTurn:
    """What the person wanted, to the letter, and what was done."""

    words: str
    calls: list[ToolRan] = field(default_factory=list)


@dataclass(frozen=True, slots=True)
class Talked:
    """All of a request that matters."""

    turns: Sequence[DemoTurn]
    folder: str
    """Where the agent works; empty if it is not said."""
    uses: int
    """How many calls there have been."""


def talked(request: MessagesRequest) -> Talked:
    """A request taken apart."""
    turns: list[DemoTurn] = []
    open_calls: dict[str, tuple[DemoTurn, int]] = {}
    folder, uses = _folder(request.system), 0
    for message in request.messages:
        blocks = message.get("content") or ()
        if message.get("role") == "system":
            folder = folder or _folder(text_of(message))
            continue
        for block in [{"type": "text", "text": blocks}] if isinstance(blocks, str) else blocks:
            match block.get("type") if isinstance(block, Mapping) else None:
                case "tool_use" if turns:
                    uses += 1
                    open_calls[str(block.get("id"))] = turns[-1], len(turns[-1].calls)
                    given = block.get("input")
                    turns[-1].calls.append(
                        ToolRan(str(block.get("name")), given if isinstance(given, Mapping) else {})
                    )
                case "tool_result" if found := open_calls.get(str(block.get("tool_use_id"))):
                    turn, at = found
                    call = turn.calls[at]
                    turn.calls[at] = ToolRan(call.name, call.given, _outcome(block))
                case "text" if message.get("role") == "user":
                    folder = folder or _folder(text_of(block))
                    turns.extend(map(DemoTurn, _words(text_of(block))))
    return Talked(turns, folder, uses)


def _words(text: str) -> Iterator[str]:
    """What the person said in a text, if anything."""
    text = _BRACKETED.sub(" ", _TAGGED.sub("", text)) if "<" in text or "[" in text else text
    text = _REPLACES.sub("", _HEARD.sub("", text)).strip()
    if text:
        yield text


def _folder(text: str) -> str:
    found = _FOLDER.search(text)
    return found[1] if found else ""


def _outcome(block: Mapping[str, Any]) -> UseOutcome:
    text = text_of({"content": block.get("content") or ""})
    if not block.get("is_error"):
        return UseOutcome(Ended.DONE, text)
    return UseOutcome(Ended.FAILED if _FAILED.search(text) else Ended.REFUSED, text)
