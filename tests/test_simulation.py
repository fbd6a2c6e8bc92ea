"""Random histories keep the laws: a slice of `make sim`, and every seed that once did not."""

import pytest

import simulate as sim
from solovox.testing.simulation import simulate


@pytest.mark.parametrize("first", range(0, 200, 20))
def test_random_histories_keep_the_laws(first):
    assert sim.play(range(first, first + 20)) == []


@pytest.mark.slow
@pytest.mark.parametrize("first", range(200, 2_000, 200))
def test_many_random_histories_keep_the_laws(first):
    assert sim.play(range(first, first + 200)) == []


def test_seeds_that_once_broke_a_law_no_longer_do():
    for seed in sim.pinned():
        simulate(seed)


def test_a_seed_is_a_history():
    assert simulate(7).events == simulate(7).events
    assert simulate(7).events != simulate(8).events


def test_what_breaks_is_reported_with_its_seed():
    no_seed = [1]
    ((seed, what),) = sim.play([no_seed])
    assert seed == no_seed
    assert what.startswith("TypeError")
