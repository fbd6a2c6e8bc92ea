"""The tools that a model is told, of those that there are: all or, where they are many, the nearest to what was said.

Rule 1: a call of a tool that was not told, and exists, is run like another: a model may remember it.
Rule 2: choosing never stops the loop: it is done in a thread. If it fails, those that stand first are told.
"""

import asyncio
import logging
from collections.abc import Sequence

from solovox.ports import Nearest, Tool
from solovox.shell.links.toolbox import Toolbox
from solovox.text.escapes import reason_of

_log = logging.getLogger("solovox.session")


class ToldTools:
    """Those of one session, for its brain or its ear. `nearest`: chooses; None: all are told."""

    def __init__(self, tools: Toolbox, nearest: Nearest | None) -> None:
        self._tools = tools
        self._nearest = nearest
        self._called = set[str]()

    def called(self, name: str) -> None:
        """A tool was called: it stays."""
        self._called.add(name)

    async def prepare(self) -> None:
        """Compute what the choice will need, when the tools are there."""
        await self._tools.opened()
        tools = tuple(self._tools)
        if self._nearest is not None and len(tools) > self._nearest.most:
            try:
                await asyncio.to_thread(self._nearest.prepare, tools)
            except Exception:  # noqa: BLE001 - the choice will fail, too, and says so
                return

    async def near(self, text: str) -> Sequence[Tool]:
        """Those that are told with these words."""
        tools, choice = tuple(self._tools), self._nearest
        if choice is None or len(tools) <= choice.most:
            return tools
        called = frozenset(self._called)
        try:
            return await asyncio.to_thread(
                choice.nearest, text, tools, choice.most, called, self._tools.named
            )
        except Exception as error:  # noqa: BLE001 - a question is asked whatever a tool says of itself
            _log.warning("of %d tools the first %d are told: %s", len(tools), choice.most, reason_of(error))
            return tools[: choice.most]
