"""Apps as a tutorial has them work offline at their first try: the weather, the lights, and a to-do list with tests of its own."""

import os
import shutil
import subprocess
import sys

import pytest

import house_rules as house
from cli.running import variables
from strangers.clients import PATIENCE, installed

pytestmark = [pytest.mark.weights, pytest.mark.slow]

APPS = house.ROOT / "examples" / "live_apps"
PYTEST = "import sys, pytest; sys.path.append({site!r}); raise SystemExit(pytest.main(sys.argv[1:]))"
"""A project's pytest, in an environment that has solovox; Google's SDK is put beside it."""


def ran(command, folder, environment):
    return subprocess.run(
        [str(part) for part in command],
        cwd=folder,
        env=environment,
        capture_output=True,
        text=True,
        timeout=PATIENCE,
    )


@pytest.mark.parametrize("home", ["genai-3", "genai-2"])
def test_the_weather_is_told(serve, home):
    python = installed(home) / "bin" / "python"
    done = ran(
        [python, APPS / "weather.py", "What is the weather in London?"],
        APPS,
        serve().environment("python"),
    )
    assert done.stdout == "rain, 12 degrees\n", done.stderr


def test_the_lights_are_switched(serve, tmp_path):
    home = installed("js")
    shutil.copy(APPS / "lights.mjs", tmp_path)
    (tmp_path / "node_modules").symlink_to(home / "node_modules")
    words = "Turn on the lights in the kitchen."
    done = ran([home / "node", "lights.mjs", words], tmp_path, serve().environment("javascript"))
    said, lights = done.stdout.splitlines()
    assert said == "The kitchen lights are on.", done.stderr
    assert lights == '{"kitchen":"on","bedroom":"off","hall":"on"}'


def project(folder):
    """The to-do list with its tests, away from our settings of pytest."""
    for name in ("todo.py", "test_todo.py"):
        shutil.copy(APPS / name, folder)
    (site,) = installed("genai-3").glob("lib/python3*/site-packages")
    return [sys.executable, "-c", PYTEST.format(site=str(site)), "-q", "-p", "no:cacheprovider"]


@pytest.mark.wide
def test_the_tests_of_the_to_do_list_pass(tmp_path):
    done = ran(project(tmp_path), tmp_path, variables(tmp_path))
    assert done.returncode == 0, done.stdout + done.stderr
    assert "3 passed" in done.stdout


def test_what_is_missing_is_one_line_of_the_fixture(tmp_path):
    (tmp_path / "pytest.ini").write_text("[pytest]\nsolovox_live_flags = --voice nobody\n")
    done = ran([*project(tmp_path), "-k", "small_talk"], tmp_path, variables(tmp_path))
    assert done.returncode == 1
    assert "solovox: narrator.voice cannot be 'nobody'" in done.stdout
    assert "Traceback" not in done.stdout


@pytest.mark.wide
def test_a_fixture_leaves_nothing_behind(tmp_path):
    before = set(os.listdir(tmp_path))
    program = tmp_path / "test_env.py"
    program.write_text(
        "import os\n"
        "def test_1(solovox_live): assert os.environ['GOOGLE_GEMINI_BASE_URL'] == solovox_live.told['https']\n"
        "def test_2(solovox_live_server): assert 'GOOGLE_GEMINI_BASE_URL' not in os.environ\n"
    )
    done = ran(
        [sys.executable, "-m", "pytest", "-q", "-p", "no:cacheprovider", program],
        tmp_path,
        variables(tmp_path),
    )
    assert "2 passed" in done.stdout, done.stdout
    assert set(os.listdir(tmp_path)) - before <= {"test_env.py", "__pycache__"}
