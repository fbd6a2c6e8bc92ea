"""How often what is right is among the first five, by the real sentence model: two sets of requests.

The first was frozen before there was a search, the second was written when it was done, and neither is changed.
"""

import hashlib
from pathlib import Path

import numpy as np
import pytest

from solovox.studio.catalogue.scores import compute_points, digest, read_points, said_of
from solovox.studio.catalogue.search import ToolCatalogue
from solovox.studio.catalogue.shelf import tools
from studio.catalogue.conftest import gone, queries

pytestmark = pytest.mark.slow

FROZEN = {
    "first": "993c463f3aee6a7dd5c521e02ee6085b3439921edad717f5d72fa698e914d0c9",
}
LEAST = 0.9


def share(catalogue, which):
    """Of the requests of a set those whose five results have a right one, and the others."""
    rows = queries(which)
    missed = [said for said, right in rows if not right & {one.tool.id for one in catalogue.search(said)}]
    return 1 - len(missed) / len(rows), missed


@pytest.mark.parametrize("which", FROZEN)
def test_a_set_is_what_it_was_has_a_hundred_requests_and_knows_its_tools(which):
    text = (Path(__file__).parent / f"queries_{which}.tsv").read_bytes()
    assert hashlib.sha256(text).hexdigest() == FROZEN[which]
    rows = queries(which)
    assert len({said for said, _ in rows}) == len(rows) >= 100
    known = {tool.id for tool in tools()}
    assert all(right and right <= known for _, right in rows)


@pytest.mark.weights
@pytest.mark.parametrize("which", FROZEN)
def test_what_is_right_is_among_the_first_five(real, which):
    found, missed = share(real, which)
    assert found >= LEAST, missed


def test_words_alone_find_most_of_the_first():
    found, missed = share(ToolCatalogue(gone), "first")
    assert found >= LEAST, missed


def test_the_points_are_of_what_is_said_of_the_tools():
    kept, points = read_points()
    assert kept == digest([said_of(tool) for tool in tools()]), "run scripts/catalogue-points"
    assert points.shape == (len(tools()), 384)
    assert np.linalg.norm(points, axis=1) == pytest.approx(1, abs=1e-3)


@pytest.mark.weights
def test_the_points_are_those_of_the_sentence_model(minilm):
    some = range(0, len(tools()), 20)
    fresh = compute_points([said_of(tools()[at]) for at in some], minilm)
    assert (fresh * read_points()[1][list(some)]).sum(axis=1) == pytest.approx(1, abs=1e-3)
