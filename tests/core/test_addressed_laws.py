"""A live model that answers for itself, hands free: law G7 where there is a wake phrase."""

import pytest

from core.alone import ONE, Alone
from laws.scene import of
from solovox.core.commands import AskEar, Drop, DropReason, Play, ShowText
from solovox.core.events import EarTranscript, EarTurnEnded, Typed, WakeHeard


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
