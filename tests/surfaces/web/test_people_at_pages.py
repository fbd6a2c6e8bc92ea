"""Histories of people at pages keep the laws; so does every seed that once did not. `make sim` plays thousands."""

import pytest

import simulate as sim
from laws.law_broken import LawBroken
from portions import sampled
from surfaces.web.people_at_pages import Pages, meet

pytestmark = pytest.mark.slow


@pytest.mark.parametrize("first", sampled(range(0, 32, 4), (8, 24)))
def test_people_at_pages_keep_the_laws(first):
    for seed in range(first, first + 4):
        meet(seed)


def test_seeds_are_played_by_make_sim_too():
    assert sim.play(range(2), "pages") == []


def test_every_kind_of_client_has_its_turn():
    worlds = [Pages(seed) for seed in range(200)]
    assert {(one.honest, one.first_client) for one in worlds} == {
        (a, b) for a in (True, False) for b in (True, False)
    }


def test_S2_a_watcher_that_finds_a_law_broken_says_so():
    """A world in which other bytes were let through than the surface was given."""

    class Deaf(Pages):
        def build(self):
            talk = super().build()
            self.watch.voice = AllSilent()
            return talk

    class AllSilent(dict):
        def __getitem__(self, read):
            return bytes(len(super().__getitem__(read)))

    with pytest.raises(LawBroken, match="S2: other sound"):
        any(meet(seed, Deaf) is None for seed in range(8))
