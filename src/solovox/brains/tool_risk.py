"""Whether a yes aloud is enough for what a tool of the talk would do (law A7)."""

from collections.abc import Callable, Mapping
from typing import Any

from solovox.ports import Tool


def is_grave(tool: Tool) -> bool:
    """What a tool changes we cannot give back, unless who wrote it says otherwise. What only looks changes nothing."""
    return tool.effects if tool.grave is None else tool.grave


def judge_of(get: Callable[[str], Tool | None]) -> Callable[[str, Mapping[str, Any]], bool]:
    """The same of a tool by its name. What there is not is not grave: it is not run."""

    def judged(name: str, given: Mapping[str, Any]) -> bool:
        del given
        tool = get(name)
        return tool is not None and is_grave(tool)

    return judged
