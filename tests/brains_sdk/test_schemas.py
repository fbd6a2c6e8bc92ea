"""The SDKs take what a schema becomes: schemas of pydantic's models, and of MCP servers that others wrote."""

import json
from enum import IntEnum
from pathlib import Path
from typing import Literal

import pytest
from google.genai import types
from pydantic import BaseModel, Field

from brains import gemini_double
from brains.double import serving
from solovox.ports import Question, Tool
from solovox.testing.contracts_brain import ScriptedHost
from solovox.tools.json_schema import problem
from solovox.tools.restoring import restore_arguments
from solovox.wire.tool_schemas import SchemaForm, simplify_schema

SERVED = json.loads((Path(__file__).parents[1] / "wire" / "served_schemas.json").read_text())["schemas"]


class Level(IntEnum):
    LOW = 1
    HIGH = 2


class Stop(BaseModel):
    kind: Literal["stop"]
    city: str = Field(min_length=1, description="Where it stops")
    level: Level = Level.LOW


class Pause(BaseModel):
    kind: Literal["pause"]
    minutes: int = Field(gt=0, le=90)


class Journey(BaseModel):
    """A journey."""

    stops: list[Stop | Pause]
    name: str | None = None
    extra: dict[str, float] = {}
    point: tuple[float, float] = (0, 0)
    back: "Journey | None" = None
    any: object = None


SCHEMAS = {**SERVED, "pydantic": Journey.model_json_schema()}


@pytest.mark.parametrize("schema", SCHEMAS.values(), ids=SCHEMAS)
def test_the_sdk_takes_what_is_declared(schema):
    told = simplify_schema(schema, SchemaForm.OPENAPI)
    made = types.FunctionDeclaration(name="t", parameters=told)
    assert made.parameters.properties.keys() == told["properties"].keys()
    back = made.model_dump(mode="json", by_alias=True, exclude_none=True)["parameters"]
    assert set(back["required"]) == set(schema.get("required", ["stops"]))


def test_what_is_sent_for_a_told_model_is_the_model():
    schema = Journey.model_json_schema()
    sent = {
        "stops": [{"kind": "stop", "city": "Rome", "level": "2"}, {"kind": "pause", "minutes": 3}],
        "back": {"stops": [{"city": "Bonn"}], "name": None},
    }
    taken = restore_arguments(schema, sent)
    assert problem(schema, taken) is None
    journey = Journey.model_validate(taken, strict=False)
    assert journey.stops[0].level is Level.HIGH
    assert journey.back.stops[0] == Stop(kind="stop", city="Bonn")


class Planning(Tool):
    name = "plan"
    description = "Plans."
    parameters = Journey.model_json_schema()


async def test_a_request_has_no_reference():
    async with serving(gemini_double.said("Aye.")) as double:
        made = gemini_double.brain(double.url)
        assert [one async for one in made.answer(Question("Plan it.", tools=[Planning()]), ScriptedHost())]
        await made.aclose()
    (request,) = double.requests
    (declared,) = request["tools"][0]["functionDeclarations"]
    assert "$ref" not in json.dumps(declared)
    assert set(declared["parametersJsonSchema"]["properties"]) == set(Journey.model_fields)
