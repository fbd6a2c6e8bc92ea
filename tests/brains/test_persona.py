"""The offline brain as a persona: its name, its mood, its diary, and nothing made up."""

import pytest

from solovox.brains.local import LocalPersona
from solovox.ports import ToolResult

TOOLS = ("update_diary", "read_diary")


class OneDiary:
    """A host with a diary."""

    def __init__(self, *results):
        self._results, self.calls = list(results), []

    async def call(self, name, arguments):
        self.calls.append((name, dict(arguments)))
        return self._results.pop(0)


async def answer(said, *results, mood="calm", tools=TOOLS):
    host = OneDiary(*results)
    return await LocalPersona("Luna", lambda: mood).answer(said, tools, host), host.calls


@pytest.mark.parametrize(
    "said",
    ["What is your name?", "Hey Luna, who are you?", "What's your name please", "Luna, who am I talking to?"],
)
async def test_its_name(said):
    assert await answer(said) == ("I am Luna.", [])


@pytest.mark.parametrize(
    "said", ["What did you write in your diary?", "Read me your diary.", "Luna, what's in your diary?"]
)
async def test_its_diary(said):
    found = await answer(said, ToolResult("2026-11-24 20:00: Ada won.\n… and 3 older"))
    assert found == ("In my diary stands: 2026-11-24 20:00: Ada won.", [("read_diary", {})])
    assert (await answer(said, ToolResult("… your diary has no entry")))[0] == "My diary has no entry."


@pytest.mark.parametrize(
    ("said", "entry"),
    [
        ("Write in your diary that Ada won.", "Ada won"),
        ("Please note that Bob lost today in your diary", "Bob lost today"),
        ("Luna, put into your diary: the storm is over", "the storm is over"),
    ],
)
async def test_what_it_is_told_to_write(said, entry):
    found = await answer(said, ToolResult("It is in your diary.", "diary entry"))
    assert found == ("It is in your diary.", [("update_diary", {"entry": entry})])


async def test_what_failed_is_said():
    found, _ = await answer("write in your diary that Ada won", ToolResult("the disk is full", failed=True))
    assert found == "That did not work: the disk is full."


@pytest.mark.parametrize(
    "said",
    ["what time is it", "what is the name of the file", "how are the tests", "who wrote a diary", "luna"],
)
async def test_anything_else_is_not_its_own(said):
    assert await answer(said) == (None, [])


async def test_without_its_tools_it_has_no_diary():
    assert await answer("read me your diary", tools=()) == (None, [])
    assert await answer("write in your diary that Ada won", tools=()) == (None, [])
