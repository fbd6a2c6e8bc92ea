"""Random interleavings: a slice in every run, a hundred thousand in `make sim`.

The seed is printed; a history that broke a law once is kept in SEEDS, and played for ever.
"""

import os
import random
from concurrent.futures import ProcessPoolExecutor

import pytest

from solovox.testing.law_broken import LawBroken
from solovox.testing.simulation import simulate

STEPS = int(os.environ.get("SIM_STEPS", "300"))
FIRST = int(os.environ.get("SIM_SEED", str(random.SystemRandom().randrange(10**9))))
CHUNK = 250

SEEDS = {
    0: "under `self` speech did not end the read",
    8: "'hang on' taken out of the middle of an instruction",
    12: "a hold expired into a deadline that did not move",
    17: "what the ear said of itself came in the step in which the core routed",
    187: "an answer that was heard was asked again",
    243: "words that came after the wait for them was over",
    341: "a routing call of a connection that was recycled in the same step",
    561: "'stop, send it' was asked",
    899: "a surface that reports the second read as played before the first",
    1627: "the pulse was overdue as soon as the floor was free",
}


@pytest.mark.parametrize("seed", SEEDS, ids=str)
def test_a_history_that_once_broke_a_law_keeps_them_all(seed):
    simulate(seed)


def play(seeds):
    for seed in seeds:
        try:
            simulate(seed)
        except LawBroken as broken:
            return f"seed {seed}: {broken}"
        except Exception as crash:  # noqa: BLE001 - whatever it was, the seed must be told
            return f"seed {seed}: {crash!r}"
    return None


def test_random_histories_keep_the_laws():
    seeds = range(FIRST, FIRST + STEPS)
    chunks = [seeds[i : i + CHUNK] for i in range(0, len(seeds), CHUNK)]
    print(f"\n{STEPS} histories from seed {FIRST}")
    broken, done = [], 0
    with ProcessPoolExecutor(2) as pool:
        for chunk, found in zip(chunks, pool.map(play, chunks), strict=True):
            done += len(chunk)
            broken += [found] if found else []
            if STEPS > 5_000 and done % 5_000 < CHUNK:
                print(f"{done} of {STEPS}, {len(broken)} broken", flush=True)
    assert broken == []
