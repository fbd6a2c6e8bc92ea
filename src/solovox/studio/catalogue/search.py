"""The catalogue, searched by words and by meaning.

Rule 1: a search takes at most 20 ms once the first has loaded what it needs (`benches/bench_catalogue.py`).
Rule 2: where the sentence model is missing, or fails, words alone decide, and the log says so once.
Rule 3: a domain narrows only if there is one of that name; a wrong one hides nothing.
"""

import logging
from collections.abc import Callable, Sequence
from threading import Lock
from typing import Final

import numpy as np

from solovox.ports.meaning import Embedding
from solovox.ports.studio import Catalogue, CatalogueTool, FoundTool
from solovox.studio.catalogue.recommending import recommend_tools
from solovox.studio.catalogue.scores import (
    Points,
    Scores,
    ToolWords,
    fuse_orders,
    points,
    said_of,
    split_words,
)
from solovox.studio.catalogue.shelf import Names, domain_named, tools

NEAR: Final = 0.2
"""Cosine from which on a tool is near by meaning alone. Sentences that have nothing in common mostly lie below."""
LONGEST: Final = 400
"""Characters of a request that count: the model reads no more than about 100 words."""

_log = logging.getLogger("solovox.session")


class ToolCatalogue(Catalogue):
    """All tools. May be used from many threads, and by many sessions."""

    def __init__(
        self, embedding: Callable[[], Embedding], listed: Sequence[CatalogueTool] | None = None
    ) -> None:
        """`embedding` gives the sentence model; it is asked at each search, and raises where there is none. `listed`: other
        tools than ours. Raises `StudioMissing` where the extra `studio` is missing."""
        self._tools = tools() if listed is None else tuple(listed)
        self._texts = [said_of(tool) for tool in self._tools]
        self._words = ToolWords([_text(tool) for tool in self._tools])
        self._names = Names(self._tools)
        self._embedding = embedding
        self._points: Points | None = None
        self._lock = Lock()
        self._said = False

    @property
    def domains(self) -> Sequence[str]:
        """As the port says."""
        return tuple(dict.fromkeys(tool.domain for tool in self._tools))

    def tools(self) -> Sequence[CatalogueTool]:
        """As the port says."""
        return self._tools

    def tool(self, id: str) -> CatalogueTool | None:  # noqa: A002 - the catalogue's own word
        """As the port says."""
        return self._names.find(id)

    def search(self, query: str, domain: str = "", most: int = 5) -> Sequence[FoundTool]:
        """As the port says."""
        scores = self._near(query)
        if named := domain_named(domain, self.domains):
            scores = scores * np.array([tool.domain == named for tool in self._tools], dtype=np.float32)
        order = [int(at) for at in np.argsort(-scores, kind="stable")[:most]]
        return [
            FoundTool(self._tools[at], float(scores[at]), self._why(query, at))
            for at in order
            if scores[at] > 0
        ]

    def recommend(self, context: str, has: Sequence[str] = (), most: int = 3) -> Sequence[FoundTool]:
        """As the port says. Of what a context is made: `context_of`."""
        kept = {tool.id for name in has if (tool := self.tool(name))}
        return recommend_tools(context, self._tools, self._near, kept, most)

    def prepare(self) -> None:
        """Load what the first search needs. It takes a second: call it in a thread."""
        self._near("charts")

    def _near(self, text: str) -> Scores:
        """For each tool how near it is, 0 to 1."""
        text = text[:LONGEST]
        by_words = self._words.scores(text)
        by_meaning = self._by_meaning(text)
        return fuse_orders([by_words] if by_meaning is None else [by_words, by_meaning])

    def _by_meaning(self, text: str) -> Scores | None:
        """Above 0 where it is near. None: there is no sentence model."""
        try:
            embedding = self._embedding()
            with self._lock:  # two sessions that begin together share the work
                if self._points is None:
                    self._points = points(self._texts, embedding)
            near: Scores = self._points @ embedding.point(text)
        except Exception as error:  # noqa: BLE001 - whatever it is, the request is answered
            if not self._said:
                self._said = True
                _log.warning("the catalogue is searched by words alone: %s", error)
            return None
        return np.where(near >= NEAR, near, 0).astype(np.float32)

    def _why(self, query: str, at: int) -> str:
        """What of the request is said of the tool; else when it is used."""
        shared = self._words.find_shared(query, at)
        if shared:
            return f"fits “{' '.join(dict.fromkeys(shared))}”"
        return self._tools[at].when.removeprefix("Use it ").removesuffix(".")


def _text(tool: CatalogueTool) -> str:
    """What is said of it, and what of its domain and its other names is not said there: a name counts once."""
    said = said_of(tool)
    more = dict.fromkeys(split_words(f"{tool.id} {tool.package} {tool.domain}"))
    return " ".join([said, *(word for word in more if word not in split_words(said))])
