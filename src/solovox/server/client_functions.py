"""The functions that a client declared, as a brain takes them (`ports.Tool`) and as the intent head does (`Choosable`)."""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any, Self

from solovox.ports import Tool, ToolResult
from solovox.ports.intent import Choosable
from solovox.wire.gemini_live.parts import FunctionDeclaration


@dataclass(frozen=True, slots=True)
class ClientFunction(Tool):
    """One of them. It runs at the client."""

    name: str
    description: str
    parameters: Mapping[str, Any]

    @classmethod
    def of(cls, declared: FunctionDeclaration) -> Self:
        """As it was declared, its parameters as JSON Schema."""
        schema = _plain(_schema(declared))
        return cls(declared.name, declared.description or "", schema or {"type": "object", "properties": {}})

    async def run(self, arguments: Mapping[str, Any]) -> ToolResult:
        """It cannot run here."""
        return ToolResult(f"{self.name} runs at the client", failed=True)


def choosable(tool: FunctionDeclaration) -> Choosable:
    """What a client declared, in whichever of the two ways it wrote its schema."""
    return Choosable(tool.name, tool.description or "", _schema(tool))


def _schema(tool: FunctionDeclaration) -> Mapping[str, Any]:
    schema = tool.parameters_json_schema or tool.parameters
    return schema if isinstance(schema, Mapping) else {}


def _plain(schema: Any) -> Any:
    """A schema of OpenAPI as JSON Schema: its types in lower case, without what a client leaves out by writing null."""
    if isinstance(schema, list | tuple):
        return [_plain(one) for one in schema]
    if not isinstance(schema, Mapping):
        return schema
    found = {key: _plain(one) for key, one in schema.items() if one is not None}
    kind = found.get("type")
    return {**found, "type": kind.lower()} if isinstance(kind, str) else found
