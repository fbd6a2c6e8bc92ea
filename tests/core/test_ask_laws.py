"""What belongs to one ask, and how long it is remembered: laws C1, C2 and C3 over a long session."""

import pickle

import pytest

from core.judged import Judged
from laws.scene import of
from solovox.core.commands import (
    AnswerBrain,
    AnswerCall,
    CancelRun,
    CloseEar,
    GiveContext,
    OpenEar,
    RunTool,
    ShowFailure,
)
from solovox.core.events import (
    BrainCalled,
    BrainFinished,
    BrainWrote,
    EarAudio,
    EarCalled,
    EarCancelled,
    EarLost,
    EarOpened,
    EarTranscript,
    EarTurnEnded,
    ToolReturned,
    Typed,
)
from solovox.core.policy import Amendment, EarKind, Limits, NarratorKind, Policy, ToolSpec
from solovox.core.units import AudioSpan, CallId, ConnectionId, RunId, StreamId

TOOLS = (
    ToolSpec(name="ask_agent", routing=True),
    ToolSpec(name="look", blocking=False),
    ToolSpec(name="add", effects=True, blocking=False),
)
ONE, TWO = ConnectionId(1), ConnectionId(2)


def watched(**choices):
    scene = Judged(Policy(tools=TOOLS, **choices))
    if scene.policy.ear is EarKind.LIVE:
        scene.do(EarOpened(ONE))
    return scene


def alone(**choices):
    return watched(ear=EarKind.LIVE, narrator=NarratorKind.SELF, **choices)


def beside(**choices):
    return watched(ear=EarKind.LIVE, **choices)


def ear_calls(call, tool="add", connection=ONE):
    return EarCalled(connection, CallId(call), tool, "{}")


def brain_calls(run, call, tool="look", ordinal=0):
    return BrainCalled(RunId(run), CallId(call), tool, "{}", ordinal)


def failed(out):
    return [c.failed for c in of(AnswerBrain, out)]


def size(scene):
    """How much the conversation remembers, in bytes."""
    return len(pickle.dumps(scene.talk))


def test_C1_what_is_typed_ten_minutes_later_is_done_again():
    scene = alone()
    scene.do(Typed("add milk"))
    assert of(RunTool, scene.do(ear_calls("a"))) == [RunTool(1, "add", "{}")]
    scene.do(ToolReturned(1, "added", "r1"), EarTurnEnded(ONE))
    scene.wait(600_000)
    scene.do(Typed("add another milk"))
    out = scene.do(ear_calls("b"))
    assert (of(RunTool, out), of(AnswerCall, out)) == ([RunTool(2, "add", "{}")], [])
    assert of(RunTool, scene.do(ear_calls("c"))) == []


def test_C1_typing_after_speaking_is_an_ask_of_its_own_and_speaking_after_it_another():
    scene = alone()
    scene.speak()
    for n, ask in enumerate((None, lambda: scene.do(Typed("and again")), scene.speak)):
        if ask:
            scene.wait(30_000)
            ask()
        assert of(RunTool, scene.do(ear_calls(f"a{n}"))) == [RunTool(n + 1, "add", "{}")]
        assert of(RunTool, scene.do(ear_calls(f"b{n}"))) == []
        scene.do(ToolReturned(n + 1, "added"))


def test_C1_an_instruction_that_is_still_worked_on_is_not_forgotten_for_a_later_one():
    scene = watched(amendment=Amendment.QUEUE)
    scene.do(Typed("add milk"))
    assert of(RunTool, scene.do(brain_calls(1, "b1", "add"))) == [RunTool(1, "add", "{}")]
    scene.do(ToolReturned(1, "added"), Typed("what time is it"))
    scene.speak()
    out = scene.do(brain_calls(1, "b2", "add"))
    assert (of(RunTool, out), [c.result for c in of(AnswerBrain, out)]) == ([], ["added"])


def test_C3_who_only_types_can_use_tools_as_often_as_they_like():
    scene = watched()
    for n in range(1, 1_001):
        scene.do(Typed(f"question {n}"))
        [order] = of(RunTool, scene.do(brain_calls(n, "1")))
        assert failed(scene.do(ToolReturned(order.effect, "ok"))) == [False]
        scene.do(BrainWrote(RunId(n), "ok"), BrainFinished(RunId(n)))
        scene.wait(500)
    assert size(scene) < 20_100


def test_C3_so_can_they_with_a_live_model_alone():
    scene = alone()
    for n in range(1_000):
        scene.do(Typed(f"question {n}"))
        [order] = of(RunTool, scene.do(ear_calls(f"c{n}", "look")))
        out = scene.do(ToolReturned(order.effect, "ok"))
        assert [c.failed for c in of(AnswerCall, out)] == [False]
        scene.do(EarAudio(ONE, AudioSpan(StreamId("ear/1"), n * 240, 240)), EarTurnEnded(ONE))
        scene.wait(500)
    assert size(scene) < 100_000


def test_C3_the_calls_of_one_ask_are_no_burden_on_another():
    scene = watched(amendment=Amendment.QUEUE, limits=Limits(calls=2))
    scene.do(Typed("add two"), brain_calls(1, "a", "add"), brain_calls(1, "b", "add", ordinal=1))
    assert failed(scene.do(brain_calls(1, "c", "add", ordinal=2))) == [True]
    scene.do(BrainFinished(RunId(1)), Typed("add one"))
    assert of(RunTool, scene.do(brain_calls(2, "a", "add")))


def test_C1_a_call_that_comes_again_after_hundreds_of_others_is_answered_once():
    scene = beside()
    scene.do(EarTranscript(ONE, "hello"))
    for n in range(1_000):
        assert len(of(AnswerCall, scene.do(ear_calls(f"c{n}", "ask_agent")))) == 1
    assert of(AnswerCall, scene.do(ear_calls("c0", "ask_agent"))) == []


def test_C1_of_a_thousand_calls_that_were_taken_back_none_is_answered():
    scene = beside()
    scene.do(EarTranscript(ONE, "hello"), EarCancelled(ONE, tuple(CallId(f"x{n}") for n in range(1_000))))
    assert of(AnswerCall, scene.do(ear_calls("x0", "ask_agent"), ear_calls("x999", "ask_agent"))) == []


def test_C1_the_calls_of_a_brain_do_not_push_those_of_an_ear_out():
    scene = beside(limits=Limits(calls=16))
    scene.do(EarTranscript(ONE, "hello"), ear_calls("c0", "ask_agent"), Typed("look"))
    for n in range(1_000):
        scene.do(brain_calls(1, f"b{n}", ordinal=n))
    assert of(AnswerCall, scene.do(ear_calls("c0", "ask_agent"))) == []


def test_C1_a_connection_that_has_called_too_often_to_be_remembered_is_left():
    scene = beside(limits=Limits(remembered=10))
    scene.do(EarTranscript(ONE, "hello"))
    for n in range(9):
        assert of(CloseEar, scene.do(ear_calls(f"c{n}", "ask_agent"))) == []
    out = scene.do(ear_calls("c9", "ask_agent"))
    of_the_ear = [type(c) for c in out if isinstance(c, AnswerCall | CloseEar | OpenEar)]
    assert of_the_ear == [AnswerCall, CloseEar, OpenEar]
    assert scene.do(ear_calls("c0", "ask_agent")) == []
    scene.do(EarOpened(TWO))
    assert of(AnswerCall, scene.do(ear_calls("c0", "ask_agent", TWO)))


def test_C1_a_brain_that_calls_without_end_is_given_up():
    scene = watched(limits=Limits(remembered=10, calls=3))
    scene.do(Typed("look"))
    for n in range(9):
        assert of(CancelRun, scene.do(brain_calls(1, f"b{n}", ordinal=n))) == []
    out = scene.do(brain_calls(1, "b9", ordinal=9))
    assert [c.run for c in of(CancelRun, out)] == [1]
    assert [c.text for c in of(ShowFailure, out)] == ["the brain calls tools without end"]
    assert of(AnswerBrain, scene.do(brain_calls(1, "b0"))) == []


@pytest.mark.parametrize("lost", [True, False], ids=["lost", "recycled"])
def test_C2_a_result_that_waits_for_an_idle_ear_outlives_the_connection(lost):
    scene = alone(schedules_results=False, limits=Limits(remembered=3))
    scene.speak()
    scene.do(ear_calls("a", "look"), EarAudio(ONE, AudioSpan(StreamId("ear/1"), 0, 2_400)))
    assert of(AnswerCall, scene.do(ToolReturned(1, "42"))) == []
    gone = EarLost(ONE, "network") if lost else EarCancelled(ONE, (CallId("x"), CallId("y")))
    assert of(AnswerCall, scene.do(gone)) == []
    scene.wait(300)
    out = scene.do(EarOpened(TWO, resumed=True))
    assert [c.text for c in of(GiveContext, out)] == ["look: 42"]
