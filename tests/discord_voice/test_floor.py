"""Several people at one microphone: laws F1 to F6 of `discord/voice/floor.py`.

Each speaker's samples are digits of their own place, so that sound can be told apart even where it was mixed.
"""

from itertools import accumulate, groupby, permutations

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from solovox.core.units import SEVERAL, SourceId
from solovox.discord.voice.floor import (
    LEAD_MS,
    MOST_MS,
    PAUSE_MS,
    PER_MS,
    SLACK_MS,
    SPEAKERS,
    WAITING_MS,
    OneFloor,
)

pytestmark = pytest.mark.slow

FRAME_MS = 20
FRAME = FRAME_MS * PER_MS
DIGITS = 30
ANN, BOB, CAT = (SourceId(name) for name in ("ann", "bob", "cat"))
PEOPLE = (ANN, BOB, CAT)
PAUSED = PAUSE_MS + LEAD_MS + 1
"""What separates two sayings, however late the packets are."""


class Channel:
    """What people say into a floor, and what came out."""

    def __init__(self, begins=0):
        self.floor = OneFloor(begins)
        self.said = {one: [] for one in PEOPLE}
        self.pieces = []
        self.begins = begins
        self.most_waiting = 0

    def packet(self, who, at, samples=FRAME):
        count = sum(map(len, self.said[who]))
        sound = (1 + np.arange(count, count + samples) % (DIGITS - 1)) * DIGITS ** PEOPLE.index(who)
        self.said[who].append(sound)
        self.floor.hear(who, at, sound.astype("<i2").tobytes())

    def play(self, packets, step=FRAME_MS):
        """Packets as (when it came, who, when it was said), taken at every `step`; in the end until all was heard."""
        now, packets = self.begins, sorted(packets)
        while packets or self.floor.holder or self.floor.waiting_ms:
            now += step
            while packets and packets[0][0] <= now:
                _, who, said = packets.pop(0)
                self.packet(who, said)
            self.pieces += self.floor.take(now)
            self.most_waiting = max(self.most_waiting, self.floor.waiting_ms)
        return self

    @property
    def sound(self):
        return np.frombuffer(b"".join(one.pcm for one in self.pieces), "<i2").astype(np.int64)

    @property
    def sources(self):
        return [source for one in self.pieces for source in [one.source] * (len(one.pcm) // 2)]

    def heard(self, who):
        """What is heard of one of them, without silence."""
        digits = self.sound // DIGITS ** PEOPLE.index(who) % DIGITS
        return digits[digits > 0]

    def spoken(self, who):
        return np.concatenate([np.zeros(0, int), *self.said[who]]) // DIGITS ** PEOPLE.index(who)

    def order(self):
        """Who is heard, one after another; silence belongs to whoever was heard before."""
        return [source for source, _ in groupby(self.sources)]


def says(who, at, frames, jitter=()):
    """A saying's packets: one every 20 ms, each late by its jitter, none before the one before it."""
    late = list(accumulate([*jitter, *[0] * frames], lambda one, then: max(then, one - FRAME_MS)))
    return [(at + FRAME_MS * n + late[n], who, at + FRAME_MS * n) for n in range(frames)]


jitters = st.lists(st.integers(0, LEAD_MS), max_size=60)
short = st.tuples(st.integers(0, 6), st.integers(1, 40), jitters)
"""A saying: how long after the one before (in pauses), frames, jitter."""


def history(talks):
    packets = []
    for who, sayings in zip(PEOPLE, talks, strict=False):
        at = 0
        for gap, frames, jitter in sayings:
            packets += says(who, at + gap * 300, frames, jitter)
            at += gap * 300 + frames * FRAME_MS + PAUSED
    return packets


talks = st.lists(st.lists(short, max_size=4), min_size=1, max_size=3)
long_talks = st.lists(
    st.lists(st.tuples(st.integers(0, 2), st.integers(50, 400), jitters), max_size=3), min_size=2, max_size=3
)


@given(talks, st.integers(5, 300), st.integers(0, 10_000))
@settings(max_examples=40, deadline=None)
def test_F1_the_stream_keeps_pace_and_has_no_holes(people, step, begins):
    channel, now = Channel(begins), begins
    for at, who, said in sorted(history(people)):
        while now < begins + at:
            before, now = now, now + step
            assert sum(len(one.pcm) // 2 for one in channel.floor.take(now)) == (now - before) * PER_MS
        channel.packet(who, begins + said)
    assert channel.floor.take(now) == []


@given(talks)
@settings(max_examples=40, deadline=None)
def test_F2_each_piece_has_the_source_of_what_is_heard_in_it(people):
    channel = Channel().play(history(people))
    for piece in channel.pieces:
        sound = np.frombuffer(piece.pcm, "<i2")
        places = {who for n, who in enumerate(PEOPLE) if np.any(sound // DIGITS**n % DIGITS)}
        assert places <= {piece.source} or piece.source == SEVERAL


@given(talks)
@settings(max_examples=40, deadline=None)
def test_F3_and_F5_what_waits_for_less_than_ten_seconds_is_heard_whole_and_in_order(people):
    packets = history(people)
    channel = Channel().play(packets)
    for who in PEOPLE:
        assert np.array_equal(channel.heard(who), channel.spoken(who))
    if len(packets) * FRAME_MS + PAUSED * sum(map(len, people)) < WAITING_MS:
        assert SEVERAL not in channel.order()[1:]


@given(long_talks)
@settings(max_examples=30, deadline=None)
def test_F4_and_F5_what_is_mixed_is_all_there_and_no_more_than_ten_seconds_wait(people):
    channel = Channel().play(history(people))
    for who in PEOPLE:
        assert np.array_equal(channel.heard(who), channel.spoken(who))
    assert channel.most_waiting <= 2 * WAITING_MS
    assert (channel.floor.dropped, channel.floor.waiting_ms, channel.floor.holder) == (0, 0, None)


@pytest.mark.parametrize("order", list(permutations(PEOPLE)))
def test_F3_they_are_heard_in_the_order_in_which_they_began(order):
    packets = [one for n, who in enumerate(order) for one in says(who, 1 + 10 * n, 50 + 20 * (2 - n))]
    channel = Channel().play(packets)
    assert channel.order() == [SEVERAL, *order]
    loud = np.flatnonzero(channel.sound)
    silences = np.diff(loud)[np.diff(loud) > 1] // PER_MS
    assert list(silences) == [PAUSE_MS, PAUSE_MS]


def test_F3_a_short_pause_gives_the_floor_to_no_one():
    channel = Channel().play([*says(ANN, 0, 10), *says(BOB, 100, 10), *says(ANN, 200 + PAUSE_MS - 1, 10)])
    assert channel.order() == [SEVERAL, ANN, BOB]


@pytest.mark.parametrize("second", [BOB, CAT])
def test_F4_who_talks_on_over_another_is_mixed_to_the_end_and_the_next_has_the_floor_alone(second):
    packets = [*says(ANN, 0, 1_000), *says(second, 1_000, 1_000)]
    later = 21_000 + WAITING_MS + 2 * PAUSED
    channel = Channel().play([*packets, *says(ANN, later, 50)])
    assert channel.order() == [SEVERAL, ANN, SEVERAL, ANN]
    mixed_at = channel.sources.index(SEVERAL, (LEAD_MS + 1) * PER_MS) // PER_MS
    assert 1_000 + WAITING_MS - PAUSE_MS - 2 * LEAD_MS <= mixed_at <= 1_000 + WAITING_MS
    for who in PEOPLE:
        assert np.array_equal(channel.heard(who), channel.spoken(who))
    tail = channel.sound[channel.sources.index(ANN, mixed_at * PER_MS + 1) :]
    assert np.count_nonzero(tail) == 50 * FRAME


def test_F4_whoever_begins_while_others_are_mixed_waits_and_has_the_floor_alone():
    packets = [*says(ANN, 0, 700), *says(BOB, 100, 700), *says(CAT, 13_000, 20)]
    channel = Channel().play(packets)
    assert channel.order() == [SEVERAL, ANN, SEVERAL, CAT]


def test_F4_mixed_sound_that_is_too_loud_is_clipped_not_wrapped():
    floor, loud = OneFloor(), np.full(FRAME, 30_000, "<i2").tobytes()
    heard = []
    for n in range(700):
        for who in (ANN, BOB):
            floor.hear(who, FRAME_MS * n, loud)
        heard += floor.take(FRAME_MS * (n + 1))
    mixed = np.concatenate([np.frombuffer(one.pcm, "<i2") for one in heard if one.source == SEVERAL])
    assert (mixed.max(), mixed.min()) == (32_767, 0)


def test_F5_who_sends_faster_than_can_be_heard_is_dropped_beyond_a_bound_and_counted():
    channel = Channel()
    for _ in range(MOST_MS // FRAME_MS + 100):
        channel.packet(ANN, 0)
    kept = sum(map(len, channel.said[ANN])) - channel.floor.dropped
    assert MOST_MS - PAUSE_MS - FRAME_MS <= kept // PER_MS <= MOST_MS
    channel.pieces += channel.floor.take(2 * MOST_MS)
    assert np.array_equal(channel.heard(ANN), channel.spoken(ANN)[:kept])


def test_F5_one_speaker_too_many_is_not_heard_until_another_has_paused():
    floor, sound = OneFloor(), bytes(range(1, 251)) * 2
    for n in range(SPEAKERS + 1):
        floor.hear(SourceId(f"speaker {n}"), 0, sound)
    assert floor.dropped == len(sound) // 2
    floor.take(1_000_000)
    floor.hear(SourceId(f"speaker {SPEAKERS}"), 1_000_000, sound)
    assert floor.dropped == len(sound) // 2


@given(st.integers(1, 80), jitters, st.integers(5, 200))
@settings(max_examples=40, deadline=None)
def test_F6_a_saying_has_no_gap_when_its_packets_are_no_later_than_the_lead(frames, jitter, step):
    channel = Channel().play(says(ANN, 100, frames, [0, *jitter]), step)
    loud = np.flatnonzero(channel.sound)
    assert loud[0] == (100 + LEAD_MS) * PER_MS
    assert len(loud) == loud[-1] - loud[0] + 1 == frames * FRAME


@given(st.integers(SLACK_MS + 1, PAUSE_MS - 1), st.booleans())
def test_F6_a_longer_gap_is_kept_also_where_the_saying_has_to_wait(gap, waits):
    before = says(BOB, 0, 50) if waits else []
    channel = Channel().play([*before, *says(ANN, 100, 10), *says(ANN, 300 + gap, 10)])
    sound = channel.sound[channel.sources.index(ANN) :]
    loud = np.flatnonzero(sound)
    assert len(loud) == 20 * FRAME
    assert np.diff(loud).max() == gap * PER_MS + 1


@pytest.mark.slow
@given(st.integers(LEAD_MS, 300), st.booleans())
def test_F6_sound_that_comes_too_late_leaves_only_the_silence_that_was_given_meanwhile(late, waits):
    before = says(BOB, 0, 50) if waits else []
    channel = Channel().play([*before, *says(ANN, 100, 20, [0] * 10 + [late] * 10)], step=1)
    sound = channel.sound[channel.sources.index(ANN) :]
    silence = (np.diff(np.flatnonzero(sound)).max() - 1) // PER_MS
    assert silence == (
        0 if waits else max(0, late - LEAD_MS - 1)
    )  # a packet is there in the millisecond before


@given(long_talks)
@settings(max_examples=10, deadline=None)
def test_F7_what_each_says_is_given_apart_also_where_they_are_mixed(people):
    channel = Channel().play(history(people))
    for who in PEOPLE:
        apart = [
            np.frombuffer(p.pcm, "<i2") for one in channel.pieces for p in one.spoken if p.speaker == who
        ]
        assert np.array_equal(
            np.concatenate([np.zeros(0, int), *apart]), np.concatenate([np.zeros(0, int), *channel.said[who]])
        )
