"""Whether what a tool of the talk would do cannot be undone: it is judged as an agent's own act is (law A2).

Rule: a tool says it of itself (`Tool.grave`), or a text that it is called with is known to destroy, or leaves the workspace. A
doubt alone is no reason: what a tool is called with is mostly prose.
"""

import os.path
from collections.abc import Callable, Mapping
from pathlib import Path
from typing import Any

from solovox.brains.claude.risk import Reach, alarms
from solovox.ports import Tool


def is_grave(tool: Tool, given: Mapping[str, Any], folder: Path) -> bool:
    """Whether a call of it is."""
    limits = Reach(str(folder.absolute()), resolve=os.path.realpath)
    return tool.grave or (tool.effects and bool(alarms(given, limits, doubts=False)))


def judge_of(get: Callable[[str], Tool | None], folder: Path) -> Callable[[str, Mapping[str, Any]], bool]:
    """The same of a tool by its name. What there is not is not grave: it is not run."""

    def judged(name: str, given: Mapping[str, Any]) -> bool:
        tool = get(name)
        return tool is not None and is_grave(tool, given, folder)

    return judged
