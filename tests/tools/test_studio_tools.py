"""The six tools of the Studio, over a store in memory and a workshop with a scripted writer."""

import asyncio
import contextlib
import json

import pytest

from solovox.core.policy import Risk, Scheduling
from solovox.ports import ScreenAct, run_tool
from solovox.tools.catalog import Catalog
from solovox.tools.studio import nth
from studio.rooms import room
from studio.scripted_writer import APP, ScriptedWriter

pytestmark = pytest.mark.slow

SEED = {
    "recommend_tools": ["project_context"],
    "generate_app": ["prompt"],
    "add_tool": ["tool_id"],
    "navigate_ui": ["target"],
    "get_project_status": [],
    "search_tools": ["query", "domain"],
}


@contextlib.asynccontextmanager
async def working(session):
    """The session's Studio, open and carried."""

    async def told(_):
        pass

    carrying = asyncio.create_task(session.run(told))
    await session.open()
    yield session
    carrying.cancel()
    with contextlib.suppress(asyncio.CancelledError):
        await carrying
    await session.aclose()


async def used(session, name, **arguments):
    """(its result, what it asked of the screen)."""
    acts = []

    async def tell(act):
        acts.append(act)

    tools = Catalog(session.tools)
    assert not tools.wrong(name, json.dumps(arguments))
    tool = next(one for one in session.tools if one.name == name)
    return await run_tool(tool, arguments, tell), acts


async def built(session, prompt="build me a tip calculator"):
    result, acts = await used(session, "generate_app", prompt=prompt)
    while any(one.end is None for one in session.studio.workshop.jobs(session.now.project)):
        await asyncio.sleep(0.001)
    return result, acts


def test_they_are_those_of_the_seed_with_its_parameters_and_scheduling():
    tools = room().tools
    assert {one.name: [*one.parameters["properties"]] for one in tools} == SEED
    silent = {one.name for one in tools if one.scheduling is Scheduling.SILENT}
    assert silent == {"navigate_ui"}
    assert {one.scheduling for one in tools if one.name not in silent} == {Scheduling.WHEN_IDLE}
    assert {one.name for one in tools if one.effects} == {"generate_app", "add_tool"}
    assert {one.risk for one in tools} == {Risk.FREE}, "each version can be undone"


async def test_an_app_is_a_job_whose_number_is_the_receipt_and_the_session_has_its_project():
    async with working(room()) as session:
        result, acts = await used(session, "generate_app", prompt="build me a tip calculator")
        assert (result.text, result.receipt) == ("Job 1: I am building Tip calculator.", "job 1")
        [project] = session.studio.store.projects()
        assert acts == [ScreenAct("project", project.id)]
        assert (session.now.project, session.now.job) == (project.id, 1)


async def test_a_change_is_a_job_of_the_same_project_and_another_app_is_another_project():
    async with working(room(ScriptedWriter(APP))) as session:
        await built(session)
        first = session.now.project
        result, acts = await built(session, "make the buttons green")
        assert (result.text, acts) == ("Job 2: I am changing Tip calculator.", [])
        result, acts = await built(session, "now build me a quiz about birds")
        assert result.text == "Job 3: I am building Quiz about birds."
        assert session.now.project != first
        assert [one.name for one in session.studio.store.projects()] == ["Quiz about birds", "Tip calculator"]


async def test_a_second_job_of_a_project_is_refused_in_one_line():
    async with working(room(ScriptedWriter(APP, seconds=1))) as session:
        await used(session, "generate_app", prompt="build me a timer")
        result, _ = await used(session, "generate_app", prompt="make it blue")
        assert result.failed
        assert result.text == "job 1 still works on this app: wait for it, or stop it"
        assert result.receipt is None


async def test_recommended_tools_are_a_card_and_the_second_of_it_is_added():
    async with working(room()) as session:
        result, [card] = await used(session, "recommend_tools", project_context="charts")
        rows = json.loads(card.target)
        assert card.action == "card"
        assert set(rows[0]) == {"id", "name", "domain", "about", "why"}
        assert result.text.startswith(f"I would take {rows[0]['name']}, ")
        assert session.now.card == tuple(row["id"] for row in rows)
        result, acts = await used(session, "add_tool", tool_id="the second one")
        [project] = session.studio.store.projects()
        assert project.tools == (rows[1]["id"],)
        assert result.receipt == f"added {rows[1]['id']} to {project.name}"
        assert acts == [ScreenAct("project", project.id)]
        result, _ = await used(session, "add_tool", tool_id=rows[1]["name"])
        assert result.text.endswith("already")
        assert result.receipt is None


async def test_who_asks_for_something_is_offered_that_before_what_the_app_could_use():
    async with working(room(ScriptedWriter(APP))) as session:
        await built(session)
        _, [card] = await used(session, "recommend_tools", project_context="charts")
        assert [row["domain"] for row in json.loads(card.target)][:2] == ["charts and maps"] * 2


@pytest.mark.parametrize("said", ["recharts but wrong", "it", "the second one"])
async def test_a_tool_that_is_not_known_is_a_failed_result_that_says_so(said):
    async with working(room()) as session:
        result, _ = await used(session, "add_tool", tool_id=said)
        assert result.failed
        assert session.studio.store.projects() == []


async def test_a_search_in_a_domain_finds_only_its_tools():
    async with working(room()) as session:
        result, [card] = await used(session, "search_tools", query="map", domain="charts and maps")
        assert {row["domain"] for row in json.loads(card.target)} == {"charts and maps"}
        assert result.text.startswith("I found ")
        result, acts = await used(session, "search_tools", query="zzzxq")
        assert (result.text, acts) == ("… I find no tool for zzzxq", [])


async def test_a_card_fits_into_what_a_screen_is_told():
    """A longer target is cut, and half of a list is no JSON."""
    async with working(room()) as session:
        for query in ("charts", "a", "audio video sound", "3D", "test"):
            _, acts = await used(session, "search_tools", query=query)
            assert all(len(one.target) < 4_000 for one in acts)


async def test_the_person_is_led_and_told_how_it_stands():
    async with working(room()) as session:
        result, acts = await used(session, "navigate_ui", target="preview")
        assert (result.text, acts) == ("Here is the preview.", [ScreenAct("navigate", "preview")])
        result, _ = await used(session, "get_project_status")
        assert result.text.startswith("… there is no project yet")
        await built(session)
        await used(session, "add_tool", tool_id="chart js")
        result, _ = await used(session, "get_project_status")
        assert result.text == (
            "Tip calculator is at version 1, with 2 files. It uses Chart.js. Job 1 is done: A tip calculator."
        )


@pytest.mark.parametrize(
    ("said", "at"),
    [("it", 0), ("the second one", 1), ("number three", 2), ("2nd", 1), ("the last", 2), ("Chart.js", None), ("d3", None)],
)  # fmt: skip
def test_words_for_a_place_on_a_card(said, at):
    assert nth(said, 3) == at


async def test_the_version_before_is_shown_and_the_newer_one_again_until_there_is_none():
    async with working(room(ScriptedWriter(APP))) as session:
        result, _ = await used(session, "generate_app", prompt="undo that")
        assert (result.failed, result.text) == (True, "there is no app yet: say what to build")
        await built(session)
        store, project = session.studio.store, session.now.project
        store.save(project, "make the buttons green", "templates", {"index.html": "<p>Green</p>"})
        for said, text, version in (
            ("Undo that.", "Tip calculator is at version 1 again.", 1),
            (
                "Go back to the version before.",
                "There is nothing to undo: this is the first version of Tip calculator.",
                1,
            ),
            ("redo", "Tip calculator is at version 2 again.", 2),
            ("redo that", "There is no newer version of Tip calculator.", 2),
        ):
            result, _ = await used(session, "generate_app", prompt=said)
            assert (result.text, store.project(project).version) == (text, version)
            assert (result.receipt is not None) == text.endswith("again.")


async def test_nothing_is_undone_below_a_job_that_works():
    async with working(room(ScriptedWriter(APP, seconds=1))) as session:
        await used(session, "generate_app", prompt="build me a timer")
        result, _ = await used(session, "generate_app", prompt="undo that")
        assert (result.failed, result.text) == (
            True,
            "job 1 still works on this app: wait for it, or stop it",
        )
