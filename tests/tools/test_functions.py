"""A Python function as a tool: what a caller is told of it, what it is given, and what comes of it."""

import asyncio
import dataclasses
import enum
import functools
import threading
from pathlib import Path
from typing import Annotated, Any, ClassVar, Literal, Optional, TypedDict

import msgspec
import pytest

import solovox
from solovox.core.policy import Risk
from solovox.ports import Progress, ScreenAct, ToolResult, run_tool
from solovox.ports.own_threads import MOST
from solovox.testing.contracts_tool import ToolContract
from solovox.tools.function import FunctionTool
from solovox.tools.json_schema import problem
from solovox.tools.signatures import Untellable


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
    return parameters["properties"]["x"], parameters["required"] == ["x"]


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
        (int, {"type": "integer"}),
        (float, {"type": "number"}),
        (bool, {"type": "boolean"}),
        (list, {"type": "array"}),
        (dict, {"type": "object"}),
        (list[str], {"type": "array", "items": STRING}),
        (dict[str, int], {"type": "object", "additionalProperties": {"type": "integer"}}),
        (Literal["a", "b"], {"enum": ["a", "b"], "type": "string"}),
        (Colour, {"title": "Colour", "enum": ["blue", "red"], "type": "string"}),
        (Place, WHERE),
        (list[Place], {"type": "array", "items": WHERE}),
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


def in_sphinx(what: str, how: int) -> str:
    """Do it.

    :param what: What to do.
    :param int how: How often.
    """
    return ""


def test_its_docstring_says_what_it_does_and_what_its_parameters_are():
    tool = FunctionTool(described)
    members = tool.parameters["properties"]
    assert (tool.name, tool.description) == ("described", "Do what is asked.")
    assert members["what"]["description"] == "What to do, in words."
    assert members["how"]["description"] == "How often: a number."
    members = FunctionTool(in_sphinx).parameters["properties"]
    assert [members[name]["description"] for name in ("what", "how")] == ["What to do.", "How often."]


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


class Tree(msgspec.Struct):
    branches: list["Tree"]


def of_itself(x: Tree): ...


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
            of_itself,
            "the parameter x of of_itself is of a type that cannot be told to a caller (Tree): write ",
        ),
        (
            of_nobody,
            "a type of of_nobody is not known (name 'Nobody' is not defined): import it in its module",
        ),
        (lambda x: x, "a lambda has no name to be called by: write def"),
        (
            misspelt,
            "@solovox.tool of misspelt cannot say 'effect': there is effects, risk, timeout, read_aloud, name",
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


async def used(function, tell=None, /, **arguments):
    news = []

    async def hear(one):
        news.append(one)

    tool = FunctionTool(function)
    assert problem(tool.parameters, arguments) is None
    result = await run_tool(tool, arguments, hear)
    return (result, news) if tell else result


def taking(colour: Colour, place: Place, size: Size, count: int = 2, word: str | None = None) -> str:
    return f"{colour.name} {place.city} {size} {count!r} {word}"


async def test_arguments_come_as_what_the_hints_say():
    given = {"colour": "red", "place": {"city": "Rome"}, "size": {"width": 3.0}, "count": 4.0}
    assert (await used(taking, **given)).text == "RED Rome {'width': 3} 4 None"


async def test_an_argument_that_is_wrong_deep_within_is_named():
    tool = FunctionTool(taking)
    given = {"colour": "red", "place": {"city": 3}, "size": {}}
    result = await run_tool(tool, given)
    assert (result.failed, result.text) == (True, "taking: `place`: Expected `str`, got `int` - at `$.city`")


@dataclasses.dataclass
class Report:
    lines: int
    colour: Colour


async def later():
    return "later"


@pytest.mark.parametrize(
    ("gives", "text"),
    [
        ("words", "words"),
        (None, "… does is done, and gave nothing"),
        ("  ", "… does is done, and gave nothing"),
        (42, "42"),
        (False, "false"),
        ({"a": [1, None]}, '{"a": [1, null]}'),
        (["ü"], '["ü"]'),
        (Report(3, Colour.BLUE), '{"lines": 3, "colour": "blue"}'),
    ],
)
async def test_whatever_json_takes_is_a_result_with_a_receipt(gives, text):
    def does():
        return gives

    async def does_async():
        return gives

    does_async.__name__ = "does"
    for function in (does, does_async):
        result = await used(function)
        assert (result.text, result.failed) == (text, False)
        assert result.receipt.startswith("does answered: ")


async def test_what_only_looks_has_no_receipt_and_a_result_of_its_own_is_handed_on():
    @solovox.tool(effects=False)
    def looks():
        return "seen"

    def own():
        return ToolResult("sent", "mail-17")

    assert await used(looks) == ToolResult("seen")
    assert await used(own) == ToolResult("sent", "mail-17")


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


async def test_a_function_that_raises_is_a_failed_result_with_its_place_and_no_receipt():
    def fails():
        raise ValueError("no\nsuch \x1b[1mthing")

    result = await used(fails)
    assert result.text.startswith("fails failed: ValueError: no such thing (test_functions.py, line ")
    assert (result.failed, result.receipt) == (True, None)


def steps():
    yield "one"
    yield Progress("two")
    yield ScreenAct("open", "a.html")
    return {"three": 3}


def only_yields():
    yield "one"
    yield "two"


async def async_steps():
    yield "one"
    yield "two"


async def ends_by_itself():
    yield "one"
    yield ToolResult("result", "r-1")
    yield "never"


@pytest.mark.parametrize(
    ("function", "text", "news"),
    [
        (steps, '{"three": 3}', [Progress("one"), Progress("two"), ScreenAct("open", "a.html")]),
        (only_yields, "two", [Progress("one"), Progress("two")]),
        (async_steps, "two", [Progress("one"), Progress("two")]),
        (ends_by_itself, "result", [Progress("one")]),
    ],
)
async def test_what_a_generator_yields_is_its_progress_and_its_result_is_what_it_returns_or_the_last(
    function, text, news
):
    result, heard = await used(function, True)
    assert (result.text, heard) == (text, news)
    assert result.receipt


async def test_a_generator_stays_in_one_thread_that_is_not_the_loops_and_is_closed_where_it_stands():
    seen, closed = [], threading.Event()

    def working():
        try:
            while True:
                seen.append(threading.get_ident())
                yield "on"
        finally:
            closed.set()

    work = FunctionTool(working).run({})
    assert [await anext(work) for _ in range(3)] == [Progress("on")] * 3
    await work.aclose()
    assert await asyncio.to_thread(closed.wait, 30)
    assert len(set(seen)) == 1
    assert threading.get_ident() not in seen


async def test_a_function_that_never_returns_blocks_no_other_and_after_some_it_is_refused():
    begun, go = threading.Semaphore(0), threading.Event()

    def hangs():
        begun.release()
        go.wait(30)

    tool = FunctionTool(hangs)
    calls = [asyncio.ensure_future(run_tool(tool, {})) for _ in range(MOST)]
    for _ in range(MOST):
        assert await asyncio.to_thread(begun.acquire, timeout=30)
    for one in calls:
        one.cancel()
    result = await run_tool(tool, {})
    assert (result.failed, result.text) == (True, f"hangs has not returned from {MOST} earlier calls")
    go.set()


async def test_methods_objects_and_partial_functions_are_functions():
    class Room:
        def paint(self, colour: str) -> str:
            """Paint it."""
            return f"it is {colour}"

    class Paints:
        """Paints."""

        async def __call__(self, colour: str) -> str:
            return colour

    assert (await used(Room().paint, colour="red")).text == "it is red"
    tool = FunctionTool(Paints())
    assert (tool.name, tool.description) == ("Paints", "Paints.")
    assert (await used(Paints(), colour="red")).text == "red"

    @functools.wraps(described)
    def wrapped(*arguments, **more):
        return described(*arguments, **more)

    assert (await used(wrapped, what="x")).text == "x 3"
