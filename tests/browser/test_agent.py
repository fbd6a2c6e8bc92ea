"""A person asks an agent by voice, at the page of `solovox demo`: Claude Code's real program, without a key."""

import os
import re
import signal
import subprocess
from pathlib import Path

import pytest

import house_rules as house
from browser.conftest import AXE, PATIENCE
from browser.test_page import READABLE
from cli.running import variables

pytestmark = [pytest.mark.weights, pytest.mark.slow]

PICTURE = house.ROOT / "docs" / "images" / "agent.png"
PROGRAM = house.ROOT / ".brains" / "bin" / "python"


def repository(folder):
    """A repository of code, with a test that leaves a mark when it runs."""
    (folder / "prices.py").write_text("\n\ndef total_price(items):\n    return sum(items)\n")
    (folder / "settings.py").write_text('GREETING = "Hello"\nSHIPPING_COST = 5\n')
    (folder / "test_prices.py").write_text(
        "import pathlib\nimport unittest\n\npathlib.Path('it-ran').touch()\n"
    )
    subprocess.run(["git", "init", "--quiet", folder], check=True)
    return folder


@pytest.fixture(scope="module")
def shop(tmp_path_factory):
    return repository(tmp_path_factory.mktemp("shop"))


@pytest.fixture(scope="module")
def demo(shop, tmp_path_factory):
    """The address that a running `solovox demo` printed."""
    subprocess.run([house.ROOT / "scripts" / "brains"], check=True, stdout=subprocess.DEVNULL)
    folder = tmp_path_factory.mktemp("demo")
    command = [
        PROGRAM,
        "-m",
        "solovox",
        "demo",
        shop,
        "--no-open",
        "--port",
        "0",
        "--set",
        "narrator.voice=joe",
    ]
    own = variables(folder, PYTHONPATH=str(house.ROOT / "src"), TMPDIR=str(folder))
    with (folder / "log").open("w") as log:
        server = subprocess.Popen(command, cwd=folder, env=own, stdout=subprocess.PIPE, stderr=log, text=True)
    with server:
        line = server.stdout.readline().strip()
        assert line.startswith("http://"), (folder / "log").read_text()
        yield line
        server.send_signal(signal.SIGTERM)
        assert server.wait(timeout=PATIENCE) in (0, 128 + signal.SIGTERM), (folder / "log").read_text()
    assert [one for one in os.listdir(folder) if one.startswith("solovox-demo")] == []


def test_a_question_by_voice_is_answered_from_the_contents_of_the_folder(demo, scene, wav):
    found = scene("agent", url=demo, question=wav(0.5, "Where is total price defined?", 2))
    assert "total_price" in found["heard"][0]  # a name of the workspace, mended from "total price"
    assert "total_price is defined in prices.py, line 3" in found["answers"][0].replace("`", "")
    assert found["sound"] > 0
    assert found["errors"] == []


@pytest.fixture(scope="module")
def permits(demo, shop, scene, wav, tmp_path_factory):
    said = {
        "change": "Change the shipping cost to seven.",
        "yes": "Yes.",
        "command": "Please run all the tests.",
        "no": "No.",
    }
    picture = os.environ.get("AGENT_PICTURE") or tmp_path_factory.mktemp("picture") / "agent.png"
    return scene(
        "permits",
        url=demo,
        file=str(shop / "settings.py"),
        mark=str(shop / "it-ran"),
        last="Delete prices.py",
        picture=str(Path(picture).absolute()),
        **{name: wav(0.5, words, 2) for name, words in said.items()},
    )


def test_A5_what_is_asked_for_is_shown_part_by_part_and_a_yes_aloud_allows_it(permits, shop):
    path = str(shop / "settings.py")
    shown = dict(zip(permits["parts"][::2], permits["parts"][1::2], strict=True))
    assert shown == {
        "file_path": path,
        "replace_all": "false",
        "old_string → new_string": "-SHIPPING_COST = 5\n+SHIPPING_COST = 7",
    }
    before, after = permits["turns"].values()
    assert after == before.replace("5", "7")


def test_C6_steps_use_and_the_whole_diff_are_shown_and_what_was_changed_is_told(permits):
    about = permits["about"]
    assert [step.lstrip("✓").strip() for step in about["steps"]][1:] == [
        "Read settings.py done",
        "Edit settings.py done, has effects",
    ]
    assert re.search(r"\d+ tokens read, \d+ written$", about["meta"][0])  # a model of no vendor costs nothing
    assert about["changed"] == ["changed: settings.py +1 −1"]
    assert "\n-SHIPPING_COST = 5\n+SHIPPING_COST = 7" in permits["diff"]
    assert permits["owns"] == "I changed 1 file: settings.py, 1 line added, 1 removed."


def test_A2_a_command_that_is_refused_by_voice_did_not_run_and_the_agent_says_so(permits):
    assert permits["outcomes"] == ["granted", "denied", "denied"]
    assert permits["holds"][1]["text"].startswith('Bash {"command":"python3 -m unittest')
    assert not permits["ran"]
    assert "I did not run the tests: you said no." in permits["answers"][1]


def test_what_waits_is_in_sight_and_reached_and_refused_by_keys(permits, shop):
    assert permits["order"][-1] == "refuse"
    assert permits["inSight"], "on a small screen too"
    assert "I did not delete anything: you said no." in permits["answers"][2]
    assert (shop / "prices.py").exists()


@pytest.mark.parametrize("scheme", ["light", "dark"])
def test_what_an_agent_did_can_be_read_in_both_colours_and_on_a_small_screen(permits, scheme):
    contrast, where = permits["contrasts"][scheme]
    assert contrast >= READABLE, where
    assert permits["wide"] == {"360": 0, "1200": 0}


def test_the_console_has_no_error(permits):
    assert permits["errors"] == []


COMMAND = 'cp hours.py old.py && echo "$(date +%N)" > stamp.txt'


@pytest.fixture(scope="module")
def given_back(demo, shop, scene):
    (shop / "hours.py").write_text("OPENING_HOUR = 8\n")
    return scene(
        "givesBack",
        url=demo,
        file=str(shop / "hours.py"),
        made=str(shop / "stamp.txt"),
        socket=str(shop / "s"),
        change="Change the opening hour to nine.",
        run=COMMAND,
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
    assert given_back["shown"]["risk"].startswith("it cannot be undone: s is no file")
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
    assert "“Change the opening hour to nine.”" in edit
    assert "1 file changed: hours.py" in edit
    said, states, hours = zip(*given_back["turned"], strict=True)
    assert [one.split(":")[0] for one in said] == ["Undone", "Redone", "Undone", "Redone"]
    assert states == (2, 3, -1, 3)
    assert hours[2] == "OPENING_HOUR = 8\n", "before all of them"


def test_undo_is_accessible_and_nothing_is_said_on_the_console(given_back):
    assert given_back["found"] == []
    assert given_back["errors"] == []


def test_the_picture_of_the_agent_is_small():
    assert PICTURE.stat().st_size < 150_000
