"""Whatever a tool's schema is: what is told of it keeps to the form, and what a model then sends is put back."""

import json

import pytest
from hypothesis import given
from hypothesis import strategies as st

from solovox.tools.json_schema import problem
from solovox.tools.restoring import restore_arguments
from solovox.wire.tool_schemas import OPENAPI_KEYS, SchemaForm, simplify_schema

pytestmark = pytest.mark.slow

AS_IS, INLINED, OPENAPI = SchemaForm
PLACE = {"type": "object", "properties": {"city": {"type": "string"}}, "required": ["city"]}

NAMES = st.sampled_from(["a", "b", "c d"])


def leaves():
    number = st.integers(-3, 3)
    return st.one_of(
        st.just({"type": "string"}),
        st.just({"type": "boolean"}),
        st.just({"type": "integer"}),
        number.map(lambda low: {"type": "integer", "minimum": low, "maximum": low + 2, "title": "t"}),
        st.lists(
            st.integers(-2, 2) | st.booleans() | st.none() | st.sampled_from("xy1"), min_size=1, max_size=3
        ).map(lambda values: {"enum": [*values, "z"]}),
        (number | st.sampled_from(["x", "2"])).map(lambda value: {"const": value}),
        st.sampled_from(
            [{"type": ["string", "null"]}, {"type": ["integer", "boolean"]}, {"$ref": "#/$defs/D"}]
        ),
    )


def branches(inner):
    return st.one_of(
        inner.map(lambda one: {"type": "array", "items": one, "maxItems": 2}),
        inner.map(lambda one: {"anyOf": [one, {"type": "null"}]}),
        st.tuples(inner, inner).map(lambda two: {"anyOf": list(two), "description": "d"}),
        objects(inner),
    )


@st.composite
def objects(draw, inner):
    properties = draw(st.dictionaries(NAMES, inner, max_size=3))
    required = draw(st.lists(st.sampled_from(sorted(properties)), unique=True)) if properties else []
    return {"type": "object", "properties": properties, "required": required, "additionalProperties": False}


SCHEMAS = st.builds(
    lambda top, definition: {**top, "$defs": {"D": definition}, "$schema": "x"},
    objects(st.recursive(leaves(), branches, max_leaves=6)),
    st.just({"type": "string"}) | st.just({"enum": [1, 2]}) | st.just(PLACE),
)


def values(schema):
    """What a model may send, by a schema in the form `OPENAPI`."""
    kinds = {
        "STRING": lambda: (
            st.sampled_from(schema["enum"]) if "enum" in schema else st.sampled_from(["", "x", "2"])
        ),
        "BOOLEAN": st.booleans,
        "INTEGER": lambda: st.integers(schema.get("minimum", -5), schema.get("maximum", 5)),
        "ARRAY": lambda: st.lists(values(schema["items"]), max_size=schema.get("maxItems", 2)),
        "OBJECT": lambda: st.fixed_dictionaries(
            {name: values(one) for name, one in of(schema) if name in schema.get("required", ())},
            optional={
                name: values(one) for name, one in of(schema) if name not in schema.get("required", ())
            },
        ),
    }
    if "anyOf" in schema:
        return st.one_of([values(one) for one in schema["anyOf"]])
    found = kinds[schema["type"]]()
    return found | st.none() if schema.get("nullable") else found


def of(schema):
    return schema.get("properties", {}).items()


def nodes(schema):
    yield schema
    for one in (*(one for _, one in of(schema)), *schema.get("anyOf", ())):
        yield from nodes(one)
    if "items" in schema:
        yield from nodes(schema["items"])


@given(SCHEMAS, st.sampled_from(SchemaForm))
def test_simplified_twice_is_simplified_once(schema, form):
    found = simplify_schema(schema, form)
    assert simplify_schema(found, form) == found
    assert "$schema" not in found
    assert form is AS_IS or "$ref" not in json.dumps(found)


@given(SCHEMAS)
def test_no_more_is_said_than_what_is_taken(schema):
    for one in nodes(simplify_schema(schema, OPENAPI)):
        assert set(one) <= OPENAPI_KEYS
        assert set(one) == {"anyOf"} if "anyOf" in one else one["type"].isupper()
        assert ("items" in one) is (one.get("type") == "ARRAY")
        assert all(isinstance(text, str) and text for text in one.get("enum", ()))
        assert set(one.get("required", ())) <= set(one.get("properties", ()))


@given(st.data(), SCHEMAS)
def test_what_the_told_schema_allows_is_allowed_once_it_is_put_back(data, schema):
    sent = data.draw(values(simplify_schema(schema, OPENAPI)))
    assert problem(schema, restore_arguments(schema, sent)) is None


@given(st.data(), SCHEMAS)
def test_what_fits_stays_as_it_is(data, schema):
    taken = restore_arguments(schema, data.draw(values(simplify_schema(schema, OPENAPI))))
    assert restore_arguments(schema, taken) == taken


ANYTHING = st.recursive(
    st.none()
    | st.booleans()
    | st.integers()
    | st.text(max_size=3)
    | st.sampled_from(["object", "#", "#/properties/a", "array"]),
    lambda inner: (
        st.lists(inner, max_size=3)
        | st.dictionaries(
            st.sampled_from(
                "type enum const items properties required anyOf oneOf allOf $ref $defs nullable description a".split()
            ),
            inner,
            max_size=4,
        )
    ),
    max_leaves=15,
)


@given(
    st.dictionaries(
        st.sampled_from("type properties anyOf allOf $ref $defs required items".split()), ANYTHING
    ),
    ANYTHING,
)
def test_no_schema_breaks_it(schema, value):
    for form in SchemaForm:
        found = simplify_schema(schema, form)
        assert found["type"] in ("object", "OBJECT")
    assert isinstance(restore_arguments(schema, {"a": value}), dict)
    assert isinstance(problem(schema, {"a": value}), str | None)
