"""A live model that does anything at any moment, by seed; and a talk of twenty minutes on connections that do not last."""

import pytest

import simulate_live as sim
from live.gemini_chance import CASES, MODELS, NARRATORS, RELAYED, VARIANTS, Case
from live.gemini_long import MINUTES, judge, long_talk
from portions import sampled


@pytest.mark.wide
@pytest.mark.slow
@pytest.mark.parametrize("minutes", [11, MINUTES])
def test_L1_L2_L3_many_minutes_on_connections_that_last_one(minutes):
    """In eleven a handle is refused, two connections are cut and one is mute. In real time: `benches/long_talk.py`."""
    judge(long_talk(400, minutes).held(), minutes)


@pytest.mark.slow
def test_seeds_that_once_broke_something_no_longer_do():
    for seed in sim.pinned():
        Case(seed, sim.SLOWLY).hold()


TABLE = (
    ("voice", 0, 12),
    ("reader.kept", 1, 5),
    ("reader.fresh", 2, 2),
    ("self", 3, 14),
    ("relay", 0, 15),
)
"""Every narrator and every family once, and a variant of each kind; thousands of seeds are for `make sim`."""


def seed_of(narrator, model, variant):
    case = (narrator, MODELS[model], VARIANTS[variant])
    return CASES.index(case) if narrator in NARRATORS else 2 * len(CASES) + RELAYED.index(case)


SPREAD = (*range(0, len(CASES), 17), *range(2 * len(CASES), 3 * len(CASES), 17))
CHOSEN = [seed_of(*row) for row in TABLE]


def test_the_table_has_every_narrator_and_every_family():
    assert [Case(seed).choices[0] for seed in CHOSEN] == [narrator for narrator, _, _ in TABLE]
    assert {Case(seed).choices[0] for seed in CHOSEN} == {*NARRATORS, "relay"}
    assert {Case(seed).choices[1] for seed in CHOSEN} == set(MODELS)


@pytest.mark.slow
@pytest.mark.parametrize("seed", sampled(dict.fromkeys([*CHOSEN, *SPREAD]), CHOSEN))
def test_G1_G2_L1_over_sockets_with_any_narrator_family_and_variant(seed):
    Case(seed).hold()
