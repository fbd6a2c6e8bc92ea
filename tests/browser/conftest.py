"""The page in Debian's Chromium, at a running `solovox serve`, with a sound file as its microphone."""

import fcntl
import json
import shutil
import signal
import subprocess
import sys
from contextlib import contextmanager
from pathlib import Path

import pytest

import house_rules as house
from cli.running import variables
from e2e.conftest import RATE, written
from speech.conftest import said

HERE = Path(__file__).parent
ROOM = house.ROOT / ".browser"
SCRIPTS = tuple(one.name for one in HERE.glob("*.mjs"))
AXE = house.ROOT / "web" / "node_modules" / "axe-core" / "axe.min.js"
PATIENCE = 360
"""Seconds that a scene may take on a busy machine."""


def installed(script):
    """Run a script that installs something, one worker at a time."""
    scripts = house.ROOT / "scripts"
    with (scripts / "browser").open() as alone:  # two workers may come at once
        fcntl.flock(alone, fcntl.LOCK_EX)
        subprocess.run([scripts / script], check=True, stdout=sys.stderr)


@pytest.fixture(scope="session")
def chromium():
    """Where Node and its packages are; installs them, and the browser, if they are not there."""
    installed("browser")
    return ROOM


@pytest.fixture(scope="session")
def driver(chromium):
    """The same, with the page built."""
    installed("page")
    return chromium


@contextmanager
def served(folder, *flags, program=sys.executable, source=house.ROOT / "src", own=None, **more):
    """What a running `solovox serve` printed. `program`: its Python; `source`: where Solovox is; `own`: its variables, where they are not
    those of a person without an agent.
    """
    command = [program, "-m", "solovox", "serve", "--port", "0", "--set", "narrator.voice=joe", *flags]
    own = (own or variables(folder)) | {"PYTHONPATH": str(source)} | more
    with (folder / "log").open("w") as log:
        server = subprocess.Popen(command, cwd=folder, env=own, stdout=subprocess.PIPE, stderr=log, text=True)
    with server:
        line = server.stdout.readline().strip()
        assert line.startswith("http://"), (folder / "log").read_text()
        try:
            yield line
        finally:
            server.send_signal(signal.SIGINT)
            code = server.wait(timeout=PATIENCE)
        assert code == 0, (folder / "log").read_text()


@pytest.fixture(scope="session")
def address(tmp_path_factory):
    """What a running `solovox serve` printed. Its brain is not asked early: where it is, an answer often takes the place of the
    cue that says that words were sent (law T2)."""
    chosen = ("--set", "approval=direct", "--set", "ask_early=no")
    with served(tmp_path_factory.mktemp("server"), "--limit", "10", "--no-journal", *chosen) as line:
        yield line


@pytest.fixture(scope="session")
def scene(driver, address, tmp_path_factory):
    """A function: the name of a scene and what it needs to the facts that it gives."""

    def played(name, **plan):
        folder = tmp_path_factory.mktemp(name)
        for script in SCRIPTS:
            shutil.copy(HERE / script, folder)
        (folder / "node_modules").symlink_to(driver / "node_modules")
        mouth = str(written(folder / "mouth.wav", bytes(2 * RATE)))
        plan = {"scene": name, "mouth": mouth, "url": address, "chromium": shutil.which("chromium"), **plan}
        return driven(driver, folder / "drive.mjs", plan)

    return played


def driven(driver, script, plan):
    """What a script of Node says of a plan."""
    done = subprocess.run(
        [driver / "node", script],
        input=json.dumps(plan),
        capture_output=True,
        text=True,
        timeout=PATIENCE,
        check=False,
    )
    assert done.returncode == 0, done.stderr[-4_000:]
    return json.loads(done.stdout)


@pytest.fixture(scope="module")
def wav(tmp_path_factory):
    """A function: texts and pauses in seconds to the path of their sound."""
    folder = tmp_path_factory.mktemp("wav")

    def render(*parts):
        pcm = b"".join(said(one) if isinstance(one, str) else bytes(2 * int(RATE * one)) for one in parts)
        return str(written(folder / f"{len(list(folder.iterdir()))}.wav", pcm))

    return render
