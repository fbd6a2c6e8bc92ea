"""The talk key: the floor is taken and given by hand (law T1)."""

import pytest

from laws.scene import SECOND, Scene, asked, closed, of, read
from solovox.core import commands as do
from solovox.core import events as ev
from solovox.core.policy import Approval, Policy
from solovox.core.units import MIC, AudioSpan, SurfaceCaps, SurfaceId

PAGE, PHONE = SurfaceId("page"), SurfaceId("phone")


def reading(policy=None):
    scene = Scene(policy)
    scene.do(ev.Typed("tell me"))
    scene.write(1, "It is noon, they say.")
    scene.sound(1, SECOND, 12)
    return scene


@pytest.mark.parametrize("barge_in", [True, False])
def test_T1_the_key_cuts_the_voice_and_ends_no_work(barge_in):
    scene = reading(Policy(barge_in=barge_in))
    out = scene.do(ev.FloorTaken())
    assert (len(of(do.Flush, out)), len(of(do.CancelRead, out)), of(do.CancelRun, out)) == (1, 1, [])


def test_T1_where_nothing_was_said_the_voice_goes_on_and_nothing_is_asked():
    scene = reading()
    scene.do(ev.FloorTaken())
    scene.flushed(1, SECOND)
    assert read(scene.wait(60_000)) == []
    out = scene.do(ev.FloorGiven()) + scene.wait(30_000)
    assert (len(of(do.EndSpeech, out)), read(out)[:1], asked(out)) == (1, ["they say."], [])


def test_T1_a_pause_ends_nothing_while_the_key_is_held():
    scene = Scene()
    scene.do(ev.FloorTaken())
    out = scene.say("delete all the files") + scene.wait(20_000) + scene.say("but one") + scene.wait(20_000)
    assert (asked(out), of(do.ShowHold, out)) == ([], [])
    assert asked(scene.do(ev.FloorGiven())) == ["delete all the files but one"]


def test_T1_letting_go_ends_what_is_being_said_at_once():
    scene = Scene()
    scene.do(ev.FloorTaken(), ev.SpeechConfirmed(0))
    scene.hear(1_000)
    out = scene.do(ev.FloorGiven())
    assert (of(do.EndSpeech, out), asked(out)) == ([do.EndSpeech()], [])
    span = AudioSpan(MIC, 0, 16_000)
    out = scene.do(ev.SpeechEnded(span), ev.LocalTranscript(span, "what time is it", final=True))
    assert asked(out) == ["what time is it"]


def test_A2_with_the_key_held_a_yes_counts_when_it_is_let_go():
    scene = Scene(Policy(approval=Approval.REVIEW))
    scene.say("delete the old logs")
    scene.wait(6_000)
    scene.do(ev.FloorTaken())
    assert asked(scene.say("yes", 400) + scene.wait(2_000)) == []
    assert asked(scene.do(ev.FloorGiven()) + scene.wait(9_000)) == ["delete the old logs"]


def test_A2_with_the_key_held_a_no_behind_a_yes_is_the_answer():
    scene = Scene(Policy(approval=Approval.REVIEW))
    scene.say("delete the old logs")
    scene.wait(6_000)
    scene.do(ev.FloorTaken())
    scene.say("yes", 400)
    out = scene.say("no wait", 400)
    assert closed(out) == [(1, do.Outcome.DENIED)]
    assert asked(scene.do(ev.FloorGiven()) + scene.wait(9_000)) == []


@pytest.mark.parametrize(
    ("left", "ends"), [(ev.SurfaceLeft(PHONE), True), (ev.SurfaceLeft(PAGE), False), (ev.SurfaceLeft(), True)]
)
def test_T1_a_surface_that_leaves_takes_its_key_along(left, ends):
    scene = Scene(joined=False)
    scene.do(
        ev.SurfaceJoined(SurfaceCaps(), PAGE), ev.SurfaceJoined(SurfaceCaps(), PHONE), ev.FloorTaken(PHONE)
    )
    assert bool(of(do.EndSpeech, scene.do(left))) is ends


def test_T1_only_the_surface_that_took_the_floor_gives_it():
    scene = Scene(joined=False)
    scene.do(
        ev.SurfaceJoined(SurfaceCaps(), PAGE), ev.SurfaceJoined(SurfaceCaps(), PHONE), ev.FloorTaken(PHONE)
    )
    assert of(do.EndSpeech, scene.do(ev.FloorTaken(PAGE), ev.FloorGiven(PAGE))) == []
    assert of(do.EndSpeech, scene.do(ev.FloorGiven(PHONE), ev.FloorGiven(PHONE))) == [do.EndSpeech()]


def test_T1_a_key_that_is_never_let_go_gives_the_floor_after_ten_minutes():
    scene = Scene()
    scene.do(ev.FloorTaken())
    scene.say("what time is it")
    assert asked(scene.wait(598_000)) == []
    assert asked(scene.wait(2_000)) == ["what time is it"]


@pytest.mark.parametrize("there", [PAGE, PHONE])
def test_T1_nobody_holds_the_key_at_a_surface_that_is_not_there(there):
    scene = Scene(joined=False)
    scene.do(ev.SurfaceJoined(SurfaceCaps(), there), ev.FloorTaken(PHONE))
    assert bool(asked(scene.say("what time is it"))) is (there is PAGE)
