"""The talk key: the floor is taken and given by hand (law T1)."""

import pytest

from core.heard import live, spoken
from laws.scene import SECOND, Scene, asked, of, read
from solovox.core.commands import (
    BeginActivity,
    CancelRead,
    CancelRun,
    Cue,
    CueKind,
    EndActivity,
    EndSpeech,
    Flush,
    ShowHold,
)
from solovox.core.events import (
    Announced,
    EarOpened,
    FloorGiven,
    FloorTaken,
    LocalTranscript,
    SpeechConfirmed,
    SpeechEnded,
    SurfaceJoined,
    SurfaceLeft,
    Typed,
)
from solovox.core.policy import Approval, EarKind, NarratorKind, Policy
from solovox.core.units import MIC, AudioSpan, ConnectionId, SurfaceCaps, SurfaceId

PAGE, PHONE = SurfaceId("page"), SurfaceId("phone")
RELAY = Policy(ear=EarKind.LIVE, narrator=NarratorKind.RELAY, exact_voice=True)


def reading(policy=None):
    scene = Scene(policy)
    scene.do(Typed("tell me"))
    scene.write(1, "It is noon, they say.")
    scene.sound(1, SECOND, 12)
    return scene


@pytest.mark.parametrize("barge_in", [True, False])
def test_T1_the_key_cuts_the_voice_and_ends_no_work(barge_in):
    scene = reading(Policy(barge_in=barge_in))
    out = scene.do(FloorTaken())
    assert (len(of(Flush, out)), len(of(CancelRead, out)), of(CancelRun, out)) == (1, 1, [])


def test_T1_where_nothing_was_said_the_voice_goes_on_and_nothing_is_asked():
    scene = reading()
    scene.do(FloorTaken())
    scene.flushed(1, SECOND)
    assert read(scene.wait(60_000)) == []
    out = scene.do(FloorGiven()) + scene.wait(30_000)
    assert (len(of(EndSpeech, out)), read(out)[:1], asked(out)) == (1, ["they say."], [])


def test_T1_a_pause_ends_nothing_while_the_key_is_held():
    scene = Scene()
    scene.do(FloorTaken())
    out = scene.say("delete all the files") + scene.wait(20_000) + scene.say("but one") + scene.wait(20_000)
    assert (asked(out), of(ShowHold, out)) == ([], [])
    assert asked(scene.do(FloorGiven())) == ["delete all the files but one"]


def test_T1_letting_go_ends_what_is_being_said_at_once():
    scene = Scene()
    scene.do(FloorTaken(), SpeechConfirmed(0))
    scene.hear(1_000)
    out = scene.do(FloorGiven())
    assert (of(EndSpeech, out), asked(out)) == ([EndSpeech()], [])
    span = AudioSpan(MIC, 0, 16_000)
    out = scene.do(SpeechEnded(span), LocalTranscript(span, "what time is it", final=True))
    assert asked(out) == ["what time is it"]


def test_T1_a_live_ear_is_told_of_one_stretch_of_speech():
    scene = Scene(RELAY)
    scene.do(EarOpened(ConnectionId(1)), FloorTaken())
    out = scene.say("delete all the files") + scene.wait(3_000) + scene.say("but one")
    assert (len(of(BeginActivity, out)), of(EndActivity, out)) == (1, [])
    out = scene.do(FloorGiven())
    assert (len(of(EndActivity, out)), of(Cue, out)) == (1, [Cue(CueKind.HEARD)])


def test_A2_with_the_key_held_a_yes_counts_at_once():
    scene = Scene(Policy(approval=Approval.REVIEW))
    scene.say("delete the old logs")
    scene.wait(6_000)
    scene.do(FloorTaken())
    assert asked(scene.say("yes", 400)) == ["delete the old logs"]
    assert asked(scene.do(FloorGiven()) + scene.wait(9_000)) == []


def test_T1_stop_stops_while_the_key_is_held():
    scene = reading()
    scene.do(FloorTaken())
    assert Cue(CueKind.STOPPED) in scene.say("stop", 400)


@pytest.mark.parametrize(
    ("left", "ends"), [(SurfaceLeft(PHONE), True), (SurfaceLeft(PAGE), False), (SurfaceLeft(), True)]
)
def test_T1_a_surface_that_leaves_takes_its_key_along(left, ends):
    scene = Scene(joined=False)
    scene.do(SurfaceJoined(SurfaceCaps(), PAGE), SurfaceJoined(SurfaceCaps(), PHONE), FloorTaken(PHONE))
    assert bool(of(EndSpeech, scene.do(left))) is ends


def test_T1_only_the_surface_that_took_the_floor_gives_it():
    scene = Scene(joined=False)
    scene.do(SurfaceJoined(SurfaceCaps(), PAGE), SurfaceJoined(SurfaceCaps(), PHONE), FloorTaken(PHONE))
    assert of(EndSpeech, scene.do(FloorTaken(PAGE), FloorGiven(PAGE))) == []
    assert of(EndSpeech, scene.do(FloorGiven(PHONE), FloorGiven(PHONE))) == [EndSpeech()]


def test_T1_a_key_that_is_never_let_go_gives_the_floor_after_ten_minutes():
    scene = Scene()
    scene.do(FloorTaken())
    scene.say("what time is it")
    assert asked(scene.wait(598_000)) == []
    assert asked(scene.wait(2_000)) == ["what time is it"]


def test_T1_with_the_key_words_are_still_our_recognisers_and_the_ears():
    scene = live()
    scene.do(FloorTaken())
    local = spoken(scene)
    scene.do(local("what time is it"))
    assert asked(scene.do(FloorGiven()) + scene.wait(4_000)) == ["what time is it"]


def test_N5_nothing_is_announced_while_the_key_is_held():
    scene = Scene()
    scene.do(FloorTaken())
    assert read(scene.do(Announced("Done.")) + scene.wait(5_000)) == []
    assert read(scene.do(FloorGiven())) == ["Done."]


def test_T5_no_cue_of_work_sounds_into_the_held_key():
    scene = Scene()
    scene.do(Typed("tell me"), FloorTaken())
    assert of(Cue, scene.wait(30_000)) == []
