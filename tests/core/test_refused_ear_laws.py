"""A live model that answers for itself refuses, or is away: what the person asked, and what they are told."""

from core.alone import ONE, TWO, Alone
from core.test_own_voice_laws import upstream
from laws.scene import of
from solovox.core.commands import BeginActivity, ShowFailure
from solovox.core.events import EarLost, EarOpened
from solovox.core.units import ConnectionId


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
