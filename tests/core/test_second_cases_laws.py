"""Laws in their second case: a live model beside a voice, two surfaces, an ear that cannot schedule, the talk key.

What holds for the one that is usual is tested in the file of its law; here is the other one.
"""

import pytest

from core.alone import Alone
from core.heard import live, spoken
from core.judged import Judged
from laws.scene import SECOND, Scene, asked, of
from solovox.core.commands import (
    AnswerCall,
    Cue,
    CueKind,
    Drop,
    DropReason,
    Flush,
    GiveContext,
    Play,
    RunTool,
    ShowHold,
)
from solovox.core.events import (
    BrainCalled,
    ConsentGiven,
    EarAudio,
    EarCalled,
    EarCancelled,
    EarLost,
    EarOpened,
    EarTurnEnded,
    FloorGiven,
    FloorTaken,
    OnsetHeard,
    SilenceAsked,
    SpeechConfirmed,
    StopAsked,
    SurfaceJoined,
    SurfaceLeft,
    ToolReturned,
    Typed,
)
from solovox.core.policy import Approval, NarratorKind, Policy, Risk, Scheduling, ToolSpec
from solovox.core.units import (
    AudioSpan,
    CallId,
    ConnectionId,
    InputMeans,
    RunId,
    StreamId,
    SurfaceCaps,
    SurfaceId,
)

ONE = ConnectionId(1)
BUILD = ToolSpec(name="build", blocking=False, scheduling=Scheduling.WHEN_IDLE)
DEPLOY = ToolSpec(name="deploy", effects=True, risk=Risk.ASK)
PAGE, PHONE = SurfaceId("page"), SurfaceId("phone")


def of_its_own(scene):
    """The ear says something of its own: it is busy."""
    return scene.do(EarAudio(ONE, AudioSpan(StreamId("ear/1"), 0, 240)))


# Calls of an ear that cannot schedule: results wait here until it is idle.


def built(scene):
    """A result that waits for the ear to be idle."""
    scene.do(EarCalled(ONE, CallId("c"), "build", "{}"))
    of_its_own(scene)
    assert of(AnswerCall, scene.do(ToolReturned(1, "done"))) == []


def test_C1_a_result_that_waits_for_an_idle_ear_is_not_sent_if_its_call_was_cancelled():
    scene = live(schedules_results=False, tools=(BUILD,))
    built(scene)
    scene.do(EarCancelled(ONE, (CallId("c"),)))
    assert of(AnswerCall, scene.do(EarTurnEnded(ONE))) == []


def test_C1_only_that_call_is_cancelled():
    scene = live(schedules_results=False, tools=(BUILD,))
    built(scene)
    scene.do(EarCancelled(ONE, (CallId("another"),)))
    assert [one.call for one in of(AnswerCall, scene.do(EarTurnEnded(ONE)))] == ["c"]


def test_C2_a_result_that_waits_for_an_idle_ear_goes_to_the_next_if_that_is_gone():
    scene = live(schedules_results=False, tools=(BUILD,))
    built(scene)
    scene.do(EarLost(ONE, "1011"))
    scene.wait(250)
    told = of(GiveContext, scene.do(EarOpened(ConnectionId(2))))
    assert [one.text for one in told] == ["build: done"]


@pytest.mark.parametrize("ear", [False, True], ids=["no ear", "an ear"])
def test_C2_no_more_is_owed_to_an_ear_than_it_can_be_told(ear):
    scene = live(tools=(DEPLOY,)) if ear else Judged(Policy(tools=(DEPLOY,)))
    if ear:
        scene.do(EarLost(ONE, "1011"))
    for number in range(1, 41):
        scene.do(Typed(f"deploy {number}"), BrainCalled(RunId(number), CallId("x"), "deploy", "{}"))
        hold = of(ShowHold, scene.all)[-1]
        scene.do(ConsentGiven(hold.hold, hold.text, InputMeans.CLICK))
        effect = of(RunTool, scene.all)[-1].effect
        scene.do(StopAsked(InputMeans.KEY), ToolReturned(effect, f"result {number}"))
    owed = scene.talk._talk.retelling.results
    assert len(owed) == (24 if ear else 0)
    assert not ear or owed[-1] == "deploy: result 40"


# Two surfaces: what can be heard is what any of them can still play.


@pytest.mark.parametrize(
    "surfaces", [((PAGE, 300), (PHONE, 0)), ((PAGE, 0), (PHONE, 300))], ids=["older", "newer"]
)
@pytest.mark.parametrize(("after", "grants"), [(799, False), (800, True)])
def test_A2_G4_a_yes_in_the_echo_of_any_surface_grants_nothing(surfaces, after, grants):
    scene = Scene(Policy(approval=Approval.REVIEW), joined=False)
    for surface, irrevocable in surfaces:
        scene.do(SurfaceJoined(SurfaceCaps(irrevocable_ms=irrevocable), surface))
    scene.say("delete the old logs")
    scene.wait(1_000)
    scene.do(Typed("tell me"))
    scene.write(1, "Shall I say yes?")
    scene.sound(1, 5 * SECOND, 16)
    assert of(Flush, scene.do(SilenceAsked(InputMeans.KEY)))
    scene.flushed(1, 0)
    scene.wait(after)
    assert asked(scene.say("yes", 400)) == ["delete the old logs"] * grants


def test_G3_the_voice_goes_on_while_one_surface_is_left():
    scene = Scene(joined=False)
    scene.do(SurfaceJoined(SurfaceCaps(), PAGE), SurfaceJoined(SurfaceCaps(), PHONE), Typed("tell me"))
    scene.write(1, "It is noon.")
    scene.sound(1, SECOND)
    assert of(Flush, scene.do(SurfaceLeft(PAGE))) == []
    assert len(of(Play, scene.sound(1, SECOND))) == 1
    scene.do(SurfaceLeft(PHONE))
    assert of(Play, scene.sound(1, SECOND)) == []


# The talk key, before a live model that answers for itself.


def test_T1_G7_while_the_talk_key_is_held_down_the_live_model_does_not_sound():
    scene = Alone()
    scene.do(FloorTaken())
    dropped = of(Drop, scene.answers())
    assert ([one.why for one in dropped], of(Play, scene.all)) == ([DropReason.CUT], [])
    scene.do(EarTurnEnded(ONE), FloorGiven())
    assert len(of(Play, scene.answers())) == 1


def test_T1_G7_in_a_pause_under_the_talk_key_it_does_not_sound_either():
    scene = Alone()
    scene.do(FloorTaken())
    scene.say("what time is it")
    assert of(Play, scene.answers()) == []


def test_T1_G7_what_it_was_saying_is_cut_by_the_key_and_stays_cut():
    scene = Alone()
    scene.say("what time is it", ms=500)
    (play,) = of(Play, scene.answers())
    assert [one.read for one in of(Flush, scene.do(FloorTaken()))] == [play.read]
    assert of(Play, scene.answers()) == []


# Work in silence: the person is not silent while their words are awaited.


def cues(commands):
    return [one.kind for one in of(Cue, commands)]


@pytest.mark.parametrize("narrator", [NarratorKind.VOICE, NarratorKind.READER])
def test_T5_no_cue_of_work_sounds_while_words_are_awaited(narrator):
    scene = Judged(Policy(narrator=narrator, exact_voice=True))
    scene.do(Typed("refactor everything"))
    scene.wait(6_000)
    local = spoken(scene)
    assert CueKind.WORKING not in cues(scene.wait(15_000))
    scene.do(local("mm-hm"))
    assert CueKind.WORKING in cues(scene.wait(9_000))


def test_T5_nor_while_the_talk_key_is_held_down():
    scene = Judged()
    scene.do(Typed("refactor everything"), FloorTaken())
    assert CueKind.WORKING not in cues(scene.wait(20_000))
    scene.do(FloorGiven())
    assert CueKind.WORKING in cues(scene.wait(9_000))


# A relay, whose ear is the mouth: speech ends what it reads, as it ends a voice.


@pytest.mark.parametrize("narrator", [NarratorKind.READER, NarratorKind.RELAY])
def test_T1_G4_speech_cuts_a_live_reader_and_no_sound_of_it_comes_through(narrator):
    scene = live(narrator=narrator, exact_voice=True)
    scene.do(Typed("tell me"))
    scene.write(1, "It is noon, they say.")
    scene.sound(1, SECOND, 5)
    scene.do(OnsetHeard(scene.mic), SpeechConfirmed(scene.mic))
    before = len(scene.all)
    scene.sound(1, SECOND, 21)
    assert (of(Play, scene.all[before:]), len(of(Drop, scene.all[before:]))) == ([], 1)
