"""A live model that answers for itself: hands free, refused, told the news (laws G7, T5, N5)."""

import pytest

from core.alone import ONE, TWO, Alone
from core.test_own_voice_laws import upstream
from laws.scene import SECOND, Scene, of, read
from solovox.core import events as ev
from solovox.core.commands import (
    AskEar,
    BeginActivity,
    Drop,
    DropReason,
    Play,
    Read,
    ShowFailure,
    ShowNotice,
    ShowText,
)
from solovox.core.events import EarLost, EarOpened, EarTranscript, EarTurnEnded, Typed, WakeHeard
from solovox.core.policy import Policy
from solovox.core.units import ConnectionId, InputMeans


def hands_free(**choices):
    return Alone(wake="computer", **choices)


def test_G7_who_was_not_addressed_answers_nobody_aloud():
    scene = hands_free()
    scene.say("what a day")
    scene.do(EarTranscript(ONE, " what a day"))
    assert [one.why for one in of(Drop, scene.answers(text="Indeed!"))] == [DropReason.CUT]
    scene.wait(2_000)
    scene.answers(text="A fine one.")
    assert not of(Play, scene.all)
    assert not of(ShowText, scene.all)


@pytest.mark.parametrize("heard", ["by the ear", "in the sound", "by us"])
def test_G7_who_is_addressed_answers_whoever_heard_the_wake_phrase(heard):
    scene = hands_free()
    if heard == "in the sound":
        scene.do(WakeHeard(0))
    scene.say("computer what time is it" if heard == "by us" else "what time is it")
    if heard == "by the ear":
        scene.do(EarTranscript(ONE, " computer, what time is it"))
    assert of(Play, scene.answers(text="Noon."))


def test_G7_an_answer_that_came_before_the_wake_phrase_was_known_is_asked_for_again():
    scene = hands_free()
    scene.speak()
    scene.answers(text="It is noon.")
    scene.do(EarTranscript(ONE, " computer, what time is it"))
    scene.wait(4_000)
    assert of(AskEar, scene.all) == [AskEar(ONE, "computer, what time is it")]
    assert not of(Play, scene.all)
    scene.do(EarTurnEnded(ONE))
    assert of(Play, scene.answers(text="Noon."))


def test_G7_an_addressed_answer_is_given_once():
    scene = hands_free()
    scene.say("computer what time is it")
    scene.do(EarTranscript(ONE, " computer, what time is it"))
    scene.answers(text="It is noon.")
    scene.wait(4_000)
    assert not of(AskEar, scene.all)


def test_G7_typed_words_need_no_wake_phrase():
    scene = hands_free()
    scene.say("what a day")
    scene.do(EarTranscript(ONE, " what a day"))
    scene.wait(2_000)
    scene.do(Typed("what time is it"))
    assert of(Play, scene.answers(text="Noon."))


def test_T5_what_a_live_model_refuses_twice_is_missed_with_the_reason_and_not_asked_any_more():
    scene = Alone()
    scene.say("what time is it", ms=500)
    assert of(ShowFailure, scene.do(EarLost(ONE, "it refuses that"))) == []
    scene.wait(250)
    assert upstream(scene.do(EarOpened(TWO))) == ["begins", (0, 8_000), "ends"]
    out = scene.do(EarLost(TWO, "it refuses that", asks_again=False))
    assert [one.text for one in of(ShowFailure, out)] == ["the live model gave no answer: it refuses that"]
    scene.wait(500)
    assert upstream(scene.do(EarOpened(ConnectionId(3)))) == []
    scene.say("and the date", ms=500)
    assert of(BeginActivity, scene.all)[-1].connection == 3, "the next question is asked"


def test_T5_an_answer_that_is_missing_while_there_is_no_ear_is_told_with_the_reason():
    scene = Alone()
    scene.say("what time is it", ms=500)
    for n in range(1, 6):
        scene.do(EarLost(ConnectionId(n), "it limits us"))
        scene.wait(10_000)
    lines = [one.text for one in of(ShowFailure, scene.all)]
    assert "the live model gave no answer: it limits us" in lines


def test_T5_a_loss_that_is_over_is_no_reason():
    scene = Alone()
    scene.do(EarLost(ONE, "it limits us"))
    scene.wait(250)
    scene.do(EarOpened(TWO))
    scene.say("what time is it", ms=500)
    scene.wait(6_000)
    scene.do(EarOpened(ConnectionId(3)))
    (failure,) = of(ShowFailure, scene.wait(6_000))
    assert failure.text == "the live model gave no answer"


NEWS = ev.Announced("Done. A tip calculator.")
TOLD = "[Done. A tip calculator. Tell the person so, in a short sentence.]"


def told(commands):
    return [one.text for one in of(AskEar, commands)]


def ended(scene, answer=1, connection=ONE):
    """The model has ended, and all of its answer was heard."""
    return scene.do(ev.EarTurnEnded(connection)) + scene.played(answer, SECOND) + scene.wait(5_000)


def test_N5_it_is_told_at_once_when_it_is_idle():
    scene = Alone()
    out = scene.do(NEWS)
    assert told(out) == [TOLD]
    assert [one.text for one in of(ShowNotice, out)] == [NEWS.text]
    assert of(Read, out) == []


def test_N5_it_is_told_of_one_after_the_other():
    scene = Alone()
    out = scene.do(NEWS, ev.Announced("The tests have failed."))
    assert told(out) == [TOLD]
    out = scene.answers(text="Your calculator is ready.")
    assert told(out) == []
    out = ended(scene)
    assert [text[:22] for text in told(out)] == ["[The tests have failed"]


def test_N5_what_comes_while_no_connection_is_there_waits_for_one():
    scene = Alone()
    scene.do(ev.EarLost(ONE, "gone", retry=True))
    assert told(scene.do(NEWS)) == []
    out = scene.wait(10_000) + scene.do(ev.EarOpened(TWO, resumed=True))
    assert told(out) == [TOLD]


@pytest.mark.parametrize("silence", [ev.StopAsked, ev.SilenceAsked])
def test_N5_G4_after_a_stop_it_is_told_when_the_person_has_spoken_again(silence):
    scene = Alone()
    scene.do(ev.Typed("hello"))
    scene.answers(text="Hello.")
    scene.do(silence(InputMeans.KEY))
    out = scene.do(NEWS) + ended(scene) + scene.wait(20_000)
    hushed = told(out) == []
    scene.do(ev.Typed("thanks"))
    scene.answers(text="You are welcome.")
    out += ended(scene, 2)
    assert hushed
    assert told(out) == [TOLD]


def test_N5_where_words_of_ours_are_not_wanted_it_is_not_told():
    scene = Alone(own_words=False)
    out = scene.do(NEWS) + scene.wait(10_000)
    assert told(out) == []
    assert [one.text for one in of(ShowNotice, out)] == [NEWS.text]


@pytest.mark.parametrize("scene", [Alone, lambda: Scene(Policy())], ids=["self", "voice"])
def test_N5_what_is_only_to_be_shown_is_not_said(scene):
    scene = scene()
    out = scene.do(ev.Announced("Job 3 writes the files.", aloud=False)) + scene.wait(10_000)
    assert [one.text for one in of(ShowNotice, out)] == ["Job 3 writes the files."]
    assert (told(out), read(out)) == ([], [])
