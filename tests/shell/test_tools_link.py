"""Tools as a link: everything is a result."""

import asyncio
import math
from typing import ClassVar

import pytest

from shell.tools_link import returned
from solovox.core.commands import CancelTool, RunTool
from solovox.core.events import StopAsked, ToolActed, ToolProgressed, ToolReturned
from solovox.core.units import InputMeans
from solovox.ports import Progress, ScreenAct, Tool, ToolResult
from solovox.shell.clock import run
from solovox.shell.links.tools import ToolsOverPort
from solovox.testing.fakes import ScriptedTool
from solovox.tools.stop import StopTool

RESULTS = [
    (ToolResult("42", "r-1"), ToolReturned(1, "42", "r-1")),
    (ToolResult("no", failed=True), ToolReturned(1, "no", failed=True)),
    (ValueError("bad\nthing"), ToolReturned(1, "ValueError: bad thing", failed=True)),
    (TimeoutError(), ToolReturned(1, "TimeoutError", failed=True)),
    ("a string", ToolReturned(1, "t gave a value of the kind str, which is no result", failed=True)),
    (None, ToolReturned(1, "t gave nothing, which is no result", failed=True)),
    (ToolResult(None), ToolReturned(1, "t returned no result", failed=True)),
]


@pytest.mark.parametrize(("result", "event"), RESULTS)
def test_C3_whatever_a_tool_does_is_a_result(result, event):
    assert run(returned([ScriptedTool("t", result)], RunTool(1, "t", '{"a":1}')), math.inf) == [event]


class Keeping(Tool):
    name = "t"
    description = "d"
    parameters: ClassVar = {"type": "object"}

    async def run(self, arguments):
        return ToolResult(repr(arguments))


def test_a_tool_gets_its_arguments_as_it_takes_them():
    async def ran():
        link, seen = ToolsOverPort([Keeping()], fitted=lambda tool, given: {tool: given["a"] + 1}), []

        async def tell(event):
            seen.append(event)

        async with asyncio.TaskGroup() as tasks:
            work = tasks.create_task(link.run(tell))
            await link.perform(RunTool(1, "t", '{"a":1}'))
            await asyncio.sleep(1)
            work.cancel()
        return seen

    assert run(ran(), math.inf) == [ToolReturned(1, "{'t': 2}")]


@pytest.mark.parametrize(
    ("command", "text"),
    [
        (RunTool(1, "u", "{}"), "there is no tool named u"),
        (RunTool(1, "t", "[1]"), "the arguments of t are not a JSON object"),
        (RunTool(1, "t", "{"), "JSONDecodeError"),
    ],
)
def test_C3_a_call_that_cannot_be_made_is_a_failed_result(command, text):
    (event,) = run(returned([ScriptedTool("t", ToolResult("ok"))], command), math.inf)
    assert event.failed
    assert event.result.startswith(text)


def test_C3_wrong_arguments_are_a_failed_result_and_nothing_runs():
    tool = ScriptedTool("t", ToolResult("ok"))

    def wrong(name, arguments):
        return f"{name}: `n` is missing" if arguments == "{}" else ""

    seen = run(returned([tool], RunTool(1, "t", "{}"), RunTool(2, "t", '{"n":1}'), wrong=wrong), math.inf)
    assert seen == [ToolReturned(1, "t: `n` is missing", failed=True), ToolReturned(2, "ok")]
    assert tool.runs == [{"n": 1}]


def test_a_cancelled_tool_ends_and_returns_nothing():
    tool = ScriptedTool("t", ToolResult("ok"), seconds=50)
    assert run(returned([tool], RunTool(1, "t", "{}"), CancelTool(1), CancelTool(9)), math.inf) == []
    assert tool.running == 0
    assert len(tool.runs) == 1


def test_a_hanging_tool_blocks_no_other():
    hung, quick = ScriptedTool("hung", ToolResult(""), seconds=1e6), ScriptedTool("quick", ToolResult("ok"))
    seen = run(returned([hung, quick], RunTool(1, "hung", ""), RunTool(2, "quick", "")), math.inf)
    assert seen == [ToolReturned(2, "ok")]
    assert hung.running == 0


class Building(Tool):
    """Tells how far it is."""

    name = "build"
    description = "Builds."
    parameters: ClassVar = {"type": "object"}

    def __init__(self, *told):
        self._told = told
        self.open = False

    async def run(self, arguments):
        self.open = True
        try:
            for one in self._told:
                await asyncio.sleep(1)
                yield one
        finally:
            self.open = False


HALF, OPEN = Progress("half \x1b[1mdone\nnow"), ScreenAct("open", "report.html")


def test_C6_what_a_tool_tells_before_its_result_is_told_in_order():
    seen = run(returned([Building(HALF, OPEN, ToolResult("built"))], RunTool(1, "build", "{}")), math.inf)
    assert seen == [
        ToolProgressed(1, "half done now"),
        ToolActed(1, "open", "report.html"),
        ToolReturned(1, "built"),
    ]


def test_T4_a_stop_that_a_tool_asks_for_is_told_and_whoever_is_not_cancelled_by_it_hears_that_nothing_stopped():
    stopped, returned_ = run(returned([StopTool()], RunTool(1, "stop", "{}")), math.inf)
    assert stopped == StopAsked(InputMeans.TOOL)
    assert returned_.failed


def test_C3_a_tool_that_tells_and_gives_no_result_has_failed():
    seen = run(returned([Building(HALF)], RunTool(1, "build", "{}")), math.inf)
    assert seen[-1] == ToolReturned(1, "build gave no result", failed=True)


def test_C6_a_cancelled_tool_tells_nothing_and_is_closed():
    tool = Building(HALF, HALF, ToolResult("built"))

    async def main():
        link, seen = ToolsOverPort([tool]), []

        async def tell(event):
            seen.append(event)

        async with asyncio.TaskGroup() as tasks:
            work = tasks.create_task(link.run(tell))
            await link.perform(RunTool(1, "build", "{}"))
            await asyncio.sleep(1.5)
            await link.perform(CancelTool(1))
            await asyncio.sleep(5)
            work.cancel()
        return seen

    assert run(main(), math.inf) == [ToolProgressed(1, "half done now")]
    assert not tool.open
