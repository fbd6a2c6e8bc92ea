"""Of many tools the nearest to what was said are told."""

import logging
from concurrent.futures import ThreadPoolExecutor

import pytest
from hypothesis import given
from hypothesis import strategies as st

from meaning.spelled import Spelled
from solovox.meaning.nearest import KEPT, MOST, NearestTools, by_words
from solovox.ports import ToolResult
from solovox.testing.fakes import ScriptedTool

pytestmark = pytest.mark.slow


class Gone(Exception):
    """There is no sentence model."""


def tool(name, description="Does something."):
    made = ScriptedTool(name, ToolResult("done"))
    made.description = description
    return made


MANY = [tool(f"tool_{n}", f"Number {n} of the things.") for n in range(40)]
LIGHT = tool("home_light", "Turns the lights on and off in a room.")
MAIL = tool("mail_send", "Sends a letter by electronic mail.")
TOOLS = [*MANY[:20], LIGHT, *MANY[20:], MAIL]


def names(tools):
    return [one.name for one in tools]


def gone():
    raise Gone("install it")


@pytest.fixture(params=["by meaning", "by words"])
def near(request):
    spelled = Spelled()
    return NearestTools((lambda: spelled) if request.param == "by meaning" else gone)


def test_few_tools_are_all_told(near):
    assert near.nearest("lights", TOOLS[:MOST]) == tuple(TOOLS[:MOST])
    assert near.nearest("lights", []) == ()


def test_the_nearest_are_told_in_the_order_in_which_they_stand(near):
    told = near.nearest("turn the lights on in the room, and mail a letter", TOOLS)
    assert len(told) == MOST
    assert {LIGHT, MAIL} <= set(told)
    assert list(told) == [one for one in TOOLS if one in told]
    assert near.nearest("turn the lights on in the room, and mail a letter", TOOLS) == told


def test_what_was_called_stays_and_what_was_named_comes_before_what_sets_brought(near):
    named = names(MANY[:18])
    told = near.nearest("turn the lights on", TOOLS, called=["tool_39"], named=named)
    assert set(named) | {"tool_39", "home_light"} == set(names(told))
    told = near.nearest("number 7 of the things", TOOLS, most=3, named=named, called=["mail_send", "absent"])
    assert names(told)[-1] == "mail_send"
    assert "tool_7" in names(told)
    assert set(names(told)) <= {*named, "mail_send"}


def test_of_those_that_come_first_the_nearest_are_told_where_they_are_too_many(near):
    told = near.nearest("turn the lights on in a room", TOOLS, most=2, called=names(TOOLS))
    assert LIGHT in told
    assert len(told) == 2


def test_a_tool_is_computed_once():
    spelled = Spelled()
    near = NearestTools(lambda: spelled)
    near.prepare(MANY)
    before = spelled.asked
    near.nearest("number 3", MANY)
    near.nearest("number 4", [*MANY, LIGHT])
    assert spelled.asked == before + 3


def test_few_tools_are_not_computed():
    spelled = Spelled()
    NearestTools(lambda: spelled).prepare(MANY[:MOST])
    assert spelled.asked == 0


def test_points_are_not_kept_for_ever():
    spelled = Spelled()
    near = NearestTools(lambda: spelled)
    near.nearest("x", [tool(f"t{n}") for n in range(KEPT + 1)])
    before = spelled.asked
    near.nearest("x", [tool(f"t{n}") for n in range(1, KEPT + 1)])
    assert spelled.asked == before + 1
    near.nearest("x", [tool("t0"), *MANY])
    assert spelled.asked == before + 2 + 1 + len(MANY)


def test_without_the_model_words_count_and_that_is_said_once(caplog):
    near = NearestTools(gone)
    with caplog.at_level(logging.WARNING):
        assert LIGHT in near.nearest("lights", TOOLS)
        assert MAIL in near.nearest("a letter", TOOLS)
    (line,) = caplog.messages
    assert line.endswith("install it")


def test_a_model_that_breaks_costs_the_choice_and_not_the_answer():
    class Broken:
        def point(self, text):
            raise RuntimeError(text)

    assert LIGHT in NearestTools(Broken).nearest("lights", TOOLS)


def test_a_word_that_few_have_counts_more():
    common, rare, other = by_words(
        "open the garage", ["open the mail", "the garage, and open", "open open open"]
    )
    assert rare > common == other > 0
    assert by_words("", ["a"]) == [0]


def test_threads_choose_alike():
    near = NearestTools(Spelled)
    with ThreadPoolExecutor(4) as threads:
        told = list(threads.map(lambda _: near.nearest("turn the lights on", TOOLS), range(8)))
    assert len(set(told)) == 1


@given(st.text(), st.lists(st.text(max_size=9), max_size=30), st.integers(0, 25))
def test_any_text_and_any_tools_are_taken(text, said, most):
    tools = [tool(f"t{n}", one) for n, one in enumerate(said)]
    for choice in (NearestTools(Spelled), NearestTools(gone)):
        told = choice.nearest(text, tools, most, called=["t0"])
        assert len(told) == min(most, len(tools))
        assert len(set(names(told))) == len(told)


@pytest.mark.weights
def test_the_sentence_model_finds_what_shares_no_word(minilm):
    told = NearestTools(lambda: minilm).nearest("it is dark in here", TOOLS, most=1)
    assert told == (LIGHT,)
