"""Learn the weights of the intent head from `intent/training`; writes `src/solovox/meaning/intent/layer.json`.

Never reads the held-out sets. What it prints was found by leaving each training set out in turn; `acts_at` is the least
confidence at which 95 % of those choices were right. Run it after a change of features or of the training sets:

    python benches/train_intent.py [--dry]
"""

import json
import os
import sys
from dataclasses import dataclass, replace
from pathlib import Path

import intent_sets
import numpy as np

from solovox.meaning.intent import layer as layers
from solovox.meaning.intent.declared import declared
from solovox.meaning.intent.features import OF_NONE, OF_TOOL, of_none, of_tool, place
from solovox.meaning.minilm import MiniLM
from solovox.weights import Cache, default_root

OUT = Path(layers.__file__).with_name("layer.json")
TALK_L2, LAYER_L2 = 0.003, 1.0
OF_TALK, WITHOUT = 0.25, 0.15
"""What `talk.toml`, and an utterance whose tool was taken away, count beside a row of a set. The sets' own share of
utterances that mean no tool (27 %) is what the layer takes for usual."""
RIGHT = 0.95
BY_HAND = {"explained": 1.0}
"""Weights that are not learnt: the toolsets here have many tools, where apps often declare one. Set by the even half of `asked.json`."""
TO_NONE = 0.5
"""What no tool gets for it."""
NEAREST = OF_NONE.index("nearest")


@dataclass(frozen=True)
class Example:
    """`tools`: rows of features; `meant`: the row that is right, or their number for none."""

    group: str
    said: str
    point: np.ndarray
    tools: np.ndarray
    none: np.ndarray
    meant: int
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
    judged = left_out(examples)
    acts_at = threshold(judged)
    tell(judged, acts_at)
    plane, weights = learn(examples)
    for name, weight in BY_HAND.items():
        weights[OF_TOOL.index(name)] = weight
    weights[len(OF_TOOL) + OF_NONE.index("always")] += TO_NONE
    written = {
        "tool": named(OF_TOOL, weights[: len(OF_TOOL)]),
        "none": named(OF_NONE, weights[len(OF_TOOL) :]),
        "talk": [round(float(number), 4) for number in plane[0]],
        "talk_bias": round(float(plane[1]), 4),
        "acts_at": acts_at,
    }
    print(json.dumps({key: written[key] for key in ("tool", "none", "acts_at")}, indent=1))
    if "--dry" not in sys.argv:
        OUT.write_text(json.dumps(written) + "\n")


def named(names, weights):
    return {name: round(float(weight), 4) for name, weight in zip(names, weights, strict=True)}


def examples_of(one, embedding):
    placed = (
        [place(declared(tool), embedding) for tool in one.tools]
        if one.name not in PLACED
        else PLACED[one.name]
    )
    PLACED[one.name] = placed
    names = [tool.name for tool in one.tools]
    for row in one.rows:
        point = embedding.point(row.said)
        rows = np.stack([of_tool(row.said, point, tool)[0] for tool in placed])
        rows[:, [OF_TOOL.index(name) for name in BY_HAND]] = 0.0
        none = of_none(row.said, 0.0, rows)
        yield Example(
            one.name, row.said, point, rows, none, names.index(row.tool) if row.tool else len(names)
        )


PLACED: dict[str, list] = {}


def left_out(examples):
    """(probabilities, what was meant) of every example, learnt without its set."""
    judged = []
    for group in sorted({e.group for e in examples}):
        plane, weights = learn([e for e in examples if e.group != group])
        inside = with_talk([e for e in examples if e.group == group], plane)
        judged += [(probabilities(weights, e), e) for e in inside]
    return judged


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
    for at in np.arange(0.5, 0.96, 0.05):
        acts = [(p, e) for p, e in judged if p[:-1].max() >= at]
        if acts and sum(p[:-1].argmax() == e.meant for p, e in acts) >= RIGHT * len(acts):
            return round(float(at), 2)
    return 0.95


def tell(judged, acts_at):
    right = sum(p.argmax() == e.meant for p, e in judged)
    second = sum(e.meant in np.argsort(-p)[:2] for p, e in judged)
    loss = -np.mean([np.log(p[e.meant]) for p, e in judged])
    print(f"left out: right {right}/{len(judged)}, among two {second}, loss {loss:.3f}")
    for at in sorted({0.5, 0.6, 0.7, 0.8, 0.9, acts_at}):
        acts = [(p, e) for p, e in judged if p[:-1].max() >= at]
        good = sum(p[:-1].argmax() == e.meant for p, e in acts)
        false = sum(e.is_none for _, e in acts)
        print(
            f"at {at}: acts {len(acts)}, right {good}, on none {false} of {sum(e.is_none for _, e in judged)}"
        )
    if "--wrong" in sys.argv:
        for p, e in judged:
            if p.argmax() != e.meant:
                print(
                    "  ",
                    e.group,
                    "|",
                    e.said,
                    "| wanted",
                    e.meant,
                    "got",
                    p.argmax(),
                    "of",
                    len(e.tools),
                    round(p.max(), 2),
                )


if __name__ == "__main__":
    main()
