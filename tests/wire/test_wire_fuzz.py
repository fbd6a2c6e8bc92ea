"""Spoiled frames: 20 000 in every run, a million in a long one (SIM_STEPS of 100 000 or more).

A frame is one seed. The first is printed; a seed that broke something once is kept in SEEDS, for ever.
"""

import os
import random
from concurrent.futures import ProcessPoolExecutor

import pytest

from wire.mutations import spoiled, survive

STEPS = int(os.environ.get("SIM_STEPS", "300"))
FIRST = int(os.environ.get("SIM_SEED", str(random.SystemRandom().randrange(10**9))))
FRAMES = 1_000_000 if STEPS >= 100_000 else 20_000
CHUNK = 1_000

SEEDS: dict[int, str] = {}


def play(seeds):
    """How many frames were understood, and the first that broke something."""
    understood = 0
    for seed in seeds:
        try:
            understood += survive(seed)
        except Exception as crash:  # noqa: BLE001 - whatever it was, the seed must be told
            return understood, f"seed {seed}: {crash!r:.300}"
    return understood, None


def test_a_frame_is_a_seed():
    assert spoiled(7) == spoiled(7)
    assert spoiled(7) != spoiled(8)


def test_frames_that_once_broke_the_codec_no_longer_do():
    assert play(SEEDS)[1] is None


@pytest.mark.slow
def test_a_spoiled_frame_is_understood_or_refused_in_one_line():
    chunks = [range(at, at + CHUNK) for at in range(FIRST, FIRST + FRAMES, CHUNK)]
    print(f"\n{FRAMES} spoiled frames from seed {FIRST}")
    broken, understood = [], 0
    with ProcessPoolExecutor(2) as pool:
        for done, (count, found) in enumerate(pool.map(play, chunks), 1):
            understood += count
            broken += [found] if found else []
            if done % 100 == 0:
                print(
                    f"{done * CHUNK} of {FRAMES}, {understood} understood, {len(broken)} broken", flush=True
                )
    assert broken == []
    assert FRAMES // 10 < understood < FRAMES, "the frames are spoiled too much, or too little"
