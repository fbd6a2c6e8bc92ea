"""What the main agent writes and thinks in one answer, from the events of its stream. Pure."""

from collections.abc import Iterator, Mapping
from typing import Any

from solovox.brains.claude.steps import shortened
from solovox.core.units import StepKind, StepState
from solovox.ports import Step, Wrote


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

    def take(self, event: Mapping[str, Any]) -> Iterator[Wrote | Step]:
        """The next event."""
        block, delta = event.get("content_block") or {}, event.get("delta") or {}
        match event.get("type"):
            case "content_block_start":
                self._break = bool(self._end)
                if block.get("type") == "tool_use" and self._break:
                    yield Wrote(self._parted(""))
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

    def _parted(self, text: str) -> str:
        if self._break:
            self._break = False
            ends = len(self._end) - len(self._end.rstrip("\n"))
            text = "\n" * (2 - ends) + text
        self._end = (self._end + text)[-2:]
        return text

    def _thought(self, state: StepState) -> Step:
        detail = shortened("".join(self._thinking or ()))
        return Step("thinking", StepKind.THINKING, f"thinking {self._thoughts}", detail, state)
