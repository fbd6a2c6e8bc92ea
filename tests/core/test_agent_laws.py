"""What an agent does by itself: its steps (laws T2, T5, C4, C6), and what it asks for (A5)."""

import pytest

from core.aloud import ReadAloud, typed
from core.judged import Judged
from laws.scene import SECOND, Scene, asked, of, read
from solovox.core import commands as do
from solovox.core import events as ev
from solovox.core.policy import Limits, Policy, Timing
from solovox.core.units import (
    CallId,
    HoldId,
    InputMeans,
    ReadId,
    RunId,
    StepId,
    StepKind,
    StepState,
    UtteranceId,
)

ONE = RunId(1)


def step(title="editing a.py", state=StepState.BEGUN, **more):
    return ev.BrainStep(ONE, StepId("1"), StepKind.TOOL, title, "", state, **more)


def at_work(text="rename it", **choices):
    scene = Scene(Policy(**choices))
    scene.say(text)
    return scene


@pytest.mark.parametrize(
    ("effects", "asks"),
    [(False, ["rename it everywhere"]), (True, ["everywhere"])],
)
def test_T2_an_agent_that_has_changed_something_is_never_taken_back_and_asked_again(effects, asks):
    scene = at_work("rename it")
    scene.do(step(effects=effects))
    out = scene.say("everywhere") + scene.wait(3_000)
    assert asked(out) == asks


def test_T2_a_step_without_effects_does_not_undo_one_that_had_some():
    scene = at_work("rename it")
    scene.do(step(effects=True), step(state=StepState.DONE), step("reading b.py"))
    assert asked(scene.say("everywhere")) == ["everywhere"]


@pytest.mark.parametrize(
    ("state", "receipt", "cues"),
    [
        (StepState.DONE, "1f2e", [do.Cue(do.CueKind.DONE)]),
        (StepState.DONE, None, []),
        (StepState.BEGUN, "1f2e", []),
        (StepState.FAILED, "1f2e", []),
    ],
)
def test_C4_a_step_is_cued_as_done_only_with_a_receipt(state, receipt, cues):
    assert of(do.Cue, at_work().do(step(state=state, effects=True, receipt=receipt))) == cues


def thinks_aloud(since=0):
    """An answer whose first piece sounds and whose second waits, and which was a thought from there on; and what follows from that."""
    scene = Judged()
    scene.say("what is two plus two")
    scene.write(1, "A sum. ", "Two and two. ", "I add. ", finish=False)
    scene.sound(1, 16_000)
    out = scene.do(ev.BrainThought(ONE, since))
    return scene, [*out, *scene.flushed(1, 8_000), *scene.wait(1_000)]


def test_N2_of_what_was_a_thought_no_more_is_heard_and_the_answer_behind_it_is():
    scene, out = thinks_aloud()
    assert of(do.Flush, out) == [do.Flush(ReadId(1))]
    assert of(do.TellSkipped, out) == [do.TellSkipped(ONE, 0, 27)]
    assert read(out) == []
    scene.do(ev.BrainWrote(ONE, "Four."))
    assert read(scene.do(ev.BrainOffered(ONE, "Four.", 32))) == ["Four."]
    assert of(do.ShowFailure, scene.do(ev.BrainFinished(ONE))) == []


def test_N2_what_was_written_before_the_thought_is_read_on_when_both_are_in_one_read():
    scene = Judged()
    scene.say("what is two plus two")
    scene.write(1, "A sum.", "Of two.", "It is four.", "Hmm, is it?", finish=False)
    scene.sound(1, SECOND, end=True)
    scene.sound(2, SECOND, end=True)
    assert read(scene.all)[-1] == "It is four. Hmm, is it?"
    scene.sound(3, SECOND, 5)
    scene.sound(3, SECOND, 23, end=True)
    scene.played(1, SECOND)
    scene.played(2, SECOND)
    scene.do(ev.BrainThought(ONE, len("A sum.Of two.It is four.")))
    scene.flushed(2, SECOND)
    out = scene.flushed(3, SECOND)
    assert (read(out), of(do.Play, out)) == (["four."], [])


@pytest.mark.parametrize("known", [False, True], ids=["before it is known what was heard", "after"])
def test_N7_what_was_a_thought_is_not_said_again(known):
    scene = ReadAloud()
    scene.do(ev.Typed("tell me"), ev.BrainWrote(ONE, "A sum. Two and two."))
    scene.do(ev.BrainOffered(ONE, "A sum.", 6), ev.BrainOffered(ONE, "Two and two.", 19))
    scene.sound(1, SECOND, 6, end=True)
    scene.played(1, SECOND)
    scene.sound(2, SECOND, 12, end=True)
    if known:
        scene.played(2, SECOND)
    scene.do(ev.BrainThought(ONE, 6))
    scene.flushed(2, SECOND)
    assert read(typed(scene, "repeat") + scene.hear_out()) == ["A sum."]


PUSH = "git push --force"


def needs_yes(act=PUSH, call="p1"):
    return ev.BrainNeedsYes(ONE, CallId(call), act, "the branch is shared", said=act.strip())


def yes(text=PUSH, hold=1, wrong=""):
    return ev.ConsentGiven(HoldId(hold), text, InputMeans.CLICK, wrong=wrong)


NO = ev.ConsentDenied(HoldId(1), InputMeans.CLICK)


@pytest.mark.parametrize(
    ("answer", "cues"),
    [(NO, []), (yes(), [do.CueKind.FAILED]), (None, [do.CueKind.FAILED])],
    ids=["no", "yes", "none"],
)
def test_T5_an_answer_that_a_persons_no_left_empty_is_no_failure(answer, cues):
    scene = at_work(own_words=False)
    scene.do(needs_yes())
    scene.do(answer) if answer else scene.wait(Timing().hold)
    out = scene.do(ev.BrainFinished(ONE))
    assert [one.kind for one in of(do.Cue, out)] == cues
    assert [one.text for one in of(do.ShowFailure, out)] == ["the brain gave no answer"] * len(cues)


def requested(**choices):
    scene = at_work(**choices)
    scene.do(needs_yes())
    return scene


def answers(commands):
    return [(c.call, c.failed) for c in of(do.AnswerBrain, commands)]


def test_A5_what_an_agent_asks_for_is_shown_word_by_word_with_its_risk():
    assert of(do.ShowHold, requested().all) == [
        do.ShowHold(
            HoldId(1),
            PUSH,
            do.HoldKind.PERMISSION,
            "the branch is shared",
            utterance=UtteranceId(1),
            until=121_000,
            editable=False,
        )
    ]


@pytest.mark.parametrize("text", [PUSH, f"  {PUSH}\n"])
def test_A5_a_yes_lets_the_agent_and_runs_nothing_of_ours(text):
    out = requested().do(yes(text, wrong="git: this is no JSON"))
    assert answers(out) == [("p1", False)]
    assert of(do.CloseHold, out) == [do.CloseHold(HoldId(1), do.Outcome.GRANTED)]
    assert of(do.RunTool, out) == of(do.AskBrain, out) == []


RUN = '{"command":"git push"}'


def changeable(act="run it", arguments=RUN, **choices):
    scene = at_work(**choices)
    return scene, scene.do(ev.BrainNeedsYes(ONE, CallId("p1"), act, "", arguments, said=act))


@pytest.mark.parametrize(
    ("text", "wrong", "arguments"),
    [
        (f"run it {RUN}", "", RUN),
        (f"run it {RUN}", "it has another schema", RUN),
        ('run it {"command":"git pull"}', "", '{"command":"git pull"}'),
        (' run it\n{"command": "git pull"} \n', "", '{"command": "git pull"}'),
    ],
)
def test_A5_a_yes_to_other_arguments_of_the_same_act_is_passed_on(text, wrong, arguments):
    scene, _ = changeable()
    out = scene.do(yes(text, wrong=wrong))
    assert [(one.failed, one.arguments) for one in of(do.AnswerBrain, out)] == [(False, arguments)]
    assert ("other arguments" in of(do.AnswerBrain, out)[0].result) is (arguments != RUN)
    assert of(do.CloseHold, out) == [do.CloseHold(HoldId(1), do.Outcome.GRANTED)]


@pytest.mark.parametrize(
    ("text", "wrong", "line"),
    [
        ('walk {"command":"git pull"}', "", "write run it and its arguments in braces"),
        ('run itself {"command":"git pull"}', "", "write run it and"),
        ('run it{"command":"git pull"}', "", "write run it and"),
        ('{"command":"git pull"}', "", "write run it and"),
        ("run it", "", "write run it and"),
        ("run it [1]", "", "write run it and"),
        ('run it {"command":', "", "write run it and"),
        ("run it {command}", "run it: the arguments are not JSON", "not JSON"),
    ],
)
def test_A5_another_act_or_no_arguments_in_braces_is_no_yes(text, wrong, line):
    scene, _ = changeable()
    out = scene.do(yes(text, wrong=wrong))
    assert answers(out) == of(do.CloseHold, out) == []
    assert line in of(do.ShowFailure, out)[0].text
    assert answers(scene.do(yes(f"run it {RUN}"))) == [("p1", False)]


@pytest.mark.parametrize("text", ["git push", "git push --force --all"])
def test_A5_an_edited_text_is_no_yes_for_the_agent_does_what_it_asked_for_or_nothing(text):
    scene = requested()
    out = scene.do(yes(text))
    assert answers(out) == of(do.CloseHold, out) == []
    assert "exactly what it asked for" in of(do.ShowFailure, out)[0].text
    assert answers(scene.do(yes())) == [("p1", False)]


def left(scene):
    return scene.do(ev.SurfaceLeft())


@pytest.mark.parametrize(
    ("what", "outcome", "why"),
    [
        (lambda scene: scene.do(NO), do.Outcome.DENIED, "did not allow it"),
        (lambda scene: scene.do(yes("")), do.Outcome.DENIED, "did not allow it"),
        (lambda scene: scene.say("no"), do.Outcome.DENIED, "did not allow it"),
        (lambda scene: scene.wait(120_000), do.Outcome.EXPIRED, "no answer in time"),
        (left, do.Outcome.VOID, "has left"),
    ],
)
def test_A5_without_a_yes_the_agent_is_told_no_and_why(what, outcome, why):
    scene = requested()
    out = what(scene)
    assert of(do.CloseHold, out) == [do.CloseHold(HoldId(1), outcome)]
    [told] = of(do.AnswerBrain, out)
    assert (told.call, told.failed) == ("p1", True)
    assert why in told.result
    assert answers(scene.do(yes())) == []


@pytest.mark.parametrize("end", [ev.BrainFinished(ONE), ev.StopAsked(InputMeans.KEY)])
def test_A5_the_end_of_a_run_voids_what_it_asked_for(end):
    scene = requested()
    out = scene.do(end)
    assert len(of(do.CloseHold, out)) == 1
    assert answers(out + scene.do(yes())) == []


@pytest.mark.parametrize(("act", "limit"), [(PUSH, 0), (" ", 8)])
def test_A5_what_cannot_be_asked_is_refused_at_once(act, limit):
    scene = at_work(limits=Limits(waiting_holds=limit))
    out = scene.do(needs_yes(act))
    assert answers(out) == [("p1", True)]
    assert of(do.ShowHold, out) == []


def test_T2_what_an_agent_was_allowed_cannot_be_taken_back():
    scene = requested()
    scene.do(yes())
    assert asked(scene.say("everywhere")) == ["everywhere"]
