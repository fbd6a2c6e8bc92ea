"""What is announced where a live model answers for itself: it is told, and says it. Law N5."""

import pytest

from core.alone import ONE, TWO, Alone
from laws.scene import SECOND, Scene, of, read
from solovox.core import events as ev
from solovox.core.commands import AskEar, GiveContext, Read, ShowNotice
from solovox.core.policy import Policy
from solovox.core.units import InputMeans

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


def test_N5_it_is_not_told_while_the_person_speaks_or_waits_for_an_answer():
    scene = Alone()
    scene.confirm()
    assert told(scene.do(NEWS) + scene.hear(1_000)) == []
    scene = Alone()
    scene.do(ev.Typed("what is new?"))
    assert told(scene.do(NEWS)) == []


def test_N5_a_connection_that_dies_before_it_spoke_of_it_is_followed_by_one_that_is_told():
    scene = Alone()
    scene.do(NEWS)
    scene.do(ev.EarLost(ONE, "gone", retry=True))
    out = scene.wait(1_500) + scene.do(ev.EarOpened(TWO, resumed=False))
    assert told(out) == [TOLD]
    assert of(GiveContext, out) == [], "nobody said it in the talk"
    scene.answers(text="It is ready.", connection=TWO)
    assert told(ended(scene, connection=TWO) + scene.wait(30_000)) == []


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
