"""The uses of tools in one answer: each begins once, when it may, and ends once. Pure."""

from collections.abc import Iterator, Mapping
from typing import Any

from solovox.brains.claude.launch import LOOKING
from solovox.brains.claude.steps import begun, ended, result_text
from solovox.ports import Step


class ToolUses:
    """What only looks begins when the model says so; what does more waits until it is allowed."""

    def __init__(self, folder: str) -> None:
        self._folder = folder
        self._held: dict[str, tuple[str, Mapping[str, Any]]] = {}
        """Those that wait for what is said of them."""
        self._steps: dict[str, Step] = {}
        """Those that were begun, and not ended."""
        self._untold: list[Step] = []

    def __bool__(self) -> bool:
        """Whether one is not over."""
        return bool(self._held or self._steps)

    def wished(self, use: str, tool: str, given: Mapping[str, Any]) -> None:
        """The model wants to use a tool."""
        if tool in LOOKING:
            self.allowed(use, tool, given, effects=False)
        elif use not in self._steps:
            self._held[use] = (tool, given)

    def allowed(self, use: str, tool: str, given: Mapping[str, Any], *, effects: bool) -> None:
        """It begins."""
        self._held.pop(use, None)
        if use not in self._steps:
            step = begun(use, tool, given, self._folder, effects=effects)
            self._steps[use] = step
            self._untold.append(step)

    def begun(self) -> Iterator[Step]:
        """Those that began, and were not told."""
        untold, self._untold = self._untold, []
        yield from untold

    def result(self, use: str, content: Any, *, failed: bool) -> Iterator[Step]:
        """It has ended. One that never began was not allowed."""
        yield from self.begun()
        held, step = self._held.pop(use, None), self._steps.pop(use, None)
        if step is None and held is not None:
            step = begun(use, *held, self._folder, effects=False)
        if step is not None:
            yield ended(step, result_text(content), failed=failed)

    def stopped(self) -> Iterator[Step]:
        """The answer is over."""
        yield from self.begun()
        for use in [*self._steps]:
            yield from self.result(use, "it was stopped", failed=True)
        self._held.clear()
