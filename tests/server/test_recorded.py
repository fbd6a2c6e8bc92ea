"""What a client of the real service sent, sent to our machine: its turns have the shape of the service's."""

import pytest

from server.rig import FAST, Rig
from solovox.server import served_events as h
from solovox.wire.gemini_live.client_frames import ClientContent, RealtimeInput, Setup, ToolResponse
from solovox.wire.gemini_live.codec import decode_client, decode_server
from solovox.wire.gemini_live.parts import FunctionResponse
from strangers.told import TURN, turns
from wire.recorded import every

FRAMES = {}
for one in every():
    if one.side == "client":
        FRAMES.setdefault(one.of, []).append(decode_client(one.frame))
HEARD = "Hello, my name is Marcelo."


def replayed(frames):
    """Sound becomes one utterance, each tool is called once, and answers go to the calls that we made."""
    called = [(f.name, {}) for t in frames[0].tools for f in t.function_declarations]
    rig, spoken = Rig(FAST, chooses=lambda words: called.pop() if called else None, begin=False), False
    for message in frames:
        match message:
            case Setup():
                rig.tell(h.SetUp(message))
            case RealtimeInput(audio=audio) if audio is not None:
                if not spoken:
                    rig.says(HEARD)
                spoken = True
            case ToolResponse(function_responses=(answered,)):
                response = FunctionResponse(
                    name=answered.name, response=answered.response, id=rig.calls[-1].id
                )
                rig.tell(h.MessageReceived(ToolResponse(function_responses=(response,))))
            case _:
                rig.tell(h.MessageReceived(message))
    return rig


@pytest.mark.parametrize("of", FRAMES)
def test_V2_every_recorded_client_gets_turns_of_the_recorded_shape(of):
    frames = FRAMES[of]
    rig = replayed(frames)
    assert rig.close is None
    assert rig.order.startswith("S")
    found = turns(rig.order)
    asked = [one for one in frames if isinstance(one, ClientContent) and one.turn_complete]
    unanswered = bool(rig.calls) and not any(isinstance(one, ToolResponse) for one in frames)
    assert len(found) >= len(asked) - unanswered
    for turn in found:
        assert TURN.fullmatch(turn), (turn, rig.order)


def test_what_was_recorded_is_understood_as_it_was_meant():
    seeded = replayed(FRAMES["pydantic-ai.test_message_history_seeding"])
    assert [one.text for one in seeded.thought[0].history] == [
        "My name is Alice and my favorite color is teal.",
        "Nice to meet you, Alice!",
    ]
    assert seeded.thought[0].words == "What is my name and favorite color?"
    (call,) = replayed(FRAMES["pydantic-ai.test_text_tool_round_parity.google-current"]).calls
    assert call.name == "get_weather"


USED = {}
for one in every():
    used = decode_server(one.frame).usage_metadata if one.side == "server" else None
    if used is not None:
        USED.setdefault(one.of, []).append(used)
FAR = {"pydantic-ai.test_history_seeding_parity.google-previous": 3}
"""One snapshot of 2.5 begins with a third of what the other five recordings of 2.5 begin with."""


@pytest.mark.parametrize("of", USED)
def test_V4_the_prompt_of_every_recorded_turn_is_counted_about_as_the_service_did(of):
    own = replayed(FRAMES[of]).usages
    assert len(own) == len(USED[of])
    factor = FAR.get(of, 1.1)
    for ours, theirs in zip(own, USED[of], strict=True):
        assert 1 / factor <= ours.prompt_token_count / theirs.prompt_token_count <= factor, (ours, theirs)


@pytest.mark.parametrize("of", USED)
def test_V4_the_recorded_totals_are_prompt_and_answer_without_thoughts(of):
    for used in USED[of]:
        assert used.total_token_count == used.prompt_token_count + used.response_token_count
