"""What one session of the Studio has open at this moment, which its tools, its brain and its persona share; and the catalogue: real tools
that a small app can use, and which of them fit."""

from collections.abc import AsyncIterator, Sequence
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


@dataclass(frozen=True, slots=True)
class CatalogueTool:
    """One tool. `package`: its name in npm's registry; `about`: one sentence; `when`: when to use it; `how`: what a writer is
    told to put it in. `seen`: the version and the date (ISO) on which it was looked up. `licence`: SPDX, or `unknown`."""

    id: str
    name: str
    package: str
    domain: str
    about: str
    when: str
    how: str
    version: str
    seen: str
    licence: str = "unknown"


@dataclass(frozen=True, slots=True)
class FoundTool:
    """One that was found. `score`: 0 to 1. `why`: in a few words, of what it was asked for and of the project."""

    tool: CatalogueTool
    score: float
    why: str


class Catalogue(Protocol):
    """All tools. Its methods take milliseconds after the first call, which may load a model: call that in a thread."""

    @property
    def domains(self) -> Sequence[str]:
        """The eight domains, as they are said."""
        ...

    def tools(self) -> Sequence[CatalogueTool]:
        """All of them."""
        ...

    def tool(self, id: str) -> CatalogueTool | None:  # noqa: A002 - the catalogue's own word
        """The one with this id, or with this name or package, however it is written."""
        ...

    def search(self, query: str, domain: str = "", most: int = 5) -> Sequence[FoundTool]:
        """The nearest to the words, the best first; in a domain, if one is named. Empty: nothing is near."""
        ...

    def recommend(self, context: str, has: Sequence[str] = (), most: int = 3) -> Sequence[FoundTool]:
        """What would serve a project of which this is known; not what it `has` (ids). Each says why."""
        ...
