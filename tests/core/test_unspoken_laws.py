"""Words that an ear tells and nobody was heard to speak, and what was said around a stop: laws T2, T4 and L1."""

import pytest

from core.heard import ONE, call, ear, live, spoken
from laws.scene import asked, held, of
from solovox.core import commands as do
from solovox.core import events as ev
from solovox.core.policy import Approval
from solovox.core.units import MIC, AudioSpan, HoldId, InputMeans


def test_T4_a_stop_that_only_an_ear_heard_stops_and_waits_for_no_yes():
    scene = live()
    scene.do(ev.Typed("tell me a story"))
    out = scene.do(ear("stop")) + scene.wait(5_000)
    assert ([one.run for one in of(do.CancelRun, out)], held(out)) == ([1], [])


def test_T4_late_words_of_an_ear_that_were_said_before_a_stop_are_nobodys():
    scene = live()
    first = scene.mic
    scene.do(ev.SpeechConfirmed(first))
    scene.hear(1_000)
    scene.do(ev.StopAsked(InputMeans.KEY))
    scene.hear(200)
    scene.do(ev.SpeechEnded(AudioSpan(MIC, first, scene.mic - first)))
    out = scene.do(ear("delete everything")) + scene.wait(5_000)
    assert (asked(out), held(out)) == ([], [])


@pytest.mark.parametrize(("ms", "waits"), [(499, []), (500, ["delete everything"])])
def test_T4_half_a_second_of_speech_behind_a_key_that_stops_needs_a_yes(ms, waits):
    scene = live()
    first = scene.mic
    scene.do(ev.SpeechConfirmed(first))
    scene.hear(1_000)
    scene.do(ev.StopAsked(InputMeans.KEY))
    scene.hear(ms)
    span = AudioSpan(MIC, first, scene.mic - first)
    out = scene.do(ev.SpeechEnded(span), ev.LocalTranscript(span, "delete everything", final=True))
    assert held(out + scene.wait(5_000)) == waits


def test_T2_words_without_speech_go_on_from_no_words_that_wait():
    scene = live(approval=Approval.REVIEW)
    scene.do(spoken(scene)("list the files"), ear("list the files"), call())
    spoken(scene, 500)  # our recogniser never tells what it was
    scene.wait(200)
    scene.do(spoken(scene, 300)(""))
    scene.wait(200)
    out = scene.do(ear("Thank you for watching."), call("b")) + scene.wait(2_000)
    assert (held(out), of(do.CloseHold, out)) == (["Thank you for watching."], [])


def test_T2_speech_goes_on_from_no_words_without_speech():
    scene = live()
    scene.do(ear("list the files"))
    assert held(scene.wait(2_000)) == ["list the files"]
    out = scene.do(ev.ConsentGiven(HoldId(1), "list the files", InputMeans.CLICK))
    out += scene.do(spoken(scene)("what time is it")) + scene.wait(5_000)
    asks = [(one.utterance, one.instruction) for one in of(do.AskBrain, out)]
    assert asks == [(1, "list the files"), (2, "what time is it")]


def test_L1_a_connection_that_goes_away_is_not_left_within_words_without_speech():
    scene = live()
    scene.wait(20_000)
    scene.do(ear("list the"))
    assert of(do.CloseEar, scene.do(ev.EarGoingAway(ONE, 60_000)) + scene.do(ear(" files"))) == []
    assert len(of(do.CloseEar, scene.wait(5_000))) == 1
