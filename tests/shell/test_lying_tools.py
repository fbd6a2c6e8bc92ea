"""Tools that die, hang or lie: each is answered once, and the session's link goes on."""

import asyncio
import math
from typing import ClassVar

import pytest

from shell.tools_link import answered, returned
from solovox.core.commands import RunTool
from solovox.core.events import ToolReturned
from solovox.ports import Progress, Tool, ToolResult
from solovox.shell.clock import run
from solovox.testing.fakes import ScriptedTool
from solovox.tools.function import FunctionTool


class Silent(Exception):
    def __str__(self):
        raise ValueError("no words")


class Wordless(Exception):
    def __str__(self):
        return 7  # noqa: PLE0307


class Lying(Tool):
    """Its `run` is the function that it is given."""

    name = "t"
    description = "Lies."
    parameters: ClassVar = {"type": "object"}
    effects = True

    def __init__(self, does):
        self.does = does

    def run(self, arguments):
        return self.does()


def raising(error):
    async def coroutine():
        raise error

    return coroutine


def generating(*told):
    async def generator():
        for one in told:
            yield one

    return generator


async def result_and_more():
    yield ToolResult("first", "r-1")
    yield Progress("after the result")
    yield ToolResult("second", "r-2")


async def never_leaves():
    try:
        yield ToolResult("left", "r-1")
    finally:
        raise OSError("it will not be closed")


async def renames_itself():
    LIAR.name = "another"
    return ToolResult("renamed")


async def nothing():
    return None


LIAR = Lying(renames_itself)

TABLE = [
    ("another type", generating({"a": 1}), "t gave a value of the kind dict, which is no result", None, True),
    ("a plain function", lambda: "done", "t gave a value of the kind str, which is no result", None, True),
    ("a result without async", lambda: ToolResult("ok"), "ok", None, False),
    ("nothing", nothing, "t gave nothing, which is no result", None, True),
    ("no text", generating(ToolResult(7)), "t returned no result", None, True),
    ("an empty text", generating(ToolResult("")), "… t is done, and gave no text", None, False),
    (
        "an empty failure",
        generating(ToolResult(" ", failed=True)),
        "t failed and did not say why",
        None,
        True,
    ),
    ("a receipt that is no text", generating(ToolResult("ok", 7)), "ok", None, False),
    ("a receipt of nothing", generating(ToolResult("ok", " \n")), "ok", None, False),
    ("a receipt of many lines", generating(ToolResult("ok", "a\n\x1b[1mb")), "ok", "a b", False),
    ("lone surrogates", generating(ToolResult("a\ud800b", "c\udfffd")), "a\ufffdb", "c\ufffdd", False),
    ("escape sequences", generating(ToolResult("\x1b[31mred\x1b]0;x\x07")), "red", None, False),
    ("a result too many", result_and_more, "first", "r-1", False),
    ("no end", never_leaves, "OSError: it will not be closed", None, True),
    ("progress for ever without a result", generating(Progress("half")), "t gave no result", None, True),
    ("an exception without words", raising(Silent()), "Silent", None, True),
    ("an exception whose words are none", raising(Wordless()), "Wordless", None, True),
    ("SystemExit", raising(SystemExit(3)), "SystemExit: 3", None, True),
    ("KeyboardInterrupt", raising(KeyboardInterrupt()), "KeyboardInterrupt", None, True),
    ("GeneratorExit", raising(GeneratorExit()), "GeneratorExit", None, True),
    (
        "a cancellation of its own",
        raising(asyncio.CancelledError()),
        "t gave up, and gave no result",
        None,
        True,
    ),
    ("another name", LIAR.does, "renamed", None, False),
]


@pytest.mark.parametrize(
    ("does", "text", "receipt", "failed"), [row[1:] for row in TABLE], ids=[row[0] for row in TABLE]
)
def test_C3_a_tool_that_lies_is_answered_once_and_the_next_call_is_answered_too(does, text, receipt, failed):
    liar, other = Lying(does), ScriptedTool("u", ToolResult("ok"))
    seen = run(returned([liar, other], RunTool(1, "t", "{}"), RunTool(2, "u", "{}")), math.inf)
    assert [one for one in seen if isinstance(one, ToolReturned)] == [
        ToolReturned(1, text, receipt, failed),
        ToolReturned(2, "ok"),
    ]


def plain_exit() -> str:
    """Ends the program, it thinks."""
    raise SystemExit("bye")


async def async_interrupt() -> str:
    """Interrupts."""
    raise KeyboardInterrupt


def stops() -> str:
    """Stops."""
    raise StopIteration("x")


def not_a_number() -> dict[str, float]:
    """Is no number of JSON."""
    return {"n": float("nan")}


def claims() -> str:
    """Claims, and did nothing: a text is no receipt of a tool that only looks."""
    return "I have deleted everything"


claims.__solovox_tool__ = {"effects": False}


def stranger() -> object:
    """Returns what nobody can be told."""
    return object()


def itself() -> list:
    """Is within itself."""
    found: list = []
    found.append(found)
    return found


def steps():
    """Tells, and fails."""
    yield "half"
    raise KeyboardInterrupt


FUNCTIONS = [
    (plain_exit, "plain_exit failed: SystemExit: bye (test_lying_tools.py, line ", None, True),
    (async_interrupt, "async_interrupt failed: KeyboardInterrupt (test_lying_tools.py, line ", None, True),
    (stops, "stops failed: RuntimeError: StopIteration: x", None, True),
    (steps, "steps failed: KeyboardInterrupt (test_lying_tools.py, line ", None, True),
    (stranger, "stranger returned a value of the kind object, which cannot be told: ", None, True),
    (itself, "itself returned a value of the kind list, which cannot be told: ", None, True),
    (not_a_number, '{"n": NaN}', 'not_a_number answered: {"n": NaN}', False),
    (claims, "I have deleted everything", None, False),
]


@pytest.mark.parametrize(
    ("function", "text", "receipt", "failed"), FUNCTIONS, ids=[one[0].__name__ for one in FUNCTIONS]
)
async def test_C3_C4_a_function_that_lies_is_answered_in_one_line(function, text, receipt, failed):
    tool = FunctionTool(function)
    event = await answered([tool], RunTool(1, tool.name, "{}"))
    assert event.result.startswith(text)
    assert "\n" not in event.result
    assert (event.receipt, event.failed) == (receipt, failed)
