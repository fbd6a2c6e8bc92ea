"""The catalogue: real tools that a small app can use, and which of them fit."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Protocol


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
