"""A live ear's tool that only looks runs, whatever waits for a yes (laws T3, A1): only an instruction is held."""

import pytest

from laws.scene import Scene, asked, held, of
from solovox.core import commands as do
from solovox.core import events as ev
from solovox.core.policy import Approval, EarKind, NarratorKind, Policy, ToolSpec
from solovox.core.units import MIC, AudioSpan, CallId, ConnectionId, RunId

ONE = ConnectionId(1)
TOOLS = (
    ToolSpec(name="ask_agent", routing=True),
    ToolSpec(name="list_sessions", read_aloud=True),
    ToolSpec(name="peek"),
)
LIST, PEEK, DELETE = "list my sessions", "peek into it", "delete the old logs"
BOTH = pytest.mark.parametrize("approval", [Approval.REVIEW, Approval.CORRECT])


def live(approval=Approval.REVIEW, **more):
    scene = Scene(
        Policy(ear=EarKind.LIVE, narrator=NarratorKind.READER, approval=approval, tools=TOOLS, **more)
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


LOOK = [(LIST, do.Look("list_sessions", "{}", alone=True))]


@BOTH
@pytest.mark.parametrize("ear_first", [True, False])
def test_T3_A1_where_instructions_are_held_a_look_is_not(approval, ear_first):
    scene = live(approval)
    out = says(scene, LIST, "list_sessions", ear_first=ear_first)
    assert (looks(out), held(out)) == (LOOK, [])
    assert [one.result for one in of(do.AnswerCall, out)] == ["accepted"]


@BOTH
@pytest.mark.parametrize("ear_first", [True, False])
@pytest.mark.parametrize("soon", [True, False])
def test_T3_A1_beside_held_words_a_look_runs_and_they_wait_on(approval, ear_first, soon):
    scene = live(approval)
    assert held(says(scene, DELETE, "ask_agent")) == [DELETE]
    scene.wait(0 if soon else 5_000)
    out = says(scene, LIST, "list_sessions", ear_first=ear_first)
    assert looks(out) == LOOK
    assert (held(out), of(do.CloseHold, out)) == ([], [])
    assert asked(scene.say("yes")) == [DELETE]


@BOTH
@pytest.mark.parametrize("ear_first", [True, False])
def test_T3_beside_an_act_that_waits_a_look_runs_and_the_act_waits_on(approval, ear_first):
    scene = live(approval)
    scene.do(ev.Typed("tidy up"))
    scene.do(ev.BrainNeedsYes(RunId(1), CallId("a"), "rm -r old"))
    out = says(scene, LIST, "list_sessions", ear_first=ear_first)
    assert looks(out) == LOOK
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
