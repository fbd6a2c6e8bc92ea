"""The real conversation at the file surface, whose person answers holds, stops, types and leaves by `FileOptions.acts`."""

import pytest

from shell.test_whole import ANSWER, QUESTION, brain, held
from solovox.core import commands as c
from solovox.core.policy import Approval, Policy, Risk, ToolSpec
from solovox.ports import ToolResult, Wrote
from solovox.surfaces.acts import acts
from solovox.surfaces.file import FileOptions
from solovox.testing.fakes import Pause, ScriptedBrain, ScriptedTool, Use

REVIEW = Policy(approval=Approval.REVIEW)
SEND = Policy(tools=(ToolSpec(name="send", effects=True, risk=Risk.ASK),))
DENIED, GRANTED, VOID = c.Outcome.DENIED, c.Outcome.GRANTED, c.Outcome.VOID


def talked(*written, policy=REVIEW, **more):
    """What was asked and run, how holds ended, and what was missed."""
    missed = []
    choices = FileOptions(acts=acts(written), missed=missed.append)
    rig = held(QUESTION, choices=choices, policy=policy, brain=more.pop("brain", brain()), **more)
    asked = [one.instruction for _, one in rig.times(c.AskBrain)]
    asked += [one.arguments for _, one in rig.times(c.RunTool)]
    return asked, [one.outcome for _, one in rig.times(c.CloseHold)], missed, rig


@pytest.mark.parametrize(
    ("written", "asked", "outcomes", "missed"),
    [
        (["accept@held"], ["what now"], [GRANTED], []),
        (["edit:run the tests@held"], ["run the tests"], [GRANTED], []),
        (["accept@3"], ["what now"], [GRANTED], []),
        (["refuse@held"], [], [DENIED], []),
        (["stop@held"], [], [DENIED], []),
        (["accept@1"], [], [VOID], ["accept@1: nothing waited for a yes then"]),
        (["refuse@held", "accept@9"], [], [DENIED], ["accept@9: nothing waited for a yes then"]),
        (["away:2-2.4", "accept@3"], [], [VOID], ["accept@3: nothing waited for a yes then"]),
        (["away:2-2.4", "draft@3"], ["what now"], [VOID, GRANTED], []),
        (["draft@125"], ["what now"], [c.Outcome.EXPIRED, GRANTED], []),
        (["type:hello@held", "refuse@9"], ["hello"], [DENIED], []),
        (["hang-up@3", "accept@4"], [], [VOID], ["accept@4: the session had ended"]),
    ],
)
def test_A1_a_hold_is_answered_as_the_acts_say(written, asked, outcomes, missed):
    assert talked(*written)[:3] == (asked, outcomes, missed)


@pytest.mark.parametrize(
    ("written", "ran", "outcomes"),
    [
        (["accept@held"], ['{"to":"bob"}'], [GRANTED]),
        (['edit:send {"to":"alice"}@held'], ['{"to":"alice"}'], [GRANTED]),
        (["edit:drop it@held", "accept@5"], ['{"to":"bob"}'], [GRANTED]),
        (["refuse@held"], [], [DENIED]),
    ],
)
def test_A3_an_action_runs_with_what_the_acts_agreed_to(written, ran, outcomes):
    answers = ScriptedBrain({"what now": (Use("send", {"to": "bob"}), Wrote("Over."))})
    tools = (ScriptedTool("send", ToolResult("sent", "r-1"), effects=True),)
    found = talked(*written, policy=SEND, brain=answers, tools=tools)
    assert (found[0][1:], found[1], found[2]) == (ran, outcomes, [])


def test_T1_the_floor_is_the_persons_while_the_talk_key_is_down():
    asked, _, missed, rig = talked("talk-key:0.1-2.8", policy=Policy())
    assert (asked, missed) == (["what now"], [])
    assert rig.times(c.AskBrain)[0][0] >= 2_800


LONG = ScriptedBrain({"what now": (Wrote(ANSWER), Pause(3), Wrote("And so on."))})


@pytest.mark.parametrize(("written", "cancelled"), [("silence@2.2", 0), ("stop@2.2", 1)])
def test_T4_silence_cuts_the_voice_and_a_stop_the_work(written, cancelled):
    *_, missed, rig = talked(written, policy=Policy(), brain=LONG)
    assert missed == []
    assert len(rig.times(c.Flush)) == 1
    assert len(rig.times(c.CancelRun)) == cancelled
