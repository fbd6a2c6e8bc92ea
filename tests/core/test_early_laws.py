"""What is asked before it is sure that the person has finished (law T2), and what a live model does meanwhile: laws T2, T4, C1, L2."""

import pytest

from core.alone import Alone
from laws.scene import SECOND, Scene, asked, cues, of, read
from solovox.core import commands as do
from solovox.core import events as ev
from solovox.core import units as u
from solovox.core.policy import NarratorKind, Policy, Risk, ToolSpec

PATIENCE = 1_500
SEND, LOOK = ToolSpec(name="send", effects=True), ToolSpec(name="look")


def paused(words="what time is it", patience=PATIENCE, **choices):
    """A person who has said that, and may go on."""
    scene = Scene(Policy(**choices))
    _pause(scene, words, patience)
    return scene


def _pause(scene, words, patience, again=()):
    first = scene.mic
    scene.do(ev.OnsetHeard(first), ev.SpeechConfirmed(first))
    scene.hear(1_000)
    span = u.AudioSpan(u.MIC, first, scene.mic - first)
    return scene.do(ev.SpeechEnded(span, patience), ev.LocalTranscript(span, words, final=True, again=again))


def test_T2_who_may_only_have_paused_is_asked_for_and_hears_nothing():
    scene = paused()
    assert asked(scene.all) == ["what time is it"]
    assert of(do.ShowHeard, scene.all)
    out = scene.write(1, "It is noon.") + scene.sound(1, SECOND, end=True) + scene.wait(PATIENCE - 1)
    assert of(do.ShowText, out)
    assert read(out) == ["It is noon."]
    assert of(do.Play, out) == []
    assert cues(scene.all) == []
    assert [one.span.count for one in of(do.Play, scene.wait(1))] == [SECOND]


def test_T2_all_sound_that_came_early_is_heard_in_order_and_the_rest_as_it_comes():
    scene = paused()
    scene.write(1, "It is noon, they say.")
    scene.sound(1, 2_400)
    scene.sound(1, 4_800)
    out = scene.wait(PATIENCE)
    assert [one.span.first for one in of(do.Play, out)] == [0, 2_400]
    assert of(do.Play, scene.sound(1, 7_200, end=True))
    assert not scene.talk.is_idle
    scene.played(1, 14_400)
    assert scene.talk.is_idle


def test_T2_who_goes_on_takes_it_back_for_free():
    scene = paused()
    scene.write(1, "It is noon.")
    scene.sound(1, SECOND, end=True)
    out = scene.say("in Tokyo")
    assert of(do.Play, out) == []
    assert len(of(do.Drop, out)) == len(of(do.CancelRead, out)) == 1
    assert [one.run for one in of(do.CancelRun, out)] == []  # it had finished
    assert asked(out) == ["what time is it in Tokyo"]


def test_T2_a_failure_is_shown_at_once_and_heard_when_it_is_sure():
    scene = paused()
    scene.write(1, "It is noon.")
    scene.do(ev.ReadFailed(u.ReadId(1), "no voice"))
    assert cues(scene.all) == []
    assert cues(scene.wait(PATIENCE)) == [do.CueKind.FAILED]


def test_T5_a_failure_is_heard_though_something_is_asked_behind_it():
    scene = paused(own_words=False)
    scene.do(ev.BrainFailed(u.RunId(1), "gone"), ev.Typed("and in Tokyo"))
    assert cues(scene.wait(PATIENCE)) == [do.CueKind.FAILED]


@pytest.mark.parametrize(("tool", "now"), [(SEND, False), (LOOK, True)])
def test_T2_a_tool_with_effects_waits_until_it_is_sure(tool, now):
    scene = paused(tools=(SEND, LOOK))
    out = scene.do(ev.BrainCalled(u.RunId(1), u.CallId("b"), tool.name, "{}"))
    assert bool(of(do.RunTool, out)) is now
    later = scene.wait(PATIENCE)
    assert len(of(do.RunTool, out + later)) == 1


def test_T2_a_tool_that_waited_is_never_run_for_who_goes_on():
    scene = paused("send the mail", tools=(SEND,))
    scene.do(ev.BrainCalled(u.RunId(1), u.CallId("b"), "send", "{}"))
    out = scene.say("to Bob") + scene.wait(PATIENCE)
    assert of(do.RunTool, out) == []
    assert asked(out) == ["send the mail to Bob"]


def test_T2_a_live_reader_is_given_nothing_before_it_is_sure():
    scene = paused(narrator=NarratorKind.READER)
    assert of(do.Read, scene.write(1, "It is noon.")) == []
    assert of(do.Read, scene.wait(PATIENCE))


def test_T2_no_cue_sounds_while_the_person_goes_on():
    scene = paused()
    assert cues(scene.speak()) in ([], [do.CueKind.HEARD])
    assert do.CueKind.ROUTED not in cues(scene.all)


def shown(out):
    return [one.text for one in of(do.ShowHeard, out)]


def test_T2_who_goes_on_is_asked_as_they_are_heard_now():
    scene = paused("send it to, um")
    scene.wait(500)
    out = _pause(scene, "Tom please", 0, ("send it to",))
    assert asked(out) == ["send it to Tom please"]
    assert shown(out)[-1] == "send it to Tom please"
    assert [one.run for one in of(do.CancelRun, out)] == [1]


def test_T2_each_text_takes_the_place_of_its_own():
    scene = paused("open")
    scene.wait(500)
    _pause(scene, "the last vile", PATIENCE, ("open",))
    scene.wait(500)
    assert asked(_pause(scene, "again", 0, ("Open", "the last file"))) == ["Open the last file again"]


def test_T2_a_text_that_counted_for_no_words_still_counts_for_none():
    scene = paused("open the file")
    scene.wait(500)
    _pause(scene, "mm-hm", PATIENCE)
    scene.wait(500)
    assert asked(_pause(scene, "now", 0, ("open the file", "mm-hm"))) == ["open the file now"]


def test_T2_that_the_floor_is_wanted_is_not_asked_when_it_is_heard_again():
    scene = paused("send it to, hang on")
    scene.wait(500)
    assert asked(_pause(scene, "Tom please, send it", 0, ("send it to, hang on",))) == [
        "send it to Tom please"
    ]


def sounded(scene):
    """The voice has given sound of the answer."""
    scene.write(1, "It is noon.")
    return lambda: scene.sound(1, SECOND, end=True)


def own_voice():
    """The same person before a live model that answers for itself."""
    scene = Alone()
    _pause(scene, "what time is it", PATIENCE)
    return scene


def test_T2_G7_a_live_model_that_answers_for_itself_is_not_heard_either():
    scene = own_voice()
    out = scene.wait(300) + scene.answers(4_800, "It is") + scene.answers(2_400, " noon.")
    assert (of(do.Play, out), of(do.Drop, out), of(do.ShowText, out)) == ([], [], [])
    assert [one.span.count for one in of(do.Play, scene.wait(PATIENCE - 300))] == [4_800, 2_400]
    assert [one.span.count for one in of(do.Play, scene.answers(4_800))] == [4_800]


def test_T2_G7_who_goes_on_hears_nothing_of_it_and_the_utterance_is_the_same():
    scene = own_voice()
    scene.answers(4_800)
    scene.wait(500)
    first = scene.mic
    out = scene.do(ev.OnsetHeard(first), ev.SpeechConfirmed(first))
    assert [(one.origin, one.why, one.span.count) for one in of(do.Drop, out)] == [
        (do.SoundOrigin.EAR, do.DropReason.CUT, 4_800)
    ]
    scene.hear(1_000)
    span = u.AudioSpan(u.MIC, first, scene.mic - first)
    out = scene.do(ev.SpeechEnded(span), ev.LocalTranscript(span, "in Oslo", final=True)) + scene.wait(5_000)
    assert {one.utterance for one in of(do.ShowHeard, scene.all)} == {1}
    assert of(do.ShowHeard, out)[-1].text == "what time is it in Oslo"


@pytest.mark.parametrize("own", [False, True], ids=["voice", "live model"])
def test_T2_sound_that_comes_while_somebody_may_go_on_waits_too(own):
    scene = own_voice() if own else paused()
    gives = (lambda: scene.answers(SECOND)) if own else sounded(scene)
    scene.wait(PATIENCE - 100)
    scene.do(ev.OnsetHeard(scene.mic))
    scene.wait(300)
    assert of(do.Play, gives()) == []
    assert len(of(do.Play, scene.do(ev.OnsetFaded(scene.mic)))) == 1


def test_T2_sound_that_began_before_the_end_of_the_speech_puts_nothing_off():
    scene = Scene()
    scene.do(ev.OnsetHeard(0), ev.SpeechConfirmed(0))
    scene.hear(1_000)
    scene.do(ev.OnsetHeard(scene.mic))
    span = u.AudioSpan(u.MIC, 0, scene.mic)
    scene.do(ev.SpeechEnded(span, 100), ev.LocalTranscript(span, "what time is it", final=True))
    sounded(scene)()
    assert len(of(do.Play, scene.wait(100))) == 1


def test_T2_nothing_with_effects_runs_while_somebody_may_go_on():
    scene = paused(tools=(SEND, LOOK))
    scene.wait(PATIENCE - 100)
    scene.do(ev.BrainCalled(u.RunId(1), u.CallId("a"), "send", "{}"), ev.OnsetHeard(scene.mic))
    assert of(do.RunTool, scene.wait(300)) == []
    assert len(of(do.RunTool, scene.do(ev.OnsetFaded(scene.mic)))) == 1


def test_G2_sound_that_waits_when_the_session_ends_is_dropped():
    scene = Scene()
    _pause(scene, "what time is it", PATIENCE)
    scene.write(1, "It is noon.")
    assert of(do.Drop, scene.sound(1, SECOND)) == []
    assert [one.span.count for one in of(do.Drop, scene.do(ev.HungUp()))] == [SECOND]


def test_T2_nothing_overtakes_a_call_that_waits_and_its_run_ends_as_it_would():
    scene = Scene(Policy(tools=(ToolSpec(name="send", effects=True),)))
    _pause(scene, "send it to Tom", PATIENCE)
    out = scene.do(
        ev.BrainCalled(u.RunId(1), u.CallId("a"), "send", "{}"), ev.BrainWrote(u.RunId(1), "Sent.")
    )
    assert (of(do.RunTool, out), of(do.ShowText, out)) == ([], [])
    out = scene.wait(PATIENCE)
    assert [type(one) for one in out if isinstance(one, do.RunTool | do.ShowText)] == [
        do.RunTool,
        do.ShowText,
    ]


def test_T2_C2_a_blocked_ear_is_told_at_once_though_a_call_of_it_waits():
    scene = Alone(tools=(SEND, ToolSpec(name="delete", effects=True, risk=Risk.ASK)))
    _pause(scene, "send it and delete the rest", PATIENCE)
    calls = [u.CallId(name) for name in ("one", "two")]
    ear = u.ConnectionId(1)
    assert of(do.RunTool, scene.do(ev.EarCalled(ear, calls[0], "send", "{}"))) == []
    out = scene.do(ev.EarCalled(ear, calls[1], "delete", "{}"))
    assert [(one.call, one.result) for one in of(do.AnswerCall, out)] == [(calls[1], "held")]
    assert of(do.ShowHold, out)


def alone_paused(words):
    """The person has said that, and may go on."""
    scene, first = Alone(), 0
    scene.do(ev.OnsetHeard(first), ev.SpeechConfirmed(first))
    scene.hear(1_000)
    span = u.AudioSpan(u.MIC, first, scene.mic - first)
    scene.do(ev.SpeechEnded(span, PATIENCE), ev.LocalTranscript(span, words, final=True))
    return scene


def tool_waits():
    """The model has called a tool with effects."""
    scene = alone_paused("send it to Tom")
    assert of(do.RunTool, scene.do(ev.EarCalled(u.ConnectionId(1), u.CallId("a"), "send", "{}"))) == []
    return scene


@pytest.mark.parametrize("stop", [ev.StopAsked(u.InputMeans.KEY), ev.Typed("stop")], ids=["key", "typed"])
def test_T4_T2_a_tool_that_waited_is_never_run_after_a_stop(stop):
    scene = tool_waits()
    out = scene.do(stop) + scene.wait(2 * PATIENCE)
    assert of(do.RunTool, out) == []
    assert [one.result for one in of(do.AnswerCall, out)] == ["the person said stop"]


def test_C1_T2_a_call_that_is_taken_back_while_it_waits_is_never_run():
    scene = tool_waits()
    first = scene.mic
    scene.do(ev.OnsetHeard(first), ev.SpeechConfirmed(first))
    scene.do(ev.EarCancelled(u.ConnectionId(1), (u.CallId("a"),)))
    scene.hear(1_000)
    span = u.AudioSpan(u.MIC, first, scene.mic - first)
    out = scene.do(ev.SpeechEnded(span), ev.LocalTranscript(span, "no, to Ann", final=True))
    assert of(do.RunTool, out + scene.wait(5_000)) == []


def test_L2_T2_a_live_model_that_is_lost_while_a_call_waits_is_replaced_while_the_person_goes_on():
    scene = tool_waits()
    first = scene.mic
    scene.do(ev.OnsetHeard(first), ev.SpeechConfirmed(first))
    scene.do(ev.EarLost(u.ConnectionId(1), "gone"))
    assert len(of(do.OpenEar, scene.hear(1_000) + scene.wait(1_000))) == 1
    assert of(do.SendMicrophone, scene.do(ev.EarOpened(u.ConnectionId(2))))


ONE, TWO = u.ConnectionId(1), u.ConnectionId(2)
SENT = do.AskEar | do.BeginActivity | do.EndActivity | do.SendMicrophone | do.AnswerCall | do.GiveContext


def answers():
    """The model has begun to answer, and is not heard."""
    scene = alone_paused("what time is it")
    assert of(do.Play, scene.answers(4_800, "It is")) == []
    return scene


def test_L2_T2_words_that_are_typed_after_a_live_model_is_lost_in_a_pause_go_to_the_next():
    scene = answers()
    scene.do(ev.EarLost(ONE, "1006"))
    out = scene.do(ev.Typed("in Tokyo")) + scene.wait(PATIENCE + 1_000)
    assert of(SENT, out) == []
    assert of(do.AskEar, scene.do(ev.EarOpened(TWO))) == [do.AskEar(TWO, "in Tokyo")]


def test_L2_T2_speech_that_goes_on_after_a_live_model_is_lost_in_a_pause_goes_to_the_next():
    scene = answers()
    scene.do(ev.EarLost(ONE, "1006"))
    assert of(SENT, scene.confirm() + scene.hear(1_000)) == []
    scene.wait(1_000)
    sent = of(do.SendMicrophone, scene.do(ev.EarOpened(TWO)))
    assert [(one.connection, one.span.first, one.span.end) for one in sent] == [(TWO, 0, scene.mic)]


@pytest.mark.parametrize("lost", [False, True])
def test_G7_T2_an_answer_that_waits_in_a_pause_is_none_to_what_is_typed_then(lost):
    scene = answers()
    scene.do(*[ev.EarLost(ONE, "1006")] * lost, ev.Typed("in Tokyo"))
    out = scene.wait(PATIENCE) + scene.answers(4_800, " noon.")
    assert (of(do.Play, out), of(do.ShowText, out)) == ([], [])
    if not lost:
        scene.do(ev.EarTurnEnded(ONE))
        out = scene.answers(2_400, "Night.")
        assert [one.span.count for one in of(do.Play, out)] == [2_400]


def test_G4_T2_sound_that_waits_in_a_pause_is_a_sign_that_the_answer_that_was_cut_goes_on():
    scene = Alone()
    scene.say("what time is it")
    scene.answers()
    scene.wait(4_000)
    first = scene.mic
    scene.confirm()
    scene.hear(1_000)
    scene.do(ev.SpeechEnded(u.AudioSpan(u.MIC, first, 16_000), PATIENCE))
    out = scene.answers(4_800, " noon.") + scene.wait(PATIENCE) + scene.answers(4_800)
    assert (of(do.Play, out), of(do.ShowText, out)) == ([], [])
