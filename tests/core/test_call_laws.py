"""Calls, effects and what waits for a yes: laws C1 to C5, A1 and A3."""

import pytest

from laws.scene import Scene, asked, held, of
from solovox.core import commands as do
from solovox.core import events as ev
from solovox.core.policy import Approval, EarKind, NarratorKind, Policy, Risk, Scheduling, ToolSpec
from solovox.core.units import CallId, ConnectionId, HoldId, InputMeans, RunId

TOOLS = (
    ToolSpec(name="ask_agent", routing=True),
    ToolSpec(name="look"),
    ToolSpec(name="send", effects=True, timeout_ms=5_000),
    ToolSpec(name="build", effects=True, blocking=False, scheduling=Scheduling.WHEN_IDLE),
    ToolSpec(name="risky", effects=True, risk=Risk.ASK),
    ToolSpec(name="patient", effects=True, risk=Risk.ASK, blocking=False),
    ToolSpec(name="peek", risk=Risk.ASK),
)
ONE = ConnectionId(1)


def live(**choices):
    scene = Scene(Policy(ear=EarKind.LIVE, narrator=NarratorKind.SELF, tools=TOOLS, **choices))
    scene.do(ev.EarOpened(ONE))
    scene.speak()
    return scene


def local(**choices):
    scene = Scene(Policy(tools=TOOLS, **choices))
    scene.say("do it")
    return scene


def ear_calls(tool, call="c1", ordinal=0, arguments="{}"):
    return ev.EarCalled(ONE, CallId(call), tool, arguments, "", ordinal)


def brain_calls(tool, call="b1", ordinal=0, arguments="{}"):
    return ev.BrainCalled(RunId(1), CallId(call), tool, arguments, ordinal)


def test_C1_the_same_call_in_two_places_is_one_call():
    scene = live()
    assert of(do.RunTool, scene.do(ear_calls("send"))) == [do.RunTool(1, "send", "{}")]
    assert scene.do(ear_calls("send")) == []
    assert len(of(do.AnswerCall, scene.do(ev.ToolReturned(1, "ok")))) == 1


def test_C1_an_equal_call_under_another_id_is_the_same_effect_and_gets_its_result():
    scene = live()
    scene.do(ear_calls("send", "c1"))
    assert of(do.RunTool, scene.do(ear_calls("send", "c2"))) == []
    assert [c.call for c in of(do.AnswerCall, scene.do(ev.ToolReturned(1, "ok")))] == ["c1", "c2"]
    assert [c.result for c in of(do.AnswerCall, scene.do(ear_calls("send", "c3")))] == ["ok"]


def test_C1_the_next_utterance_may_do_it_again():
    scene = live()
    scene.do(ear_calls("send", "c1"), ev.ToolReturned(1, "ok"), ev.EarTranscript(ONE, " send it to Bob"))
    scene.wait(10_000)
    scene.speak()
    assert of(do.RunTool, scene.do(ear_calls("send", "c2")))


def test_C1_a_cancelled_call_is_closed_and_nothing_is_sent():
    scene = live()
    scene.do(ear_calls("look", "c1"))
    assert of(do.CancelTool, scene.do(ev.EarCancelled(ONE, (CallId("c1"),)))) == [do.CancelTool(1)]
    assert scene.do(ev.ToolReturned(1, "ok")) == []


def test_C1_a_cancelled_call_that_may_have_had_its_effect_is_let_finish_in_silence():
    scene = live()
    scene.do(ear_calls("send", "c1"))
    assert scene.do(ev.EarCancelled(ONE, (CallId("c1"),))) == []
    assert of(do.AnswerCall, scene.do(ev.ToolReturned(1, "ok"))) == []


def test_C2_a_routing_call_is_answered_at_once():
    scene = Scene(Policy(ear=EarKind.LIVE, narrator=NarratorKind.READER, tools=TOOLS))
    scene.do(ev.EarOpened(ONE))
    scene.say("build it")
    scene.do(ev.EarTranscript(ONE, " build it"))
    statuses = [
        [c.result for c in of(do.AnswerCall, scene.do(ear_calls("ask_agent", f"c{n}")))] for n in range(2)
    ]
    assert statuses == [["accepted"], ["already_routed"]]


def test_C2_under_review_it_is_told_that_the_person_is_asked():
    scene = Scene(
        Policy(ear=EarKind.LIVE, narrator=NarratorKind.READER, tools=TOOLS, approval=Approval.REVIEW)
    )
    scene.do(ev.EarOpened(ONE))
    scene.speak()
    out = scene.do(ev.EarTranscript(ONE, " build it"), ear_calls("ask_agent"))
    assert [c.result for c in of(do.AnswerCall, out)] == ["held"]


def test_C2_a_second_call_before_the_first_took_effect_is_superseded():
    scene = Scene(Policy(ear=EarKind.LIVE, narrator=NarratorKind.READER, tools=TOOLS))
    scene.do(ev.EarOpened(ONE))
    scene.speak()
    out = scene.do(ear_calls("ask_agent", "c1"), ear_calls("ask_agent", "c2"))
    assert [c.result for c in of(do.AnswerCall, out)] == ["accepted", "superseded"]


def test_C2_a_blocking_call_never_waits_for_the_person():
    scene = live()
    out = scene.do(ear_calls("risky"))
    assert of(do.ShowHold, out)
    assert [c.result for c in of(do.AnswerCall, out)] == ["held"]
    scene.do(ev.ConsentGiven(HoldId(1), "risky {}", InputMeans.CLICK))
    out = scene.do(ev.ToolReturned(1, "done"))
    assert [c.text for c in of(do.GiveContext, out)] == ["risky: done"]


def test_C2_a_non_blocking_call_waits_and_is_answered_with_the_result():
    scene = live()
    assert of(do.AnswerCall, scene.do(ear_calls("patient"))) == []
    assert of(do.RunTool, scene.do(ev.ConsentGiven(HoldId(1), "patient {}", InputMeans.CLICK)))
    assert [c.result for c in of(do.AnswerCall, scene.do(ev.ToolReturned(1, "done")))] == ["done"]


def test_C2_a_result_that_met_a_dead_connection_returns_as_context():
    scene = live()
    scene.do(ear_calls("send"), ev.EarLost(ONE, "1011"))
    assert of(do.AnswerCall, scene.do(ev.ToolReturned(1, "done"))) == []
    scene.wait(250)
    out = scene.do(ev.EarOpened(ConnectionId(2)))
    assert of(do.GiveContext, out) == [do.GiveContext(ConnectionId(2), "send: done")]


@pytest.mark.parametrize("tool", ["missing", "ask_agent"])
def test_C3_a_tool_that_does_not_exist_is_a_result(tool):
    scene = local()
    [answer] = scene.do(brain_calls(tool))
    assert (type(answer), answer.failed) == (do.AnswerBrain, True)


def test_C3_a_tool_that_hangs_has_failed():
    scene = local()
    scene.do(brain_calls("send"))
    out = scene.wait(5_000)
    assert of(do.CancelTool, out) == [do.CancelTool(1)]
    assert [(c.result, c.failed) for c in of(do.AnswerBrain, out)] == [("send took too long", True)]


def test_C4_done_is_cued_only_on_a_receipt():
    scene = local()
    scene.do(brain_calls("send", "b1"), brain_calls("send", "b2", 1), brain_calls("send", "b3", 2))
    assert of(do.ShowResult, scene.do(ev.ToolReturned(1, "done, I think"))) == [
        do.ShowResult(1, "send", "done, I think")
    ]
    out = scene.do(ev.ToolReturned(2, "failed", "id-7", failed=True))
    assert of(do.ShowResult, out) == [do.ShowResult(2, "send", "failed", failed=True)]
    assert do.Cue(do.CueKind.DONE) not in scene.all
    out = scene.do(ev.ToolReturned(3, "sent", "id-8"))
    assert of(do.ShowResult, out) == [do.ShowResult(3, "send", "sent", receipt="id-8")]
    assert of(do.Cue, scene.all)[-1] == do.Cue(do.CueKind.DONE)


def test_C6_a_tool_is_shown_from_its_call_to_its_one_result():
    scene = local()
    out = scene.do(brain_calls("send", arguments='{"to":"Bob"}'))
    assert of(do.ShowCall, out) == [do.ShowCall(1, "send", '{"to":"Bob"}')]
    assert of(do.ShowResult, scene.do(ev.ToolReturned(1, "sent"), ev.ToolReturned(1, "sent"))) == [
        do.ShowResult(1, "send", "sent")
    ]


def test_C6_a_tool_that_is_taken_back_or_given_up_is_shown_as_ended():
    scene = live()
    scene.do(ear_calls("look", "c1"))
    [taken] = of(do.ShowResult, scene.do(ev.EarCancelled(ONE, (CallId("c1"),))))
    assert (taken.effect, taken.failed) == (1, True)
    scene.do(ear_calls("send", "c2"))
    [late] = of(do.ShowResult, scene.wait(5_000))
    assert (late.effect, late.failed) == (2, True)
    assert of(do.ShowResult, scene.do(ev.ToolReturned(1, "ok"), ev.ToolReturned(2, "ok"))) == []


@pytest.mark.parametrize("said", ["delete the branch", "delete the ranch"], ids=["as it is", "edited"])
@pytest.mark.parametrize("approval", [Approval.REVIEW, Approval.CORRECT])
def test_A1_A3_nothing_is_asked_without_a_yes_and_a_yes_to_an_edit_is_to_the_edit(approval, said):
    scene = Scene(Policy(approval=approval))
    out = scene.say(said)
    assert (asked(out), held(out)) == ([], [said])
    out = scene.do(ev.ConsentGiven(HoldId(1), "delete the branch", InputMeans.CLICK))
    assert asked(out) == ["delete the branch"]


@pytest.mark.parametrize(
    ("end", "outcome"),
    [
        (ev.ConsentDenied(HoldId(1), InputMeans.KEY), do.Outcome.DENIED),
        (ev.StopAsked(InputMeans.KEY), do.Outcome.DENIED),
    ],
)
def test_A1_denial_and_stop_mean_not_sent_and_a_late_yes_is_a_yes_to_nothing(end, outcome):
    scene = Scene(Policy(approval=Approval.REVIEW))
    scene.say("delete the branch")
    assert of(do.CloseHold, scene.do(end)) == [do.CloseHold(HoldId(1), outcome)]
    assert asked(scene.do(ev.ConsentGiven(HoldId(1), "delete the branch", InputMeans.CLICK))) == []


def test_A1_a_second_request_is_queued_and_shown():
    scene = Scene(Policy(approval=Approval.REVIEW))
    scene.say("delete the branch")
    scene.wait(5_000)
    assert [c.hold for c in of(do.ShowHold, scene.say("list the files"))] == [2]
    assert asked(scene.do(ev.ConsentGiven(HoldId(1), "delete the branch", InputMeans.CLICK))) == [
        "delete the branch"
    ]
    assert asked(scene.do(ev.ConsentGiven(HoldId(2), "list the files", InputMeans.CLICK))) == [
        "list the files"
    ]


def beside(narrator=NarratorKind.VOICE):
    """A live ear beside a brain that works."""
    scene = Scene(Policy(ear=EarKind.LIVE, narrator=narrator, tools=TOOLS))
    scene.do(ev.EarOpened(ONE))
    scene.say("send it to Ann")
    return scene


BRAINLIKE = [one for one in NarratorKind if one is not NarratorKind.SELF]


@pytest.mark.parametrize("narrator", BRAINLIKE)
@pytest.mark.parametrize("tool", ["send", "build", "risky", "patient", "peek"])
def test_C5_an_ear_beside_a_brain_can_do_nothing_and_is_told_so(tool, narrator):
    scene = beside(narrator)
    (answer,) = scene.do(ear_calls(tool))
    assert (answer.call, answer.failed) == ("c1", True)
    assert answer.result == f"only the agent may use {tool}: hand it over"
    assert of(do.RunTool, scene.wait(200_000)) == of(do.ShowHold, scene.all) == []


@pytest.mark.parametrize(
    ("tool", "held"), [("send", False), ("build", False), ("risky", True), ("patient", True)]
)
def test_C5_where_the_model_answers_for_itself_it_acts_and_what_needs_a_yes_waits(tool, held):
    scene = live()
    out = scene.do(ear_calls(tool))
    assert bool(of(do.ShowHold, out)) is held
    assert bool(of(do.RunTool, out)) is not held
