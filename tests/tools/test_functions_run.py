"""A Python function as a tool: what it is given, and what comes of it."""

import asyncio
import dataclasses
import functools
import threading

import pytest

import solovox
from solovox.ports import Progress, ScreenAct, ToolResult, run_tool
from solovox.ports.own_threads import MOST
from solovox.tools.function import FunctionTool
from solovox.tools.json_schema import problem
from tools.test_functions import Colour, Place, Size, described


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


async def test_a_function_that_raises_is_a_failed_result_with_its_place_and_no_receipt():
    def fails():
        raise ValueError("no\nsuch \x1b[1mthing")

    result = await used(fails)
    assert result.text.startswith("fails failed: ValueError: no such thing (test_functions_run.py, line ")
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
