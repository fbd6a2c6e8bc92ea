"""What belongs to one ask, and how long it is remembered: laws C1, C2 and C3 over a long session."""

import pickle

import pytest

from core.judged import Judged
from laws.scene import of
from solovox.core import commands as do
from solovox.core import events as ev
from solovox.core.policy import Amendment, EarKind, Limits, NarratorKind, Policy, ToolSpec
from solovox.core.units import AudioSpan, CallId, ConnectionId, RunId, StreamId

pytestmark = pytest.mark.slow

TOOLS = (
    ToolSpec(name="ask_agent", routing=True),
    ToolSpec(name="look", blocking=False),
    ToolSpec(name="add", effects=True, blocking=False),
)
ONE, TWO = ConnectionId(1), ConnectionId(2)


def watched(**choices):
    scene = Judged(Policy(tools=TOOLS, **choices))
    if scene.policy.ear is EarKind.LIVE:
        scene.do(ev.EarOpened(ONE))
    return scene


def alone(**choices):
    return watched(ear=EarKind.LIVE, narrator=NarratorKind.SELF, **choices)


def beside(**choices):
    return watched(ear=EarKind.LIVE, **choices)


def ear_calls(call, tool="add", connection=ONE):
    return ev.EarCalled(connection, CallId(call), tool, "{}")


def brain_calls(run, call, tool="look", ordinal=0):
    return ev.BrainCalled(RunId(run), CallId(call), tool, "{}", ordinal)


def failed(out):
    return [c.failed for c in of(do.AnswerBrain, out)]


def size(scene):
    """How much the conversation remembers, in bytes."""
    return len(pickle.dumps(scene.talk))


def test_C1_what_is_typed_ten_minutes_later_is_done_again():
    scene = alone()
    scene.do(ev.Typed("add milk"))
    assert of(do.RunTool, scene.do(ear_calls("a"))) == [do.RunTool(1, "add", "{}")]
    scene.do(ev.ToolReturned(1, "added", "r1"), ev.EarTurnEnded(ONE))
    scene.wait(600_000)
    scene.do(ev.Typed("add another milk"))
    out = scene.do(ear_calls("b"))
    assert (of(do.RunTool, out), of(do.AnswerCall, out)) == ([do.RunTool(2, "add", "{}")], [])
    assert of(do.RunTool, scene.do(ear_calls("c"))) == []


def test_C1_typing_after_speaking_is_an_ask_of_its_own_and_speaking_after_it_another():
    scene = alone()
    scene.speak()
    for n, ask in enumerate((None, lambda: scene.do(ev.Typed("and again")), scene.speak)):
        if ask:
            scene.wait(30_000)
            ask()
        assert of(do.RunTool, scene.do(ear_calls(f"a{n}"))) == [do.RunTool(n + 1, "add", "{}")]
        assert of(do.RunTool, scene.do(ear_calls(f"b{n}"))) == []
        scene.do(ev.ToolReturned(n + 1, "added"))


def test_C1_an_instruction_that_is_still_worked_on_is_not_forgotten_for_a_later_one():
    scene = watched(amendment=Amendment.QUEUE)
    scene.do(ev.Typed("add milk"))
    assert of(do.RunTool, scene.do(brain_calls(1, "b1", "add"))) == [do.RunTool(1, "add", "{}")]
    scene.do(ev.ToolReturned(1, "added"), ev.Typed("what time is it"))
    scene.speak()
    out = scene.do(brain_calls(1, "b2", "add"))
    assert (of(do.RunTool, out), [c.result for c in of(do.AnswerBrain, out)]) == ([], ["added"])


def test_C3_who_only_types_can_use_tools_as_often_as_they_like():
    scene = watched()
    for n in range(1, 1_001):
        scene.do(ev.Typed(f"question {n}"))
        [order] = of(do.RunTool, scene.do(brain_calls(n, "1")))
        assert failed(scene.do(ev.ToolReturned(order.effect, "ok"))) == [False]
        scene.do(ev.BrainWrote(RunId(n), "ok"), ev.BrainFinished(RunId(n)))
        scene.wait(500)
    assert size(scene) < 20_100


def test_C3_the_calls_of_one_ask_are_no_burden_on_another():
    scene = watched(amendment=Amendment.QUEUE, limits=Limits(calls=2))
    scene.do(ev.Typed("add two"), brain_calls(1, "a", "add"), brain_calls(1, "b", "add", ordinal=1))
    assert failed(scene.do(brain_calls(1, "c", "add", ordinal=2))) == [True]
    scene.do(ev.BrainFinished(RunId(1)), ev.Typed("add one"))
    assert of(do.RunTool, scene.do(brain_calls(2, "a", "add")))


def test_C1_a_connection_that_has_called_too_often_to_be_remembered_is_left():
    scene = beside(limits=Limits(remembered=10))
    scene.do(ev.EarTranscript(ONE, "hello"))
    for n in range(9):
        assert of(do.CloseEar, scene.do(ear_calls(f"c{n}", "ask_agent"))) == []
    out = scene.do(ear_calls("c9", "ask_agent"))
    of_the_ear = [type(c) for c in out if isinstance(c, do.AnswerCall | do.CloseEar | do.OpenEar)]
    assert of_the_ear == [do.AnswerCall, do.CloseEar, do.OpenEar]
    assert scene.do(ear_calls("c0", "ask_agent")) == []
    scene.do(ev.EarOpened(TWO))
    assert of(do.AnswerCall, scene.do(ear_calls("c0", "ask_agent", TWO)))


def test_C1_a_brain_that_calls_without_end_is_given_up():
    scene = watched(limits=Limits(remembered=10, calls=3))
    scene.do(ev.Typed("look"))
    for n in range(9):
        assert of(do.CancelRun, scene.do(brain_calls(1, f"b{n}", ordinal=n))) == []
    out = scene.do(brain_calls(1, "b9", ordinal=9))
    assert [c.run for c in of(do.CancelRun, out)] == [1]
    assert [c.text for c in of(do.ShowFailure, out)] == ["the brain calls tools without end"]
    assert of(do.AnswerBrain, scene.do(brain_calls(1, "b0"))) == []


@pytest.mark.parametrize("lost", [True, False], ids=["lost", "recycled"])
def test_C2_a_result_that_waits_for_an_idle_ear_outlives_the_connection(lost):
    scene = alone(schedules_results=False, limits=Limits(remembered=3))
    scene.speak()
    scene.do(ear_calls("a", "look"), ev.EarAudio(ONE, AudioSpan(StreamId("ear/1"), 0, 2_400)))
    assert of(do.AnswerCall, scene.do(ev.ToolReturned(1, "42"))) == []
    gone = ev.EarLost(ONE, "network") if lost else ev.EarCancelled(ONE, (CallId("x"), CallId("y")))
    assert of(do.AnswerCall, scene.do(gone)) == []
    scene.wait(300)
    out = scene.do(ev.EarOpened(TWO, resumed=True))
    assert [c.text for c in of(do.GiveContext, out)] == ["look: 42"]
