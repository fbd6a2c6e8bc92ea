"""Who has microphone and speaker, who comes and goes, and what is told of it."""

import asyncio
from itertools import pairwise

import pytest

from solovox.core import commands as do
from solovox.core import events as ev
from solovox.core.units import MIC_RATE, PlayedReports
from solovox.surfaces.web.page import Rates
from solovox.surfaces.web.pages import MOST, SessionOver, TooManyPages
from solovox.wire.browser import down, up
from surfaces.web.desk import Desk, Hand, desk, passes
from virtual import virtual

PER_MS = MIC_RATE // 1000
LOUD = b"\x10\x27" * (100 * PER_MS)
"""100 ms of sound."""


def silence(at: Desk):
    return len([one for one in at.captured() if one == 0]) // 2 // PER_MS


@virtual
async def test_S1_who_comes_first_has_microphone_and_speaker_and_all_are_told_who_takes_them():
    async with desk() as at:
        a, b = Hand(at, "a"), Hand(at, "b")
        assert a.frames("state")[-1]["holder"] == "a"
        assert b.frames("state")[-1]["holder"] == "a"
        await b.does(up.TakeFrame())
        await b.does(up.TakeFrame())
        assert a.frames("holder") == b.frames("holder") == [{"type": "holder", "page": "b"}]
        assert at.told == [
            ev.SurfaceJoined(a.page.caps, "a"),
            ev.SurfaceJoined(b.page.caps, "b"),
        ]


@virtual
async def test_S1_of_a_page_that_watches_no_sound_is_taken_but_its_samples_are_counted():
    async with desk() as at:
        a, b = Hand(at, "a"), Hand(at, "b")
        await b.says(LOUD)
        assert at.captured() == b""
        await b.does(up.TakeFrame())
        await b.says(LOUD)
        await a.says(LOUD)
        assert at.captured() == LOUD
        b.drops()
        b.resumes()
        assert b.frames("ready")[-1]["samples"] == 2 * len(LOUD) // 2, "it goes on from there"


@virtual
async def test_a_page_that_only_watches_leaves_the_microphone_free():
    async with desk() as at:
        a = Hand(at, "a", watch=True)
        b = Hand(at, "b")
        assert "holder" not in a.frames("state")[0]
        assert b.frames("state")[0]["holder"] == "b"


@pytest.mark.parametrize(("away", "left"), [(0, False), (2_900, False), (3_100, True)])
@virtual
async def test_S3_a_page_that_is_back_within_the_grace_was_never_gone(away, left):
    async with desk() as at:
        a, b = Hand(at, "a"), Hand(at, "b")
        await passes(10)
        before = list(at.told)
        a.drops()
        await passes(away)
        if left:
            assert [one for one in at.told if not isinstance(one, ev.SoundCaptured)] == [
                *before,
                ev.SurfaceLeft("a"),
            ]
            assert b.frames("holder", "muted")[-2:] == [{"type": "holder"}, {"type": "muted", "muted": False}]
        else:
            a.resumes()
            assert a.frames("state")[-1]["holder"] == "a"
            await passes(5_000)
            assert at.told == before


@virtual
async def test_S3_one_of_the_first_clients_cannot_come_back_and_ends_the_session_it_had_alone():
    async with desk() as at:
        a = Hand(at, "a", knows_all=False)
        assert a.page.caps.played is PlayedReports.ESTIMATED
        a.drops()
        await passes(1)
        assert at.told[1:] == [ev.SurfaceLeft("a"), ev.HungUp()]


@virtual
async def test_S4_nothing_is_told_before_a_page_has_joined_or_after_the_last_has_left():
    async with desk() as at:
        at.do(do.Flush(1), do.ShowFailure("x"))
        await passes(1_000)
        assert at.told == []
        a = Hand(at, "a")
        at.play(1, 1_000)
        await a.does(up.MuteFrame(True))
        await passes(200)
        a.drops()
        at.do(do.Flush(1))
        await passes(3_100)
        gone = at.told.index(ev.SurfaceLeft("a"))
        at.do(do.Flush(1), do.Flush(2))
        at.play(3, 100)
        await passes(2_000)
        assert isinstance(at.told[0], ev.SurfaceJoined)
        assert at.told[gone + 1 :] == []


# The microphone.


@virtual
async def test_S5_a_muted_microphone_is_silent_as_long_as_it_is_muted_to_the_millisecond():
    async with desk() as at:
        a = Hand(at, "a")
        await a.says(LOUD)
        for ms in (17, 333, 50, 1):
            await a.does(up.MuteFrame(True))
            await passes(ms)
            await a.says(LOUD)
            await a.does(up.MuteFrame(False))
            await passes(70)
        await a.says(LOUD)
        assert silence(at) == 17 + 333 + 50 + 1
        assert at.captured().startswith(LOUD)
        assert at.captured().endswith(LOUD)
        assert len(at.captured()) == 2 * len(LOUD) + 2 * PER_MS * silence(at)


@virtual
async def test_S5_a_microphone_that_no_page_has_is_silent():
    async with desk() as at:
        a, b = Hand(at, "a"), Hand(at, "b")
        a.drops()
        await passes(2_999)
        assert silence(at) == 0, "while the holder is waited for time stands still in it"
        await passes(1_001)
        assert silence(at) == 1_000
        await b.does(up.TakeFrame())
        await passes(500)
        assert silence(at) == 1_000


@virtual
async def test_S5_silence_stands_still_while_the_muted_page_is_waited_for():
    async with desk() as at:
        a = Hand(at, "a")
        await a.does(up.MuteFrame(True))
        await passes(120)
        a.drops()
        await passes(1_000)
        a.resumes()
        await passes(230)
        await a.does(up.MuteFrame(False))
        assert silence(at) == 120 + 230
        assert all(one.span.count <= 50 * PER_MS for one in at.of(ev.SoundCaptured))


@virtual
async def test_S5_spans_follow_one_another_whatever_happens():
    async with desk() as at:
        a, b = Hand(at, "a", rates=Rates(44_100, 24_000)), Hand(at, "b")
        for n in range(20):
            await (a if n % 3 else b).does(up.TakeFrame() if n % 2 else up.MuteFrame(n % 4 == 0))
            await a.says(LOUD)
            await b.says(LOUD)
            await passes(13 * n)
        spans = [one.span for one in at.of(ev.SoundCaptured)]
        assert all(left.end == right.first for left, right in pairwise(spans))


@pytest.mark.parametrize("rate", [8_000, 11_025, 22_050, 44_100, 47_999, 48_000])
@virtual
async def test_S5_a_microphone_of_any_rate_does_not_drift_in_a_minute(rate):
    async with desk() as at:
        a = Hand(at, "a", rates=Rates(rate, 24_000))
        for _ in range(600):
            await a.says(bytes(2 * (rate // 10)))
        captured = len(at.captured()) // 2
        assert abs(captured - 600 * (rate // 10) * MIC_RATE / rate) < 50 * PER_MS
        a.drops()
        a.resumes(microphone_rate=rate)
        assert a.frames("ready")[-1]["samples"] == 600 * (rate // 10)


def test_a_page_that_comes_back_at_another_rate_is_told_its_samples_in_that():
    @virtual
    async def back():
        async with desk() as at:
            a = Hand(at, "a")
            await a.says(LOUD)
            a.drops()
            a.resumes(microphone_rate=48_000)
            return a.frames("ready")[-1]["samples"]

    assert back() == 3 * len(LOUD) // 2


@virtual
async def test_half_a_sample_is_told_and_taken_by_no_page():
    async with desk() as at:
        a = Hand(at, "a")
        assert await a.says(LOUD) == ""
        assert "samples have two" in await a.says(b"x")
        assert at.captured() == LOUD


# The talk key.


@virtual
async def test_S1_the_talk_key_is_the_holders_and_is_let_go_when_another_page_takes_over():
    async with desk() as at:
        a, b = Hand(at, "a"), Hand(at, "b")
        await b.does(up.FloorFrame(True))
        assert "take it first" in b.frames("error")[0]["message"]
        await a.does(up.FloorFrame(True))
        await b.does(up.TakeFrame())
        assert at.of(ev.FloorGiven) == [ev.FloorGiven("a")]
        await a.does(up.FloorFrame(False))
        await b.does(up.FloorFrame(True))
        await b.does(up.FloorFrame(False))
        await b.does(up.FloorFrame(False))
        assert at.of(ev.FloorTaken, ev.FloorGiven) == [
            ev.FloorTaken("a"),
            ev.FloorGiven("a"),
            ev.FloorTaken("b"),
            ev.FloorGiven("b"),
        ]


# The end.


@virtual
async def test_the_end_is_told_once_and_closes_each_socket_once():
    async with desk() as at:
        a, b, c = Hand(at, "a"), Hand(at, "b"), Hand(at, "c", knows_all=False)
        c.drops()
        b.drops()
        at.surface.see(ev.HungUp(), [do.EndSession(do.EndReason.HUNG_UP)])
        at.surface.end(down.SessionEndFrame("error", "again"))
        await at.surface.aclose()
        assert a.frames("session_end") == [{"type": "session_end", "reason": "user"}]
        assert a.outbox.closing[0] == 1000
        assert b.frames("session_end") == c.frames("session_end") == []


@virtual
async def test_a_session_that_has_ended_takes_no_page_and_none_back():
    async with desk() as at:
        a = Hand(at, "a")
        a.drops()
        at.surface.see(ev.HungUp(), [do.EndSession(do.EndReason.HUNG_UP)])
        with pytest.raises(SessionOver, match="start a new one"):
            Hand(at, "b")
        with pytest.raises(SessionOver):
            a.resumes()


@virtual
async def test_a_session_has_so_many_pages_and_the_next_is_refused_in_one_line():
    async with desk() as at:
        hands = [Hand(at, f"p{n}") for n in range(MOST)]
        with pytest.raises(TooManyPages, match="close one"):
            Hand(at, "more")
        hands[3].drops()
        await passes(3_100)
        Hand(at, "more")
        await passes(1)
        assert len(at.of(ev.SurfaceJoined)) == MOST + 1


# The order in which it is told.


@virtual
async def test_S4_what_pages_do_is_told_in_the_order_in_which_it_came():
    async with desk() as at:
        pages = [Hand(at, f"p{n}") for n in range(4)]
        lines = [f"line {n}" for n in range(40)]
        await asyncio.gather(*(pages[n % 4].does(up.TypedTextFrame(line)) for n, line in enumerate(lines)))
        assert [one.text for one in at.of(ev.Typed)] == lines


@virtual
async def test_S4_a_page_that_is_cut_off_while_it_tells_loses_nothing_of_another():
    """The session is busy; who brought the oldest event waits, and its socket closes."""
    async with desk() as at:
        a, b = Hand(at, "a"), Hand(at, "b")
        await passes(1)
        at.free.clear()
        first = asyncio.ensure_future(a.does(up.TypedTextFrame("of a")))
        await asyncio.sleep(0)
        second = asyncio.ensure_future(b.does(up.TypedTextFrame("of b")))
        await asyncio.sleep(0)
        first.cancel()
        second.cancel()
        at.free.set()
        await asyncio.gather(first, second, return_exceptions=True)
        await passes(1)
        assert [one.text for one in at.of(ev.Typed)] == ["of a", "of b"]


@virtual
async def test_nothing_that_is_performed_waits():
    """`perform_now` does it all, whoever is there."""
    async with desk() as at:
        for hands in ((), ("a",), ("b",)):
            for name in hands:
                Hand(at, name)
            for command in (
                do.Duck(),
                do.Unduck(),
                do.Cue(do.CueKind.HEARD),
                do.Flush(9),
                do.ShowNotice("x"),
            ):
                assert at.surface.perform_now(command)
