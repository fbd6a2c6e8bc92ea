"""The stop that a model calls, for words that the recogniser does not know as a stop: "that will do, leave it".

It ends work, so it acts: beside a brain only the brain may call it (law C5), and "when does the bus stop" ends nothing.
"""

from collections.abc import AsyncIterator

from solovox.core.policy import Risk
from solovox.ports import Json, StopAct, Tool, ToolResult, ToolWork
from solovox.tools.json_schema import takes


class StopTool(Tool):
    """Stops the talk, as the key does (law T4)."""

    name = "stop"
    description = (
        "Stops everything at once: what is said, what is at work, what waits for a yes. "
        "Only when the person wants that, not when they ask about something that stops."
    )
    parameters = takes({})
    effects = True
    risk = Risk.FREE

    async def run(self, arguments: Json) -> AsyncIterator[ToolWork]:
        """Ask for the stop. It cancels whoever called; who is there to be told otherwise was not obeyed."""
        yield StopAct()
        yield ToolResult(
            "nothing was stopped: only an owner may, with the key or by their own voice", failed=True
        )
