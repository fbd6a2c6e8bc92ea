"""The tools of one session: those that it begins with, and those of the sets that are opened with it.

Rule 1: a set that cannot be opened is one clear line; its tools are absent, and the session goes on.
Rule 2: no name means two things: a tool whose name is taken is left out, and that is said.
Rule 3: every set is closed with the session, also one that was still being opened (law L5).
Rule 4: what a set says that it has counts from then on; a tool that it has no more is there no more.
Rule 5: a model is told all of them or, where they are many, the nearest to what was said. A call of one that was not told, and
exists, is run like another: a model may remember it.
Rule 6: choosing never stops the loop: it is done in a thread. If it fails, those that stand first are told.
"""

import asyncio
import logging
from collections.abc import Awaitable, Callable, Iterable, Iterator, Mapping, Sequence
from functools import partial
from typing import Final, assert_never

from solovox.core.events import ToolEvent, ToolSetFailed, ToolSetOpened
from solovox.core.policy import ACCEPTING, ROUTING, ToolSpec
from solovox.ports import ChangingToolSet, Nearest, Tool, ToolsChanged, ToolSet, ToolSetNews, ToolsTrouble
from solovox.text.escapes import reason_of

Tell = Callable[[ToolEvent], Awaitable[None]]
ACTS_NOW: Final = "{} says no more that it only looks: it is absent until the next session"
OPEN_SECONDS: Final = 20.0
"""A set that is not open by then cannot be opened. Questions wait for as long."""


class Toolbox:
    """Tools by name. `spec`: what the core must know of a tool that comes later."""

    def __init__(
        self,
        tools: Iterable[Tool] = (),
        sets: Mapping[str, ToolSet] | None = None,
        spec: Callable[[Tool], ToolSpec] = lambda tool: ToolSpec(name=tool.name),
    ) -> None:
        self._tools = {tool.name: tool for tool in tools}
        self.named = frozenset(self._tools)
        """Those that the session began with: the person named each."""
        self._of: dict[str, tuple[str, ...]] = {}
        """The names that each set has."""
        self._first = dict[str, ToolSpec]()
        """What the tools of sets said of themselves first."""
        self._sets = dict(sets or {})
        self._spec = spec
        self._changed = asyncio.Event()
        """Set when the tools change; then there is another."""
        self._opened = asyncio.Event()
        if not self._sets:
            self._opened.set()

    def __iter__(self) -> Iterator[Tool]:
        return iter(tuple(self._tools.values()))

    def get(self, name: str) -> Tool | None:
        """The tool of that name, if there is one."""
        return self._tools.get(name)

    async def await_opened(self) -> None:
        """Returns when each set is open, or could not be opened, and that was told."""
        await self._opened.wait()

    async def await_changed(self) -> None:
        """Returns when a set has told what it has from then on, and the session knows it; or when something else changed (`renew`)."""
        await self._changed.wait()

    def renew(self) -> None:
        """Something else that a connection is told of has changed."""
        changed, self._changed = self._changed, asyncio.Event()
        changed.set()

    async def run(self, tell: Tell) -> None:
        """Open the sets, all at once, and carry those that have to be carried."""
        async with asyncio.TaskGroup() as carried:
            async with asyncio.TaskGroup() as tasks:
                for name, one in self._sets.items():
                    tasks.create_task(self._open(name, one, tell, carried), name=f"tools {name}")
            self._opened.set()

    async def aclose(self) -> None:
        """Close the sets."""
        for name, one in self._sets.items():
            try:
                await one.aclose()
            except Exception as error:  # noqa: BLE001 - the other sets must be closed too
                _log.warning("the tools of %s did not close cleanly (%s)", name, type(error).__name__)

    async def _open(self, name: str, one: ToolSet, tell: Tell, carried: asyncio.TaskGroup) -> None:
        work: asyncio.Task[None] | None = None
        try:
            async with asyncio.timeout(OPEN_SECONDS):
                if isinstance(one, ChangingToolSet):
                    work = carried.create_task(self._carry(name, one, tell), name=f"tools {name} run")
                tools = tuple(await one.open())
            await self._put(name, tools, tell)
        except TimeoutError:
            await tell(ToolSetFailed(name, f"they did not open in {OPEN_SECONDS:g} seconds"))
        except Exception as error:  # noqa: BLE001 - not only `ToolSetError`: any error means that they are absent
            await tell(ToolSetFailed(name, reason_of(error)))
        else:
            return
        if work is not None:
            work.cancel()

    async def _carry(self, name: str, one: ChangingToolSet, tell: Tell) -> None:
        """An error of a set is its own: the session goes on."""
        try:
            await one.run(partial(self._tell_news, name, tell))
        except Exception as error:  # noqa: BLE001 - whatever it is, its tools are absent from now on
            await tell(ToolSetFailed(name, reason_of(error)))
            await self._put(name, (), tell)

    async def _tell_news(self, name: str, tell: Tell, news: ToolSetNews) -> None:
        match news:
            case ToolsChanged(tools=tools):
                await self._put(name, tools, tell)
            case ToolsTrouble(line=line):
                await tell(ToolSetFailed(name, reason_of(Exception(line))))
            case _:
                assert_never(news)

    async def _put(self, name: str, tools: Sequence[Tool], tell: Tell) -> None:
        """From now on the set has these."""
        specs = {tool.name: self._spec(tool) for tool in tools}
        before = self._of.get(name, ())
        taken = {ROUTING.name, ACCEPTING.name, *self._tools} - {*before}
        acts = {one for one in specs.keys() - taken if self._acts_now(specs[one])}
        new = {tool.name: tool for tool in tools if tool.name not in taken | acts}
        self._tools = {key: tool for key, tool in self._tools.items() if key not in before} | new
        self._of[name] = tuple(new)
        await tell(ToolSetOpened(name, tuple(specs[one] for one in new)))
        self.renew()
        if twice := sorted(specs.keys() & taken):
            await tell(ToolSetFailed(name, f"it has {', '.join(twice)}, of which there is one already"))
        if acts:
            await tell(ToolSetFailed(name, ACTS_NOW.format(", ".join(sorted(acts)))))

    def _acts_now(self, spec: ToolSpec) -> bool:
        """Whether a tool that only looked acts from now on: the core has what it said first, and would ask for no yes (A1)."""
        return not self._first.setdefault(spec.name, spec).acts and spec.acts


_log = logging.getLogger("solovox.session")


class ToldTools:
    """Those of one session, for its brain or its ear. `nearest`: chooses; None: all are told."""

    def __init__(self, tools: Toolbox, nearest: Nearest | None) -> None:
        self._tools = tools
        self._nearest = nearest
        self._called = set[str]()

    def note_called(self, name: str) -> None:
        """A tool was called: it stays."""
        self._called.add(name)

    async def prepare(self) -> None:
        """Compute what the choice will need, when the tools are there."""
        await self._tools.await_opened()
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
