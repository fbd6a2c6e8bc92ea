"""The pure parts of the Gemini ear: where it connects, what it says, what a close means, what is kept of frames."""

import json
from typing import ClassVar

import pytest
from hypothesis import given
from hypothesis import strategies as st

from solovox.core.commands import AnswerCall
from solovox.core.policy import Approval, EarKind, NarratorKind, Policy, Scheduling
from solovox.core.units import CallId, ConnectionId
from solovox.live import losing
from solovox.live.capture import Scrubber
from solovox.live.connection import BadEndpoint, Way
from solovox.live.gemini import CLOSES, DEFAULT_MODEL, endpoint
from solovox.live.losing import LossCause, TrackRecord, is_final, loss_of_status
from solovox.live.setup import answer, context, dispatcher, plan
from solovox.parts.tools.looking import looking
from solovox.ports import AdapterArgs, Tool
from solovox.wire.gemini_live.client_frames import RealtimeInput
from solovox.wire.gemini_live.families import FAMILIES, refusal
from solovox.wire.gemini_live.live_codec import GeminiCodec, setup_message

ONE = ConnectionId(1)
MODELS = {
    "2.0 and 2.5 half-cascade": "gemini-2.0-flash-live-001",
    "2.5 native audio": "gemini-2.5-flash-native-audio-preview-12-2025",
    "3.1": "gemini-3.1-flash-live-preview",
    "3.8": "gemini-3.8-live",
    "3.8 extended thinking": "gemini-3.8-live-extended-thinking",
}
GOOGLE = "wss://generativelanguage.googleapis.com/ws/google.ai.generativelanguage"
CALL = "GenerativeService.BidiGenerateContent"


@pytest.mark.parametrize(
    ("url", "key", "version", "to"),
    [
        (None, "k" * 20, "", f"{GOOGLE}.v1beta.{CALL}"),
        (None, "k" * 20, "v1", f"{GOOGLE}.v1.{CALL}"),
        (None, "auth_tokens/abc", "", f"{GOOGLE}.v1alpha.{CALL}Constrained"),
        (None, "auth_tokens/abc", "v1beta", f"{GOOGLE}.v1beta.{CALL}Constrained"),
        ("ws://127.0.0.1:8", None, "v1", f"ws://127.0.0.1:8/ws/google.ai.generativelanguage.v1.{CALL}"),
        ("http://h:8/", None, "v1", f"ws://h:8/ws/google.ai.generativelanguage.v1.{CALL}"),
        ("https://h", None, "v1", f"wss://h/ws/google.ai.generativelanguage.v1.{CALL}"),
        ("ws://h//ws//live/?a=b", None, "", "ws://h/ws/live?a=b"),
        ("wss://[::1]:9/x", None, "", "wss://[::1]:9/x"),
    ],
)
def test_an_address_becomes_the_place_of_the_service(url, key, version, to):
    assert endpoint(url, key, version).url == to


@pytest.mark.parametrize(
    ("url", "key", "version", "says"),
    [
        ("127.0.0.1:80", None, "", "must begin with ws://"),
        ("ftp://h", None, "", "must begin with ws://"),
        ("ws://", None, "", "must begin with ws://"),
        ("ws://h:port", None, "", "must begin with ws://"),
        (None, "my key", "", "characters that no key has"),
        (None, "kéy", "", "characters that no key has"),
        (None, "k", "v2", "there is no API version 'v2'"),
    ],
)
def test_a_wrong_address_or_key_is_one_clear_line(url, key, version, says):
    with pytest.raises(BadEndpoint) as error:
        endpoint(url, key, version)
    assert says in str(error.value)
    assert "\n" not in str(error.value)
    assert not key or key not in str(error.value)


def test_a_key_is_in_a_header_and_shown_nowhere():
    to = endpoint("wss://h/live?key=querysecret", "headersecret")
    assert to.headers == {"x-goog-api-key": "headersecret"}
    assert "secret" not in repr(to) + str(to) + to.place
    token = endpoint(None, "auth_tokens/secret")
    assert token.headers["Authorization"] == "Token auth_tokens/secret"
    assert "secret" not in repr(token)


KEY, RATE, QUOTA = "see ear.api_key", "is tried again later", "the quota of the key is used up"
NEVER, LATER, ALWAYS = (False, False), (False, True), (True, True)
"""Whether it is tried again: for a session that never got in, and for one that has worked."""


@pytest.mark.parametrize(
    ("code", "reason", "retry", "says"),
    [
        (1000, "The operation was cancelled.", ALWAYS, "connection (1000: The operation was cancelled.)"),
        (1001, "", ALWAYS, "goes away"),
        (1006, "", ALWAYS, "the connection broke (1006)"),
        (1007, "Request contains an invalid argument.", LATER, "refuses what it was sent"),
        (1007, "API key not valid. Please pass a valid API key.", NEVER, KEY),
        (1008, "models/x is not found for API version v1beta, or is not supported for", NEVER, "ear.model"),
        (1008, "Operation is not implemented, or supported, or enabled.", ALWAYS, "by its rules"),
        (1008, "The operation was aborted", ALWAYS, "by its rules"),
        (1008, "BidiGenerateContent session not found", ALWAYS, "does not know the session"),
        (1009, "", ALWAYS, "too large"),
        (1011, "Internal error encountered.", ALWAYS, "the service failed"),
        (1011, "Deadline expired before operation could complete.", ALWAYS, "the service failed"),
        (1011, "Resource has been exhausted (e.g. check quota).", ALWAYS, RATE),
        (1011, "Resource exhausted", ALWAYS, RATE),
        (1011, "RESOURCE_EXHAUSTED", ALWAYS, RATE),
        (1011, "You exceeded your current quota, please check", LATER, QUOTA),
        (1008, "You exceeded your current quota, please check", LATER, QUOTA),
        (1011, "Your prepayment credits are depleted.", NEVER, "the money of the key is spent"),
        (1012, "", ALWAYS, "ended the connection (1012)"),
        (4999, "x", ALWAYS, "ended the connection (4999: x)"),
    ],
)
def test_L1_each_close_has_its_own_answer(code, reason, retry, says):
    lost = closed(code, reason)
    assert tried(lost) == retry
    assert says in str(lost)


def closed(code, reason, **how):
    return losing.loss_of_close(code, reason, CLOSES, **how)


def tried(lost):
    return tuple(not is_final(lost.fault, worked=worked) for worked in (False, True))


@pytest.mark.parametrize(
    ("status", "retry"),
    [
        *((status, NEVER) for status in (401, 403)),
        *((status, LATER) for status in (400, 404, 405, 407, 418, 426, 501, 505)),
        *((status, ALWAYS) for status in (408, 429, 500, 502, 503, 504)),
    ],
)
def test_L1_each_http_answer_has_its_own(status, retry):
    lost = loss_of_status(status)
    assert tried(lost) == retry
    assert f"(HTTP {status})" in str(lost)


REFUSED = LossCause.REFUSED


@pytest.mark.parametrize(
    ("before", "told"),
    [
        ("", [(False, True)]),
        ("set up", [(True, True), (False, False)]),
        ("set up, understood", [(True, True), (True, False), (True, False)]),
        ("understood, refused, answered", [(True, True), (True, False)]),
        ("understood, refused, understood", [(True, False)]),
    ],
)
def test_L1_T5_what_a_refusal_means_depends_on_what_went_before(before, told):
    record = TrackRecord()
    for one in before.split(", ") if before else []:
        match one:
            case "set up":
                record.set_up()
            case "understood" | "answered":
                record.note_understanding(answered=one == "answered")
            case "refused":
                record.note_loss(REFUSED)
    assert [record.note_loss(REFUSED) for _ in told] == told


def test_L1_a_rate_limit_is_waited_for_longer_each_time_and_forgotten_when_it_is_over():
    record, waits = TrackRecord(), []
    for _ in range(8):
        assert record.note_loss(LossCause.BUSY) == (True, True)
        waits.append(record.pause)
    assert waits == [1, 2, 4, 8, 16, 30, 30, 30]
    record.set_up()
    assert record.pause == 0


@pytest.mark.parametrize(
    ("code", "reason", "fault"),
    [
        (1008, "BidiGenerateContent session not found", LossCause.HANDLE),
        (1007, "Request contains an invalid argument.", LossCause.HANDLE),
        (1008, "Requested entity was not found.", LossCause.HANDLE),
        (1008, "models/x is not found", LossCause.HANDLE),
        (1007, "API key not valid.", LossCause.OURS),
        (1011, "quota", LossCause.BUSY),
        (1011, "Internal error", LossCause.SERVICE),
        (1006, "", LossCause.NETWORK),
    ],
)
def test_L3_a_close_that_answers_a_handle_is_the_handles_fault(code, reason, fault):
    assert closed(code, reason, resuming=True).fault is fault


@given(st.integers(0, 5_000), st.text(max_size=130), st.booleans())
def test_any_close_becomes_one_line(code, reason, resuming):
    line = str(closed(code, reason, resuming=resuming))
    assert line
    assert len(line.splitlines()) == 1


@pytest.mark.parametrize("narrator", NarratorKind)
@pytest.mark.parametrize("family", FAMILIES, ids=lambda one: one.name)
def test_no_family_refuses_what_we_set_it_up_with(family, narrator):
    tools = looking(AdapterArgs({}))
    wanted = plan(Policy(ear=EarKind.LIVE, narrator=narrator), MODELS[family.name], "Puck", tools)
    codec = GeminiCodec(wanted, ONE)
    assert codec.family is family
    for handle in (None, "h"):
        first = setup_message(wanted, handle)
        assert refusal(family, first) is None
        assert first.session_resumption.handle == handle
        assert first.input_audio_transcription is not None
        assert first.output_audio_transcription is not None
        assert first.context_window_compression is not None
    for scheduling in (None, *Scheduling):
        for tool in ("ask_agent", tools[0].name):
            given = answer(wanted, AnswerCall(ONE, CallId("1"), tool, "x", scheduling=scheduling))
            assert refusal(family, codec.message(given)) is None
    assert refusal(family, codec.message(context("x"))) is None


def test_an_ear_with_a_brain_beside_it_has_one_tool_and_no_voice():
    wanted = plan(Policy(ear=EarKind.LIVE), DEFAULT_MODEL, "Puck", looking(AdapterArgs({})))
    assert [one.name for one in wanted.tools] == ["ask_agent"]
    holds = plan(
        Policy(ear=EarKind.LIVE, approval=Approval.REVIEW), DEFAULT_MODEL, "Puck", looking(AdapterArgs({}))
    )
    assert [one.name for one in holds.tools] == ["ask_agent", "accept_instruction"]
    assert setup_message(wanted).generation_config.speech_config is None
    assert setup_message(wanted).model == "models/gemini-2.5-flash-native-audio-preview-12-2025"


def test_a_model_that_speaks_for_itself_has_its_tools_and_its_voice():
    tools = looking(AdapterArgs({}))
    wanted = plan(Policy(ear=EarKind.LIVE, narrator=NarratorKind.SELF), DEFAULT_MODEL, "Puck", tools)
    assert [one.name for one in wanted.tools] == [one.name for one in tools]
    assert (
        setup_message(wanted).generation_config.speech_config.voice_config.prebuilt_voice_config.voice_name
        == "Puck"
    )


def test_a_wake_phrase_is_told_to_the_ear():
    assert "'computer'" in dispatcher("computer")
    assert "{" not in dispatcher("computer") + dispatcher()


class Sizing(Tool):
    name = "sizing"
    description = "d"
    parameters: ClassVar = {
        "type": "object",
        "properties": {"size": {"$ref": "#/$defs/Size"}},
        "$defs": {"Size": {"enum": [1, 2]}},
    }


class Greeting(Tool):
    name = "greeting"
    description = "d"
    parameters: ClassVar = {"type": "object"}


@pytest.mark.parametrize(
    ("family", "form"),
    [
        ("2.0 and 2.5 half-cascade", "parameters"),
        ("2.5 native audio", "parameters"),
        ("3.1", "parameters_json_schema"),
        ("3.8", "parameters_json_schema"),
        ("3.8 extended thinking", "parameters"),
    ],
)
def test_a_schema_is_declared_as_the_family_takes_it(family, form):
    told = {
        "parameters": {"type": "OBJECT", "properties": {"size": {"type": "STRING", "enum": ["1", "2"]}}},
        "parameters_json_schema": {"type": "object", "properties": {"size": {"enum": [1, 2]}}},
    }
    wanted = plan(
        Policy(ear=EarKind.LIVE, narrator=NarratorKind.SELF), MODELS[family], "Puck", [Sizing(), Greeting()]
    )
    sizing, hour = setup_message(wanted).tools[0].function_declarations
    assert {name: getattr(sizing, name) for name in told} == {**dict.fromkeys(told), form: told[form]}
    assert hour.parameters is None
    assert hour.parameters_json_schema is None
    assert refusal(GeminiCodec(wanted, ONE).family, setup_message(wanted)) is None


def test_C1_an_answer_has_the_calls_id_and_an_error_is_told_as_one():
    wanted = plan(Policy(ear=EarKind.LIVE), DEFAULT_MODEL, None)

    def response(**how):
        given = answer(wanted, AnswerCall(ONE, CallId("c"), "t", "r", **how))
        [found] = GeminiCodec(wanted, ONE).message(given).function_responses
        return found

    assert (response().id, response().name, response().response) == ("c", "t", {"output": "r"})
    assert response(failed=True).response == {"error": "r"}


def test_context_asks_for_no_answer():
    def told(model):
        return GeminiCodec(plan(Policy(ear=EarKind.LIVE), model, None), ONE).message(context("it rains"))

    assert not told(DEFAULT_MODEL).turn_complete
    assert told(DEFAULT_MODEL).turns[-1].role == "model"
    assert isinstance(told(MODELS["3.1"]), RealtimeInput)


KEY = "AIza-not-a-real-key"


def lines(*frames, **options):
    out = []
    scrubber = Scrubber(out.append, lambda: 7, [KEY], **options)
    for way, frame in frames:
        scrubber.see(way, json.dumps(frame).encode() if not isinstance(frame, bytes) else frame)
    return [json.loads(line) for line in out]


def test_what_is_captured_has_no_key_no_handle_no_sound():
    seen = lines(
        (Way.UP, {"setup": {"sessionResumption": {"handle": "abc"}, "note": f"x{KEY}y"}}),
        (Way.DOWN, {"sessionResumptionUpdate": {"newHandle": "def", "resumable": True}}),
        (Way.DOWN, {"sessionResumptionUpdate": {"newHandle": "abc"}, "setupComplete": {"sessionId": "s-1"}}),
        (Way.UP, {"realtimeInput": {"audio": {"mimeType": "audio/pcm", "data": "AAAA" * 100}}}),
        (Way.DOWN, b"\xff\xff"),
    )
    assert [one["at"] for one in seen] == [7] * 5
    assert seen[0]["frame"]["setup"] == {"sessionResumption": {"handle": "handle-1"}, "note": "x********y"}
    assert seen[1]["frame"]["sessionResumptionUpdate"]["newHandle"] == "handle-2"
    assert seen[2]["frame"]["sessionResumptionUpdate"]["newHandle"] == "handle-1"
    assert seen[2]["frame"]["setupComplete"]["sessionId"] == "********"
    assert seen[3]["frame"]["realtimeInput"]["audio"]["data"] == "AAAA… 300 bytes"
    assert seen[4]["frame"] == "2 bytes that are not JSON"


def test_sound_is_kept_on_request():
    [one] = lines((Way.UP, {"realtimeInput": {"audio": {"data": "AAAAAAAA"}}}), sound=True)
    assert one["frame"]["realtimeInput"]["audio"]["data"] == "AAAAAAAA"
