"""Which sessions there are: by title and age, never what was said in them. Where they are kept is handed in."""

from collections.abc import Awaitable, Callable, Sequence
from datetime import datetime
from typing import Final

from solovox.ports import ASIDE, AgentSession, AgentSessionError, Json, Tool, ToolResult
from solovox.tools.json_schema import takes

MOST: Final = 10
"""Sessions that are told;"""
TITLE: Final = 60
"""and characters of a title."""
NONE: Final = f"{ASIDE}there is no session yet"
_SPANS: Final = ((365 * 86_400, "year"), (30 * 86_400, "month"), (7 * 86_400, "week"), (86_400, "day"), (3_600, "hour"), (60, "minute"))  # fmt: skip

Listed = Callable[[int], Awaitable[Sequence[AgentSession]]]
"""At most this number of sessions, the newest first. Raises `AgentSessionError`."""


class ListSessions(Tool):
    """The sessions of the workspace, in one sentence."""

    name = "list_sessions"
    description = "The earlier sessions (talks) of this workspace: their titles and how long ago they were, the newest first."
    parameters = takes({})
    effects = False
    looks_inside = True
    read_aloud = True

    def __init__(self, listed: Listed, now: Callable[[], datetime]) -> None:
        self._listed = listed
        self._now = now

    async def run(self, arguments: Json) -> ToolResult:
        """`There are 2 sessions: "Rename login", 5 minutes ago, and "Write a poem", 3 days ago.`"""
        try:
            found = await self._listed(MOST + 1)
        except AgentSessionError as error:
            return ToolResult(str(error), failed=True)
        if not found:
            return ToolResult(NONE)
        now = self._now().timestamp()
        told = [f"{_title(one.title)}, {ago(now - one.changed / 1000)}" for one in found[:MOST]]
        if len(found) == 1:
            return ToolResult(f"There is one session: {told[0]}.")
        which = f"The {MOST} newest sessions are" if len(found) > MOST else f"There are {len(found)} sessions"
        *first, last = told
        return ToolResult(f"{which}: {'; '.join(first)}; and {last}.")


def _title(title: str) -> str:
    """On one line, not too long, between quotes: it is text of the person or of an agent."""
    line = " ".join(title.replace('"', "'").split()).rstrip(".")
    if len(line) > TITLE:
        line = f"{line[: TITLE - 1].rsplit(' ', 1)[0]}…"
    return f'"{line}"' if line else "one without a title"


def ago(seconds: float) -> str:
    """`just now`, `5 minutes ago`, `one day ago`. A clock that was set back makes nothing younger than now."""
    for span, noun in _SPANS:
        if (count := int(seconds // span)) >= 1:
            return f"one {noun} ago" if count == 1 else f"{count} {noun}s ago"
    return "just now"
