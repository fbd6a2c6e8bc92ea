"""What a live model that answers for itself does while the person may only have paused, and what ends it: laws T2, T4, C1, L2."""

import pytest

from core.alone import Alone
from laws.scene import of
from solovox.core import commands as do
from solovox.core import events as ev
from solovox.core import units as u

PATIENCE = 1_500


def paused(words):
    """The person has said that, and may go on."""
    scene, first = Alone(), 0
    scene.do(ev.OnsetHeard(first), ev.SpeechConfirmed(first))
    scene.hear(1_000)
    span = u.AudioSpan(u.MIC, first, scene.mic - first)
    scene.do(ev.SpeechEnded(span, PATIENCE), ev.LocalTranscript(span, words, final=True))
    return scene


def tool_waits():
    """The model has called a tool with effects."""
    scene = paused("send it to Tom")
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
    scene = paused("what time is it")
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
