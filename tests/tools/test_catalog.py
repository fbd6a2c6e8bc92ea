"""C3: whatever goes wrong with a tool is a result."""

import asyncio
from typing import ClassVar

import pytest
from hypothesis import given
from hypothesis import strategies as st

from solovox.ports import Tool, ToolResult
from solovox.tools.arithmetic import Units
from solovox.tools.catalog import Catalog
from solovox.tools.json_schema import problem

pytestmark = pytest.mark.slow


class Doing(Tool):
    """A tool that does what it is told."""

    name = "doing"
    description = "Does."
    parameters: ClassVar = {"type": "object", "properties": {"n": {"type": "integer"}}, "required": ["n"]}
    effects = True

    def __init__(self, do, timeout=20.0):
        self._do = do
        self.timeout = timeout

    async def run(self, arguments):
        return await self._do()


async def explode():
    raise RuntimeError("two\nlines")


async def hang():
    await asyncio.Event().wait()


async def test_C3_errors_time_outs_and_unknown_names_are_results():
    assert await Catalog([Doing(explode)]).call("doing", {"n": 1}) == ToolResult(
        "doing failed: RuntimeError: two lines", failed=True
    )
    late = await Catalog([Doing(hang, timeout=0.01)]).call("doing", {"n": 1})
    assert late == ToolResult("doing took longer than 0.01 seconds", failed=True)
    unknown = await Catalog([Doing(hang)]).call("dong", {})
    assert unknown == ToolResult("There is no tool 'dong'; did you mean doing?", failed=True)
    assert (await Catalog([]).call("x", {})).text == "There is no tool 'x'; there are none"
    assert (await Catalog([Doing(hang)]).call("doing", {})).text == "doing: `n` is missing"


@pytest.mark.parametrize(
    ("name", "arguments", "line"),
    [
        ("doing", '{"n":1}', ""),
        ("doing", "", "doing: `n` is missing"),
        ("doing", '{"n":"1"}', "doing: `n` must be integer"),
        ("doing", "[1]", "doing: the arguments must be object"),
        ("doing", "{", "doing: the arguments are not JSON: Expecting property name"),
        ("doing", "[" * 100_000, "doing: the arguments are not JSON: "),
        ("dong", "{", ""),
    ],
)
def test_C3_what_is_wrong_with_a_call_is_known_before_it_is_made(name, arguments, line):
    found = Catalog([Doing(hang)]).wrong(name, arguments)
    assert found.startswith(line)
    assert bool(found) == bool(line)
    assert "\n" not in found


async def test_a_call_can_be_cancelled():
    async with asyncio.TaskGroup() as tasks:
        running = tasks.create_task(Catalog([Doing(hang)]).call("doing", {"n": 1}))
        await asyncio.sleep(0)
        running.cancel()
    assert running.cancelled()


def test_two_tools_of_one_name_are_refused():
    with pytest.raises(ValueError, match="two tools are called convert_units"):
        Catalog([Units(), Units()])


SCHEMA = {
    "type": "object",
    "properties": {
        "n": {"type": "integer", "minimum": 1, "maximum": 9},
        "name": {"type": "string", "minLength": 2, "maxLength": 4},
        "kind": {"enum": ["a", "b"]},
        "list": {"type": "array", "items": {"type": "number"}, "maxItems": 2},
        "deep": {"type": "object", "properties": {"x": {"type": "boolean"}}, "required": ["x"]},
        "place": {"$ref": "#/$defs/Place"},
        "when": {"anyOf": [{"type": "string"}, {"type": "null"}]},
        "who": {"oneOf": [{"type": "string", "minLength": 2}, {"$ref": "#/$defs/Place"}]},
        "free": {"type": "object", "additionalProperties": {"type": "integer"}},
        "both": {"allOf": [{"type": "string"}, {"maxLength": 2}]},
        "any": {"anyOf": [{"minimum": 3}, {}]},
        "form": {"type": "string", "pattern": "^(a+)+$"},
    },
    "required": ["n"],
    "additionalProperties": False,
    "$defs": {"Place": {"type": "object", "properties": {"city": {"type": "string"}}, "required": ["city"]}},
    "$schema": "http://json-schema.org/draft-07/schema#",
}
"""A pattern is not tried: it can take for ever."""


@pytest.mark.parametrize(
    "arguments",
    [
        {"name": "ab", "kind": "a", "list": [1, 2.5], "deep": {"x": True}, "form": "a" * 40 + "b"},
        {"n": 2.0},
        {"when": None, "who": "me", "free": {"x": 1}, "both": "ab", "any": 1},
        {"place": {"city": "Rome"}, "who": {"city": "Rome"}, "when": "now"},
    ],
)
def test_what_fits_is_taken(arguments):
    assert problem(SCHEMA, {"n": 1, **arguments}) is None


@pytest.mark.parametrize(
    ("arguments", "where", "what"),
    [
        ({"n": "1"}, "n", "integer"),
        ({"n": True}, "n", "integer"),
        ({"n": 0}, "n", "minimum 1"),
        ({"name": "a"}, "name", "minLength 2"),
        ({"name": "abcde"}, "name", "maxLength 4"),
        ({"kind": "c"}, "kind", "one of a, b"),
        ({"list": [1, "a"]}, "list.1", "number"),
        ({"list": [1, 2, 3]}, "list", "maxItems 2"),
        ({"deep": {}}, "deep.x", "is missing"),
        ({"more": 1}, "more", "is not known; known are n, name, kind, "),
        ({"place": {}}, "place.city", "is missing"),
        ({"when": 5}, "when", "must be"),
        ({"who": "x"}, "who", "minLength 2"),
        ({"who": {"city": 1}}, "who.city", "string"),
        ({"free": {"x": "y"}}, "free.x", "integer"),
        ({"both": "abc"}, "both", "maxLength 2"),
    ],
)
def test_what_is_wrong_is_said_in_one_line(arguments, where, what):
    line = problem(SCHEMA, {"n": 1, **arguments})
    assert line.startswith(f"`{where}` ")
    assert what in line
    assert "\n" not in line


def test_a_check_ends():
    deep = {"$ref": "#/$defs/a"}
    doubled = {str(n): {"anyOf": [{"$ref": f"#/$defs/{n + 1}"}] * 2} for n in range(60)}
    for schema in (deep, {"anyOf": [deep, deep]}, {"allOf": [{"anyOf": [deep, deep]}] * 3}):
        assert problem({"$defs": {"a": schema}, **deep}, {}) is None
    assert problem({"$defs": {**doubled, "60": False}, "$ref": "#/$defs/0"}, {}) is None


@pytest.mark.parametrize(
    "schema", [{"$ref": "http://127.0.0.1:9/x"}, {"$ref": "#/no"}, {"type": "banana"}, {"items": 3}]
)
def test_a_schema_that_is_none_checks_nothing(schema):
    assert problem({"properties": {"a": schema}}, {"a": [1]}) is None


async def test_arguments_are_put_back_to_what_the_tool_takes():
    sizing = Doing(hang)
    sizing.parameters = {"type": "object", "properties": {"n": {"enum": [1, 2]}}}
    catalog = Catalog([sizing])
    assert catalog.wrong("doing", '{"n":"2"}') == ""
    assert catalog.fit_arguments("doing", {"n": "2"}) == {"n": 2}
    assert catalog.fit_arguments("other", {"n": "2"}) == {"n": "2"}
    assert catalog.wrong("doing", '{"n":"3"}') == "doing: `n` must be one of 1, 2"


JSON = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats() | st.text(max_size=5),
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(st.text(max_size=5), inner, max_size=3),
    max_leaves=8,
)


@given(JSON)
def test_no_arguments_break_the_check(value):
    assert "\n" not in (problem(SCHEMA, value) or "")
