"""What a yes takes in a session (laws A2, A6, A7): which calls are grave, how they are said, and whether there is a screen to allow
them on.
"""

import json
from collections.abc import Awaitable, Callable, Mapping
from dataclasses import dataclass, replace
from typing import Any, Final, TypeVar

from solovox.core.events import BrainCalled, BrainNeedsYes, EarCalled
from solovox.ports import Tool
from solovox.shell.links.asking import aloud, seen

Call = TypeVar("Call", EarCalled, BrainCalled)
Freed = Callable[[str], Awaitable[bool]]
"""Whether an operator has freed an action, by its name: a yes aloud is enough."""
NO_SCREEN: Final = (
    "it was not allowed: no screen is here on which the person could allow it, and a yes aloud is not enough for it."
    " They were told so. Do without it"
)
"""What a caller is told."""
NOT_DONE: Final = (
    "Not done, for it needs a screen to be allowed on: {}. Open the page of this talk, and ask for it again."
)
LONG: Final = "something that is too long to read out"


def is_grave(tool: Tool) -> bool:
    """What a tool changes we cannot give back, unless who wrote it says otherwise. What only looks changes nothing."""
    return tool.effects if tool.grave is None else tool.grave


async def none_freed(_: str) -> bool:
    """No operator has freed anything there."""
    return False


@dataclass(frozen=True, slots=True)
class Yeses:
    """Of one session. `get`: its tools by name. `asks`: whether a yes is asked for one. `blind`: whether no screen is there.
    `freed`: whether an operator has freed an action there, so that a yes aloud is enough. `hide` puts names in the
    place of secrets."""

    get: Callable[[str], Tool | None] = lambda _: None
    asks: Callable[[str], bool] = lambda _: True
    blind: Callable[[], bool] = lambda: False
    freed: Freed = none_freed
    hide: Callable[[str], str] = lambda text: text

    async def judged(self, call: Call) -> Call:
        """A call, with the words in which all of it can be said, and whether it is grave. What is no JSON is wrong already."""
        try:
            given = json.loads(call.arguments or "{}")
        except (ValueError, RecursionError):
            return call
        if not isinstance(given, dict):
            return call
        tool = self.get(call.tool)
        grave = tool is not None and is_grave(tool) and not await self.freed(call.tool)
        said = self._said(call.tool, tool, given)
        return replace(call, arguments=seen(call.arguments), said=said, grave=grave)

    def refused(self, act: EarCalled | BrainCalled | BrainNeedsYes) -> str:
        """What the person is told where an act needs a screen, and none is there. Empty: it may be asked for."""
        if not (act.grave or not act.said) or not self.blind():
            return ""
        if not isinstance(act, BrainNeedsYes) and (act.wrong or not self.asks(act.tool)):
            return ""
        return NOT_DONE.format(act.said or LONG)

    def _said(self, name: str, tool: Tool | None, given: Mapping[str, Any]) -> str:
        called = (tool.spoken_name if tool is not None else "") or name
        return aloud((f"call {called}".replace("_", " "),), given, self.hide)
