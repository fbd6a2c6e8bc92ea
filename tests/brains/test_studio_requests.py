"""What is said in the Studio: exact forms become one of its six tools, and nothing else does."""

import pytest

from solovox.brains.local import OFFLINE, LocalBrain
from solovox.brains.studio import NO_APP, StudioBrain, StudioSight
from solovox.ports import Question, ToolResult, Wrote
from solovox.ports.studio import StudioNow
from solovox.studio.catalogue.shelf import Names
from solovox.studio.catalogue.shelf import tools as shelf
from solovox.testing.memory_projects import MemoryProjects
from solovox.tools.arithmetic import Arithmetic, Units
from solovox.tools.studio import StudioHands, studio_tools
from solovox.tools.time_of_day import DateTool, GetTime

CARD = ("chartjs", "echarts", "plotly")
DOMAINS = tuple(dict.fromkeys(one.domain for one in shelf()))
SAID = [
    ("what should I use for charts?", "recommend_tools", {"project_context": "charts"}),
    ("what do you suggest for drag and drop", "recommend_tools", {"project_context": "drag and drop"}),
    ("recommend me some tools", "recommend_tools", {}),
    ("search for maps", "search_tools", {"query": "maps"}),
    ("find tools for drawing", "search_tools", {"query": "drawing"}),
    ("search for sound in media and audio", "search_tools", {"query": "sound", "domain": "media and audio"}),
    ("which tools do you have for testing", "search_tools", {"query": "testing"}),
    ("please add leaflet to my project", "add_tool", {"tool_id": "leaflet"}),
    ("use d three", "add_tool", {"tool_id": "d3"}),
    ("add it", "add_tool", {"tool_id": "it"}),
    ("okay, the second one", "add_tool", {"tool_id": "the second one"}),
    ("show me the preview", "navigate_ui", {"target": "preview"}),
    ("open the app", "navigate_ui", {"target": "preview"}),
    ("go to my projects", "navigate_ui", {"target": "projects"}),
    ("how is my app doing", "get_project_status", {}),
    ("what is the project status", "get_project_status", {}),
    ("what is twelve times seven", "calculate", {"sum": "twelve times seven"}),
    ("convert 5 miles to kilometers", "convert_units", {"value": 5.0, "from": "miles", "to": "kilometers"}),
]
PASSED_ON = [
    "build me a tip calculator",
    "Could you make me a quiz, please?",
    "I want a to-do list for my groceries",
]
CHANGES = [
    "make the buttons green",
    "Add a reset button",
    "undo that",
    "go back to the previous version",
    "rename it Lunch",
]
NOTHING = [
    "who painted the Mona Lisa", "I had a long day", "why is the sky blue", "that looks great", "what tools does a plumber use for pipes in winter?",
    "show me the way home", "open the window", "search the sea for pearls", "show me the preview of the film", "how is the project doing in Japan",
]  # fmt: skip


def brain_for(card=(), has_app=False):
    named = Names(shelf())

    def known(name):
        found = named.find(name)
        return None if found is None else found.id

    return StudioBrain(LocalBrain(), StudioSight(StudioNow(card=card), lambda: has_app, known))


def declared():
    hands = StudioHands(
        store=MemoryProjects(), workshop=None, catalogue=None, domains=DOMAINS, context=str, now=StudioNow()
    )
    now = None
    return (*studio_tools(hands), GetTime(now), DateTool(now), Arithmetic(), Units())


async def said_to(brain, text):
    """(what was called, what was answered)."""
    called = []

    class Host:
        async def call(self, name, arguments):
            called.append((name, dict(arguments)))
            return ToolResult("it is so")

    answering = brain.answer(Question(text, tools=declared()), Host())
    return called, "".join([one.text async for one in answering if isinstance(one, Wrote)])


@pytest.mark.parametrize(("said", "tool", "arguments"), SAID)
async def test_C7_an_exact_form_is_one_tool(said, tool, arguments):
    called, answer = await said_to(brain_for(CARD), said)
    assert called == [(tool, arguments)]
    assert answer.casefold().endswith("it is so.")


@pytest.mark.parametrize("said", PASSED_ON)
async def test_an_app_is_asked_for_in_the_persons_own_words(said):
    assert (await said_to(brain_for(), said))[0] == [("generate_app", {"prompt": said})]


@pytest.mark.parametrize("said", CHANGES)
async def test_a_change_is_passed_on_where_there_is_an_app(said):
    assert (await said_to(brain_for(has_app=True), said))[0] == [("generate_app", {"prompt": said})]
    assert await said_to(brain_for(), said) == ([], NO_APP)


@pytest.mark.parametrize("said", NOTHING)
async def test_C7_anything_else_is_no_tool_and_that_is_said(said):
    assert await said_to(brain_for(has_app=True), said) == ([], OFFLINE)


async def test_a_yes_adds_the_first_tool_that_was_recommended_and_only_then():
    for answer, called in (
        ("yes please", [("add_tool", {"tool_id": "chartjs"})]),
        ("never mind", []),
        ("what can you do", []),
    ):
        brain = brain_for(CARD)
        await said_to(brain, "recommend a tool for charts")
        assert (await said_to(brain, answer))[0] == called
        assert (await said_to(brain, "yes"))[0] == []
