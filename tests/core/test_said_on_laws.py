"""What is said on after a stop that was not spoken (laws T3 and T4): it was one breath, and none of it is lost."""

import pytest

from core.alone import Alone
from core.heard import spoken
from core.judged import Judged
from laws.scene import asked, of
from solovox.core import commands as do
from solovox.core import events as ev
from solovox.core.policy import Policy
from solovox.core.units import MIC, AudioSpan, InputMeans

SENTENCE = "no wait use the other branch and run the tests"
STOPS = pytest.mark.parametrize(
    "stop",
    [
        ev.StopAsked(InputMeans.KEY),
        ev.StopAsked(InputMeans.CLICK),
        ev.StopAsked(InputMeans.TOOL),
        ev.Typed("stop"),
    ],
    ids=["key", "click", "tool", "typed"],
)


def said_on(scene, stop, ms):
    """The person speaks for half a second, stops by other means, and speaks on for `ms`; then the words come."""
    first = scene.mic
    scene.do(ev.OnsetHeard(first), ev.SpeechConfirmed(first))
    scene.hear(500)
    scene.do(stop)
    before = len(scene.all)
    if ms:
        scene.hear(ms)
    span = AudioSpan(MIC, first, scene.mic - first)
    scene.do(ev.SpeechEnded(span))
    scene.do(ev.LocalTranscript(span, SENTENCE, final=True))
    scene.wait(9_000)
    return scene.all[before:]


def finals(commands):
    return [one.text for one in of(do.ShowHeard, commands) if one.final]


@STOPS
@pytest.mark.parametrize("policy", [Policy(), Policy(barge_in=False)], ids=["barge-in", "none"])
def test_T3_T4_what_is_said_on_after_a_stop_waits_for_a_yes(stop, policy):
    scene = Judged(policy)
    scene.do(ev.Typed("go"))
    scene.hear(1_000)
    out = said_on(scene, stop, 3_000)
    (hold,) = of(do.ShowHold, out)
    assert (hold.text, asked(out), finals(out)) == (SENTENCE, [], [SENTENCE])
    assert asked(scene.do(ev.ConsentGiven(hold.hold, hold.text, InputMeans.CLICK))) == [SENTENCE]


@STOPS
@pytest.mark.parametrize("ms", [0, 400])
def test_T4_a_stop_at_the_end_of_what_is_said_takes_it_back(stop, ms):
    scene = Judged(Policy())
    scene.hear(1_000)
    out = said_on(scene, stop, ms)
    assert (asked(out), of(do.ShowHold, out), of(do.ShowFailure, out)) == ([], [], [])
    assert scene.talk.is_idle
    assert asked(scene.say("list the files")) == ["list the files"]


@STOPS
def test_T3_T4_a_sentence_after_it_is_asked_with_no_yes(stop):
    scene = Judged(Policy())
    scene.hear(1_000)
    said_on(scene, stop, 200)
    assert asked(scene.say("use the other branch")) == ["use the other branch"]


def test_T4_what_is_said_after_a_stop_key_is_for_the_live_model():
    scene = Alone()
    scene.confirm()
    scene.hear(400)
    assert of(do.EndActivity, scene.do(ev.StopAsked(InputMeans.KEY)))
    scene.hear(2_000)
    out = scene.do(ev.SpeechEnded(AudioSpan(MIC, 0, 38_400)))
    assert [one.span for one in of(do.SendMicrophone, out)] == [AudioSpan(MIC, 6_400, 32_000)]
    assert [type(one) for one in out if isinstance(one, do.BeginActivity | do.EndActivity)] == [
        do.BeginActivity,
        do.EndActivity,
    ]
    assert of(do.Play, scene.answers())


def test_T4_a_stop_that_is_understood_late_leaves_what_was_said_after_it():
    scene = Judged(Policy())
    stop = spoken(scene)
    scene.wait(20_000)  # its words did not come
    local = spoken(scene)
    out = scene.do(stop("stop"))
    assert of(do.ShowHeard, out) == []
    assert asked(scene.do(local("list the files"))) == ["list the files"]
