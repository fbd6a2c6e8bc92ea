"""What a real agent asks for is looked at, on a phone, a tablet, a laptop and a desk. Claude Code's program, and an agent of the protocol."""

import os
import shlex

import pytest
from anyio.from_thread import start_blocking_portal

from brains_sdk.acp_double import COMMAND, END, permission, scripted, text
from browser.agents import agent_served
from browser.conftest import AXE, served
from cli.running import variables
from solovox.demo.project import FILES, project_in
from solovox.demo.tour import Task, TourModel, TourUse

pytestmark = [pytest.mark.weights, pytest.mark.slow]

BEFORE = FILES["basket.py"].partition("def shipping")[2]
AFTER = BEFORE.replace(
    "Large ones are sent for nothing.", "Large ones, and those of members, are sent for nothing."
).replace(
    "price >= FREE_SHIPPING_FROM",
    "price >= FREE_SHIPPING_FROM or is_member_of_the_shop_for_more_than_a_year(price)",
)
TESTED = 'LANG=C python3 -m unittest 2>&1 | tee report.txt && echo "$(date +%F) tested" >> log.txt  # kept'
PUBLISHED = "git push --force origin main && curl -s -X POST https://shop.example/hooks/deploy -d @bill.py"
NEW = "\n".join(f"def price_{n}():\n    return {n}  # of the tea number {n}\n" for n in range(24))


def changes(folder):
    path = {"file_path": f"{folder}/basket.py"}
    yield TourUse("Read", path)
    got = yield TourUse(
        "Edit", {**path, "old_string": BEFORE, "new_string": AFTER}, "I would change these lines."
    )
    return "Shipping is free for members now." if got.done else f"I changed nothing: {got.why_not}."


def runs(_):
    got = yield TourUse(
        "Bash",
        {"command": TESTED, "description": "Run the tests and keep what they say"},
        "I would run the tests.",
    )
    return "The tests are run." if got.done else f"I did not run them: {got.why_not}."


def publishes(_):
    run = {"command": PUBLISHED, "description": "Publish the shop", "dangerouslyDisableSandbox": True}
    got = yield TourUse("Bash", run, "I would publish it.")
    return "It is published." if got.done else f"I did not publish it: {got.why_not}."


def writes(folder):
    got = yield TourUse(
        "Write", {"file_path": f"{folder}/prices.py", "content": NEW}, "I would write a file of prices."
    )
    return "It is written." if got.done else f"I wrote nothing: {got.why_not}."


def task(says, name, does):
    return Task(says, frozenset({name}), frozenset(says.lower().strip(".").split()), does)


TASKS = (
    task("Send to members for nothing.", "members", changes),
    task("Run all tests.", "tests", runs),
    task("Publish the shop.", "publish", publishes),
    task("Write the prices.", "prices", writes),
)


@pytest.fixture(scope="module")
def plan():
    return {"axe": str(AXE), "pictures": os.environ.get("PICTURES", "")}


@pytest.fixture(scope="module")
def acts(scene, plan, tmp_path_factory):
    shop = tmp_path_factory.mktemp("shop")
    project_in(shop)
    with agent_served(tmp_path_factory.mktemp("room"), shop, TourModel(TASKS, word=0, thought=0)) as url:
        change, test, publish, write = (one.says for one in TASKS)
        yield scene("actsSeen", url=url, change=change, test=test, publish=publish, write=write, **plan)


def test_each_kind_of_act_is_whole_and_its_focus_is_seen_on_each_screen(acts):
    assert acts["found"] == []
    assert acts["errors"] == []


ONE = [
    permission("t", kind="execute", rawInput={"command": "npm test"}),
    ["if allowed", [text("Tested."), END], [text("Not tested."), END]],
]
CHANGE = [{"type": "diff", "path": "stock.py", "oldText": "GREEN = 3\n", "newText": "GREEN = 4\nWHITE = 2\n"}]
ANOTHER = [permission("e", kind="edit", title="Edit stock.py", content=CHANGE), text("Then not."), END]


@pytest.fixture(scope="module")
def agents_acts(scene, plan, wav, tmp_path_factory):
    room, shop = tmp_path_factory.mktemp("room"), tmp_path_factory.mktemp("shop")
    with (
        start_blocking_portal() as portal,
        portal.wrap_async_context_manager(scripted(ONE, ONE, ANOTHER)) as (_, told),
    ):
        flags = ("--no-journal", "--limit", "10", "--set", "ear.kind=local", "--set", f"workspace={shop}")
        flags += ("--set", "brain.kind=acp", "--set", f"brain.command={shlex.join(COMMAND)}")
        with served(room, *flags, own=variables(room, **told)) as url:
            words = wav(0.5, "What time is it?", 2)
            yield scene(
                "actsOfAgent", url=url, one="Test it, please.", another="Edit it.", words=words, **plan
            )


def test_A7_what_was_freed_runs_without_a_question_with_an_agent_of_the_protocol(agents_acts):
    assert agents_acts["asked"] == 0
    assert agents_acts["answers"][:2] == ["Agent\n\nTested."] * 2


def test_several_wait_beside_each_other_each_whole_and_its_focus_seen(agents_acts):
    assert agents_acts["several"] == ["The agent asks to do this (1 of 2)", "Send this? (2 of 2)"]
    assert agents_acts["found"] == []
    assert agents_acts["errors"] == []
