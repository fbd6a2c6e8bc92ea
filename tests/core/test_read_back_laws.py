"""What waits for a yes where no screen shows it, and what is said again: laws A6, A2, K1."""

from dataclasses import replace

import pytest

from core.unseen import (
    AGAIN,
    CORRECT,
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
from laws.scene import SECOND, asked, closed, of, read
from solovox.core import commands as do
from solovox.core import events as ev
from solovox.core.mends import Mend, MendWhy
from solovox.core.policy import Approval, NarratorKind, Policy
from solovox.core.units import InputMeans, ReadId
from solovox.lang.en.words import ENGLISH, SENTENCES


@pytest.mark.parametrize(
    ("text", "said"),
    [
        (HEARD, back(HEARD)),
        ("Delete the old logs.", back("Delete the old logs")),
        ("What is in `core/reads.py`?", back("What is in core/reads.py")),
        ("set it to -5, in version 1.5!", back("set it to -5, in version 1.5")),
    ],
)
def test_A6_what_no_screen_shows_is_read_back(text, said):
    scene = Phone()
    out = scene.say(text)
    assert (texts(out), read(out), of(do.ShowFailure, out)) == ([text], [said], [])


def test_A6_with_a_screen_nothing_is_read_back():
    scene = Phone(screen=True)
    assert read(scene.say(HEARD) + scene.wait(30_000)) == []


@pytest.mark.parametrize(
    "policy",
    [
        Policy(approval=Approval.REVIEW, own_words=False),
        Policy(approval=Approval.REVIEW, narrator=NarratorKind.READER),
    ],
    ids=["no words of ours", "no exact voice"],
)
def test_A6_T5_where_it_cannot_be_read_back_it_is_heard_to_wait_and_no_yes_aloud_grants(policy):
    scene = Phone(policy)
    out = scene.say(HEARD)
    assert (read(out), len(of(do.ShowFailure, out))) == ([], 1)
    scene.wait(6_000)
    assert closed(scene.say("yes", 400)) == []


@pytest.mark.parametrize(
    ("answer", "ends", "sent"), [("yes", GRANTED, [HEARD]), ("no", DENIED, []), ("send it", GRANTED, [HEARD])]
)
def test_A6_what_was_heard_to_its_end_is_answered_aloud(answer, ends, sent):
    scene = holding()
    out = scene.say(answer, 400)
    assert (closed(out), asked(out)) == (ends, sent)


def test_A6_other_words_of_ours_that_were_heard_read_nothing_back():
    scene = holding(heard=False)
    scene.do(ev.SilenceAsked(InputMeans.KEY))
    assert read(scene.do(ev.Typed("status"))) == [SENTENCES.waits]
    scene.hear_out()
    scene.wait(1_000)
    assert closed(scene.say("yes", 400)) == []


def test_A6_a_yes_over_the_read_back_grants_nothing_and_the_rest_is_said():
    scene = Phone()
    scene.say(HEARD)
    out = scene.over("yes")
    assert (closed(out), asked(out)) == ([], [])
    scene.wait(500)
    scene.rendered(of(do.Read, scene.all)[-1].read)
    scene.hear_out()
    scene.wait(12_000)
    assert asked(scene.say("yes", 400)) == [HEARD]


def test_A6_what_failed_to_be_read_was_not_heard():
    scene = Phone()
    scene.say(HEARD)
    scene.sound(1, SECOND)
    scene.do(ev.ReadFailed(ReadId(1), "no voice"))
    scene.wait(1_000)
    scene.played(1, SECOND)
    scene.wait(5_000)
    out = scene.say("yes", 400)
    assert (closed(out), read(out)) == ([], [back(HEARD)])


def test_A6_a_read_without_sound_was_not_heard():
    scene = Phone()
    scene.say(HEARD)
    scene.rendered(1)
    scene.wait(5_000)
    assert closed(scene.say("yes", 400)) == []


def test_A6_the_oldest_is_read_back_and_then_the_next():
    scene = holding()
    out = scene.say("list the branches")
    assert (texts(out), read(out)) == (["list the branches"], [])
    assert read(scene.say("no", 400)) == [back("list the branches")]


def test_A6_the_echo_of_the_read_back_denies_nothing_and_is_nothing():
    scene = Phone()
    scene.say("do not delete the logs")
    out = scene.over("do not delete the logs")
    assert (closed(out), texts(out), asked(out)) == ([], [], [])


# Another wording


def test_A6_another_wording_is_read_back_anew_if_the_first_was_not_heard_to_its_end():
    scene = Phone(CORRECT)
    assert of(do.ProposeWording, scene.say(HEARD))
    scene.sound(1, SECOND, 10)
    scene.do(ev.WordingProposed(ONE, MEANT))
    scene.flushed(1, SECOND // 2)
    assert (texts(scene.all)[-1], read(scene.all)) == (MEANT, [back(HEARD), back(MEANT)])
    scene.hear_out()
    scene.wait(1_000)
    assert asked(scene.say("yes", 400)) == [MEANT]


def test_A6_what_was_heard_to_its_end_gets_no_other_wording():
    scene = Phone(CORRECT)
    scene.say(HEARD)
    scene.hear_out()
    assert texts(scene.do(ev.WordingProposed(ONE, MEANT))) == []
    scene.wait(1_000)
    assert asked(scene.say("yes", 400)) == [HEARD]


# Acts


CODE = SENTENCES.holds.code(1, "git push --force run `git push`, by force")


@pytest.mark.parametrize(
    ("event", "said"),
    [
        (needs(), "It asks for this: run git push , by force. May it?"),
        (needs(""), SENTENCES.holds.unread),
        (
            needs(grave=True),
            f"It asks for this: run git push , by force. To allow it, say the words {CODE} aloud.",
        ),
    ],
    ids=["act", "without words", "grave"],
)
def test_A6_an_act_is_read_back_with_its_code(event, said):
    assert read(acting(event).all) == [said]


@pytest.mark.parametrize(
    ("grave", "answer", "granted"), [(False, "yes", True), (True, "yes", False), (True, CODE, True), (False, "no", False)]
)  # fmt: skip
def test_A6_an_act_that_was_heard_is_answered_aloud(grave, answer, granted):
    scene = acting(needs(grave=grave))
    scene.hear_out()
    scene.wait(1_000)
    out = scene.say(answer, 600)
    assert (closed(out) == GRANTED) is granted
    assert [one.failed for one in of(do.AnswerBrain, out)] == (
        [False] if granted else [True] * (answer == "no")
    )


def test_A6_no_echo_of_what_has_a_code_is_a_yes():
    said = SENTENCES.holds.asking("run git push by force", CODE, screen=False)
    words = said.split()
    around = [" ".join(words[a:b]) for a in range(len(words)) for b in range(a + 3, len(words) + 1)]
    assert [one for one in around if ENGLISH.consent(one)] == []


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


def test_T2_K1_what_goes_on_from_what_was_said_again_is_sent_with_it_and_teaches_nothing():
    scene = Phone(LEARNS, screen=True)
    scene.say(HEARD)
    scene.wait(500)
    scene.say(AGAIN)
    scene.wait(500)
    assert texts(scene.say("but only twice"))[-1] == f"{MEANT} but only twice"
    scene.wait(1_000)
    out = scene.say("yes", 400)
    assert (asked(out), of(do.Teach, out)) == ([f"{MEANT} but only twice"], [])
