"""A live model that answers for itself: laws G4, G7, T1 to T6, L1, L2, N4, N5."""

import pytest

from core.alone import ONE, TWO, Alone
from core.heard import upstream
from laws.scene import of
from solovox.core import commands as do
from solovox.core import events as ev
from solovox.core.policy import Limits, NarratorKind
from solovox.core.units import MIC, AudioSpan, CallId, ConnectionId, InputMeans

PRE_ROLL = 8_000


def test_T1_the_ear_hears_the_person_from_before_the_first_sound_to_the_end_and_nothing_else():
    scene = Alone()
    assert upstream(scene.hear(3_000)) == []
    assert upstream(scene.confirm()) == ["begins", (48_000 - PRE_ROLL, 48_000)]
    assert upstream(scene.hear(1_000)) == [(48_000, 64_000)]
    assert upstream(scene.do(ev.SpeechEnded(AudioSpan(MIC, 48_000, 16_000)))) == ["ends"]
    assert upstream(scene.hear(3_000)) == []


@pytest.mark.parametrize("narrator", [NarratorKind.SELF, NarratorKind.RELAY])
def test_T1_nothing_is_sent_twice_when_speech_follows_speech(narrator):
    scene = Alone(narrator=narrator)
    scene.hear(2_000)
    scene.speak()
    scene.hear(100)
    assert upstream(scene.confirm()) == ["begins", (48_000, 49_600)]


@pytest.mark.parametrize(
    "told", [(ev.EarInterrupted, ev.EarTurnEnded), (ev.EarTurnEnded, ev.EarInterrupted), ()]
)
def test_T1_what_the_service_says_to_a_beginning_ends_no_answer(told):
    scene = Alone()
    scene.speak()
    scene.answers()
    scene.do(ev.EarTurnEnded(ONE))
    scene.confirm()
    scene.do(*(kind(ONE) for kind in told))
    scene.hear(500)
    scene.do(ev.SpeechEnded(AudioSpan(MIC, 16_000, 8_000)))
    assert len(of(do.Play, scene.answers() + scene.answers())) == 2
    assert not scene.talk.is_idle


def test_G4_who_speaks_into_the_persons_speech_is_not_heard_after_it_either():
    scene = Alone()
    scene.confirm()
    scene.hear(500)
    assert [one.why for one in of(do.Drop, scene.answers(text="Well,"))] == [do.DropReason.CUT]
    scene.do(ev.SpeechEnded(AudioSpan(MIC, 0, 8_000)))
    assert not of(do.Play, scene.answers())
    scene.do(ev.EarInterrupted(ONE), ev.EarTurnEnded(ONE))
    assert of(do.Play, scene.answers())


def test_G4_what_was_cut_stays_cut_until_it_ends_however_late_it_comes():
    scene = Alone()
    scene.speak()
    scene.answers()
    scene.do(ev.Typed("and then"))
    scene.wait(4_000)
    assert [one.why for one in of(do.Drop, scene.answers())] == [do.DropReason.CUT]
    scene.do(ev.EarTurnEnded(ONE))
    assert of(do.Play, scene.answers())


def test_G7_a_generation_that_goes_silent_is_over():
    scene = Alone()
    scene.speak()
    scene.answers(240)
    scene.do(ev.EarTranscript(ONE, " what now"))
    scene.played(1, 240)
    scene.wait(5_999)
    assert not scene.talk.is_idle
    scene.wait(1)
    assert scene.talk.is_idle


ENDS = {
    "its end": lambda scene: scene.do(ev.EarTurnEnded(ONE)),
    "an interruption": lambda scene: scene.do(ev.EarInterrupted(ONE)),
    "its connection's end": lambda scene: scene.do(ev.EarLost(ONE, "1006")),
    "silence": lambda scene: scene.wait(6_000),
    "the person's speech": lambda scene: scene.confirm(),
    "a stop": lambda scene: scene.do(ev.StopAsked(InputMeans.CLICK)),
}


@pytest.mark.parametrize("end", ENDS)
def test_G7_an_answer_is_shown_to_have_ended_once_whatever_ends_it(end):
    scene = Alone()
    scene.speak()
    scene.answers(text="It is ")
    [run] = {one.run for one in of(do.ShowText, scene.all)}
    assert of(do.ShowAnswered, scene.all) == []
    assert of(do.ShowAnswered, ENDS[end](scene)) == [do.ShowAnswered(run)]
    scene.do(ev.EarTurnEnded(ONE))
    assert len(of(do.ShowAnswered, scene.all)) == 1


def test_G7_an_answer_without_end_is_cut_off_and_that_is_shown():
    scene = Alone(limits=Limits(answer_chars=10))
    scene.speak()
    scene.answers(text="It is noon.")
    assert of(do.ShowFailure, scene.all)
    assert not of(do.Play, scene.answers())
    assert not of(do.ShowText, scene.do(ev.EarOutputTranscript(ONE, "And so on.")))


def test_G7_typed_words_go_to_the_live_model_and_to_nobody_else():
    scene = Alone()
    scene.answers()
    out = scene.do(ev.Typed("what time is it"))
    assert of(do.AskEar, out) == [do.AskEar(ONE, "what time is it")]
    assert of(do.Flush, out)
    scene.do(ev.EarTurnEnded(ONE))
    assert of(do.Play, scene.answers())
    assert not of(do.AskBrain, scene.all)


def test_T2_speech_that_goes_on_before_an_answer_is_of_the_same_utterance():
    scene = Alone()
    scene.say("what time")
    scene.do(ev.EarTranscript(ONE, " what time"))
    scene.wait(1_000)
    scene.say("is it")
    scene.do(ev.EarTranscript(ONE, " is it"))
    scene.wait(1_000)
    final = [one for one in of(do.ShowHeard, scene.all) if one.final]
    assert [(one.utterance, one.text) for one in final] == [(1, "what time"), (1, "what time is it")]


@pytest.mark.parametrize(
    "noticed",
    [
        lambda scene: scene.answers(),
        lambda scene: scene.do(ev.EarCalled(ONE, CallId("a"), "send", "{}")),
    ],
    ids=["an answer", "an effect"],
)
def test_T2_speech_after_an_answer_or_an_effect_is_another_utterance(noticed):
    scene = Alone()
    scene.say("what time")
    scene.do(ev.EarTranscript(ONE, " what time"))
    noticed(scene)
    scene.say("is it")
    scene.do(ev.EarTranscript(ONE, " is it"))
    scene.wait(1_000)
    final = [one for one in of(do.ShowHeard, scene.all) if one.final]
    assert [(one.utterance, one.text) for one in final] == [(1, "what time"), (2, "is it")]


@pytest.mark.parametrize("asked", [ev.StopAsked, ev.SilenceAsked])
def test_T4_after_a_stop_nothing_is_heard_until_the_person_speaks_again(asked):
    scene = Alone()
    scene.speak()
    scene.answers()
    assert of(do.Flush, scene.do(asked(InputMeans.KEY)))
    scene.do(ev.EarTurnEnded(ONE))
    assert not of(do.Play, scene.answers())
    scene.do(ev.EarTurnEnded(ONE))
    scene.speak()
    assert of(do.Play, scene.answers())


def test_T4_a_stop_ends_the_tools_of_the_live_model_and_it_is_told():
    scene = Alone()
    scene.speak()
    scene.do(ev.EarCalled(ONE, CallId("a"), "send", "{}"))
    out = scene.do(ev.StopAsked(InputMeans.KEY))
    assert of(do.CancelTool, out) == [do.CancelTool(1)]
    assert [(one.result, one.failed) for one in of(do.AnswerCall, out)] == [("the person said stop", True)]


def test_T4_a_stop_in_the_middle_of_speech_ends_the_activity():
    scene = Alone()
    scene.confirm()
    assert upstream(scene.do(ev.StopAsked(InputMeans.KEY))) == ["ends"]
    scene.do(ev.SpeechEnded(AudioSpan(MIC, 0, 6_400)))
    assert scene.talk.is_idle


@pytest.mark.parametrize("ms", [500, 2_000], ids=["short", "long enough for a sign of the ear (L4)"])
def test_T5_an_answer_that_does_not_come_is_asked_for_once_more_then_said_to_be_missing(ms):
    scene = Alone()
    scene.say("what time is it", ms=ms)
    out = scene.wait(6_000)
    assert [type(one) for one in out if isinstance(one, do.CloseEar | do.OpenEar)] == [
        do.CloseEar,
        do.OpenEar,
    ]
    assert upstream(scene.do(ev.EarOpened(TWO))) == ["begins", (0, 16 * ms), "ends"]
    out = scene.wait(6_000)
    assert [one.text for one in of(do.ShowFailure, out)] == ["the live model gave no answer"]
    assert do.Cue(do.CueKind.FAILED) in out
    assert scene.talk.is_idle


def test_T5_nobody_waits_for_an_answer_while_a_tool_works():
    scene = Alone()
    scene.say("send it to Bob")
    scene.do(ev.EarCalled(ONE, CallId("a"), "send", "{}"))
    assert of(do.RunTool, scene.all)
    assert not of(do.CloseEar, scene.wait(20_000))
    assert not scene.talk.is_idle
    scene.do(ev.ToolReturned(1, "sent"))
    assert of(do.ShowFailure, scene.wait(12_000))


def test_L2_speech_that_is_going_on_is_sent_from_its_first_sample_to_the_next_connection():
    scene = Alone()
    scene.hear(2_000)
    scene.confirm()
    scene.hear(1_000)
    scene.do(ev.EarLost(ONE, "1006"))
    scene.hear(1_000)
    scene.wait(1_000)
    assert upstream(scene.do(ev.EarOpened(TWO))) == ["begins", (32_000 - PRE_ROLL, 64_000)]
    assert upstream(scene.hear(100)) == [(64_000, 65_600)]
    assert upstream(scene.do(ev.SpeechEnded(AudioSpan(MIC, 32_000, 33_600)))) == ["ends"]


def test_L2_what_was_said_and_not_answered_is_said_to_the_next_connection():
    scene = Alone()
    scene.say("what time is it")
    scene.wait(3_000)
    assert [one.final for one in of(do.ShowHeard, scene.all)] == [True]
    scene.do(ev.EarLost(ONE, "1006"))
    scene.wait(1_000)
    assert upstream(scene.do(ev.EarOpened(TWO))) == ["begins", (0, 16_000), "ends"]
    scene.do(ev.EarTranscript(TWO, " what time is it"))
    scene.wait(1_000)
    assert len(of(do.ShowHeard, scene.all)) == 1


def test_L2_what_was_typed_and_not_answered_is_asked_again():
    scene = Alone()
    scene.do(ev.Typed("what time is it"), ev.EarLost(ONE, "1006"))
    scene.wait(1_000)
    assert of(do.AskEar, scene.do(ev.EarOpened(TWO))) == [do.AskEar(TWO, "what time is it")]
    scene.answers(connection=TWO)
    scene.do(ev.EarLost(TWO, "1006"))
    scene.wait(1_000)
    assert not of(do.AskEar, scene.do(ev.EarOpened(ConnectionId(3))))


@pytest.mark.parametrize("lost", [True, False])
def test_T5_no_answer_is_missed_while_the_person_still_speaks(lost):
    scene = Alone()
    if not lost:
        scene.say("what is the time", ms=500)
    scene.confirm()
    scene.at += 3_000
    if lost:
        scene.do(ev.EarLost(ONE, "1011"))
        scene.wait(2_000)
        scene.do(ev.EarOpened(TWO, resumed=True))
    out = scene.wait(20_000)
    assert of(do.CloseEar, out) == of(do.ShowFailure, out) == []


def test_L3_words_that_were_answered_before_all_of_them_were_known_are_told_again():
    scene = Alone()
    scene.speak()
    scene.do(ev.EarTranscript(ONE, "what time is it"))
    scene.answers(text="It is noon.")
    scene.confirm()
    scene.do(ev.EarLost(ONE, "1011"))
    scene.wait(2_000)
    told = of(do.GiveContext, scene.do(ev.EarOpened(TWO)))
    assert "Person: what time is it" in told[0].text


def test_T4_a_stop_that_only_the_live_model_has_heard_stops():
    scene = Alone()
    scene.say("tell me a story")
    scene.do(ev.EarTranscript(ONE, "tell me a story"))
    scene.answers()
    scene.speak(400)
    out = scene.do(ev.EarTranscript(ONE, "stop")) + scene.wait(5_000)
    assert do.Cue(do.CueKind.STOPPED) in out
