"""Held words keep the voice waiting: a yes ends what they have cut, and a no brings it back. Laws A1 and T2.6."""

import pytest

from core.aloud import ReadAloud, reading, shown
from core.test_talked_over_laws import EACH, REST, TOLD, policy
from laws.scene import SECOND, asked, of, read
from solovox.core.commands import CloseHold, Outcome, Play, ShowHold, TellSkipped
from solovox.core.events import ConsentDenied, ConsentGiven, SurfaceJoined, SurfaceLeft, Typed
from solovox.core.policy import Amendment, Approval
from solovox.core.units import InputMeans, SurfaceCaps


def held(amendment=Amendment.QUEUE, words="delete the logs", **choices):
    """Words are held that have cut a reading."""
    scene = reading(policy(amendment, approval=Approval.REVIEW, **choices))
    scene.interrupted(words)
    (hold,) = {one.hold for one in of(ShowHold, scene.all)}
    return scene, hold


@EACH
def test_A1_held_words_keep_the_voice_waiting(amendment):
    scene, _ = held(amendment)
    out = scene.wait(60_000)
    assert (read(out), of(Play, out), shown(scene.all)) == ([], [], [])


@EACH
def test_A1_a_yes_ends_the_reading(amendment):
    scene, hold = held(amendment)
    out = scene.do(ConsentGiven(hold, "delete the logs", InputMeans.CLICK))
    assert (asked(out), read(out), shown(out)) == (["delete the logs"], [], [TOLD])
    assert len(of(TellSkipped, out)) == 4
    assert read(scene.write(2, "Done with it.") + scene.hear_out()) == ["Done with it."]


@EACH
@pytest.mark.parametrize("how", ["click", "spoken", "expiry"])
def test_A1_a_no_brings_back_what_the_words_have_cut(amendment, how):
    scene, hold = held(amendment)
    match how:
        case "click":
            out = scene.do(ConsentDenied(hold, InputMeans.CLICK))
        case "spoken":
            out = scene.say("no", 400)
        case _:
            out = scene.wait(120_000)
    out += scene.hear_out()
    assert [one.outcome for one in of(CloseHold, out)] == [
        Outcome.EXPIRED if how == "expiry" else Outcome.DENIED
    ]
    assert " ".join(read(out)) == REST
    assert (of(TellSkipped, scene.all), shown(scene.all)) == ([], [])


@pytest.mark.parametrize("words", ["", "mm-hm"])
def test_A1_a_cough_beside_held_words_changes_nothing(words):
    scene, hold = held()
    out = scene.say(words, 400) + scene.wait(5_000)
    assert (read(out), of(Play, out)) == ([], [])
    out = scene.do(ConsentDenied(hold, InputMeans.CLICK)) + scene.hear_out()
    assert " ".join(read(out)) == REST


def test_A6_held_words_without_a_screen_are_read_back_before_the_rest():
    scene = ReadAloud(policy(approval=Approval.REVIEW))
    scene.do(Typed("tell me"))
    blind(scene)
    scene.answer(["It is noon, they say.", "It rains."])
    scene.sound(1, SECOND // 2, 5)
    scene.played(1, SECOND // 2)
    out = scene.interrupted("delete the logs") + scene.wait(1_000)
    assert read(out) == ["You said: delete the logs. Shall I send it?"]
    scene.hear_out()
    scene.wait(1_000)
    out = scene.say("no", 400) + scene.hear_out()
    assert " ".join(read(out)) == "noon, they say. It rains."


def blind(scene):
    scene.do(SurfaceLeft(), SurfaceJoined(SurfaceCaps(screen=False)))
