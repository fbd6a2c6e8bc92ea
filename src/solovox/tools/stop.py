"""The stop that a model calls, for words that the recogniser does not know as a stop: "that will do, leave it"."""

from collections.abc import AsyncIterator, Mapping
from typing import Any

from solovox.ports import StopAct, Tool, ToolResult, ToolWork


class StopTool(Tool):
    """Stops the talk, as the key does (law T4)."""

    name = "stop"
    description = (
        "Stops everything at once: what is read aloud, what is at work, what waits for a yes. "
        "Only when the person wants it to stop."
    )
    parameters: Mapping[str, Any] = {"type": "object", "properties": {}, "additionalProperties": False}
    effects = False

    async def run(self, arguments: Mapping[str, Any]) -> AsyncIterator[ToolWork]:
        """Ask for the stop. It cancels whoever called; who is there to be told otherwise was not obeyed."""
        yield StopAct()
        yield ToolResult(
            "nothing was stopped: only an owner may, with the key or by their own voice", failed=True
        )
