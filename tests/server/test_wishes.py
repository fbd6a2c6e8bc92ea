"""What one utterance asks of the tools: several calls at once, or a question for what is missing."""

import re

import pytest

from server.rig import NATIVE, Rig, function, tools
from solovox.server import served_commands as o
from solovox.server import served_events as h
from solovox.server.asking_back import AskedFor, question
from solovox.wire.gemini_live import client_frames as c
from solovox.wire.gemini_live.parts import Behavior, FunctionResponse

TEXT = {"type": "STRING"}
LIGHTS = function("lights", required=("room",), room=TEXT)
MUSIC = function("music", required=("genre",), genre=TEXT)
WISHES = ("lights", {"room": "kitchen"}, (h.ChosenCall("music", {"genre": "jazz"}),))


def called(rig):
    return [(call.name, call.args) for call in rig.calls]


def answered(*calls):
    given = tuple(
        FunctionResponse(name=one.name, id=one.id, response={"output": f"{one.name} done."}) for one in calls
    )
    return h.MessageReceived(c.ToolResponse(function_responses=given))


def test_V7_two_wishes_are_two_calls_in_one_message_and_both_results_are_said():
    rig = Rig(model=NATIVE, tools=tools(LIGHTS, MUSIC), chooses=lambda words: WISHES).says(
        "Lights, and jazz."
    )
    assert called(rig) == [("lights", {"room": "kitchen"}), ("music", {"genre": "jazz"})]
    assert rig.order == "SHHHC"
    first, second = rig.calls
    assert first.id != second.id
    rig.tell(answered(first))
    assert rig.said == ""
    rig.tell(answered(second))
    assert rig.said == "lights done. music done."
    assert re.fullmatch(r"SHHHC(O+A+)+G\(EU\)R", rig.order)


def test_V5_an_interruption_cancels_both():
    rig = Rig(tools=tools(LIGHTS, MUSIC), chooses=lambda words: WISHES).says("Lights, and jazz.")
    rig.begins()
    told = [
        one for one in (getattr(m, "tool_call_cancellation", None) for m in rig.messages) if one is not None
    ]
    assert rig.order.endswith("IK(EU)R")
    assert [one.ids for one in told] == [tuple(call.id for call in rig.calls)]


def test_V5_a_call_that_nobody_waits_for_beside_one_that_is_waited_for_holds_the_turn_open():
    quick = function("music", Behavior.NON_BLOCKING, required=("genre",), genre=TEXT)
    rig = Rig(tools=tools(LIGHTS, quick), chooses=lambda words: WISHES).says("Lights, and jazz.")
    assert rig.order == "SHHHC"
    assert rig.tell(answered(rig.calls[0])).said == "lights done."


WEATHER = function("weather", required=("city",), city=TEXT)


def test_V7_a_value_that_was_not_said_is_asked_for_and_the_answer_completes_the_call():
    rig = Rig(
        tools=tools(WEATHER),
        chooses={
            "How is the weather?": ("weather", {}, (), ("city",)),
            "London": ("weather", {"city": "London"}),
        }.get,
    )
    rig.says("How is the weather?")
    assert (rig.said, rig.calls) == ("For which city?", [])
    assert re.fullmatch(r"SH+(O+A+)+G\(EU\)R", rig.order)
    rig.says("London")
    assert called(rig) == [("weather", {"city": "London"})]
    asked = [order.asked for order in rig.commands if isinstance(order, o.ChooseTool)]
    assert asked == [None, AskedFor("weather", {}, ("city",))]


def test_V7_what_was_asked_for_is_forgotten_after_one_utterance():
    rig = Rig(
        tools=tools(WEATHER),
        chooses=lambda words: ("weather", {}, (), ("city",)) if "weather" in words else None,
    )
    rig.says("The weather?").says("Never mind.").says("Thanks.")
    asked = [order.asked for order in rig.commands if isinstance(order, o.ChooseTool)]
    assert asked == [None, AskedFor("weather", {}, ("city",)), None]
    assert rig.calls == []


def test_V6_a_model_that_never_speaks_asks_for_nothing():
    rig = Rig(
        tools=tools(WEATHER, LIGHTS),
        instruction="Never speak.",
        chooses=lambda words: ("weather", {}, (), ("city",)),
    )
    assert (rig.says("How is the weather?").said, rig.calls) == ("", [])


@pytest.mark.parametrize(
    ("name", "schema", "asked"),
    [
        ("city", TEXT, "For which city?"),
        ("room", TEXT, "In which room?"),
        ("minutes", {"type": "INTEGER"}, "How many minutes?"),
        ("temperature", {"type": "NUMBER"}, "What should the temperature be?"),
        ("unit", {"type": "STRING", "enum": ["CELSIUS", "FAHRENHEIT"]}, "Which unit: celsius or fahrenheit?"),
        ("to", TEXT, "To whom?"),
        ("body", TEXT, "What should it say?"),
        ("targetLanguage", TEXT, "Into which language?"),
        ("request", TEXT, "What is the request?"),
        ("colour", TEXT, "Which colour?"),
        ("colour", None, "Which colour?"),
    ],
)
def test_V6_the_question_is_for_the_value(name, schema, asked):
    declared = function("a", required=(name,), **{name: schema})
    assert question(AskedFor("a", {}, (name,)), (declared,)) == asked
