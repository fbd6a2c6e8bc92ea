"""The core among people: slices of the plausible worlds of `make sim`, judged by all watchers."""

import pytest

import simulate as sim

pytestmark = pytest.mark.slow


@pytest.mark.parametrize("first", range(0, 60, 10))
def test_T1_T2_T3_A1_N1_C2_L2_somebody_talks_and_nothing_is_lost_or_invented(first):
    assert sim.play(range(first, first + 10), "people") == []


@pytest.mark.wide
@pytest.mark.parametrize("seed", range(2))
def test_C1_C2_a_thousand_typed_asks_have_their_tools(seed):
    assert sim.play(range(seed, seed + 1), "typing") == []


@pytest.mark.parametrize("first", range(0, 60, 20))
def test_N6_N7_T3_A1_N1_they_have_it_read_as_they_like(first):
    assert sim.play(range(first, first + 20), "listeners") == []


@pytest.mark.wide
@pytest.mark.parametrize("first", range(60, 260, 100))
def test_T1_T2_T3_A1_N1_C2_L2_many_people_talk(first):
    assert sim.play(range(first, first + 100), "people") == []


@pytest.mark.wide
@pytest.mark.parametrize("seed", range(2, 4))
def test_C1_C2_many_long_typed_sessions(seed):
    assert sim.play(range(seed, seed + 1), "typing") == []
