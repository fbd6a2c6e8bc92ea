"""Saying the person's own words back, so that they hear that they are heard."""

from solovox.ports import Json, Tool, ToolResult
from solovox.tools.json_schema import takes


class Echo(Tool):
    """Says what it is given."""

    name = "echo"
    description = "Says a text back to the person, when they ask to hear it repeated."
    parameters = takes({"text": {"type": "string", "minLength": 1, "maxLength": 2_000}}, "text")
    effects = False
    read_aloud = True

    async def run(self, arguments: Json) -> ToolResult:
        """The text."""
        text = str(arguments["text"]).strip()
        return ToolResult(text) if text else ToolResult("there is nothing to repeat", failed=True)
