"""The voice at a page: how far ahead, how it is counted, flushed, taken over and taken up again."""

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from solovox.core import commands as do
from solovox.core import events as ev
from solovox.core.units import VOICE_RATE, ConnectionId, ReadId, RunId
from solovox.surfaces.speaker import tone
from solovox.surfaces.web.page import Rates
from solovox.wire.browser import up
from surfaces.web.desk import MS, Hand, desk, passes
from virtual import virtual

pytestmark = pytest.mark.slow

SPEAKERS = [8_000, 16_000, 44_100, 48_000]


def sent(hand):
    """What came: `read` and `read_end` frames, and how many samples between."""
    out = []
    for one in hand.frames():
        if isinstance(one, bytes):
            out.append(len(one) // 2)
        elif one["type"] in ("read", "read_end", "transcript"):
            out.append({key: value for key, value in one.items() if value})
    return out


def samples(hand):
    return len(hand.sound()) // 2


@virtual
async def test_S2_a_page_is_at_most_400_ms_ahead_of_what_it_says_it_has_played():
    async with desk() as at:
        a = Hand(at, "a")
        at.play(1, 2_000)
        had, played = samples(a), 0
        assert had == 400 * MS
        for step in (1, 39, 40, 250, 400, 10_000):
            played = min(had, played + step * MS)
            await a.does(up.PlayedSamplesFrame(1, played + (5 if step == 10_000 else 0)))
            had += samples(a)
            assert had - played <= 400 * MS
            assert had - played > 360 * MS
        assert at.of(ev.Played)[-1] == ev.Played(ReadId(1), played)


@settings(max_examples=60, deadline=None)
@given(st.lists(st.tuples(st.integers(1, 900), st.integers(0, 700), st.booleans()), max_size=12))
def test_S2_one_of_the_first_clients_is_at_most_200_ms_ahead_of_the_clock(pieces):
    """Whatever comes, in pieces of any length, flushed or with a cue between."""

    @virtual
    async def played():
        async with desk() as at:
            a = Hand(at, "a", knows_all=False)
            ends = 0.0
            for n, (ms, wait, flushed) in enumerate(pieces, 1):
                at.do(do.ShowRead(ReadId(n), RunId(1), f"piece {n}", 0, 5))
                at.play(n, ms + 1 / 24)
                for _ in range(wait // 10 + 1):
                    now = at.clock.now() * MS
                    ends = max(ends, now) + samples(a)
                    assert ends - now <= (200 + 11) * MS, "and what came since the last look"
                    await passes(10)
                if flushed:
                    at.do(do.Flush(ReadId(n)))
                    at.do(do.Cue(do.CueKind.STOPPED))
            await passes(20_000)
            return at.told

    told = played()
    counted = {}
    for one in told:
        if isinstance(one, ev.Played):
            assert counted.get(one.read, 0) < one.samples
            counted[one.read] = one.samples
        if isinstance(one, ev.Flushed):
            assert one.samples >= counted.get(one.read, 0)
            counted[one.read] = 10**9


@virtual
async def test_one_of_the_first_clients_is_told_each_text_once_as_it_begins_to_sound():
    async with desk() as at:
        a = Hand(at, "a", knows_all=False)
        for n in (1, 2):
            at.do(do.ShowRead(ReadId(n), RunId(1), f"piece {n}", 0, 5))
            at.play(n, 100)
            at.surface.see(ev.ReadRendered(ReadId(n)), [])
        await passes(500)
        assert sent(a)[0] == {"type": "transcript", "role": "vox", "text": "piece 1"}
        at.play(1, 100)
        at.play(3, 100)
        await passes(500)
        assert [one for one in sent(a) if isinstance(one, dict)] == [], "neither again, nor without words"


@pytest.mark.parametrize("kind", list(do.CueKind))
@virtual
async def test_one_of_the_first_clients_hears_each_cue_though_it_may_be_long(kind):
    async with desk() as at:
        a = Hand(at, "a", knows_all=False)
        at.play(1, 150)
        at.do(do.Flush(ReadId(1)), do.Cue(kind))
        await passes(1_000)
        at.play(2, 100)
        await passes(1_000)
        assert samples(a) == (150 + 100) * MS + len(tone(kind)) // 2


# Flushes.


@pytest.mark.parametrize(
    ("answers", "told", "after"),
    [
        ([], 100, 250),
        ([(1, 150)], 150, 0),
        ([(1, 10_000)], 400, 0),
        ([(1, 0)], 100, 0),
        ([(1, 150), (1, 300)], 150, 0),
        ([(2, 150)], 100, 250),
    ],
    ids=["nobody", "the page", "too much", "too little", "twice", "of another read"],
)
@virtual
async def test_S6_a_flush_is_answered_once_within_250_ms_and_no_lie_counts(answers, told, after):
    async with desk() as at:
        a = Hand(at, "a")
        at.play(1, 2_000)
        await a.does(up.PlayedSamplesFrame(1, 0))
        await a.does(up.PlayedSamplesFrame(1, 100 * MS))
        await passes(1)  # it has nothing to wait for now
        began = at.clock.now()
        at.do(do.Flush(ReadId(1)), do.Flush(ReadId(1)))
        assert a.frames("flush") == [{"type": "flush", "read": 1}]
        for read, ms in answers:
            await a.does(up.FlushedSamplesFrame(read, ms * MS))
        while not at.of(ev.Flushed) and at.clock.now() < began + 1_000:
            await passes(1)
        assert at.clock.now() - began == after
        await passes(1_000)
        most = 500 if told == 400 else told
        assert [(one.read, one.samples) for one in at.of(ev.Flushed)] == [(1, most * MS)]
        assert samples(a) == 0


@virtual
async def test_S6_what_a_page_reports_before_it_sees_the_flush_counts():
    async with desk() as at:
        a = Hand(at, "a")
        at.play(1, 2_000)
        at.do(do.Flush(ReadId(1)))
        await a.does(up.PlayedSamplesFrame(1, 120 * MS))
        await passes(300)
        assert at.of(ev.Flushed) == [ev.Flushed(ReadId(1), 120 * MS)]


@virtual
async def test_S6_a_flush_is_answered_at_once_where_nothing_plays_or_no_page_can_say():
    async with desk() as at:
        a = Hand(at, "a")
        at.do(do.Flush(ReadId(7)))
        at.play(1, 100)
        a.drops()
        at.do(do.Flush(ReadId(1)))
        await passes(1)
        assert at.of(ev.Flushed) == [ev.Flushed(ReadId(7), 0), ev.Flushed(ReadId(1), 0)]


# Another page, and the same one again.


@virtual
async def test_S2_a_new_holder_begins_at_the_sample_that_was_played():
    async with desk() as at:
        a, b = Hand(at, "a"), Hand(at, "b")
        at.do(do.ShowRead(ReadId(1), RunId(4), "It is noon.", 3, 9))
        at.play(1, 1_000)
        at.surface.see(ev.ReadRendered(ReadId(1)), [])
        await a.does(up.PlayedSamplesFrame(1, 150 * MS))
        a.frames()
        await b.does(up.TakeFrame())
        about = {"type": "read", "read": 1, "said": "It is noon.", "run": 4, "shown_from": 3, "shown_to": 9}
        assert sent(b)[0] == {**about, "first": 150 * MS}
        await a.does(up.PlayedSamplesFrame(1, 400 * MS))
        await b.does(up.PlayedSamplesFrame(1, 550 * MS))
        await b.does(up.PlayedSamplesFrame(1, 1_000 * MS))
        assert sent(b)[-1] == {"type": "read_end", "read": 1, "samples": 1_000 * MS}
        await a.does(up.TakeFrame())
        again = sent(a)
        assert again[0] == {**about, "first": 950 * MS}, "its words are known to the end"
        assert again[1:] == [50 * MS, {"type": "read_end", "read": 1, "samples": 1_000 * MS}]


@virtual
async def test_S3_a_page_that_is_back_goes_on_at_the_sample_it_has_played_of_the_read_it_names():
    """The reports of the end of the read before were lost with the socket."""
    async with desk() as at:
        a = Hand(at, "a")
        at.play(1, 100)
        at.play(2, 1_000)
        a.frames()
        a.drops()
        await passes(1_000)
        a.resumes(2, 30 * MS)
        await passes(1)
        assert sent(a)[0] == {"type": "read", "read": 2, "first": 30 * MS}
        assert at.of(ev.Played) == [ev.Played(ReadId(1), 100 * MS), ev.Played(ReadId(2), 30 * MS)]


@pytest.mark.parametrize("rate", SPEAKERS)
@virtual
async def test_S2_a_read_is_whole_at_any_rate_and_its_counts_come_back(rate):
    async with desk() as at:
        a = Hand(at, "a", rates=Rates(16_000, rate))
        length, had = 1_001 * MS + 7, 0
        at.play(1, length / MS)
        at.surface.see(ev.ReadRendered(ReadId(1)), [])
        end = None
        for _ in range(100):
            for one in sent(a):
                if isinstance(one, int):
                    had += one
                elif one["type"] == "read_end":
                    end = one["samples"]
            await a.does(up.PlayedSamplesFrame(1, had + 9))
            counts = [one.samples for one in at.of(ev.Played)]
            assert not counts or counts[-1] <= -(-had * VOICE_RATE // rate), "more than was sent"
        assert had == end == -(-length * rate // VOICE_RATE)
        assert at.of(ev.Played)[-1].samples == length


@pytest.mark.parametrize("rate", SPEAKERS)
@virtual
async def test_S3_a_resampled_read_goes_on_where_it_was_with_no_hole(rate):
    """What was in the line, and had not been sent, was not played."""
    async with desk() as at:
        a = Hand(at, "a", rates=Rates(16_000, rate))
        at.play(1, 300)
        had = samples(a)
        a.drops()
        a.resumes(1, had, speaker_rate=rate)
        await passes(1)
        counted = at.of(ev.Played)[-1].samples if at.of(ev.Played) else 0
        assert counted <= had * VOICE_RATE // rate
        at.surface.see(ev.ReadRendered(ReadId(1)), [])
        first, *rest = sent(a)
        assert first["first"] == counted * rate // VOICE_RATE
        whole = first["first"] + sum(one for one in rest if isinstance(one, int))
        assert rest[-1] == {"type": "read_end", "read": 1, "samples": whole}
        assert abs(whole - 300 * MS * rate / VOICE_RATE) <= 1


@virtual
async def test_a_ducked_voice_is_lower_at_one_of_the_first_clients_and_told_to_the_others():
    async with desk() as at:
        a, b = Hand(at, "a"), Hand(at, "b")
        for one in (do.Duck(), do.Unduck()):
            at.surface.see(ev.Typed(""), [one])
            at.do(one)
        ducks = [{"type": "duck", "ducked": True}, {"type": "duck", "ducked": False}]
        assert a.frames("duck") == b.frames("duck") == ducks
    async with desk() as at:
        c = Hand(at, "c", knows_all=False)
        at.do(do.Duck())
        at.play(1, 100)
        loud = np.abs(np.frombuffer(c.sound(), "<i2")).max()
        assert 200 < loud < 300


# When a read is whole.


@virtual
async def test_a_read_that_goes_on_with_sound_that_was_there_is_whole():
    async with desk() as at:
        a = Hand(at, "a")
        about = do.ShowRead(ReadId(2), RunId(1), "noon.", 0, 5)
        at.surface.see(ev.OnsetFaded(0), [about])
        at.do(about)
        at.play(2, 100)
        assert sent(a)[-1] == {"type": "read_end", "read": 2, "samples": 100 * MS}


@virtual
async def test_a_read_that_the_narrator_still_says_is_not_whole():
    async with desk() as at:
        a = Hand(at, "a")
        about = do.ShowRead(ReadId(2), RunId(1), "noon.", 0, 5)
        at.surface.see(ev.OnsetFaded(0), [about, do.Read(ReadId(2), "noon.")])
        at.do(about)
        at.play(2, 100)
        assert sent(a)[-1] == 100 * MS


@pytest.mark.parametrize(
    "ends",
    [
        ev.EarTurnEnded(ConnectionId(1)),
        ev.EarInterrupted(ConnectionId(1)),
        ev.EarLost(ConnectionId(1), "gone"),
    ],
)
@virtual
async def test_what_a_live_model_says_for_itself_is_whole_when_it_has_ended(ends):
    async with desk() as at:
        a = Hand(at, "a", rates=Rates(16_000, 48_000))
        at.play(1, 100)
        assert samples(a) < 200 * MS
        at.surface.see(ends, [])
        assert sent(a)[-1] == {"type": "read_end", "read": 1, "samples": 200 * MS}
