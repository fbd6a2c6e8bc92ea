"""The learnt layer: features to probabilities. Its numbers are data, `layer.json`, written by `benches/train_intent.py`.

A tool's score is the weighted sum of its features, that of no tool likewise; the softmax of all scores is the confidence.

How likely an utterance orders a function now is learnt, too: "don't open it", "did you open it", "I opened it" and "if it rains, open it"
only name it. A word is seen as itself and as what it is to the function, with its ending: its verb, another word of its declaration, a
number, or none of these. Runs of one, two and three of them are weighed (`benches/train_order.py`).
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from importlib.resources import files
from itertools import product
from math import exp
from typing import Final, Self

import msgspec
import numpy as np

from solovox.meaning.intent.declared import SMALL, Declared, stem
from solovox.meaning.intent.features import OF_NONE, OF_TOOL, Numbers
from solovox.meaning.intent.spans import SpanLayer
from solovox.ports.meaning import POINT_SIZE, Point

LONGEST: Final = 24
"""Words that are looked at."""


@dataclass(frozen=True, slots=True)
class OrderLayer:
    """Weights of features by name, and of an utterance without any."""

    weights: Mapping[str, float]
    bias: float

    def likely(self, norms: Sequence[str], tool: Declared) -> float:
        """0 to 1: that the tool is ordered, if it is the one that is meant."""
        score = self.bias + sum(self.weights.get(name, 0.0) for name in find_features(norms, tool))
        return 1 / (1 + exp(-max(-30.0, min(30.0, score))))


def find_features(norms: Sequence[str], tool: Declared) -> frozenset[str]:
    """The features of an utterance, by name."""
    words = [("^",), *((norm, _role(norm, tool)) for norm in norms[:LONGEST]), ("$",)]
    runs = (words[at : at + length] for length in (1, 2, 3) for at in range(len(words) - length + 1))
    return frozenset(" ".join(names) for run in runs for names in product(*run))


def _role(norm: str, tool: Declared) -> str:
    """What a word is to a function, in capitals, with its ending."""
    root, verb = stem(norm), stem(tool.words.split(" ", 1)[0])
    ending = "" if norm in SMALL else norm[len(root) :]
    role = (
        "VERB"
        if root == verb
        else "OWN"
        if root in tool.known
        else "NUMBER"
        if norm[0].isdigit()
        else "OTHER"
    )
    return f"{role}+{ending}" if ending else role


_FILE: Final = "layer.json"


class Written(msgspec.Struct, forbid_unknown_fields=True):
    """The file. `talk` and `talk_bias`: a plane that parts talk from requests; `spans`: see `spans.py`; `order`: see
    `OrderLayer`; `acts_at`: see `head.py`."""

    tool: dict[str, float]
    none: dict[str, float]
    talk: list[float]
    talk_bias: float
    spans: dict[str, float]
    order: dict[str, float]
    order_bias: float
    acts_at: float


@dataclass(frozen=True, slots=True)
class Layer:
    """Weights in the order of `OF_TOOL` and `OF_NONE`."""

    tool: Numbers
    none: Numbers
    talk: Point
    talk_bias: float
    spans: SpanLayer
    order: OrderLayer
    acts_at: float

    @classmethod
    def read(cls, text: bytes | None = None) -> Self:
        """The layer that ships with the package, or a written one. Raises `msgspec.MsgspecError` and `KeyError`."""
        raw = files("solovox.meaning.intent").joinpath(_FILE).read_bytes() if text is None else text
        written = msgspec.json.decode(raw, type=Written)
        if len(written.talk) != POINT_SIZE:
            raise msgspec.ValidationError(f"talk has {len(written.talk)} numbers, not {POINT_SIZE}")
        return cls(
            np.array([written.tool[name] for name in OF_TOOL]),
            np.array([written.none[name] for name in OF_NONE]),
            np.array(written.talk, dtype=np.float32),
            written.talk_bias,
            SpanLayer(written.spans),
            OrderLayer(written.order, written.order_bias),
            written.acts_at,
        )

    def sounds_like_talk(self, point: Point) -> float:
        """Above 0 for what is rather said to a person than asked of a tool."""
        return float(point @ self.talk) + self.talk_bias

    def probabilities(self, tools: Numbers, none: Numbers) -> Numbers:
        """Of each tool, and last of none; they add up to 1."""
        scores = np.append(tools @ self.tool, none @ self.none)
        raised = np.exp(scores - scores.max())
        found: Numbers = raised / raised.sum()
        return found
