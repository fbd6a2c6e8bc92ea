"""Learn the weights of the intent head from the training sets (`intent_sets.py`); writes `src/solovox/meaning/intent/layer.json`.

Never reads the held-out sets. What it prints was found by leaving training sets out in turn, each request beside one that only
names what it asks for; `acts_at` is the least confidence at which at most 3 of 100 of all these became a wrong call. Run it after a change of features or of the training sets:

    python benches/train_intent.py [--dry]
"""

import json
import os
import sys
from collections import Counter
from dataclasses import dataclass, replace
from pathlib import Path

import intent_sets
import numpy as np
import train_order

from solovox.meaning.intent import arguments
from solovox.meaning.intent import layer as layers
from solovox.meaning.intent.declared import read_declaration
from solovox.meaning.intent.features import OF_NONE, OF_TOOL, of_none, of_tool, place
from solovox.meaning.intent.layer import OrderLayer
from solovox.meaning.intent.spans import SpanLayer, candidates
from solovox.meaning.intent.spans import features as span_features
from solovox.meaning.minilm import MiniLM
from solovox.text.matching import normalise
from solovox.weights import Cache, default_root

OUT = Path(layers.__file__).with_name("layer.json")
TALK_L2, LAYER_L2, SPAN_L2 = 0.003, 1.0, 0.3
OF_TALK, WITHOUT = 0.25, 0.15
"""What `talk.toml`, and an utterance whose tool was taken away, count beside a row of a set. The sets' own share of
utterances that mean no tool is what the layer takes for usual."""
WRONG = 0.03
FOLDS = 5
NEAREST = OF_NONE.index("nearest")


@dataclass(frozen=True)
class Example:
    """`tools`: rows of features; `meant`: the row that is right, or their number for none. `row`, `placed`: what they are of."""

    group: str
    said: str
    point: np.ndarray
    tools: np.ndarray
    none: np.ndarray
    meant: int
    row: object = None
    declared: tuple = ()
    weight: float = 1.0

    @property
    def is_none(self):
        return self.meant == len(self.tools)


def main():
    embedding = MiniLM(Cache(Path(default_root(os.environ))).path("minilm"), threads=2)
    sets = intent_sets.read("training")
    examples = [example for one in sets for example in examples_of(one, embedding)]
    talk = intent_sets.talk()
    for at, said in enumerate(talk):
        one = sets[at % len(sets)]
        row = intent_sets.Row(said, "", None)
        examples += [replace(e, weight=OF_TALK) for e in examples_of(replace(one, rows=(row,)), embedding)]
    print(
        f"{len(sets)} sets, {len(examples)} utterances, {sum(e.is_none for e in examples)} of them mean no tool"
    )
    spoken = [one for e in examples for one in span_examples(e)]
    orders = [*train_order.examples(sets)]
    hidden = [
        e for one, rows in train_order.hidden(sets) for e in examples_of(replace(one, rows=rows), embedding)
    ]
    judged = left_out(examples, spoken, orders, hidden)
    acts_at = threshold(judged)
    tell(judged, acts_at)
    plane, weights = learn(examples)
    order, order_bias = train_order.learn(orders)
    written = {
        "tool": named(OF_TOOL, weights[: len(OF_TOOL)]),
        "none": named(OF_NONE, weights[len(OF_TOOL) :]),
        "talk": [round(float(number), 4) for number in plane[0]],
        "talk_bias": round(float(plane[1]), 4),
        "spans": spans_of(spoken),
        "order": {name: round(weight, 3) for name, weight in order.items() if abs(weight) >= 0.02},
        "order_bias": round(order_bias, 4),
        "acts_at": acts_at,
    }
    print(json.dumps({key: written[key] for key in ("tool", "none", "acts_at")}, indent=1))
    if "--dry" not in sys.argv:
        OUT.write_text(json.dumps(written) + "\n")


def named(names, weights):
    return {name: round(float(weight), 4) for name, weight in zip(names, weights, strict=True)}


def examples_of(one, embedding):
    placed = [place(read_declaration(tool), embedding) for tool in one.tools]
    names = [tool.name for tool in one.tools]
    for row in one.rows:
        point = embedding.point(row.said)
        rows = np.stack([of_tool(row.said, point, tool)[0] for tool in placed])
        none = of_none(row.said, 0.0, rows)
        meant = names.index(row.tool) if row.tool else len(names)
        yield Example(one.name, row.said, point, rows, none, meant, row, tuple(p.tool for p in placed))


def left_out(examples, spoken, orders, hidden):
    """(probabilities, the example, how likely the texts of its likeliest tool are and that it is ordered, whether the texts are right)
    of every example, learnt without its set."""
    judged = []
    groups = sorted({e.group for e in examples})
    for fold in range(FOLDS):
        out = set(groups[fold::FOLDS])
        plane, weights = learn([e for e in examples if e.group not in out])
        spans = SpanLayer(spans_of([one for one in spoken if one[0] not in out]))
        order = OrderLayer(*train_order.learn([e for e in orders if e.group not in out]))
        for e in with_talk([e for e in (*examples, *hidden) if e.group in out], plane):
            p = probabilities(weights, e)
            tool = e.declared[int(p[:-1].argmax())]
            known = arguments.exact(e.said, tool)
            filled = arguments.fill(known, tool, spans)
            ordered = order.likely(known.heard.norms, tool) * (p.argmax() < len(e.tools))
            likely = 0.0 if filled.missing else filled.likely * ordered
            judged.append((p, e, likely, e.row.arguments is None or same(filled.arguments, e.row.arguments)))
    return judged


def same(found, written):
    return set(found) <= set(written) and all(equal(found.get(name), written[name]) for name in written)


def equal(found, written):
    options = written["any"] if isinstance(written, dict) and "any" in written else [written]
    return any(plain(found) == plain(one) for one in options)


def plain(value):
    """Text as words, without case, punctuation, and an article before it; a list in whichever order."""
    if isinstance(value, list):
        return sorted(map(str, map(plain, value)))
    words = normalise(value) if isinstance(value, str) else []
    while words and words[0] in ("a", "an", "the"):
        words = words[1:]
    return words if isinstance(value, str) else value


def span_examples(e):
    """(set, the features of every span and of none, the right ones) for each text parameter of the tool that was meant."""
    if e.is_none or (e.row.arguments is None and not e.row.missing):
        return
    tool = e.declared[e.meant]
    known = arguments.exact(e.said, tool)
    spans = [range(0), *candidates(known.heard)]
    for one in arguments.texts(tool, known.found):
        if e.row.arguments is None and one.name not in e.row.missing:
            continue
        written = (e.row.arguments or {}).get(one.name)
        right = [
            n
            for n, span in enumerate(spans)
            if equal(arguments.text(known.heard, span, one) if span else None, written)
        ]
        if right:
            yield e.group, [[*span_features(known.heard, tool, one, span)] for span in spans], right


def spans_of(spoken, least=3, steps=400, rate=0.1):
    """Weights by name: conditional logit by Adam over the spans. A feature counts that a right span has a few times, or any span often."""
    good, often = Counter(), Counter()
    for _, spans, right in spoken:
        good.update(name for name, value in spans[right[0]] if value)
        often.update(name for span in spans for name, value in span if value)
    words = ("inside", "before", "after")
    names = [
        name for name, count in often.items()
        if good[name] >= least or (not name.startswith(words) and count >= 60)
        or (name.startswith(words[1:]) and name.count(" ") == 1 and count >= 40)
    ]  # fmt: skip
    place_of = {name: at for at, name in enumerate(names)}
    entries, begins, hits = [], [], []
    for _, spans, right in spoken:
        begins.append(len(hits))
        for n, span in enumerate(spans):
            entries += [
                (len(hits), place_of[name], value) for name, value in span if value and name in place_of
            ]
            hits.append(n in right)
    at, of = (np.array([entry[n] for entry in entries]) for n in (0, 1))
    value, hit = np.array([entry[2] for entry in entries], float), np.array(hits, float)
    whose = np.repeat(np.arange(len(begins)), np.diff([*begins, len(hits)]))
    weights, first, second = (np.zeros(len(names)) for _ in range(3))
    for step in range(1, steps + 1):
        scores = np.bincount(at, value * weights[of], minlength=len(hits))
        raised = np.exp(scores - np.maximum.reduceat(scores, begins)[whose])
        likely = raised / np.add.reduceat(raised, begins)[whose]
        wanted = likely * hit
        wanted /= np.maximum(np.add.reduceat(wanted, begins), 1e-12)[whose]
        slope = np.bincount(of, value * (likely - wanted)[at], minlength=len(names))
        slope = (slope + SPAN_L2 * weights) / len(begins)
        first, second = 0.9 * first + 0.1 * slope, 0.99 * second + 0.01 * slope**2
        weights = weights - rate * (first / (1 - 0.9**step)) / (np.sqrt(second / (1 - 0.99**step)) + 1e-8)
    return {name: round(float(one), 3) for name, one in zip(names, weights, strict=True) if abs(one) >= 0.02}


def learn(examples):
    """(the plane of talk, the weights of the layer). The layer sees talk as judged by planes that did not see the example."""
    groups = sorted({e.group for e in examples})
    judged = []
    for fold in range(5):
        out = set(groups[fold::5])
        plane = parting([e for e in examples if e.group not in out])
        judged += with_talk([e for e in examples if e.group in out], plane)
    return parting(examples), fitted(judged + without(judged))


def with_talk(examples, plane):
    at = OF_NONE.index("talk")
    found = []
    for e in examples:
        none = e.none.copy()
        none[at] = e.point @ plane[0] + plane[1]
        found.append(replace(e, none=none))
    return found


def without(examples):
    """The same utterances where the tool that was meant is not declared: then none is meant. They count little."""
    found = []
    for e in examples:
        if not e.is_none and len(e.tools) > 1:
            rest = np.delete(e.tools, e.meant, axis=0)
            none = e.none.copy()
            none[NEAREST] = rest[:, OF_TOOL.index("both")].max()
            found.append(replace(e, tools=rest, none=none, meant=len(rest), weight=WITHOUT))
    return found


def parting(examples, steps=300, rate=2.0):
    """Logistic regression on points: talk or request."""
    points = np.array([e.point for e in examples], dtype=np.float64)
    talk = np.array([e.is_none for e in examples], dtype=np.float64)
    plane, bias = np.zeros(points.shape[1]), 0.0
    for _ in range(steps):
        wrong = (1 / (1 + np.exp(-(points @ plane + bias))) - talk) / len(talk)
        plane, bias = plane - rate * (points.T @ wrong + TALK_L2 * plane), bias - rate * wrong.sum()
    return plane, bias


def fitted(examples, steps=1500, rate=0.05):
    """Conditional logit by Adam (Kingma and Ba 2015) on scaled features."""
    most = max(len(e.tools) for e in examples)
    tools = np.zeros((len(examples), most, len(OF_TOOL)))
    hidden = np.full((len(examples), most + 1), -1e9)
    for at, e in enumerate(examples):
        tools[at, : len(e.tools)] = e.tools
        hidden[at, : len(e.tools)] = hidden[at, most] = 0.0
    none = np.array([e.none for e in examples])
    scale = np.concatenate([spread(tools[hidden[:, :most] == 0]), spread(none)])
    tools, none = tools / scale[: len(OF_TOOL)], none / scale[len(OF_TOOL) :]
    meant = np.array([most if e.is_none else e.meant for e in examples])
    counts = np.array([e.weight for e in examples])
    weights, first, second = (np.zeros(len(scale)) for _ in range(3))
    for step in range(1, steps + 1):
        of_tools, of_no = weights[: len(OF_TOOL)], weights[len(OF_TOOL) :]
        wrong = softmax(np.concatenate([tools @ of_tools, (none @ of_no)[:, None]], axis=1) + hidden)
        wrong[np.arange(len(meant)), meant] -= 1
        wrong *= counts[:, None]
        slope = np.concatenate([np.einsum("nt,ntk->k", wrong[:, :most], tools), wrong[:, most] @ none])
        slope = (slope + LAYER_L2 * weights) / counts.sum()
        first, second = 0.9 * first + 0.1 * slope, 0.99 * second + 0.01 * slope**2
        weights = weights - rate * (first / (1 - 0.9**step)) / (np.sqrt(second / (1 - 0.99**step)) + 1e-8)
    return weights / scale


def spread(rows):
    found = rows.std(axis=0)
    return np.where(found < 1e-6, 1.0, found)


def softmax(scores):
    raised = np.exp(scores - scores.max(axis=-1, keepdims=True))
    return raised / raised.sum(axis=-1, keepdims=True)


def probabilities(weights, example):
    scores = np.append(example.tools @ weights[: len(OF_TOOL)], example.none @ weights[len(OF_TOOL) :])
    return softmax(scores)


def threshold(judged):
    """The least confidence at which wrong calls are few; those that were made to order nothing count as much as all others."""
    made = sum(e.row.hidden for _, e, *_ in judged)
    for at in np.arange(0.3, 0.96, 0.05):
        acts = [one for one in judged if one[0][:-1].max() * one[2] >= at]
        wrong = [e.row.hidden for p, e, _, fine in acts if p[:-1].argmax() != e.meant or not fine]
        if sum(wrong) / made + wrong.count(False) / (len(judged) - made) <= 2 * WRONG:
            return round(float(at), 2)
    return 0.95


def tell(judged, acts_at):
    right = sum(p.argmax() == e.meant for p, e, *_ in judged)
    print(f"left out: right tool, or none, {right}/{len(judged)}")
    for at in sorted({0.3, 0.4, 0.5, 0.6, 0.7, 0.8, 0.9, acts_at}):
        acts = [one for one in judged if one[0][:-1].max() * one[2] >= at]
        good = sum(p[:-1].argmax() == e.meant for p, e, *_ in acts)
        whole = sum(p[:-1].argmax() == e.meant and fine for p, e, _, fine in acts)
        false = sum(e.is_none and not e.row.hidden for _, e, *_ in acts)
        named = sum(e.row.hidden for _, e, *_ in acts)
        print(
            f"at {at}: acts {len(acts)}, right tool {good}, and arguments {whole}, on none {false} of {sum(e.is_none and not e.row.hidden for _, e, *_ in judged)}, "
            f"on named {named} of {sum(e.row.hidden for _, e, *_ in judged)}"
        )
    if "--wrong" in sys.argv:
        for p, e, likely, fine in judged:
            best = int(p[:-1].argmax())
            if p[best] * likely >= acts_at and (best != e.meant or not fine):
                print(
                    "  ",
                    e.group,
                    "|",
                    e.said,
                    "| wanted",
                    e.row.tool,
                    "got",
                    e.declared[best].name,
                    fine,
                    round(p[best] * likely, 2),
                )


if __name__ == "__main__":
    main()
