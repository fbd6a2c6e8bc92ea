"""The text of one answer of an agent. Pure.

Rule 1: texts of different messages, and before and after a tool, are paragraphs of their own.
Rule 2: an agent that names its messages says nothing of the answer outside of them: what has no name is a note of its own, such as a
warning at its start. It is the answer only if there is no other, and nothing was done.
"""

from collections.abc import Iterator
from typing import Any, Final

from solovox.brains.acp.frames import printable
from solovox.ports import BrainWork, Step, Wrote

LONGEST_NOTE: Final = 300
LONGEST_HELD: Final = 20_000


class AgentWords:
    """What it wrote so far. `names`: it is known to name its messages."""

    def __init__(self, *, names: bool) -> None:
        self.names = names
        self._apart = False
        """Whether the next text begins a paragraph."""
        self._early = False
        """Whether it did something after what is held."""
        self._message: str | None = None
        self._wrote = False
        self._held = ""
        """What it said under no name, and may be none of the answer."""

    def said(self, text: str, message: Any) -> Iterator[BrainWork]:
        """It wrote a piece. `message`: the name of the message that it belongs to, if that is a text."""
        if not text:
            return
        named = isinstance(message, str)
        if named:
            self.names = True
            yield from self._noted()
        else:
            text, self._held = self._held + text, ""
            whole = not (self._wrote or self._early) and text.endswith("\n")
            if (self.names or whole) and len(text) <= LONGEST_HELD:
                self._held = text
                return
        other = named and self._message is not None and message != self._message
        self._message = message if named else self._message
        if self._wrote and (self._apart or other) and not text.startswith("\n"):
            text = f"\n\n{text}"
        self._apart, self._wrote = False, True
        yield Wrote(text)

    def worked(self) -> None:
        """It did something, or wanted to."""
        self._apart = True
        self._early = bool(self._held)

    def ended(self, *, worked: bool) -> Iterator[BrainWork]:
        """Nothing more comes. `worked`: it did something, too."""
        if self._message is not None or self._early or (self.names and worked):
            yield from self._noted()
        elif self._held:
            text, self._held = self._held, ""
            yield Wrote(text)

    def _noted(self) -> Iterator[BrainWork]:
        if note := printable(self._held, LONGEST_NOTE):
            yield Step(note)
        self._held = ""
