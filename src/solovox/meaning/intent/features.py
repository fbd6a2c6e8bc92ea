"""What speaks for a tool, and what for none, as numbers. Their weights are learnt: `layer.py`."""

import re
from dataclasses import dataclass
from typing import Final

import numpy as np
from numpy.typing import NDArray

from solovox.meaning.intent.arguments import Exact, exact
from solovox.meaning.intent.declared import Declared, norms, split_name, stem, stems
from solovox.ports.meaning import Embedding, Point

Numbers = NDArray[np.float64]

OF_TOOL: Final = (
    "about", "name", "both", "sentence", "whole", "please", "could_you", "choice",
    "named", "first", "shared_words", "parameter_words", "number", "missing", "found", "explained", "texts",
)  # fmt: skip
"""Cosines with parts of what was declared; words in common; whether its arguments can be found;
how much of what was said the tool and its arguments account for."""

OF_NONE: Final = ("always", "talk", "nearest", "named", "explained", "length")

_MOST_SENTENCES: Final = 6
_MOST_CHOICES: Final = 24


@dataclass(frozen=True, slots=True)
class Placed:
    """A tool with the points of its parts; computed once for a declaration. Each array has shape (texts, 384)."""

    tool: Declared
    asked: Point
    """The ways in which it may be asked for, in the order of `OF_TOOL`: "about", "name", "both", "whole", "please", "could_you"."""
    sentences: Point
    choices: dict[str, Point]
    name: frozenset[str]
    words: frozenset[str]
    parameter_words: frozenset[str]


def place(tool: Declared, embedding: Embedding) -> Placed:
    """Embed what was declared: 7 texts for a small tool, at most 36."""
    sentences = [part for part in re.split(r"[.:;'\"]+(?:\s+|$)", tool.about) if len(part.split()) > 1]
    described = [f"{split_name(one.name)} {one.about}" for one in tool.parameters]
    choices: dict[str, Point] = {}
    left = _MOST_CHOICES
    for one in tool.parameters:
        if 0 < len(one.choices) <= left:
            left -= len(one.choices)
            choices[one.name] = _points([f"{tool.words}: {choice}" for choice in one.choices], embedding)
    listed = " ".join(str(choice) for one in tool.parameters for choice in one.choices)
    words = stems(f"{tool.words} {tool.about}")
    about = tool.about or tool.words
    asked = [
        about,
        tool.words,
        f"{tool.words}: {tool.about}",
        f"{tool.words}: {tool.about} {'; '.join(described)} {listed}",
        f"Please {about[:1].lower()}{about[1:]}",
        f"Can you {tool.words}?",
    ]
    return Placed(
        tool,
        _points(asked, embedding),
        _points(sentences[:_MOST_SENTENCES] or [tool.words], embedding),
        choices,
        stems(tool.words),
        words,
        stems(f"{' '.join(described)} {listed}") - words,
    )


def of_tool(said: str, point: Point, placed: Placed) -> tuple[Numbers, Exact]:
    """The numbers of one tool, as `OF_TOOL` names them, and what was found for it by its own words."""
    known = exact(said, placed.tool)
    words = stems(said)
    by_sentence = _nearest(point, placed.sentences)
    by_choice = max((_nearest(point, points) for points in placed.choices.values()), default=by_sentence)
    number = any(norm[0].isdigit() for norm in norms(said))
    about, name, both, whole, please, could_you = (float(cosine) for cosine in placed.asked @ point)
    row = (
        about,
        name,
        both,
        by_sentence,
        whole,
        please,
        could_you,
        by_choice,
        len(words & placed.name) / max(len(placed.name), 1),
        stem(placed.tool.words.split(" ", 1)[0]) in words,
        len(words & placed.words),
        len(words & placed.parameter_words),
        number and any(one.numeric for one in placed.tool.parameters),
        known.missing,
        bool(known.found),
        share_explained(known, placed),
        placed.tool.texts > 0,
    )
    return np.array(row, dtype=np.float64), known


def of_none(said: str, talk: float, tools: Numbers) -> Numbers:
    """The numbers of no tool, as `OF_NONE` names them. `talk`: how much it sounds like talk; `tools`: rows of `of_tool`."""
    row = (
        1.0,
        talk,
        *(float(tools[:, OF_TOOL.index(name)].max()) for name in ("both", "named", "explained")),
        min(len(said.split()), 20) / 10,
    )
    return np.array(row, dtype=np.float64)


def share_explained(known: Exact, placed: Placed) -> float:
    """The share of the telling words that are the tool's, or those of a value that was found."""
    words = stems(known.heard.text)
    taken = stems(" ".join(known.heard.norms[at] for at in known.heard.taken))
    return len(words & (placed.words | placed.parameter_words | taken)) / len(words) if words else 0.0


def _points(texts: list[str], embedding: Embedding) -> Point:
    return np.stack([embedding.point(text) for text in texts])


def _nearest(point: Point, points: Point) -> float:
    return float((points @ point).max())
