"""A yes that counts, and one that does not and says so: codes that are one of a kind, what is too long to be said, and a yes
over a long reading. Laws A2, A6, N5."""

import pytest

from core.unseen import Phone, acting
from laws.scene import SECOND, Scene, closed, of, read
from solovox.core import events as ev
from solovox.core.commands import AnswerBrain, Outcome, Play, Read, ShowFailure, ShowHold
from solovox.core.policy import Policy, Risk, ToolSpec
from solovox.core.units import MIC, AudioSpan, CallId, HoldId, InputMeans, RunId
from solovox.lang.en.words import SENTENCES

pytestmark = pytest.mark.slow

ONE = RunId(1)
PAIRS = [f"{first} {second}" for first in SENTENCES.holds.first for second in SENTENCES.holds.second]


def needs(act, call, *, said=None, grave=False):
    return ev.BrainNeedsYes(ONE, CallId(call), act, "", said=act if said is None else said, grave=grave)


def at_work(**choices):
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


@pytest.mark.parametrize("many", range(2, 130, 9))
def test_A2_what_waits_has_no_two_codes_alike_whatever_the_words_of_an_act_are(many):
    """An agent that writes words of the code into what it asks for moves its code on, and never onto one that waits."""
    scene = at_work()
    scene.do(needs("rm -rf breakfast family september", "bad", grave=True))
    for number in range(many):
        scene.do(needs(f"read {number}", f"x{number}"))
        scene.do(ev.ConsentGiven(of(ShowHold, scene.all)[-1].hold, f"read {number}", InputMeans.CLICK))
    for number in range(5):
        scene.do(needs(f"git push {number} {PAIRS[number]}", f"p{number}", grave=True))
    found = [one for one in codes(scene).values() if one]
    assert len(set(found)) == len(found) == 6


# A yes that was swallowed.

OTHER = needs("rm x", "b")
CLICKED = ev.ConsentGiven(HoldId(2), "act c", InputMeans.CLICK)


@pytest.mark.parametrize(
    "meanwhile", [(OTHER,), (CLICKED,)], ids=["a second request comes", "the other is answered by a click"]
)
@pytest.mark.parametrize("words", ["yes", "no"])
def test_A2_an_answer_that_counts_for_nothing_since_what_waits_has_changed_says_so(meanwhile, words):
    scene = at_work()
    scene.do(needs("git push", "a"), *([needs("act c", "c")] if CLICKED in meanwhile else []))
    scene.wait(3_000)
    out = answer(scene, words, meanwhile)
    assert (1, Outcome.GRANTED) not in closed(out)
    assert (1, Outcome.DENIED) not in closed(out)
    assert [one.hold for one in of(ShowHold, out)][-1] == 1, "it is shown again"
    [failure] = of(ShowFailure, out)
    assert "has changed" in failure.text
    assert closed(answer(scene, "yes")) == [(1, Outcome.GRANTED)]


def test_A2_an_answer_to_what_waits_no_more_says_so():
    scene = at_work()
    scene.do(needs("git push", "a"))
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
    scene = at_work()
    long_reading(scene)
    scene.do(needs("git push", "a", grave=grave))
    return scene


def test_A2_after_a_yes_over_a_voice_the_voice_waits_and_the_next_yes_counts():
    scene = in_the_midst()
    out = over(scene, "yes")
    assert closed(out) == []
    assert "waits now" in of(ShowFailure, out)[-1].text
    assert sounds(out + scene.wait(3_000)) == [], "nothing is read meanwhile"
    out = answer(scene, "yes")
    assert closed(out) == [(1, Outcome.GRANTED)]
    assert sounds(out), "what was left is read"


def test_A2_a_no_over_a_voice_counts_and_the_reading_goes_on():
    scene = in_the_midst()
    out = over(scene, "no")
    assert closed(out) == [(1, Outcome.DENIED)]
    assert sounds(out + scene.wait(2_000))


def test_A2_after_a_yes_over_what_asks_for_it_no_more_of_that_is_said_where_a_screen_shows_it():
    scene = at_work(own_words=True)
    scene.do(needs("git push", "a"))
    out = over(scene, "yes")
    assert (closed(out), read(out)) == ([], [])
    assert sounds(scene.wait(3_000)) == []
    assert closed(answer(scene, "yes")) == [(1, Outcome.GRANTED)]


def test_A2_when_what_waits_is_answered_by_a_click_the_voice_goes_on():
    scene = in_the_midst()
    over(scene, "yes")
    scene.wait(1_000)
    assert sounds(scene.do(ev.ConsentGiven(HoldId(1), "git push", InputMeans.CLICK)) + scene.wait(100))


def test_A6_without_a_screen_what_waits_is_read_back_before_the_rest_of_a_long_reading():
    scene = Phone(Policy())
    scene.do(ev.Typed("go"))
    scene.wait(2_000)
    long_reading(scene)
    scene.do(needs("git push", "a"))
    out = over(scene, "yes")
    assert closed(out) == []
    out += scene.wait(600)
    assert read(out) == ["It asks for this: git push. May it?"]
    newest = of(Read, scene.all)[-1].read
    scene.sound(newest, SECOND, end=True)
    scene.wait(1_000)
    scene.played(newest, SECOND)
    assert sounds(scene.wait(1_000)) == [], "it waits for the answer"
    out = answer(scene, "yes")
    assert closed(out) == [(1, Outcome.GRANTED)]
    assert sounds(out), "what was left is read"


# The whole act, or no voice.

LONG = needs("npm test; node -e x", "a", said="")


def test_A2_an_act_that_cannot_be_read_out_whole_has_a_code_and_is_said_to_be_too_long():
    scene = at_work(own_words=True)
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


def test_A6_where_no_screen_is_there_what_cannot_be_read_out_whole_is_granted_by_no_word():
    scene = acting(LONG)
    scene.hear_out()
    scene.wait(4_500)
    assert ["too long to read out" in one for one in read(scene.all)] == [True]
    assert codes(scene)[1] not in read(scene.all)[0]
    for words in ("yes", codes(scene)[1], f"confirm {codes(scene)[1]}"):
        assert closed(answer(scene, words)) == []
    assert closed(answer(scene, "no")) == [(1, Outcome.DENIED)]


@pytest.mark.parametrize(
    ("said", "grave", "has"), [("x path a", False, False), ("x path a", True, True), ("", False, True)]
)
def test_A2_what_a_tool_does_has_a_code_where_it_is_grave_or_cannot_be_said(said, grave, has):
    tool = ToolSpec(name="files_delete", effects=True, risk=Risk.ASK)
    scene = at_work(tools=(tool,))
    scene.do(ev.BrainCalled(ONE, CallId("c"), "files_delete", '{"path":"a"}', said=said, grave=grave))
    assert bool(codes(scene)[1]) is has
    scene.wait(1_000)
    assert (closed(answer(scene, "yes")) == []) is has
    if has:
        assert closed(answer(scene, codes(scene)[1])) == [(1, Outcome.GRANTED)]
