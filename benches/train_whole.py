"""Learn the weights of the judge of whole utterances from `whole_text.py`; writes `src/solovox/meaning/whole.npz`.

Positive are whole utterances, negative their beginnings, cut at every word. Never reads `turns/said.txt`.
FOLDER holds the packages that `whole_text.py` names. Run it after a change of features or of text:

    python benches/train_whole.py FOLDER [--dry]
"""

import sys
from dataclasses import dataclass
from pathlib import Path

import numpy as np
from turns.score_words import above
from whole_text import sentences

from solovox.meaning import whole as judge
from solovox.meaning.whole import PLACES, kind, places, words_of

OUT = Path(judge.__file__).with_name(judge.FILE)
WHOLE = 0.35
"""The share of whole utterances at each length."""
WEAK_PLACE = 3.0
"""What a beginning counts after which a small word comes ("set a timer | for"): there people pause. Others count 1."""
SMALL = "cpswtqj"
LONG = 14
"""Words; longer utterances are of one length."""
L2, ROUNDS, RATE, AT_ONCE = 1e-5, 4, 0.15, 256
TRIED = 10
"""One in ten utterances is kept apart to see how it goes."""


@dataclass(frozen=True)
class Row:
    """A beginning of an utterance, or all of it. `utterance`: its number."""

    utterance: int
    source: str
    words: tuple[str, ...]
    whole: bool
    weight: float


def main(folder):
    rows = [
        row
        for at, (source, said) in enumerate(sentences(folder))
        for row in beginnings(at, source, words_of(said))
    ]
    tried = np.array([row.utterance % TRIED == 0 for row in rows])
    print(f"{len(rows)} beginnings of {sum(row.whole for row in rows)} utterances")
    learnt = learn([row for row, out in zip(rows, tried, strict=True) if not out])
    tell(learnt, [row for row, out in zip(rows, tried, strict=True) if out])
    if "--dry" not in sys.argv:
        OUT.write_bytes(judge.as_file(*learn(rows)))


def beginnings(at, source, words):
    """Every beginning of an utterance, and itself."""
    for end in range(1, len(words) + 1):
        whole = end == len(words)
        weight = WEAK_PLACE if not whole and kind(words[end]) in SMALL else 1.0
        yield Row(at, source, tuple(words[:end]), whole, weight)


def balanced(rows):
    """The weights of rows: of each length the same share is whole."""
    lengths = np.array([min(len(row.words), LONG) for row in rows])
    whole = np.array([row.whole for row in rows])
    weights = np.array([row.weight for row in rows])
    for length in np.unique(lengths):
        for one, share in ((True, WHOLE), (False, 1 - WHOLE)):
            these = (lengths == length) & (whole == one)
            weights[these] *= share * (lengths == length).sum() / weights[these].sum()
    return weights


def learn(rows):
    """(weights, bias) of a logistic layer, by Adagrad (Duchi and others 2011)."""
    seen = [places(row.words) for row in rows]
    starts = np.concatenate([[0], np.cumsum([len(one) for one in seen])])
    flat = np.concatenate([np.array(one) for one in seen])
    whole, counts = np.array([row.whole for row in rows], dtype=float), balanced(rows)
    weights, squares = np.zeros(PLACES + 1), np.full(PLACES + 1, 0.1)
    dice = np.random.default_rng(0)
    for _ in range(ROUNDS):
        order = dice.permutation(len(rows))
        for first in range(0, len(order), AT_ONCE):
            some = order[first : first + AT_ONCE]
            at = np.concatenate([flat[starts[row] : starts[row + 1]] for row in some])
            of = np.repeat(np.arange(len(some)), starts[some + 1] - starts[some])
            scores = np.bincount(of, weights=weights[at], minlength=len(some)) + weights[-1]
            wrong = counts[some] * (1 / (1 + np.exp(-scores)) - whole[some])
            slope = np.bincount(at, weights=wrong[of], minlength=PLACES + 1)
            slope[-1] = wrong.sum()
            slope = slope / len(some) + 20 * L2 * weights * (slope != 0)
            squares += slope**2 * len(some)
            weights -= RATE * slope * np.sqrt(len(some)) / np.sqrt(squares)
    return weights[:-1], float(weights[-1])


def tell(learnt, rows):
    """How it goes with utterances that were not learnt: how whole ones rank above beginnings, and how sure is right."""
    weights, bias = learnt
    whole, counts = np.array([row.whole for row in rows]), balanced(rows)
    scores = np.array([weights[places(row.words)].sum() + bias for row in rows])
    print(f"kept apart: {above(scores[whole], scores[~whole]):.3f} of the pairs in order")
    for source in sorted({row.source for row in rows}):
        inside = np.array([row.source == source for row in rows])
        print(f"  {source}: {above(scores[whole & inside], scores[~whole & inside]):.3f}")
    sure = 1 / (1 + np.exp(-scores))
    for low in np.arange(0, 1, 0.2):
        these = (sure >= low) & (sure < low + 0.2)
        print(
            f"  said {low:.1f} to {low + 0.2:.1f}: {np.average(whole[these], weights=counts[these]):.2f} were whole"
        )


if __name__ == "__main__":
    main(Path(sys.argv[1]))
