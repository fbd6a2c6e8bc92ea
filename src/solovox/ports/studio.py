"""What one session of the Studio has open at this moment. Its tools, its brain and its persona share it."""

from collections.abc import AsyncIterator
from dataclasses import dataclass
from typing import Protocol

from solovox.core.errors import SolovoxError
from solovox.ports.projects import Files

# What writes the files of an app: a brain, or templates. It streams text; `studio/file_stream.py` makes files of it.


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


@dataclass(slots=True, eq=False)
class StudioNow:
    """`project`: its id; empty: there is none yet. `name`: what the project is to be called, where the page said it.
    `theme`: an id; empty: the first. `job`: the number of the newest that was begun here; 0: none."""

    project: str = ""
    name: str = ""
    theme: str = ""
    job: int = 0
    card: tuple[str, ...] = ()
    """The catalogue's tools on the newest card, by id, in the order in which they are shown. Empty: no card is open."""
    panel: str = ""
    """Which part of the screen was asked for last; empty: none."""
