"""Calls of a served session: who is called with what, what becomes of the answer, and that it counts once."""

import re

import pytest

from server.rig import NATIVE, READER, Rig, function, setup, tools
from solovox.server import served_events as h
from solovox.server.options import ServerOptions
from solovox.wire.gemini_live import client_frames as c
from solovox.wire.gemini_live.parts import Behavior, Scheduling


def test_V7_a_routing_tool_is_given_the_words_as_they_were_heard():
    rig = Rig(tools=tools(function())).says("What time is it?")
    assert rig.order == "SHHHHC"
    (call,) = rig.calls
    assert (call.name, call.args) == ("ask", {"words": "What time is it?"})
    assert re.fullmatch(r"function-call-\d+", call.id)
    rig.answer(call.id, "It is four.")
    assert re.fullmatch(r"SHHHHC(O+A+)+G\(EU\)R", rig.order)
    assert rig.said == "It is four."


def test_V7_a_value_that_was_assumed_is_noted_without_a_word_of_what_was_said():
    rig = Rig(
        tools=tools(function("heat"), function("b")),
        chooses=lambda words: ("heat", {"mode": "eco"}, ("mode",)),
    )
    assert [(call.name, call.args) for call in rig.says("Heat it").calls] == [("heat", {"mode": "eco"})]
    assert rig.notes == ["mode of heat was not said: it is the first of its list"]


def test_V5_a_call_that_nobody_waits_for_ends_the_turn():
    rig = Rig(tools=tools(function(behavior=Behavior.NON_BLOCKING))).says("Go")
    assert rig.order == "SHCG(EU)R"


def test_V3_V5_a_result_that_interrupts_cuts_what_is_being_said():
    rig = Rig(ServerOptions(), tools=tools(function(behavior=Behavior.NON_BLOCKING)))
    rig.says("Go").answer(rig.calls[0].id, "A first result that lasts long.", will_continue=True)
    assert "I" not in rig.order
    rig.answer(rig.calls[0].id, "The last.", scheduling=Scheduling.INTERRUPT).pass_time()
    assert re.fullmatch(r"SHCG\(EU\)R(O*A)+I\(EU\)R(O*A)+G\(EU\)R", rig.order)
    assert rig.said.endswith("The last.")


def test_V5_a_result_when_idle_waits_for_the_end():
    rig = Rig(ServerOptions(), tools=tools(function(behavior=Behavior.NON_BLOCKING)))
    rig.says("Go").answer(rig.calls[0].id, "A first result.", will_continue=True)
    rig.answer(rig.calls[0].id, "The last.", scheduling=Scheduling.WHEN_IDLE).pass_time()
    assert rig.said == "A first result.The last."
    assert "I" not in rig.order


def test_V5_answers_to_unknown_calls_are_ignored():
    rig = Rig(tools=tools(function())).says("Go")
    before = rig.order
    rig.answer("function-call-0", "no").answer(rig.calls[0].id, "yes").answer(rig.calls[0].id, "again")
    assert rig.said == "yes"
    assert rig.order.startswith(before)


def test_V3_V5_speech_interrupts_and_cancels_the_calls_of_the_turn():
    rig = Rig(tools=tools(function())).says("Go")
    rig.begins()
    assert rig.order == "SHCIK(EU)R"
    rig.answer(rig.calls[0].id, "too late").ends("").pass_time()
    assert rig.said == ""


@pytest.mark.parametrize(
    ("response", "text"),
    [
        ({"output": "It is four."}, "It is four."),
        ({"error": "no such place"}, "no such place"),
        ({"temp_c": 12, "sky": "fog", "scheduling": "WHEN_IDLE"}, "temp c: 12, sky: fog"),
        ({"output": {"a": [1, True]}}, "a: 1, true"),
        ({"text": "It is five."}, "It is five."),  # as Strands Agents sends one piece, and several
        ({"result": [{"text": "It is five."}, {"text": "It is late."}]}, "It is five. It is late."),
        ({"output": [{"type": "text", "text": "It is six."}]}, "It is six."),
        ({"text": "It is seven.", "zone": "UTC"}, "text: It is seven., zone: UTC"),
        ({}, ""),
    ],
)
def test_V6_results_are_said_as_they_are(response, text):
    rig = Rig(model=NATIVE, tools=tools(function())).says("Go")
    assert rig.answer(rig.calls[0].id, response).said == text
    assert rig.order.endswith("G(EU)R")


def test_V6_a_result_that_is_too_long_is_cut_and_said():
    rig = Rig(tools=tools(function())).says("Go")
    rig.answer(rig.calls[0].id, "word " * 6_000)
    assert (rig.close, rig.said) == (None, "word " * 4_000)


SORRY = "This text is in letters that my voice has no sounds for."


@pytest.mark.parametrize(
    ("given", "told"),
    [
        ("今は三時です", SORRY),
        ("Добрый день", SORRY),
        ("He said “добрый день”, which means good day.", "He said “добрый день”, which means good day."),
        ("12:30", "12:30"),
    ],
)
def test_V6_what_the_voice_has_no_sounds_for_is_said_to_be_so_and_the_talk_goes_on(given, told):
    result = Rig(tools=tools(function())).says("Go")
    result.answer(result.calls[0].id, given)
    read = Rig(instruction=READER).types(given)
    answered = Rig(answers=lambda words: [given]).types("Hello")
    for rig in (result, read, answered):
        assert (rig.said, rig.close) == (told, None)
        assert rig.order.endswith("G(EU)R")


def test_V6_a_brain_that_goes_on_in_such_letters_is_told_of_once():
    rig = Rig(answers=lambda words: ["日本語です。", "日本語です。", " It is Japanese."]).types("Hello")
    assert rig.said.count("no sounds") == 1
    assert rig.said.endswith("It is Japanese.")


def test_V5_an_id_is_used_once_and_a_later_connection_goes_on_with_others():
    rig = Rig(tools=tools(function()))
    rig.says("One").answer(rig.calls[-1].id).says("Two").answer(rig.calls[-1].id)
    later = Rig(begin=False).tell(h.SetUp(setup(tools=tools(function())), first_call=700)).says("Three")
    ids = [call.id for call in (*rig.calls, *later.calls)]
    assert len(set(ids)) == 3
    assert later.calls[0].id == "function-call-700"


def test_V5_a_silent_result_is_not_said_but_known():
    rig = Rig(tools=tools(function(behavior=Behavior.NON_BLOCKING))).says("Go")
    rig.answer(rig.calls[0].id, "It rains.", scheduling=Scheduling.SILENT)
    assert rig.said == ""
    rig.tell(h.MessageReceived(c.ContextUpdate(tools=c.ToolsUpdate(tools=()))))
    rig.types("And?")
    assert "[ask returned: It rains.]" in [message.text for message in rig.thought[-1].history]


def test_V5_a_call_that_nobody_waits_for_outlives_an_interruption():
    rig = Rig(tools=tools(function(behavior=Behavior.NON_BLOCKING))).says("Go")
    before = rig.order
    rig.begins()
    assert rig.order == before, "nobody waits for it: it goes on"
    assert rig.answer(rig.calls[0].id, "Here.").ends("").said == "Here."


EARS = (
    "You are the ears of an agent. Call converse once, with their words in `words`.\n"
    "If what was said asks for exactly what one of these tools gives, call that tool instead: list_files, echo.\n"
    "Never speak."
)
REMINDED = "[Interface: call converse now, with what the person said last, in `words`. Do not speak.]"


def dispatcher(chosen=None, **more):
    """`chosen`: the tool, its arguments, what was assumed of them, and whether it accounts for all that was said."""
    looks = function("list_files", required=(), path={"type": "STRING"})
    declared = tools(function("converse"), looks, function("echo"))
    return Rig(tools=declared, instruction=EARS, chooses=lambda words: chosen, **more)


def called(rig):
    return [(call.name, call.args) for call in rig.calls]


def test_V7_a_dispatcher_hands_over_what_it_is_unsure_of_at_once():
    assert called(dispatcher().says("Why is the sky blue?")) == [
        ("converse", {"words": "Why is the sky blue?"})
    ]


def test_V7_a_dispatcher_calls_a_tool_for_exactly_what_it_gives():
    rig = dispatcher(("list_files", {}, (), True))
    assert called(rig.says("What files are here?")) == [("list_files", {})]


def test_V7_a_dispatcher_hands_over_what_a_tool_that_sounds_near_does_not_account_for():
    said = "Delete all the files."
    assert called(dispatcher(("list_files", {})).says(said)) == [("converse", {"words": said})]


def test_V7_a_dispatcher_that_is_reminded_hands_over_what_was_said_and_not_the_reminder():
    rig = dispatcher(("list_files", {}, (), True)).says("What files are here?")
    rig.tell(h.MessageReceived(c.RealtimeInput(text=REMINDED)))
    assert called(rig)[1:] == [("converse", {"words": "What files are here?"})]
    rig.tell(h.MessageReceived(c.RealtimeInput(text="[Interface, for your information: it rains]")))
    assert len(rig.calls) == 2
    assert rig.said == ""


def test_V7_a_model_that_may_speak_answers_what_it_is_unsure_of():
    rig = Rig(
        tools=tools(function("converse"), function("echo")), instruction="Call converse for all. Be kind."
    )
    assert (rig.says("Why is the sky blue?").calls, rig.said) == ([], "You said Why is the sky blue?")


WEATHER = function("get_weather", required=("city",), city={"type": "STRING"})


def test_V7_one_tool_with_a_value_of_its_own_is_not_called_with_all_that_was_said():
    rig = Rig(
        tools=tools(WEATHER),
        chooses=lambda words: ("get_weather", {"city": "London"}) if "London" in words else None,
    )
    rig.says("What is the weather in London?").answer(rig.calls[0].id).says("Hello there!")
    assert called(rig) == [("get_weather", {"city": "London"})]
    assert rig.said.endswith("You said Hello there!")


@pytest.mark.parametrize(
    ("name", "about", "whole"),
    [
        ("instruction", "", True),
        ("userRequest", "", True),
        ("search_query", "", True),
        ("task_description", "", True),
        ("q", "What the user said, word for word.", True),
        ("it", "The user's request.", True),
        ("city", "", False),
        ("city", "The city the user wants the weather of.", False),
        ("message_id", "", False),
        ("symbol", "The ticker.", False),
    ],
)
def test_V7_what_a_parameter_is_called_or_told_to_be_decides_whether_it_takes_the_words(name, about, whole):
    rig = Rig(tools=tools(function(required=(name,), **{name: {"type": "STRING", "description": about}})))
    assert called(rig.says("Hello there!")) == ([("ask", {name: "Hello there!"})] if whole else [])
