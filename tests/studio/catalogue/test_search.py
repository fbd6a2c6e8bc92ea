"""What is found for a request, with the sentence model and without."""

import logging
from concurrent.futures import ThreadPoolExecutor

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from solovox.ports.studio import CatalogueTool
from solovox.studio.catalogue.scores import fuse_orders
from solovox.studio.catalogue.search import ToolCatalogue
from studio.catalogue.conftest import gone

pytestmark = pytest.mark.slow


def ids(found):
    return [one.tool.id for one in found]


def made(id_, about, when="Use it where it is needed.", domain="interface"):
    return CatalogueTool(id_, id_, id_, domain, about, when, "import it", "1.0.0", "2026-11-25")


def test_what_is_said_of_a_tool_finds_it_with_the_reason(catalogue):
    found = catalogue.search("I want to move cards between columns by dragging")
    assert found[0].tool.id == "sortable"
    assert found[0].score == pytest.approx(1)
    assert found[0].why == "fits “move cards between columns dragging”"


def test_words_are_one_in_all_their_forms(catalogue):
    assert "confetti" in ids(catalogue.search("celebrating a birthday"))
    assert "confetti" in ids(catalogue.search("birthdays to be celebrated"))


def test_the_best_comes_first_and_no_more_come_than_are_wanted(catalogue):
    found = catalogue.search("charts", most=3)
    assert len(found) == 3
    assert [one.score for one in found] == sorted((one.score for one in found), reverse=True)
    assert all(0 < one.score <= 1 for one in found)
    assert catalogue.search("charts", most=0) == []


@pytest.mark.parametrize("said", ["charts and maps", "Charts and Maps", "charts", "maps"])
def test_a_domain_narrows(catalogue, said):
    found = catalogue.search("a timeline with events", said)
    assert found
    assert {one.tool.domain for one in found} == {"charts and maps"}


def test_a_domain_that_there_is_not_hides_nothing(catalogue):
    assert catalogue.search("charts", "gardening") == catalogue.search("charts")


@pytest.mark.parametrize("nothing", ["", "   ", "I want to use something for my app", "?!", "🙂"])
def test_nothing_is_found_for_nothing(nothing):
    assert ToolCatalogue(gone).search(nothing) == []


def test_a_tool_is_found_by_any_of_its_names(catalogue):
    said = {
        "chartjs": ("chartjs", "Chart.js", "chart js", "chart.js"),
        "d3": ("D3", "d three"),
        "three": ("Three.js", "three", "three js"),
        "stripe": ("stripe", "Stripe.js", "@stripe/stripe-js"),
        "turf": ("@turf/turf", "turf js"),
    }
    for id_, names in said.items():
        for name in names:
            assert catalogue.tool(name).id == id_, name
    assert catalogue.tool("no such thing") is None
    assert catalogue.tool("") is None


def test_every_tool_is_found_by_its_id_its_name_and_its_package(catalogue):
    for tool in catalogue.tools():
        assert catalogue.tool(tool.id) == tool
        assert catalogue.tool(tool.name) == tool
        assert catalogue.tool(tool.package) == tool


def test_without_the_sentence_model_words_decide_and_the_log_says_so_once(caplog):
    catalogue = ToolCatalogue(gone)
    with caplog.at_level(logging.WARNING, "solovox.session"):
        assert ids(catalogue.search("confetti"))[:1] == ["confetti"]
        catalogue.search("a map")
    assert [record.message for record in caplog.records] == [
        "the catalogue is searched by words alone: install it"
    ]


def test_points_are_computed_once_where_the_file_has_none_of_these_texts(spelled):
    catalogue = ToolCatalogue(lambda: spelled, [made("one", "It draws."), made("two", "It sings.")])
    with ThreadPoolExecutor(4) as pool:
        found = list(pool.map(catalogue.search, ["draws"] * 8))
    assert {tuple(ids(one)) for one in found} == {("one",)}
    assert spelled.asked == 2 + 8


def test_a_meaning_finds_what_shares_no_word():
    class Same:
        def point(self, text):
            return np.eye(384, dtype=np.float32)[0]

    catalogue = ToolCatalogue(lambda: Same(), [made("one", "It draws.", "Use it for pictures.")])
    (found,) = catalogue.search("paint")
    assert found.why == "for pictures"


@given(st.text())
def test_any_text_may_be_searched_for(text):
    found = WORDS.search(text, text)
    assert len(found) <= 5


WORDS = ToolCatalogue(gone)


def test_an_order_that_does_not_know_a_thing_adds_nothing_to_it():
    knows, not_ = np.array([0.3, 0.9, 0.0], np.float32), np.zeros(3, np.float32)
    assert list(np.argsort(-fuse_orders([knows, not_]))) == [1, 0, 2]
    assert fuse_orders([knows, knows]).max() == pytest.approx(1)
    assert fuse_orders([knows, not_])[2] == 0
