"""What the person says again, where it was misheard: laws A6 and K1."""

from dataclasses import replace

import pytest

from core.unseen import (
    AGAIN,
    DENIED,
    GRANTED,
    HEARD,
    LEARNS,
    MEANT,
    ONE,
    REVIEW,
    Phone,
    acting,
    back,
    holding,
    needs,
    texts,
)
from laws.scene import asked, closed, of, read
from solovox.core import commands as do
from solovox.core import events as ev
from solovox.core.mends import Mend, MendWhy
from solovox.core.policy import NarratorKind
from solovox.core.units import InputMeans


@pytest.mark.parametrize("screen", [True, False])
@pytest.mark.parametrize("pause", [0, 6_000])
def test_A6_what_is_said_again_takes_the_place_of_what_was_held(screen, pause):
    scene = holding(screen=screen)
    scene.wait(pause)
    out = scene.say(AGAIN)
    assert (texts(out), closed(out), asked(out)) == ([MEANT], [], [])
    assert read(out) == [back(MEANT)] * (not screen)
    scene.hear_out()
    scene.wait(1_000)
    out = scene.say("yes", 400)
    assert (closed(out), asked(out)) == (GRANTED, [MEANT])


def test_A6_it_may_be_said_over_the_read_back():
    scene = Phone()
    scene.say(HEARD)
    out = scene.over(AGAIN)
    assert texts(out) == [MEANT]
    assert read(out)[-1:] == [back(MEANT)]


def test_A6_a_yes_to_what_was_read_before_it_was_said_again_grants_nothing():
    scene = holding()
    scene.say(AGAIN)
    scene.do(ev.SilenceAsked(InputMeans.KEY))
    scene.wait(2_000)
    assert closed(scene.say("yes", 400)) == []


def test_A6_what_is_said_again_is_mended_and_the_mends_are_shown():
    scene = holding(text="open the red me")
    out = scene.say_mended("no I said the read me", Mend("read me", "README.md", MendWhy.LEXICON))
    assert texts(out) == ["open the README.md"]
    assert [one.mends for one in of(do.ShowHold, out)] == [(Mend("read me", "README.md", MendWhy.LEXICON),)]


@pytest.mark.parametrize("changes", [{"own_words": False}, {"narrator": NarratorKind.READER}])
def test_A6_what_was_heard_before_it_was_said_again_is_no_longer_what_a_yes_is_to(changes):
    scene = holding()
    out = scene.do(ev.PolicyChanged(replace(REVIEW, **changes)))
    out += scene.say(AGAIN)
    scene.wait(2_000)
    out += scene.say("yes", 400)
    assert (closed(out), of(do.ShowNotice, out)) == ([], [])


def test_A6_an_act_is_not_corrected():
    scene = acting(needs())
    scene.hear_out()
    scene.wait(1_000)
    assert closed(scene.say("no, I said git pull")) == DENIED


@pytest.mark.parametrize("screen", [True, False])
@pytest.mark.parametrize("policy", [LEARNS, REVIEW])
def test_K1_what_is_said_again_is_an_edit_of_what_was_heard(policy, screen):
    scene = holding(policy, screen=screen)
    span = of(do.ShowHold, scene.all)[0].span
    scene.say(AGAIN)
    scene.hear_out()
    scene.wait(1_000)
    lessons = [one.lesson for one in of(do.Teach, scene.say("yes", 400))]
    assert lessons == [do.SttTaught(span, HEARD, MEANT)] * policy.learning


@pytest.mark.parametrize(
    ("event", "meant"),
    [
        (ev.ConsentGiven(ONE, MEANT, InputMeans.CLICK), MEANT),
        (ev.ConsentGiven(ONE, MEANT, InputMeans.CLICK, heard=HEARD), MEANT),
        (ev.ConsentGiven(ONE, MEANT, InputMeans.CLICK, heard="run the test"), "run the test"),
    ],
)
def test_K1_a_click_teaches_it_too(event, meant):
    scene = holding(LEARNS, screen=True)
    scene.say(AGAIN)
    lessons = [one.lesson for one in of(do.Teach, scene.do(event))]
    assert [one.meant for one in lessons if isinstance(one, do.SttTaught)] == [meant]


def test_K1_a_yes_to_what_was_shown_before_it_was_said_again_teaches_nothing():
    scene = holding(LEARNS, screen=True)
    scene.say(AGAIN)
    out = scene.do(ev.ConsentGiven(ONE, HEARD, InputMeans.CLICK))
    assert (asked(out), of(do.Teach, out)) == ([HEARD], [])
