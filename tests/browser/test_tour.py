"""The tour of `solovox demo` as a person goes through it: by voice, by clicks and by keys, with Claude Code's real program and no key."""

import os
import re
import signal
import subprocess
from pathlib import Path

import pytest

import house_rules as house
from browser.agents import installed
from browser.conftest import AXE, PATIENCE
from cli.running import variables
from solovox.demo.project import FILES
from solovox.demo.tour import TOUR

pytestmark = [pytest.mark.wide, pytest.mark.weights, pytest.mark.slow]

PICTURE = house.ROOT / "docs" / "images" / "agent.png"
EXPLAIN, FIND, FIX, RENAME, DELETE = (task.says for task in TOUR)


@pytest.fixture(scope="module")
def tour(scene, wav, tmp_path_factory):
    """What was seen at a running `solovox demo`, which leaves nothing behind."""
    program, folder = installed(), tmp_path_factory.mktemp("demo")
    command = [program, "-m", "solovox", "demo", "--no-open", "--port", "0", "--set", "narrator.voice=joe"]
    own = variables(folder, PYTHONPATH=str(house.ROOT / "src"), TMPDIR=str(folder))
    said = {"find": FIND, "fix": FIX, "yes": "Yes.", "undo": "Take that back.", "delete": DELETE, "no": "No."}
    picture = os.environ.get("AGENT_PICTURE")
    with (folder / "log").open("w") as log:
        server = subprocess.Popen(command, cwd=folder, env=own, stdout=subprocess.PIPE, stderr=log, text=True)
    with server:
        line = server.stdout.readline().strip()
        assert line.startswith("http://"), (folder / "log").read_text()
        (shop,) = folder.glob("solovox-demo-*/tea-shop")
        try:
            yield scene(
                "tour",
                url=line,
                shop=str(shop),
                said={name: wav(0.5, words, 2) for name, words in said.items()},
                rename=RENAME,
                beside="What is the weather?",
                picture=picture and str(Path(picture).absolute()),
                axe=str(AXE),
                pictures=os.environ.get("PICTURES", ""),
            )
        finally:
            server.send_signal(signal.SIGTERM)
            assert server.wait(timeout=PATIENCE) in (0, 128 + signal.SIGTERM), (folder / "log").read_text()
    assert [one for one in os.listdir(folder) if one.startswith("solovox-demo")] == []


def test_the_first_screen_says_what_to_say_and_a_click_says_it(tour):
    assert tour["suggested"] == [f"“{task.says}”" for task in TOUR]
    assert "It is a small tea shop in Python." in tour["answers"][0]
    assert tour["answers"][0].endswith(f"Next, say: “{FIND}”")


def test_a_question_by_voice_is_answered_from_the_contents_of_the_folder(tour):
    assert "The shipping cost is 5, in settings.py, line 2." in tour["answers"][1]
    assert tour["sounded"] > 0


def test_A5_what_is_asked_for_is_shown_part_by_part_and_a_yes_aloud_allows_it(tour):
    parts = dict(zip(tour["parts"][::2], tour["parts"][1::2], strict=True))
    change = parts["old string → new string"]
    assert change == "-return price + price * DISCOUNT\n+return price - price * DISCOUNT"
    assert tour["files"]["before"] == FILES["basket.py"]
    assert tour["files"]["fixed"] == FILES["basket.py"].replace("price + price", "price - price")
    assert tour["shown"] == ["python3"]
    assert tour["outcomes"][:2] == ["granted", "granted"]


def test_C6_steps_use_and_the_whole_diff_are_shown_and_what_was_changed_is_told(tour):
    about = tour["about"]
    assert [step.lstrip("✓").strip() for step in about["steps"]][-2:] == [
        "Edit basket.py done, has effects",
        "Run python3 -m unittest done, has effects",
    ]
    assert re.search(r"\d+ tokens read, \d+ written$", about["meta"])  # a model of no vendor costs nothing
    assert about["changed"] == "changed: basket.py +1 −1"
    assert "\n-    return price + price * DISCOUNT\n+    return price - price * DISCOUNT" in about["diff"]
    assert tour["owns"] == "I changed 1 file: basket.py, 1 line added, 1 removed."


def test_U2_undo_that_gives_it_back_without_the_agent(tour):
    assert "Undone: Edit basket.py; Run python3 -m unittest." in tour["answers"][3]
    assert tour["files"]["undone"] == FILES["basket.py"]


def test_A2_a_deletion_that_is_refused_by_voice_leaves_the_file_and_the_agent_says_so(tour):
    assert tour["holds"][1].startswith('Bash {"command":"rm old_prices.txt"')
    assert tour["outcomes"][2] == "denied"
    assert "I did not delete old_prices.txt: you said no. It is still there." in tour["answers"][4]
    assert tour["files"]["kept"] == FILES["old_prices.txt"]


def test_C4_what_did_nothing_is_marked_and_nothing_else(tour):
    marked = ["no action was recorded" in one for one in tour["metas"]]
    #                 explained, found, fixed, undone, refused, refused, beside
    assert marked == [True, True, False, False, True, True, True]


def test_what_waits_is_in_sight_and_reached_and_refused_by_keys(tour):
    assert tour["order"][-1] == "refuse"
    assert tour["inSight"], "on a small screen too"
    assert "you said no. Nothing is renamed." in tour["answers"][5]


def test_what_is_beside_the_tour_is_answered_in_one_line(tour):
    assert tour["answers"][6].endswith(
        "This is a tour, and knows five requests. That was the tour: say any of the five again."
    )


def test_every_look_is_accessible_and_the_console_has_no_error(tour):
    assert tour["found"] == []
    assert tour["errors"] == []


def test_the_picture_of_the_agent_is_small():
    assert PICTURE.stat().st_size < 150_000
