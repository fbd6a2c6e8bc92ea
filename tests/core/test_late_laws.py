"""Words, ends and yeses that come late, or for something else than is open: laws T2, T3, T4, A2, G3."""

import pytest

from core.heard import ENDED, call, ear, live, spoken
from laws.scene import SECOND, Scene, asked, held, of, read
from solovox.core import commands as do
from solovox.core import events as ev
from solovox.core.policy import Amendment, Approval, Policy, Routing
from solovox.core.units import MIC, AudioSpan, HoldId, InputMeans, PlayedReports, SurfaceCaps

REVIEW = Policy(approval=Approval.REVIEW)


# What is said beside a hold.


def test_A2_a_yes_to_what_was_shown_when_its_first_sound_came_is_nobodys_when_that_is_gone():
    scene = Scene(REVIEW)
    scene.say("delete the old logs")
    scene.wait(1_000)
    scene.do(ev.OnsetHeard(scene.mic))
    scene.do(ev.ConsentDenied(HoldId(1), InputMeans.CLICK))
    span = AudioSpan(MIC, scene.mic, 6_400)
    scene.do(ev.SpeechConfirmed(scene.mic))
    scene.hear(400)
    out = scene.do(ev.SpeechEnded(span), ev.LocalTranscript(span, "yes", final=True)) + scene.wait(30_000)
    assert (asked(out), held(out)) == ([], [])


def test_T3_words_of_an_utterance_before_are_not_lost_when_the_next_goes_on():
    scene = Scene()
    late = spoken(scene)
    scene.wait(21_000)
    scene.say("what time is it")
    scene.wait(500)
    scene.do(ev.OnsetHeard(scene.mic), ev.SpeechConfirmed(scene.mic))
    assert held(scene.do(late("list the files"))) == ["list the files"]


# Ends and words that come late.


def test_T2_an_end_that_comes_behind_the_next_beginning_ends_the_part_before_only():
    scene = Scene(Policy())
    first = scene.mic
    scene.do(ev.SpeechConfirmed(first))
    scene.hear(1_000)
    second = scene.mic
    scene.do(ev.SpeechConfirmed(second))
    before = AudioSpan(MIC, first, second - first)
    out = scene.do(
        ev.SpeechEnded(before), ev.LocalTranscript(before, "list the files", final=True)
    ) + scene.wait(2_000)
    assert asked(out) == []
    scene.hear(1_000)
    rest = AudioSpan(MIC, second, scene.mic - second)
    out = scene.do(ev.SpeechEnded(rest), ev.LocalTranscript(rest, "of today", final=True)) + scene.wait(2_000)
    assert asked(out) == ["list the files of today"]


def test_T5_speech_whose_end_nobody_told_has_its_cue():
    scene = Scene(Policy())
    scene.do(ev.SpeechConfirmed(scene.mic))
    assert do.Cue(do.CueKind.HEARD) in scene.wait(40_000)


def test_T2_a_cough_after_asking_holds_no_answer_up():
    scene = live(routing=Routing.CODE)
    scene.do(spoken(scene, 800)("what time is it"), ear("what time is it"), ENDED)
    scene.wait(1_000)
    cough = spoken(scene, 300)
    assert read(scene.write(1, "It is noon.")) == []
    assert read(scene.do(cough(""))) == ["It is noon."]


@pytest.mark.parametrize("how", Amendment.__members__.values())
def test_T2_an_answer_that_is_taken_back_before_its_first_sound_is_not_heard(how):
    scene = Scene(Policy(amendment=how))
    scene.say("run the tests")
    scene.wait(1_000)
    local = spoken(scene)
    scene.wait(21_000)
    assert of(do.Read, scene.write(1, "All is well."))
    out = scene.do(local("and the linter")) + scene.sound(1, SECOND, 12)
    assert asked(out) == ["run the tests and the linter"]
    assert [one.why for one in of(do.Drop, out)] == [do.DropReason.CUT]
    assert of(do.Play, out + scene.wait(2_000)) == []


def test_T3_late_words_are_added_to_what_is_held_of_the_same_utterance():
    scene = Scene(Policy())
    one = spoken(scene)
    scene.wait(500)
    two = spoken(scene)
    scene.wait(500)
    three = spoken(scene)
    scene.do(one("list the files"))
    assert held(scene.wait(30_000)) == ["list the files"]
    scene.do(ev.SpeechConfirmed(scene.mic))
    assert held(scene.do(two("of today"))) == ["list the files of today"]
    assert held(scene.do(three("by their size"))) == ["list the files of today by their size"]


@pytest.mark.parametrize("finished", [True, False])
def test_T4_what_a_late_stop_has_cancelled_is_asked_again_and_what_was_answered_is_not(finished):
    scene = live()
    stop = spoken(scene, 400)
    scene.wait(500)
    rest = spoken(scene)
    scene.do(ear("list the files"), ENDED)
    assert held(scene.wait(30_000)) == ["list the files"]
    scene.do(ev.ConsentGiven(HoldId(1), "list the files", InputMeans.CLICK))
    scene.write(1, "Here they are.", finish=finished)
    scene.do(stop("stop"))
    out = scene.do(rest("list the files")) + scene.wait(30_000)
    assert asked(out) + held(out) == ([] if finished else ["list the files"])


# An ear that is late.


def test_T3_an_ear_vouches_for_the_last_part_only():
    scene = live()
    spoken(scene)
    scene.wait(500)
    spoken(scene)
    out = scene.do(ear("and those of today"), call(proposed="and those of today"), ENDED) + scene.wait(10_000)
    assert asked(out) == []


def test_T3_a_call_that_comes_behind_a_cough_is_for_what_was_asked():
    scene = live(routing=Routing.CODE)
    scene.do(spoken(scene)("what time is it"), ear("what time is it"), ENDED)
    scene.wait(5_000)
    cough = spoken(scene, 200)
    scene.do(cough(""))
    scene.wait(30_000)
    out = scene.do(call(proposed="what time is it"))
    assert [answer.result for answer in of(do.AnswerCall, out)] == ["already_routed"]
    assert held(out + scene.wait(30_000)) == []


# The speaker, and the profile.


def test_G3_without_reports_a_read_that_is_taken_as_played_delays_no_other():
    scene = Scene(Policy(), joined=False)
    scene.do(ev.SurfaceJoined(SurfaceCaps(played=PlayedReports.NONE)))
    scene.say("what time is it")
    scene.write(1, "One.", "Two.", finish=True)
    scene.sound(1, SECOND, end=True)
    scene.sound(2, SECOND, end=True)
    scene.wait(3_500)
    assert not scene.talk.is_open
