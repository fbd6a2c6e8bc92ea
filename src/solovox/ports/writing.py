"""What writes the files of an app: a brain, or templates. It streams text; `studio/file_stream.py` makes files of it."""

from collections.abc import AsyncIterator
from dataclasses import dataclass
from typing import Protocol

from solovox.core.errors import SolovoxError
from solovox.ports.projects import Files


class WritingError(SolovoxError):
    """Nothing could be written. One clear line."""


@dataclass(frozen=True, slots=True)
class UsedTool:
    """A tool of the catalogue that the project uses, and how it is put in."""

    id: str
    name: str
    package: str
    how: str
    """The catalogue's integration prompt."""


@dataclass(frozen=True, slots=True, kw_only=True)
class WritingOrder:
    """What is to be written. `prompt`: in the person's words. `files`: what is there; empty: a new app. `wrong`: what was
    wrong with it when it was tried, one line each; empty: nothing is known."""

    prompt: str
    name: str
    files: Files
    tools: tuple[UsedTool, ...] = ()
    wrong: tuple[str, ...] = ()


class AppWriter(Protocol):
    """Writes apps. Its name is what a version says it was written by."""

    name: str

    def write(self, order: WritingOrder) -> AsyncIterator[str]:
        """Pieces of text, cut anywhere: prose, and files as `<file path="index.html">…</file>`, whole or as edits
        (`studio/file_stream.py`). Closing the iterator stops what does the work. Raises `WritingError`."""
        ...

    async def aclose(self) -> None:
        """Leave nothing behind."""
        ...
