"""Removes a model's thoughts (`<think>…</think>`) from a text that comes in pieces.

Servers without a parser for it (llama.cpp, older Ollama, vLLM) send a reasoning model's thoughts in the text itself.

Rule 1: a thought ends at its closing tag, or at the end of the response: a thought that is never closed is all thought.
Rule 2: a tag in a code span or a code block is text: the answer is explaining it.
Rule 3: only what may become a tag is held back: a few characters.
"""

import re
from typing import Final

_TAG: Final = re.compile(r"<(/?)(?:think|thinking|thought)\s{0,3}>", re.IGNORECASE)
_BEGUN: Final = re.compile(
    r"</?(?:t|th|thi|thin|think|thinki|thinkin|thinking|tho|thou|thoug|though|thought)?\s{0,3}\Z",
    re.IGNORECASE,
)
_TICKS: Final = re.compile(r"`+|~{3,}|\n")
_TICKS_BEGUN: Final = re.compile(r"(?:`{1,20}|~{1,20})\Z")


class Thoughts:
    """The answer in a response, without the thoughts."""

    def __init__(self) -> None:
        self._held = ""
        self._code = ""
        """The marks that opened the code we are in, if any."""
        self._thought = self._said = False
        """Whether there was a thought, and whether there was any of the answer."""
        self.thinking = False
        """Whether a thought is open."""

    def feed(self, piece: str) -> str:
        """What is surely answer by now."""
        text, self._held = self._held + piece, ""
        begun = (_BEGUN if self.thinking else _TICKS_BEGUN).search(text) or _BEGUN.search(text)
        if begun:
            text, self._held = text[: begun.start()], text[begun.start() :]
        return self._answer(text)

    def finish(self) -> str:
        """What was held back."""
        text, self._held = self._held, ""
        return self._answer(text)

    def _answer(self, text: str) -> str:
        kept: list[str] = []
        at = 0
        for tag in _TAG.finditer(text):
            before = text[at : tag.start()]
            if not self.thinking:
                kept.append(before)
                self._follow(before)
                if self._code:
                    kept.append(tag.group())
                    at = tag.end()
                    continue
            self._thought, self.thinking = True, not tag.group(1)
            at = tag.end()
        if not self.thinking:
            self._follow(text[at:])
            kept.append(text[at:])
        answer = "".join(kept)
        if self._thought and not self._said:  # the empty lines between a thought and the answer are neither
            answer = answer.lstrip()
        self._said = self._said or bool(answer.strip())
        return answer

    def _follow(self, text: str) -> None:
        """Whether code is open behind `text`: a block until the same marks, a span until the end of its line."""
        for found in _TICKS.finditer(text):
            mark = found.group()
            if mark == "\n":
                self._code = self._code if len(self._code) > 2 else ""
            elif not self._code:
                self._code = mark
            elif mark == self._code:
                self._code = ""
