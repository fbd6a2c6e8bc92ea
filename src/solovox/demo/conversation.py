"""A request's messages as turns: what the person said, what was done for it, and what came of it. Pure.

The agent's program writes into the person's messages too: reminders in tags, and notes in square brackets. They are no words of the person.
"""

import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from enum import Enum
from typing import Final

from solovox.demo.messages import MessagesRequest, text_of
from solovox.ports import Json

_TAGGED: Final = re.compile(r"<([a-z][\w-]*)>.*?</\1>", re.DOTALL)
_BRACKETED: Final = re.compile(r"\s*\[[A-Z][^\]]*\]\s*", re.DOTALL)
_HEARD: Final = re.compile(
    r'The person heard (?:only: ".*?"|nothing of your last answer\.)\s*\n\n', re.DOTALL
)
_REPLACES: Final = re.compile(r"This replaces my last message:\s*")
_FOLDER: Final = re.compile(r"[Ww]orking directory: (\S.*?)\s*$", re.MULTILINE)
_FAILED: Final = re.compile(
    r"<tool_use_error>|Exit code \d|Error:|File does not exist|ENOENT|No such tool", re.IGNORECASE
)
_YOURS: Final = {
    "the person did not allow it": "you said no",
    "the person gave no answer in time": "you gave no answer in time",
}


class Ended(Enum):
    """How a use of a tool ended."""

    DONE = "done"
    REFUSED = "refused"
    FAILED = "failed"


@dataclass(frozen=True, slots=True)
class UseOutcome:
    """What came of it. `text`: what the tool wrote, or why it did not do it."""

    ended: Ended
    text: str

    @property
    def done(self) -> bool:
        """Whether it was done."""
        return self.ended is Ended.DONE

    @property
    def why_not(self) -> str:
        """A few words that can be read aloud."""
        text = re.sub(r"</?\w+>", "", self.text).strip()
        return _YOURS.get(text.rstrip("."), "") or next(iter(text.splitlines()), "")[:160].rstrip(".")


@dataclass(slots=True)
class DemoTurn:
    """What the person said, to the letter, and what came of each use of a tool. None: it was interrupted."""

    words: str
    outcomes: list[UseOutcome | None] = field(default_factory=list)


@dataclass(frozen=True, slots=True)
class Talked:
    """All of a request that matters. `folder`: where the agent works; `uses`: how many uses of tools there have been."""

    turns: Sequence[DemoTurn]
    folder: str
    uses: int


def read_request(request: MessagesRequest) -> Talked:
    """A request taken apart."""
    turns: list[DemoTurn] = []
    uses: dict[str, tuple[DemoTurn, int]] = {}
    folder = _folder(request.system)
    for message in request.messages:
        content = message.get("content") or ()
        if message.get("role") == "system":
            folder = folder or _folder(text_of(message))
            continue
        for block in [{"type": "text", "text": content}] if isinstance(content, str) else content:
            match block.get("type") if isinstance(block, Mapping) else None:
                case "tool_use" if turns:
                    uses[str(block.get("id"))] = turns[-1], len(turns[-1].outcomes)
                    turns[-1].outcomes.append(None)
                case "tool_result" if found := uses.get(str(block.get("tool_use_id"))):
                    turn, at = found
                    turn.outcomes[at] = _outcome(block)
                case "text" if message.get("role") == "user":
                    folder = folder or _folder(text_of(block))
                    turns.extend(map(DemoTurn, _words(text_of(block))))
    return Talked(turns, folder, len(uses))


def _words(text: str) -> Iterator[str]:
    """What the person said in a text, if anything."""
    text = _BRACKETED.sub(" ", _TAGGED.sub("", text))
    text = _REPLACES.sub("", _HEARD.sub("", text)).strip()
    if text:
        yield text


def _folder(text: str) -> str:
    found = _FOLDER.search(text)
    return found[1] if found else ""


def _outcome(block: Json) -> UseOutcome:
    text = text_of({"content": block.get("content") or ""})
    if not block.get("is_error"):
        return UseOutcome(Ended.DONE, text)
    return UseOutcome(Ended.FAILED if _FAILED.search(text) else Ended.REFUSED, text)
