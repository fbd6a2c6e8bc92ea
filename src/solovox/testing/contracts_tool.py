"""What every tool must do. Subclass `ToolContract` in a test module and say how to make one.

`good` are arguments that give a result; `bad` are arguments that the tool must refuse politely.
"""

import asyncio
import json
from collections.abc import Mapping
from typing import ClassVar

from solovox.core.policy import Risk, Scheduling
from solovox.ports import Progress, ScreenAct, Tool, ToolAct, ToolResult, run_tool


class ToolContract:
    """The contract."""

    good: ClassVar[Mapping[str, object]] = {}
    bad: ClassVar[Mapping[str, object] | None] = None

    def fresh(self) -> Tool:
        """A new tool, ready to run."""
        raise NotImplementedError

    def test_it_has_a_name_that_every_model_accepts(self) -> None:
        name = self.fresh().name
        assert 1 <= len(name) <= 64
        assert all(c.isascii() and (c.isalnum() or c in "_-") for c in name)

    def test_it_says_what_it_does_in_one_line(self) -> None:
        description = self.fresh().description
        assert description.strip()
        assert "\n" not in description

    def test_its_parameters_are_a_json_schema_object(self) -> None:
        parameters = self.fresh().parameters
        assert parameters["type"] == "object"
        assert json.loads(json.dumps(parameters)) == parameters
        named, known = parameters.get("required", []), parameters.get("properties", {})
        assert isinstance(named, list | tuple)
        assert isinstance(known, Mapping)
        assert set(named) <= set(known)

    def test_it_says_whether_it_has_effects(self) -> None:
        assert isinstance(self.fresh().effects, bool)

    def test_it_says_when_it_asks_how_long_it_may_take_and_how_its_result_comes_back(self) -> None:
        tool = self.fresh()
        assert tool.risk is None or isinstance(tool.risk, Risk)
        assert tool.timeout > 0
        assert isinstance(tool.scheduling, Scheduling)

    def test_what_is_read_aloud_only_looks_and_asks_for_nothing(self) -> None:
        tool = self.fresh()
        assert not tool.read_aloud or (not tool.effects and tool.risk in (None, Risk.FREE))

    async def test_what_it_tells_before_its_result_is_short(self) -> None:
        told = list[ToolAct]()

        async def tell(one: ToolAct) -> None:
            told.append(one)

        await run_tool(self.fresh(), self.good, tell)
        lines = [one.text for one in told if isinstance(one, Progress)]
        lines += [one.action for one in told if isinstance(one, ScreenAct)]
        assert all(line.strip() and "\n" not in line for line in lines)

    async def test_good_arguments_give_a_result(self) -> None:
        result = await run_tool(self.fresh(), self.good)
        assert isinstance(result, ToolResult)
        assert not result.failed, result.text
        assert isinstance(result.text, str)

    async def test_bad_arguments_give_a_failed_result_of_one_line(self) -> None:
        if self.bad is None:
            return
        result = await run_tool(self.fresh(), self.bad)
        assert result.failed
        assert result.text.strip()
        assert "\n" not in result.text

    async def test_only_a_tool_with_effects_has_receipts(self) -> None:
        tool = self.fresh()
        if not tool.effects:
            assert (await run_tool(tool, self.good)).receipt is None

    async def test_it_can_be_cancelled(self) -> None:
        before = asyncio.all_tasks()
        async with asyncio.timeout(10), asyncio.TaskGroup() as tasks:
            running = tasks.create_task(self._run())
            await asyncio.sleep(0)
            running.cancel()
        assert not asyncio.all_tasks() - before

    async def _run(self) -> None:
        await run_tool(self.fresh(), self.good)
