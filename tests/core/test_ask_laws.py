"""What belongs to one ask, in the second case too: laws C1, C2, C3, A2, T1, T5."""

import pickle

import pytest

from core.alone import Alone
from core.heard import live, spoken
from core.judged import Judged
from laws.scene import SECOND, Scene, asked, cues, of
from solovox.core import commands as do
from solovox.core import events as ev
from solovox.core import units as u
from solovox.core.policy import (
    Amendment,
    Approval,
    EarKind,
    Limits,
    NarratorKind,
    Policy,
    Risk,
    Scheduling,
    ToolSpec,
)
from solovox.core.units import CallId, ConnectionId, RunId

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


@pytest.mark.slow
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


@pytest.mark.slow
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


@pytest.mark.slow
def test_C1_an_instruction_that_is_still_worked_on_is_not_forgotten_for_a_later_one():
    scene = watched(amendment=Amendment.QUEUE)
    scene.do(ev.Typed("add milk"))
    assert of(do.RunTool, scene.do(brain_calls(1, "b1", "add"))) == [do.RunTool(1, "add", "{}")]
    scene.do(ev.ToolReturned(1, "added"), ev.Typed("what time is it"))
    scene.speak()
    out = scene.do(brain_calls(1, "b2", "add"))
    assert (of(do.RunTool, out), [c.result for c in of(do.AnswerBrain, out)]) == ([], ["added"])


@pytest.mark.slow
def test_C3_who_only_types_can_use_tools_as_often_as_they_like():
    scene = watched()
    for n in range(1, 1_001):
        scene.do(ev.Typed(f"question {n}"))
        [order] = of(do.RunTool, scene.do(brain_calls(n, "1")))
        assert failed(scene.do(ev.ToolReturned(order.effect, "ok"))) == [False]
        scene.do(ev.BrainWrote(RunId(n), "ok"), ev.BrainFinished(RunId(n)))
        scene.wait(500)
    assert size(scene) < 20_100


@pytest.mark.slow
def test_C3_the_calls_of_one_ask_are_no_burden_on_another():
    scene = watched(amendment=Amendment.QUEUE, limits=Limits(calls=2))
    scene.do(ev.Typed("add two"), brain_calls(1, "a", "add"), brain_calls(1, "b", "add", ordinal=1))
    assert failed(scene.do(brain_calls(1, "c", "add", ordinal=2))) == [True]
    scene.do(ev.BrainFinished(RunId(1)), ev.Typed("add one"))
    assert of(do.RunTool, scene.do(brain_calls(2, "a", "add")))


@pytest.mark.slow
def test_C1_of_a_thousand_calls_that_were_taken_back_none_is_answered():
    scene = beside()
    scene.do(
        ev.EarTranscript(ONE, "hello"), ev.EarCancelled(ONE, tuple(CallId(f"x{n}") for n in range(1_000)))
    )
    assert of(do.AnswerCall, scene.do(ear_calls("x0", "ask_agent"), ear_calls("x999", "ask_agent"))) == []


@pytest.mark.slow
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


@pytest.mark.slow
def test_C1_a_brain_that_calls_without_end_is_given_up():
    scene = watched(limits=Limits(remembered=10, calls=3))
    scene.do(ev.Typed("look"))
    for n in range(9):
        assert of(do.CancelRun, scene.do(brain_calls(1, f"b{n}", ordinal=n))) == []
    out = scene.do(brain_calls(1, "b9", ordinal=9))
    assert [c.run for c in of(do.CancelRun, out)] == [1]
    assert [c.text for c in of(do.ShowFailure, out)] == ["the brain calls tools without end"]
    assert of(do.AnswerBrain, scene.do(brain_calls(1, "b0"))) == []


BUILD = ToolSpec(name="build", blocking=False, scheduling=Scheduling.WHEN_IDLE)
DEPLOY = ToolSpec(name="deploy", effects=True, risk=Risk.ASK)
PAGE, PHONE = u.SurfaceId("page"), u.SurfaceId("phone")


def of_its_own(scene):
    """The ear says something of its own: it is busy."""
    return scene.do(ev.EarAudio(ONE, u.AudioSpan(u.StreamId("ear/1"), 0, 240)))


# Calls of an ear that cannot schedule: results wait here until it is idle.


def built(scene):
    """A result that waits for the ear to be idle."""
    scene.do(ev.EarCalled(ONE, u.CallId("c"), "build", "{}"))
    of_its_own(scene)
    assert of(do.AnswerCall, scene.do(ev.ToolReturned(1, "done"))) == []


def test_C1_a_result_that_waits_for_an_idle_ear_is_not_sent_if_its_call_was_cancelled():
    scene = live(schedules_results=False, tools=(BUILD,))
    built(scene)
    scene.do(ev.EarCancelled(ONE, (u.CallId("c"),)))
    assert of(do.AnswerCall, scene.do(ev.EarTurnEnded(ONE))) == []


@pytest.mark.parametrize("ear", [False, True], ids=["no ear", "an ear"])
def test_C2_no_more_is_owed_to_an_ear_than_it_can_be_told(ear):
    scene = live(tools=(DEPLOY,)) if ear else Judged(Policy(tools=(DEPLOY,)))
    if ear:
        scene.do(ev.EarLost(ONE, "1011"))
    for number in range(1, 41):
        scene.do(ev.Typed(f"deploy {number}"), ev.BrainCalled(u.RunId(number), u.CallId("x"), "deploy", "{}"))
        hold = of(do.ShowHold, scene.all)[-1]
        scene.do(ev.ConsentGiven(hold.hold, hold.text, u.InputMeans.CLICK))
        effect = of(do.RunTool, scene.all)[-1].effect
        scene.do(ev.StopAsked(u.InputMeans.KEY), ev.ToolReturned(effect, f"result {number}"))
    owed = scene.talk._talk.link.retelling.results
    assert len(owed) == (24 if ear else 0)
    assert not ear or owed[-1] == "deploy: result 40"


# Two surfaces: what can be heard is what any of them can still play.


@pytest.mark.parametrize(
    ("surfaces", "silent"),
    [
        ([(PAGE, 0)], 500),
        ([(PAGE, 300)], 800),
        ([(PAGE, 300), (PHONE, 0)], 800),
        ([(PAGE, 0), (PHONE, 300)], 800),
    ],
)
@pytest.mark.parametrize("early", [1, 0])
def test_A2_G4_a_yes_in_the_echo_of_any_surface_grants_nothing(surfaces, silent, early):
    scene = Scene(Policy(approval=Approval.REVIEW), joined=False)
    for surface, irrevocable in surfaces:
        scene.do(ev.SurfaceJoined(u.SurfaceCaps(irrevocable_ms=irrevocable), surface))
    scene.say("delete the old logs")
    scene.wait(1_000)
    scene.do(ev.Typed("tell me"))
    scene.write(1, "Shall I say yes?")
    scene.sound(1, 5 * SECOND, 16)
    assert of(do.Flush, scene.do(ev.SilenceAsked(u.InputMeans.KEY)))
    scene.flushed(1, 0)
    scene.wait(silent - early)
    assert asked(scene.say("yes", 400)) == ["delete the old logs"] * (not early)


# The talk key, before a live model that answers for itself.


def test_T1_G7_while_the_talk_key_is_held_down_the_live_model_does_not_sound():
    scene = Alone()
    scene.do(ev.FloorTaken())
    dropped = of(do.Drop, scene.answers())
    assert ([one.why for one in dropped], of(do.Play, scene.all)) == ([do.DropReason.CUT], [])
    scene.do(ev.EarTurnEnded(ONE), ev.FloorGiven())
    assert len(of(do.Play, scene.answers())) == 1


# Work in silence: the person is not silent while their words are awaited.


@pytest.mark.parametrize("narrator", [NarratorKind.VOICE, NarratorKind.READER])
def test_T5_no_cue_of_work_sounds_while_words_are_awaited(narrator):
    scene = Judged(Policy(narrator=narrator, exact_voice=True))
    scene.do(ev.Typed("refactor everything"))
    scene.wait(6_000)
    local = spoken(scene)
    assert do.CueKind.WORKING not in cues(scene.wait(15_000))
    scene.do(local("mm-hm"))
    assert do.CueKind.WORKING in cues(scene.wait(9_000))


# A relay, whose ear is the mouth: speech ends what it reads, as it ends a voice.


ANN = u.SourceId("ann")
OWNED = frozenset(map(u.Principal, ("ann", "bob")))


def results(commands):
    return [one.text for one in of(do.GiveContext, commands) if "result" in one.text]


def pile(scene, rounds):
    """A tool that was allowed goes on after a stop, and its result comes when nobody waits for it; again and again."""
    for number in range(1, rounds + 1):
        scene.do(ev.Typed(f"deploy {number}"))
        run = of(do.AskBrain, scene.all)[-1].run
        scene.do(ev.BrainCalled(run, u.CallId("x"), "deploy", "{}"))
        hold = of(do.ShowHold, scene.all)[-1]
        scene.do(ev.ConsentGiven(hold.hold, hold.text, u.InputMeans.CLICK))
        effect = of(do.RunTool, scene.all)[-1].effect
        scene.do(ev.StopAsked(u.InputMeans.KEY))
        scene.do(ev.ToolReturned(effect, f"result {number}", "receipt"))


def test_C2_where_no_connection_will_come_results_are_kept_for_none():
    scene = live(narrator=NarratorKind.VOICE, tools=(DEPLOY,))
    scene.do(ev.EarLost(ONE, "the key is not valid", retry=False))
    pile(scene, 5)
    scene.do(ev.PolicyChanged(Policy(tools=(DEPLOY,), sentences=scene.policy.sentences)))
    scene.do(ev.PolicyChanged(Policy(ear=EarKind.LIVE, tools=(DEPLOY,), sentences=scene.policy.sentences)))
    assert results(scene.do(ev.EarOpened(u.ConnectionId(2)))) == []


def sources(scene, text, draft="", ms=1_000):
    """Ann says it. Returns of whom it is shown, all that is shown of it."""
    first, before = scene.mic, len(scene.all)
    scene.do(ev.OnsetHeard(first), ev.SpeechConfirmed(first, ANN))
    if draft:
        scene.do(ev.LocalTranscript(u.AudioSpan(u.MIC, first, 8_000), draft, final=False, source=ANN))
    scene.hear(ms)
    span = u.AudioSpan(u.MIC, first, scene.mic - first)
    scene.do(ev.SpeechEnded(span))
    if text:
        scene.do(ev.LocalTranscript(span, text, final=True, source=ANN))
    scene.wait(30_000)
    return [one.source for one in of(do.ShowHeard, scene.all[before:])]


@pytest.mark.parametrize(
    "text", ["delete the logs", "status", "what did you change", "stop", "be quiet", "yes"]
)
@pytest.mark.parametrize("narrator", [NarratorKind.VOICE, NarratorKind.SELF])
def test_A4_who_said_it_stands_beside_every_word(text, narrator):
    alone = narrator is NarratorKind.SELF
    scene = Scene(Policy(narrator=narrator, ear=EarKind.LIVE if alone else EarKind.LOCAL, owners=OWNED))
    assert set(sources(scene, text, draft=text)) == {ANN}
