"""A yes aloud, and what the person says behind it: it is taken when they have finished, and a no that they began later wins (laws A2, T2)."""

import pytest

from core.judged import Judged as Scene
from laws.scene import asked, closed, of
from laws.scene import held as held_texts
from solovox.core import events as ev
from solovox.core.commands import AnswerBrain, Outcome, RunTool, ShowFailure, ShowHold
from solovox.core.mends import Mend, MendWhy
from solovox.core.policy import Approval, Policy, Risk, ToolSpec
from solovox.core.units import MIC, AudioSpan, CallId, HoldId, InputMeans, Principal, RunId, SourceId

ONE = RunId(1)
PATIENCE = 1_500
SEND = ToolSpec(name="send", effects=True, risk=Risk.ASK)
GRANTED, DENIED = [(1, Outcome.GRANTED)], [(1, Outcome.DENIED)]
TOO_LATE = "this yes came too late: what it was for does not wait any more"


def tool():
    """A tool waits for a yes."""
    scene = Scene(Policy(tools=(SEND,), own_words=False))
    scene.do(ev.Typed("go"), ev.BrainCalled(ONE, CallId("a"), "send", "{}", said="send it"))
    scene.wait(2_000)
    return scene


def act():
    """An act of the agent's own does."""
    scene = Scene(Policy(own_words=False))
    scene.do(ev.Typed("go"), ev.BrainNeedsYes(ONE, CallId("a"), "git push", "", said="git push"))
    scene.wait(2_000)
    return scene


def instruction():
    """The person's own words do."""
    scene = Scene(Policy(approval=Approval.REVIEW))
    scene.say("delete the logs")
    scene.wait(2_000)
    return scene


def done(out):
    """What was done for a yes."""
    return [*of(RunTool, out), *(one for one in of(AnswerBrain, out) if not one.failed), *asked(out)]


def part(scene, *, patience=0, ms=500):
    """The person says something; its span."""
    first = scene.mic
    scene.do(ev.OnsetHeard(first), ev.SpeechConfirmed(first))
    scene.hear(ms)
    span = AudioSpan(MIC, first, scene.mic - first)
    scene.do(ev.SpeechEnded(span, patience))
    return span


def words(span, text, **more):
    return ev.LocalTranscript(span, text, final=True, **more)


WAITS = pytest.mark.parametrize("held", [tool, act, instruction])


@WAITS
def test_A2_a_yes_that_is_all_that_is_said_is_taken_at_once(held):
    scene = held()
    out = scene.do(words(part(scene), "yes"))
    assert (closed(out), len(done(out))) == (GRANTED, 1)


@WAITS
def test_T2_A2_nothing_is_done_for_a_yes_while_the_person_may_only_have_paused(held):
    scene = held()
    out = scene.do(words(part(scene, patience=PATIENCE), "yes")) + scene.wait(PATIENCE - 1)
    assert (closed(out), done(out)) == ([], [])
    out = scene.wait(1)
    assert (closed(out), len(done(out))) == (GRANTED, 1)
    assert of(ShowFailure, scene.all) == []


@WAITS
@pytest.mark.parametrize("no", ["no wait", "no"])
def test_T2_A2_a_no_in_the_pause_behind_a_yes_is_the_answer(held, no):
    scene = held()
    out = scene.do(words(part(scene, patience=PATIENCE), "yes"))
    scene.wait(300)
    out += scene.do(words(part(scene), no)) + scene.wait(5_000)
    assert (closed(out), done(out), of(ShowFailure, out)) == (DENIED, [], [])


@WAITS
def test_A2_a_yes_whose_words_come_late_gives_way_to_a_no_that_was_begun_after_it(held):
    scene = held()
    yes = part(scene)
    scene.wait(200)
    no = part(scene)
    out = scene.do(words(yes, "yes"), words(no, "no wait")) + scene.wait(3_000)
    assert (closed(out), done(out)) == (DENIED, [])


@WAITS
def test_A2_a_yes_whose_words_come_late_counts_when_what_follows_is_no_no(held):
    scene = held()
    yes, more = part(scene), part(scene)
    out = scene.do(words(yes, "yes"))
    assert closed(out) == []
    out = scene.do(words(more, "please")) + scene.wait(3_000)
    assert closed(out)[:1] == GRANTED
    assert len(done(out)) >= 1


@WAITS
def test_A2_who_says_hang_on_behind_a_yes_still_has_the_floor(held):
    scene = held()
    out = scene.do(words(part(scene, patience=PATIENCE), "yes"))
    scene.wait(300)
    out += scene.do(words(part(scene), "hang on")) + scene.wait(2_000)
    assert (closed(out), done(out)) == ([], [])
    out = scene.do(words(part(scene), "no")) + scene.wait(2_000)
    assert (closed(out), done(out)) == (DENIED, [])


@WAITS
@pytest.mark.parametrize(
    ("ends", "how"),
    [
        (ev.ConsentDenied(HoldId(1), InputMeans.CLICK), Outcome.DENIED),
        (ev.StopAsked(InputMeans.KEY), Outcome.DENIED),
        (ev.SurfaceLeft(), Outcome.VOID),
    ],
)
def test_A2_a_yes_that_waits_ends_with_what_it_was_to(held, ends, how):
    scene = held()
    out = scene.do(words(part(scene, patience=PATIENCE), "yes"), ends) + scene.wait(PATIENCE)
    assert (closed(out), done(out), of(ShowFailure, out)) == ([(1, how)], [], [])


@WAITS
def test_A2_a_yes_said_twice_is_taken_once(held):
    scene = held()
    out = scene.do(words(part(scene, patience=PATIENCE), "yes"))
    out += scene.do(words(part(scene, patience=PATIENCE), "yes")) + scene.wait(PATIENCE)
    assert (closed(out), len(done(out)), of(ShowFailure, out)) == (GRANTED, 1, [])


def test_A2_A4_what_another_says_does_not_put_a_yes_off():
    ann, bob = SourceId("ann"), SourceId("bob")
    scene = Scene(Policy(tools=(SEND,), own_words=False, owners=frozenset({Principal(ann), Principal(bob)})))
    scene.do(ev.Typed("go", principal=Principal(ann)))
    scene.do(ev.BrainCalled(ONE, CallId("a"), "send", "{}", said="send it"))
    scene.wait(2_000)
    first = scene.mic
    scene.do(ev.OnsetHeard(first), ev.SpeechConfirmed(first, ann))
    scene.hear(500)
    yes = AudioSpan(MIC, first, scene.mic - first)
    scene.do(ev.SpeechEnded(yes), ev.SpeechConfirmed(scene.mic, bob))
    out = scene.do(words(yes, "yes", source=ann))
    assert (closed(out), len(done(out))) == (GRANTED, 1)


def test_A2_A6_who_says_again_what_they_said_behind_a_yes_has_not_said_yes_to_what_was_heard():
    scene = Scene(Policy(approval=Approval.REVIEW))
    scene.say("open the text folder")
    scene.wait(5_000)
    out = scene.do(words(part(scene, patience=PATIENCE), "yes"))
    scene.wait(300)
    out += scene.do(words(part(scene), "no I said the test folder")) + scene.wait(5_000)
    assert (asked(out), closed(out), held_texts(out)) == ([], [], ["open the test folder"])
    assert asked(scene.say("yes", 500) + scene.wait(2_000)) == ["open the test folder"]


def test_A2_T2_other_work_instead_behind_a_yes_takes_it_back():
    scene = act()
    out = scene.do(words(part(scene, patience=PATIENCE), "yes"))
    scene.wait(300)
    out += scene.do(words(part(scene), "instead run the tests")) + scene.wait(3_000)
    assert (closed(out), asked(out)) == ([(1, Outcome.VOID)], ["instead run the tests"])
    assert of(AnswerBrain, out) == []


def test_A3_K2_a_yes_that_waits_does_not_send_a_mend_that_was_taken_back_meanwhile():
    scene = Scene(Policy(approval=Approval.REVIEW))
    scene.say_mended("list the computer files", Mend("computer", "commuter", MendWhy.LEXICON))
    scene.wait(5_000)
    out = scene.do(words(part(scene, patience=PATIENCE), "yes"), ev.MendRefused("computer", "commuter"))
    out += scene.wait(3_000)
    assert (asked(out), closed(out), held_texts(out)) == ([], [], ["list the computer files"])
    assert [one.text for one in of(ShowFailure, out)] == [TOO_LATE]


def test_A1_A3_what_a_yes_was_given_to_is_not_worded_otherwise_while_it_waits():
    scene = Scene(Policy(approval=Approval.CORRECT))
    scene.say("open the text folder")
    out = scene.wait(500)
    out += scene.do(words(part(scene, patience=PATIENCE), "yes"))
    out += scene.do(ev.WordingProposed(HoldId(1), "open the test folder")) + scene.wait(3_000)
    assert (asked(out), held_texts(out)) == (["open the text folder"], [])


@WAITS
def test_A1_T5_who_says_yes_as_the_time_is_over_is_told_that_it_came_too_late(held):
    scene = held()
    until = of(ShowHold, scene.all)[0].until
    scene.wait(until - scene.at - 1_000)
    out = scene.do(words(part(scene, patience=PATIENCE), "yes")) + scene.wait(3_000)
    assert (closed(out), done(out)) == ([(1, Outcome.EXPIRED)], [])
    assert [one.text for one in of(ShowFailure, out)] == [TOO_LATE]
