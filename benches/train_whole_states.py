"""Learn the layer over the sentence model's states; writes `src/solovox/meaning/whole/states.npz`. After `train_whole.py`.

The same sentences; of each at most three of its beginnings, for the model takes 6 ms each: some ten minutes in all.
The file that ships was learnt from the sentences before the last templates of `whole/ours.txt` came (29,569 sentences); run
again, it will differ.

    python benches/train_whole_states.py FOLDER
"""

import os
import random
import sys
from dataclasses import replace
from pathlib import Path

import numpy as np
from train_whole import balanced, beginnings
from whole_text import sentences

from solovox.meaning.minilm import MiniLM
from solovox.meaning.whole import by_meaning
from solovox.meaning.whole.features import words_of
from solovox.weights import Cache, default_root

OUT = Path(by_meaning.__file__).with_name(by_meaning.FILE)
MOST = {
    "ours": 5200, "intent": 644, "home": 1000, "skills": 1300, "talk": 1900, "examples": 2600, "prose": 1300,
    "subjects": 1300,
}  # fmt: skip
"""Sentences of each source."""
CUTS = 3
HIDDEN, ROUNDS, RATE, L2, LEFT_OUT, AT_ONCE = 32, 8, 1e-3, 3e-4, 0.2, 256


def main(folder):
    rows = chosen(sentences(folder))
    print(f"{len(rows)} beginnings")
    model = MiniLM(Cache(Path(default_root(os.environ))).path("minilm"), threads=2)
    points = {text: by_meaning.seen(model, text) for text in {" ".join(row.words) for row in rows}}
    found = np.stack([points[" ".join(row.words)] for row in rows])
    whole = np.array([row.whole for row in rows], dtype=np.float32)
    OUT.write_bytes(by_meaning.as_file(*learn(found, whole, balanced(rows))))


def chosen(said, seed=5):
    """Rows: whole sentences, and some beginnings of each, rather such as people pause after."""
    dice, taken, rows = random.Random(seed), dict.fromkeys(MOST, 0), []
    for at, (source, sentence) in enumerate(said):
        if taken[source] == MOST[source]:
            continue
        taken[source] += 1
        *cut, whole = beginnings(at, source, words_of(sentence))
        some = set()
        while len(some) < min(CUTS, len(cut)):
            some |= set(dice.choices(range(len(cut)), [row.weight for row in cut]))
        rows += [replace(cut[one], weight=1.0) for one in sorted(some)] + [whole]
    return rows


def learn(points, whole, counts):
    """(inner, outer): one hidden layer, by Adam (Kingma and Ba 2015), some of what is seen left out at each step."""
    dice = np.random.default_rng(0)
    middle, spread = points.mean(0), points.std(0) + 1e-3
    points = np.column_stack([(points - middle) / spread, np.ones(len(points), np.float32)]).astype(
        np.float32
    )
    size = points.shape[1]
    layers = [dice.normal(0, size**-0.5, (size, HIDDEN)), dice.normal(0, HIDDEN**-0.5, HIDDEN + 1)]
    layers[0][-1], layers[1][-1] = 0, 0
    first, second = ([np.zeros_like(one) for one in layers] for _ in range(2))
    steps = ROUNDS * -(-len(points) // AT_ONCE)
    parts = [
        some for _ in range(ROUNDS) for some in np.array_split(dice.permutation(len(points)), steps // ROUNDS)
    ]
    for step, some in enumerate(parts, 1):
        kept = dice.random((len(some), size)) > LEFT_OUT
        kept[:, -1] = True
        given = points[some] * kept / np.where(np.arange(size) < size - 1, 1 - LEFT_OUT, 1)
        hidden = np.column_stack([np.maximum(given @ layers[0], 0), np.ones(len(some))])
        wrong = counts[some] * (1 / (1 + np.exp(-hidden @ layers[1])) - whole[some]) / len(some)
        back = np.outer(wrong, layers[1][:-1]) * (hidden[:, :-1] > 0)
        slopes = [given.T @ back + L2 * layers[0], hidden.T @ wrong + L2 * layers[1]]
        for at, slope in enumerate(slopes):
            first[at] = 0.9 * first[at] + 0.1 * slope
            second[at] = 0.99 * second[at] + 0.01 * slope**2
            moved = first[at] / (1 - 0.9**step) / (np.sqrt(second[at] / (1 - 0.99**step)) + 1e-8)
            layers[at] = layers[at] - RATE * (1 - step / (steps + 1)) * moved
    inner = layers[0].copy()
    inner[:-1] /= spread[:, None]
    inner[-1] -= middle @ inner[:-1]
    return inner, layers[1]


if __name__ == "__main__":
    main(Path(sys.argv[1]))
