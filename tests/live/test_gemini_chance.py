"""A live model that does anything at any moment, by seed; and a talk of twenty minutes on connections that do not last."""

import os
import random

import numpy as np
import pytest

import simulate_live as sim
from live.gemini_chance import CASES, Case, variant, way
from live.gemini_long import judge, long_talk
from live.gemini_rig import ANSWER, Live
from solovox.core import commands as c

SEEDS = range(int(os.environ.get("LIVE_SEEDS", "12")))
TONE = 20_000


@pytest.mark.slow
@pytest.mark.parametrize("seed", SEEDS)
def test_G1_G2_L1_by_any_seed_the_ear_is_not_heard_and_the_sums_add_up(seed):
    chance = random.Random(seed)
    talk = Live(
        way(chance),
        variant(chance),
        said=((400, "what now please", "watt now please"), (8_000, "and then what", "and den what")),
        mic_ms=10_000,
        seed=seed,
    ).held()
    assert talk.why == "the person hung up"
    assert np.count_nonzero(talk.samples == TONE) == 0, "the ear was heard"
    assert talk.wrong_sums == []
    assert talk.double.most_open <= 1
    reads = b"".join(talk.tts.sound(one.said) for one in talk.did(c.Read))
    heard = talk.samples[talk.samples != 0].tobytes()
    assert heard == reads or talk.did(c.Flush) or talk.did(c.Duck)
    calls = [(one.connection, one.call) for one in talk.did(c.AnswerCall)]
    assert len(calls) == len(set(calls))
    assert all(spoken in ANSWER for spoken in (one.said for one in talk.did(c.Read)))


@pytest.mark.slow
def test_L1_L2_L3_twenty_minutes_on_connections_that_last_one():
    """In real time: `benches/long_talk.py`."""
    judge(long_talk(400).held())


@pytest.mark.slow
def test_seeds_that_once_broke_something_no_longer_do():
    for seed in sim.pinned():
        Case(seed, sim.SLOWLY).hold()


SPREAD = (*range(0, len(CASES), 17), *range(2 * len(CASES), 3 * len(CASES), 17))
"""Every narrator, family and variant at least once; thousands of seeds are for `make sim`."""


@pytest.mark.slow
@pytest.mark.parametrize("seed", SPREAD)
def test_G1_G2_L1_over_sockets_with_any_narrator_family_and_variant(seed):
    Case(seed).hold()
