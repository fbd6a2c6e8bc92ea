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


# Frames of clients: google-genai mixes both spellings, JavaScript does not.

PYTHON_SETUP = {
    "setup": {
        "model": "models/M",
        "generationConfig": {
            "responseModalities": ["AUDIO"],
            "temperature": 0.5,
            "mediaResolution": "MEDIA_RESOLUTION_LOW",
            "speechConfig": {
                "voice_config": {"prebuilt_voice_config": {"voice_name": "Puck"}},
                "language_code": "en-US",
            },
            "thinkingConfig": {"include_thoughts": True, "thinking_budget": 0},
            "enableAffectiveDialog": True,
        },
        "systemInstruction": {"parts": [{"text": "Be nice."}], "role": "user"},
        "tools": [
            {"googleSearch": {}},
            {
                "functionDeclarations": [
                    {
                        "name": "slow_job",
                        "description": "d",
                        "behavior": "NON_BLOCKING",
                        "parameters": {
                            "type": "OBJECT",
                            "properties": {"user_name": {"type": "STRING"}},
                            "required": ["user_name"],
                        },
                    },
                    {"name": "get_weather", "parameters_json_schema": {"properties": {"any_of": {}}}},
                ]
            },
        ],
        "sessionResumption": {},
        "inputAudioTranscription": {},
        "outputAudioTranscription": {"language_codes": ["en-US"]},
        "realtimeInputConfig": {
            "automatic_activity_detection": {
                "disabled": False,
                "start_of_speech_sensitivity": "START_SENSITIVITY_LOW",
                "prefix_padding_ms": 20,
                "silence_duration_ms": 100,
            },
            "activity_handling": "NO_INTERRUPTION",
            "turn_coverage": "TURN_INCLUDES_ALL_INPUT",
        },
        "contextWindowCompression": {"trigger_tokens": 25600, "sliding_window": {"target_tokens": "12800"}},
        "proactivity": {"proactive_audio": True},
        "historyConfig": {"initial_history_in_client_content": True},
    }
}


def test_a_python_setup_of_mixed_spelling_is_understood_whole():
    setup = client(**PYTHON_SETUP)
    assert setup.generation_config.speech_config.voice_config.prebuilt_voice_config.voice_name == "Puck"
    assert setup.generation_config.thinking_config.thinking_budget == 0
    assert setup.realtime_input_config.automatic_activity_detection.disabled is False
    assert setup.realtime_input_config.automatic_activity_detection.prefix_padding_ms == 20
    assert setup.realtime_input_config.turn_coverage == "TURN_INCLUDES_ALL_INPUT"
    assert setup.context_window_compression.sliding_window.target_tokens == 12800
    assert setup.session_resumption == c.SessionResumption()
    assert setup.output_audio_transcription.language_codes == ("en-US",)
    assert setup.history_config.initial_history_in_client_content is True
    assert setup.tools[0].google_search == {}


def test_keys_inside_the_users_schemas_are_never_renamed():
    slow, weather = client(**PYTHON_SETUP).tools[1].function_declarations
    assert slow.parameters["properties"] == {"user_name": {"type": "STRING"}}
    assert weather.parameters_json_schema == {"properties": {"any_of": {}}}


def test_a_generation_config_all_in_snake_case_is_understood():
    config = client(setup={"model": "m", "generation_config": {"max_output_tokens": 4096, "top_k": 40}})
    assert config.generation_config == c.GenerationConfig(max_output_tokens=4096, top_k=40)


@pytest.mark.parametrize("key", ["args", "response"])
def test_keys_inside_arguments_and_results_are_never_renamed(key):
    data = {"snake_key": 1, "camelKey": {"inner_key": None}, "mime_type": "x"}
    if key == "args":
        held = server(toolCall={"functionCalls": [{"id": "1", "name": "f", "args": data}]})
        assert held.tool_call.function_calls[0].args == data
    else:
        held = client(toolResponse={"functionResponses": [{"id": "1", "name": "f", "response": data}]})
        assert held.function_responses[0].response == data
        assert b'"snake_key":1' in codec.encode_client(held)


def test_labels_and_part_metadata_are_never_renamed():
    assert client(setup={"model": "m", "labels": {"cost_centre": "a_b"}}).labels == {"cost_centre": "a_b"}
    turn = {"parts": [{"part_metadata": {"my_key": 1}}]}
    assert client(clientContent={"turns": [turn]}).turns[0].parts[0].part_metadata == {"my_key": 1}


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


def test_an_empty_list_of_tools_is_written_because_it_clears_them():
    frame = codec.encode_client(c.ContextUpdate(tools=c.ToolsUpdate(())))
    assert json.loads(frame) == {"contextUpdate": {"tools": {"tools": []}}}


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


@pytest.mark.parametrize("value", [True, False, None])
def test_will_continue_tells_more_from_last_from_single(value):
    answer = p.FunctionResponse(name="f", response={}, id="1", will_continue=value)
    assert codec.decode_client(codec.encode_client(c.ToolResponse((answer,)))).function_responses == (answer,)
