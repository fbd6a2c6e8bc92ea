"""How well what is known of words ranks the ends of turns above the pauses within. Only text: takes seconds.

python -m turns.score_words [TRACED] [--held-out]

TRACED: lines of `turns.traced`, for what a recogniser wrote and the voice beside the words. `--held-out` shows the odd takes;
nothing is chosen by them. Of the pairs (an end, a pause) counted are all, and those whose words differ by one at most, for in
this set ends have more words than pauses by its make.
"""

import json
import sys
from pathlib import Path

import numpy as np

from solovox.live.local.ending import breaks_off, hangs
from solovox.meaning.whole import Whole, words_of
from turns.deal import takes


def above(ends, pauses):
    """The share of pairs in which the end is above the pause; equal ones count half."""
    order = np.sort(np.asarray(pauses))
    low, high = np.searchsorted(order, ends, "left"), np.searchsorted(order, ends, "right")
    return float((low + high).mean() / 2 / len(order))


def near(rows, scores):
    """The same of pairs of nearly as many words."""
    found = []
    for length in {len(words_of(text)) for text, _, _ in rows}:
        ends = [
            s for (text, end, _), s in zip(rows, scores, strict=True) if end and len(words_of(text)) == length
        ]
        pauses = [
            s
            for (text, end, _), s in zip(rows, scores, strict=True)
            if not end and abs(len(words_of(text)) - length) <= 1
        ]
        if ends and pauses:
            found.append((above(ends, pauses), len(ends) * len(pauses)))
    return sum(share * pairs for share, pairs in found) / sum(pairs for _, pairs in found)


def said(held_out):
    """(words so far, whether that is the end, kind) of all takes that have words; not the pause between two questions."""
    return [
        (" ".join(take.parts[: at + 1]), at + 1 == len(take.parts), take.kind)
        for take in takes()
        if take.kind != "human" and take.held_out == held_out
        for at in range(len(take.parts))
        if at + 1 == len(take.parts) or take.kind != "two at once"
    ]


def tell(name, rows, scores):
    """One line, and one for each kind."""
    scores, ends = np.array(scores), np.array([end for _, end, _ in rows])
    print(f"{name}: all {above(scores[ends], scores[~ends]):.3f}, near {near(rows, scores):.3f}", end=" |")
    for kind in dict.fromkeys(kind for _, _, kind in rows):
        inside = np.array([one == kind for _, _, one in rows])
        if (inside & ends).any() and (inside & ~ends).any():
            print(f" {kind} {above(scores[inside & ends], scores[inside & ~ends]):.2f}", end="")
    print()


def folded(columns, ends, folds=5):
    """A logistic layer of columns, each row judged by one that did not see it."""
    rows = np.column_stack([*columns, np.ones(len(ends))])
    found = np.zeros(len(ends))
    for fold in range(folds):
        out = np.arange(len(ends)) % folds == fold
        weights = np.zeros(rows.shape[1])
        for _ in range(30):
            sure = 1 / (1 + np.exp(-rows[~out] @ weights))
            bent = (rows[~out] * (sure * (1 - sure))[:, None]).T @ rows[~out] + 1e-3 * np.eye(rows.shape[1])
            weights -= np.linalg.solve(bent, rows[~out].T @ (sure - ends[~out]) + 1e-3 * weights)
        found[out] = rows[out] @ weights
    return found


def logit(share):
    """Of a probability."""
    share = np.clip(np.asarray(share, dtype=float), 1e-3, 1 - 1e-3)
    return np.log(share / (1 - share))


def main():
    held_out = "--held-out" in sys.argv
    judge = Whole.read()
    rows = said(held_out)
    tell("rules, without marks", rows, [-hangs(text.rstrip(".,?!:")) for text, _, _ in rows])
    tell("words", rows, [judge.whole(text) for text, _, _ in rows])
    for file in [one for one in sys.argv[1:] if not one.startswith("--")]:
        traced = [json.loads(line) for line in Path(file).read_text().splitlines()]
        traced = [
            one
            for one in traced
            if one["take"] % 2 == held_out
            and one["kind"] != "human"
            and (one["end"] or one["kind"] != "two at once")
        ]
        heard = [(one["words"], one["end"], one["kind"]) for one in traced]
        ends = np.array([one["end"] for one in traced], dtype=float)
        likely = logit([one["likely"] for one in traced])
        whole = logit([judge.whole(one["words"]) for one in traced])
        marks = np.array([breaks_off(one["words"]) for one in traced], dtype=float)
        tell("heard: rules", heard, [-hangs(text) - breaks_off(text) for text, _, _ in heard])
        tell("heard: words", heard, whole)
        tell("heard: voice", heard, likely)
        tell("heard: voice and rules", heard, folded([likely, marks], ends))
        tell("heard: voice and words", heard, folded([likely, whole], ends))
        tell("heard: voice, words and rules", heard, folded([likely, whole, marks], ends))


if __name__ == "__main__":
    main()
