"""Which template a request asks for: by its words, and by the sentence model where there is one.

Rule 1: what the request is called in its first words counts before what it is for: "a quiz with a timer" is a quiz.
Rule 2: below its confidence it chooses none. Then the person is told what can be made.
"""

import re
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from functools import cache
from typing import Final

from solovox.ports.meaning import Embedding, Point
from solovox.studio.templates.template import Template, templates

NEAR: Final = 0.62
"""How near a request must be to a phrase of a template, as a cosine, where its words say nothing."""
AHEAD: Final = 0.04
"""How much nearer than to any other template."""
_SMALL: Final = frozenset(
    "a an the of for my me us our i we to with and or in on at that which it is be app application page tool thing small simple"
    " little nice new web please make build create want need would like have can could you give some one from by how much many".split()
)
_HEAD: Final = re.compile(
    r"\b(?:with|for|about|that|which|where|called|named|using|to|until|of|in)\b|[:,.]", re.IGNORECASE
)
_ASKS: Final = re.compile(
    r"^.*?\b(?:make|build|create|generate|write|start|want|need|like)\b(?:\s+(?:me|us|to have|to see|to build|to make))*\s+", re.IGNORECASE
)  # fmt: skip


@dataclass(frozen=True, slots=True)
class ChosenTemplate:
    """A template, and whether the request's own words named it."""

    template: Template
    named: bool


def stems(text: str) -> tuple[str, ...]:
    """The words that count, singular."""
    low = re.sub(r"\bto[- ]?dos?\b|\btodos\b", "todo", text.lower().replace("’", "'"))
    low = re.sub(r"\bflash[- ]cards?\b|\bflashcards?\b", "flashcard", low)
    low = re.sub(r"\bcolors?\b|\bcolours\b", "colour", low)
    found = re.findall(r"[a-z]+", low)
    return tuple(_single(word) for word in found if word not in _SMALL)


def _single(word: str) -> str:
    if len(word) > 3 and word.endswith("s") and not word.endswith(("ss", "us")):
        return word[:-1]
    return word


@cache
def _phrases() -> tuple[tuple[Template, str, tuple[str, ...]], ...]:
    return tuple(
        (template, phrase, stems(phrase))
        for template in templates()
        for phrase in (template.name, *template.says)
    )


def by_words(text: str) -> Template | None:
    """The template whose phrase stands in the words: the longest one, then the first; None: none, or two alike."""
    said = _ASKS.sub("", text, count=1)
    head = _HEAD.split(said, maxsplit=1)[0]
    for piece in (head, said):
        found = _best(stems(piece))
        if found is not None:
            return found
    return None


def _best(said: Sequence[str]) -> Template | None:
    hits = []
    for template, _, phrase in _phrases():
        if phrase and set(phrase) <= set(said):
            hits.append((len(phrase), -min(said.index(word) for word in phrase), template))
    if not hits:
        return None
    best = max(hits, key=lambda hit: hit[:2])
    rivals = {hit[2].id for hit in hits if hit[:2] == best[:2]}
    return best[2] if len(rivals) == 1 else None


class Chooser:
    """Chooses. `embedding` gives the sentence model, and raises where there is none; None: words alone."""

    def __init__(self, embedding: Callable[[], Embedding] | None = None) -> None:
        self._embedding = embedding
        self._points: dict[str, Point] = {}

    def choose(self, text: str) -> ChosenTemplate | None:
        """The template; None: it is not sure. It may load a model: call it in a thread."""
        if found := by_words(text):
            return ChosenTemplate(found, named=True)
        near = self._nearest(text)
        return ChosenTemplate(near, named=False) if near else None

    def _nearest(self, text: str) -> Template | None:
        if self._embedding is None:
            return None
        try:
            model = self._embedding()
        except Exception:  # noqa: BLE001 - without weights the words alone count
            return None
        here = model.point(_ASKS.sub("", text, count=1))
        best: dict[str, float] = {}
        for template, phrase, _ in _phrases():
            if phrase not in self._points:
                self._points[phrase] = model.point(phrase)
            best[template.id] = max(best.get(template.id, -1.0), float(here @ self._points[phrase]))
        (first, score), (_, second) = sorted(best.items(), key=lambda one: -one[1])[:2]
        if score < NEAR or score - second < AHEAD:
            return None
        return next(one for one in templates() if one.id == first)
