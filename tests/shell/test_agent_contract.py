"""An agent that uses all of the ports of brains and tool sets, held to their contracts."""

import contextlib
from typing import ClassVar

import pytest

from solovox.core.units import StepKind, StepState
from solovox.ports import (
    Act,
    Brain,
    Question,
    Step,
    TokensUsed,
    Tool,
    ToolResult,
    ToolSet,
    ToolSetError,
    Wrote,
)
from solovox.testing.contracts_brain import BrainContract, ScriptedHost
from solovox.testing.contracts_tool import ToolContract
from solovox.testing.contracts_toolset import ToolSetContract

EDITING = Act("edit a.py")
EDIT = Step("editing a.py", StepKind.TOOL, "1", effects=True)


class Agent(Brain):
    """Edits a file, if it may, and takes later words."""

    steers = True

    def __init__(self):
        self.words = None

    async def answer(self, question, host):
        self.words = []
        try:
            yield Step("thinking", StepKind.THINKING)
            yield TokensUsed(10, 0)
            if question.instruction == "rename it" and (await host.needs_yes(EDITING)).allowed:
                yield EDIT
                yield Step(
                    "editing a.py", StepKind.TOOL, "1", "", StepState.DONE, effects=True, receipt="1f2e"
                )
            yield Wrote("Done.")
            yield TokensUsed(10, 4, 120)
        finally:
            self.words = None

    async def steer(self, text):
        if self.words is None:
            return False
        self.words.append(text)
        return True


class TestAnAgentKeepsTheContract(BrainContract):
    acting = Question("rename it")

    @contextlib.asynccontextmanager
    async def fresh(self):
        yield Agent()


class Rash(Agent):
    """Edits first, and asks then."""

    async def answer(self, question, host):
        yield EDIT
        await host.needs_yes(EDITING)
        yield Wrote("Done.")


class Late(Agent):
    """Says only at the end that it changed something."""

    async def answer(self, question, host):
        await host.needs_yes(EDITING)
        yield Step("editing a.py", StepKind.TOOL, "1")
        yield Step("editing a.py", StepKind.TOOL, "1", effects=True)


class Forgetful(Agent):
    """Its count falls."""

    async def answer(self, question, host):
        yield TokensUsed(10, 4)
        yield TokensUsed(9, 4)


class Eager(Agent):
    """Takes words when nothing is being answered."""

    async def steer(self, text):
        return True


BROKEN = [
    (Rash, "test_it_changes_nothing_without_a_yes"),
    (Late, "test_with_a_yes_it_says_what_it_changes_when_it_begins"),
    (Forgetful, "test_what_it_has_used_is_told_in_all_and_never_falls"),
    (Eager, "test_it_takes_later_words_or_says_at_once_that_it_does_not"),
]


@pytest.mark.parametrize(("broken", "check"), BROKEN)
async def test_the_contract_finds_an_agent_that_breaks_it(broken, check):
    class Contract(TestAnAgentKeepsTheContract):
        @contextlib.asynccontextmanager
        async def fresh(self):
            yield broken()

    with pytest.raises(AssertionError):
        await getattr(Contract(), check)()


async def test_a_host_that_allows_remembers_what_it_was_asked():
    host = ScriptedHost(allows=True)
    assert (await host.needs_yes(EDITING)).allowed
    assert host.acts == [EDITING]


class Dig(Tool):
    """A tool of a set."""

    name = "dig"
    description = "Digs."
    parameters: ClassVar = {"type": "object"}

    async def run(self, arguments):
        return ToolResult("dug")


class TestItsToolKeepsTheContract(ToolContract):
    def fresh(self):
        return Dig()


class Shed(ToolSet):
    """A set, perhaps locked."""

    def __init__(self, *tools, locked=""):
        self._tools = tools
        self._locked = locked

    async def open(self):
        if self._locked:
            raise ToolSetError(self._locked)
        return self._tools

    async def aclose(self):
        pass


class TestASetKeepsTheContract(ToolSetContract):
    @contextlib.asynccontextmanager
    async def fresh(self):
        yield Shed(Dig())

    @contextlib.asynccontextmanager
    async def failing(self):
        yield Shed(locked="the shed is locked: give a key")


BAD_SETS = [
    (Shed(Dig(), Dig()), "test_it_lists_tools_each_with_a_name_of_its_own"),
    (Shed(locked="two\nlines"), "test_it_fails_with_one_clear_line_and_closes"),
    (Shed(), "test_it_fails_with_one_clear_line_and_closes"),
]


@pytest.mark.parametrize(("broken", "check"), BAD_SETS)
async def test_the_contract_finds_a_set_that_breaks_it(broken, check):
    class Contract(ToolSetContract):
        @contextlib.asynccontextmanager
        async def fresh(self):
            yield broken

        failing = fresh

    with pytest.raises(AssertionError):
        await getattr(Contract(), check)()
