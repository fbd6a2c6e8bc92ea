"""What every set of tools must do. Subclass `ToolSetContract` in a test module and say how to make one.

Each of its tools should pass `ToolContract`, too.
"""

import asyncio
import contextlib
import json
from collections.abc import AsyncIterator
from contextlib import AbstractAsyncContextManager
from typing import Final

from solovox.ports import ChangingToolSet, ToolSet, ToolSetError, ToolSetNews
from solovox.testing.contracts_link import nothing_is_left

PROMPT_SECONDS: Final = 2.0
"""Closing, and being cancelled, take no longer than this."""


class ToolSetContract:
    """The contract."""

    def fresh(self) -> AbstractAsyncContextManager[ToolSet]:
        """A new set that can be opened; leaving the context tears down what it stood on, not the set."""
        raise NotImplementedError

    @contextlib.asynccontextmanager
    async def failing(self) -> AsyncIterator[ToolSet | None]:
        """A set that cannot be opened; None when there is no such thing."""
        yield None

    async def test_it_lists_tools_each_with_a_name_of_its_own(self) -> None:
        async with self.fresh() as tools:
            async with _carry(tools):
                found = await tools.open()
            await tools.aclose()
        names = [tool.name for tool in found]
        assert len(names) == len(set(names)), f"two tools of one name: {sorted(names)}"
        for tool in found:
            assert 1 <= len(tool.name) <= 64
            assert all(c.isascii() and (c.isalnum() or c in "_-") for c in tool.name)
            assert tool.description.strip()
            assert tool.parameters["type"] == "object"
            assert json.loads(json.dumps(tool.parameters)) == tool.parameters
            assert tool.timeout > 0

    async def test_it_leaves_nothing_behind(self) -> None:
        async with self.fresh() as tools:
            before = asyncio.all_tasks()
            async with asyncio.timeout(10 * PROMPT_SECONDS), _carry(tools):
                await tools.open()
            async with asyncio.timeout(PROMPT_SECONDS):
                await tools.aclose()
            await nothing_is_left(before)

    async def test_a_set_that_was_never_opened_closes(self) -> None:
        async with self.fresh() as tools:
            async with asyncio.timeout(PROMPT_SECONDS):
                await tools.aclose()

    async def test_opening_can_be_cancelled(self) -> None:
        async with self.fresh() as tools:
            before = asyncio.all_tasks()
            async with asyncio.timeout(2 * PROMPT_SECONDS), _carry(tools), asyncio.TaskGroup() as tasks:
                opening = tasks.create_task(_open_tools(tools))
                await asyncio.sleep(0)
                opening.cancel()
            async with asyncio.timeout(PROMPT_SECONDS):
                await tools.aclose()
            await nothing_is_left(before)

    async def test_it_fails_with_one_clear_line_and_closes(self) -> None:
        async with self.failing() as tools:
            if tools is None:
                return
            try:
                async with asyncio.timeout(10 * PROMPT_SECONDS), _carry(tools):
                    await tools.open()
            except ToolSetError as error:
                line = str(error)
            else:
                raise AssertionError("it was not to open, and did")
            async with asyncio.timeout(PROMPT_SECONDS):
                await tools.aclose()
        assert line.strip()
        assert "\n" not in line
        assert "Traceback" not in line


@contextlib.asynccontextmanager
async def _carry(tools: ToolSet) -> AsyncIterator[None]:
    """As a session carries a set that has to be carried. An error comes out as it is."""
    if not isinstance(tools, ChangingToolSet):
        yield
        return
    try:
        async with asyncio.TaskGroup() as tasks:
            work = tasks.create_task(tools.run(_unheard))
            yield
            work.cancel()
    except BaseExceptionGroup as group:
        raise group.exceptions[0] from None


async def _unheard(_: ToolSetNews) -> None:
    """What changes is not looked at here."""


async def _open_tools(tools: ToolSet) -> None:
    await tools.open()
