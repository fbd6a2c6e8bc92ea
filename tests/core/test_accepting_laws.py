"""An ear's claim that the person agrees, and what goes on beside a hold: laws A1, C2, N5, T3."""

import pytest

from core.heard import ENDED, ONE, ROUTE, call, ear, live, spoken
from laws.scene import asked, notices, of, read
from solovox.core import commands as do
from solovox.core.events import BrainCalled, EarCalled, Typed
from solovox.core.policy import Approval, Risk, ToolSpec
from solovox.core.units import CallId, RunId

SAYS = "Say yes to send it."


def accepts(name="x"):
    return EarCalled(ONE, CallId(name), "accept_instruction", "{}")


def told(commands):
    return [(one.tool, one.result, one.failed) for one in of(do.AnswerCall, commands)]


def holding(**choices):
    scene = live(approval=Approval.REVIEW, **choices)
    local = spoken(scene)
    scene.do(local("delete the old logs"), ear("delete the old logs"), call("a"), ENDED)
    return scene


def test_A1_what_an_ear_takes_for_agreed_is_held_and_the_person_is_asked():
    scene = holding()
    out = scene.do(accepts())
    assert told(out) == [("accept_instruction", "held", False)]
    assert (notices(out), read(out)) == ([SAYS], [SAYS])
    assert (asked(out), of(do.CloseHold, out)) == ([], [])


def test_A1_however_often_it_says_so_the_person_is_asked_once():
    scene = holding()
    out = scene.do(accepts())
    scene.sound(1, 24_000, end=True)
    scene.played(1, 24_000)
    for name in "bcd":
        out += scene.do(accepts(name)) + scene.wait(20_000)
    assert notices(out) == [SAYS]
    assert told(out) == [("accept_instruction", "held", False)] * 4
    assert asked(out) == []


@pytest.mark.parametrize("approval", list(Approval))
def test_C2_where_nothing_is_held_it_is_told_so(approval):
    out = live(approval=approval).do(accepts())
    assert told(out) == [("accept_instruction", "nothing that the person said waits for a yes", True)]
    assert notices(out) == []


def test_A1_an_act_of_an_agent_is_not_what_the_person_said():
    scene = live(tools=(ROUTE, ToolSpec(name="rm", effects=True, risk=Risk.ASK)))
    scene.do(Typed("clean up"), BrainCalled(RunId(1), CallId("1"), "rm", "{}"))
    out = scene.do(accepts())
    assert told(out)[0][2]
    assert of(do.CloseHold, out) == []


# Beside a hold
