"""Sets of tools, opened with a session: laws C3 and L5."""

import asyncio
import math
from functools import partial
from typing import ClassVar

import pytest

from laws.scene import Scene, of
from solovox.core import commands as c
from solovox.core import events as e
from solovox.core.policy import Policy, Risk, ToolSpec
from solovox.core.units import RunId
from solovox.parts.tools.selection import spec as tool_spec
from solovox.ports import ChangingToolSet, Tool, ToolResult, ToolsChanged, ToolSet, ToolSetError
from solovox.shell.clock import run
from solovox.shell.links.brain import BrainOverPort
from solovox.shell.links.toolbox import Toolbox
from solovox.shell.links.tools import ToolsOverPort
from solovox.testing.fakes import ScriptedBrain, ScriptedTool, Use

LOOK, LOOK2 = ScriptedTool("look", ToolResult("seen")), ScriptedTool("look_more", ToolResult("seen"))


class Shed(ToolSet):
    """A set that opens as it is told."""

    def __init__(self, *tools, after=0.0, error=None):
        self._tools = tools
        self._after = after
        self._error = error
        self.closed = 0

    async def open(self):
        await asyncio.sleep(self._after)
        if self._error is not None:
            raise self._error
        return self._tools

    async def aclose(self):
        self.closed += 1


def spec(tool):
    return ToolSpec(name=tool.name, risk=Risk.ASK)


async def told(box, *commands, seconds=100.0):
    link, seen = ToolsOverPort(box), []

    async def tell(event):
        seen.append(event)

    async with asyncio.TaskGroup() as tasks:
        work = tasks.create_task(link.run(tell))
        await asyncio.sleep(seconds)
        for command in commands:
            await link.perform(command)
            await asyncio.sleep(1)
        work.cancel()
    await link.aclose()
    return seen


def test_a_set_is_opened_with_the_session_its_tools_can_be_run_and_it_is_closed():
    shed = Shed(LOOK, after=1)
    seen = run(told(Toolbox(sets={"shed": shed}, spec=spec), c.RunTool(1, "look", "{}")), math.inf)
    assert seen == [
        e.ToolSetOpened("shed", (ToolSpec(name="look", risk=Risk.ASK),)),
        e.ToolReturned(1, "seen"),
    ]
    assert shed.closed == 1


BAD = [
    (ToolSetError("the server\nhung up"), "the server hung up"),
    (ZeroDivisionError(), "ZeroDivisionError"),
]


@pytest.mark.parametrize(("error", "line"), BAD)
def test_C3_a_set_that_cannot_be_opened_is_one_line_and_the_others_are_there(error, line):
    broken, shed = Shed(error=error), Shed(LOOK)
    seen = run(told(Toolbox(sets={"broken": broken, "shed": shed})), math.inf)
    assert e.ToolSetFailed("broken", line) in seen
    assert e.ToolSetOpened("shed", (ToolSpec(name="look"),)) in seen
    assert (broken.closed, shed.closed) == (1, 1)


def test_C3_a_set_that_hangs_is_given_up_and_closed():
    hangs = Shed(after=1e9)
    [failed] = run(told(Toolbox(sets={"shed": hangs})), math.inf)
    assert failed == e.ToolSetFailed("shed", "they did not open in 20 seconds")
    assert hangs.closed == 1


def test_no_name_means_two_things_also_not_that_of_the_routing_tool():
    names = ("look", "ask_agent", "dig")
    box = Toolbox([LOOK], {"shed": Shed(*(ScriptedTool(name, ToolResult("x")) for name in names))})
    seen = run(told(box), math.inf)
    assert seen == [
        e.ToolSetOpened("shed", (ToolSpec(name="dig"),)),
        e.ToolSetFailed("shed", "it has ask_agent, look, of which there is one already"),
    ]
    assert box.get("look") is LOOK


class Turning(Shed, ChangingToolSet):
    """A set that says something else of its tools later."""

    async def run(self, tell):
        await asyncio.sleep(1)
        await tell(ToolsChanged([ScriptedTool("look", ToolResult("done"), effects=True), LOOK2]))


def test_A1_a_tool_that_says_no_more_that_it_only_looks_is_absent():
    box = Toolbox(sets={"shed": Turning(LOOK)}, spec=partial(tool_spec, asks=True, blocking=True))
    seen = run(told(box, c.RunTool(1, "look", "{}")), math.inf)
    assert seen[1:] == [
        e.ToolSetOpened("shed", (tool_spec(LOOK2, asks=True, blocking=True),)),
        e.ToolSetFailed("shed", "look says no more that it only looks: it is absent until the next session"),
        e.ToolReturned(1, "there is no tool named look", failed=True),
    ]


def test_L5_a_set_is_closed_though_the_session_ends_while_it_opens():
    slow = Shed(LOOK, after=10)
    assert run(told(Toolbox(sets={"shed": slow}), seconds=1), math.inf) == []
    assert slow.closed == 1


def test_the_first_question_waits_for_the_tools():
    brain, box = ScriptedBrain(default=[Use("look")]), Toolbox(sets={"shed": Shed(LOOK, after=5)})

    async def main():
        link, hands, seen = BrainOverPort(brain, box), ToolsOverPort(box), asyncio.Queue()
        async with asyncio.TaskGroup() as tasks:
            work = [tasks.create_task(one.run(seen.put)) for one in (link, hands)]
            await link.perform(c.AskBrain(RunId(1), None, "what is there?", c.RoutedBy.TYPED))
            first, called = await seen.get(), await seen.get()
            for one in work:
                one.cancel()
        return type(first), type(called)

    assert run(main(), math.inf) == (e.ToolSetOpened, e.BrainCalled)
    assert [tool.name for tool in brain.questions[0].tools] == ["look"]


def test_A1_what_the_core_knows_of_a_tool_that_came_later_counts():
    scene = Scene(Policy(tools=(ToolSpec(name="look"),)))
    dig = ToolSpec(name="dig", effects=True, risk=Risk.ASK)
    scene.do(
        e.ToolSetOpened(
            "shed", (dig, ToolSpec(name="look", risk=Risk.NEVER), ToolSpec(name="r", routing=True))
        )
    )
    scene.say("dig")
    for n, name in enumerate(("dig", "look", "r")):
        scene.do(e.BrainCalled(RunId(1), f"b{n}", name, "{}"))
    assert [one.text for one in of(c.ShowHold, scene.all)] == ["dig {}"]
    assert [one.tool for one in of(c.RunTool, scene.all)] == ["look"]
    assert [one.failed for one in of(c.AnswerBrain, scene.all)] == [True]


def test_a_set_that_failed_is_said_once():
    scene = Scene()
    out = scene.do(e.ToolSetFailed("shed", "it is locked"))
    assert [one.text for one in of(c.ShowFailure, out)] == ["the tools of shed: it is locked"]


class Bare(Tool):
    """All that a tool must have."""

    name = "bare"
    description = "Is bare."
    parameters: ClassVar = {"type": "object"}

    async def run(self, arguments):
        return ToolResult("bare")


def test_a_tool_of_name_description_parameters_and_run_is_enough():
    assert run(told(Toolbox([Bare()]), c.RunTool(1, "bare", "{}")), math.inf) == [e.ToolReturned(1, "bare")]
