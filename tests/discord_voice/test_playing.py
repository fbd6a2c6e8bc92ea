"""The voice in a channel: reads in, frames out."""

from threading import Thread

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from solovox.core.units import VOICE_RATE, ReadId
from solovox.discord.voice.playing import (
    FRAME_BYTES,
    FRAME_MS,
    KEEPALIVE_MS,
    MOST_MS,
    Keepalive,
    VoiceFrames,
)

pytestmark = pytest.mark.slow

FRAME = VOICE_RATE * FRAME_MS // 1000
READ = ReadId(1)


def tone(seconds, hertz=1_000, loud=16_000):
    return (loud * np.sin(2 * np.pi * hertz * np.arange(int(VOICE_RATE * seconds)) / VOICE_RATE)).astype(
        "<i2"
    )


def read_out(voice):
    """Every frame until the end of sound, as one channel."""
    frames = []
    while frame := voice.read():
        assert len(frame) == FRAME_BYTES == 3_840
        frames.append(np.frombuffer(frame, "<i2").reshape(-1, 2))
    both = np.concatenate(frames) if frames else np.zeros((0, 2), "<i2")
    assert np.array_equal(both[:, 0], both[:, 1])
    return both[:, 0].astype(float)


@given(st.lists(st.integers(1, 2_000), min_size=1, max_size=8))
@settings(max_examples=30, deadline=None)
def test_any_cut_into_pieces_and_reads_is_the_same_sound(cuts):
    sound = tone(sum(cuts) / VOICE_RATE + 0.001)[: sum(cuts)]
    whole, pieces, at = VoiceFrames(), VoiceFrames(), 0
    whole.play(READ, sound.tobytes())
    for n, cut in enumerate(cuts):
        pieces.play(ReadId(n // 2), sound[at : at + cut].tobytes())
        at += cut
    assert np.array_equal(read_out(whole), read_out(pieces))


@given(st.lists(st.tuples(st.integers(0, 3), st.integers(1, 1_500)), max_size=8))
@settings(max_examples=30, deadline=None)
def test_what_is_told_as_played_never_falls_and_ends_at_all_that_was_given(plays):
    voice, told = VoiceFrames(), {}
    for read, count in plays:
        voice.play(ReadId(read), bytes(2 * count))
    while voice.ready:
        voice.read()
        for read, count in voice.news():
            assert count > told.get(read, 0)
            told[read] = count
    assert voice.news() == []
    assert told == {
        r: sum(count for read, count in plays if read == r) for r in {ReadId(read) for read, _ in plays}
    }


def test_a_flush_cuts_one_read_says_how_much_of_it_was_played_and_leaves_the_others():
    voice, loud = VoiceFrames(), tone(1)
    voice.play(READ, loud.tobytes())
    voice.play(ReadId(2), tone(0.1, 3_000).tobytes())
    for _ in range(5):
        voice.read()
    assert voice.flush(READ) == 5 * FRAME
    assert voice.flush(ReadId(9)) == 0
    out = read_out(voice)[48 * 5 : 48 * 95]
    assert round(np.argmax(abs(np.fft.rfft(out))) * 48_000 / len(out), -1) == 3_000
    assert voice.flush(READ) == 5 * FRAME
    assert voice.news() == [(ReadId(2), 2_400)]


def test_a_voice_that_is_late_is_waited_for_in_silence_and_goes_on():
    voice = VoiceFrames()
    voice.play(READ, tone(0.1).tobytes())
    for _ in range(10):
        voice.read()
    voice.play(READ, tone(0.1).tobytes())
    assert voice.ready
    assert abs(read_out(voice)[: 48 * 100]).max() > 15_000
    assert voice.news() == [(READ, 4_800)]


def test_what_is_too_much_is_not_taken_and_counted():
    voice, minute = VoiceFrames(), bytes(2 * VOICE_RATE * 60)
    assert all(voice.play(READ, minute) for _ in range(MOST_MS // 60_000))
    assert not voice.play(READ, bytes(2 * FRAME))
    assert (voice.dropped, voice.waiting_ms) == (FRAME, MOST_MS)
    voice.read()
    assert voice.play(READ, bytes(2 * FRAME))


def test_clear_leaves_nothing_and_it_can_begin_again():
    voice = VoiceFrames()
    voice.play(READ, tone(1).tobytes())
    voice.read()
    voice.clear()
    assert (voice.read(), voice.ready, voice.waiting_ms) == (b"", False, 0)
    voice.play(ReadId(2), tone(0.1).tobytes())
    assert abs(read_out(voice)).max() > 15_000


def test_ducked_it_is_12_dB_quieter_and_counts_as_played():
    loud, quiet = VoiceFrames(), VoiceFrames()
    quiet.duck(on=True)
    for voice in (loud, quiet):
        voice.play(READ, tone(0.2).tobytes())
    ratio = abs(read_out(loud)).max() / abs(read_out(quiet)).max()
    assert 20 * np.log10(ratio) == pytest.approx(12, abs=0.1)
    assert quiet.news() == loud.news() == [(READ, 4_800)]


def test_a_cue_sounds_alone_and_never_over_a_read():
    voice = VoiceFrames()
    voice.cue(tone(0.1).tobytes())
    assert voice.ready
    assert abs(read_out(voice)).max() > 15_000
    voice.play(READ, bytes(4_800))
    voice.cue(tone(0.1).tobytes())
    assert not read_out(voice).any()


def test_it_is_read_from_another_thread_while_it_is_given_to():
    voice, frames = VoiceFrames(), []

    def player():
        while len(frames) < 2_000 and sum(map(any, frames)) < 500:
            frames.append(voice.read())

    thread = Thread(target=player)
    thread.start()
    loud = np.full(FRAME, 1_000, "<i2").tobytes()
    for n in range(501):
        voice.play(ReadId(n), loud)
    thread.join()
    assert {len(frame) for frame in frames} <= {0, FRAME_BYTES}
    heard = np.frombuffer(b"".join([*frames, read_out(voice).astype("<i2").repeat(2).tobytes()]), "<i2")
    assert abs(heard.astype(int).sum() / 1_000 / 4 / FRAME - 501) < 0.5


@pytest.mark.parametrize(
    ("sent", "asked", "due"),
    [
        ([], [KEEPALIVE_MS - 1, KEEPALIVE_MS, KEEPALIVE_MS + 1], [False, True, False]),
        ([10_000], [KEEPALIVE_MS, 24_999, 25_000, 40_000], [False, False, True, True]),
        ([10_000, 5_000], [24_999], [False]),
    ],
)
def test_silence_is_due_when_nothing_was_sent_for_15_seconds(sent, asked, due):
    keepalive = Keepalive(0)
    for at in sent:
        keepalive.note_sent(at)
    assert [keepalive.due(at) for at in asked] == due
