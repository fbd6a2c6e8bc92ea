"""A person asks an agent by voice, at the page of `solovox demo`: Claude Code's real program, without a key."""

import os
import signal
import subprocess

import pytest

import house_rules as house
from browser.conftest import PATIENCE
from cli.running import variables

pytestmark = [pytest.mark.weights, pytest.mark.slow]

PROGRAM = house.ROOT / ".brains" / "bin" / "python"


@pytest.fixture(scope="module")
def shop(tmp_path_factory):
    """A folder of code."""
    folder = tmp_path_factory.mktemp("shop")
    (folder / "prices.py").write_text("\n\ndef total_price(items):\n    return sum(items)\n")
    return folder


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
    assert "total price" in found["heard"][0].lower()
    assert "total_price is defined in prices.py, line 3" in found["answers"][0].replace("`", "")
    assert found["sound"] > 0
    assert found["errors"] == []
