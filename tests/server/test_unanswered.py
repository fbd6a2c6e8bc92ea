"""A blocking call that nobody answers: whose turn ends, and what becomes of the answer."""

import re

import pytest

from server.rig import FAST, LIVE_31, NATIVE, Rig, function, tools
from solovox.server.options import ServerOptions


def waiting(model=NATIVE, choices=FAST):
    """A talk in which a blocking call has not been answered for some time."""
    rig = Rig(choices, model=model, tools=tools(function())).says("Go")
    return rig.pass_time(until=10_000)


@pytest.mark.parametrize(("model", "shape"), [(NATIVE, "SHCG(EU)R"), (LIVE_31, "SH0C")])
def test_V2_a_call_that_is_not_answered_at_once_ends_the_turn_where_the_family_does_that(model, shape):
    assert waiting(model).order == shape


def test_V2_its_result_is_the_next_turn():
    rig = waiting()
    before = rig.order
    rig.answer(rig.calls[0].id, "Here it is.")
    assert re.fullmatch(r"(O+A+)+G\(EU\)R", rig.order.removeprefix(before))
    assert rig.said == "Here it is."


def test_V3_V5_speech_cancels_it_all_the_same():
    rig = waiting()
    before = rig.order
    rig.begins()
    assert rig.order.removeprefix(before) == "K"
    assert rig.answer(rig.calls[0].id).order.removeprefix(before) == "K"


def test_V2_a_quick_answer_belongs_to_the_turn_as_in_the_recordings():
    rig = Rig(ServerOptions(), tools=tools(function())).says("Go").pass_time(until=900)
    rig.answer(rig.calls[0].id, "Here it is.").pass_time(until=10_000)
    assert re.fullmatch(r"SHC(O*A)+G\(EU\)R", rig.order)
