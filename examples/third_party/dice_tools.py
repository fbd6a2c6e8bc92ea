"""A set of tools: one die, which is put on the table when the session begins. Name it in `tools`: `--set tools=dice`."""

import random
from collections.abc import Mapping, Sequence
from typing import Any

from solovox.ports import AdapterArgs, Tool, ToolResult, ToolSet


class Die(Tool):
    name = "dice"
    description = "Rolls a die with six sides."
    parameters: Mapping[str, Any] = {"type": "object", "properties": {}, "additionalProperties": False}

    async def run(self, arguments: Mapping[str, Any]) -> ToolResult:
        return ToolResult(f"The die shows {random.randint(1, 6)}.")


class Table:
    """What has to be connected is connected in `open`, and let go in `aclose`."""

    async def open(self) -> Sequence[Tool]:
        return [Die()]

    async def aclose(self) -> None:
        """Nothing is open."""


def make(given: AdapterArgs) -> ToolSet:
    return Table()
