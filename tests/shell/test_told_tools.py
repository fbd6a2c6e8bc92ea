"""What a brain is told of many tools, and that a call of another is run."""

import asyncio
import math
import threading

from solovox.core import commands as c
from solovox.core import events as e
from solovox.core.units import RunId
from solovox.ports import ToolResult
from solovox.shell.clock import run
from solovox.shell.links.brain import BrainOverPort
from solovox.shell.links.toolbox import Toolbox
from solovox.testing.fakes import ScriptedBrain, ScriptedTool, Use

TOOLS = [ScriptedTool(name, ToolResult(name)) for name in ("ant", "bee", "cow", "dog")]


class FirstLetters:
    """`Nearest` by the first letter of the text."""

    most = 2

    def __init__(self):
        self.prepared, self.asked, self.threads = [], [], set()

    def prepare(self, tools):
        self.prepared.append(len(tools))
        self.threads.add(threading.get_ident())

    def nearest(self, text, tools, most, called, named):
        self.asked.append((text, set(called), set(named)))
        self.threads.add(threading.get_ident())
        return tuple(tool for tool in tools if tool.name in called or tool.name[0] == text[0])


def asked(tools, near, *texts):
    """A brain is asked these, one after the other, and uses a tool for each."""
    brain = ScriptedBrain(default=[Use("dog")])

    async def main():
        link, told = BrainOverPort(brain, tools, nearest=near), asyncio.Queue()
        async with asyncio.TaskGroup() as tasks:
            work = tasks.create_task(link.run(told.put))
            for number, text in enumerate(texts, 1):
                await link.perform(c.AskBrain(RunId(number), None, text, c.RoutedBy.TYPED))
                call = await told.get()
                assert (type(call), call.tool) == (e.BrainCalled, "dog")
                await link.perform(c.AnswerBrain(RunId(number), call.call, "it barks"))
                while not isinstance(await told.get(), e.BrainFinished):
                    pass
            work.cancel()

    run(main(), math.inf)
    return [[tool.name for tool in one.tools] for one in brain.questions]


def test_a_brain_is_told_the_nearest_of_many_and_what_it_called_stays():
    near = FirstLetters()
    assert asked(TOOLS, near, "an insect", "beef") == [["ant"], ["bee", "dog"]]
    every = {tool.name for tool in TOOLS}
    assert near.asked == [("an insect", set(), every), ("beef", {"dog"}, every)]


def test_the_loop_is_not_stopped_by_the_choice():
    near = FirstLetters()
    asked(TOOLS, near, "an insect")
    assert near.prepared == [4]
    assert threading.get_ident() not in near.threads


def test_few_tools_are_all_told_without_a_choice():
    near = FirstLetters()
    assert asked(TOOLS[2:], near, "an insect") == [["cow", "dog"]]
    assert (near.asked, near.prepared) == ([], [])
    assert asked(TOOLS, None, "an insect") == [["ant", "bee", "cow", "dog"]]


def test_a_choice_that_fails_ends_no_question(caplog):
    class Failing(FirstLetters):
        def prepare(self, tools):
            raise RuntimeError("prepared")

        def nearest(self, text, tools, most, called, named):
            raise RuntimeError("broken")

    assert asked(TOOLS, Failing(), "an insect") == [["ant", "bee"]]
    assert caplog.messages == ["of 4 tools the first 2 are told: broken"]


def test_what_the_session_began_with_was_named_and_what_a_set_brings_was_not():
    class Shed:
        async def open(self):
            return TOOLS[1:]

        async def aclose(self):
            pass

    box = Toolbox(TOOLS[:1], {"shed": Shed()})

    async def main():
        work = asyncio.create_task(box.run(lambda _: asyncio.sleep(0)))
        await box.await_opened()
        work.cancel()

    run(main(), math.inf)
    assert len(tuple(box)) == 4
    assert box.named == {"ant"}
