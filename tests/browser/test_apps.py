"""The apps that the Studio has without a model, each used by keyboard alone, looked at in four sizes, light and dark, and opened again."""

import asyncio
import json
import os
import shutil
import subprocess

import pytest

from browser.conftest import AXE, HERE, PATIENCE
from solovox.studio.templates.shelf import apps
from solovox.studio.templates.writer import TemplateWriter
from studio.templates.streams import asked

pytestmark = pytest.mark.wide
ONLY = os.environ.get("APPS", "").split()
"""While one is worked at, its id alone."""
USED = {
    "calculator": ["19.5", "78", "19.5 × 4 = 78", "Cannot divide by zero", "220", "-9"],
    "todo": [
        "1 of 3 done",
        "Call Anna, Milk, Water all plants",
        "0 of 2 done",
        "Cleared 1 task",
        "Milk",
    ],
    "timer": [
        *("1:00", "0:35", "0:35", "Time is up"),
        *("Break", "6:00", "Today: 1 round of work.", "Work"),
    ],
    "stopwatch": ["01:32.50", "00:30.00 01:01.50", "fastest", "00:45.75"],
    "notes": ["Hello", 3, "two", 0, "https://example.org", "<i>", True, "Welcome", 1, "Hello"],
    "quiz": ["Question 1 of 10", True, "9 of 10 right", 1],
    "expenses": [
        "$1,242.75",
        "Home 97 % $1,200.00; Transport 2 % $30.25; Groceries 1 % $12.50",
        "Write an amount, such as 12.50.",
        "$257.25 left",
        "$1,212.50",
        *("October 2026", "$0.00", "$1,243 Nov"),
    ],
    "habits": ["1 of 2 done today", "3 days in a row", "2 days in a row", "0 of 2 done today", 1, "Nov 16 – Nov 22"],
    "drawing": [False, True, "Drawing, 1 stroke", "Drawing, 2 strokes", False, "Drawing, 1 stroke"],
    "kanban": ["Write||Plan", "1 of 2 done", "Idea", "Twice", "|Write|Plan", "|Write|", "|Write|Plan"],
    "tictactoe": ["Player X wins", "1", "0", True],
    "converter": [
        *("6.2137119", "16.09344", "100"),
        "212 Fahrenheit = 100 Celsius",
        "Write a number, such as 12.5.",
        "-40 Celsius = -40 Fahrenheit",
    ],
}  # fmt: skip
"""What a person sees who uses them as `app_uses.mjs` says."""
KEPT = {
    "calculator": 3, "todo": 1, "timer": "6 Today: 1 round of work.", "stopwatch": 2, "notes": "Hello,Welcome",
    "quiz": "Your best in Science: 9 of 10", "expenses": "$1,242.75", "habits": "2 3 days in a row", "drawing": "Drawing, 1 stroke",
    "kanban": "1 of 2 done", "tictactoe": "hard", "converter": "-40 Celsius = -40 Fahrenheit",
}  # fmt: skip
"""What is there when they are opened again where things are kept."""


async def everything():
    """The files of all apps."""
    writer = TemplateWriter()
    wanted = [one for one in apps() if not ONLY or one.id in ONLY]
    return {one.id: (await asked(writer, f"build me a {one.name}"))[1] for one in wanted}


@pytest.fixture(scope="module")
def seen(chromium, tmp_path_factory):
    """What the browser showed."""
    folder = tmp_path_factory.mktemp("apps")
    for script in ("apps.mjs", "app_uses.mjs"):
        shutil.copy(HERE / script, folder)
    (folder / "node_modules").symlink_to(chromium / "node_modules")
    plan = {
        "apps": asyncio.run(everything()),
        "axe": str(AXE),
        "pictures": os.environ.get("PICTURES", ""),
        "chromium": shutil.which("chromium"),
    }
    done = subprocess.run(
        [chromium / "node", folder / "apps.mjs"],
        input=json.dumps(plan),
        capture_output=True,
        text=True,
        timeout=4 * PATIENCE,
        check=False,
    )
    assert done.returncode == 0, done.stderr[-4_000:]
    return json.loads(done.stdout)


def test_nothing_is_wrong_with_any_app(seen):
    assert seen["errors"] == []
    assert seen["wrong"] == [], "what axe finds, what is wider than the window, and what Tab does not reach"


def test_all_twelve_are_used():
    assert USED.keys() == KEPT.keys() == {one.id for one in apps()}


@pytest.mark.parametrize("id", ONLY or USED)
def test_an_app_does_what_it_is_for_by_keyboard_alone(seen, id):  # noqa: A002 - the app's own word
    assert seen["facts"][id] == USED[id]


@pytest.mark.parametrize("id", ONLY or KEPT)
def test_an_app_remembers_what_was_entered_where_it_may(seen, id):  # noqa: A002
    assert seen["kept"][id] == KEPT[id]
