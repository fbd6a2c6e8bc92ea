"""Nothing is sent that a client's socket or a close frame cannot hold."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from solovox.core.errors import Misuse
from solovox.wire.gemini_live import codec, sizes
from solovox.wire.gemini_live.parts import Content, Part, sound
from solovox.wire.gemini_live.server_frames import (
    ServerContent,
    ServerMessage,
    Transcription,
    UsageMetadata,
)
from wire.strategies import FEW


def spoken(message):
    content = message.server_content
    parts = content.model_turn.parts if content is not None and content.model_turn is not None else ()
    return b"".join(part.inline_data.data for part in parts if part.inline_data is not None)


def long_message(pcm):
    return ServerMessage(
        server_content=ServerContent(
            model_turn=Content((Part(inline_data=sound(pcm, 24_000)), Part(text="then this"))),
            output_transcription=Transcription(" hello"),
            turn_complete=True,
        ),
        usage_metadata=UsageMetadata(total_token_count=3),
    )


def test_a_message_that_fits_stays_one_frame():
    message = long_message(bytes(9_600))
    assert sizes.server_frames(message) == [codec.encode_server(message)]


def test_a_message_of_four_megabytes_is_cut_in_order():
    pcm = bytes(range(256)) * 16_384
    frames = sizes.server_frames(long_message(pcm))
    assert max(len(frame) for frame in frames) < 1 << 20
    messages = [codec.decode_server(frame) for frame in frames]
    assert messages[0].server_content.output_transcription.text == " hello"
    assert b"".join(map(spoken, messages)) == pcm
    assert messages[-2].server_content.model_turn.parts[0].text == "then this"
    assert messages[-1].server_content == ServerContent(turn_complete=True)
    assert messages[-1].usage_metadata.total_token_count == 3
    assert not any(one.server_content.turn_complete or one.usage_metadata for one in messages[:-1])


@FEW
@given(st.binary(max_size=40_000), st.integers(6_000, 20_000))
def test_no_frame_reaches_the_limit_and_no_sample_is_lost(pcm, limit):
    frames = sizes.server_frames(long_message(pcm), limit)
    assert all(len(frame) < limit for frame in frames)
    assert b"".join(spoken(codec.decode_server(frame)) for frame in frames) == pcm


def test_text_that_is_too_long_cannot_be_cut_and_says_so():
    message = ServerMessage(server_content=ServerContent(output_transcription=Transcription("a" * (1 << 20))))
    with pytest.raises(Misuse, match="only sound can"):
        sizes.server_frames(message)


@FEW
@given(st.binary(max_size=500), st.sampled_from([8_000, 16_000, 24_000]), st.integers(1, 40))
def test_pieces_hold_whole_samples_and_lose_none(pcm, rate, ms):
    found = list(sizes.pieces(pcm, rate, ms))
    assert b"".join(found) == pcm
    assert all(len(piece) == rate * ms // 1000 * 2 for piece in found[:-1])


def test_a_models_sound_comes_one_part_a_message():
    messages = list(sizes.sound_messages(bytes(24_000), 24_000))
    assert [len(spoken(one)) for one in messages] == [11_520, 11_520, 960]
    assert all(len(one.server_content.model_turn.parts) == 1 for one in messages)


@FEW
@given(st.text(max_size=300))
def test_a_close_reason_is_one_line_of_at_most_123_bytes(text):
    reason = sizes.close_reason(text)
    assert len(reason.encode()) <= 123
    assert "\n" not in reason


def test_a_close_reason_keeps_whole_characters():
    assert sizes.close_reason("é" * 100) == "é" * 61
    assert sizes.close_reason("two\nlines") == "two lines"
