"""The tools of one session: those that it begins with, and those of the sets that are opened with it.

Rule 1: a set that cannot be opened is one clear line; its tools are absent, and the session goes on.
Rule 2: no name means two things: a tool whose name is taken is left out, and that is said.
Rule 3: every set is closed with the session, also one that was still being opened (law L5).
"""

import asyncio
import logging
from collections.abc import Awaitable, Callable, Iterable, Iterator, Mapping
from typing import Final

from solovox.core.events import ToolEvent, ToolSetFailed, ToolSetOpened
from solovox.core.policy import ACCEPTING, ROUTING, ToolSpec
from solovox.ports import Tool, ToolSet
from solovox.text.escapes import reason_of

Tell = Callable[[ToolEvent], Awaitable[None]]
OPEN_SECONDS: Final = 20.0
"""A set that is not open by then cannot be opened. Questions wait for as long."""

_log = logging.getLogger("solovox.session")


class Toolbox:
    """Tools by name. `spec`: what the core must know of a tool that comes later."""

    def __init__(
        self,
        tools: Iterable[Tool] = (),
        sets: Mapping[str, ToolSet] | None = None,
        spec: Callable[[Tool], ToolSpec] = lambda tool: ToolSpec(name=tool.name),
    ) -> None:
        self._tools = {tool.name: tool for tool in tools}
        self._sets = dict(sets or {})
        self._spec = spec
        self._opened = asyncio.Event()
        if not self._sets:
            self._opened.set()

    def __iter__(self) -> Iterator[Tool]:
        return iter(tuple(self._tools.values()))

    def get(self, name: str) -> Tool | None:
        """The tool of that name, if there is one."""
        return self._tools.get(name)

    async def opened(self) -> None:
        """Returns when each set is open, or could not be opened, and that was told."""
        await self._opened.wait()

    async def open(self, tell: Tell) -> None:
        """Open the sets, all at once."""
        async with asyncio.TaskGroup() as tasks:
            for name, one in self._sets.items():
                tasks.create_task(self._open(name, one, tell), name=f"tools {name}")
        self._opened.set()

    async def aclose(self) -> None:
        """Close the sets."""
        for name, one in self._sets.items():
            try:
                await one.aclose()
            except Exception as error:  # noqa: BLE001 - the other sets must be closed too
                _log.warning("the tools of %s did not close cleanly (%s)", name, type(error).__name__)

    async def _open(self, name: str, one: ToolSet, tell: Tell) -> None:
        try:
            async with asyncio.timeout(OPEN_SECONDS):
                tools = tuple(await one.open())
            specs = tuple(map(self._spec, tools))
        except TimeoutError:
            await tell(ToolSetFailed(name, f"they did not open in {OPEN_SECONDS:g} seconds"))
            return
        except Exception as error:  # noqa: BLE001 - not only `ToolSetError`: any error means that they are absent
            await tell(ToolSetFailed(name, reason_of(error)))
            return
        taken = {ROUTING.name, ACCEPTING.name, *self._tools}
        new = {
            tool.name: (tool, spec) for tool, spec in zip(tools, specs, strict=True) if tool.name not in taken
        }
        self._tools |= {tool.name: tool for tool, _ in new.values()}
        await tell(ToolSetOpened(name, tuple(spec for _, spec in new.values())))
        if twice := sorted({tool.name for tool in tools} & taken):
            await tell(ToolSetFailed(name, f"it has {', '.join(twice)}, of which there is one already"))
