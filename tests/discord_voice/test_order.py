"""The packets of one SSRC, in order and in time, with what stands for those that are lost."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from solovox.discord.voice.order import (
    CONCEALED,
    FAR,
    FRAME_MS,
    HELD,
    HOLD_MS,
    Means,
    PacketOrder,
    SentFrame,
)
from solovox.discord.voice.packets import SILENCE

D, R, C = Means.DECODE, Means.RECOVER, Means.CONCEAL
LEAD_MS = 60
"""The floor's: a frame must be there so long after it was said."""


def sent(number, time=None, opus=None):
    return SentFrame(
        number % 65_536,
        (960 * number if time is None else time) % 2**32,
        opus or f"{number % 65_536}".encode(),
    )


def told(frames):
    return "".join(
        {D: f"{one.opus.decode()} ", R: f"r{one.opus.decode()} ", C: "c "}[one.means] for one in frames
    ).strip()


def run(come, until=10_000):
    """Packets as (when, packet), looked at every 20 ms; the frames, each with when it was given."""
    order, frames, come = PacketOrder(), [], sorted(come, key=lambda one: one[0])
    for now in range(0, until + 1, 10):
        while come and come[0][0] <= now:
            frames += [(now, one) for one in order.add(*come.pop(0))]
        frames += [(now, one) for one in order.release(now)]
    return order, frames


def speech(first, last, *, lost=(), late=(), ends=True):
    """Packets of one saying, one every 20 ms, and the silence behind it. `late`: a number and by how much."""
    late = dict(late)
    packets = [(FRAME_MS * n + late.get(n, 0), sent(n)) for n in range(first, last + 1) if n not in lost]
    return packets + [(FRAME_MS * n, sent(n, opus=SILENCE)) for n in range(last + 1, last + 6) if ends]


def heard(frames):
    return told(one for _, one in frames if one.opus != SILENCE)


@pytest.mark.parametrize(
    ("lost", "said", "missing"),
    [
        ((), "1 2 3 4 5 6 7 8 9", 0),
        ((3,), "1 2 r4 4 5 6 7 8 9", 0),
        ((3, 4), "1 2 c r5 5 6 7 8 9", 0),
        ((3, 4, 5), "1 2 c c r6 6 7 8 9", 0),
        ((3, 4, 5, 6), "1 2 c c c r7 7 8 9", 0),
        ((3, 4, 5, 6, 7), "1 2 c c c c r8 8 9", 0),
        ((2, 4, 6, 8), "1 r3 3 r5 5 r7 7 r9 9", 0),
        ((2, 3, 5, 6), "1 c r4 4 c r7 7 8 9", 0),
    ],
)
def test_lost_packets_are_made_up_each_in_its_place_before_it_is_missed(lost, said, missing):
    order, frames = run(speech(1, 9, lost=lost))
    assert heard(frames) == said
    assert (order.late, order.concealed) == (0, len(lost))
    assert [one.at for _, one in frames] == list(range(20, 20 + FRAME_MS * len(frames), FRAME_MS))
    assert all(given <= one.at + LEAD_MS for given, one in frames)


@pytest.mark.parametrize("lost", range(6, 15))
def test_a_longer_gap_is_made_up_at_its_ends_and_what_follows_comes_when_it_was_said(lost):
    _, frames = run(speech(1, 30, lost=range(10, 10 + lost)))
    made_up = [one for _, one in frames if one.means is not D]
    assert told(made_up) == f"c c c c c r{10 + lost}"
    assert [one.at for one in made_up] == [*range(200, 300, FRAME_MS), FRAME_MS * (9 + lost)]
    assert {one.opus: one.at for _, one in frames if one.means is D}[f"{10 + lost}".encode()] == 20 * (
        10 + lost
    )
    assert all(
        given <= one.at + LEAD_MS for given, one in frames if one.at < 300 or one.at > 20 * (13 + lost)
    )


@pytest.mark.parametrize(
    ("late", "said", "counted"),
    [
        ({3: 25}, "1 2 3 4 5 6 7 8 9", 0),
        ({3: 45, 5: 45}, "1 2 3 4 5 6 7 8 9", 0),
        ({3: 90}, "1 2 r4 4 5 6 7 8 9", 1),
        (dict.fromkeys(range(3, 10), 30), "1 2 3 4 5 6 7 8 9", 0),
        (dict.fromkeys(range(3, 10), 65), "1 2 c 3 4 5 6 7 8 9", 0),  # the sound is longer by one
        (dict.fromkeys(range(3, 10), 400), "1 2 c c c c c 3 4 5 6 7 8 9", 0),  # the network stood still
    ],
)
def test_what_comes_late_is_waited_for_and_none_is_lost_but_behind_what_was_given(late, said, counted):
    order, frames = run(speech(1, 9, late=late.items(), ends=False))
    assert heard(frames).removesuffix(" c c c c c") == said
    assert order.late == counted


def test_nothing_is_made_up_after_speech_has_ended_and_for_100_ms_when_its_end_is_lost():
    assert heard(run(speech(1, 3))[1]) == "1 2 3"
    assert heard(run(speech(1, 3, ends=False))[1]) == "1 2 3" + " c" * CONCEALED


@pytest.mark.parametrize("pause", [300, 3_000])
@pytest.mark.parametrize("counts", [True, False], ids=["RTP's time goes on", "RTP's time stands still"])
@pytest.mark.parametrize("ends", [True, False])
def test_what_is_said_after_a_pause_is_said_when_it_comes(pause, counts, ends):
    before = speech(1, 10, ends=ends)
    last = before[-1][1].number
    begins = before[-1][0] + pause
    time = 48 * begins if counts else 960 * (last + 1)
    again = [(begins + 20 * n, sent(last + 1 + n, time + 960 * n)) for n in range(5)]
    order, frames = run([*before, *again])
    assert [one.at for _, one in frames if one.means is D][-5:] == [begins + 20 * n for n in range(5)]
    assert order.late == 0


@pytest.mark.parametrize(
    ("come", "said"), [((1, 2, 3), "r10 10 11 12"), ((1, 0, 2, 3), "9 10 11 12"), ((3, 4), "r12 12 13")]
)
def test_the_first_after_a_pause_may_be_lost_or_late(come, said):
    again = [(2_000 + 20 * n, sent(9 + one, 90_000 + 960 * one)) for n, one in enumerate(come)]
    _, frames = run([*speech(1, 3), *again])
    assert heard(frames).removesuffix(" c c c c c") == f"1 2 3 {said}"
    assert [one.at for _, one in frames][8:12] == [2_000, 2_020, 2_040, 2_060]


@pytest.mark.parametrize(
    ("numbers", "said", "late"),
    [
        ([1, 1, 2, 2, 1], "1 2", 3),
        ([1, 3, 3, 2], "1 2 3", 1),
        ([1, 4, 3, 2], "1 2 3 4", 0),
        ([65_534, 65_535, 65_536, 65_537], "65534 65535 0 1", 0),
        ([65_534, 65_536, 65_535, 65_537], "65534 65535 0 1", 0),
        ([65_535, 65_537, 65_538], "65535 r1 1 2", 0),
        ([1, 0, 2], "1 2", 1),
        ([1, 2, 2 + FAR + 1, 2 + FAR + 2], "1 2 1003 1004", 0),
        ([5_000, 5_001, 30, 31], "5000 5001 30 31", 0),
        ([1, 3, 9_000], "1 3 9000", 0),  # what waited is not lost
        ([1, *range(3, 30)], "1 " + " ".join(map(str, range(3, 30))), 0),  # no more wait
    ],
)
def test_numbers_wrap_come_twice_and_begin_anew(numbers, said, late):
    order, frames = run([(10 + n / 10, sent(one)) for n, one in enumerate(numbers)])
    assert heard(frames).removesuffix(" c c c c c") == said
    assert order.late == late


@pytest.mark.parametrize("time", [0, 17, 2**31, 2**32 - 1])
def test_an_rtp_time_that_says_nothing_moves_no_one(time):
    packets = [(20 * n, SentFrame(n, time, f"{n}".encode())) for n in range(50)]
    _, frames = run(packets)
    assert heard(frames).removesuffix(" c c c c c") == " ".join(map(str, range(50)))
    assert [one.at for _, one in frames][:50] == [20 * n for n in range(50)]


@given(
    st.integers(0, 2**32),
    st.lists(st.tuples(st.booleans(), st.integers(0, 45)), min_size=1, max_size=150),
)
def test_whatever_is_lost_or_late_by_less_than_the_hold_all_that_came_is_heard_in_its_place(begins, fates):
    """Up to five in a row are lost; the rest is given as of when it was said, before the floor misses it."""
    row, packets = 0, []
    for n, (lost, late) in enumerate(fates):
        row = row + 1 if lost and n and row < CONCEALED else 0
        if not row:
            delay = late if n else 0
            packets.append((20 * n + delay, sent(begins + n)))
    order, frames = run(packets, 20 * len(fates) + 200)
    decoded = [one.opus for _, one in frames if one.means is D]
    assert decoded == [
        one.opus for _, one in sorted(packets, key=lambda one: one[1].time - 960 * begins)
    ] or (begins + len(fates) >= 2**32 // 960)
    assert order.late == 0
    assert [one.at for _, one in frames] == list(range(0, 20 * len(frames), 20))
    assert all(given <= one.at + LEAD_MS for given, one in frames)


@given(
    st.lists(st.tuples(st.integers(0, 500), st.integers(0, 65_535), st.integers(0, 2**32 - 1)), max_size=200)
)
def test_nothing_makes_it_raise_go_back_in_time_or_keep_more_than_it_may(packets):
    order, now, frames = PacketOrder(), 0, []
    for pause, number, time in packets:
        now += pause
        frames += order.add(now, SentFrame(number, time, b"x"))
    waiting = order.release(now + HOLD_MS + 10_000)
    decoded = sum(one.means is D for one in frames)
    assert sum(one.means is D for one in waiting) <= HELD
    assert decoded + sum(one.means is D for one in waiting) + order.late == len(packets)
    times = [one.at for one in [*frames, *waiting]]
    assert times == sorted(times)
