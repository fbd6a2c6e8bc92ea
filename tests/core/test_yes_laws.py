"""What a yes is to: laws A1 and A3 of edits, empty edits and holds that have ended; C3 of what nobody is asked to allow."""

import pytest

from core.judged import Judged
from laws.scene import asked, of
from solovox.core import commands as do
from solovox.core import events as ev
from solovox.core.policy import Approval, Policy, Risk, ToolSpec
from solovox.core.units import MIC, AudioSpan, CallId, HoldId, InputMeans, RunId

TOOLS = (
    ToolSpec(name="rm", effects=True, risk=Risk.ASK),
    ToolSpec(name="mail", effects=True, risk=Risk.ASK, blocking=True),
)
TMP = '{"path":"/var/tmp"}'
CACHE = '{"path":"/var/tmp/cache"}'
LATE = "this yes came too late: what it was for does not wait any more"


def watched(**choices):
    return Judged(Policy(tools=TOOLS, **choices))


def yes(text, hold=1):
    return ev.ConsentGiven(HoldId(hold), text, InputMeans.CLICK)


def calls(arguments=TMP, call="b1", wrong=""):
    return ev.BrainCalled(RunId(1), CallId(call), "rm", arguments, wrong=wrong, said="rm")


def held_action():
    """The brain wants to remove something, and the person is asked."""
    scene = watched()
    scene.say("clean up")
    assert [c.text for c in of(do.ShowHold, scene.do(calls()))] == [f"rm {TMP}"]
    return scene


def held_instruction():
    scene = watched(approval=Approval.REVIEW)
    assert [c.text for c in of(do.ShowHold, scene.say("delete the logs"))] == ["delete the logs"]
    return scene


def failures(out):
    return [c.text for c in of(do.ShowFailure, out)]


@pytest.mark.parametrize("edit", [f"rm {CACHE}", f"  rm   {CACHE}", f"rm\n{CACHE}"])
def test_A3_a_yes_to_an_edited_action_runs_what_it_was_edited_to(edit):
    out = held_action().do(yes(edit))
    assert of(do.RunTool, out) == [do.RunTool(1, "rm", CACHE)]
    assert of(do.CloseHold, out) == [do.CloseHold(HoldId(1), do.Outcome.GRANTED)]


def test_A3_whoever_called_is_told_what_was_really_run():
    scene = held_action()
    scene.do(yes(f"rm {CACHE}"))
    [answer] = of(do.AnswerBrain, scene.do(ev.ToolReturned(1, "removed")))
    assert answer.result == f"removed (the person changed it to {CACHE})"
    [again] = of(do.AnswerBrain, scene.do(calls(call="b2")))
    assert again.result == answer.result


@pytest.mark.parametrize("edit", ["x", CACHE, f"mail {CACHE}", f"rmdir {CACHE}", "rm", "rm /var", 'rm ["a"]'])
def test_A3_an_edit_that_names_no_such_action_is_no_yes_and_says_what_to_do(edit):
    scene = held_action()
    out = scene.do(yes(edit))
    assert failures(out) == ["that is no yes: write rm and its arguments in braces, or say no"]
    assert of(do.RunTool, out) == of(do.CloseHold, out) == []
    assert of(do.RunTool, scene.do(yes(f"rm {TMP}"))) == [do.RunTool(1, "rm", TMP)]


def test_A3_an_edit_that_the_tool_would_not_take_is_no_yes_and_says_why():
    scene = held_action()
    out = scene.do(ev.ConsentGiven(HoldId(1), "rm {}", InputMeans.CLICK, wrong="rm: `path` is missing"))
    assert failures(out) == ["that is no yes: rm: `path` is missing"]
    assert of(do.RunTool, out) == of(do.CloseHold, out) == []
    assert of(do.RunTool, scene.do(yes(f"rm {CACHE}"))) == [do.RunTool(1, "rm", CACHE)]


@pytest.mark.parametrize("nothing", ["", " ", "\n\t"])
def test_A1_an_edit_to_nothing_is_a_no(nothing):
    out = held_instruction().do(yes(nothing))
    assert of(do.CloseHold, out) == [do.CloseHold(HoldId(1), do.Outcome.DENIED)]
    assert of(do.AskBrain, out) == []
    scene = held_action()
    out = scene.do(yes(nothing))
    assert of(do.CloseHold, out) == [do.CloseHold(HoldId(1), do.Outcome.DENIED)]
    assert [c.failed for c in of(do.AnswerBrain, out)] == [True]
    assert of(do.RunTool, scene.all) == []


def test_A3_a_yes_just_after_a_cough_counts_or_is_said_to_be_too_late():
    scene = held_instruction()
    scene.do(ev.OnsetHeard(scene.mic), ev.SpeechConfirmed(scene.mic))
    out = scene.do(yes("delete the logs"))
    assert (failures(out), asked(out)) in (([LATE], []), ([], ["delete the logs"]))


@pytest.mark.parametrize("end", [yes("delete the logs"), ev.ConsentDenied(HoldId(1), InputMeans.CLICK)])
def test_A3_so_is_any_yes_to_what_waits_no_more(end):
    scene = held_instruction()
    scene.do(end)
    out = scene.do(yes("delete the logs"))
    assert (failures(out), asked(out)) == ([LATE], [])
    assert of(do.Cue, out) == [do.Cue(do.CueKind.FAILED)]
    assert failures(scene.do(yes("anything", hold=9))) == [LATE]


def test_C3_nobody_is_asked_to_allow_what_cannot_be_done():
    scene = watched()
    scene.say("clean up")
    out = scene.do(calls("{}", wrong="rm: `path` is missing"))
    assert [(c.result, c.failed) for c in of(do.AnswerBrain, out)] == [("rm: `path` is missing", True)]
    assert of(do.ShowHold, out) == of(do.RunTool, out) == []
    assert of(do.ShowHold, scene.do(calls(call="b2")))


@pytest.mark.parametrize("held", [held_action, held_instruction])
def test_A2_a_draft_that_is_a_yes_grants_nothing_whatever_it_becomes(held):
    scene = held()
    first = scene.mic
    out = scene.wait(3_000) + scene.do(ev.OnsetHeard(first), ev.SpeechConfirmed(first))
    for draft in ("yes", "yes please", "yes, go ahead"):
        out += scene.do(ev.LocalTranscript(AudioSpan(MIC, first, 8_000), draft, final=False))
    span = AudioSpan(MIC, first, 16_000)
    out += scene.do(ev.SpeechEnded(span), ev.LocalTranscript(span, "Yes, but not that one.", final=True))
    out += scene.wait(500)
    assert not any(one.outcome is do.Outcome.GRANTED for one in of(do.CloseHold, out))
    assert of(do.RunTool, out) == []
