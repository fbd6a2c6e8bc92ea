"""What the page about CI shows works as it stands there: around a command, and as a step that goes on."""

import json
import os
import shutil
import signal
import socket
import subprocess
from pathlib import Path

import pytest

import house_rules as house
from cli.running import variables
from strangers.clients import PATIENCE, installed
from test_docs_examples import BLOCKS

pytestmark = [pytest.mark.weights, pytest.mark.slow]

PAGE = "docs/howto/live-server-in-ci.md"
APPS = house.ROOT / "examples" / "live_apps"
COMMAND, STEP = (one.body for one in BLOCKS if one.page == PAGE and one.about == "ci")
PORT = "8080"


def runner(folder, **more):
    """The environment of a job: ours, with `solovox` and Node on the path."""
    programs = subprocess.run(
        [house.ROOT / "scripts" / "node"], capture_output=True, text=True, check=True
    ).stdout.strip()
    path = os.pathsep.join([str(house.ROOT / ".venv" / "bin"), programs, os.environ["PATH"]])
    return variables(folder, PATH=path, **more)


def shell(script, folder, environment):
    return subprocess.run(
        ["sh", "-e", "-c", script],
        cwd=folder,
        env=environment,
        capture_output=True,
        text=True,
        timeout=PATIENCE,
    )


def app(folder, test):
    """The lights, as a package with a test."""
    shutil.copy(APPS / "lights.mjs", folder)
    (folder / "node_modules").symlink_to(installed("js") / "node_modules")
    (folder / "package.json").write_text(json.dumps({"scripts": {"test": test}}))


@pytest.mark.parametrize(("test", "code"), [("grep -q kitchen lights.out", 0), ("exit 3", 3)])
def test_a_command_of_the_project_runs_around_the_server_and_its_exit_code_counts(tmp_path, test, code):
    app(
        tmp_path, f"node lights.mjs 'Turn on the lights in the kitchen.' > lights.out; cat lights.out; {test}"
    )
    done = shell(COMMAND, tmp_path, runner(tmp_path))
    assert done.returncode == code, done.stderr
    assert "The kitchen lights are on." in done.stdout, done.stderr


def free_port():
    with socket.create_server(("127.0.0.1", 0)) as taken:
        return str(taken.getsockname()[1])


@pytest.mark.wide
def test_a_step_leaves_the_server_running_and_the_next_step_has_its_variables(tmp_path):
    wanted = tmp_path / "github_env"
    script = STEP.replace(PORT, free_port()) + 'echo "$!" > pid\n'
    done = shell(script, tmp_path, runner(tmp_path, GITHUB_ENV=str(wanted)))
    log = tmp_path / "live-server.log"
    try:
        assert done.returncode == 0, done.stderr + log.read_text()
        assert done.stdout == '{"status": "ok"}\n'
        given = dict(line.split("=", 1) for line in wanted.read_text().splitlines())
        python = installed("genai-3") / "bin" / "python"
        asked = subprocess.run(
            [python, APPS / "weather.py", "What is the weather in Cairo?"],
            env={**runner(tmp_path), **given},
            capture_output=True,
            text=True,
            timeout=PATIENCE,
        )
        assert asked.stdout == "sun, 31 degrees\n", asked.stderr
    finally:
        os.kill(int((tmp_path / "pid").read_text()), signal.SIGTERM)


def test_the_workflow_has_the_same_lines():
    page = Path(house.ROOT / PAGE).read_text()
    (workflow,) = [one.body for one in BLOCKS if one.page == PAGE and one.kind == "yaml"]
    indented = "".join(f"    {line}\n" for line in STEP.splitlines())
    assert indented in workflow, page
