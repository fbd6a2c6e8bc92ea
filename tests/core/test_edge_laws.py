"""Where sessions used to die or hang: late speakers, ears that never open, surfaces in twos, profiles that change."""

import pytest

from laws.scene import SECOND, Scene, of
from solovox.core import commands as c
from solovox.core import events as e
from solovox.core import units as u
from solovox.core.policy import AfterRead, EarKind, NarratorKind, Policy, Routing, ToolSpec

ONE, TWO, READ = u.ConnectionId(1), u.ConnectionId(2), u.ReadId(1)
ROUTE = ToolSpec(name="hand_over", routing=True, blocking=False)
LIVE = Policy(ear=EarKind.LIVE, tools=(ROUTE,))
LOCAL = Policy(tools=(ROUTE,))
OPENING, UNREPORTED = 60_000, 10_000
KEY = e.StopAsked(u.InputMeans.KEY)


def live(**choices):
    scene = Scene(Policy(ear=EarKind.LIVE, tools=(ROUTE,), **choices))
    scene.do(e.EarOpened(ONE))
    return scene


def reading(seconds=5, played=u.PlayedReports.EXACT):
    """Read 1 of so many seconds is whole, and nothing was reported of it yet."""
    scene = Scene(joined=False)
    scene.do(e.SurfaceJoined(u.SurfaceCaps(played=played)), e.Typed("tell me"))
    scene.write(1, "One long sentence.")
    scene.sound(1, seconds * SECOND // 2, 4)
    scene.sound(1, seconds * SECOND // 2, 18, end=True)
    return scene


def listen(scene, seconds):
    """The microphone brings sound in pieces, as it does; the last command of each kind can be found in `scene.all`."""
    for _ in range(seconds):
        scene.wait(1_000)
        scene.at -= 1_000
        scene.hear(1_000)


# A speaker that is late (G3).


@pytest.mark.parametrize("stop", [KEY, e.SilenceAsked(u.InputMeans.KEY), e.SpeechConfirmed(0), e.HungUp()])
def test_G3_T1_T4_a_speaker_that_reports_and_is_late_can_still_be_stopped(stop):
    scene = reading()
    scene.wait(2_000)
    for tenth in range(45):  # it began two seconds late
        scene.wait(100)
        scene.played(1, tenth * SECOND // 10)
    assert scene.talk.is_open
    assert of(c.TellPlayed, scene.all) == []
    assert c.Flush(READ) in scene.do(stop)


def test_G3_a_late_report_moves_what_came_after_a_pause_no_further_than_it_takes():
    scene = Scene()
    scene.do(e.Typed("tell me"))
    scene.write(1, "One. ", "Two. ")
    scene.sound(1, SECOND, 4, end=True)
    scene.wait(4_000)
    scene.sound(2, SECOND, 4, end=True)
    scene.played(1, 0)  # read 1 ends in one second, and read 2 one second after it
    assert of(c.Flush, scene.wait(1_000 + UNREPORTED)) == [c.Flush(READ)]
    assert of(c.Flush, scene.wait(1_000)) == [c.Flush(u.ReadId(2))]


@pytest.mark.parametrize("reported", [None, 0, SECOND // 2])
def test_G3_N4_who_promises_exact_reports_and_sends_none_is_given_up_and_believed_in_nothing(reported):
    scene = reading(seconds=1)
    if reported is not None:
        scene.played(1, reported)
    out = scene.wait(1_000 + UNREPORTED - 1)
    assert (scene.talk.is_open, of(c.Flush, out)) == (True, [])
    out = scene.wait(301)
    assert (scene.talk.is_open, of(c.Flush, out)) == (False, [c.Flush(READ)])
    told = of(c.TellPlayed, out)[-1]
    assert told.shown_to == 0
    assert bool(told.then) == bool(reported)
    assert of(c.Read, out) == []
    scene.wait(1_000)
    assert scene.talk.is_idle


@pytest.mark.parametrize("played", [u.PlayedReports.NONE, u.PlayedReports.ESTIMATED])
def test_G3_where_reports_are_not_exact_the_clock_counts(played):
    scene = reading(seconds=1, played=played)
    scene.wait(1_999)
    assert scene.talk.is_open
    assert of(c.TellPlayed, scene.wait(1)) == [c.TellPlayed(u.RunId(1), 18, "")]
    assert not scene.talk.is_open


# An ear that never opens, and one that takes what was forgotten (L1, L2).


def test_L1_an_ear_that_never_opens_is_closed_and_tried_anew():
    scene = Scene(LIVE)
    assert of(c.OpenEar, scene.wait(OPENING - 1)) == []
    ears = [x for x in scene.wait(1) if isinstance(x, c.OpenEar | c.CloseEar)]
    assert ears == [c.CloseEar(ONE, "the ear did not open"), c.OpenEar(TWO, resume=True)]
    scene.do(e.EarOpened(TWO))
    assert of(c.OpenEar, scene.wait(10 * OPENING)) == []


@pytest.mark.parametrize("narrator", [NarratorKind.VOICE, NarratorKind.SELF])
def test_L2_an_ear_is_never_sent_what_the_store_was_told_to_forget(narrator):
    scene = live(narrator=narrator)
    listen(scene, 31)
    scene.do(e.SpeechConfirmed(16_000))  # a recogniser far behind, or an old utterance that is open again
    scene.do(e.EarLost(ONE, "net"))
    scene.wait(300)
    scene.do(e.EarOpened(TWO))
    forgot = max(x.before for x in of(c.ForgetSound, scene.all))
    sent = [x.span.first for x in of(c.SendMicrophone, scene.all) if x.connection == TWO]
    assert forgot > 16_000
    assert sent
    assert min(sent) >= forgot


# A profile that changes (M10).


def ears(commands):
    return [x for x in commands if isinstance(x, c.OpenEar | c.CloseEar)]


def test_L1_a_profile_without_a_live_ear_closes_it_and_sends_nothing_more():
    scene = live()
    scene.hear(100)
    assert ears(scene.do(e.PolicyChanged(LOCAL))) == [c.CloseEar(ONE, "the profile changed")]
    assert of(c.SendMicrophone, scene.hear(100)) == []
    scene.do(e.EarLost(ONE, "late"))
    assert ears(scene.wait(200_000)) == []


def test_L1_a_profile_with_a_live_ear_opens_one_and_owes_it_what_was_said():
    scene = Scene(LOCAL)
    scene.hear(2_000)
    assert ears(scene.do(e.PolicyChanged(LIVE))) == [c.OpenEar(ONE, resume=False)]
    sent = of(c.SendMicrophone, scene.do(e.EarOpened(ONE)))
    assert [(x.span.first, x.span.count) for x in sent] == [(0, 32_000)]


def test_L1_while_nobody_is_there_a_profile_opens_nothing():
    scene = Scene(LOCAL)
    scene.do(e.SurfaceLeft())
    assert ears(scene.do(e.PolicyChanged(LIVE))) == []
    assert ears(scene.do(e.SurfaceJoined(u.SurfaceCaps()))) == [c.OpenEar(ONE, resume=False)]


def test_L1_a_change_that_the_ear_need_not_know_leaves_its_connection_alone():
    scene = live()
    other = Policy(ear=EarKind.LIVE, tools=(ROUTE,), after_read=AfterRead.RESTART, routing=Routing.CODE)
    assert ears(scene.do(e.PolicyChanged(other))) == []


def test_L1_a_profile_that_changes_back_tries_an_ear_that_was_hopeless_again():
    scene = live()
    scene.do(e.EarLost(ONE, "bad key", retry=False))
    scene.do(e.PolicyChanged(LOCAL))
    assert ears(scene.do(e.PolicyChanged(LIVE))) == [c.OpenEar(TWO, resume=False)]


# Several surfaces.

PAGE, PHONE = "page", "phone"


def two():
    scene = Scene(joined=False)
    scene.do(e.SurfaceJoined(u.SurfaceCaps(), PAGE), e.SurfaceJoined(u.SurfaceCaps(), PHONE))
    scene.do(e.Typed("tell me"))
    scene.write(1, "One sentence. ", "And another.")
    scene.sound(1, SECOND, 13)
    return scene


def test_G3_with_the_last_surface_the_voice_ends():
    scene = two()
    scene.do(e.SurfaceLeft(PAGE), e.SurfaceLeft("who is that"))
    assert scene.talk.is_open
    scene.do(e.SurfaceLeft(PHONE))
    assert not scene.talk.is_open
    assert of(c.EndSession, scene.wait(600_000))


@pytest.mark.parametrize(
    "events",
    [[e.SurfaceJoined(u.SurfaceCaps(), PAGE), e.SurfaceLeft(PHONE), e.SurfaceLeft(PAGE)], [e.SurfaceLeft()]],
    ids=["who joined twice is gone when it leaves", "a dead link takes all with it"],
)
def test_G3_all_surfaces_are_gone(events):
    scene = two()
    scene.do(*events)
    assert not scene.talk.is_open


# A recogniser that is gone.


def test_T5_without_a_recogniser_a_live_ear_goes_on_and_the_person_is_told_once():
    scene = live()
    out = scene.do(e.RecogniserLost("the engine crashed"))
    assert [x.text for x in of(c.ShowFailure, out)] == ["the local recogniser failed: the engine crashed"]
    assert c.Cue(c.CueKind.FAILED) in out
    assert not scene.talk.has_ended
    assert of(c.SendMicrophone, scene.hear(100))


@pytest.mark.parametrize(
    "policy",
    [
        LOCAL,
        Policy(ear=EarKind.LIVE, narrator=NarratorKind.SELF),
        Policy(ear=EarKind.LIVE, narrator=NarratorKind.RELAY),
    ],
)
def test_L5_where_nobody_hears_any_more_the_session_says_so_and_ends(policy):
    scene = Scene(policy)
    scene.do(e.EarOpened(ONE))
    out = scene.do(e.RecogniserLost("the engine crashed"))
    assert [x.text for x in of(c.ShowFailure, out)] == ["the local recogniser failed: the engine crashed"]
    assert out[-1] == c.EndSession(c.EndReason.DEAF, "the engine crashed")


def test_L5_a_hopeless_ear_hears_nobody_either():
    scene = live()
    scene.do(e.EarLost(ONE, "bad key", retry=False))
    assert c.EndSession(c.EndReason.DEAF, "crashed") in scene.do(e.RecogniserLost("crashed"))
