"""Acts that cannot be undone, and a yes that counts for nothing and says so: laws A2, A5, A6, N5."""

import pytest

from core.unseen import acting
from laws.scene import SECOND, Scene, asked, closed, notices, of, read
from solovox.core import commands as do
from solovox.core import events as ev
from solovox.core.commands import AnswerBrain, Outcome, Play, Read, ShowFailure, ShowHold
from solovox.core.policy import Amendment, Policy, Risk, ToolSpec
from solovox.core.units import MIC, AudioSpan, CallId, HoldId, InputMeans, RunId
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


PAIRS = [f"{first} {second}" for first in SENTENCES.holds.first for second in SENTENCES.holds.second]


def wants(act, call, *, said=None, grave=False):
    return ev.BrainNeedsYes(ONE, CallId(call), act, "", said=act if said is None else said, grave=grave)


def works(**choices):
    scene = Scene(Policy(**{"own_words": False, **choices}))
    scene.do(ev.Typed("go"))
    scene.wait(6_000)
    return scene


def codes(scene):
    return {one.hold: one.code for one in of(ShowHold, scene.all)}


def answer(scene, words, meanwhile=()):
    """The person says it, and this happens 300 ms after they began."""
    first, told = scene.mic, len(scene.all)
    scene.do(ev.OnsetHeard(first), ev.SpeechConfirmed(first))
    scene.hear(300)
    scene.do(*meanwhile)
    scene.hear(300)
    span = AudioSpan(MIC, first, scene.mic - first)
    scene.do(ev.SpeechEnded(span), ev.LocalTranscript(span, words, final=True))
    scene.wait(4_000)
    return scene.all[told:]


# Codes.


@pytest.mark.slow
@pytest.mark.parametrize("many", range(2, 130, 9))
def test_A2_what_waits_has_no_two_codes_alike_whatever_the_words_of_an_act_are(many):
    """An agent that writes words of the code into what it asks for moves its code on, and never onto one that waits."""
    scene = works()
    scene.do(wants("rm -rf breakfast family september", "bad", grave=True))
    for number in range(many):
        scene.do(wants(f"read {number}", f"x{number}"))
        scene.do(ev.ConsentGiven(of(ShowHold, scene.all)[-1].hold, f"read {number}", InputMeans.CLICK))
    for number in range(5):
        scene.do(wants(f"git push {number} {PAIRS[number]}", f"p{number}", grave=True))
    found = [one for one in codes(scene).values() if one]
    assert len(set(found)) == len(found) == 6


# A yes that was swallowed.

ANOTHER = wants("rm x", "b")
CLICKED = ev.ConsentGiven(HoldId(2), "act c", InputMeans.CLICK)


@pytest.mark.slow
@pytest.mark.parametrize(
    "meanwhile", [(ANOTHER,), (CLICKED,)], ids=["a second request comes", "the other is answered by a click"]
)
@pytest.mark.parametrize("words", ["yes", "no"])
def test_A2_an_answer_that_counts_for_nothing_since_what_waits_has_changed_says_so(meanwhile, words):
    scene = works()
    scene.do(wants("git push", "a"), *([wants("act c", "c")] if CLICKED in meanwhile else []))
    scene.wait(3_000)
    out = answer(scene, words, meanwhile)
    assert (1, Outcome.GRANTED) not in closed(out)
    assert (1, Outcome.DENIED) not in closed(out)
    assert [one.hold for one in of(ShowHold, out)][-1] == 1, "it is shown again"
    [failure] = of(ShowFailure, out)
    assert "has changed" in failure.text
    assert closed(answer(scene, "yes")) == [(1, Outcome.GRANTED)]


@pytest.mark.slow
def test_A2_an_answer_to_what_waits_no_more_says_so():
    scene = works()
    scene.do(wants("git push", "a"))
    scene.wait(3_000)
    out = answer(scene, "yes", [ev.BrainFinished(ONE)])
    assert of(AnswerBrain, out) == []
    assert "too late" in of(ShowFailure, out)[-1].text


# A yes over a long reading.


def long_reading(scene):
    """An answer is read, sentence by sentence, and much of it is left."""
    scene.write(1, *(f"Sentence number {one} of a long answer. " for one in range(30)), finish=False)
    scene.sound(of(Read, scene.all)[-1].read, 60 * SECOND)
    scene.wait(1_000)


def over(scene, words):
    """The person says it while our voice sounds; the speaker has played a little of it."""
    told = len(scene.all)
    newest = of(Read, scene.all)[-1].read
    if newest not in scene.voice:
        scene.sound(newest, 60 * SECOND)
        scene.wait(700)
    first = scene.mic
    scene.do(ev.OnsetHeard(first), ev.SpeechConfirmed(first))
    scene.hear(600)
    scene.flushed(newest, SECOND // 2)
    span = AudioSpan(MIC, first, scene.mic - first)
    scene.do(ev.SpeechEnded(span), ev.LocalTranscript(span, words, final=True))
    return scene.all[told:]


def sounds(commands):
    return of(Read, commands) + of(Play, commands)


def in_the_midst(*, grave=False):
    scene = works()
    long_reading(scene)
    scene.do(wants("git push", "a", grave=grave))
    return scene


@pytest.mark.slow
def test_A2_after_a_yes_over_a_voice_the_voice_waits_and_the_next_yes_counts():
    scene = in_the_midst()
    out = over(scene, "yes")
    assert closed(out) == []
    assert "waits now" in of(ShowFailure, out)[-1].text
    assert sounds(out + scene.wait(3_000)) == [], "nothing is read meanwhile"
    out = answer(scene, "yes")
    assert closed(out) == [(1, Outcome.GRANTED)]
    assert sounds(out), "what was left is read"


@pytest.mark.slow
def test_A2_after_a_yes_over_what_asks_for_it_no_more_of_that_is_said_where_a_screen_shows_it():
    scene = works(own_words=True)
    scene.do(wants("git push", "a"))
    out = over(scene, "yes")
    assert (closed(out), read(out)) == ([], [])
    assert sounds(scene.wait(3_000)) == []
    assert closed(answer(scene, "yes")) == [(1, Outcome.GRANTED)]


@pytest.mark.slow
def test_A2_when_what_waits_is_answered_by_a_click_the_voice_goes_on():
    scene = in_the_midst()
    over(scene, "yes")
    scene.wait(1_000)
    assert sounds(scene.do(ev.ConsentGiven(HoldId(1), "git push", InputMeans.CLICK)) + scene.wait(100))


# The whole act, or no voice.

LONG = wants("npm test; node -e x", "a", said="")


@pytest.mark.slow
def test_A2_an_act_that_cannot_be_read_out_whole_has_a_code_and_is_said_to_be_too_long():
    scene = works(own_words=True)
    out = scene.do(LONG)
    assert all(codes(scene).values())
    assert len(read(out)) == 1
    assert "too long to read out" in read(out)[0]
    newest = of(Read, scene.all)[-1].read
    scene.sound(newest, SECOND, end=True)
    scene.played(newest, SECOND)
    scene.wait(2_000)
    assert closed(answer(scene, "yes")) == []
    assert closed(answer(scene, codes(scene)[1])) == [(1, Outcome.GRANTED)]


@pytest.mark.slow
def test_A6_where_no_screen_is_there_what_cannot_be_read_out_whole_is_granted_by_no_word():
    scene = acting(LONG)
    scene.hear_out()
    scene.wait(4_500)
    assert ["too long to read out" in one for one in read(scene.all)] == [True]
    assert codes(scene)[1] not in read(scene.all)[0]
    for words in ("yes", codes(scene)[1], f"confirm {codes(scene)[1]}"):
        assert closed(answer(scene, words)) == []
    assert closed(answer(scene, "no")) == [(1, Outcome.DENIED)]


@pytest.mark.slow
@pytest.mark.parametrize(
    ("said", "grave", "has"), [("x path a", False, False), ("x path a", True, True), ("", False, True)]
)
def test_A2_what_a_tool_does_has_a_code_where_it_is_grave_or_cannot_be_said(said, grave, has):
    tool = ToolSpec(name="files_delete", effects=True, risk=Risk.ASK)
    scene = works(tools=(tool,))
    scene.do(ev.BrainCalled(ONE, CallId("c"), "files_delete", '{"path":"a"}', said=said, grave=grave))
    assert bool(codes(scene)[1]) is has
    scene.wait(1_000)
    assert (closed(answer(scene, "yes")) == []) is has
    if has:
        assert closed(answer(scene, codes(scene)[1])) == [(1, Outcome.GRANTED)]
