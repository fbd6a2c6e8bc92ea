"""A yes and a no aloud, and what goes on from held words: laws A1, A2, A3, T2."""

import pytest

from core.heard import call, ear, live, spoken
from laws.scene import SECOND, Scene, asked, closed, of
from solovox.core import events as ev
from solovox.core.commands import AskBrain, Outcome, RoutedBy, RunTool, ShowHold
from solovox.core.policy import Approval, Policy, Risk, ToolSpec
from solovox.core.units import MIC, AudioSpan, CallId, HoldId, InputMeans, ReadId, RunId
from solovox.lang.en.words import ENGLISH

REVIEW = Policy(approval=Approval.REVIEW)


def held(commands):
    return [(command.hold, command.text) for command in of(ShowHold, commands)]


def holding(policy=REVIEW):
    scene = Scene(policy)
    scene.say("delete the old logs")
    return scene


@pytest.mark.parametrize("words", ["Yes.", "yes please", "Okay, go ahead.", "Do it!", "yes yes", "Send it."])
def test_A2_yes_grants(words):
    scene = holding()
    scene.wait(1_000)
    out = scene.say(words, 400)
    assert [(c.instruction, c.by) for c in of(AskBrain, out)] == [("delete the old logs", RoutedBy.CONSENT)]
    assert closed(out) == [(1, Outcome.GRANTED)]


@pytest.mark.parametrize("words", ["No.", "yes no", "Don't do it", "no wait", "stop", "Not okay."])
def test_A2_any_word_of_denial_denies(words):
    scene = holding()
    scene.wait(1_000)
    out = scene.say(words, 400)
    assert (asked(out), closed(out)) == ([], [(1, Outcome.DENIED)])


@pytest.mark.parametrize("words", ["Yes?", "always", "please", "thank you"])
def test_A2_a_question_and_always_are_no_yes(words):
    assert ENGLISH.consent(words) is None


def test_T2_what_is_said_soon_after_goes_on_with_the_held_words():
    scene = holding()
    scene.wait(3_000)
    out = scene.say("but not those of today")
    assert closed(out) == [(1, Outcome.VOID)]
    assert held(out) == [(2, "delete the old logs but not those of today")]
    assert asked(scene.say("yes", 400)) == ["delete the old logs but not those of today"]


def test_A1_what_is_said_later_is_a_second_hold():
    scene = holding()
    scene.wait(5_000)
    out = scene.say("list the branches")
    assert (closed(out), held(out)) == ([], [(2, "list the branches")])
    assert asked(scene.say("yes", 400)) == ["delete the old logs"]


def test_A2_what_began_while_a_voice_of_ours_was_heard_never_grants_and_is_nobodys():
    scene = holding()
    scene.do(ev.Typed("tell me"))
    scene.write(1, "Shall I say yes?")
    scene.sound(1, SECOND, 16)
    out = scene.say("yes", 400)
    assert (asked(out), closed(out)) == ([], [])
    assert held(out) == [(1, "delete the old logs")]
    assert asked(scene.flushed(1, 0) + scene.wait(30_000)) == []


@pytest.mark.parametrize(("after", "grants"), [(0, False), (499, False), (500, True)])
def test_A2_nor_half_a_second_after_it(after, grants):
    scene = holding()
    scene.do(ev.Typed("tell me"))
    scene.write(1, "Fine.")
    scene.sound(1, SECOND, 5, end=True)
    scene.do(ev.Played(ReadId(1), SECOND))
    scene.wait(after)
    assert asked(scene.say("yes", 400)) == ["delete the old logs"] * grants


def test_A2_only_our_own_recogniser_hears_a_yes():
    scene = live(approval=Approval.REVIEW)
    local = spoken(scene)
    scene.do(local("delete the old logs"), ear("delete the old logs"), call())
    scene.wait(6_000)
    assert closed(scene.do(ear("yes")) + scene.wait(6_000)) == []
    noise = spoken(scene, 400)
    out = scene.do(noise(""), ear("yes"), call("b", "yes")) + scene.wait(6_000)
    assert (asked(out), closed(out), held(out)) == ([], [], [])


def test_A3_a_click_counts_while_the_person_speaks():
    scene = holding()
    scene.do(ev.SpeechConfirmed(scene.mic))
    scene.do(ev.ConsentGiven(HoldId(1), "delete the old logs", InputMeans.CLICK))
    assert asked(scene.all) == ["delete the old logs"]


def test_A2_what_was_said_before_a_hold_was_shown_is_no_answer_to_it():
    scene = Scene(Policy(tools=(ToolSpec(name="rm", effects=True, risk=Risk.ASK),)))
    scene.do(ev.Typed("clean up"))
    first = scene.mic
    scene.speak(400)
    scene.do(ev.BrainCalled(RunId(1), CallId("1"), "rm", '{"p":"/tmp"}'))
    out = scene.do(ev.LocalTranscript(AudioSpan(MIC, first, 6_400), "yes", final=True)) + scene.wait(1_000)
    assert (of(RunTool, out), closed(out)) == (
        [],
        [],
    )  # it is an instruction, and waits for the end of the work
