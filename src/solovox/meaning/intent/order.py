"""How likely an utterance orders a function now, by a learnt layer: "don't open it", "did you open it", "I opened it" and "if it rains,
open it" only name it.

A word is seen as itself and as what it is to the function, with its ending: its verb, another word of its declaration, a number, or
none of these. Runs of one, two and three of them are weighed. The weights are data, learnt by `benches/train_order.py`.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from itertools import product
from math import exp
from typing import Final

from solovox.meaning.intent.declared import SMALL, Declared, stem

LONGEST: Final = 24
"""Words that are looked at."""


@dataclass(frozen=True, slots=True)
class OrderLayer:
    """Weights of features by name, and of an utterance without any."""

    weights: Mapping[str, float]
    bias: float

    def likely(self, norms: Sequence[str], tool: Declared) -> float:
        """0 to 1: that the tool is ordered, if it is the one that is meant."""
        score = self.bias + sum(self.weights.get(name, 0.0) for name in seen(norms, tool))
        return 1 / (1 + exp(-max(-30.0, min(30.0, score))))


def seen(norms: Sequence[str], tool: Declared) -> frozenset[str]:
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
