"""What servers send, single values, and bad frames: each peculiarity that was seen, by name."""

import base64
import json

import pytest

from solovox.core.errors import Misuse, PeerFault
from solovox.wire.gemini_live import client_frames as c
from solovox.wire.gemini_live import codec
from solovox.wire.gemini_live import parts as p
from solovox.wire.gemini_live import server_frames as s
from solovox.wire.gemini_live.values import BadFrame

SOUND = bytes(range(250, 256)) * 4
"""Its base64 has both of the characters in which the two alphabets differ."""


def server(**keys):
    return codec.decode_server(json.dumps(keys))


def client(**keys):
    return codec.decode_client(json.dumps(keys))


# Sound, in either alphabet, padded or not.


@pytest.mark.parametrize("padded", [True, False])
@pytest.mark.parametrize("encode", [base64.b64encode, base64.urlsafe_b64encode])
@pytest.mark.parametrize("size", [0, 1, 2, 3, 22, 23, 24])
def test_base64_of_both_alphabets_with_and_without_padding(size, encode, padded):
    text = encode(SOUND[:size]).decode()
    data = text if padded else text.rstrip("=")
    held = client(realtimeInput={"audio": {"data": data, "mimeType": "audio/pcm"}})
    assert held.audio.data == SOUND[:size]


@pytest.mark.parametrize("data", ["A", "AAA$", "AA AA", "AA\nAA", "=AAA", "AA=A", "é", "AAAAA", 5, [], True])
def test_what_is_not_base64_is_a_bad_frame(data):
    with pytest.raises(BadFrame, match=r"^realtimeInput\.audio\.data: "):
        client(realtimeInput={"audio": {"data": data, "mimeType": "audio/pcm"}})


@pytest.mark.parametrize(
    ("mime", "is_sound", "rate"),
    [
        ("audio/pcm;rate=24000", True, 24_000),
        ("audio/pcm; rate=16000", True, 16_000),
        ("AUDIO/PCM;channels=1;RATE=8000", True, 8_000),
        ("audio/pcm", True, None),
        ("audio/pcm;rate=", True, None),
        ("audio/pcm;rate=fast", True, None),
        ("audio/pcm;rate=²", True, None),
        ("audio/pcm;rate=0", True, None),
        ("audio/opus;rate=48000", False, 48_000),
        ("image/jpeg", False, None),
        ("", False, None),
    ],
)
def test_the_rate_of_sound_is_in_its_type(mime, is_sound, rate):
    blob = p.Blob(mime, b"")
    assert (blob.is_sound, blob.rate) == (is_sound, rate)


# Frames of servers.


@pytest.mark.parametrize(
    ("frame", "message"),
    [
        ({}, s.ServerMessage()),
        ({"serverContent": {}}, s.ServerMessage(server_content=s.ServerContent())),
        ({"serverContent": None}, s.ServerMessage()),
        ({"setupComplete": {}}, s.ServerMessage(setup_complete=s.SetupComplete())),
        ({"setupComplete": {"sessionId": "c7"}}, s.ServerMessage(setup_complete=s.SetupComplete("c7"))),
        ({"server_content": {"turn_complete": True}}, s.ServerMessage(server_content=s.ServerContent(turn_complete=True))),
        ({"sessionResumptionUpdate": {}}, s.ServerMessage(session_resumption_update=s.SessionResumptionUpdate())),
        (
            {"sessionResumptionUpdate": {"resumable": True, "newHandle": "h", "lastConsumedClientMessageIndex": "9007199254740993"}},
            s.ServerMessage(session_resumption_update=s.SessionResumptionUpdate("h", True, 9007199254740993)),
        ),
        ({"goAway": {"timeLeft": "50s"}}, s.ServerMessage(go_away=s.GoAway(p.Duration("50s")))),
        ({"error": {"code": 400}}, s.ServerMessage()),
    ],
    ids=str,
)  # fmt: skip
def test_what_servers_send_is_understood(frame, message):
    assert codec.decode_server(json.dumps(frame)) == message


def test_one_message_may_hold_several_contents_and_the_usage():
    held = server(
        serverContent={
            "modelTurn": {"parts": [{"inlineData": {"mimeType": "audio/pcm;rate=24000", "data": "AAA="}}]},
            "outputTranscription": {"text": " hi"},
            "inputTranscription": {"text": " you"},
            "turnComplete": True,
        },
        toolCall={"functionCalls": [{"name": "f", "args": {}}]},
        usageMetadata={"totalTokenCount": 3},
        goAway={},
    )
    kinds = [type(one) for one in held.payloads()]
    assert kinds == [s.ServerContent, s.ToolCall, s.UsageMetadata, s.GoAway]
    assert codec.decode_server(codec.encode_server(held)) == held


@pytest.mark.parametrize("key", ["type", "voiceActivityType", "voice_activity_type"])
def test_voice_activity_is_found_under_the_wires_name_and_the_sdks(key):
    held = server(voiceActivity={key: "ACTIVITY_START", "audioOffset": "0.120s"})
    assert held.voice_activity == s.VoiceActivity("ACTIVITY_START", p.Duration("0.120s"))
    assert json.loads(codec.encode_server(held))["voiceActivity"]["type"] == "ACTIVITY_START"


def test_the_usage_of_vertex_has_other_names():
    vertex = {"candidatesTokenCount": 5, "candidatesTokensDetails": [{"modality": "AUDIO", "tokenCount": 5}]}
    ours = {"responseTokenCount": "5", "responseTokensDetails": [{"modality": "AUDIO", "tokenCount": 5}]}
    assert server(usageMetadata=vertex) == server(usageMetadata=ours)


def test_unknown_keys_are_ignored_wherever_they_are():
    held = server(
        brandNew={"a": [1]},
        serverContent={"turnComplete": True, "future": 1, "modelTurn": {"parts": [{"hologram": {"x": 1}}]}},
    )
    assert held.server_content == s.ServerContent(model_turn=p.Content((p.Part(),)), turn_complete=True)


@pytest.mark.parametrize("status", ["IDLE", "IN_PROGRESS", "REQUIRES_ACTION", "PONDERING", 7])
def test_unknown_values_of_enumerations_stay_as_they_came(status):
    held = server(serverContent={"interactionStatus": status})
    assert held.server_content.interaction_status == str(status)
    assert codec.decode_server(codec.encode_server(held)) == held


@pytest.mark.parametrize(
    ("given", "ms"),
    [
        ("9.5s", 9_500),
        ("50s", 50_000),
        ("0.120s", 120),
        ("0.000000001s", 0),
        ("-1.5s", -1_500),
        (9.5, 9_500),
        (3, 3_000),
        ({"seconds": "9", "nanos": 500_000_000}, 9_500),
    ],
)
def test_durations_are_those_of_protobuf_json(given, ms):
    assert server(goAway={"timeLeft": given}).go_away.time_left.ms == ms


@pytest.mark.parametrize(
    "given", ["", "s", "9.5", "9,5s", "soon", "1e3s", " 1s", "٣s", [], True, 10**15, "9" * 13 + "s"]
)
def test_what_is_not_a_duration_is_a_bad_frame(given):
    with pytest.raises(BadFrame, match=r"^goAway\.timeLeft: "):
        server(goAway={"timeLeft": given})


@pytest.mark.parametrize(("ms", "text"), [(9_500, "9.500s"), (50_000, "50s"), (0, "0s"), (-120, "-0.120s")])
def test_durations_are_written_as_protobuf_writes_them(ms, text):
    assert p.Duration.of(ms) == text
    assert p.Duration(text).ms == ms


@pytest.mark.parametrize(
    ("given", "tokens"),
    [(5, 5), ("5", 5), (5.0, 5), ("5.0", 5), ("25e2", 2500), (-1, -1), (str(2**62 + 1), 2**62 + 1)],
)
def test_whole_numbers_may_come_as_text(given, tokens):
    assert server(usageMetadata={"totalTokenCount": given}).usage_metadata.total_token_count == tokens


@pytest.mark.parametrize(
    "given", [True, "", "x", 1.5, "1.5", 2**63, "9" * 30, "1e400", " 1", "1_0", "٣", [], {}]
)
def test_what_is_no_whole_number_of_64_bits_is_a_bad_frame(given):
    with pytest.raises(BadFrame, match=r"^usageMetadata\.totalTokenCount: "):
        server(usageMetadata={"totalTokenCount": given})


# Bad frames: one line that names the place and quotes nothing.


@pytest.mark.parametrize(
    ("frame", "line"),
    [
        (b"", "this is not JSON in UTF-8"),
        (b"\xff\xfe", "this is not JSON in UTF-8"),
        (b'{"goAway":', "this is not JSON in UTF-8"),
        (b'{"a":NaN}', "this is not JSON in UTF-8"),
        ('{"a":"\ud800"}', "this is not JSON in UTF-8"),
        (b'{"a":1e999}', "this is not JSON in UTF-8"),
        (b"[" * 100_000, "nested too deeply"),
        (b"5", "an object was expected, not a number"),
        (b"null", "an object was expected, not null"),
        (b'{"toolCall":[]}', "toolCall: an object was expected, not a list"),
        (b'{"toolCall":{"functionCalls":{}}}', "toolCall.functionCalls: a list was expected, not an object"),
        (
            b'{"toolCall":{"functionCalls":[{"name":"f"},{"name":5}]}}',
            "toolCall.functionCalls[].name: a text was expected, not a number",
        ),
        (
            b'{"serverContent":{"turnComplete":"yes"}}',
            "serverContent.turnComplete: true or false was expected, not a text",
        ),
        (b'{"serverContent":{"modelTurn":{"parts":[null]}}}', "serverContent.modelTurn.parts[]: an object was expected, not null"),
        (
            b'{"toolCall":{"functionCalls":[{"args":' + b'{"a":' * 70 + b"1" + b"}" * 70 + b"}]}}",
            "toolCall.functionCalls[].args: nested more than 64 deep",
        ),
    ],
    ids=lambda value: str(value)[:40],
)  # fmt: skip
def test_a_bad_frame_is_told_in_one_line(frame, line):
    with pytest.raises(BadFrame) as bad:
        codec.decode_server(frame)
    assert str(bad.value) == line
    assert isinstance(bad.value, PeerFault)
    assert bad.value.__suppress_context__ or bad.value.__context__ is None


def test_a_bad_frame_quotes_nothing_that_was_said():
    with pytest.raises(BadFrame) as bad:
        server(serverContent={"inputTranscription": {"text": ["my password is swordfish"]}})
    assert "swordfish" not in str(bad.value)


def test_numbers_that_are_too_long_for_arguments_do_no_harm():
    digits = b"9" * 5_000
    with pytest.raises(BadFrame):
        codec.decode_server(b'{"toolCall":{"functionCalls":[{"args":{"n":' + digits + b"}}]}}")


def test_what_is_not_json_in_our_own_data_is_our_fault():
    answer = p.FunctionResponse(name="f", response={"when": object()}, id="1")
    with pytest.raises(Misuse):
        codec.encode_client(c.ToolResponse((answer,)))
