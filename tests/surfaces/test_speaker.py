"""A speaker without a loudspeaker, against the timeline."""

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from solovox.core.units import ReadId
from solovox.surfaces.speaker import READS, Speaker

ONE, TWO = ReadId(1), ReadId(2)


def ones(ms, value=1):
    return np.full(24 * ms, value, "<i2").tobytes()


def silence(ms):
    return bytes(48 * ms)


def speaker():
    out = bytearray()
    return Speaker(out.extend), out


def test_sound_stands_where_it_came_and_silence_everywhere_else():
    one, out = speaker()
    one.advance(100)
    one.play(ONE, ones(50))
    one.advance(120)
    one.play(TWO, ones(50, 2))
    assert one.ends_at == 200
    one.advance(300)
    assert bytes(out) == silence(100) + ones(50) + ones(50, 2) + silence(100)
    assert one.played == {ONE: 1200, TWO: 1200}
    assert one.idle


def test_G4_what_is_flushed_is_not_heard_and_is_counted_to_the_sample():
    one, out = speaker()
    one.play(ONE, ones(50))
    one.play(ONE, ones(50))
    one.play(TWO, ones(10, 2))
    one.advance(70)
    assert one.flush(ONE) == 70 * 24
    one.advance(100)
    assert bytes(out) == ones(70) + ones(10, 2) + silence(20)
    assert one.flush(ONE) == 70 * 24
    assert one.flush(ReadId(9)) == 0


def test_ducked_sound_is_twelve_decibels_lower_and_as_long():
    one, out = speaker()
    one.play(ONE, ones(20, 10_000))
    one.advance(10)
    one.ducked = True
    one.advance(20)
    samples = np.frombuffer(bytes(out), "<i2")
    assert set(samples[:240]) == {10_000}
    assert set(samples[240:]) == {2511}
    assert one.played == {ONE: 480}


def test_T5_a_cue_never_sounds_over_a_read():
    one, out = speaker()
    one.cue(ones(30, 7))
    one.advance(10)
    one.play(ONE, ones(10))
    one.cue(ones(30, 7))
    one.advance(40)
    assert bytes(out) == ones(10, 7) + ones(10) + silence(20)


def test_a_long_talk_is_not_remembered_whole_and_what_waits_is():
    one, _ = speaker()
    for n in range(1000):
        one.play(ReadId(n), ones(1))
        one.advance(n + 1)
    assert len(one.played) <= READS
    for n in range(1000, 1200):
        one.play(ReadId(n), ones(1))
    one.advance(3000)
    assert one.idle
    assert one.played[ReadId(1199)] == 24


@pytest.mark.parametrize(
    ("irrevocable", "read", "kept", "heard"),
    [
        (0, ONE, 10, ones(10) + ones(20, 2) + silence(20)),
        (4, ONE, 14, ones(14) + ones(20, 2) + silence(16)),
        (100, ONE, 30, ones(30) + ones(20, 2)),
        (4, TWO, 0, ones(30) + silence(20)),
        (25, TWO, 5, ones(30) + ones(5, 2) + silence(15)),
    ],
)
def test_G4_what_cannot_be_recalled_sounds_and_counts_as_played(irrevocable, read, kept, heard):
    one, out = speaker()
    one.play(ONE, ones(30))
    one.play(TWO, ones(20, 2))
    one.advance(10)
    assert one.flush(read, irrevocable) == 24 * kept
    one.advance(50)
    assert bytes(out) == heard
    assert one.played[read] == 24 * kept


@given(st.lists(st.tuples(st.sampled_from(["play", "flush", "wait"]), st.integers(1, 4), st.integers(0, 60))))
def test_G2_every_sample_is_played_flushed_or_waiting(steps):
    one, out = speaker()
    now, given_, cut = 0, {}, {}
    for what, name, ms in steps:
        read = ReadId(name)
        if what == "play" and read not in cut:
            one.play(read, ones(ms, name))
            given_[read] = given_.get(read, 0) + 24 * ms
        elif what == "flush":
            cut.setdefault(read, one.flush(read))
        else:
            now += ms
            one.advance(now)
    waiting = 24 * (max(one.ends_at, now) - now)
    played = {read: count for read, count in one.played.items() if count}
    assert sum(played.values()) + waiting == sum(given_.values()) - sum(
        given_.get(read, 0) - count for read, count in cut.items()
    )
    samples = np.frombuffer(bytes(out), "<i2")
    assert len(samples) == 24 * now
    assert {name: int((samples == name).sum()) for name in played} == played
