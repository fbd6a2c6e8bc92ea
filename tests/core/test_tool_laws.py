"""Tools and looks, also beside what waits for a yes: laws C2, C3, C6, A1, T3."""

import pytest

from laws.scene import Scene, asked, held, of
from solovox.core import commands as do
from solovox.core import events as ev
from solovox.core.policy import Approval, EarKind, NarratorKind, Policy, Risk, ToolSpec
from solovox.core.units import MIC, AudioSpan, CallId, ConnectionId, RunId

TOOLS = (
    ToolSpec(name="ask_agent", routing=True),
    ToolSpec(name="build", timeout_ms=5_000),
    ToolSpec(name="wipe", effects=True, risk=Risk.NEVER),
    ToolSpec(name="clock", read_aloud=True),
    ToolSpec(name="date", read_aloud=True),
)
ONE = ConnectionId(1)


def calls(tool, call="b1"):
    return ev.BrainCalled(RunId(1), CallId(call), tool, "{}")


def local():
    scene = Scene(Policy(tools=TOOLS))
    scene.say("build it")
    return scene


def test_C6_how_far_a_tool_is_and_what_it_asks_of_the_screen_is_shown_while_it_runs():
    scene = local()
    scene.do(calls("build"))
    assert scene.do(ev.ToolProgressed(1, "half")) == [do.ShowProgress(1, "build", "half")]
    assert scene.do(ev.ToolActed(1, "open", "report.html")) == [do.ShowAct("open", "report.html")]
    scene.do(ev.ToolReturned(1, "built"))
    assert scene.do(ev.ToolProgressed(1, "half"), ev.ToolActed(1, "open", "report.html")) == []


@pytest.mark.parametrize(("failed", "told"), [(False, "the tool gave no output"), (True, "the tool failed")])
def test_C1_what_a_tool_gives_is_never_empty_to_who_called_it(failed, told):
    scene = local()
    scene.do(calls("build"))
    [answer] = of(do.AnswerBrain, scene.do(ev.ToolReturned(1, "", failed=failed)))
    assert (answer.result, answer.failed) == (told, failed)


def test_C3_progress_is_a_sign_of_life_and_silence_is_a_failure():
    scene = local()
    scene.do(calls("build"))
    for _ in range(4):
        assert of(do.ShowResult, scene.wait(4_000)) == []
        scene.do(ev.ToolProgressed(1, "on it"))
    [late] = of(do.ShowResult, scene.wait(5_000))
    assert late.failed


def test_A1_what_is_never_allowed_is_refused_with_a_result_and_the_person_is_not_asked():
    scene = local()
    out = scene.do(calls("wipe"))
    assert [one.failed for one in of(do.AnswerBrain, out)] == [True]
    assert of(do.ShowHold, out) == of(do.RunTool, out) == []


def test_a_tool_set_adds_no_second_tool_of_a_name_and_none_that_takes_the_persons_words():
    scene = Scene(Policy(tools=TOOLS))
    more = [ToolSpec(name="build", effects=True), ToolSpec(name="dig"), ToolSpec(name="take", routing=True)]
    scene.do(ev.ToolSetOpened("shed", tuple(more)))
    assert [spec.name for spec in scene.talk.policy.tools] == [*(spec.name for spec in TOOLS), "dig"]


def hears(text="what time is it", ear="what time is it", *, called=("clock",), wrong="", **choices):
    """The person says something, the ear transcribes it and calls, and our recogniser is the witness."""
    scene = Scene(Policy(ear=EarKind.LIVE, narrator=NarratorKind.READER, tools=TOOLS, **choices))
    scene.do(ev.EarOpened(ONE))
    first = scene.mic
    scene.speak()
    scene.do(ev.EarTranscript(ONE, f" {ear}"))
    for n, tool in enumerate(called):
        scene.do(ev.EarCalled(ONE, CallId(f"c{n}"), tool, '{"place":"Oslo"}', wrong=wrong))
    scene.do(ev.LocalTranscript(AudioSpan(MIC, first, scene.mic - first), text, final=True))
    scene.wait(6_000)
    return scene


def asks(scene):
    return [(one.instruction, one.by, one.look) for one in of(do.AskBrain, scene.all)]


LOOK = do.Look("clock", '{"place":"Oslo"}')


def test_T3_a_call_to_a_tool_that_is_read_aloud_routes_the_words_to_it():
    scene = hears()
    assert asks(scene) == [("what time is it", do.RoutedBy.EAR, LOOK)]
    assert [(one.call, one.result) for one in of(do.AnswerCall, scene.all)] == [("c0", "accepted")]
    assert of(do.RunTool, scene.all) == []  # the link of the brain calls it, in the brain's place


@pytest.mark.parametrize(
    "heard",
    [
        {"text": "delete the old logs and then tell me what time it is"},
        {"called": ("clock", "date")},
        {"called": ("clock", "ask_agent")},
        {"called": ("ask_agent",)},
    ],
)
def test_T3_other_words_than_the_ear_heard_and_a_second_call_are_for_the_brain(heard):
    [(instruction, _, look)] = asks(hears(**heard))
    assert look is None
    assert instruction == heard.get("text", "what time is it")


def test_C3_a_look_with_wrong_arguments_is_a_failed_result_and_the_core_routes():
    scene = hears(wrong="clock: `place` is unknown")
    assert [(one.instruction, one.look) for one in of(do.AskBrain, scene.all)] == [("what time is it", None)]
    assert [one.failed for one in of(do.AnswerCall, scene.all)] == [True]


def test_T2_a_person_who_goes_on_has_not_asked_for_that_look():
    scene = hears()
    scene.say("in the office of the other team", 500)
    scene.wait(6_000)
    assert asks(scene)[-1][2] is None


SESSIONS = (
    ToolSpec(name="ask_agent", routing=True),
    ToolSpec(name="list_sessions", read_aloud=True),
    ToolSpec(name="peek"),
)
LIST, PEEK, DELETE = "list my sessions", "peek into it", "delete the old logs"
BOTH = pytest.mark.parametrize("approval", [Approval.REVIEW, Approval.CORRECT])


def live(approval=Approval.REVIEW, **more):
    scene = Scene(
        Policy(ear=EarKind.LIVE, narrator=NarratorKind.READER, approval=approval, tools=SESSIONS, **more)
    )
    scene.do(ev.EarOpened(ONE))
    return scene


def says(scene, text, tool, *, ear_first=True):
    """The ear hears it, too, and calls a tool for it, as a live model does: before or after our own recogniser has the words."""
    first = scene.mic
    scene.speak()
    local = ev.LocalTranscript(AudioSpan(MIC, first, scene.mic - first), text, final=True)
    ears = (ev.EarTranscript(ONE, f" {text}"), ev.EarCalled(ONE, CallId(text), tool, "{}"))
    out = scene.do(*(() if ear_first else (local,)))
    out += scene.wait(0 if ear_first else 700) + scene.do(*ears)
    return out + scene.do(*((local,) if ear_first else ())) + scene.wait(6_000)


def looks(out):
    return [(one.instruction, one.look) for one in of(do.AskBrain, out)]


LOOKED = [(LIST, do.Look("list_sessions", "{}", alone=True))]


@BOTH
@pytest.mark.parametrize("ear_first", [True, False])
def test_T3_A1_where_instructions_are_held_a_look_is_not(approval, ear_first):
    scene = live(approval)
    out = says(scene, LIST, "list_sessions", ear_first=ear_first)
    assert (looks(out), held(out)) == (LOOKED, [])
    assert [one.result for one in of(do.AnswerCall, out)] == ["accepted"]


@BOTH
@pytest.mark.parametrize("ear_first", [True, False])
@pytest.mark.parametrize("soon", [True, False])
def test_T3_A1_beside_held_words_a_look_runs_and_they_wait_on(approval, ear_first, soon):
    scene = live(approval)
    assert held(says(scene, DELETE, "ask_agent")) == [DELETE]
    scene.wait(0 if soon else 5_000)
    out = says(scene, LIST, "list_sessions", ear_first=ear_first)
    assert looks(out) == LOOKED
    assert (held(out), of(do.CloseHold, out)) == ([], [])
    assert asked(scene.say("yes")) == [DELETE]


@BOTH
@pytest.mark.parametrize("ear_first", [True, False])
def test_T3_beside_an_act_that_waits_a_look_runs_and_the_act_waits_on(approval, ear_first):
    scene = live(approval)
    scene.do(ev.Typed("tidy up"))
    scene.do(ev.BrainNeedsYes(RunId(1), CallId("a"), "rm -r old"))
    out = says(scene, LIST, "list_sessions", ear_first=ear_first)
    assert looks(out) == LOOKED
    assert (of(do.CancelRun, out), of(do.CloseHold, out)) == ([], [])


def test_A1_words_that_the_ear_did_not_hear_whole_are_held_whatever_it_called():
    scene = live()
    first = scene.mic
    scene.speak()
    scene.do(ev.EarTranscript(ONE, f" {LIST}"), ev.EarCalled(ONE, CallId("a"), "list_sessions", "{}"))
    words = f"{DELETE} and {LIST}"
    out = scene.do(ev.LocalTranscript(AudioSpan(MIC, first, scene.mic - first), words, final=True))
    out += scene.wait(6_000)
    assert (looks(out), held(out)) == ([], [words])
