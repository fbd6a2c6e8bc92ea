"""The packets of one SSRC, in order, with what stands for those that are lost."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from solovox.surfaces.discord.order import CONCEALED, FAR, HELD, HOLD_MS, Means, NextFrame, PacketOrder

D, R, C = Means.DECODE, Means.RECOVER, Means.CONCEAL


def opus(number):
    return f"{number % 65_536}".encode()


def told(frames):
    return "".join(
        {D: f"{one.opus.decode()} ", R: f"r{one.opus.decode()} ", C: "c "}[one.means] for one in frames
    ).strip()


def run(numbers):
    order, frames = PacketOrder(), []
    for n, number in enumerate(numbers):
        frames += order.add(n, number % 65_536, opus(number))
    return order, frames


@pytest.mark.parametrize(
    ("numbers", "heard", "late"),
    [
        ([7, 8, 9], "7 8 9", 0),
        ([1, 3, 2, 4], "1 2 3 4", 0),
        ([1, 4, 3, 2], "1 2 3 4", 0),
        ([1, 3, 4], "1", 0),  # waits for 2
        ([1, 3, 4, 5], "1 r3 3 4 5", 0),
        ([1, 3, 4, 5, 2], "1 r3 3 4 5", 1),
        ([1, 4, 5, 6], "1 c r4 4 5 6", 0),
        ([1, 7, 8, 9], "1 c c c c r7 7 8 9", 0),
        ([1, 50, 51, 52], "1 c c c c r50 50 51 52", 0),
        ([1, 3, 5, 7], "1 r3 3", 0),  # 5 and 7 wait for 4
        ([1, 1, 2, 2, 1], "1 2", 3),
        ([1, 3, 3, 2], "1 2 3", 1),
        ([65_534, 65_535, 0, 1], "65534 65535 0 1", 0),
        ([65_534, 0, 65_535, 1], "65534 65535 0 1", 0),
        ([65_535, 1, 2, 3], "65535 r1 1 2 3", 0),
        ([1, 65_535, 2], "1 2", 1),
        ([1, 2, 2 + FAR + 1, 2 + FAR + 2], "1 2 1003 1004", 0),
        ([5_000, 5_001, 30], "5000 5001 30", 0),
        ([1, 3, 9_000], "1 r3 3 9000", 0),  # what waited is not lost
    ],
)
def test_packets_come_out_in_order(numbers, heard, late):
    order, frames = run(numbers)
    assert told(frames) == heard
    assert order.late == late
    assert order.concealed == sum(one.means is not D for one in frames)


def test_a_packet_behind_a_gap_waits_for_60_ms_and_no_longer():
    order = PacketOrder()
    order.add(0, 1, b"1")
    assert order.add(20, 3, b"3") == []
    assert order.release(20 + HOLD_MS - 1) == []
    assert told(order.release(20 + HOLD_MS)) == "r3 3"
    assert order.release(1_000) == []
    assert told(order.add(1_020, 4, b"4")) == "4"


@given(
    st.integers(0, 65_535),
    st.integers(1, 300),
    st.data(),
)
def test_whatever_is_lost_doubled_or_late_each_packet_is_heard_once_and_in_order(begins, count, data):
    """Each packet may be lost, come twice, or come up to two places late."""
    sent = list(range(begins, begins + count))
    fate = data.draw(st.lists(st.sampled_from([0, 1, 1, 1, 1, 2]), min_size=count, max_size=count))
    shift = data.draw(st.lists(st.sampled_from([0, 0, 0, 2.5]), min_size=count, max_size=count))
    fate[0], shift[0] = 1, 0
    come = sorted(
        [(n + shift[n], number) for n, number in enumerate(sent) for _ in range(fate[n])],
        key=lambda one: one[0],
    )
    order, frames = run([number for _, number in come])
    frames += order.release(10**6)
    decoded = [one.opus for one in frames if one.means is D]
    arrived = [opus(number) for n, number in enumerate(sent) if fate[n]]
    assert len(set(decoded)) == len(decoded)
    assert decoded == [one for one in arrived if one in set(decoded)]
    assert order.late == len(come) - len(decoded)
    # Only what came behind HELD others, or twice, was left out.
    assert len(arrived) - len(decoded) <= sum(1 for one in shift if one)
    runs = told(frames).replace("r", "c ").split()
    assert " ".join(runs).count("c c c c c c") == 0 or CONCEALED >= 6


@given(st.lists(st.tuples(st.integers(0, 500), st.integers(0, 65_535)), max_size=200))
def test_nothing_makes_it_raise_or_keep_more_than_it_may(packets):
    order, now, given_ = PacketOrder(), 0, 0
    for pause, number in packets:
        now += pause
        given_ += sum(one.means is D for one in order.add(now, number, b"x"))
    waiting = sum(one.means is D for one in order.release(now + HOLD_MS))
    assert waiting < HELD
    assert given_ + waiting + order.late == len(packets)
    assert order.add(now + 1_000, 0, b"x") in ([], [NextFrame(D, b"x")])
