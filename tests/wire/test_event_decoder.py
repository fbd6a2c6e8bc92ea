"""What a server's messages mean to the core."""

import json

import pytest
from hypothesis import given
from hypothesis import strategies as st

from solovox.core import events as core
from solovox.core.units import CallId, ConnectionId
from solovox.wire import live_events as e
from solovox.wire.gemini_live import families
from solovox.wire.gemini_live.codec import decode_client, decode_server
from solovox.wire.gemini_live.event_decoder import REMEMBERED, EventDecoder, wire_id
from solovox.wire.gemini_live.server_frames import ServerMessage
from wire.recorded import every
from wire.strategies import FEW, records

EAR = ConnectionId(3)
SOUND = {"inlineData": {"mimeType": "audio/pcm;rate=24000", "data": "AAABAAIA"}}
PCM = b"\0\0\1\0\2\0"


def reader(family=families.NATIVE_25, **routing):
    return EventDecoder(EAR, family, routing)


def told(*frames, by=None):
    by = by or reader()
    return [one for frame in frames for one in by.read(decode_server(json.dumps(frame)))]


def content(**fields):
    return {"serverContent": fields}


def turn(*parts_):
    return content(modelTurn={"parts": list(parts_)})


def call(name="ask", id_="c1", **args):
    return {"name": name, "args": args} | ({"id": id_} if id_ else {})


def calls(*asked):
    return {"toolCall": {"functionCalls": list(asked)}}


HEARD = core.EarTranscript
INTERRUPTED = core.EarInterrupted(EAR)
ENDED = core.EarTurnEnded(EAR)
GOES_ON = core.EarTurnEnded(EAR, in_progress=True)
UTTERANCE_ENDED = core.EarEndedUtterance(EAR)


@pytest.mark.parametrize(
    ("frame", "events"),
    [
        ({}, []),
        (content(), []),
        ({"setupComplete": {}}, [e.Opened()]),
        ({"setupComplete": {"sessionId": "s"}}, [e.Opened()]),
        (content(inputTranscription={"text": " Hello"}), [HEARD(EAR, " Hello")]),
        (content(inputTranscription={"text": ""}), []),
        (content(inputTranscription={"text": "Hi", "finished": True}), [HEARD(EAR, "Hi"), UTTERANCE_ENDED]),
        (content(interimInputTranscription={"text": "He"}), []),
        (content(outputTranscription={"text": "Hello."}), [core.EarOutputTranscript(EAR, "Hello.")]),
        (turn(SOUND), [e.Spoke(PCM, 24_000)]),
        (turn({"text": "**Ponder**", "thought": True}), [e.ModelWrote("**Ponder**", True)]),
        (turn({"text": "Yes"}), [e.ModelWrote("Yes", False)]),
        (turn({"executableCode": {"code": "print()"}}), []),
        (turn({"inlineData": {"mimeType": "video/mp4", "data": "AAAA"}}), []),
        (content(generationComplete=True), [e.Generated()]),
        (content(interrupted=True), [INTERRUPTED]),
        (content(turnComplete=True), [ENDED]),
        (content(waitingForInput=True), []),
        (
            content(turnComplete=True, turnCompleteReason="RESPONSE_REJECTED"),
            [e.TurnSpoiled("RESPONSE_REJECTED"), ENDED],
        ),
        ({"goAway": {"timeLeft": "50s"}}, [core.EarGoingAway(EAR, 50_000)]),
        ({"goAway": {"timeLeft": "-1s"}}, [core.EarGoingAway(EAR, 0)]),
        ({"goAway": {}}, [core.EarGoingAway(EAR, 0)]),
        ({"toolCallCancellation": {"ids": ["a", "b"]}}, [core.EarCancelled(EAR, (CallId("a"), CallId("b")))]),
        ({"toolCallCancellation": {}}, []),
        (
            {"voiceActivity": {"type": "ACTIVITY_START", "audioOffset": "0.120s"}},
            [],
        ),
        ({"voiceActivity": {"type": "ACTIVITY_END"}}, [UTTERANCE_ENDED]),
        (
            {"voiceActivityDetectionSignal": {"vadSignalType": "VAD_SIGNAL_TYPE_EOS"}},
            [UTTERANCE_ENDED],
        ),
        ({"voiceActivityDetectionSignal": {"vadSignalType": "VAD_SIGNAL_TYPE_SOS"}}, []),
        ({"voiceActivity": {"type": "ACTIVITY_PAUSED"}}, []),
    ],
    ids=str,
)
def test_a_message_is_told_as_what_it_means(frame, events):
    assert told(frame) == events


EVERYTHING = {
    "goAway": {"timeLeft": "1s"},
    "usageMetadata": {"totalTokenCount": 1},
    "sessionResumptionUpdate": {"resumable": True, "newHandle": "h"},
    "toolCall": {"functionCalls": [call(id_="c2")]},
    "serverContent": {
        "turnComplete": True,
        "interrupted": True,
        "generationComplete": True,
        "modelTurn": {"parts": [{"functionCall": call(id_="c1", n=1)}, SOUND]},
        "outputTranscription": {"text": "said"},
        "inputTranscription": {"text": "heard"},
    },
}


def test_G6_within_a_frame_transcriptions_come_first_then_sound_then_calls_then_ends():
    kinds = [type(one) for one in told(EVERYTHING)]
    assert kinds == [
        core.EarTranscript,
        core.EarOutputTranscript,
        e.Spoke,
        core.EarCalled,
        core.EarCalled,
        e.Generated,
        core.EarInterrupted,
        core.EarTurnEnded,
        e.HandleRenewed,
        core.EarGoingAway,
    ]


@FEW
@given(records(ServerMessage))
def test_G6_whatever_a_frame_holds_no_transcription_follows_its_sound(message):
    kinds = [type(one) for one in reader().read(message)]
    if e.Spoke in kinds:
        after = kinds[kinds.index(e.Spoke) :]
        assert core.EarOutputTranscript not in after
        assert core.EarTranscript not in after


# Calls (C1).


def test_a_call_carries_canonical_arguments():
    (asked,) = told(calls(call("ask", z=1, a={"d": "é", "c": [1, None]})))
    assert asked == core.EarCalled(EAR, CallId("c1"), "ask", '{"a":{"c":[1,null],"d":"é"},"z":1}')


@pytest.mark.parametrize(
    ("args", "proposed"),
    [({"instruction": "do it"}, "do it"), ({"instruction": 7}, ""), ({}, ""), ({"other": "x"}, "")],
)
def test_what_a_routing_call_proposes_is_its_named_argument(args, proposed):
    (asked,) = told(calls(call("route", **args)), by=reader(route="instruction"))
    assert asked.proposed == proposed


def test_only_a_routing_call_proposes():
    (asked,) = told(calls(call("other", instruction="do it")), by=reader(route="instruction"))
    assert asked.proposed == ""


IN_CONTENT = turn({"functionCall": call()})
IN_CALL = calls(call())
NAMELESS_CONTENT = turn({"functionCall": call(id_=None)})
NAMELESS_CALL = calls(call(id_=None))


@pytest.mark.parametrize(
    "frames",
    [
        (IN_CONTENT, IN_CALL),
        (IN_CALL, IN_CONTENT),
        ({**IN_CONTENT, **IN_CALL},),
        (IN_CALL, IN_CALL),
        (IN_CALL, content(turnComplete=True), IN_CALL),
        (calls(call(), call()),),
        (IN_CALL, calls(call(other="arguments"))),
        (NAMELESS_CONTENT, NAMELESS_CALL),
        (NAMELESS_CALL, NAMELESS_CONTENT),
        ({**NAMELESS_CONTENT, **NAMELESS_CALL},),
    ],
    ids=str,
)
def test_C1_a_call_that_comes_twice_is_told_once(frames):
    assert sum(isinstance(one, core.EarCalled) for one in told(*frames)) == 1


def test_C1_equal_calls_in_one_message_are_told_apart_by_their_ordinal():
    asked = told(calls(call(id_="a"), call(id_="b"), call(id_="c", n=1), call(id_="d")))
    assert [(one.call, one.ordinal) for one in asked] == [("a", 0), ("b", 1), ("c", 0), ("d", 2)]


def test_the_next_message_counts_from_zero_again():
    asked = told(calls(call(id_="a")), calls(call(id_="b")))
    assert [one.ordinal for one in asked] == [0, 0]


def test_calls_without_an_id_get_one_of_ours_that_is_not_sent_back():
    asked = told(calls(call(id_=None), call(id_=None)))
    assert len({one.call for one in asked}) == 2
    assert [wire_id(one.call) for one in asked] == ["", ""]
    assert wire_id(CallId("function-call-5")) == "function-call-5"


@pytest.mark.parametrize("again", [NAMELESS_CALL, NAMELESS_CONTENT])
def test_the_next_turn_may_ask_for_the_same_without_an_id(again):
    asked = told(NAMELESS_CALL, content(turnComplete=True), again)
    assert [type(one) for one in asked] == [core.EarCalled, core.EarTurnEnded, core.EarCalled]


def test_ids_are_remembered_up_to_a_limit():
    by = reader()
    for n in range(REMEMBERED + 1):
        assert len(told(calls(call(id_=str(n))), by=by)) == 1
    assert told(calls(call(id_=str(REMEMBERED))), by=by) == []
    assert len(told(calls(call(id_="0")), by=by)) == 1


# Sound.


def test_an_odd_byte_waits_for_its_other_half():
    by = reader()
    half = {"inlineData": {"mimeType": "audio/pcm;rate=24000", "data": "AAAB"}}
    assert told(turn(half), by=by) == [e.Spoke(b"\0\0", 24_000)]
    assert told(turn(half), by=by) == [e.Spoke(b"\1\0\0\1", 24_000)]


@pytest.mark.parametrize("end", [{"interrupted": True}, {"turnComplete": True}])
def test_an_odd_byte_is_not_carried_into_the_next_turn(end):
    by = reader()
    told(turn({"inlineData": {"mimeType": "audio/pcm", "data": "AAAB"}}), content(**end), by=by)
    assert told(turn(SOUND), by=by) == [e.Spoke(PCM, 24_000)]


def test_sound_without_a_rate_has_the_familys():
    bare = {"inlineData": {"mimeType": "audio/pcm", "data": "AAA="}}
    assert told(turn(bare)) == [e.Spoke(b"\0\0", 24_000)]


# Ends of turns and utterances (T3).


@pytest.mark.parametrize(
    ("frames", "ends"),
    [
        ([content(turnComplete=True)], [ENDED]),
        ([content(turnComplete=True, interactionStatus="IDLE")], [ENDED]),
        ([content(turnComplete=True, interactionStatus="REQUIRES_ACTION")], [ENDED]),
        ([content(turnComplete=True, interactionStatus="IN_PROGRESS")], [GOES_ON]),
        ([content(turnComplete=True, interactionStatus="SOMETHING_NEW")], [ENDED]),
        ([content(interactionStatus="IN_PROGRESS")], []),
        ([turn(SOUND), content(interactionStatus="IDLE")], [ENDED]),
        ([content(interactionStatus="IDLE")], []),
        ([turn(SOUND), content(turnComplete=True), content(interactionStatus="IDLE")], [ENDED]),
        ([content(turnComplete=True, interactionStatus="IDLE"), content(interactionStatus="IDLE")], [ENDED]),
        (
            [
                turn(SOUND),
                content(turnComplete=True, interactionStatus="IN_PROGRESS"),
                content(interactionStatus="IDLE"),
            ],
            [GOES_ON, ENDED],
        ),
        ([content(interrupted=True), content(turnComplete=True)], [INTERRUPTED, ENDED]),
        ([content(turnComplete=True), content(interrupted=True)], [ENDED, INTERRUPTED]),
    ],
    ids=str,
)
def test_T3_a_turn_in_progress_has_not_ended(frames, ends):
    kinds = (core.EarTurnEnded, core.EarInterrupted)
    assert [one for one in told(*frames, by=reader(families.THINKING_38)) if isinstance(one, kinds)] == ends


END_MARK = {"voiceActivity": {"type": "ACTIVITY_END"}}
START_MARK = {"voiceActivity": {"type": "ACTIVITY_START"}}
FINISHED = content(inputTranscription={"text": "a", "finished": True})


@pytest.mark.parametrize(
    ("frames", "times"),
    [
        ([END_MARK, FINISHED], 1),
        ([FINISHED, END_MARK], 1),
        ([END_MARK, START_MARK, END_MARK], 2),
        ([FINISHED, content(turnComplete=True), FINISHED], 2),
        ([FINISHED, content(interrupted=True), FINISHED], 2),
        ([FINISHED, content(turnComplete=True, interactionStatus="IN_PROGRESS"), END_MARK], 1),
    ],
    ids=str,
)
def test_T3_an_utterances_end_is_told_once(frames, times):
    assert told(*frames).count(UTTERANCE_ENDED) == times


# Handles (L1).


@pytest.mark.parametrize(
    ("update", "events"),
    [
        ({"resumable": True, "newHandle": "h"}, [e.HandleRenewed("h")]),
        ({"resumable": True}, []),
        ({"newHandle": "h"}, []),
        ({"resumable": False, "newHandle": "h"}, []),
        ({}, []),
    ],
)
def test_L1_a_handle_counts_only_when_it_is_there_and_resumable(update, events):
    assert told({"sessionResumptionUpdate": update}) == events


# Any message, and the recorded talks.


@FEW
@given(st.lists(records(ServerMessage), max_size=4))
def test_no_message_is_too_strange_to_be_told(messages):
    by = reader(ask="instruction")
    for message in messages:
        for one in by.read(message):
            assert not isinstance(one, e.Spoke) or (one.pcm and len(one.pcm) % 2 == 0)


def retold(of):
    """What a recorded talk means, call by call and without sound's bytes."""
    by, all_ = None, []
    for one in every():
        if one.of == of and one.side == "client" and '"setup"' in one.frame:
            by = EventDecoder(EAR, families.family_of(decode_client(one.frame).model))
        elif one.of == of and one.side == "server":
            all_ += by.read(decode_server(one.frame))
    return all_


def test_the_recorded_spoken_turn_is_told_in_its_order():
    all_ = retold("pydantic-ai.test_audio_in_server_vad_turn")
    kinds = list(dict.fromkeys(type(one) for one in all_))
    assert "".join(one.text for one in all_ if isinstance(one, core.EarTranscript)).startswith(" Hello")
    assert kinds.index(core.EarTranscript) < kinds.index(core.EarOutputTranscript) < kinds.index(e.Spoke)
    assert kinds[-1] is core.EarTurnEnded
    assert kinds[0] is e.Opened


def test_the_recorded_tool_round_is_told_in_its_order():
    all_ = retold("pydantic-ai.test_text_tool_round_parity.google-current")
    kinds = list(dict.fromkeys(type(one) for one in all_))
    assert kinds[:3] == [e.Opened, core.EarCalled, e.HandleRenewed]
    assert [one.arguments for one in all_ if isinstance(one, core.EarCalled)] == ['{"city":"London"}']
    said = "".join(one.text for one in all_ if isinstance(one, core.EarOutputTranscript))
    assert said == "It is foggy and 12 degrees in London."
