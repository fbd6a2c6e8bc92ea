"""What the order layer learns from: requests, the same turned round (`turned_round.py`), and talk. `train_intent.py` writes what it finds."""

import random
from collections import defaultdict
from dataclasses import dataclass

import intent_sets
import numpy as np
import turned_round

from solovox.meaning.intent.declared import SMALL, norms, read_declaration
from solovox.meaning.intent.layer import find_features

EACH = 12
"""Ways, of each kind, in which a request is turned round."""
LITERAL = 20
"""Sets that have a feature, at least: so only words that any app may hear count literally."""
EXAMPLES = {
    word
    for slot in ("who", "cond", "event", "name")
    for one in turned_round.WORDS[slot]
    for word in norms(one)
}
EXAMPLES -= SMALL | set(norms("he she they it's i'm everybody people no one"))
"""Words that only fill a frame: they tell nothing of an order, so none counts literally."""
L2 = 1.0
OF_MADE = 0.5
"""What a request that was made, and talk, count beside one that was written."""


@dataclass(frozen=True)
class OrderExample:
    group: str
    said: str
    seen: frozenset
    orders: bool
    weight: float


def examples(sets):
    chance = random.Random(5)

    def example(one, said, tool, orders, weight):
        return OrderExample(one.name, said, find_features(norms(said), tool), orders, weight)

    for one in sets:
        tools = {tool.name: read_declaration(tool) for tool in one.tools}
        for row in one.rows:
            tool = tools[row.tool] if row.tool else chance.choice([*tools.values()])
            yield example(one, row.said, tool, bool(row.tool), 1.0)
            for said, orders in turned_round.turned(row, chance, EACH):
                yield example(one, said, tool, orders, OF_MADE)
    for at, said in enumerate(intent_sets.talk()):
        one = sets[at % len(sets)]
        yield example(one, said, read_declaration(chance.choice(one.tools)), False, OF_MADE)


def hidden(sets):
    """The sets with one request that orders nothing for each that does: by these, without having learnt from them, the head is judged."""
    chance = random.Random(7)
    for one in sets:
        made = [
            said for row in one.rows for said, orders in turned_round.turned(row, chance, 1) if not orders
        ]
        yield one, tuple(intent_sets.Row(said, "", None, hidden=True) for said in made)


def learn(found, steps=200, rate=0.05):
    """(weights by name, bias): logistic regression by Adam."""
    groups = defaultdict(set)
    for one in found:
        for name in one.seen:
            groups[name].add(one.group)
    names = sorted(
        name for name in groups if len(groups[name]) >= LITERAL and EXAMPLES.isdisjoint(name.split())
    )
    place = {name: at for at, name in enumerate(names)}
    at, of = np.array(
        [(n, place[name]) for n, one in enumerate(found) for name in one.seen if name in place]
    ).T
    orders, counts = (np.array([getattr(one, name) for one in found], float) for name in ("orders", "weight"))
    counts /= counts.sum()
    weights, first, second = (np.zeros(len(names) + 1) for _ in range(3))
    for step in range(1, steps + 1):
        score = np.bincount(at, weights[of], minlength=len(found)) + weights[-1]
        wrong = (1 / (1 + np.exp(-score)) - orders) * counts
        slope = np.append(np.bincount(of, wrong[at], minlength=len(names)), wrong.sum())
        slope[:-1] += L2 * weights[:-1] / len(found)
        first, second = 0.9 * first + 0.1 * slope, 0.99 * second + 0.01 * slope**2
        weights -= rate * (first / (1 - 0.9**step)) / (np.sqrt(second / (1 - 0.99**step)) + 1e-8)
    return dict(zip(names, map(float, weights), strict=False)), float(weights[-1])
