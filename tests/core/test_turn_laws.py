"""Whose turn it is, and what an utterance becomes: laws T1 to T5."""

import pytest

from laws.scene import SECOND, Scene, asked, cues, of, read
from solovox.core import commands as do
from solovox.core import events as ev
from solovox.core import units as u
from solovox.core.policy import Amendment, EarKind, NarratorKind, Policy, ToolSpec

ROUTE = ToolSpec(name="ask_agent", routing=True)
SEND = ToolSpec(name="send", effects=True)
LOOK = ToolSpec(name="look")
ONE = u.ConnectionId(1)


def live(**choices):
    scene = Scene(Policy(ear=EarKind.LIVE, narrator=NarratorKind.READER, tools=(ROUTE, SEND), **choices))
    scene.do(ev.EarOpened(ONE))
    return scene


def by_ear(**choices):
    """A live ear where our recogniser gives no words (the base install): it is believed."""
    return live(understands=False, **choices)


def call(n=1, proposed="the ear's own words"):
    return ev.EarCalled(ONE, u.CallId(f"c{n}"), "ask_agent", "{}", proposed)


def reading(policy=None, samples=SECOND):
    scene = Scene(policy)
    scene.say("what time is it")
    scene.write(1, "It is noon. ", "Time for lunch.")
    scene.sound(1, samples, len("It is noon."), end=True)
    return scene


# T1


def test_T1_the_first_sound_ducks_and_a_cough_changes_nothing_else():
    scene = reading()
    assert scene.do(ev.OnsetHeard(scene.mic)) == [do.Duck()]
    assert scene.do(ev.OnsetFaded(scene.mic)) == [do.Unduck()]
    assert of(do.Flush, scene.all) == []


def test_T1_where_no_voice_sounds_none_is_lowered():
    assert of(do.Duck, Scene().do(ev.OnsetHeard(0))) == []


def test_T1_speech_cuts_in_the_same_step():
    scene = reading()
    scene.do(ev.OnsetHeard(scene.mic))
    out = scene.do(ev.SpeechConfirmed(scene.mic))
    assert [type(c) for c in out] == [do.CancelRead, do.Flush, do.Unduck, do.ShowState]


@pytest.mark.parametrize("words", ["mm-hm", "Mm-hmm.", "", "uh"])
def test_T1_reading_goes_on_when_it_was_nothing(words):
    scene = reading()
    out = scene.say(words, 400) + scene.flushed(1, 12_000)
    assert asked(out) == []
    assert [(one.read, one.span.stream) for one in of(do.Play, out)] == [(3, "voice/1")]
    assert read(out) == ["Time for lunch."]


def test_T1_without_barge_in_only_stop_counts_while_reading():
    scene = reading(Policy(barge_in=False), 10 * SECOND)
    assert scene.do(ev.OnsetHeard(scene.mic)) == []
    assert asked(scene.say("and the date")) == []
    assert of(do.Flush, scene.all) == []
    assert of(do.Flush, scene.say("stop"))


# T2


def test_T2_speech_that_goes_on_is_asked_once_with_the_whole():
    scene = Scene()
    scene.say("what time is it")
    scene.wait(500)
    out = scene.say("in Tokyo")
    assert [c.run for c in of(do.CancelRun, out)] == [1]
    assert [(c.run, c.utterance, c.instruction) for c in of(do.AskBrain, out)] == [
        (2, 1, "what time is it in Tokyo")
    ]


def test_T2_once_something_was_played_it_is_an_amendment():
    scene = reading()
    out = scene.say("in Tokyo") + scene.flushed(1, 0)
    assert [(c.utterance, c.instruction) for c in of(do.AskBrain, out)] == [(2, "in Tokyo")]


def test_T2_once_an_effect_has_begun_it_is_an_amendment():
    scene = Scene(Policy(tools=(SEND,)))
    scene.say("send the mail")
    scene.do(ev.BrainCalled(u.RunId(1), u.CallId("b"), "send", "{}"))
    out = scene.say("to Bob")
    assert [(c.utterance, c.instruction, c.amends) for c in of(do.AskBrain, out)] == [(2, "to Bob", 1)]


def test_T2_a_tool_that_only_looks_does_not_hinder_it():
    scene = Scene(Policy(tools=(LOOK,)))
    scene.say("find the file")
    scene.do(ev.BrainCalled(u.RunId(1), u.CallId("b"), "look", "{}"))
    out = scene.say("called readme")
    assert of(do.CancelTool, out)
    assert asked(out) == ["find the file called readme"]


def test_T2_after_the_resume_window_it_is_a_new_utterance():
    scene = Scene()
    scene.say("what time is it")
    scene.wait(4_001)
    assert [(c.utterance, c.instruction) for c in of(do.AskBrain, scene.say("in Tokyo"))] == [(2, "in Tokyo")]


def test_T2_a_queue_policy_asks_after_the_run_at_work():
    scene = Scene(Policy(amendment=Amendment.QUEUE))
    scene.say("run the tests")
    scene.do(ev.BrainWrote(u.RunId(1), "Running"))
    scene.wait(5_000)
    assert asked(scene.say("and the linter")) == []
    assert asked(scene.do(ev.BrainFinished(u.RunId(1)))) == ["and the linter"]


# T3


def test_T3_the_instruction_is_what_was_heard_not_what_the_ear_proposes():
    scene = by_ear()
    scene.do(ev.SpeechConfirmed(0), ev.EarTranscript(ONE, " what time"), ev.EarTranscript(ONE, " is it"))
    scene.do(ev.SpeechEnded(u.AudioSpan(u.MIC, 0, 16_000)))
    [command] = of(do.AskBrain, scene.do(call()) + scene.wait(150))
    assert (command.instruction, command.by) == ("what time is it", do.RoutedBy.EAR)


def test_T3_a_line_without_words_asks_nothing():
    assert Scene().do(ev.Typed(" "), ev.Typed("")) == []


def test_T3_without_a_call_the_ear_is_nudged_once_and_then_the_core_routes():
    scene = by_ear()
    scene.speak()
    scene.do(ev.EarTranscript(ONE, " what time is it"))
    assert of(do.NudgeEar, scene.wait(1_499)) == []
    assert of(do.NudgeEar, scene.wait(1)) == [do.NudgeEar(ONE)]
    assert asked(scene.wait(1_499)) == []
    out = scene.wait(1)
    assert [(c.instruction, c.by) for c in of(do.AskBrain, out)] == [("what time is it", do.RoutedBy.CODE)]
    assert len(of(do.NudgeEar, scene.all)) == 1


def test_T3_routing_latches_once_per_utterance():
    scene = by_ear()
    scene.speak()
    scene.do(ev.EarTranscript(ONE, " what time is it"), call(1))
    scene.wait(150)
    out = scene.do(call(2), call(3))
    assert asked(out) == []
    assert [c.result for c in of(do.AnswerCall, out)] == ["already_routed", "already_routed"]


def test_T3_what_only_the_ear_proposed_is_shown_as_such_in_words_that_go_on_from_it():
    scene = by_ear()
    scene.speak()
    scene.do(call(proposed="delete everything"))
    scene.wait(2_000)
    for more in ("in the cache", "and list the files"):
        scene.speak()
        out = scene.do(ev.EarTranscript(ONE, f" {more}")) + scene.wait(2_000)
        assert [c.proposed for c in of(do.ShowHold, out)] == ["delete everything"]
    assert of(do.ShowHold, out)[0].text == "delete everything in the cache and list the files"


def test_T3_hang_on_holds_the_floor_and_send_it_sends():
    scene = Scene()
    assert asked(scene.say("make a new branch, hang on")) == []
    assert asked(scene.wait(30_000)) == []
    assert asked(scene.say("called fix one") + scene.wait(5_999)) == []
    assert asked(scene.wait(1)) == ["make a new branch called fix one"]
    scene.wait(7_000)
    scene.say("and push it, hang on")
    assert asked(scene.say("send it")) == ["and push it"]


def test_T3_a_floor_held_for_too_long_becomes_a_hold():
    scene = Scene()
    scene.say("delete the branch, hang on")
    out = scene.wait(60_000)
    assert asked(out) == []
    assert [c.text for c in of(do.ShowHold, out)] == ["delete the branch"]


# T4


@pytest.mark.parametrize("how", [u.InputMeans.KEY, u.InputMeans.CLICK])
def test_T4_stop_ends_the_voice_and_the_run_at_once(how):
    scene = Scene()
    scene.say("tell me a story")
    scene.write(1, "Once upon a time,", finish=False)
    scene.sound(1, SECOND)
    out = scene.do(ev.StopAsked(how))
    assert {type(c) for c in out} >= {do.CancelRead, do.Flush, do.CancelRun}
    assert cues(out) == [do.CueKind.STOPPED]
    assert read(scene.write(1, "there was a king.") + scene.wait(5_000)) == []


@pytest.mark.parametrize("words", ["Stop.", "stop it", "Cancel that", "never mind"])
def test_T4_stop_by_voice_is_the_same(words):
    scene = Scene()
    scene.say("tell me a story")
    scene.write(1, "Once upon a time,", finish=False)
    scene.sound(1, SECOND)
    out = scene.say(words, 400)
    assert [c.run for c in of(do.CancelRun, out)] == [1]
    assert asked(out) == []
    assert do.CueKind.STOPPED in cues(out)


def states():
    def speaking(scene):
        scene.do(ev.SpeechConfirmed(0))

    def settling(scene):
        scene.speak()

    def working(scene):
        scene.say("run the tests")

    def gone(scene):
        scene.do(ev.SurfaceLeft())

    return [lambda scene: None, speaking, settling, working, gone]


@pytest.mark.parametrize("state", states())
def test_T4_stop_works_in_every_state(state):
    scene = Scene()
    state(scene)
    scene.do(ev.StopAsked(u.InputMeans.KEY))
    scene.do(ev.SpeechEnded(u.AudioSpan(u.MIC, 0, scene.mic + 1_000)))  # of whoever still speaks
    assert scene.talk.is_idle
    assert scene.wait(10_000) == []


@pytest.mark.parametrize("words", ["Stop!", "never mind"])
def test_T4_stop_right_after_an_instruction_is_no_part_of_it(words):
    scene = Scene()
    scene.say("list the files")
    scene.wait(500)
    out = scene.say(words, 400)
    assert [c.run for c in of(do.CancelRun, out)] == [1]
    assert asked(out) == []
    assert cues(out)[-1] is do.CueKind.STOPPED


def test_T2_a_nod_right_after_an_instruction_is_no_part_of_it():
    scene = Scene()
    scene.say("list the files")
    out = scene.say("mm-hm", 400) + scene.wait(5_000)
    assert (asked(out), of(do.CancelRun, out)) == ([], [])


def test_T4_stop_the_server_is_an_instruction():
    assert asked(Scene().say("stop the server")) == ["stop the server"]


def test_T4_cutting_the_voice_leaves_the_run_at_work_and_says_so():
    scene = Scene()
    scene.say("run the tests")
    scene.write(1, "Running them now.", finish=False)
    scene.sound(1, SECOND)
    out = scene.do(ev.SilenceAsked(u.InputMeans.KEY))
    assert of(do.CancelRun, out) == []
    assert cues(out) == [do.CueKind.WORKING]
    assert read(scene.write(1, "All green.")) == []


def test_T4_quiet_by_voice_is_the_same():
    scene = Scene()
    scene.say("run the tests")
    scene.write(1, "Running them now.", finish=False)
    scene.sound(1, SECOND)
    out = scene.say("be quiet")
    assert of(do.CancelRun, out) == []
    assert asked(out) == []


# T5


def test_T5_an_utterance_is_cued_when_heard_and_when_routed():
    scene = Scene()
    assert cues(scene.speak()) == [do.CueKind.HEARD]
    out = scene.do(ev.LocalTranscript(u.AudioSpan(u.MIC, 0, 16_000), "what time is it", True))
    assert cues(out) == [do.CueKind.ROUTED]


def test_T5_work_in_silence_pulses_and_says_what_it_is():
    scene = Scene()
    scene.say("run the tests")
    assert cues(scene.wait(12_000)) == [do.CueKind.WORKING] * 3
    assert of(
        do.ShowStep, scene.do(ev.BrainStep(u.RunId(1), u.StepId("1"), u.StepKind.TOOL, "reading setup.py"))
    )


def test_T5_no_cue_sounds_over_a_read():
    scene = Scene()
    scene.say("tell me a story")
    scene.write(1, "Once upon a time,", finish=False)
    scene.sound(1, 10 * SECOND)
    assert cues(scene.wait(9_000) + scene.do(ev.BrainFailed(u.RunId(1), "cut off"))) == []


def test_T5_not_even_that_something_is_done():
    scene = Scene(Policy(tools=(SEND,)))
    scene.say("send the mail")
    scene.write(1, "Sending it now.", finish=False)
    scene.do(ev.BrainCalled(u.RunId(1), u.CallId("b"), "send", "{}"))
    scene.sound(1, 10 * SECOND)
    out = scene.do(ev.ToolReturned(1, "sent", "id-7"))
    assert [one.receipt for one in of(do.ShowResult, out)]
    assert cues(out) == []


def test_T5_an_empty_answer_is_a_failure():
    scene = Scene()
    scene.say("what time is it")
    assert cues(scene.do(ev.BrainFinished(u.RunId(1)))) == [do.CueKind.FAILED]


def test_T5_a_brain_that_goes_silent_is_given_up():
    scene = Scene(Policy(own_words=False))
    scene.say("what time is it")
    out = scene.wait(120_000)
    assert [c.run for c in of(do.CancelRun, out)] == [1]
    assert cues(out)[-1] is do.CueKind.FAILED


def test_typing_is_asked_as_typed_and_cuts_the_voice():
    scene = reading()
    out = scene.do(ev.Typed("and the date?")) + scene.flushed(1, 0)
    assert of(do.Flush, out)
    assert [(c.instruction, c.by) for c in of(do.AskBrain, out)] == [("and the date?", do.RoutedBy.TYPED)]


@pytest.mark.parametrize("proposed", ["hmm", "uh huh", ""])
def test_T3_what_an_ear_proposes_that_says_nothing_is_no_hold(proposed):
    scene = by_ear()
    scene.say("Hmm.")
    out = scene.do(call(proposed=proposed)) + scene.wait(5_000)
    assert (of(do.ShowHold, out), asked(out)) == ([], [])
