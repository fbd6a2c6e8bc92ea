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
        ("doing", '{"n":"1"}', "doing: `n` must be integer, not string"),
        ("doing", "[1]", "doing: the arguments must be object, not array"),
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
        "maybe": {"type": ["string", "null"]},
        "list": {"type": "array", "items": {"type": "number"}, "maxItems": 2},
        "deep": {"type": "object", "properties": {"x": {"type": "boolean"}}, "required": ["x"]},
    },
    "required": ["n"],
    "additionalProperties": False,
}


@pytest.mark.parametrize(
    ("arguments", "line"),
    [
        ({"n": 1, "name": "ab", "kind": "a", "maybe": None, "list": [1, 2.5], "deep": {"x": True}}, None),
        ({"n": 2.0}, None),
        ({}, "`n` is missing"),
        ({"n": "1"}, "`n` must be integer, not string"),
        ({"n": True}, "`n` must be integer, not boolean"),
        ({"n": 0}, "`n` must be a number of at least 1 of at most 9"),
        ({"n": 1, "name": "a"}, "`name` is too short (at least 2)"),
        ({"n": 1, "name": "abcde"}, "`name` is too long (at most 4)"),
        ({"n": 1, "kind": "c"}, "`kind` must be one of a, b"),
        ({"n": 1, "maybe": 1}, "`maybe` must be string or null, not integer"),
        ({"n": 1, "list": [1, "a"]}, "`list.1` must be number, not string"),
        ({"n": 1, "list": [1, 2, 3]}, "`list` is too long (at most 2)"),
        ({"n": 1, "deep": {}}, "`deep.x` is missing"),
        ({"n": 1, "more": 1}, "`more` is not known; known are n, name, kind, maybe, list, deep"),
        ([], "the arguments must be object, not array"),
    ],
)
def test_what_is_wrong_is_said_in_one_line(arguments, line):
    assert problem(SCHEMA, arguments) == line


SEVERAL = {
    "type": "object",
    "properties": {
        "one": {"const": "a"},
        "place": {"$ref": "#/$defs/Place"},
        "when": {"anyOf": [{"type": "string"}, {"type": "null"}]},
        "who": {"oneOf": [{"type": "string", "minLength": 2}, {"$ref": "#/$defs/Place"}]},
        "open": {"type": "string", "nullable": True},
        "free": {"type": "object", "additionalProperties": {"type": "integer"}},
        "both": {"allOf": [{"type": "string"}, {"maxLength": 2}]},
        "any": {"anyOf": [{"minimum": 3}, {}]},
    },
    "anyOf": [{"required": ["one"]}, {"required": ["place"]}],
    "$defs": {"Place": {"type": "object", "properties": {"city": {"type": "string"}}, "required": ["city"]}},
}


@pytest.mark.parametrize(
    ("arguments", "line"),
    [
        (
            {"one": "a", "when": None, "who": "me", "open": None, "free": {"x": 1}, "both": "ab", "any": 1},
            None,
        ),
        ({"place": {"city": "Rome"}, "who": {"city": "Rome"}, "when": "now"}, None),
        ({}, "`one` is missing; or `place` is missing"),
        ({"one": "b"}, "`one` must be a"),
        ({"place": {}}, "`place.city` is missing"),
        ({"one": "a", "when": 5}, "`when` must be string or null, not integer"),
        ({"one": "a", "who": "x"}, "`who` is too short (at least 2)"),
        ({"one": "a", "who": {"city": 1}}, "`who.city` must be string, not integer"),
        ({"one": "a", "free": {"x": "y"}}, "`free.x` must be integer, not string"),
        ({"one": "a", "both": "abc"}, "`both` is too long (at most 2)"),
    ],
)
def test_what_is_wrong_with_references_and_unions_is_said_in_one_line(arguments, line):
    assert problem(SEVERAL, arguments) == line


def test_a_check_ends():
    deep = {"$ref": "#/$defs/a"}
    for schema in (deep, {"anyOf": [deep, deep]}, {"allOf": [{"anyOf": [deep, deep]}] * 3}):
        assert problem({"$defs": {"a": schema}, **deep}, {}) is None


async def test_arguments_are_put_back_to_what_the_tool_takes():
    sizing = Doing(hang)
    sizing.parameters = {"type": "object", "properties": {"n": {"enum": [1, 2]}}}
    catalog = Catalog([sizing])
    assert catalog.wrong("doing", '{"n":"2"}') == ""
    assert catalog.fitted("doing", {"n": "2"}) == {"n": 2}
    assert catalog.fitted("other", {"n": "2"}) == {"n": "2"}
    assert catalog.wrong("doing", '{"n":"3"}') == "doing: `n` must be one of 1, 2"


JSON = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats() | st.text(max_size=5),
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(st.text(max_size=5), inner, max_size=3),
    max_leaves=8,
)


@given(JSON)
def test_no_arguments_break_the_check(value):
    found = problem(SCHEMA, value)
    assert found is None or "\n" not in found.replace(str(value), "")
