"""Text that has no UTF-8 (a file's name with half a surrogate pair) is written with U+FFFD, by whoever writes it."""

import json

import msgspec
import pytest
from hypothesis import given
from hypothesis import strategies as st

from solovox.core.commands import AnswerCall, AskBrain, GiveContext, RoutedBy
from solovox.core.units import CallId, ConnectionId, RunId
from solovox.live.setup import answer, context
from solovox.server.recorded import event_line
from solovox.server.served_events import AnswerTextReady
from solovox.wire.gemini_live.codec import decode_client, decode_server, encode_server
from solovox.wire.gemini_live.live_codec import GeminiCodec
from solovox.wire.gemini_live.server_frames import ServerContent, ServerMessage, Transcription
from solovox.wire.live_events import Ask, LiveSetup
from solovox.wire.whole import encode_whole, whole

pytestmark = pytest.mark.slow

ONE = ConnectionId(1)
NAME, WRITTEN = "caf\udce9.txt", "caf\ufffd.txt"
SETUP = LiveSetup(model="gemini-3.8-live", instruction=NAME)
SAID = {
    "the answer to a call": answer(SETUP, AnswerCall(ONE, CallId("a"), "list_files", NAME)),
    "what the ear is told": context(GiveContext(ONE, NAME).text),
    "what was typed": Ask(NAME),
    "the instruction": None,
}


@pytest.mark.parametrize("said", SAID.values(), ids=SAID)
def test_C3_a_client_can_send_any_text(said):
    codec = GeminiCodec(SETUP, ONE)
    [frame] = codec.set_up(None) if said is None else codec.encode(said)
    assert WRITTEN in frame.decode()
    decode_client(frame)


def test_C3_a_server_can_send_any_text():
    said = ServerMessage(server_content=ServerContent(output_transcription=Transcription(text=NAME)))
    heard = decode_server(encode_server(said)).server_content.output_transcription
    assert heard.text == WRITTEN


def test_R1_a_server_can_write_down_any_text():
    assert WRITTEN in event_line(AnswerTextReady(1, NAME))[1].decode()


@pytest.mark.hypothesis
@given(st.recursive(st.text(st.characters()) | st.integers() | st.none(), st.lists))
def test_what_is_whole_already_stays_as_it_is(value):
    try:
        json.dumps(value, ensure_ascii=False).encode()
    except UnicodeEncodeError:
        json.dumps(whole(value), ensure_ascii=False).encode()
    else:
        assert whole(value) == value


@pytest.mark.parametrize("order", [None, "deterministic"])
def test_R1_the_bytes_are_those_of_the_text_as_it_is_written(order):
    encoder = msgspec.json.Encoder(order=order)
    said, written = (AskBrain(RunId(1), None, text, RoutedBy.TYPED) for text in (NAME, WRITTEN))
    assert encode_whole(encoder, said) == encode_whole(encoder, written), "or a replay would differ"


def test_keys_are_texts_too():
    assert (
        encode_whole(msgspec.json.Encoder(), {NAME: [NAME, b"12"]})
        == f'{{"{WRITTEN}":["{WRITTEN}","MTI="]}}'.encode()
    )
