"""Words, ends and yeses that come late, or for something else than is open: laws T2, T3, T4, A2, G3."""

import pytest

from core.heard import ENDED, ONE, call, ear, live, spoken
from laws.scene import SECOND, Scene, asked, closed, held, of, read
from solovox.core import commands as do
from solovox.core import events as ev
from solovox.core.policy import Amendment, Approval, EarKind, NarratorKind, Policy, Routing
from solovox.core.units import MIC, AudioSpan, ConnectionId, HoldId, InputMeans, PlayedReports, SurfaceCaps

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


def test_T3_words_that_wait_for_the_ear_are_settled_when_the_next_are_said_beside_a_hold():
    scene = live()
    local = spoken(scene)
    scene.do(ear("delete everything"), local("um"))
    begun = scene.mic
    scene.do(ev.SpeechConfirmed(begun))
    scene.hear(1_000)
    scene.do(ev.SpeechEnded(AudioSpan(MIC, begun, scene.mic - begun)))
    scene.do(ev.LocalTranscript(AudioSpan(MIC, begun, scene.mic - begun), "what time is it", final=True))
    scene.wait(100)
    out = scene.do(ev.SpeechConfirmed(scene.mic)) + scene.say("and the date") + scene.wait(30_000)
    assert "what time is it" in " ".join(asked(out) + held(out))


def test_T4_who_has_said_quiet_and_speaks_on_is_heard():
    scene = Scene()
    quiet = spoken(scene, 300)
    first = scene.mic
    scene.do(ev.SpeechConfirmed(first))
    scene.do(quiet("be quiet"))
    scene.hear(1_000)
    span = AudioSpan(MIC, first, scene.mic - first)
    out = scene.do(ev.SpeechEnded(span), ev.LocalTranscript(span, "list the files", final=True))
    assert asked(out) == ["list the files"]


def test_A2_a_no_that_is_part_of_a_longer_utterance_is_taken_at_once():
    scene = Scene(REVIEW)
    scene.say("delete the old logs")
    scene.wait(1_000)
    local = spoken(scene, 300)
    scene.do(ev.SpeechConfirmed(scene.mic))
    assert closed(scene.do(local("No."))) == [(1, do.Outcome.DENIED)]
    out = scene.say("list the files") + scene.wait(20_000)
    assert held(out)[-1:] == ["list the files"]


def test_T2_held_words_said_anew_keep_those_that_they_go_on_from():
    scene = Scene(REVIEW)
    scene.say("delete the old logs")
    scene.wait(1_000)
    first = spoken(scene)
    scene.wait(20_000)
    out = scene.do(first("but not those of today"))
    assert held(out) == ["delete the old logs but not those of today"]


@pytest.mark.parametrize("amendment", Amendment)
def test_L2_a_hold_of_unheard_words_beside_a_nod_silences_no_answer(amendment):
    scene = live(amendment=amendment)
    local = spoken(scene)
    scene.do(local("what time is it"), ear("what time is it"), call(), ENDED)
    scene.wait(2_000)
    scene.write(1, "Part one.", "Part two.")
    scene.sound(1, SECOND)
    scene.wait(10_000)
    nod = spoken(scene, 300)
    out = scene.do(ear("Thank you."), nod("um")) + scene.wait(10_000)
    assert held(out) == ["Thank you."]
    assert read(out) != []


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


def test_T4_what_was_said_behind_a_stop_that_is_understood_late_is_asked():
    scene = Scene(Policy())
    stop = spoken(scene, 400)
    scene.wait(500)
    rest = spoken(scene)
    scene.wait(40_000)
    scene.do(stop("stop"))
    assert asked(scene.do(rest("list the files")) + scene.wait(30_000)) == ["list the files"]


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


def test_A2_a_yes_that_only_the_ear_has_heard_is_nobodys():
    scene = live(approval=Approval.REVIEW)
    scene.do(spoken(scene)("delete the old logs"), ear("delete the old logs"), call(), ENDED)
    scene.wait(10_000)
    spoken(scene, 300)
    out = scene.do(ear("yes"), ENDED) + scene.wait(30_000)
    assert (asked(out), held(out), closed(out)) == ([], [], [])


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


def test_T3_words_of_speech_that_was_shorter_than_what_was_taken_for_it_are_not_lost():
    scene = live()
    first = scene.mic
    scene.do(ev.SpeechConfirmed(first), ear("but only"))
    for _ in range(40):
        scene.hear(1_000)
    scene.wait(20_000)
    assert held(scene.all) == ["but only"]
    scene.do(ev.ConsentGiven(HoldId(1), "but only", InputMeans.CLICK))
    span = AudioSpan(MIC, first, 9_600)
    out = scene.do(ev.LocalTranscript(span, "but only for the engine", final=True))
    assert "but only for the engine" in held(out + scene.wait(10_000))


def test_T4_an_ear_has_not_the_whole_of_what_was_said_behind_a_stop():
    scene = live(routing=Routing.CODE)
    stop = spoken(scene, 500)
    scene.do(ear("never mind read me the"))
    letter = spoken(scene)
    scene.do(stop("Never mind."), letter("Read me the letter to paolo."))
    spoken(scene)
    scene.do(ear(" letter to paolo read me the letter to catalog"), ENDED)
    scene.wait(30_000)
    assert "Read me the letter to paolo." in (asked(scene.all) + held(scene.all))[-1]


def test_T3_what_ended_the_utterance_before_is_of_it_when_the_ear_is_late():
    scene = live(routing=Routing.CODE, approval=Approval.REVIEW)
    scene.do(spoken(scene)("as soon as quito is there send it"))
    scene.wait(5_000)
    no = spoken(scene, 500)
    scene.do(ear("as soon as quito is there"), no("No."))
    scene.wait(5_000)
    scene.do(spoken(scene)("how far is it to the old town"), ear("send it no how far is it to the old town"))
    scene.wait(10_000)
    assert held(scene.all)[-1] == "how far is it to the old town"


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


def test_G7_a_yes_to_words_held_before_goes_to_the_live_model():
    scene = Scene(Policy(ear=EarKind.LIVE, approval=Approval.REVIEW))
    scene.do(ev.EarOpened(ONE))
    scene.do(spoken(scene)("list the files"), ear("list the files"), ENDED)
    assert held(scene.wait(5_000) + scene.all)[-1:] == ["list the files"]
    scene.do(ev.PolicyChanged(Policy(ear=EarKind.LIVE, narrator=NarratorKind.SELF)))
    scene.do(ev.EarOpened(ConnectionId(2)))
    out = scene.do(ev.ConsentGiven(HoldId(1), "list the files", InputMeans.CLICK))
    assert (asked(out), [ask.text for ask in of(do.AskEar, out)]) == ([], ["list the files"])
    assert of(do.ShowFailure, out) == []
