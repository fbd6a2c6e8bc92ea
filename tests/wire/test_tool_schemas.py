"""What a family of services is told of a tool's arguments, and that what a model then sends is put back."""

import json
from pathlib import Path

import pytest

from solovox.tools.json_schema import problem
from solovox.tools.restoring import restore_arguments
from solovox.wire.tool_schemas import SchemaForm, simplify_schema

AS_IS, INLINED, OPENAPI = SchemaForm


def members(form, **properties):
    """What becomes of the members of an object."""
    return simplify_schema({"type": "object", "properties": properties}, form)["properties"]


MEMBERS = {
    "a limit and what is not known": (
        {
            "type": "integer",
            "minimum": 1,
            "exclusiveMaximum": 9,
            "title": "N",
            "default": 2,
            "description": "d",
        },
        {"type": "INTEGER", "minimum": 1, "description": "d"},
    ),
    "a date": ({"type": "string", "format": "date-time"}, {"type": "STRING", "format": "date-time"}),
    "another format": ({"type": "string", "format": "uri", "pattern": "^h"}, {"type": "STRING"}),
    "null or a type": ({"type": ["string", "null"]}, {"type": "STRING", "nullable": True}),
    "null or another": (
        {"anyOf": [{"type": "number", "minimum": 0}, {"type": "null"}], "description": "d"},
        {"type": "NUMBER", "minimum": 0, "description": "d", "nullable": True},
    ),
    "a union": (
        {"oneOf": [{"type": "string"}, {"type": "array", "items": {"type": "integer"}}], "description": "d"},
        {
            "anyOf": [
                {"type": "STRING", "description": "d"},
                {"type": "ARRAY", "items": {"type": "INTEGER"}, "description": "d"},
            ]
        },
    ),
    "types in a list": (
        {"type": ["integer", "string"]},
        {"anyOf": [{"type": "INTEGER"}, {"type": "STRING"}]},
    ),
    "a union with null": (
        {"anyOf": [{"type": "string"}, {"type": "boolean"}, {"type": "null"}]},
        {"anyOf": [{"type": "STRING", "nullable": True}, {"type": "BOOLEAN", "nullable": True}]},
    ),
    "numbers to choose from": (
        {"type": "integer", "enum": [1, 2, None]},
        {"type": "STRING", "enum": ["1", "2"], "nullable": True},
    ),
    "one value": ({"const": True}, {"type": "STRING", "enum": ["true"]}),
    "values one by one": (
        {"anyOf": [{"const": "a"}, {"const": "b"}]},
        {"type": "STRING", "enum": ["a", "b"]},
    ),
    "an empty text among others": ({"enum": ["", "a"]}, {"type": "STRING", "enum": ["a"]}),
    "an array of anything": ({"type": "array"}, {"type": "ARRAY", "items": {"type": "STRING"}}),
    "a row": (
        {"type": "array", "prefixItems": [{"type": "number"}, {"type": "number"}]},
        {"type": "ARRAY", "items": {"type": "NUMBER"}},
    ),
    "an object of anything": (
        {"type": "object", "additionalProperties": {"type": "string"}},
        {"type": "OBJECT"},
    ),
    "an object without a type": (
        {"properties": {"x": {"type": "string"}}, "required": ["x", "y"], "additionalProperties": False},
        {"type": "OBJECT", "properties": {"x": {"type": "STRING"}}, "required": ["x"]},
    ),
    "members that are needed together": (
        {
            "type": "object",
            "properties": {"x": {}, "y": {}},
            "anyOf": [{"required": ["x"]}, {"required": ["y"]}],
        },
        {"type": "OBJECT", "properties": {"x": {"type": "STRING"}, "y": {"type": "STRING"}}},
    ),
    "what several say": (
        {
            "allOf": [{"type": "object", "properties": {"x": {"type": "string"}}, "required": ["x"]}],
            "title": "T",
        },
        {"type": "OBJECT", "properties": {"x": {"type": "STRING"}}, "required": ["x"]},
    ),
    "anything": ({}, {"type": "STRING"}),
    "a type that is none": ({"type": ["thing"]}, {"type": "STRING"}),
    "no schema": (True, {"type": "STRING"}),
}


@pytest.mark.parametrize(("schema", "told"), MEMBERS.values(), ids=MEMBERS)
def test_a_member_becomes_what_every_live_model_takes(schema, told):
    assert members(OPENAPI, it=schema) == {"it": told}


def test_an_older_form_of_the_row_and_a_member_that_cannot_be():
    row = {"type": "array", "items": [{"type": "string"}, {"type": "string"}]}
    assert members(OPENAPI, row=row, never=False) == {"row": {"type": "ARRAY", "items": {"type": "STRING"}}}


PLACE = {"type": "object", "properties": {"city": {"type": "string"}}, "required": ["city"]}
WITH_REFERENCES = {
    "$schema": "https://json-schema.org/draft/2020-12/schema",
    "$defs": {"Place": PLACE, "Far": {"$ref": "#/$defs/Place"}},
    "type": "object",
    "properties": {
        "from": {"$ref": "#/$defs/Place", "description": "where"},
        "to": {"$ref": "#/$defs/Far"},
        "lost": {"$ref": "#/$defs/Nowhere", "type": "integer"},
        "elsewhere": {"$ref": "other.json", "type": "boolean"},
    },
}


def test_references_are_written_out_where_they_are_not_taken():
    found = simplify_schema(WITH_REFERENCES, INLINED)
    assert found == {
        "type": "object",
        "properties": {
            "from": {**PLACE, "description": "where"},
            "to": PLACE,
            "lost": {"type": "integer"},
            "elsewhere": {"type": "boolean"},
        },
    }


def test_references_are_kept_where_they_are_taken_and_all_of_them_lead_somewhere():
    assert simplify_schema(WITH_REFERENCES, AS_IS) == simplify_schema(WITH_REFERENCES, INLINED)
    of = {name: WITH_REFERENCES["properties"][name] for name in ("from", "to")}
    good = {**WITH_REFERENCES, "properties": of}
    assert simplify_schema(good, AS_IS) == {key: value for key, value in good.items() if key != "$schema"}
    moved = {
        "anyOf": [{"properties": {"a": {"type": "string"}}}],
        "properties": {"b": {"$ref": "#/anyOf/0/properties/a"}},
    }
    assert simplify_schema(moved, AS_IS)["properties"]["b"] == {"type": "string"}


def test_a_definition_within_itself_is_written_out_once_more():
    tree = {
        "type": "object",
        "properties": {
            "name": {"type": "string"},
            "under": {"type": "array", "items": {"$ref": "#/$defs/Tree"}},
        },
    }
    found = simplify_schema(
        {"$defs": {"Tree": tree}, "type": "object", "properties": {"root": {"$ref": "#/$defs/Tree"}}}, INLINED
    )
    again = found["properties"]["root"]["properties"]["under"]["items"]
    assert again["properties"]["under"]["items"] == {"type": "object"}
    assert "$ref" not in json.dumps(found)
    itself = {"type": "object", "properties": {"inner": {"$ref": "#"}}}
    assert simplify_schema(itself, OPENAPI)["properties"]["inner"] == {
        "type": "OBJECT",
        "properties": {"inner": {"type": "OBJECT"}},
    }


def test_definitions_that_double_stay_small():
    defs = {
        f"d{n}": {"type": "object", "properties": {side: {"$ref": f"#/$defs/d{n + 1}"} for side in "ab"}}
        for n in range(20)
    }
    schema = {"$defs": defs, "type": "object", "properties": {"it": {"$ref": "#/$defs/d0"}}}
    for form in (INLINED, OPENAPI):
        found = simplify_schema(schema, form)
        assert len(json.dumps(found)) < 200_000
        assert simplify_schema(found, form) == found


ROUND = {
    "$defs": {"a": {"$ref": "#/$defs/b"}, "b": {"$ref": "#/$defs/a"}},
    "properties": {"x": {"$ref": "#/$defs/a"}},
}


@pytest.mark.parametrize("form", SchemaForm)
def test_references_in_a_circle_lead_nowhere(form):
    assert set(simplify_schema(ROUND, form)["properties"]) == {"x"}
    assert problem(ROUND, {"x": 1}) is None
    assert restore_arguments(ROUND, {"x": 1}) == {"x": 1}


@pytest.mark.parametrize("form", [AS_IS, INLINED])
def test_at_the_top_is_an_object_without_a_union(form):
    either = {
        "anyOf": [
            {"type": "object", "properties": {"id": {"type": "integer"}, "by": {}}, "required": ["id", "by"]},
            {"$ref": "#/$defs/Named"},
        ],
        "$defs": {
            "Named": {"properties": {"name": {"type": "string"}, "by": {}}, "required": ["name", "by"]}
        },
    }
    found = simplify_schema(either, form)
    found.pop("$defs", None)
    assert found == {
        "type": "object",
        "properties": {"name": {"type": "string"}, "by": {}, "id": {"type": "integer"}},
        "required": ["by"],
    }
    assert simplify_schema({"type": "object"}, form) == {"type": "object", "properties": {}}
    both = {
        "allOf": [PLACE, {"properties": {"day": {"type": "array"}}, "required": ["day"]}],
        "not": {"const": {}},
    }
    assert simplify_schema(both, form)["required"] == ["day", "city"]
    assert simplify_schema(both, form)["properties"]["day"] == {"type": "array", "items": {}}


def test_a_name_that_is_refused_is_another_and_comes_back():
    long = "n" * 80
    schema = {
        "type": "object",
        "properties": {
            "filter[id]": {"type": "integer"},
            "filter_id_": {"type": "string"},
            long: {"const": 2},
        },
        "required": ["filter[id]", long],
    }
    found = simplify_schema(schema, AS_IS)
    assert list(found["properties"]) == ["filter_id__2", "filter_id_", "n" * 64]
    assert found["required"] == ["filter_id__2", "n" * 64]
    assert restore_arguments(schema, {"filter_id__2": 4, "filter_id_": "x"}) == {
        "filter[id]": 4,
        "filter_id_": "x",
        long: 2,
    }
    both = {"filter[id]": 4, "filter_id__2": 5}
    assert restore_arguments(schema, both) == {**both, long: 2}


SCHEMA = {
    "type": "object",
    "properties": {
        "size": {"type": "integer", "enum": [1, 2, 3]},
        "mode": {"const": "fast"},
        "on": {"enum": [True, False, "auto"]},
        "note": {"type": "string"},
        "maybe": {"type": ["string", "null"]},
        "at": {
            "anyOf": [
                {"type": "object", "properties": {"x": {"enum": [1.5]}}, "required": ["x"]},
                {"type": "null"},
            ]
        },
        "some": {"type": "array", "items": {"$ref": "#/$defs/Level"}},
    },
    "$defs": {"Level": {"enum": [1, 2]}},
    "required": ["mode"],
}


@pytest.mark.parametrize(
    ("sent", "taken"),
    [
        ({"size": "2", "mode": "fast"}, {"size": 2, "mode": "fast"}),
        ({"size": 2}, {"size": 2, "mode": "fast"}),
        ({"size": "9", "mode": "slow"}, {"size": "9", "mode": "slow"}),
        ({"on": "true"}, {"on": True, "mode": "fast"}),
        ({"on": "auto", "note": None, "maybe": None}, {"on": "auto", "maybe": None, "mode": "fast"}),
        ({"at": {"x": "1.5"}, "some": ["1", 2]}, {"at": {"x": 1.5}, "some": [1, 2], "mode": "fast"}),
        ({"more": None}, {"more": None, "mode": "fast"}),
    ],
)
def test_what_a_model_sends_is_put_back(sent, taken):
    assert restore_arguments(SCHEMA, sent) == taken


SERVED = json.loads((Path(__file__).parent / "served_schemas.json").read_text())["schemas"]


@pytest.mark.parametrize("schema", SERVED.values(), ids=SERVED)
def test_schemas_of_servers_that_others_wrote_keep_their_members(schema):
    for form in SchemaForm:
        found = simplify_schema(schema, form)
        assert found["properties"].keys() == schema["properties"].keys()
        assert found["required"] == schema["required"]
        assert simplify_schema(found, form) == found
