"""A brain that calls the functions that the client declared: what goes out on the wire, and what the brain gets back."""

import asyncio
import re
from dataclasses import replace

import pytest

from server.rig import FAST, READER, Rig, function, setup, tools
from server.test_session import served
from solovox.ports import Brain, Wrote
from solovox.server import served_commands as o
from solovox.server import served_events as h
from solovox.server.options import ChoosesCalls, ServerOptions
from solovox.wire.gemini_live import client_frames as c
from solovox.wire.gemini_live.parts import Behavior, FunctionResponse, text_content
from virtual import virtual

CALLS = replace(FAST, chooses=ChoosesCalls.BRAIN, phrases=True)
TEXT = {"type": "STRING"}
LIGHTS = function("lights", required=("room",), room=TEXT)
MUSIC = function("music", required=("genre",), genre=TEXT)
BOTH = (h.WantedCall(1, "lights", {"room": "hall"}), h.WantedCall(2, "music", {"genre": "jazz"}))


def called(rig):
    return [(call.name, call.args) for call in rig.calls]


def says_it(order):
    """The brain says the last result, and has answered."""
    if order.key != 2:
        return []
    return [h.AnswerTextReady(order.turn, f"{order.text} All done."), h.AnswerEnded(order.turn)]


def rig_of(*declared, choices=CALLS, answers=lambda words: ["Wait.", BOTH], given=says_it, **more):
    return Rig(choices, answers=answers, given=given, tools=tools(*declared), **more)


def returned(rig):
    return [(one.key, one.text, one.failed) for one in rig.commands if isinstance(one, o.ReturnResult)]


def test_V7_a_brain_that_calls_is_given_the_functions_and_what_it_calls_at_once_is_one_message():
    rig = rig_of(LIGHTS, MUSIC).says("Lights, and jazz.")
    assert [tool.name for tool in rig.thought[0].tools] == ["lights", "music"]
    assert called(rig) == [("lights", {"room": "hall"}), ("music", {"genre": "jazz"})]
    assert rig.order.count("C") == 1
    first, second = rig.calls
    rig.answer(first.id, {"error": "no bulb"}, name="lights")
    assert returned(rig) == [(1, "no bulb", True)]
    assert rig.said == "Wait."
    rig.answer(second.id, "Jazz.", name="music")
    assert returned(rig)[1:] == [(2, "Jazz.", False)]
    assert rig.said == "Wait. Jazz. All done."
    assert re.fullmatch(r"SH+(O|A|C)+G\(EU\)R", rig.order), "one turn, to its one end"


def test_V5_speech_cancels_the_calls_and_the_brain():
    rig = rig_of(LIGHTS, MUSIC).says("Lights, and jazz.")
    rig.begins()
    assert rig.order.endswith("IK(EU)R")
    assert [one.turn for one in rig.commands if isinstance(one, o.AbandonTurn)] == [1]
    rig.answer(rig.calls[0].id, "too late", name="lights")
    assert returned(rig) == []


def test_V7_a_turn_that_has_stopped_waiting_is_gone_on_with_by_the_next_one():
    rig = (
        rig_of(LIGHTS, MUSIC, choices=replace(CALLS, call_patience_ms=0))
        .says("Lights, and jazz.")
        .pass_time()
    )
    assert rig.order.endswith("G(EU)R")
    before = rig.order
    for call in rig.calls:
        rig.answer(call.id, f"{call.name} done.", name=call.name)
    assert rig.said == "Wait.music done. All done."
    assert re.fullmatch(r"(O|A)+G\(EU\)R", rig.order.removeprefix(before))


def test_V5_a_brain_whose_turn_has_stopped_waiting_is_let_go_when_the_person_says_something_else():
    rig = (
        rig_of(LIGHTS, MUSIC, choices=replace(CALLS, call_patience_ms=0))
        .says("Lights, and jazz.")
        .pass_time()
    )
    rig.begins()
    assert rig.order.endswith("K")
    assert [one.turn for one in rig.commands if isinstance(one, o.AbandonTurn)] == [1]


def test_V5_a_brain_is_told_that_what_nobody_waits_for_has_begun_and_words_its_result_later():
    quick = function("music", Behavior.NON_BLOCKING, required=("genre",), genre=TEXT)
    rig = rig_of(
        quick,
        answers=lambda words: [words] if words.startswith("The tool") else [(h.WantedCall(2, "music", {}),)],
        given=says_it,
    ).says("Jazz.")
    assert rig.said == "It is being done. What comes of it will follow. All done."
    rig.answer(rig.calls[0].id, "It plays.", name="music")
    assert rig.said.endswith("The tool says: It plays.")


def test_V3_a_call_that_comes_while_a_nod_is_understood_is_made_when_the_answer_goes_on():
    choices = ServerOptions(chooses=ChoosesCalls.BRAIN)
    rig = rig_of(LIGHTS, MUSIC, choices=choices, answers=lambda words: ["word " * 40, None]).says("Tell me.")
    rig.begins().tell(h.CallsWanted(1, BOTH))
    assert rig.calls == []
    rig.ends("mm-hm").pass_time()
    assert [call.name for call in rig.calls] == ["lights", "music"]


@pytest.mark.parametrize(
    ("instruction", "called_with"), [("Never speak. Call ask.", {"words": "Go on."}), (READER, None)]
)
def test_V6_an_instruction_that_orders_silence_or_reading_is_kept(instruction, called_with):
    ask = (function(),) if called_with else ()
    rig = Rig(CALLS, instruction=instruction, tools=tools(*ask) if ask else ()).says("Go on.")
    assert [call.args for call in rig.calls] == ([called_with] if called_with else [])
    assert rig.said == ("" if called_with else "Go on.")
    assert rig.thought == []


class Planner(Brain):
    """Calls two functions at once, and one of its own, and says what came of them."""

    async def answer(self, question, host):
        self.tools = {tool.name: tool.parameters for tool in question.tools}
        yield Wrote("I look. ")
        async with asyncio.TaskGroup() as group:
            found = [group.create_task(host.call("lights", {"room": room})) for room in ("hall", "attic")]
        yield Wrote(" ".join(one.result().text for one in found))


@virtual
async def test_V7_a_session_hands_results_back_to_the_brain_that_waits(tmp_path):
    planner = Planner()

    async with served(tmp_path, CALLS, planner) as (pipe, _):
        asked = c.ClientContent(turns=(text_content("Lights"),), turn_complete=True)
        pipe.says(setup(tools=tools(LIGHTS)), asked)
        await pipe.until("C")
        calls = pipe.frames[-1].tool_call.function_calls
        answers = tuple(
            FunctionResponse(id=one.id, name=one.name, response={"output": one.args["room"]}) for one in calls
        )
        pipe.says(c.ToolResponse(function_responses=answers))
        await pipe.until("R")
    texts = [one.server_content.output_transcription for one in pipe.frames if one.server_content]
    assert "".join(text.text for text in texts if text) == "I look. hall attic"
    assert planner.tools == {
        "lights": {"type": "object", "properties": {"room": {"type": "string"}}, "required": ["room"]}
    }
