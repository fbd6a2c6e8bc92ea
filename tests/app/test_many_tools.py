"""Many tools, through a whole session: a brain is told some, and a call of any is run, with arguments as the tool takes them."""

import math
from dataclasses import replace
from typing import ClassVar

from solovox.app.wiring import SessionParts, session
from solovox.config.schema import Config
from solovox.core import events as ev
from solovox.meaning.nearest import MOST, NearestTools
from solovox.parts.now import SessionNow
from solovox.parts.policies import policy
from solovox.ports import Tool, ToolResult, Wrote
from solovox.shell.clock import run
from solovox.surfaces.file import FileOptions, FileSurface
from solovox.testing.fakes import MemoryJournal, ScriptedBrain, ScriptedRecogniser, ScriptedTts, Use


class Sized(Tool):
    """Says its number, times a size."""

    parameters: ClassVar = {
        "type": "object",
        "properties": {"size": {"enum": [1, 2]}, "unit": {"const": "m"}},
        "required": ["unit"],
    }

    def __init__(self, number):
        self.name = f"tool_{number}"
        self.description = f"Says number {number}."
        self.number = number

    async def run(self, arguments):
        return ToolResult(f"{self.number * arguments['size']} {arguments['unit']}")


class Absent(Exception):
    """There is no sentence model."""


def absent():
    raise Absent("install it")


TOOLS = tuple(Sized(number) for number in range(100, 140))


def talked(answer):
    """A session over fakes; what its brain was asked, and its events."""
    brain, journal = ScriptedBrain(default=answer), MemoryJournal()
    parts = SessionParts(policy(Config(), TOOLS), ScriptedRecogniser([]), ScriptedTts(), brain, TOOLS)
    now = SessionNow(parts.policy, TOOLS, nearest=NearestTools(absent))

    async def main():
        def surface(place):
            options = FileOptions(busy=place.busy, typed="number 131, please")
            return FileSurface(place.sound, place.clock, b"", bytearray().extend, options)

        return await session(replace(parts, now=now), surface, journal).run()

    run(main(), math.inf)
    return brain.questions, [event for _, event, _ in journal.entries]


def test_a_tool_that_was_not_told_is_run_and_gets_what_it_takes():
    told = {tool.name for tool in talked([Wrote("Yes.")])[0][0].tools}
    assert len(told) == MOST
    assert "tool_131" in told
    other = next(tool for tool in TOOLS if tool.name not in told)
    _, events = talked([Use(other.name, {"size": "2"}), Wrote(" That is all.")])
    (came,) = [event for event in events if isinstance(event, ev.ToolReturned)]
    assert (came.result, came.failed) == (f"{2 * other.number} m", False)


def test_C1_calls_are_one_by_what_was_called():
    _, events = talked([Use("tool_100", {"size": "2"}), Wrote(" That is all.")])
    (called,) = [event for event in events if isinstance(event, ev.BrainCalled)]
    assert (called.arguments, called.wrong) == ('{"size":"2"}', "")
    _, events = talked([Use("tool_100", {"size": "3"}), Wrote(" That is all.")])
    (called,) = [event for event in events if isinstance(event, ev.BrainCalled)]
    assert called.wrong == "tool_100: `size` must be one of 1, 2"
