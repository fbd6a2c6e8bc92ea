"""Whatever can be said can be written and read again, in every dialect that clients have."""

import json

import pytest
from hypothesis import given
from hypothesis import strategies as st

from solovox.wire.gemini_live import codec, schema
from solovox.wire.gemini_live.client_frames import CLIENT_KEYS
from solovox.wire.gemini_live.server_frames import ServerMessage
from solovox.wire.gemini_live.values import BadFrame
from wire.recorded import every
from wire.strategies import FEW, RECORDS, dialect, records

pytestmark = pytest.mark.slow

RECORDED = every()


@pytest.mark.hypothesis
@pytest.mark.parametrize("cls", RECORDS, ids=lambda cls: cls.__name__)
def test_every_record_is_read_as_it_was_written(cls):
    @FEW
    @given(records(cls))
    def round_trip(one):
        written = json.loads(codec.encode(one))
        assert schema.record(cls)(written) == one

    round_trip()


@pytest.mark.hypothesis
@pytest.mark.parametrize("cls", RECORDS, ids=lambda cls: cls.__name__)
def test_every_record_is_the_same_in_every_dialect(cls):
    @FEW
    @given(records(cls), st.booleans(), st.booleans(), st.booleans(), st.booleans())
    def same(one, snake, urlsafe, padded, numbers_as_text):
        written = dialect(one, snake=snake, urlsafe=urlsafe, padded=padded, numbers_as_text=numbers_as_text)
        assert schema.record(cls)(json.loads(json.dumps(written))) == one

    same()


@FEW
@given(st.one_of(records(cls) for cls in CLIENT_KEYS.values()))
def test_a_client_message_is_read_as_it_was_written(message):
    assert codec.decode_client(codec.encode_client(message)) == message
    assert codec.decode_client(codec.encode_client(message).decode()) == message


@FEW
@given(records(ServerMessage), st.sampled_from(["bytes", "bytearray", "memoryview", "str"]))
def test_text_or_binary_frames_say_the_same(message, carried):
    frame = codec.encode_server(message)
    kinds = {
        "bytes": frame,
        "bytearray": bytearray(frame),
        "memoryview": memoryview(frame),
        "str": frame.decode(),
    }
    assert codec.decode_server(kinds[carried]) == message


@FEW
@given(st.binary(max_size=80) | st.text(st.characters(), max_size=80))
def test_any_bytes_are_a_message_or_a_bad_frame(frame):
    for decode in (codec.decode_server, codec.decode_client):
        said = ""
        try:
            decode(frame)
        except BadFrame as bad:
            said = str(bad)
        assert "\n" not in said


@pytest.mark.parametrize("of", sorted({one.of for one in RECORDED}))
def test_every_recorded_frame_is_read_and_written_again(of):
    for side, frame, _ in (one for one in RECORDED if one.of == of):
        if side == "server":
            again = codec.encode_server(codec.decode_server(frame))
        else:
            again = codec.encode_client(codec.decode_client(frame))
        assert as_sent_by_javascript(json.loads(again)) == as_sent_by_javascript(json.loads(frame))


TO_CAMEL = {
    "client_content": "clientContent",
    "realtime_input": "realtimeInput",
    "tool_response": "toolResponse",
}


def as_sent_by_javascript(held):
    """The two spellings of the recordings as one: their nested snake keys are those of sound and setup."""
    match held:
        case dict():
            return {
                TO_CAMEL.get(key, "mimeType" if key == "mime_type" else key): as_sent_by_javascript(item)
                for key, item in held.items()
            }
        case list():
            return [as_sent_by_javascript(item) for item in held]
        case str():
            return held.replace("-", "+").replace("_", "/")
        case _:
            return held


def test_the_recordings_hold_both_sides_and_every_family_that_was_recorded():
    models = [codec.decode_client(one.frame).model for one in RECORDED if '"setup"' in one.frame]
    assert {one.side for one in RECORDED} == {"client", "server"}
    assert any("2.5-flash-native-audio" in model for model in models)
    assert any("3.1-flash-live" in model for model in models)
    assert any(model.startswith("projects/") for model in models)
    assert len(RECORDED) == 327
