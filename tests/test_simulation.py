"""Random histories keep the laws: a slice of `make sim`, what Hypothesis draws, and every seed that once did not."""

import pytest
from hypothesis import given, note, settings
from hypothesis import strategies as st

import simulate as sim
from laws.simulation import begin, play, simulate

pytestmark = pytest.mark.slow


@pytest.mark.parametrize("first", range(0, 200, 20))
def test_random_histories_keep_the_laws(first):
    assert sim.play(range(first, first + 20)) == []


@pytest.mark.wide
@pytest.mark.slow
@settings(max_examples=40)
@given(st.randoms(use_true_random=False))
def test_a_history_that_hypothesis_draws_keeps_the_laws(random):
    """The same adversary. What breaks a law is shrunk to the shortest that does."""
    history = begin(random)
    try:
        play(history, random, 40)
    finally:
        note("\n".join(f"{at} {event}" for at, event in history.events))


@pytest.mark.slow
@pytest.mark.parametrize("first", range(200, 600, 200))
def test_many_random_histories_keep_the_laws(first):
    assert sim.play(range(first, first + 200)) == []


@pytest.mark.slow
def test_seeds_that_once_broke_a_law_no_longer_do():
    for world, seed in sim.pinned():
        sim.WORLDS[world].play(seed)


def test_what_is_pinned_names_its_world(tmp_path):
    file = tmp_path / "seeds.txt"
    assert sim.pinned(file) == []
    file.write_text("# seeds\n\n17  # of old\n")
    found = [("people", 5, "T3: two\nlines"), ("any", 17, "known"), ("people", 17, "x")]
    sim.pin([sim.Broken(*one) for one in found], file)
    assert sim.pinned(file) == [("any", 17), ("people", 5), ("people", 17)]
    assert "T3: two\n" in file.read_text()


def test_every_seed_is_played_once():
    assert [list(one) for one in sim.batches(7, 5, 2)] == [[7, 8], [9, 10], [11]]


def test_a_seed_is_a_history():
    assert simulate(7).events == simulate(7).events
    assert simulate(7).events != simulate(8).events


def test_what_breaks_is_reported_with_its_seed():
    no_seed = [1]
    ((world, seed, what),) = sim.play([no_seed])
    assert (world, seed) == ("any", no_seed)
    assert what.startswith("TypeError")
