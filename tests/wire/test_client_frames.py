"""What clients send, with each peculiarity that they were seen to have, by name."""

import base64
import json

import pytest

from solovox.wire.gemini_live import client_frames as c
from solovox.wire.gemini_live import codec
from solovox.wire.gemini_live import parts as p
from solovox.wire.gemini_live.values import BadFrame

SOUND = bytes(range(250, 256)) * 4
"""Its base64 has both of the characters in which the two alphabets differ."""


def server(**keys):
    return codec.decode_server(json.dumps(keys))


def client(**keys):
    return codec.decode_client(json.dumps(keys))


@pytest.mark.parametrize(
    ("frame", "message"),
    [
        ({"realtime_input": {"text": "typed"}}, c.RealtimeInput(text="typed")),
        ({"realtimeInput": {"text": " "}}, c.RealtimeInput(text=" ")),
        ({"realtime_input": {"audioStreamEnd": True}}, c.RealtimeInput(audio_stream_end=True)),
        ({"realtime_input": {"activityStart": {}}}, c.RealtimeInput(activity_start=c.ActivityStart())),
        ({"realtimeInput": {"activity_end": {}}}, c.RealtimeInput(activity_end=c.ActivityEnd())),
        (
            {"realtime_input": {"video": {"data": "_9g=", "mime_type": "image/jpeg"}}},
            c.RealtimeInput(video=p.Blob("image/jpeg", b"\xff\xd8")),
        ),
        (
            {"realtime_input": {"mediaChunks": [{"data": "AAE=", "mime_type": "audio/pcm"}]}},
            c.RealtimeInput(media_chunks=(p.Blob("audio/pcm", b"\0\1"),)),
        ),
        ({"client_content": {"turnComplete": True}}, c.ClientContent(turn_complete=True)),
        ({"clientContent": {"turn_complete": False}}, c.ClientContent(turn_complete=False)),
        ({"contextUpdate": {"tools": {"tools": []}}}, c.ContextUpdate(tools=c.ToolsUpdate(()))),
        ({"context_update": {"tools": {}}}, c.ContextUpdate(tools=c.ToolsUpdate(()))),
        ({"setup": {"model": "m", "sessionResumption": {"handle": None}}}, c.Setup("m", session_resumption=c.SessionResumption())),
        ({"setup": None, "clientContent": {}}, c.ClientContent()),
    ],
    ids=str,
)  # fmt: skip
def test_what_clients_send_is_understood(frame, message):
    assert codec.decode_client(json.dumps(frame)) == message
    assert codec.decode_client(codec.encode_client(message)) == message


def test_what_we_send_is_camel_case_with_standard_base64():
    frame = codec.encode_client(c.RealtimeInput(audio=p.sound(SOUND, 16_000)))
    data = base64.b64encode(SOUND).decode()
    assert json.loads(frame) == {
        "realtimeInput": {"audio": {"mimeType": "audio/pcm;rate=16000", "data": data}}
    }
    assert "+" in data
    assert "/" in data


@pytest.mark.parametrize(
    ("frame", "about"),
    [
        ({}, "none"),
        ({"hello": 1}, "none"),
        ({"setup": None}, "none"),
        ({"setup": {"model": "m"}, "clientContent": {}}, "more than one"),
        ({"client_content": {}, "clientContent": {}}, "more than one"),
        ([], "an object was expected"),
    ],
)
def test_a_client_frame_holds_exactly_one_message(frame, about):
    with pytest.raises(BadFrame, match=about):
        codec.decode_client(json.dumps(frame))


@pytest.mark.parametrize(
    ("response", "when"),
    [
        ({"scheduling": "INTERRUPT"}, "INTERRUPT"),
        ({"scheduling": "INTERRUPTED"}, "INTERRUPT"),
        ({"scheduling": "SILENT", "response": {"scheduling": "INTERRUPT"}}, "SILENT"),
        ({"response": {"scheduling": "SILENT"}}, "SILENT"),
        ({"response": {"scheduling": 7}}, "WHEN_IDLE"),
        ({}, "WHEN_IDLE"),
    ],
)
def test_scheduling_is_found_where_clients_put_it(response, when):
    held = client(toolResponse={"functionResponses": [{"id": "1", "name": "f", **response}]})
    assert held.function_responses[0].when == when


def test_an_empty_list_of_tools_is_written_because_it_clears_them():
    frame = codec.encode_client(c.ContextUpdate(tools=c.ToolsUpdate(())))
    assert json.loads(frame) == {"contextUpdate": {"tools": {"tools": []}}}
