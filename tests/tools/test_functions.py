"""A Python function as a tool: what a caller is told of it, what it is given, and what comes of it."""

import dataclasses
import enum
from pathlib import Path
from typing import Annotated, Any, ClassVar, Literal, Optional, TypedDict

import msgspec
import pytest

import solovox
from solovox.core.policy import Risk
from solovox.testing.contracts_tool import ToolContract
from solovox.tools.function import FunctionTool
from solovox.tools.signatures import Untellable
from solovox.wire.tool_schemas import resolve_reference


class Colour(enum.Enum):
    RED = "red"
    BLUE = "blue"


@dataclasses.dataclass
class Place:
    """Where."""

    city: str
    country: str | None = None


class Size(TypedDict, total=False):
    width: int


def told(kind, default=dataclasses.MISSING):
    """What is told of a parameter of that type, and whether it is needed."""

    def function(x): ...

    function.__annotations__ = {"x": kind}
    if default is not dataclasses.MISSING:
        function.__defaults__ = (default,)
    parameters = FunctionTool(function).parameters
    return resolve_reference(parameters, parameters["properties"]["x"]), parameters["required"] == ["x"]


STRING = {"type": "string"}
WHERE = {
    "title": "Place",
    "description": "Where.",
    "type": "object",
    "properties": {"city": STRING, "country": {"anyOf": [STRING, {"type": "null"}], "default": None}},
    "required": ["city"],
}


@pytest.mark.parametrize(
    ("kind", "schema"),
    [
        (str, STRING),
        (dict[str, int], {"type": "object", "additionalProperties": {"type": "integer"}}),
        (Literal["a", "b"], {"enum": ["a", "b"]}),
        (Colour, {"title": "Colour", "enum": ["blue", "red"]}),
        (Place, WHERE),
        (list[Place], {"type": "array", "items": {"$ref": "#/$defs/Place"}}),
        (
            Size,
            {"title": "Size", "type": "object", "properties": {"width": {"type": "integer"}}, "required": []},
        ),
        (Annotated[str, "Which city"], {**STRING, "description": "Which city"}),
        (
            Annotated[int, msgspec.Meta(ge=1, description="How many")],
            {"description": "How many", "type": "integer", "minimum": 1},
        ),
        ("int", {"type": "integer"}),
        (Any, {}),
    ],
)
def test_a_parameter_is_told_by_its_type(kind, schema):
    assert told(kind) == (schema, True)


def test_what_has_a_default_or_may_be_none_is_not_needed():
    assert told(int, 5) == ({"type": "integer", "default": 5}, False)
    assert told(Colour, Colour.RED)[0]["default"] == "red"
    assert told(str | None) == ({"anyOf": [STRING, {"type": "null"}]}, False)
    assert told(Optional[str]) == told(str | None)  # noqa: UP045
    assert not told(Annotated[str | None, "Perhaps"])[1]


def described(what: str, how: int = 3) -> str:
    """Do what is
    asked.

    More that nobody is told.

    Args:
        what: What to do,
            in words.
        how (int): How often: a number.

    Returns:
        nothing: at all.
    """
    return f"{what} {how}"


def test_its_docstring_says_what_it_does_and_what_its_parameters_are():
    tool = FunctionTool(described)
    members = tool.parameters["properties"]
    assert (tool.name, tool.description) == ("described", "Do what is asked.")
    assert members["what"]["description"] == "What to do, in words."
    assert members["how"]["description"] == "How often: a number."


class TestAFunctionKeepsTheContract(ToolContract):
    good: ClassVar = {"what": "x"}
    bad: ClassVar = {"what": 3}

    def fresh(self):
        return FunctionTool(described)


def untyped(x): ...
def starred(*x: int): ...
def double_starred(**x: int): ...
def by_place(x: int, /): ...
def of_strange(x: Path): ...
def of_nobody(x: "Nobody"): ...  # noqa: F821


@solovox.tool(effect=False)  # type: ignore[call-overload]
def misspelt(): ...


@solovox.tool(effects="no")
def unsure(): ...


@solovox.tool(risk="sometimes")
def risky(): ...


@solovox.tool(timeout=-1)
def hasty(): ...


@pytest.mark.parametrize(
    ("function", "line"),
    [
        (untyped, "the parameter x of untyped has no type: write such as x: str"),
        (starred, "starred takes *x, which cannot be told to a caller: name each parameter, with its type"),
        (
            double_starred,
            "double_starred takes **x, which cannot be told to a caller: name each parameter, with its type",
        ),
        (by_place, "by_place takes x by its place only: leave the / out"),
        (
            of_strange,
            "the parameter x of of_strange is of a type that cannot be told to a caller (Path): write str, int, ",
        ),
        (
            of_nobody,
            "a type of of_nobody is not known (name 'Nobody' is not defined): import it in its module",
        ),
        (lambda x: x, "a lambda has no name to be called by: write def"),
        (
            misspelt,
            "@solovox.tool of misspelt cannot say 'effect': there is effects, grave, risk, timeout, read_aloud, name",
        ),
        (unsure, "effects of unsure is 'no': write True or False"),
        (risky, "risk of risky is 'sometimes': write free, ask, never"),
        (hasty, "timeout of hasty is -1: write seconds, up to 3600"),
    ],
)
def test_what_cannot_be_told_to_a_caller_is_one_line_that_says_what_to_write(function, line):
    with pytest.raises(Untellable) as caught:
        FunctionTool(function)
    assert str(caught.value).startswith(line)
    assert "\n" not in str(caught.value)


def test_it_asks_for_a_yes_unless_it_says_that_it_only_looks():
    @solovox.tool
    def bare(): ...

    @solovox.tool(effects=False, timeout=3, read_aloud=True, name="look")
    def looks(): ...

    @solovox.tool(risk="never")
    def never(): ...

    assert [(one.effects, one.risk) for one in map(FunctionTool, (described, bare, never))] == [
        (True, None), (True, None), (True, Risk.NEVER),
    ]  # fmt: skip
    tool = FunctionTool(looks)
    assert (tool.name, tool.effects, tool.timeout, tool.read_aloud) == ("look", False, 3.0, True)
    assert looks.__name__ == "looks", "it is still the function"
