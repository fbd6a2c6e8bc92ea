"""A live model that answers for itself: words that come late or beside others, and what is asked once more (laws T1, T4 to T6, L2, N4)."""

from core.alone import ONE, TWO, Alone
from core.heard import upstream
from laws.scene import SECOND, of
from solovox.core import commands as do
from solovox.core import events as ev
from solovox.core.policy import Limits
from solovox.core.units import MIC, AudioSpan, InputMeans


def test_T1_where_no_sound_has_come_yet_the_ear_is_only_told_that_the_person_speaks():
    assert upstream(Alone().confirm()) == ["begins"]


def test_T5_what_goes_on_is_shown_for_good_once():
    scene = Alone()
    first = scene.mic
    scene.speak(500)
    scene.do(ev.EarTranscript(ONE, "what time "))
    scene.speak(500)
    scene.do(ev.EarTranscript(ONE, "is it"))
    span = AudioSpan(MIC, first, 8_000)
    scene.do(ev.LocalTranscript(span, "what time", final=True))
    scene.do(ev.LocalTranscript(AudioSpan(MIC, first + 8_000, 8_000), "is it", final=True))
    scene.wait(5_000)
    assert [one.text for one in of(do.ShowHeard, scene.all) if one.final] == ["what time is it"]


def test_N4_the_talk_is_not_idle_before_it_is_known_how_much_of_an_answer_was_heard():
    scene = Alone()
    scene.speak()
    scene.do(ev.EarTranscript(ONE, "what time is it"))
    scene.wait(5_000)
    scene.answers()
    scene.do(ev.EarTurnEnded(ONE), ev.SilenceAsked(InputMeans.KEY))
    assert not scene.talk.is_idle
    scene.flushed(1, 480)
    assert scene.talk.is_idle


def test_T4_a_stop_that_only_the_live_model_has_heard_stops():
    scene = Alone()
    scene.say("tell me a story")
    scene.do(ev.EarTranscript(ONE, "tell me a story"))
    scene.answers()
    scene.speak(400)
    out = scene.do(ev.EarTranscript(ONE, "stop")) + scene.wait(5_000)
    assert do.Cue(do.CueKind.STOPPED) in out


def test_T5_what_was_typed_beside_a_cough_is_asked_once_more_too():
    scene = Alone()
    scene.say("", 300)
    scene.do(ev.Typed("what time is it"))
    assert of(do.OpenEar, scene.wait(6_000))
    assert of(do.AskEar, scene.do(ev.EarOpened(TWO))) == [do.AskEar(TWO, "what time is it")]


def test_T5_who_often_goes_on_has_asked_one_question():
    scene = Alone(limits=Limits(waiting_runs=2))
    for _ in range(3):
        scene.speak(500)
    assert of(do.AskEar, scene.do(ev.Typed("what time is it"))) == [do.AskEar(ONE, "what time is it")]


def test_L2_what_was_typed_beside_words_is_asked_again_behind_them():
    scene = Alone()
    scene.say("what time is it")
    scene.do(ev.Typed("in Tokyo"), ev.EarLost(ONE, "1006"))
    scene.wait(1_000)
    out = scene.do(ev.EarOpened(TWO))
    assert upstream(out) == ["begins", (0, 16_000), "ends"]
    assert of(do.AskEar, out) == [do.AskEar(TWO, "in Tokyo")]


def test_T5_words_that_come_after_the_model_has_found_the_end_of_speech_are_shown():
    scene = Alone(understands=False)
    scene.speak()
    scene.do(ev.EarEndedUtterance(ONE))
    scene.wait(500)
    out = scene.do(ev.EarTranscript(ONE, "what time is it")) + scene.wait(2_000)
    assert [one.text for one in of(do.ShowHeard, out) if one.final] == ["what time is it"]


def test_T6_late_words_that_were_not_said_to_us_are_not_shown():
    scene = Alone(wake="computer")
    first = scene.mic
    scene.speak()
    scene.wait(25_000)
    words = ev.LocalTranscript(AudioSpan(MIC, first, scene.mic - first), "let us eat", final=True)
    assert of(do.ShowHeard, scene.do(words) + scene.wait(1_000)) == []


def test_T5_our_words_do_not_wait_for_an_ear_that_is_late_with_those_before():
    scene = Alone()
    scene.say("tell me a story")
    scene.wait(3_000)
    scene.answers()
    scene.do(ev.EarTurnEnded(ONE))
    scene.wait(2_000)
    out = scene.say("what time is it")
    assert [one.text for one in of(do.ShowHeard, out) if one.final] == ["what time is it"]


def test_T2_what_a_model_has_said_while_the_person_may_only_have_paused_outlives_its_connection():
    scene = Alone()
    first = scene.mic
    scene.confirm()
    scene.hear(1_000)
    scene.do(ev.SpeechEnded(AudioSpan(MIC, first, 16_000), 1_500))
    scene.answers()
    scene.do(ev.EarLost(ONE, "1006"))
    assert [one.span.count for one in of(do.Play, scene.wait(1_500))] == [SECOND]
