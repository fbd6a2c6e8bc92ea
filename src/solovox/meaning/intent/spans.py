"""Which words of an utterance are the value of a text parameter, by a learnt layer. Nothing is understood: a value is a span of
words as they were heard, or there is none.

A span's score is the sum of the weights of its features: the words beside it, whether the declaration has them, its length, its
capitals. The weights are data, learnt by `benches/train_intent.py`; a feature that was never learnt weighs nothing.
"""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from functools import lru_cache
from typing import Final

import numpy as np

from solovox.lang.en.word_lists import word_list
from solovox.meaning.intent.declared import SMALL, Declared, Parameter, split_name, stem, stems
from solovox.text.matching import ComparableWord, words

LONGEST: Final = 14
"""Words of a span."""
MOST: Final = 48
"""Words of an utterance that are looked at."""
_ARTICLES: Final = word_list("articles")


@dataclass(slots=True)
class HeardWords:
    """An utterance as words that know where they stand. `taken` holds the places of those that belong to an argument."""

    text: str
    words: tuple[ComparableWord, ...] = ()
    taken: set[int] = field(default_factory=set)

    def __post_init__(self) -> None:
        self.words = _words(self.text)

    @property
    def norms(self) -> list[str]:
        """The words in comparable form; a number is its digits."""
        return [word.norm for word in self.words]

    def pauses(self, at: int) -> bool:
        """Whether a comma or a full stop stands before a word, or nothing."""
        if not 0 < at < len(self.words):
            return True
        return any(sign in self.text[self.words[at - 1].end : self.words[at].first] for sign in ",;:.!?")

    def verbatim(self, places: range) -> str:
        """The text of these words as it was heard; empty for none."""
        return self.text[self.words[places[0]].first : self.words[places[-1]].end] if places else ""


@dataclass(frozen=True, slots=True)
class Span:
    """The places of the words, none where nothing was said of the parameter; and how likely that is."""

    places: range
    likely: float


@dataclass(frozen=True, slots=True)
class SpanLayer:
    """Weights of features by name."""

    weights: Mapping[str, float]

    def likeliest(self, heard: HeardWords, tool: Declared, parameter: Parameter) -> Span:
        """The likeliest span, or none."""
        spans = [range(0), *candidates(heard)]
        scores = np.array([self._score(heard, tool, parameter, one) for one in spans])
        raised = np.exp(scores - scores.max())
        best = int(raised.argmax())
        return Span(spans[best], float(raised[best] / raised.sum()))

    def _score(self, heard: HeardWords, tool: Declared, parameter: Parameter, places: range) -> float:
        return sum(
            self.weights.get(name, 0.0) * value for name, value in features(heard, tool, parameter, places)
        )


def candidates(heard: HeardWords) -> Iterator[range]:
    """All spans of words that are not taken, without an article in front."""
    count = min(len(heard.words), MOST)
    for first in range(count):
        if heard.norms[first] in _ARTICLES:
            continue
        for end in range(first + 1, min(first + LONGEST, count) + 1):
            if end - 1 in heard.taken:
                break
            yield range(first, end)


def features(
    heard: HeardWords, tool: Declared, parameter: Parameter, places: range
) -> Iterator[tuple[str, float]]:
    """What speaks for a span, and against it, by name."""
    kind = "words" if parameter.verbatim else "list" if parameter.item is not None else "text"
    need = "needed" if parameter.required else "optional"
    alone = "alone" if tool.texts == 1 else "among"
    if not places:
        yield f"none {kind} {need}", 1.0
        yield f"none {need} {alone}", 1.0
        return
    yield from _beside(heard, tool, parameter, places, kind)
    yield from _inside(heard, tool, parameter, places, kind)


def _beside(
    heard: HeardWords, tool: Declared, parameter: Parameter, places: range, kind: str
) -> Iterator[tuple[str, float]]:
    """What stands before a span and behind it, and what is left of the utterance."""
    norms = heard.norms
    own, named = tool.known, stems(split_name(parameter.name), small=True)
    first, end = places[0], places[-1] + 1
    begins = first - 1 if first and norms[first - 1] in _ARTICLES else first
    before = norms[begins - 1] if begins else "^"
    after = norms[end] if end < len(norms) else "$"
    about = split_name(parameter.name).rpartition(" ")[2]
    yield f"before {before}", 1.0
    yield f"before {before} of {about}", 1.0
    yield f"after {after}", 1.0
    yield f"after {after} {kind}", 1.0
    for side, word in (("before", before), ("after", after)):
        yield f"{side} named", float(stem(word) in named)
        yield f"{side} declared", float(stem(word) in own)
        yield f"{side} small", float(word in SMALL)
    yield f"pause before {kind}", float(heard.pauses(begins))
    yield f"pause after {kind}", float(heard.pauses(end))
    yield f"article {kind}", float(begins < first)
    left = [
        at
        for at, norm in enumerate(norms)
        if at not in places and at not in heard.taken and norm not in SMALL and stem(norm) not in own
    ]
    yield f"left {kind}", float(min(len(left), 4))
    yield f"left behind {kind}", float(any(at >= end for at in left))
    if heard.text != heard.text.lower():
        capitals = (heard.text[heard.words[at].first].isupper() for at in left if at and not heard.pauses(at))
        yield "capital left", float(any(capitals))


def _inside(
    heard: HeardWords, tool: Declared, parameter: Parameter, places: range, kind: str
) -> Iterator[tuple[str, float]]:
    """The words of a span."""
    norms, own = heard.norms, tool.known
    about = split_name(parameter.name).rpartition(" ")[2]
    count = len(places)
    yield f"length {min(count, 8)} {kind}", 1.0
    small = [norms[at] in SMALL for at in places]
    yield f"begins small {kind}", float(small[0])
    yield f"ends small {kind}", float(small[-1])
    yield f"small {kind}", float(sum(small))
    known = [stem(norms[at]) in own and norms[at] not in SMALL for at in places]
    yield f"declared {kind}", float(sum(known))
    yield f"begins declared {kind}", float(known[0])
    yield f"ends declared {kind}", float(known[-1])
    yield f"pauses {kind}", float(sum(heard.pauses(at) for at in places[1:]))
    texts = [heard.text[heard.words[at].first : heard.words[at].end] for at in places]
    if heard.text != heard.text.lower():
        yield "capital", float(texts[0][:1].isupper() and places[0] > 0)
        yield "no capital", float(not any(text[:1].isupper() for text in texts))
    digits = any(norms[at][0].isdigit() for at in places)
    yield f"digits {kind}", float(digits)
    yield f"digits of {about}", float(digits)
    for at in places:
        yield f"inside {norms[at]} of {about}", 1.0
    yield f"inside {norms[places[0]]} first", 1.0


@lru_cache(maxsize=16)
def _words(text: str) -> tuple[ComparableWord, ...]:
    """Remembered: one utterance is held against many tools."""
    return tuple(words(text))
