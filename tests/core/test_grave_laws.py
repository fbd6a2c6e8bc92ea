"""An agent's act that cannot be undone, and how it is said that an act waits: laws A2, A5, N5."""

import pytest

from laws.scene import SECOND, Scene, asked, closed, notices, of, read
from solovox.core import commands as do
from solovox.core import events as ev
from solovox.core.policy import Amendment, Policy
from solovox.core.units import CallId, HoldId, InputMeans, RunId, SurfaceCaps
from solovox.lang.en.words import SENTENCES

ONE = RunId(1)
PUSH = "git push --force"
SAID = "run `git push`, by force"
CODE = SENTENCES.holds.code(1)
WORD, OTHER_WORD = CODE.split()


def needs(act=PUSH, call="p1", *, said=SAID, grave=True, arguments=""):
    return ev.BrainNeedsYes(ONE, CallId(call), act, "the branch is shared", arguments, said, grave)


def at_work(**choices):
    scene = Scene(Policy(**{"own_words": False, **choices}))
    scene.say("push it")
    scene.wait(6_000)
    return scene


def held(*requests, **choices):
    """Acts that wait for a yes. Nothing is said of it, so that a yes is no echo."""
    scene = at_work(**choices)
    scene.do(*(requests or [needs()]))
    scene.wait(1_000)
    return scene


def test_A2_a_grave_act_has_a_code_and_another_has_none():
    codes = [one.code for one in of(do.ShowHold, held(needs(), needs("ls", "p2", grave=False)).all)]
    assert codes == [CODE, ""]


def test_A2_codes_are_two_words_that_no_other_hold_has_for_long():
    codes = [SENTENCES.holds.code(number) for number in range(1, 121)]
    assert len(set(codes)) == len(codes)
    assert all(len(one.split()) == 2 for one in codes)


@pytest.mark.parametrize(
    ("act", "said"),
    [(f"mv {WORD}.txt /tmp", f"move the {OTHER_WORD} file"), ("mv x /tmp", f"move {OTHER_WORD}")],
)
def test_A2_no_word_of_a_code_is_in_what_it_allows(act, said):
    scene = held(needs(act, said=said))
    [code] = [one.code for one in of(do.ShowHold, scene.all)]
    assert not set(code.split()) & {*act.replace(".", " ").split(), *said.split()}
    assert closed(scene.say(CODE, 900)) == []
    assert closed(scene.say(code, 900)) == [(1, do.Outcome.GRANTED)]


@pytest.mark.parametrize(
    "words",
    [
        CODE,
        f"Confirm {CODE}.",
        f"{WORD.title()} {OTHER_WORD}",
        f"{WORD}-{OTHER_WORD}!",
        f"Yes please, confirm {CODE}. Thank you.",
    ],
)
@pytest.mark.parametrize("typed", [True, False])
def test_A2_its_code_grants_a_grave_act(words, typed):
    scene = held()
    out = scene.do(ev.Typed(words)) if typed else scene.say(words, 900)
    assert closed(out) == [(1, do.Outcome.GRANTED)]
    assert [one.failed for one in of(do.AnswerBrain, out)] == [False]
    assert asked(out) == []


@pytest.mark.parametrize("words", ["yes", "Okay, go ahead.", "confirm"])
def test_A2_a_yes_aloud_grants_no_grave_act_and_is_told_why(words):
    scene = held()
    out = scene.say(words, 400)
    assert closed(out) == of(do.AnswerBrain, out) == []
    assert [one.hold for one in of(do.ShowHold, out)] == [1]
    assert "say the code" in of(do.ShowFailure, out)[0].text
    assert asked(scene.wait(9_000)) == []


@pytest.mark.parametrize("how", [InputMeans.CLICK, InputMeans.KEY])
def test_A2_a_yes_where_it_is_shown_grants_a_grave_act(how):
    assert closed(held().do(ev.ConsentGiven(HoldId(1), PUSH, how))) == [(1, do.Outcome.GRANTED)]


OTHER = SENTENCES.holds.code(2)


@pytest.mark.parametrize(
    ("words", "closes"),
    [
        (OTHER, [(2, do.Outcome.GRANTED)]),
        (f"no {OTHER}", [(2, do.Outcome.DENIED)]),
        (CODE, [(1, do.Outcome.GRANTED)]),
        ("no", [(1, do.Outcome.DENIED)]),
        ("yes", []),
        (SENTENCES.holds.code(3), []),
        (f"{CODE} {OTHER}", []),
        (f"{CODE}?", [(1, do.Outcome.GRANTED)][:0]),
    ],
)
def test_A2_a_code_answers_what_has_it(words, closes):
    scene = held(needs(), needs("rm -rf build", "p2"))
    assert closed(scene.say(words, 900)) == closes


@pytest.mark.parametrize(
    ("words", "denies"),
    [("no", True), (f"no {CODE}", True), (f"don't {CODE}", True), (f"{CODE} no wait", True)],
)
def test_A2_any_no_denies_a_grave_act(words, denies):
    assert (closed(held().say(words, 900)) == [(1, do.Outcome.DENIED)]) is denies


@pytest.mark.parametrize(
    ("words", "closes", "asks"),
    [
        (f"no {CODE}", [(1, do.Outcome.DENIED)], []),
        (f"what is {CODE}", [], [f"what is {CODE}"]),
        ("yes", [], []),
        ("no", [(1, do.Outcome.DENIED)], []),
    ],
)
def test_A2_a_typed_yes_grants_what_has_a_code_only_with_it(words, closes, asks):
    scene = held(amendment=Amendment.QUEUE)
    out = scene.do(ev.Typed(words))
    assert closed(out) == closes
    assert asked(out + scene.do(ev.ConsentDenied(HoldId(1), InputMeans.KEY), ev.BrainFinished(ONE))) == asks


def test_A2_a_code_aloud_grants_only_while_a_screen_is_there():
    scene = held()
    scene.do(ev.SurfaceJoined(SurfaceCaps(screen=False)))
    assert closed(scene.say(CODE, 900)) == []
    assert closed(scene.say("no", 400)) == [(1, do.Outcome.DENIED)]


def test_A5_an_edited_grave_act_is_passed_on_by_a_click_only():
    scene = held(needs("Bash", arguments='{"command":"git push"}'))
    out = scene.do(ev.ConsentGiven(HoldId(1), 'Bash {"command":"ls"}', InputMeans.CLICK))
    assert [one.arguments for one in of(do.AnswerBrain, out)] == ['{"command":"ls"}']


@pytest.mark.parametrize(
    ("request_", "shown", "said"),
    [
        (
            needs(),
            "It asks for this: run `git push`, by force. To allow it, say the code on the screen.",
            "It asks for this: run git push , by force. To allow it, say the code on the screen.",
        ),
        (needs(grave=False), "It asks for this: run `git push`, by force. May it?", "It asks for this: run git push , by force. May it?"),
        (needs(said="", grave=False), SENTENCES.holds.unread, None),
    ],
    ids=["grave", "not grave", "without words"],
)  # fmt: skip
def test_N5_an_act_that_waits_is_said_once(request_, shown, said):
    scene = at_work(own_words=True)
    out = scene.do(request_)
    assert notices(out) == [shown]
    assert read(out) == [said or shown]
    assert not any(word in said.split() for word in CODE.split()) if said else True
    scene.sound(1, SECOND, end=True)
    scene.played(1, SECOND)
    assert notices(scene.wait(60_000)) == []


def test_N5_it_is_not_said_where_our_words_are_not():
    scene = at_work(own_words=False)
    assert read(scene.do(needs())) == notices(scene.all) == []


@pytest.mark.parametrize(
    "end", [ev.ConsentGiven(HoldId(1), PUSH, InputMeans.CLICK), ev.ConsentDenied(HoldId(1), InputMeans.CLICK)]
)
def test_N5_when_it_waits_no_more_no_more_is_said_of_it(end):
    scene = at_work(own_words=True)
    scene.do(needs())
    scene.sound(1, SECOND, 12)
    out = scene.do(end)
    assert [one.read for one in of(do.Flush, out)] == [one.read for one in of(do.CancelRead, out)] == [1]
    assert read(scene.flushed(1, 100) + scene.wait(5_000)) == []
