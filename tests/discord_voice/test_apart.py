"""What each person says, as a stream of its own: law R3 in a voice channel."""

import numpy as np
from hypothesis import given
from hypothesis import strategies as st

from solovox.core.units import MIC, SourceId, StreamId
from solovox.discord.voice.apart import TOLD, SourcesApart
from solovox.discord.voice.floor import OneFloor
from solovox.shell.sound import SoundStore

PEOPLE = (SourceId("Ann (2001)"), SourceId("Ben (2002)"), SourceId("Cat (2003)"))
STREAMS = {who: StreamId(f"mic/{2001 + n}") for n, who in enumerate(PEOPLE)}
FRAME_MS, FRAME, DIGITS = 20, 320, 30

sayings = st.lists(
    st.tuples(st.sampled_from(PEOPLE), st.integers(0, 3_000), st.integers(1, 60)), min_size=1, max_size=5
)
"""Who, when, and for how many frames."""


@given(sayings, st.sampled_from([20, 60, 500]))
def test_R3_each_stream_is_what_its_person_said_and_says_where_it_is_heard_and_when_it_was_said(talk, step):
    sound, floor, told, microphone, counts = SoundStore(), OneFloor(), [], [], dict.fromkeys(PEOPLE, 0)
    apart = SourcesApart(sound)
    packets = sorted((at + FRAME_MS * n, who) for who, at, frames in talk for n in range(frames))
    said_at = {who: [] for who in PEOPLE}
    for now in range(step, 60_000, step):
        while packets and packets[0][0] <= now:
            at, who = packets.pop(0)
            pcm = (1 + np.arange(counts[who], counts[who] + FRAME) % (DIGITS - 1)) * DIGITS ** PEOPLE.index(
                who
            )
            counts[who] += FRAME
            floor.hear(who, at, pcm.astype("<i2").tobytes())
            said_at[who].append(at)
        for frame in floor.take(now):
            span = sound.put(MIC, frame.pcm)
            microphone.append(frame.pcm)
            new = apart.take(span.first, frame)
            told += new
            assert all(one.heard >= span.first - TOLD for one in new)
        if not (packets or floor.holder or floor.waiting_ms):
            break
    told += apart.tell()
    mixed = np.frombuffer(b"".join(microphone), "<i2").astype(np.int64)
    for who in PEOPLE:
        mine, weight = [one for one in told if one.source == who], DIGITS ** PEOPLE.index(who)
        assert {one.span.stream for one in mine} <= {STREAMS[who]}
        assert [one.span.first for one in mine] == [
            sum(o.span.count for o in mine[:n]) for n in range(len(mine))
        ]
        assert sum(one.span.count for one in mine) == counts[who]
        for one in mine:
            own = np.frombuffer(sound.get(one.span), "<i2").astype(np.int64)
            assert np.array_equal(
                mixed[one.heard : one.heard + one.span.count] // weight % DIGITS, own // weight
            )
        if mine:
            assert (mine[0].heard - mine[0].waited) // 16 == min(said_at[who])


def test_R3_whoever_is_no_person_of_a_channel_has_no_stream():
    floor = OneFloor()
    floor.hear(SourceId("a machine"), 0, bytes(640))
    apart = SourcesApart(SoundStore())
    assert [event for frame in floor.take(500) for event in apart.take(0, frame)] + apart.tell() == []
