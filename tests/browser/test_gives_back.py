"""What an agent did is given back at the page, and done again; a command is shown by its parts, and freed. Claude Code's real program, without a key."""

import os

import pytest

from browser.agents import agent_served
from browser.conftest import AXE
from solovox.demo.tour import Task, TourModel, TourUse

pytestmark = [pytest.mark.wide, pytest.mark.weights, pytest.mark.slow]

COMMAND = 'cp hours.py old.py && echo "$(date +%N)" > stamp.txt'


def opens_later(folder):
    path = {"file_path": f"{folder}/hours.py"}
    yield TourUse("Read", path)
    yield TourUse("Edit", {**path, "old_string": "OPENING_HOUR = 8", "new_string": "OPENING_HOUR = 9"})
    return "Done."


def runs(folder):
    yield TourUse("Bash", {"command": COMMAND, "description": "Run it"})
    return "Done."


CHANGE = Task(
    "Change the opening hour to nine.",
    frozenset({"opening"}),
    frozenset("change hour to nine".split()),
    opens_later,
)
RUN = Task("Run it.", frozenset({"run"}), frozenset({"it"}), runs)


@pytest.fixture(scope="module")
def given_back(scene, tmp_path_factory):
    shop = tmp_path_factory.mktemp("shop")
    (shop / "hours.py").write_text("OPENING_HOUR = 8\n")
    with agent_served(
        tmp_path_factory.mktemp("room"), shop, TourModel((CHANGE, RUN), word=0, thought=0)
    ) as url:
        yield scene(
            "givesBack",
            url=url,
            file=str(shop / "hours.py"),
            made=str(shop / "stamp.txt"),
            socket=str(shop / "s"),
            change=CHANGE.says,
            run=RUN.says,
            axe=str(AXE),
            pictures=os.environ.get("PICTURES", ""),
        )


def test_A7_an_edit_is_shown_as_a_diff_and_a_command_by_its_parts(given_back):
    assert given_back["diff"] == "-OPENING_HOUR = 8\n+OPENING_HOUR = 9"
    shown = given_back["shown"]
    assert "".join(text for _, text in shown["parts"]) == COMMAND
    kinds = {kind: [text for one, text in shown["parts"] if one == kind] for kind, _ in shown["parts"]}
    assert kinds["program"] == ["cp", "echo", "date"]
    assert (kinds["operator"], kinds["redirection"]) == (["&&"], ["> stamp.txt"])
    assert shown["told"][0] == "Runs cp, echo, date"


def test_U1_what_cannot_be_given_back_is_said_before_the_yes(given_back):
    assert given_back["shown"]["risk"].startswith("It cannot be undone: s is no file")
    assert given_back["shown"]["code"] == 1


def test_A7_what_was_freed_is_not_asked_for_is_listed_and_is_asked_for_again(given_back):
    assert given_back["unasked"] == 0
    [freed] = given_back["freed"]
    assert COMMAND in freed
    assert "by the page" in freed
    assert given_back["asked"] == "The agent asks to do this"


def test_U2_what_was_done_is_seen_given_back_and_done_again(given_back):
    now, last, edit, *_ = given_back["done"]
    assert now == "The folder is as it was here"
    assert "Claude Code" in last
    assert "1 file changed: stamp.txt" in last
    assert f"“{CHANGE.says}”" in edit
    assert "1 file changed: hours.py" in edit
    said, states, hours = zip(*given_back["turned"], strict=True)
    assert [one.split(":")[0] for one in said] == ["Undone", "Redone", "Undone", "Redone"]
    assert states == (2, 3, -1, 3)
    assert hours[2] == "OPENING_HOUR = 8\n", "before all of them"


def test_undo_is_accessible_and_nothing_is_said_on_the_console(given_back):
    assert given_back["found"] == []
    assert given_back["errors"] == []
