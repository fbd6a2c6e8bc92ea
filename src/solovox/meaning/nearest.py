"""The tools nearest to what was said: a model is told at most `MOST`.

Rule 1: what was called already in the session stays; then come those that the person named one by one; then what sets brought.
Of those of which not all have room, the nearest are told.
Rule 2: they keep the order in which they stand, and the same words and tools give the same choice.
Rule 3: where the sentence model is missing, or fails, words in common count, and the log says so once.

A tool's point is computed once. The first choice among many takes seconds: call it in a thread.
"""

import logging
import math
from collections import Counter
from collections.abc import Callable, Collection, Iterable, Sequence
from threading import Lock
from typing import Final

import numpy as np

from solovox.ports import Tool
from solovox.ports.meaning import Embedding, Point
from solovox.text.matching import normalise

MOST: Final = 20
KEPT: Final = 2_000
"""Points that are kept; when there are more, the oldest go."""
ABOUT: Final = 400
"""Characters of a description that count: the model reads no more than about 100 words."""
STEM: Final = 5
"""Letters by which words are compared: "lights" and "light" are one."""
SMALL: Final = frozenset(
    "a an the to of in on at for and or is are it its i me my we us our you your this that these those with by from be was"
    " were do does did have has had can could would will please what how some any there not no so if as up out".split()
)

_log = logging.getLogger("solovox.session")


class NearestTools:
    """Chooses tools. May be used from many threads, and by many sessions."""

    most = MOST

    def __init__(self, embedding: Callable[[], Embedding]) -> None:
        """`embedding` gives the sentence model; it is asked at each choice, and raises where there is none."""
        self._embedding = embedding
        self._points: dict[str, Point] = {}
        self._lock = Lock()
        self._said = False

    def nearest(
        self,
        text: str,
        tools: Sequence[Tool],
        most: int = MOST,
        called: Collection[str] = (),
        named: Collection[str] = (),
    ) -> tuple[Tool, ...]:
        """At most `most` of the tools. `called`, `named`: names of those that come first."""
        if len(tools) <= most:
            return tuple(tools)
        groups = _groups(tools, called, named)
        told = set[int]()
        for group in groups:
            room = most - len(told)
            if len(group) > room:
                told |= set(self._rank(text, tools, group)[:room])
                break
            told |= set(group)
        return tuple(tool for at, tool in enumerate(tools) if at in told)

    def prepare(self, tools: Sequence[Tool]) -> None:
        """Compute what will be needed of these tools, if there are many."""
        self.nearest("", tools)

    def _rank(self, text: str, tools: Sequence[Tool], group: Sequence[int]) -> list[int]:
        """The nearest first; of equally near ones, the first."""
        abouts = [_about(tools[at]) for at in group]
        nearness = self._by_meaning(text, abouts) or by_words(text, abouts)
        order = sorted(range(len(group)), key=lambda at: -nearness[at])
        return [group[at] for at in order]

    def _by_meaning(self, text: str, abouts: Sequence[str]) -> list[float]:
        try:
            embedding = self._embedding()
            said = embedding.point(text)
            return [float(np.dot(said, self._point(embedding, about))) for about in abouts]
        except Exception as error:  # noqa: BLE001 - whatever it is, the question is asked
            if not self._said:
                self._said = True
                _log.warning("of many tools those are told that share words with what is said: %s", error)
            return []

    def _point(self, embedding: Embedding, about: str) -> Point:
        with self._lock:  # held while it is computed: two sessions that begin together share the work
            found = self._points.get(about)
            if found is None:
                found = self._points[about] = embedding.point(about)
                if len(self._points) > KEPT:
                    del self._points[next(iter(self._points))]
        return found


def by_words(text: str, abouts: Sequence[str]) -> list[float]:
    """How many words each shares with the text; a word that few have counts more."""
    said = _words(text)
    each = [_words(about) for about in abouts]
    have = Counter(word for words in each for word in words)
    return [sum(math.log(1 + len(each) / have[word]) for word in said & words) for words in each]


def _groups(tools: Sequence[Tool], called: Collection[str], named: Collection[str]) -> Iterable[list[int]]:
    ranks = [0 if tool.name in called else 1 if tool.name in named else 2 for tool in tools]
    return ([at for at, rank in enumerate(ranks) if rank == group] for group in range(3))


def _about(tool: Tool) -> str:
    """What a tool is, in a sentence: its name as words, and its description."""
    name = " ".join(tool.name.replace("_", " ").replace("-", " ").split())
    return f"{name}: {tool.description[:ABOUT]}"


def _words(text: str) -> frozenset[str]:
    return frozenset(word[:STEM] for word in normalise(text) if word not in SMALL)
