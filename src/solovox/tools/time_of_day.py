"""What time it is and what day, where the person is. The clock is handed in."""

from collections.abc import Callable, Mapping
from datetime import datetime
from typing import Any, Final

from solovox.ports import ToolResult

NOTHING: Final[Mapping[str, Any]] = {"type": "object", "properties": {}, "additionalProperties": False}


class TimeTool:
    """The time of day, on a twelve-hour clock."""

    name = "time"
    description = "The time of day where the person is."
    parameters = NOTHING
    effects = False

    def __init__(self, now: Callable[[], datetime]) -> None:
        self._now = now

    async def run(self, arguments: Mapping[str, Any]) -> ToolResult:
        """`3:05 PM`."""
        now = self._now()
        return ToolResult(f"{(now.hour - 1) % 12 + 1}:{now.minute:02} {'AM' if now.hour < 12 else 'PM'}")


class DateTool:
    """The day, spelled so that it can be read aloud."""

    name = "date"
    description = "Today's day of the week and date where the person is."
    parameters = NOTHING
    effects = False

    def __init__(self, now: Callable[[], datetime]) -> None:
        self._now = now

    async def run(self, arguments: Mapping[str, Any]) -> ToolResult:
        """`Saturday, November 21st, 2026`."""
        now = self._now()
        tail = "th" if now.day in (11, 12, 13) else {1: "st", 2: "nd", 3: "rd"}.get(now.day % 10, "th")
        return ToolResult(f"{_DAYS[now.weekday()]}, {_MONTHS[now.month - 1]} {now.day}{tail}, {now.year}")


_DAYS: Final = "Monday Tuesday Wednesday Thursday Friday Saturday Sunday".split()
_MONTHS: Final = (
    "January February March April May June July August September October November December".split()
)
