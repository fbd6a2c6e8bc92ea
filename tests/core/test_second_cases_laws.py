"""Laws in their second case: a live model beside a voice, two surfaces, an ear that cannot schedule, the talk key.

What holds for the one that is usual is tested in the file of its law; here is the other one.
"""

import pytest

from core.alone import Alone
from core.heard import live, spoken
from core.judged import Judged
from laws.scene import SECOND, Scene, asked, cues, of
from solovox.core import commands as do
from solovox.core import events as ev
from solovox.core import units as u
from solovox.core.policy import Approval, NarratorKind, Policy, Risk, Scheduling, ToolSpec

ONE = u.ConnectionId(1)
BUILD = ToolSpec(name="build", blocking=False, scheduling=Scheduling.WHEN_IDLE)
DEPLOY = ToolSpec(name="deploy", effects=True, risk=Risk.ASK)
PAGE, PHONE = u.SurfaceId("page"), u.SurfaceId("phone")


def of_its_own(scene):
    """The ear says something of its own: it is busy."""
    return scene.do(ev.EarAudio(ONE, u.AudioSpan(u.StreamId("ear/1"), 0, 240)))


# Calls of an ear that cannot schedule: results wait here until it is idle.


def built(scene):
    """A result that waits for the ear to be idle."""
    scene.do(ev.EarCalled(ONE, u.CallId("c"), "build", "{}"))
    of_its_own(scene)
    assert of(do.AnswerCall, scene.do(ev.ToolReturned(1, "done"))) == []


def test_C1_a_result_that_waits_for_an_idle_ear_is_not_sent_if_its_call_was_cancelled():
    scene = live(schedules_results=False, tools=(BUILD,))
    built(scene)
    scene.do(ev.EarCancelled(ONE, (u.CallId("c"),)))
    assert of(do.AnswerCall, scene.do(ev.EarTurnEnded(ONE))) == []


@pytest.mark.parametrize("ear", [False, True], ids=["no ear", "an ear"])
def test_C2_no_more_is_owed_to_an_ear_than_it_can_be_told(ear):
    scene = live(tools=(DEPLOY,)) if ear else Judged(Policy(tools=(DEPLOY,)))
    if ear:
        scene.do(ev.EarLost(ONE, "1011"))
    for number in range(1, 41):
        scene.do(ev.Typed(f"deploy {number}"), ev.BrainCalled(u.RunId(number), u.CallId("x"), "deploy", "{}"))
        hold = of(do.ShowHold, scene.all)[-1]
        scene.do(ev.ConsentGiven(hold.hold, hold.text, u.InputMeans.CLICK))
        effect = of(do.RunTool, scene.all)[-1].effect
        scene.do(ev.StopAsked(u.InputMeans.KEY), ev.ToolReturned(effect, f"result {number}"))
    owed = scene.talk._talk.link.retelling.results
    assert len(owed) == (24 if ear else 0)
    assert not ear or owed[-1] == "deploy: result 40"


# Two surfaces: what can be heard is what any of them can still play.


@pytest.mark.parametrize(
    ("surfaces", "silent"),
    [
        ([(PAGE, 0)], 500),
        ([(PAGE, 300)], 800),
        ([(PAGE, 300), (PHONE, 0)], 800),
        ([(PAGE, 0), (PHONE, 300)], 800),
    ],
)
@pytest.mark.parametrize("early", [1, 0])
def test_A2_G4_a_yes_in_the_echo_of_any_surface_grants_nothing(surfaces, silent, early):
    scene = Scene(Policy(approval=Approval.REVIEW), joined=False)
    for surface, irrevocable in surfaces:
        scene.do(ev.SurfaceJoined(u.SurfaceCaps(irrevocable_ms=irrevocable), surface))
    scene.say("delete the old logs")
    scene.wait(1_000)
    scene.do(ev.Typed("tell me"))
    scene.write(1, "Shall I say yes?")
    scene.sound(1, 5 * SECOND, 16)
    assert of(do.Flush, scene.do(ev.SilenceAsked(u.InputMeans.KEY)))
    scene.flushed(1, 0)
    scene.wait(silent - early)
    assert asked(scene.say("yes", 400)) == ["delete the old logs"] * (not early)


# The talk key, before a live model that answers for itself.


def test_T1_G7_while_the_talk_key_is_held_down_the_live_model_does_not_sound():
    scene = Alone()
    scene.do(ev.FloorTaken())
    dropped = of(do.Drop, scene.answers())
    assert ([one.why for one in dropped], of(do.Play, scene.all)) == ([do.DropReason.CUT], [])
    scene.do(ev.EarTurnEnded(ONE), ev.FloorGiven())
    assert len(of(do.Play, scene.answers())) == 1


def test_T1_G7_what_it_was_saying_is_cut_by_the_key_and_stays_cut():
    scene = Alone()
    scene.say("what time is it", ms=500)
    (play,) = of(do.Play, scene.answers())
    assert [one.read for one in of(do.Flush, scene.do(ev.FloorTaken()))] == [play.read]
    assert of(do.Play, scene.answers()) == []


# Work in silence: the person is not silent while their words are awaited.


@pytest.mark.parametrize("narrator", [NarratorKind.VOICE, NarratorKind.READER])
def test_T5_no_cue_of_work_sounds_while_words_are_awaited(narrator):
    scene = Judged(Policy(narrator=narrator, exact_voice=True))
    scene.do(ev.Typed("refactor everything"))
    scene.wait(6_000)
    local = spoken(scene)
    assert do.CueKind.WORKING not in cues(scene.wait(15_000))
    scene.do(local("mm-hm"))
    assert do.CueKind.WORKING in cues(scene.wait(9_000))


# A relay, whose ear is the mouth: speech ends what it reads, as it ends a voice.


@pytest.mark.parametrize("narrator", [NarratorKind.READER, NarratorKind.RELAY])
def test_T1_G4_speech_cuts_a_live_reader_and_no_sound_of_it_comes_through(narrator):
    scene = live(narrator=narrator, exact_voice=True)
    scene.do(ev.Typed("tell me"))
    scene.write(1, "It is noon, they say.")
    scene.sound(1, SECOND, 5)
    scene.do(ev.OnsetHeard(scene.mic), ev.SpeechConfirmed(scene.mic))
    before = len(scene.all)
    scene.sound(1, SECOND, 21)
    assert (of(do.Play, scene.all[before:]), len(of(do.Drop, scene.all[before:]))) == ([], 1)
