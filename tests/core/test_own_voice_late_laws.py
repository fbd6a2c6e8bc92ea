"""A live model that answers for itself: words that come late or beside others, and what is asked once more (laws T1, T4 to T6, L2, N4)."""

from core.alone import ONE, TWO, Alone
from core.heard import upstream
from laws.scene import SECOND, of
from solovox.core import commands as do
from solovox.core import events as ev
from solovox.core.units import MIC, AudioSpan


def test_T4_a_stop_that_only_the_live_model_has_heard_stops():
    scene = Alone()
    scene.say("tell me a story")
    scene.do(ev.EarTranscript(ONE, "tell me a story"))
    scene.answers()
    scene.speak(400)
    out = scene.do(ev.EarTranscript(ONE, "stop")) + scene.wait(5_000)
    assert do.Cue(do.CueKind.STOPPED) in out


def test_L2_what_was_typed_beside_words_is_asked_again_behind_them():
    scene = Alone()
    scene.say("what time is it")
    scene.do(ev.Typed("in Tokyo"), ev.EarLost(ONE, "1006"))
    scene.wait(1_000)
    out = scene.do(ev.EarOpened(TWO))
    assert upstream(out) == ["begins", (0, 16_000), "ends"]
    assert of(do.AskEar, out) == [do.AskEar(TWO, "in Tokyo")]


def test_T2_what_a_model_has_said_while_the_person_may_only_have_paused_outlives_its_connection():
    scene = Alone()
    first = scene.mic
    scene.confirm()
    scene.hear(1_000)
    scene.do(ev.SpeechEnded(AudioSpan(MIC, first, 16_000), 1_500))
    scene.answers()
    scene.do(ev.EarLost(ONE, "1006"))
    assert [one.span.count for one in of(do.Play, scene.wait(1_500))] == [SECOND]
