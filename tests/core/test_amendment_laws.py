"""Later words beside work that goes on: law T2; and how long work may be quiet: T4."""

import pytest

from laws.scene import SECOND, Scene, asked, of
from solovox.core import commands as do
from solovox.core import events as ev
from solovox.core.policy import Amendment, Policy, Risk, ToolSpec
from solovox.core.units import MIC, AudioSpan, CallId, HoldId, InputMeans, RunId, StepId, StepKind

QUEUE = Policy(amendment=Amendment.QUEUE)
STEER = Policy(amendment=Amendment.STEER)


def how(commands):
    return [(c.run, c.amends, c.how) for c in of(do.ShowAmendment, commands)]


def cancelled(commands):
    return [c.run for c in of(do.CancelRun, commands)]


def test_T2_an_effect_that_begins_meanwhile_makes_it_an_amendment_of_its_own():
    scene = Scene(Policy(tools=(ToolSpec(name="send", effects=True),)))
    scene.say("send the mail")
    first = scene.mic
    scene.speak()
    scene.do(ev.BrainCalled(RunId(1), CallId("b"), "send", "{}"))
    out = scene.do(ev.LocalTranscript(AudioSpan(MIC, first, 16_000), "to Bob", True))
    assert [(c.utterance, c.instruction, c.amends) for c in of(do.AskBrain, out)] == [(2, "to Bob", 1)]


def test_T2_the_words_say_what_becomes_of_the_work():
    scene = Scene(QUEUE)
    scene.say("run the tests")
    scene.wait(5_000)
    out = scene.say("instead run the linter")
    assert (asked(out), cancelled(out)) == (["instead run the linter"], [1])
    assert how(out) == [(2, 1, Amendment.REPLACE)]
    scene = Scene()
    scene.say("run the tests")
    scene.wait(5_000)
    out = scene.say("and also run the linter")
    assert (asked(out), cancelled(out)) == ([], [])
    assert how(out) == [(2, 1, Amendment.QUEUE)]
    assert asked(scene.write(1, "All green.")) == ["and also run the linter"]


def test_T2_an_instruction_that_is_replaced_before_it_was_asked_leaves_a_trace():
    scene = Scene()
    scene.do(ev.Typed("read"))
    scene.write(1, "Once upon a time.", finish=False)
    scene.sound(1, SECOND)
    scene.wait(200)
    scene.do(ev.Typed("delete file a"), ev.Typed("delete file b"))
    out = scene.flushed(1, 100)
    assert [(c.instruction, c.amends) for c in of(do.AskBrain, out)] == [
        ("delete file a", 1),
        ("delete file b", 2),
    ]
    assert cancelled(scene.all) == [1, 2]


def test_T4_work_that_has_shown_a_sign_of_life_may_be_quiet_for_long():
    scene = Scene()
    scene.say("run the tests")
    scene.do(ev.BrainStep(RunId(1), StepId("1"), StepKind.TOOL, "running 4 000 tests"))
    assert cancelled(scene.wait(1_700_000)) == []
    assert asked(scene.all) == ["run the tests"]
    assert cancelled(scene.wait(100_000)) == [1]


@pytest.mark.parametrize("policy", [Policy(), QUEUE])
def test_T2_speech_that_goes_on_is_one_instruction_whatever_the_policy(policy):
    scene = Scene(policy)
    scene.say("delete the logs")
    scene.do(ev.SpeechConfirmed(scene.mic))
    out = scene.say("but not those of today")
    assert (asked(out), cancelled(out)) == (["delete the logs but not those of today"], [1])
    assert how(out) == []
    scene.do(ev.BrainFinished(RunId(2)))


def test_T3_the_rest_of_an_utterance_that_was_asked_apart_is_not_asked_with_it_again():
    scene = Scene(Policy(tools=(ToolSpec(name="send", effects=True),)))
    scene.say("send the mail")
    first = scene.mic
    scene.speak()
    scene.do(ev.BrainCalled(RunId(1), CallId("b"), "send", "{}"))
    scene.do(ev.LocalTranscript(AudioSpan(MIC, first, 16_000), "to Bob", True))
    assert asked(scene.say("and Ann")) == ["to Bob and Ann"]


def waiting():
    scene = Scene(Policy(tools=(ToolSpec(name="rm", effects=True, risk=Risk.ASK),)))
    scene.say("clean up")
    scene.do(ev.BrainCalled(RunId(1), CallId("1"), "rm", '{"p":"/tmp"}'))
    scene.wait(5_000)
    return scene


@pytest.mark.parametrize("spoken", [True, False])
def test_T2_what_is_asked_while_an_action_waits_for_a_yes_waits_for_its_end(spoken):
    scene = waiting()
    out = scene.say("what is in it") if spoken else scene.do(ev.Typed("what is in it"))
    assert (cancelled(out), of(do.CloseHold, out), how(out)) == ([], [], [(2, 1, Amendment.QUEUE)])
    assert of(do.RunTool, scene.do(ev.ConsentGiven(HoldId(1), 'rm {"p":"/tmp"}', InputMeans.CLICK)))
    assert asked(scene.write(1, "Done.")) == ["what is in it"]


def test_T2_without_an_answer_it_is_asked_when_the_hold_has_expired_and_the_work_ends():
    scene = waiting()
    scene.do(ev.Typed("what is in it"))
    scene.wait(120_000)
    assert asked(scene.write(1, "I was not allowed to.")) == ["what is in it"]


def test_T2_instead_replaces_the_work_and_what_waits_for_it():
    out = waiting().say("instead list it")
    assert (cancelled(out), [one.outcome for one in of(do.CloseHold, out)]) == ([1], [do.Outcome.VOID])


def steered(commands):
    return [(c.run, c.into, c.instruction) for c in of(do.SteerBrain, commands)]


def at_work(policy=STEER):
    scene = Scene(policy)
    scene.do(ev.Typed("paint it"))
    return scene


def test_T2_with_steer_later_words_are_given_to_the_run_that_works():
    scene = at_work()
    out = scene.do(ev.Typed("use red"))
    assert steered(out) == [(2, 1, "use red")]
    assert how(out) == [(2, 1, Amendment.STEER)]
    assert asked(scene.all) == ["paint it"]
    assert cancelled(scene.all) == []


def test_T2_words_that_are_refused_are_asked_when_the_run_has_finished():
    scene = at_work()
    scene.do(ev.Typed("use red"))
    out = scene.do(ev.SteerRefused(RunId(2)))
    assert how(out) == [(2, 1, Amendment.QUEUE)]
    assert asked(out) == []
    assert asked(scene.do(ev.BrainFinished(RunId(1)))) == ["use red"]
    assert scene.do(ev.SteerRefused(RunId(2))) == []


@pytest.mark.parametrize("end", [ev.StopAsked(InputMeans.KEY), ev.Typed("instead paint the door")])
def test_T4_what_was_stopped_or_replaced_is_not_asked_because_it_was_refused(end):
    scene = at_work()
    scene.do(ev.Typed("use red"), end)
    assert asked(scene.do(ev.SteerRefused(RunId(2)))) == []


def test_T2_who_goes_on_gives_the_rest_and_not_the_beginning_again():
    scene = Scene(STEER)
    scene.say("paint it")
    scene.wait(10_000)
    assert steered(scene.say("use red")) == [(2, 1, "use red")]
    scene.wait(1_000)
    assert steered(scene.say("for the door")) == [(3, 1, "for the door")]


def test_T2_a_run_that_was_given_words_is_not_taken_back():
    scene = Scene(STEER)
    scene.say("paint it")
    scene.wait(500)
    out = scene.do(ev.Typed("use red")) + scene.say("for the door")
    assert steered(out) == [(2, 1, "use red"), (3, 1, "for the door")]
    assert (asked(scene.all), cancelled(scene.all)) == (["paint it"], [])


def test_T2_behind_a_run_that_waits_words_wait_too():
    scene = at_work()
    scene.do(ev.Typed("and then dry it"))
    out = scene.do(ev.Typed("with a towel"))
    assert (steered(out), how(out)) == ([], [(3, 2, Amendment.QUEUE)])
